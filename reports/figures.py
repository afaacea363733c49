"""Figures from rows and tables; what they show was computed before, and can be drawn again.

All take a frame and names of columns, and return a figure at the width of one or of two columns of a paper. Colours are
safe for the colour-blind, and marks and dashes differ too, so that a grey print can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from plyscope.core.errors import choose
from plyscope.reports.figure_axes import (
    GROUP_ROOM,
    LEGEND_ROOM,
    check_columns,
    drawable,
    label_outside,
    legend_below,
    legend_height,
    levels,
    nice_limits,
    panels,
    set_up,
    tick_places,
    tick_text,
)
from plyscope.reports.figure_style import DPI, INK, SETTINGS, Drawing, Look, as_column, looks, named, nested
from plyscope.reports.saving import own_style, save_figure
from plyscope.studies.summary import Column

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

FORMATS = ("png", "svg", "pdf")


def save(figure: Figure, stem: str | Path, formats: Iterable[str] = FORMATS) -> list[Path]:
    """Write a figure as ``stem.png``, ``stem.svg`` and ``stem.pdf``; the same figure gives the same bytes."""
    stem = Path(stem)
    return [save_figure(figure, stem.with_name(f"{stem.name}.{kind}"), SETTINGS, dpi=DPI) for kind in formats]


def growth(
    frame: pd.DataFrame,
    *,
    x: str | Column = "depth",
    y: str | Column = "calls",
    hue: str | None = "algorithm",
    facet: str | None = None,
    log: bool = True,
    thin: str | None = None,
    limits: Mapping[Any, float] | None = None,
    reaches: Sequence[float] = (),
    width: str = "two",
) -> Drawing:
    """Lines of `y` over `x`, one for each value of `hue`, a panel for each value of `facet`.

    A table that has the columns ``y_low`` and ``y_high``, or a `Column` that names them, is drawn as it is, with its
    intervals as bars. Of rows with several values at an `x`, the mean is drawn with a 95 % bootstrap interval, as
    seaborn estimates both: the geometric mean on a log axis, else the arithmetic one.

    `thin` is another column in the unit of `y`, drawn as thin lines. `limits` holds a limit of some values of `hue`,
    drawn across. `reaches` are values that the axis of `y` shows whatever the rows.

    Examples
    --------
    >>> from plyscope.studies.sweep import sweep
    >>> rows = sweep("start", depth=range(1, 4), size=[6, 8], show="none")
    >>> figure = growth(rows, x="depth", y="calls", hue="algorithm", facet="size")
    >>> [axes.get_title('left') for axes in figure.axes]
    ['size 6', 'size 8']
    """
    across, up = as_column(x), _with_interval(frame, as_column(y))
    check_columns(frame, across.key, up.key, hue, facet, thin)
    rows = drawable(frame, up.key, log)
    styles, limits = _styles(rows, hue), limits or {}
    with own_style(SETTINGS):
        labels = _legend_labels(hue, styles, width)
        below = legend_height(labels, width, is_line=True)
        figure, drawn = panels(rows, as_column(facet) if facet else None, width, 2.1 if facet is None else 1.9, below)
        for axes, own in drawn:
            tick_places(axes.xaxis, across, sorted(rows[across.key].unique()))
            _scale(axes.yaxis, up, rows, log, [*reaches, *limits.values()], more=thin)
            for place, (look, line) in enumerate(_lines(own, hue, styles)):
                _draw_line(axes, _aside(line, across.key, place, len(styles), up), across.key, up, look)
                if thin:
                    _draw_thin(axes, line, across.key, thin, look)
            _draw_limits(axes, limits, up, styles)
        label_outside([axes for axes, _ in drawn], width, across.heading, up.heading)
        if labels:
            legend_below(figure, styles.values(), labels, width, is_line=True)
    return figure


def by_group(
    frame: pd.DataFrame,
    *,
    group: str,
    value: str | Column,
    hue: str | None = None,
    facet: str | None = None,
    log: bool = False,
    reference: float | None = None,
    width: str = "two",
) -> Drawing:
    """A dot with its interval for each group, groups from top to bottom so that long names have room.

    `reference` draws a line that values are compared with, such as 1 for ratios.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"heuristic": ["discs", "mobility"], "ratio": [2.0, 3.0]})
    >>> [label.get_text() for label in by_group(table, group="heuristic", value="ratio").axes[0].get_yticklabels()]
    ['discs', 'mobility']
    """
    column = _with_interval(frame, as_column(value))
    check_columns(frame, group, column.key, hue, facet)
    rows = drawable(frame, column.key, log)
    groups, styles = levels(rows[group]), _styles(rows, hue)
    with own_style(SETTINGS):
        height = 0.5 + 0.17 * len(groups) * (1 + 0.5 * (len(styles) - 1))
        labels = _legend_labels(hue, styles, width)
        below = legend_height(labels, width, is_line=False)
        figure, drawn = panels(rows, as_column(facet) if facet else None, width, height, below)
        for axes, own in drawn:
            for place, (look, part) in enumerate(_lines(own, hue, styles)):
                _draw_dots(axes, part, group, groups, _beside(place, len(styles)), column, look)
            if reference is not None:
                axes.axvline(reference, color=INK, lw=0.8, zorder=1)
            _list_groups(axes, as_column(group), groups, width)
            _scale(axes.xaxis, column, rows, log, reference=reference)
        label_outside([axes for axes, _ in drawn], width, column.heading, "")
        if labels:
            legend_below(figure, styles.values(), labels, width, is_line=False)
    return figure


def distribution(
    frame: pd.DataFrame,
    *,
    group: str,
    value: str | Column,
    kind: str,
    sampled: str,
    width: str = "two",
) -> Drawing:
    """Many values of each group as a cloud, with single named ones as marks over it.

    `kind` is the column that tells them apart: rows whose kind is `sampled` make the cloud and its box (median and
    quartiles), the others are marked.
    """
    column = as_column(value)
    check_columns(frame, group, column.key, kind)
    rows = drawable(frame, column.key, False)
    groups = levels(rows[group])
    cloud, marked = rows[rows[kind] == sampled], rows[rows[kind] != sampled]
    styles = looks(levels(marked[kind]))
    with own_style(SETTINGS):
        labels = _legend_labels(kind, styles, width)
        below = legend_height(labels, width, is_line=False)
        figure, [(axes, _)] = panels(rows, None, width, 0.5 + 0.5 * len(groups), below)
        for place, name in enumerate(groups):
            _draw_cloud(axes, cloud[cloud[group] == name][column.key].to_numpy(float), place)
        for place, (look, marks) in enumerate(_lines(marked, kind, styles)):
            _draw_dots(axes, marks, group, groups, _beside(place, len(styles)), column, look)
        _list_groups(axes, as_column(group), groups, width)
        _scale(axes.xaxis, column, rows, False)
        label_outside([axes], width, column.heading, "")
        legend_below(figure, styles.values(), labels, width, is_line=False)
    return figure


def pairs(
    frame: pd.DataFrame,
    *,
    label: str,
    values: Sequence[str],
    heading: str,
    kind: str = "count",
    log: bool = True,
    width: str = "two",
) -> Drawing:
    """Several values of each thing on one line, joined: what was reported beside what was measured, for example.

    The first is an open ring, the others are ever smaller: a mark within another is a tie.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"game": ["a", "b"], "reported": [10, 20], "measured": [10, 30]})
    >>> figure = pairs(table, label="game", values=["reported", "measured"], heading="calls")
    >>> figure.axes[0].get_xlabel()
    'calls'
    """
    check_columns(frame, label, *values)
    styles = nested(looks(values))
    long = frame.melt(id_vars=[label], value_vars=list(values), var_name="which", value_name=heading)
    rows, column = drawable(long, heading, log), Column(heading, heading, kind)
    groups = levels(rows[label])
    with own_style(SETTINGS):
        labels = _legend_labels("which", styles, width)
        below = legend_height(labels, width, is_line=False)
        figure, [(axes, _)] = panels(rows, None, width, 0.5 + 0.35 * len(groups), below)
        for place, name in enumerate(groups):
            own = rows[rows[label] == name][heading]
            axes.plot([own.min(), own.max()], [place, place], color="#b0b0b0", lw=1, zorder=1)
        for look, marks in _lines(rows, "which", styles):
            _draw_dots(axes, marks, label, groups, 0.0, column, look)
        _list_groups(axes, as_column(label), groups, width)
        _scale(axes.xaxis, column, rows, log)
        label_outside([axes], width, heading, "")
        legend_below(figure, styles.values(), labels, width, is_line=False)
    return figure


# -- parts -------------------------------------------------------------------------------------------------------------


def _styles(rows: pd.DataFrame, hue: str | None) -> dict[Any, Look]:
    """How each value of the hue looks; without one, the name is None."""
    return looks(levels(rows[hue]) if hue else [None])


def _legend_labels(hue: str | None, styles: dict[Any, Look], width: str) -> list[str]:
    room = LEGEND_ROOM[choose("width", width, LEGEND_ROOM)]
    return [named(as_column(hue), name, room) for name in styles] if hue else []


def _lines(rows: pd.DataFrame, hue: str | None, styles: dict[Any, Look]) -> Iterator[tuple[Look, pd.DataFrame]]:
    """The look and the rows of each value of the hue."""
    for name, look in styles.items():
        yield look, rows if hue is None else rows[rows[hue] == name]


def _with_interval(frame: pd.DataFrame, column: Column) -> Column:
    """The column with its interval, if the frame has one."""
    low, high = column.low or f"{column.key}_low", column.high or f"{column.key}_high"
    return as_column(column, low, high) if {low, high} <= set(frame.columns) else as_column(column)


def _draw_line(axes: Axes, line: pd.DataFrame, x: str, column: Column, look: Look) -> None:
    """A line on axes whose scale is set: on a log axis seaborn takes means of logarithms."""
    marks: dict[str, Any] = {"marker": look.marker, "color": look.color, "markersize": 4, "linewidth": 1.2}
    dashes = (None, None) if not look.dashes else look.dashes
    if column.low is None and line.duplicated(x).any():
        mean = {"estimator": "mean", "errorbar": ("ci", 95), "seed": 1, "n_boot": 1000}
        sns.lineplot(line, x=x, y=column.key, ax=axes, legend=False, dashes=dashes, **mean, **marks)
        axes.set(xlabel="", ylabel="")
        return
    line = line.sort_values(x)
    axes.plot(line[x], line[column.key], dashes=dashes, mec="white", mew=0.4, zorder=3, **marks)
    if column.low is not None and column.high is not None:
        axes.vlines(line[x], line[column.low], line[column.high], color=look.color, lw=0.9, alpha=0.75, zorder=2)


def _aside(line: pd.DataFrame, x: str, place: int, count: int, column: Column) -> pd.DataFrame:
    """The rows of one of several lines with bars, moved so little that no bar hides another."""
    places = np.unique(line[x])
    if column.low is None or len(places) < 2:
        return line
    return line.assign(**{x: line[x] + 0.22 * _beside(place, count) * np.diff(places).min()})


def _draw_thin(axes: Axes, line: pd.DataFrame, x: str, key: str, look: Look) -> None:
    line = line.sort_values(x)
    axes.plot(line[x], line[key], color=look.color, dashes=look.dashes or (None, None), lw=0.6, zorder=2)


def _draw_limits(axes: Axes, limits: Mapping[Any, float], column: Column, styles: dict[Any, Look]) -> None:
    """Lines across with their names at the left; that of the highest is above it, so that two near ones are read."""
    highest = max(limits.values(), default=None)
    for name, limit in limits.items():
        look, is_above = styles[name], limit == highest
        axes.axhline(limit, color=look.color, dashes=look.dashes or (None, None), lw=0.6, zorder=1)
        axes.annotate(
            f"limit of {name}: {tick_text(column.kind)(limit, 0)}",
            (0, limit),
            (4, 2 if is_above else -2),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="bottom" if is_above else "top",
            color=INK,
            size=7,
            bbox={"fc": "white", "ec": "none", "pad": 0.4},
        )


def _draw_dots(
    axes: Axes, rows: pd.DataFrame, group: str, groups: list[Any], offset: float, column: Column, look: Look
) -> None:
    heights = [groups.index(name) + offset for name in rows[group]]
    axes.scatter(rows[column.key], heights, **look.dot(), zorder=4)
    if column.low is not None and column.high is not None:
        axes.hlines(heights, rows[column.low], rows[column.high], color=look.color, lw=1.1, zorder=2)


def _draw_cloud(axes: Axes, values: Any, place: int) -> None:
    """A dot a value, spread by rank, not by chance: the same rows give the same picture."""
    jitter = 0.22 * (np.argsort(np.argsort(values)) * 0.618 % 1 - 0.5)
    axes.scatter(values, place + jitter, s=5, color="#9a9a9a", lw=0, zorder=2)
    if len(values):
        low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
        axes.plot([low, high], [place, place], color=INK, lw=3, solid_capstyle="butt", zorder=3)
        axes.plot([middle], [place], marker="|", ms=11, mew=1.6, color=INK, zorder=3)


def _beside(place: int, count: int) -> float:
    """How far from the middle of its group one of several marks stands, so that none hides another."""
    return 0.62 * ((place + 0.5) / count - 0.5)


def _list_groups(axes: Axes, column: Column, groups: list[Any], width: str) -> None:
    """The groups from top to bottom."""
    axes.set_yticks(range(len(groups)), [named(column, one, GROUP_ROOM[width]) for one in groups])
    axes.set_ylim(len(groups) - 0.45, -0.55)
    axes.grid(False, axis="y")


def _scale(
    axis: Axis,
    column: Column,
    rows: pd.DataFrame,
    is_log: bool,
    reaches: Sequence[float] = (),
    *,
    more: str | None = None,
    reference: float | None = None,
) -> None:
    """Ends, scale and ticks of the axis of values: the same for every panel."""
    values = [rows[key].astype(float) for key in (column.key, column.low, column.high, more) if key is not None]
    known = [float(end) for part in values for end in (part.min(), part.max()) if np.isfinite(end)]
    ends = [*known, *reaches, *([] if reference is None else [reference])]
    least, most = min(end for end in ends if end > 0 or not is_log), max(ends)
    set_up(axis, column, nice_limits(least, most, is_log), is_log, reference)
