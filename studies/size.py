"""How does the size of the board change a search? Boards from 4x4 to 24x24 (`toronto`)."""

from __future__ import annotations

from random import Random

import pandas as pd

from plyscope.core.position import Position
from plyscope.core.positions import Entry, stage_of
from plyscope.core.positions.chance import pick
from plyscope.studies.compare import paired
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import small_sample_note, summarise
from plyscope.studies.study import Asked, Study, side_by_side
from plyscope.studies.summary import Column, Summary, Table

SIZES = (4, 6, 8, 10, 12, 16, 20, 24)
START, HALF = "start", "half full"


class SizeStudy(Study):
    """The start and half-full boards of every size, in the dialect of `toronto` without its shuffle."""

    name = "size"
    question = "How do branching and pruning change with the size of the board?"
    ignores = ("positions", "dialect", "variant")

    def grids(self, asked: Asked) -> list[Grid]:
        """A half-full board is reached by random moves from a seed: no search is at home on every size."""
        count = asked.per_stage or asked.pick(4, 10, 20)
        entries = [entry for size in SIZES for entry in positions_of(size, count)]
        return [
            grid(
                entries,
                heuristic=asked.heuristics_or("toronto.absolute"),
                depth=asked.depths_or(range(1, asked.pick(3, 4, 4) + 1)),
                dialect="toronto",
                order="natural",
                metrics=("full_tree", "pruned_share", "pruning_efficiency"),
            )
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """By size, at the deepest level."""
        rows = rows.assign(board_kind=[START if name.startswith(START) else HALF for name in rows["position"]])
        table = size_table(rows)
        return Summary(self.name, self.question, (table,), findings(rows, table))


def positions_of(size: int, count: int) -> list[Entry]:
    """The start, and half-full boards from seeded random play on which the side to move has a move."""
    start = Position.start(size)
    found = [Entry(f"{START}-{size}", start, stage_of(start))]
    random = Random(size)
    while len(found) <= count:
        position = _play_at_random(start, size * size // 2, random)
        if position.legal_squares:
            found.append(Entry(f"half-{size}-{len(found)}", position, stage_of(position)))
    return found


def _play_at_random(position: Position, discs: int, random: Random) -> Position:
    while position.disc_count < discs and position.options():
        position = position.play(pick(random, position.options()))
    return position


def size_table(rows: pd.DataFrame) -> Table:
    """One line a size and kind of board."""
    deepest = rows[rows["depth"] == rows["depth"].max()]
    pairs = side_by_side(deepest.assign(stage=deepest["board_kind"]), ("calls", "full_tree"))
    pairs = pairs.rename(columns={"stage": "board_kind"})
    pairs["calls_ratio"] = (pairs["calls_minimax"] / pairs["calls_alphabeta"]).astype(float)
    pairs["tree_growth"] = pairs["full_tree_minimax"].astype(float) ** (1 / pairs["depth"].astype(float))
    keys = ["board_kind", "size"]
    frame = summarise(pairs, keys, "tree_growth", "geometric")
    frame = frame.merge(summarise(pairs, keys, "calls_ratio", "geometric").drop(columns=["n", "is_small"]), on=keys)
    pruned = deepest[deepest["algorithm"] == "alphabeta"].groupby(keys)["pruning_efficiency"].mean().reset_index()
    frame = frame.merge(pruned, on=keys).sort_values(keys, ascending=[False, True], ignore_index=True)
    columns = (
        Column("board_kind", "board"),
        Column("size", "size", "number", 0),
        Column("n", "positions", "count"),
        Column("tree_growth", "full tree, d-th root", "number", 2, "tree_growth_low", "tree_growth_high"),
        Column("calls_ratio", "minimax / alpha-beta", "ratio", 2, "calls_ratio_low", "calls_ratio_high"),
        Column("pruning_efficiency", "pruning efficiency", "number"),
    )
    note = (
        f"Depth d = {rows['depth'].max()}; geometric means of tree and ratio, with 95 % bootstrap intervals. "
        f"{small_sample_note(frame)}"
    )
    return Table("by-size", "Searches on boards of every size", frame, columns, note.strip())


def findings(rows: pd.DataFrame, table: Table) -> tuple[str, ...]:
    """In words."""
    half = table.frame[table.frame["board_kind"] == HALF]
    first, last = half.iloc[0], half.iloc[-1]
    is_same = paired(rows)["is_same"]
    return (
        f"A half-full board of {last['size']}x{last['size']} branches {last.tree_growth / first.tree_growth:.0f} times "
        f"as much as one of {first['size']}x{first['size']} ({last.tree_growth:.1f} and {first.tree_growth:.1f}).",
        f"Minimax makes {last.calls_ratio:.0f} times alpha-beta's calls on {last['size']}x{last['size']}, and "
        f"{first.calls_ratio:.1f} times on {first['size']}x{first['size']}, at depth {rows['depth'].max()}.",
        f"Alpha-beta chose minimax's move at minimax's value in {int(is_same.sum())} of {len(is_same)} searches.",
    )
