"""A study's table in the terminal."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from plyscope.reports.cells import format_cell, format_interval
from plyscope.studies.summary import Column, Table


def rich_table(table: Table) -> RichTable:
    """The table as rich prints it, its note below."""
    shown = RichTable(
        title=Text(table.title, style="bold"),
        caption=Text(table.note),
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        title_justify="left",
        caption_justify="left",
    )
    for column in table.columns:
        is_text = column.kind == "text"
        shown.add_column(
            Text(column.heading),
            justify="left" if is_text else "right",
            overflow="fold",
            no_wrap=is_text,
            min_width=max(map(len, column.heading.split())),
        )
    for row in table.frame.to_dict("records"):
        shown.add_row(*(Text(_cell(row, column)) for column in table.columns))
    return shown


def _cell(row: dict[Hashable, Any], column: Column) -> str:
    return f"{format_cell(row[column.key], column)} {format_interval(row, column)}".rstrip()
