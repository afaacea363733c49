"""Which figures show a study: each is drawn from one of its tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from plyscope.reports import figures
from plyscope.studies.clock import READABLE
from plyscope.studies.ordering import SHUFFLED
from plyscope.studies.summary import Column, Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ALGORITHMS = ("minimax", "alphabeta")


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


def _depth(summary: Summary) -> list[StudyFigure]:
    levels, keys = summary.table("by-depth").frame, ["stage", "depth"]
    calls, seconds = (both_searches(levels, keys, name) for name in ("calls", "seconds"))
    efficiency = Column("pruning_efficiency", "pruning efficiency (1 = minimal tree)", "number")
    time = Column("seconds", "time a search", "seconds")
    return [
        StudyFigure(
            "calls",
            "Calls a search by level and stage: means over positions with 95 % intervals.",
            lambda width: figures.growth(calls, y="calls", facet="stage", width=width),
        ),
        StudyFigure(
            "seconds",
            "Time a search by level and stage, each search timed alone; some 25 µs of each are its start.",
            lambda width: figures.growth(seconds, y=time, facet="stage", width=width),
        ),
        StudyFigure(
            "efficiency",
            "Pruning efficiency of alpha-beta by level: 0 is minimax, 1 the minimal tree.",
            lambda width: figures.growth(levels, y=efficiency, hue="stage", log=False, width=width),
        ),
    ]


def _stage(summary: Summary) -> list[StudyFigure]:
    levels, branching = summary.table("by-stage").frame, summary.table("branching").frame
    moves = Column("moves", "legal moves at the root", "number")
    facet = "heuristic" if "heuristic" in levels else None
    return [
        StudyFigure(
            "calls",
            "Calls of alpha-beta by level and stage: means with 95 % intervals.",
            lambda width: figures.growth(levels, y="calls", hue="stage", facet=facet, width=width),
        ),
        StudyFigure(
            "branching",
            "Legal moves at the root by stage, means with 95 % intervals.",
            lambda width: figures.by_group(branching, group="stage", value=moves, width=width),
        ),
    ]


def _endgame(summary: Summary) -> list[StudyFigure]:
    levels = summary.table("by-level").frame
    levels = levels.assign(empties=[f"{band} empty squares" for band in levels["empties"]])
    ratio = Column("calls_ratio", "minimax / alpha-beta calls", "ratio")
    return [
        StudyFigure(
            "ratios",
            "What alpha-beta saves near the end, by level and empty squares: ratios of mean calls.",
            lambda width: figures.growth(levels, y=ratio, hue="empties", width=width),
        ),
    ]


def _clock(summary: Summary) -> list[StudyFigure]:
    ratio = Column("ratio", "minimax / alpha-beta, one game", "ratio")
    ratios = clock_ratios(summary.table("games").frame)
    return [
        StudyFigure(
            "ratios",
            "What alpha-beta saves in one game a heuristic: in calls, in seconds of plain Python and of compiled code.",
            lambda width: figures.by_group(
                ratios, group="heuristic", value=ratio, hue="measured in", reference=1, width=width
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
    ratio = Column("calls_ratio", "minimax / alpha-beta calls", "ratio")
    return [
        StudyFigure(
            "games",
            "Calls of both players in one game a heuristic: minimax, and alpha-beta in four dialects.",
            lambda width: figures.pairs(
                game_lines(games), label="heuristic", values=game_names(games), heading="calls in one game", width=width
            ),
        ),
        StudyFigure(
            "equal-positions",
            "What alpha-beta saves on equal positions, heuristic by heuristic, with 95 % intervals.",
            lambda width: figures.by_group(
                positions, group="heuristic", value=ratio, hue="dialect", reference=1, width=width
            ),
        ),
    ]


def game_names(games: pd.DataFrame) -> list[str]:
    """What is compared in the figure of games."""
    return ["minimax", *(f"alpha-beta, {dialect}" for dialect in dict.fromkeys(games["dialect"]))]


def game_lines(games: pd.DataFrame) -> pd.DataFrame:
    """One line a heuristic: minimax, then alpha-beta in each dialect."""
    wide = games.pivot(index="heuristic", columns="dialect", values="calls_alphabeta")
    wide = wide.rename(columns=lambda dialect: f"alpha-beta, {dialect}")
    wide.insert(0, "minimax", games.groupby("heuristic")["calls_minimax"].first())
    return wide.loc[list(dict.fromkeys(games["heuristic"]))].reset_index()


def _ordering(summary: Summary) -> list[StudyFigure]:
    seeds, orders = summary.table("seeds").frame, summary.table("orders").frame
    efficiency = Column("pruning_efficiency", "pruning efficiency (1 = minimal tree)", "number")
    distance = Column("to_minimal", "nodes / minimal tree", "ratio")
    return [
        StudyFigure(
            "shuffles",
            "A grey dot is the mean of one shuffle over the positions; the bar spans the quartiles, its notch is the "
            "median.",
            lambda width: figures.distribution(
                seeds, group="stage", value=efficiency, kind="order_kind", sampled=SHUFFLED, width=width
            ),
        ),
        StudyFigure(
            "orders",
            "How far each order leaves alpha-beta from the minimal tree: geometric means with 95 % intervals.",
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
            "What one changed choice costs alpha-beta: geometric means with 95 % intervals.",
            lambda width: figures.by_group(
                costs, group="dialect", value=cost, hue="heuristic", reference=1, log=True, width=width
            ),
        )
    ]


def _size(summary: Summary) -> list[StudyFigure]:
    table = summary.table("by-size").frame
    size = Column("size", "squares a side", "count")
    tree = Column("tree_growth", "branching (d-th root of the full tree)", "number")
    ratio = Column("calls_ratio", "minimax / alpha-beta calls", "ratio")
    return [
        StudyFigure(
            "branching",
            "How boards branch by size, with 95 % intervals.",
            lambda width: figures.growth(table, x=size, y=tree, hue="board_kind", width=width),
        ),
        StudyFigure(
            "saving",
            "What alpha-beta saves by size, with 95 % intervals.",
            lambda width: figures.growth(table, x=size, y=ratio, hue="board_kind", width=width),
        ),
    ]


def _variant(summary: Summary) -> list[StudyFigure]:
    rules, aims = summary.table("by-variant").frame, summary.table("by-aim").frame
    ratio = Column("ratio", "nodes, reversed / reversi", "ratio")
    return [
        StudyFigure(
            "rules",
            "The same heuristic under both rules: nodes of Reversed Reversi over those of Reversi, 95 % intervals.",
            lambda width: figures.by_group(
                rules, group="heuristic", value=ratio, facet="stage", reference=1, width=width
            ),
        ),
        StudyFigure(
            "aims",
            "Each variant with its own aim: nodes of Reversed Reversi over those of Reversi, with 95 % intervals.",
            lambda width: figures.by_group(
                aims, group="heuristic", value=ratio, hue="stage", reference=1, log=True, width=width
            ),
        ),
    ]


def _deepening(summary: Summary) -> list[StudyFigure]:
    table = summary.table("by-depth").frame
    time = Column("seconds_so_far", "time with the depths before", "seconds")
    return [
        StudyFigure(
            "seconds",
            "Mean time to search to a depth, all depths from 3 on included.",
            lambda width: figures.growth(table, y=time, hue="dialect", width=width),
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
