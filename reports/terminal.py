"""A study's table in the terminal: no cell is cut or split, and a table that is too wide comes in parts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.table import Table as RichTable
from rich.text import Text

from plyscope.reports.cells import format_columns, heading_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult

    from plyscope.studies.summary import Column, Table

_GAPS = (2, 1)
"""Between two columns: the second where it saves a part."""


@dataclass(frozen=True)
class TerminalTable:
    """A table that rich prints: its title, its lines and its note.

    Where it is wider than the terminal it comes in parts; each begins with the columns that name its lines.
    """

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = _shown_columns(self.table)
        layouts = [(gap, _parts(columns, options.max_width, gap)) for gap in _GAPS]
        gap, parts = min(layouts, key=lambda layout: len(layout[1]))
        for number, part in enumerate(parts, start=1):
            place = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
            yield Text(f"\n{self.table.title}{place}", style="bold")
            yield _rich_table(part, gap)
        if self.table.note:
            yield Text(self.table.note, style="dim")


def listed(sentence: str) -> RichTable:
    """A sentence of a list: its lines stand below its first word."""
    line = RichTable.grid(padding=(0, 1, 0, 0))
    line.add_row("-", Text(sentence))
    return line


@dataclass(frozen=True)
class _Shown:
    """A column as it is printed."""

    column: Column
    heading: tuple[str, ...]
    """Its lines."""
    cells: tuple[str, ...]

    @property
    def width(self) -> int:
        return max(map(cell_len, (*self.heading, *self.cells)), default=0)

    @property
    def justify(self) -> JustifyMethod:
        return "left" if self.column.kind == "text" else "right" if self.column.low is None else "center"

    @property
    def names_lines(self) -> bool:
        """Is it a name or a whole number, such as a depth, and nothing that was measured?"""
        return self.column.kind == "text" or (self.column.kind == "number" and self.column.digits == 0)


def _shown_columns(table: Table) -> list[_Shown]:
    cells = map(_joined, format_columns(table))
    return [
        _Shown(column, tuple(heading_lines(column.heading, max(map(cell_len, own), default=0))), own)
        for column, own in zip(table.columns, cells, strict=True)
    ]


def _joined(cells: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Values with their intervals, filled up so that both stand below each other."""
    before, after = (max((len(cell[place]) for cell in cells), default=0) for place in (0, 1))
    if not after:
        return tuple(value for value, _ in cells)
    return tuple(f"{value:>{before}} {interval:<{after}}" for value, interval in cells)


def _width(columns: Sequence[_Shown], gap: int) -> int:
    return sum(column.width + gap for column in columns) - gap


def _parts(columns: Sequence[_Shown], width: int, gap: int) -> list[list[_Shown]]:
    """As many columns in each part as the width holds, after those that name the lines."""
    names = list(takewhile(lambda column: column.names_lines, columns))
    parts = [list(names)]
    for column in columns[len(names) :]:
        wide = [*parts[-1], column]
        if len(wide) > len(names) + 1 and _width(wide, gap) > width:
            wide = [*names, column]
            parts.append(wide)
        parts[-1] = wide
    return parts


def _rich_table(columns: Sequence[_Shown], gap: int) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, gap - 1, 0, 0), pad_edge=False, show_edge=False)
    for shown in columns:
        table.add_column(Text("\n".join(shown.heading), justify=shown.justify), overflow="fold")
    for line in zip(*(_texts(shown) for shown in columns), strict=True):
        table.add_row(*line)
    return table


def _texts(shown: _Shown) -> list[Text]:
    """The cells of a column; rich would strip the blanks that fill up an interval, but not from a text on the left."""
    if shown.justify == "center":
        return [Text(cell.center(shown.width), justify="left") for cell in shown.cells]
    return [Text(cell, justify=shown.justify) for cell in shown.cells]
