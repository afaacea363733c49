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
from plyscope.reports.saving import check_path, own_style, save_figure

if TYPE_CHECKING:
    import pandas as pd

_WIDTH, _HEIGHT = 7.0, 5.0
_INK, _MOVER, _OTHER = "#1a1a1a", "#1a1a1a", "#999999"
_MARKERS = dict(zip(STAGES, ("o", "s", "^"), strict=True))
_SETTINGS = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
}
_LEGEND: dict[str, Any] = {
    "loc": "upper right",
    "frameon": False,
    "fontsize": 8,
    "handletextpad": 0.4,
    "columnspacing": 1.2,
    "borderaxespad": 0.0,
}


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
    with own_style(_SETTINGS):
        figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained", facecolor="white")
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1.4))
        _draw_moves(upper, table)
        _draw_passes(lower, table)
        if title:
            figure.suptitle(title, x=0.01, ha="left", size=10, weight="bold", color=_INK)
    return figure


def save_position_statistics(table: pd.DataFrame, path: str | Path, *, title: str | None = None) -> Path:
    """Draw into a PNG, SVG or PDF file, whole or not at all; the same table gives the same bytes."""
    check_path(path)
    return save_figure(draw_position_statistics(table, title=title), path, _SETTINGS)


def _check_table(table: pd.DataFrame) -> None:
    if "discs" not in table:
        raise InputError("a table without the column 'discs': make it with position_statistics(..., by='discs')")
    sizes = sorted(set(table["size"]))
    if len(sizes) > 1:
        raise InputError(f"positions on boards of size {sizes}: draw one size at a time")


def _draw_moves(axes: Axes, table: pd.DataFrame) -> None:
    """The branching factor at each disc count: its range, its quartiles and its mean."""
    stages = list(dict.fromkeys(table["stage"]))
    palette = dict(zip(STAGES, sns.color_palette("colorblind"), strict=False))
    for stage, rows in table.groupby("stage", sort=False):
        color = palette[str(stage)]
        axes.vlines(rows["discs"], rows["moves_min"], rows["moves_max"], color=color, alpha=0.6, lw=1)
        axes.vlines(rows["discs"], rows["moves_q1"], rows["moves_q3"], color=color, alpha=0.35, lw=5)
    order = {"hue_order": stages, "style_order": stages, "palette": palette, "markers": _MARKERS}
    looks = {"edgecolor": _INK, "linewidth": 0.5, "s": 26, "zorder": 3}
    sns.scatterplot(table, x="discs", y="moves_mean", hue="stage", style="stage", ax=axes, **order, **looks)
    # A fifth more than the tallest line: room for the legend, whatever the positions.
    axes.set(ylabel="legal moves", ylim=(-0.6, 1.2 * max(1, table["moves_max"].max())))
    axes.set_title("Branching factor: mean (mark), quartiles (bar), range (line)", loc="left", size=9)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    counts = table.groupby("stage", sort=False)["positions"].sum()
    handles, _ = axes.get_legend_handles_labels()
    names = [f"{stage} (n = {counts[stage]})" for stage in stages]
    axes.legend(handles, names, **_LEGEND, ncols=len(stages))


def _draw_passes(axes: Axes, table: pd.DataFrame) -> None:
    """How often each side would have to pass."""
    few, many = table["positions"].min(), table["positions"].max()
    each = f"{few}" if few == many else f"{few} to {many}"
    axes.bar(table["discs"] - 0.2, table["pass_share"], width=0.4, color=_MOVER, label="the side to move")
    axes.bar(
        table["discs"] + 0.2,
        table["other_pass_share"],
        width=0.4,
        color=_OTHER,
        label="the other side, were it to move",
    )
    axes.set(xlabel="discs on the board", ylabel="share of positions", ylim=(0, 1.2), yticks=(0, 0.5, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title(f"Who has no move (n = {each} at a disc count)", loc="left", size=9)
    size = int(table["size"].iloc[0])
    axes.set_xlim(2.5, size * size + 0.5)
    axes.xaxis.set_major_locator(MultipleLocator(size if size <= 8 else 4 * size))
    axes.legend(**_LEGEND, ncols=2)
