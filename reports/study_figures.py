"""Which figures show a study: each is drawn from one of its tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from plyscope.reports import figures
from plyscope.studies.clock import READABLE
from plyscope.studies.ordering import SHUFFLED
from plyscope.studies.reported import reported_value
from plyscope.studies.size import HALF
from plyscope.studies.summary import Column, Summary
from plyscope.studies.uam import HEURISTICS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ALGORITHMS = ("minimax", "alphabeta")
_CONSTANT = HEURISTICS[0]
_BARS = "95 % bootstrap intervals"


@dataclass(frozen=True)
class StudyFigure:
    """A figure with its caption; drawn at the width that is asked for."""

    name: str
    """The stem of its files."""
    caption: str
    draw: Callable[[str], Figure]


def study_figures(summary: Summary) -> list[StudyFigure]:
    """The figures of a study."""
    return _FIGURES[summary.study](summary)


def both_searches(frame: pd.DataFrame, keys: list[str], name: str) -> pd.DataFrame:
    """Columns such as `calls_minimax` and `calls_alphabeta` below each other, with their intervals."""
    parts = []
    for algorithm in _ALGORITHMS:
        own = {f"{name}_{algorithm}{end}": f"{name}{end}" for end in ("", "_low", "_high")}
        parts.append(frame[[*keys, *own]].rename(columns=own).assign(algorithm=algorithm))
    return pd.concat(parts, ignore_index=True)


def positions_of(frame: pd.DataFrame) -> str:
    """How many positions the marks of a figure rest on.

    Examples
    --------
    >>> positions_of(pd.DataFrame({"n": [12, 12]})), positions_of(pd.DataFrame({"n": [15, 18]}))
    ('12 positions', '15 to 18 positions')
    """
    least, most = frame["n"].min(), frame["n"].max()
    return f"{most if least == most else f'{least} to {most}'} position{'' if most == 1 else 's'}"


def depths_of(levels: pd.DataFrame) -> str:
    """How deep each stage was searched, if not all were searched alike; else nothing.

    Examples
    --------
    >>> depths_of(pd.DataFrame({"stage": ["early", "middle", "late"], "depth": [8, 8, 10]}))
    ' Early and middle positions are searched to depth 8, late ones to depth 10.'
    """
    deepest = levels.groupby("stage", sort=False, observed=True)["depth"].max()
    if deepest.nunique() == 1:
        return ""
    said = [
        f"{' and '.join(map(str, stages.index))} {'ones' if place else 'positions are searched'} to depth {depth}"
        for place, (depth, stages) in enumerate(deepest.groupby(deepest))
    ]
    return f" {', '.join(said).capitalize()}."


def _depth(summary: Summary) -> list[StudyFigure]:
    levels, keys = summary.table("by-depth").frame, ["stage", "depth"]
    calls, seconds = (both_searches(levels, keys, name) for name in ("calls", "seconds"))
    time, over = Column("seconds", "time a search", "seconds"), f"means over {positions_of(levels)} a stage"
    found = [
        StudyFigure(
            "calls",
            f"Calls a search by depth and stage, log scale: {over} with {_BARS}.{depths_of(levels)}",
            lambda width: figures.growth(calls, y="calls", facet="stage", width=width),
        ),
        StudyFigure(
            "seconds",
            f"Time a search by depth and stage, log scale: {over} with {_BARS}. Each search is timed alone; some 25 µs "
            "of each are its start.",
            lambda width: figures.growth(seconds, y=time, facet="stage", width=width),
        ),
    ]
    if "pruning_efficiency" not in levels or levels["pruning_efficiency"].isna().all():
        return found
    return [
        *found,
        StudyFigure(
            "efficiency",
            "Pruning efficiency of alpha-beta by depth, 0 for minimax and 1 for the minimal tree: means over the "
            f"positions with anything to prune, with {_BARS}.",
            lambda width: figures.growth(
                levels, y="pruning_efficiency", hue="stage", log=False, reaches=(0, 1), width=width
            ),
        ),
    ]


def _stage(summary: Summary) -> list[StudyFigure]:
    levels, branching = summary.table("by-stage").frame, summary.table("branching").frame
    moves = Column("moves", "legal moves at the root", "number")
    facet = "heuristic" if "heuristic" in levels else None
    return [
        StudyFigure(
            "calls",
            f"Calls of alpha-beta by depth and stage, log scale: means over {positions_of(levels)} a stage with "
            f"{_BARS}.",
            lambda width: figures.growth(levels, y="calls", hue="stage", facet=facet, width=width),
        ),
        StudyFigure(
            "branching",
            f"Legal moves at the root by stage: means over {positions_of(branching)} a stage with {_BARS}.",
            lambda width: figures.by_group(branching, group="stage", value=moves, width=width),
        ),
    ]


def _endgame(summary: Summary) -> list[StudyFigure]:
    levels = summary.table("by-level").frame
    levels = levels.assign(empties=[f"{band} empty squares" for band in levels["empties"]])
    return [
        StudyFigure(
            "ratios",
            "What alpha-beta saves near the end by depth and empty squares, log scale: ratios of mean calls over "
            f"{positions_of(levels)} a line.",
            lambda width: figures.growth(levels, y="calls_ratio", hue="empties", width=width),
        ),
    ]


def _clock(summary: Summary) -> list[StudyFigure]:
    ratio = Column("ratio", "minimax / alpha-beta, one game", "ratio")
    ratios = clock_ratios(summary.table("games").frame)
    return [
        StudyFigure(
            "ratios",
            "What alpha-beta saves in one game a heuristic, log scale: in calls, in seconds of plain Python and of "
            "compiled code. One game has no interval.",
            lambda width: figures.by_group(
                ratios, group="heuristic", value=ratio, hue="measured in", log=True, reference=1, width=width
            ),
        ),
    ]


def clock_ratios(games: pd.DataFrame) -> pd.DataFrame:
    """The ratios below each other: calls once, since both searches make the same, and seconds of each."""
    readable = games[games["backend"] == READABLE]
    parts = [readable[["heuristic", "calls_ratio"]].set_axis(["heuristic", "ratio"], axis=1).assign(kind="calls")]
    for backend, own in games.groupby("backend", sort=False):
        part = own[["heuristic", "seconds_ratio"]].set_axis(["heuristic", "ratio"], axis=1)
        parts.append(part.assign(kind="seconds, plain Python" if backend == READABLE else "seconds, compiled"))
    return pd.concat(parts, ignore_index=True).rename(columns={"kind": "measured in"})


def _heuristic(summary: Summary) -> list[StudyFigure]:
    games, positions = summary.table("games").frame, summary.table("equal-positions").frame
    return [
        StudyFigure(
            "games",
            "Calls of both players in one game a heuristic, log scale: minimax, and alpha-beta in four dialects. A "
            "mark in minimax's ring is a tie: nothing was cut.",
            lambda width: figures.pairs(
                game_lines(games), label="heuristic", values=game_names(games), heading="calls in one game", width=width
            ),
        ),
        StudyFigure(
            "equal-positions",
            "What alpha-beta saves on equal positions, heuristic by heuristic, log scale: geometric means over "
            f"{positions_of(positions)} with {_BARS}.",
            lambda width: figures.by_group(
                positions, group="heuristic", value="calls_ratio", hue="dialect", log=True, reference=1, width=width
            ),
        ),
    ]


def game_names(games: pd.DataFrame) -> list[str]:
    """What is compared in the figure of games."""
    return ["minimax", *(f"alpha-beta, {dialect}" for dialect in dict.fromkeys(games["dialect"]))]


def game_lines(games: pd.DataFrame) -> pd.DataFrame:
    """One line a heuristic: minimax, then alpha-beta in each dialect; the constant is called one."""
    wide = games.pivot(index="heuristic", columns="dialect", values="calls_alphabeta")
    wide = wide.rename(columns=lambda dialect: f"alpha-beta, {dialect}")
    wide.insert(0, "minimax", games.groupby("heuristic")["calls_minimax"].first())
    wide = wide.loc[list(dict.fromkeys(games["heuristic"]))]
    return wide.rename(index={_CONSTANT: f"{_CONSTANT} (a constant)"}).reset_index()


def _ordering(summary: Summary) -> list[StudyFigure]:
    seeds, orders = summary.table("seeds").frame, summary.table("orders").frame
    distance = Column("to_minimal", "nodes / minimal tree", "ratio")
    over = f"{positions_of(orders)} a stage"
    return [
        StudyFigure(
            "shuffles",
            f"Mean pruning efficiency over {over}. A grey dot is one shuffle; the black bar spans the quartiles of the "
            "shuffles, its notch is their median. The coloured marks are the named orders.",
            lambda width: figures.distribution(
                seeds, group="stage", value="pruning_efficiency", kind="order_kind", sampled=SHUFFLED, width=width
            ),
        ),
        StudyFigure(
            "orders",
            f"How far each order leaves alpha-beta from the minimal tree, log scale: geometric means over {over} with "
            f"{_BARS}.",
            lambda width: figures.by_group(
                orders, group="order_kind", value=distance, hue="stage", reference=1, log=True, width=width
            ),
        ),
    ]


def _dialects(summary: Summary) -> list[StudyFigure]:
    costs = summary.table("costs").frame
    cost = Column("cost", "nodes / nodes of the standard dialect", "ratio")
    return [
        StudyFigure(
            "costs",
            f"What one changed choice costs alpha-beta, log scale: geometric means over {positions_of(costs)} with "
            f"{_BARS}.",
            lambda width: figures.by_group(
                costs, group="dialect", value=cost, hue="heuristic", reference=1, log=True, width=width
            ),
        )
    ]


def _size(summary: Summary) -> list[StudyFigure]:
    table = summary.table("by-size").frame
    tree = Column("tree_growth", "branching (d-th root of the full tree)", "number")
    half = positions_of(table[table["board_kind"] == HALF])
    boards = (
        f"half-full boards are geometric means over {half} a size with {_BARS}, the start is one board and has none"
    )
    return [
        StudyFigure(
            "branching",
            f"How boards branch by size, log scale: {boards}.",
            lambda width: figures.growth(table, x="size", y=tree, hue="board_kind", width=width),
        ),
        StudyFigure(
            "saving",
            f"What alpha-beta saves by size, log scale: {boards}.",
            lambda width: figures.growth(table, x="size", y="calls_ratio", hue="board_kind", width=width),
        ),
    ]


def _variant(summary: Summary) -> list[StudyFigure]:
    rules, aims = summary.table("by-variant").frame, summary.table("by-aim").frame
    ratio = Column("ratio", "nodes, reversed / reversi", "ratio")
    return [
        StudyFigure(
            "rules",
            "The same heuristic under both rules, nodes of Reversed Reversi over those of Reversi: geometric means "
            f"over {positions_of(rules)} a stage with {_BARS}.",
            lambda width: figures.by_group(
                rules, group="heuristic", value=ratio, hue="stage", reference=1, width=width
            ),
        ),
        StudyFigure(
            "aims",
            "Each variant with its own aim, nodes of Reversed Reversi over those of Reversi, log scale: geometric "
            f"means over {positions_of(aims)} a stage with {_BARS}.",
            lambda width: figures.by_group(
                aims, group="heuristic", value=ratio, hue="stage", reference=1, log=True, width=width
            ),
        ),
    ]


def _deepening(summary: Summary) -> list[StudyFigure]:
    table = summary.table("by-depth").frame
    first = table["depth"].min()
    time = Column("seconds_so_far", f"time, depths {first} to d together", "seconds")
    limits = {name: reported_value(name, "time-limit") for name in dict.fromkeys(table["dialect"])}
    return [
        StudyFigure(
            "seconds",
            f"Time to search all depths from {first} to d, log scale: means over {positions_of(table)}, and the time "
            "limits of the reports. Thin lines without marks: the slowest position, depth d alone.",
            lambda width: figures.growth(table, y=time, hue="dialect", thin="slowest", limits=limits, width=width),
        )
    ]


_FIGURES: dict[str, Callable[[Summary], list[StudyFigure]]] = {
    "depth": _depth,
    "stage": _stage,
    "endgame": _endgame,
    "heuristic": _heuristic,
    "ordering": _ordering,
    "dialects": _dialects,
    "size": _size,
    "variant": _variant,
    "deepening": _deepening,
    "clock": _clock,
}
