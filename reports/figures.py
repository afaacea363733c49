"""Figures from rows and tables; what they show was computed before, and can be drawn again.

All take a frame and names of columns, and return a figure at the width of one or of two columns of a paper. Colours are
safe for the colour-blind, and marks and dashes differ too, so that a grey print can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from plyscope.reports.figure_axes import (
    check_columns,
    drawable,
    label_outside,
    legend_below,
    levels,
    nice_limits,
    panels,
    set_up,
)
from plyscope.reports.figure_style import DPI, INK, SETTINGS, Drawing, Look, as_column, looks, named
from plyscope.reports.saving import own_style, save_figure
from plyscope.studies.summary import Column

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("png", "svg", "pdf")
_MOST_TICKS = 10


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
    width: str = "two",
) -> Drawing:
    """Lines of `y` over `x`, one for each value of `hue`, a panel for each value of `facet`.

    A table that has the columns ``y_low`` and ``y_high``, or a `Column` that names them, is drawn as it is, with its
    intervals as bars. Of rows with several values at an `x`, the mean is drawn with a 95 % bootstrap interval, as
    seaborn estimates both: the geometric mean on a log axis, else the arithmetic one.

    Examples
    --------
    >>> from plyscope.studies.sweep import sweep
    >>> rows = sweep("start", depth=range(1, 4), size=[6, 8], show="none")
    >>> figure = growth(rows, x="depth", y="calls", hue="algorithm", facet="size")
    >>> [axes.get_title('left') for axes in figure.axes]
    ['size 6', 'size 8']
    """
    across, up = as_column(x), _with_interval(frame, as_column(y))
    check_columns(frame, across.key, up.key, hue, facet)
    rows = drawable(frame, up.key, log)
    styles = looks(levels(rows[hue])) if hue else {None: next(iter(looks([""]).values()))}
    with own_style(SETTINGS):
        height = 2.1 if facet is None else 1.9
        labels = [named(as_column(hue), name) for name in styles] if hue else []
        figure, drawn = panels(rows, as_column(facet) if facet else None, width, height, labels)
        for axes, _ in drawn:
            _finish(axes, across, up, rows, log)
        for axes, own in drawn:
            for name, look in styles.items():
                line = own if name is None else own[own[str(hue)] == name]
                if len(line):
                    _draw_line(axes, line, across.key, up, look)
        label_outside([axes for axes, _ in drawn], width, across.heading, up.heading)
        if hue:
            legend_below(figure, _handles(styles, is_line=True), labels, width)
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
    groups, styles = levels(rows[group]), looks(levels(rows[hue])) if hue else {None: next(iter(looks([""]).values()))}
    with own_style(SETTINGS):
        height = 0.5 + 0.17 * len(groups) * (1 + 0.5 * (len(styles) - 1))
        labels = [named(as_column(hue), name) for name in styles] if hue else []
        figure, drawn = panels(rows, as_column(facet) if facet else None, width, height, labels)
        for axes, own in drawn:
            for place, (name, look) in enumerate(styles.items()):
                part = own if name is None else own[own[str(hue)] == name]
                offset = 0.62 * ((place + 0.5) / len(styles) - 0.5)
                _draw_dots(axes, part, group, groups, offset, column, look)
            if reference is not None:
                axes.axvline(reference, color=INK, lw=0.8, zorder=1)
            axes.set_yticks(range(len(groups)), [named(as_column(group), one) for one in groups])
            axes.set_ylim(len(groups) - 0.45, -0.55)
            axes.grid(False, axis="y")
            _scale(axes.xaxis, column, rows, log, reference)
        label_outside([axes for axes, _ in drawn], width, column.heading, "")
        if hue:
            legend_below(figure, _handles(styles, is_line=False), labels, width)
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
        labels = [named(as_column(kind), name) for name in styles]
        figure, [(axes, _)] = panels(rows, None, width, 0.5 + 0.5 * len(groups), labels)
        for place, name in enumerate(groups):
            own = cloud[cloud[group] == name][column.key].to_numpy(float)
            # Spread by rank, not by chance: the same rows give the same picture.
            jitter = 0.22 * (np.argsort(np.argsort(own)) * 0.618 % 1 - 0.5)
            axes.scatter(own, place + jitter, s=5, color="#9a9a9a", lw=0, zorder=2)
            if len(own):
                low, middle, high = np.quantile(own, [0.25, 0.5, 0.75])
                axes.plot([low, high], [place, place], color=INK, lw=3, solid_capstyle="butt", zorder=3)
                axes.plot([middle], [place], marker="|", ms=11, mew=1.6, color=INK, zorder=3)
        for kind_name, look in styles.items():
            own_marks = marked[marked[kind] == kind_name]
            heights = [groups.index(name) for name in own_marks[group]]
            axes.scatter(own_marks[column.key], heights, **_dot(look), zorder=4)
        axes.set_yticks(range(len(groups)), [named(as_column(group), one) for one in groups])
        axes.set_ylim(len(groups) - 0.45, -0.55)
        axes.grid(False, axis="y")
        _scale(axes.xaxis, column, rows, False, None)
        label_outside([axes], width, column.heading, "")
        legend_below(figure, _handles(styles, is_line=False), labels, width)
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

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"game": ["a", "b"], "reported": [10, 20], "measured": [10, 30]})
    >>> figure = pairs(table, label="game", values=["reported", "measured"], heading="calls")
    >>> figure.axes[0].get_xlabel()
    'calls'
    """
    check_columns(frame, label, *values)
    styles = looks(values)
    long = frame.melt(id_vars=[label], value_vars=list(values), var_name="which", value_name=heading)
    rows = drawable(long, heading, log)
    groups = levels(rows[label])
    with own_style(SETTINGS):
        labels = [named(as_column("which"), name) for name in styles]
        figure, [(axes, _)] = panels(rows, None, width, 0.5 + 0.5 * len(groups), labels)
        for place, name in enumerate(groups):
            own = rows[rows[label] == name][heading]
            axes.plot([own.min(), own.max()], [place, place], color="#b0b0b0", lw=1, zorder=1)
        for number, (which, look) in enumerate(styles.items()):
            own_rows = rows[rows["which"] == which]
            # A little apart, so that equal values are both seen.
            heights = [groups.index(name) + 0.5 * ((number + 0.5) / len(styles) - 0.5) for name in own_rows[label]]
            axes.scatter(own_rows[heading], heights, **_dot(look), zorder=3)
        axes.set_yticks(range(len(groups)), [named(as_column(label), one) for one in groups])
        axes.set_ylim(len(groups) - 0.45, -0.55)
        axes.grid(False, axis="y")
        _scale(axes.xaxis, Column(heading, heading, kind), rows, log, None)
        label_outside([axes], width, heading, "")
        legend_below(figure, _handles(styles, is_line=False), labels, width)
    return figure


# -- parts -------------------------------------------------------------------------------------------------------------


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


def _draw_dots(
    axes: Axes, rows: pd.DataFrame, group: str, groups: list[Any], offset: float, column: Column, look: Look
) -> None:
    heights = [groups.index(name) + offset for name in rows[group]]
    axes.scatter(rows[column.key], heights, **_dot(look), zorder=3)
    if column.low is not None and column.high is not None:
        axes.hlines(heights, rows[column.low], rows[column.high], color=look.color, lw=1.1, zorder=2)


def _dot(look: Look) -> dict[str, Any]:
    return {"marker": look.marker, "color": look.color, "s": 22, "linewidths": 0.4, "edgecolors": "white"}


def _finish(axes: Axes, across: Column, up: Column, rows: pd.DataFrame, is_log: bool) -> None:
    set_up(axes.xaxis, across, False, 0, 1)
    places = sorted(rows[across.key].unique())
    if len(places) <= _MOST_TICKS:
        axes.set_xticks(places)
    _scale(axes.yaxis, up, rows, is_log, None)


def _scale(axis: Any, column: Column, rows: pd.DataFrame, is_log: bool, reference: float | None) -> None:
    """Ends, scale and ticks of the axis of values: the same for every panel."""
    values = [rows[key].astype(float) for key in (column.key, column.low, column.high) if key is not None]
    known = [float(end) for part in values for end in (part.min(), part.max()) if np.isfinite(end)]
    ends = [*known, *([] if reference is None else [reference])]
    least, most = min(end for end in ends if end > 0 or not is_log), max(ends)
    set_up(axis, column, is_log, least, most)
    axes = axis.axes
    limits = nice_limits(least, most, is_log)
    (axes.set_xlim if axis is axes.xaxis else axes.set_ylim)(limits)


def _handles(styles: dict[Any, Look], is_line: bool) -> list[Line2D]:
    """What the legend shows of each look."""
    return [
        Line2D(
            [],
            [],
            color=look.color,
            marker=look.marker,
            ms=4,
            lw=1.2 if is_line else 0,
            dashes=look.dashes or (None, None) if is_line else (None, None),
        )
        for look in styles.values()
    ]
