"""Panels, axes and legends that all figures share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, isclose, log10
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import (
    FixedLocator,
    FuncFormatter,
    Locator,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
    PercentFormatter,
)

from plyscope.core.errors import InputError, choose
from plyscope.reports.figure_style import WIDTHS, Drawing, Look, broken, named

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.studies.summary import Column

_PARTS = ((1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0))
"""What a log axis names of a decade where powers of ten are too few."""
_LEAST, _ENOUGH, _MOST, _MOST_IN_THREE = 2, 4, 7, 4
"""Labels that an axis must have, should have, has room for, and has room for where three panels share the width."""
_MOST_PLACES = 10
_STEPS = (1, 2, 2.5, 5, 10)
_PER_ROW = {"one": 1, "two": 3}
_ROOM = {"one": 46, "two": 102}
"""Letters that a line of a legend has room for."""
_ENTRY = {True: 8, False: 5}
"""Letters that a mark takes with the gaps around it, with a line through it and without."""
_APART = 0.08
"""Of the length of an axis, between the reference and the next label."""
GROUP_ROOM = {"one": 26, "two": 40}
"""Letters that the name of a group at the left has room for."""
LEGEND_ROOM = {"one": 38, "two": 60}
"""Letters that a name in a legend has room for."""
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
    frame: pd.DataFrame, facet: Column | None, width: str, height: float, legend: float = 0.0
) -> tuple[Drawing, list[tuple[Axes, pd.DataFrame]]]:
    """One panel for each value of the facet, with its rows, on shared axes; inches below for a legend."""
    inches = WIDTHS[choose("width", width, WIDTHS)]
    values = [None] if facet is None else levels(frame[facet.key])
    columns = min(_PER_ROW[width], len(values))
    lines = ceil(len(values) / columns)
    tall = lines * height + legend
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


def _legend_columns(labels: Sequence[str], width: str, is_line: bool) -> int:
    """As many as there is room for, or fewer if the lines are then as many and more even."""
    longest = max(len(line) for label in labels for line in label.splitlines())
    most = max(1, min(len(labels), _ROOM[width] // (longest + _ENTRY[is_line])))
    return ceil(len(labels) / ceil(len(labels) / most))


def legend_height(labels: Sequence[str], width: str, is_line: bool) -> float:
    """Inches that a legend takes."""
    if not labels:
        return 0.0
    deepest = max(len(label.splitlines()) for label in labels)
    return 0.15 * deepest * ceil(len(labels) / _legend_columns(labels, width, is_line)) + 0.1


def legend_below(figure: Drawing, looks: Iterable[Look], labels: Sequence[str], width: str, is_line: bool) -> None:
    """A legend outside the panels, where it can hide nothing."""
    handles, columns = [look.handle(is_line) for look in looks], _legend_columns(labels, width, is_line)
    # In letters' heights; a mark alone needs no more than itself.
    length = 2.6 if is_line else max(handle.get_markersize() for handle in handles) / 8 + 0.4
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, handlelength=length)


def set_up(
    axis: Axis, column: Column, limits: tuple[float, float], is_log: bool = False, reference: float | None = None
) -> None:
    """Scale, ends, ticks and their texts, as the column is meant; a reference always has a tick."""
    axes = axis.axes
    if is_log:
        (axes.set_xscale if axis is axes.xaxis else axes.set_yscale)("log")
    (axes.set_xlim if axis is axes.xaxis else axes.set_ylim)(limits)
    locator = _log_locator(limits, _room(axis)) if is_log else _linear_locator(column, _room(axis))
    ticks = [float(tick) for tick in locator.tick_values(*limits) if limits[0] <= tick <= limits[1]]
    axis.set_major_locator(FixedLocator(ticks if reference is None else _with_tick(axis, ticks, limits, reference)))
    # A scale of powers is seen by its small ticks; numticks is so large that no decade is left out.
    axis.set_minor_locator(LogLocator(10, range(1, 10), numticks=99) if is_log else NullLocator())
    axis.set_minor_formatter(NullFormatter())
    _name_ticks(axis, column)


def tick_places(axis: Axis, column: Column, places: Sequence[float]) -> None:
    """Ticks where there is something to see, unless that is at many places."""
    many = MaxNLocator(_MOST_PLACES, steps=_STEPS, integer=column.kind == "count", min_n_ticks=_ENOUGH)
    axis.set_major_locator(FixedLocator(places) if len(places) <= _MOST_PLACES else many)
    _name_ticks(axis, column)


def _name_ticks(axis: Axis, column: Column) -> None:
    is_share = column.kind == "share"
    axis.set_major_formatter(PercentFormatter(1, decimals=0) if is_share else FuncFormatter(tick_text(column.kind)))


def _room(axis: Axis) -> int:
    """How many labels there is room for."""
    place = axis.axes.get_subplotspec()
    is_narrow = axis is axis.axes.xaxis and place is not None and place.get_gridspec().ncols > 2
    return _MOST_IN_THREE if is_narrow else _MOST


def _log_locator(limits: tuple[float, float], room: int) -> Locator:
    """Powers of ten, every other one if they are many; where they are few, parts of a decade, too."""
    chosen, found = LogLocator(10, numticks=room), _count_parts((1.0,), limits)
    for parts in _PARTS:
        finer = _count_parts(parts, limits)
        if found >= _ENOUGH or (found >= _LEAST and finer > room):
            return chosen
        chosen, found = LogLocator(10, parts, numticks=99), finer
    return chosen if found >= _ENOUGH else MaxNLocator(5, steps=_STEPS, min_n_ticks=_ENOUGH)


def _count_parts(parts: Sequence[float], limits: tuple[float, float]) -> int:
    """How many of these parts of decades the limits hold; a locator would make up others where there are few."""
    low, high = limits
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    return sum(low <= part * 10.0**decade <= high for decade in decades for part in parts)


def _linear_locator(column: Column, room: int) -> Locator:
    if column.kind == "count":
        return MaxNLocator(5, steps=_STEPS, integer=True)
    return MaxNLocator(5, steps=_STEPS, min_n_ticks=_ENOUGH) if room > _ENOUGH else MaxNLocator(4, steps=_STEPS)


def _with_tick(axis: Axis, ticks: list[float], limits: tuple[float, float], reference: float) -> list[float]:
    """The ticks and one at the reference, in place of any that would touch it."""
    if any(isclose(tick, reference) for tick in ticks):
        return ticks
    scale = axis.get_transform().transform
    low, high, here = (float(scale(value)) for value in (*limits, reference))
    apart = [tick for tick in ticks if abs(float(scale(tick)) - here) > _APART * (high - low)]
    return sorted([*apart, reference])


def tick_text(kind: str) -> Callable[[float, int], str]:
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
