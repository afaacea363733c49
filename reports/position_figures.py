"""Figures of a position set, drawn from its table of statistics by disc count; nothing is computed here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, MultipleLocator, PercentFormatter

from plyscope.core.errors import InputError
from plyscope.core.positions.stages import STAGES
from plyscope.reports.figure_style import INK, SETTINGS, WIDTHS, looks
from plyscope.reports.saving import check_path, own_style, save_figure

if TYPE_CHECKING:
    import pandas as pd

_HEIGHT = 5.0
_PASSES = (
    ("the side to move", "pass_share", -1, INK),
    ("the other side, were it to move", "other_pass_share", 1, "#999999"),
)
"""Who has to pass: the legend, the column, the side of the disc count where its bars stand, their colour."""
_COLOURS = {stage: look.color for stage, look in looks(STAGES).items()}
_MARKERS = {stage: look.marker for stage, look in looks(STAGES).items()}
_LEGEND: dict[str, Any] = {"loc": "upper right", "handlelength": 1.0}


def draw_position_statistics(table: pd.DataFrame, *, title: str | None = None) -> Figure:
    """Draw the branching factor and the passes by disc count, the stages told apart by colour and marker.

    Parameters
    ----------
    table : DataFrame
        ``position_statistics(..., by="discs")`` of positions on one board size.
    title : str, optional

    Examples
    --------
    >>> from plyscope.core.positions import positions
    >>> from plyscope.studies.position_statistics import position_statistics
    >>> figure = draw_position_statistics(position_statistics(positions("stages-6x6"), by="discs"))
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['legal moves', 'share of positions']
    """
    _check_table(table)
    with own_style(SETTINGS):
        figure = Figure(figsize=(WIDTHS["two"], _HEIGHT), layout="constrained", facecolor="white")
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1.4))
        _draw_moves(upper, table)
        _draw_passes(lower, table)
        figure.align_ylabels()
        if title:
            figure.suptitle(title, x=0.01, ha="left", size=10, weight="bold", color=INK)
    return figure


def save_position_statistics(table: pd.DataFrame, path: str | Path, *, title: str | None = None) -> Path:
    """Draw into a PNG, SVG or PDF file, whole or not at all; the same table gives the same bytes."""
    check_path(path)
    return save_figure(draw_position_statistics(table, title=title), path, SETTINGS)


def _check_table(table: pd.DataFrame) -> None:
    if "discs" not in table:
        raise InputError("a table without the column 'discs': make it with position_statistics(..., by='discs')")
    sizes = sorted(set(table["size"]))
    if len(sizes) > 1:
        raise InputError(f"positions on boards of size {sizes}: draw one size at a time")


def _draw_moves(axes: Axes, table: pd.DataFrame) -> None:
    """The branching factor at each disc count: its range, its quartiles and its mean."""
    stages = list(dict.fromkeys(table["stage"]))
    for stage, rows in table.groupby("stage", sort=False):
        axes.vlines(rows["discs"], rows["moves_min"], rows["moves_max"], color=_COLOURS[stage], alpha=0.6, lw=1)
        axes.vlines(rows["discs"], rows["moves_q1"], rows["moves_q3"], color=_COLOURS[stage], alpha=0.35, lw=5)
    order = {"hue_order": stages, "style_order": stages, "palette": _COLOURS, "markers": _MARKERS}
    marks = {"edgecolor": "white", "linewidth": 0.4, "s": 26, "zorder": 3}
    sns.scatterplot(table, x="discs", y="moves_mean", hue="stage", style="stage", ax=axes, **order, **marks)
    # A fifth more than the tallest line: room for the legend, whatever the positions.
    axes.set(ylabel="legal moves", ylim=(-0.6, 1.2 * max(1, table["moves_max"].max())))
    axes.set_title("Branching factor: mean (mark), quartiles (bar), range (line)")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    counts = table.groupby("stage", sort=False)["positions"].sum()
    handles, _ = axes.get_legend_handles_labels()
    names = [f"{stage} (n = {counts[stage]})" for stage in stages]
    axes.legend(handles, names, **_LEGEND, ncols=len(stages))


def _draw_passes(axes: Axes, table: pd.DataFrame) -> None:
    """How often each side would have to pass."""
    few, many = table["positions"].min(), table["positions"].max()
    each = f"{few}" if few == many else f"{few} to {many}"
    shown = {}
    for name, key, side, color in _PASSES:
        bars = axes.bar(table["discs"] + 0.2 * side, table[key], width=0.4, color=color)
        if table[key].any():
            shown[name] = bars
    axes.set(xlabel="discs on the board", ylabel="share of positions", ylim=(0, 1.2), yticks=(0, 0.5, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title(f"Who has no move (n = {each} at a disc count)")
    size = int(table["size"].iloc[0])
    axes.set_xlim(2.5, size * size + 0.5)
    axes.xaxis.set_major_locator(MultipleLocator(size if size <= 8 else 4 * size))
    if shown:
        axes.legend(list(shown.values()), list(shown), **_LEGEND, ncols=len(shown))
