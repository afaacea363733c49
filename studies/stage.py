"""Is the early game slowest, and because it branches most? (`liao`, table 2)."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from plyscope.core.positions.stages import STAGES
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import geometric_mean, sample_sizes, small_sample_note, summarise
from plyscope.studies.study import Asked, Study, by_stage
from plyscope.studies.summary import Column, Summary, Table


class StageStudy(Study):
    """Alpha-beta by stage and level in the dialect of `liao`, with the branching factors."""

    name = "stage"
    question = "Is the early game slowest to search, and is it because it branches most?"
    times = None

    def grids(self, asked: Asked) -> list[Grid]:
        """As many positions of each stage as the set has."""
        chosen = asked.sample("stages", asked.pick(20, 50, 100))
        return [
            grid(
                chosen,
                algorithm="alphabeta",
                heuristic=asked.heuristics_or("liao.weighted"),
                depth=asked.depths_or(range(1, 7)),
                dialect=asked.dialect_or("liao"),
                variant=asked.variant_or("reversed"),
                metrics=("full_tree", "minimal_tree", "pruned_share", "pruning_efficiency", "ordering_quality"),
            )
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Calls, times and branching by stage."""
        rows = by_stage(rows)
        levels, branching = level_table(rows), branching_table(rows)
        return Summary(self.name, self.question, (levels, branching), findings(rows, branching))


def level_table(rows: pd.DataFrame) -> Table:
    """One line a stage and level, and a heuristic if there are several."""
    several = ["heuristic"] if rows["heuristic"].nunique() > 1 else []
    keys = [*several, "stage", "depth"]
    frame = summarise(rows.astype({"calls": float}), keys, "calls")
    means = rows.groupby(keys, observed=True)[["seconds", "full_tree", "pruned_share", "pruning_efficiency"]].mean()
    frame = frame.merge(means.reset_index(), on=keys)
    late = frame[frame["stage"] == "late"][[*several, "depth", "calls"]].rename(columns={"calls": "late"})
    frame = frame.merge(late, on=[*several, "depth"], how="left")
    frame["to_late"] = frame["calls"] / frame.pop("late")
    columns = (
        *(Column(name, name) for name in several),
        Column("stage", "stage"),
        Column("depth", "depth", "number", 0),
        Column("calls", "calls", "count", 0, "calls_low", "calls_high"),
        Column("seconds", "time", "seconds"),
        Column("full_tree", "full tree", "count"),
        Column("pruned_share", "pruned", "share"),
        Column("pruning_efficiency", "pruning efficiency", "number"),
        Column("to_late", "calls v late", "ratio", 1),
    )
    note = (
        f"{sample_sizes(frame)} Means a search, of the calls with 95 % bootstrap intervals. The full tree counts its "
        "root, calls do not. A dash in pruning efficiency: the minimal tree is the full one. "
        f"{small_sample_note(frame)}"
    ).strip()
    return Table("by-stage", "Alpha-beta by stage and level", frame, columns, note)


def branching_table(rows: pd.DataFrame) -> Table:
    """How much a stage branches: at the root, and in the tree below it. The heuristic does not matter."""
    rows = rows[rows["heuristic"] == rows["heuristic"].iloc[0]]
    deepest = rows[rows["depth"] == rows["depth"].max()]
    deepest = deepest.assign(tree_growth=deepest["full_tree"].astype(float) ** (1 / deepest["depth"]))
    # At depth 1 and below alike: the children of the root are all visited.
    shallow = rows[rows["depth"] == rows["depth"].min()]
    moves = shallow.assign(moves=[counts[1] for counts in shallow["by_ply"]])
    frame = summarise(moves.astype({"moves": float}), "stage", "moves")
    trees = summarise(deepest, "stage", "tree_growth", "geometric").drop(columns=["n", "is_small"])
    frame = frame.merge(trees, on="stage")
    frame["depth"] = deepest["depth"].max()
    columns = (
        Column("stage", "stage"),
        Column("n", "positions", "count"),
        Column("moves", "legal moves at the root", "number", 1, "moves_low", "moves_high"),
        Column("tree_growth", "full tree, d-th root", "number", 2, "tree_growth_low", "tree_growth_high"),
    )
    note = (
        f"The second is the d-th root of the full tree's nodes at d = {deepest['depth'].max()}, a geometric mean: how "
        "the tree branches on the way down, not at the root alone. Intervals are 95 % bootstrap. "
        f"{small_sample_note(frame)}"
    )
    return Table("branching", "Branching by stage", frame, columns, note.strip())


def findings(rows: pd.DataFrame, branching: Table) -> tuple[str, ...]:
    """Whether the claim holds; of the first heuristic."""
    first, level = rows["heuristic"].iloc[0], rows["depth"].max()
    at = rows[(rows["depth"] == level) & (rows["heuristic"] == first)].astype({"calls": float})
    calls = at.groupby("stage", observed=True)["calls"].mean()
    said = [
        f"At level {level} the {calls.idxmax()} positions need most calls ({calls.max():,.0f} a search on average)."
    ]
    if len(calls) == len(STAGES):
        said += _claim(calls, branching.frame.set_index("stage"), level)
    saved = at.assign(saved=at["full_tree"].astype(float) / at["nodes"]).groupby("stage", observed=True)["saved"]
    shares = ", ".join(f"{geometric_mean(group).value:.0f} on {stage}" for stage, group in saved)
    return (*said, f"At level {level} alpha-beta visits one node of the full tree in {shares} positions (typical).")


def _claim(calls: pd.Series[float], branching: pd.DataFrame, level: int) -> Iterator[str]:
    """Is early slowest, and does it branch most?"""
    yield f"Early needs {calls['early'] / calls['late']:.1f} times the calls of late at level {level}."
    roots, trees = branching["moves"], branching["tree_growth"]
    holds = roots.idxmax() == calls.idxmax() == "early"
    yield (
        f"The {roots.idxmax()} positions have most legal moves ({roots.max():.1f}; early {roots['early']:.1f}), and "
        f"the {trees.idxmax()} ones branch most below the root: that early is slowest because it branches most "
        f"{'holds' if holds else 'does not hold here'}."
    )
