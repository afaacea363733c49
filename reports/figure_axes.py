"""Panels, axes and legends that all figures share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator, PercentFormatter

from plyscope.core.errors import InputError, choose
from plyscope.reports.figure_style import WIDTHS, Drawing, broken, named

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.studies.summary import Column

_FEW_DECADES = 1.6
"""With less than this between the least and the most, a log axis names 2 and 5, too."""
_MANY_DECADES = 5
_NO_DECADE = 0.7
"""With less than this, round numbers are better ticks than powers."""
_STEPS = (1, 2, 2.5, 5, 10)
_PER_ROW = {"one": 1, "two": 3}
_ROOM = {"one": 44, "two": 96}
"""Letters that a line of a legend has room for."""
_LABEL = 28
"""Letters that the label of an axis has room for."""


def check_columns(frame: pd.DataFrame, *keys: str | None) -> None:
    """Refuse a frame that lacks one of the columns."""
    for key in keys:
        if key is not None:
            choose("column", key, map(str, frame.columns))


def drawable(frame: pd.DataFrame, key: str, is_log: bool) -> pd.DataFrame:
    """The rows that have a value; none at all, or a value that a log axis cannot show, is refused."""
    rows = frame.dropna(subset=[key])
    if rows.empty:
        raise InputError(f"nothing to draw: no row has a value of {key!r}")
    if is_log and (rows[key] <= 0).any():
        raise InputError(f"{key!r} has values of 0 or less, for which a log axis has no place: use log=False")
    return rows


def levels(values: pd.Series[Any]) -> list[Any]:
    """The different values: a categorical's in its order, others as they come."""
    if hasattr(values, "cat"):
        found = set(values)
        return [level for level in values.cat.categories if level in found]
    return list(dict.fromkeys(values.dropna()))


def panels(
    frame: pd.DataFrame, facet: Column | None, width: str, height: float, legend: Sequence[str] = ()
) -> tuple[Drawing, list[tuple[Axes, pd.DataFrame]]]:
    """One panel for each value of the facet, with its rows, on shared axes; room below for a legend of these labels."""
    inches = WIDTHS[choose("width", width, WIDTHS)]
    values = [None] if facet is None else levels(frame[facet.key])
    columns = min(_PER_ROW[width], len(values))
    lines = ceil(len(values) / columns)
    tall = lines * height + _legend_height(legend, width)
    figure = Drawing(figsize=(inches, tall), layout="constrained", facecolor="white")
    grid = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False)
    for spare in grid.flat[len(values) :]:
        spare.remove()
    found = []
    for axes, value in zip(grid.flat, values, strict=False):
        if facet is not None:
            axes.set_title(named(facet, value))
        found.append((axes, frame if facet is None else frame[frame[facet.key] == value]))
    for axes, _ in found[-columns:]:
        axes.tick_params(labelbottom=True)
    return figure, found


def label_outside(drawn: Sequence[Axes], width: str, x: str, y: str) -> None:
    """Name the axes at the left and at the bottom of the panels; long names in lines."""
    columns = min(_PER_ROW[width], len(drawn))
    for number, axes in enumerate(drawn):
        if number % columns == 0:
            axes.set_ylabel(broken(y, _LABEL))
        if number >= len(drawn) - columns:
            axes.set_xlabel(broken(x, _LABEL if columns > 1 else 2 * _LABEL))


def _legend_columns(labels: Sequence[str], width: str) -> int:
    longest = max(len(line) for label in labels for line in label.splitlines())
    return max(1, min(len(labels), _ROOM[width] // (longest + 8)))


def _legend_height(labels: Sequence[str], width: str) -> float:
    """Inches that a legend takes."""
    if not labels:
        return 0.0
    deepest = max(len(label.splitlines()) for label in labels)
    return 0.15 * deepest * ceil(len(labels) / _legend_columns(labels, width)) + 0.1


def legend_below(figure: Drawing, handles: Sequence[Any], labels: Sequence[str], width: str) -> None:
    """A legend outside the panels, where it can hide nothing, in as many columns as there is room for."""
    figure.legend(handles, labels, loc="outside lower center", ncols=_legend_columns(labels, width))


def set_up(axis: Axis, column: Column, is_log: bool, least: float, most: float) -> None:
    """Scale, ticks and their texts, as the column is meant."""
    if is_log:
        _set_log(axis, least, most)
    else:
        axis.set_major_locator(MaxNLocator(5, steps=_STEPS, integer=column.kind == "count"))
    is_share = column.kind == "share"
    axis.set_major_formatter(PercentFormatter(1, decimals=0) if is_share else FuncFormatter(_tick_text(column.kind)))


def _set_log(axis: Axis, least: float, most: float) -> None:
    axes = axis.axes
    (axes.set_xscale if axis is axes.xaxis else axes.set_yscale)("log")
    decades = log10(most / least) if least > 0 else 1.0
    if decades < _NO_DECADE:
        axis.set_major_locator(MaxNLocator(5, steps=_STEPS))
    elif decades < _FEW_DECADES:
        axis.set_major_locator(LogLocator(10, subs=(1.0, 2.0, 5.0)))
    else:
        axis.set_major_locator(LogLocator(10 if decades <= _MANY_DECADES else 100, numticks=12))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())


def _tick_text(kind: str) -> Callable[[float, int], str]:
    """A number at a tick: times with their unit, large counts in thousands and millions."""
    if kind == "seconds":
        return lambda value, _: _seconds(value)
    if kind == "ratio":
        return lambda value, _: f"{value:g}\N{MULTIPLICATION SIGN}"
    return lambda value, _: _number(value)


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size * 0.999:
            return f"{value / size:g} {unit}"
    return f"{value * 1e6:g} µs" if value else "0"


def _number(value: float) -> str:
    for letter, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}" if abs(value) >= 1e-9 else "0"


def nice_limits(least: float, most: float, is_log: bool) -> tuple[float, float]:
    """Ends of an axis with some air."""
    if is_log:
        air = 0.06 * max(log10(most / least), 0.3)
        return 10 ** (log10(least) - air), 10 ** (log10(most) + air)
    air = 0.06 * (most - least or abs(most) or 1.0)
    low = least - air
    return (min(low, 0.0) if least >= 0 and least < 0.35 * most and floor(low) <= 0 else low), most + air
