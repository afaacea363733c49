"""Does alpha-beta gain when the heuristic gets better? (`uam`, tables 1 and 2).

The report counts one game a heuristic. A heuristic changes the game, and with it every tree that is searched, so three
heuristics are compared on three different games. Here the same question is also asked on equal positions, where minimax
visits the same tree whatever the heuristic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from plyscope.studies.compare import CALLS_OF_BOTH, TIMES_OF_BOTH
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import small_sample_note, summarise
from plyscope.studies.study import Asked, Study, extremes, records, side_by_side
from plyscope.studies.summary import Column, Summary, Table
from plyscope.studies.uam import BLACK_DEPTH, DIALECTS, SIZE, WHITE_DEPTH
from plyscope.studies.uam import HEURISTICS as GAME_HEURISTICS

MORE_HEURISTICS = (
    "uam.piece_difference",
    "uam.corners",
    "uam.edges",
    "uam.pieces_edges_corners",
    "uam.weights",
    "uam.weights_and_times_2",
)
PRINTED, INCLUSIVE, *_ = DIALECTS


class HeuristicStudy(Study):
    """The games of `uam` in four dialects, and its heuristics on equal positions in two."""

    name = "heuristic"
    question = "Does alpha-beta gain when the heuristic gets better, or does another game get searched?"
    ignores = ("dialect", "variant")
    times = None

    def grids(self, asked: Asked) -> list[Grid]:
        """Games first, then searches of equal positions."""
        games = grid(
            "start",
            size=SIZE,
            heuristic=asked.heuristics_or(*GAME_HEURISTICS),
            depth=BLACK_DEPTH,
            white_depth=WHITE_DEPTH,
            dialect=DIALECTS,
        )
        searches = grid(
            asked.sample("stages-6x6", asked.pick(15, 50, 100)),
            heuristic=asked.heuristics_or(*GAME_HEURISTICS, *MORE_HEURISTICS),
            depth=asked.depths_or((BLACK_DEPTH,) if asked.scale == "quick" else (BLACK_DEPTH, WHITE_DEPTH)),
            dialect={name: DIALECTS[name] for name in (PRINTED, INCLUSIVE)},
            metrics=("pruned_share",),
        )
        return [games, searches]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Games and equal positions, side by side."""
        games, searches = rows[rows["kind"] == "game"], rows[rows["kind"] == "search"]
        tables = (game_table(games), position_table(searches))
        return Summary(self.name, self.question, tables, findings(*tables))


def game_table(games: pd.DataFrame) -> Table:
    """Calls and times of one game a heuristic, as the report counts them."""
    pairs = side_by_side(games, ("calls", "seconds", "plies"))
    frame = pairs[["heuristic", "dialect", "calls_minimax", "calls_alphabeta"]].copy()
    frame = frame.astype({"calls_minimax": int, "calls_alphabeta": int})
    frame["calls_ratio"] = frame["calls_minimax"] / frame["calls_alphabeta"]
    frame["plies"] = pairs["plies_alphabeta"].astype(int)
    frame["seconds_minimax"], frame["seconds_alphabeta"] = (
        pairs[f"seconds_{kind}"].astype(float) for kind in ("minimax", "alphabeta")
    )
    frame["seconds_ratio"] = frame["seconds_minimax"] / frame["seconds_alphabeta"]
    frame = frame.sort_values(["dialect", "heuristic"], key=_in_order(games), ignore_index=True)
    columns = (
        Column("dialect", "dialect"),
        Column("heuristic", "heuristic"),
        Column("plies", "plies", "count"),
        *CALLS_OF_BOTH,
        Column("calls_ratio", "calls, ratio", "ratio"),
        *TIMES_OF_BOTH,
        Column("seconds_ratio", "time, ratio", "ratio"),
    )
    note = "Both players of one game on 6x6, black at depth 4 and white at depth 5; a heuristic plays its own game."
    return Table("games", "One game a heuristic", frame, columns, note)


def _in_order(rows: pd.DataFrame) -> Callable[[Any], Any]:
    """Sort by the order in which the sweep named things."""
    place = {name: number for column in ("dialect", "heuristic") for number, name in enumerate(rows[column].unique())}
    return lambda names: names.map(place)


def position_table(searches: pd.DataFrame) -> Table:
    """The same positions for every heuristic."""
    deepest = searches[searches["depth"] == searches["depth"].max()]
    pairs = side_by_side(deepest, ("calls",)).astype({"calls_minimax": float, "calls_alphabeta": float})
    pairs["calls_ratio"] = pairs["calls_minimax"] / pairs["calls_alphabeta"]
    keys = ["dialect", "heuristic"]
    frame = summarise(pairs, keys, "calls_ratio", "geometric")
    for column in ("calls_minimax", "calls_alphabeta"):
        frame = frame.merge(summarise(pairs, keys, column).drop(columns=["n", "is_small"]), on=keys)
    frame = frame.sort_values(keys, key=_in_order(searches), ignore_index=True)
    columns = (
        Column("dialect", "dialect"),
        Column("heuristic", "heuristic"),
        Column("calls_minimax", "minimax calls", "count"),
        Column("calls_alphabeta", "alpha-beta calls", "count", 0, "calls_alphabeta_low", "calls_alphabeta_high"),
        Column("calls_ratio", "ratio", "ratio", 2, "calls_ratio_low", "calls_ratio_high"),
    )
    note = (
        f"{frame['n'].max()} positions, the same for every heuristic, depth {searches['depth'].max()}. Calls "
        f"are means, ratios geometric means, with 95 % bootstrap intervals. {small_sample_note(frame)}"
    )
    return Table("equal-positions", "The same positions for every heuristic", frame, columns, note.strip())


def _all_with(group: pd.DataFrame, line: dict[str, Any]) -> str:
    """The heuristics whose ratio reads the same as that of a line."""
    same = group[group["calls_ratio"].round(2) == round(line["calls_ratio"], 2)]["heuristic"]
    return " and ".join(same)


def findings(games: Table, positions: Table) -> tuple[str, ...]:
    """In words: the tie, and what is left of the ranking."""
    said = []
    for line in records(games.frame):
        if line["calls_minimax"] == line["calls_alphabeta"]:
            said.append(
                f"In the game of {line['heuristic']}, {line['dialect']}, alpha-beta makes all of minimax's "
                f"{line['calls_minimax']:,} calls: nothing is cut."
            )
    for name, group in positions.frame.groupby("dialect", sort=False):
        worst, best = extremes(group, "calls_ratio")
        said.append(
            f"On equal positions, {name}, alpha-beta saves most with {_all_with(group, best)} (minimax makes "
            f"{best['calls_ratio']:.2f} times the calls) and least with {_all_with(group, worst)} "
            f"({worst['calls_ratio']:.2f})."
        )
    full = positions.frame["calls_minimax"]
    same = "the same" if full.nunique() == 1 else "different numbers of"
    said.append(f"On equal positions minimax makes {same} calls whatever the heuristic.")
    return tuple(said)
