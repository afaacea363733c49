"""Values as a reader wants them: thousands apart, a unit where there is one, an en dash where nothing is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite, isinf, log10
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plyscope.studies.summary import Column, Table

MISSING = "\N{EN DASH}"
MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
TIME_UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
_MEAN_BELOW = 100
"""Means of counts from here on are shown whole."""
_HEADING_LINES = 3

Row = list[tuple[str, str]]
"""A line of a table: each cell's value and its interval."""


def format_rows(table: Table) -> list[Row]:
    """Every line of a table as a reader wants it."""
    return [list(cells) for cells in zip(*format_columns(table), strict=True)]


def format_columns(table: Table) -> list[list[tuple[str, str]]]:
    """Every column of a table: each cell's value and its interval.

    Counts get a decimal where one of the column is a small mean, so that digits stand below each other.
    """
    records = table.frame.to_dict("records")
    columns = []
    for column in table.columns:
        are_means = column.kind == "count" and any(_has_decimal(record[column.key]) for record in records)
        columns.append(
            [
                (format_cell(record[column.key], column, are_means), format_interval(record, column, are_means))
                for record in records
            ]
        )
    return columns


def heading_lines(heading: str, width: int) -> list[str]:
    """A heading in few lines above cells of a width: wider than they are only if it must be.

    Examples
    --------
    >>> heading_lines("growth of a typical position", 8), heading_lines("alpha-beta calls", 20)
    (['growth of', 'a typical', 'position'], ['alpha-beta calls'])
    """
    least = max([width, 1, *map(len, heading.split())])
    tries = (wrap(heading, wide, break_on_hyphens=False) for wide in range(least, least + len(heading) + 1))
    return next(lines for lines in tries if len(lines) <= _HEADING_LINES)


def format_cell(value: Any, column: Column, are_means: bool = False) -> str:
    """One value in words and digits, as its column is meant.

    A mean that happens to be whole keeps its decimal if it is told that the counts of its column are means.

    Examples
    --------
    >>> from plyscope.studies.summary import Column
    >>> [format_cell(value, Column("calls", "calls", "count")) for value in (74938, 12.25)]
    ['74,938', '12.2']
    >>> format_cell(0.0523, Column("seconds", "time", "seconds"))
    '52.3 ms'
    >>> format_cell(0.99996, Column("pruned_share", "pruned", "share"))
    '99.996%'
    """
    if is_missing(value):
        return MISSING
    if column.kind == "text":
        return _format_text(value)
    form = _form(value, column, are_means)
    return _digits(value, form) + form.suffix


def format_interval(row: Mapping[Any, Any], column: Column, are_means: bool = False) -> str:
    """The 95 % interval of a cell, in the unit and with the decimals of its value; empty where there is none.

    Examples
    --------
    >>> from plyscope.studies.summary import Column
    >>> column = Column("mean", "time", "seconds", low="low", high="high")
    >>> format_interval({"mean": 0.0523, "low": 0.0498, "high": 0.1021}, column)
    '[49.8, 102.1]'
    """
    if column.low is None or column.high is None:
        return ""
    value, low, high = row[column.key], row[column.low], row[column.high]
    if any(map(is_missing, (value, low, high))):
        return ""
    form = _form(value, column, are_means)
    return f"[{_digits(low, form)}, {_digits(high, form)}]"


def is_missing(value: Any) -> bool:
    """Is there no value? Of a tuple, a dictionary and so on there always is."""
    return value is None or bool(pd.api.types.is_scalar(value) and pd.isna(value))


def time_unit(seconds: float) -> str:
    """The largest unit in which three digits of a time are at least 1."""
    rounded = _three_digits(seconds)
    return next((unit for unit, size in TIME_UNITS.items() if rounded >= size), "µs" if rounded else "s")


@dataclass(frozen=True)
class _Form:
    """How a number is written; its interval is written the same way, but for the suffix."""

    decimals: int
    suffix: str = ""
    unit: float = 1.0


def _has_decimal(value: float) -> bool:
    return not is_missing(value) and isfinite(value) and value != round(value) and abs(value) < _MEAN_BELOW


def _form(value: float, column: Column, are_means: bool) -> _Form:
    if column.kind == "count":
        return _Form(1 if _has_decimal(value) or (are_means and abs(value) < _MEAN_BELOW) else 0)
    if column.kind == "share":
        return _Form(_share_decimals(value), "%", 0.01)
    if column.kind == "seconds":
        unit = time_unit(value)
        return _Form(_seconds_decimals(value / TIME_UNITS[unit]), f" {unit}", TIME_UNITS[unit])
    return _Form(column.digits, TIMES if column.kind == "ratio" else "")


def _digits(value: float, form: _Form) -> str:
    if isinf(value):
        return f"{MINUS if value < 0 else ''}∞"
    return f"{value / form.unit:z,.{form.decimals}f}".replace("-", MINUS)


def _share_decimals(value: float) -> int:
    """One, or more where the share would read as all or nothing and is not."""
    decimals = 1
    while decimals < 4 and value not in (0, 1) and round(100 * value, decimals) in (0, 100):
        decimals += 1
    return decimals


def _seconds_decimals(number: float) -> int:
    rounded = _three_digits(number)
    return max(0, 2 - floor(log10(rounded))) if rounded and isfinite(rounded) else 0


def _three_digits(number: float) -> float:
    return abs(float(f"{number:.3g}"))


def _format_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a whole number that shares its column with missing ones
    return str(value)
