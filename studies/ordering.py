"""How much does the order of moves matter? Named orders against a hundred shuffles."""

from __future__ import annotations

import numpy as np
import pandas as pd

from plyscope.core.errors import InputError
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import small_sample_note, summarise
from plyscope.studies.study import Asked, Study, by_stage, extremes, records
from plyscope.studies.summary import Column, Summary, Table

NAMED = ("natural", "reversed", "table", "oracle")
SHUFFLED = "shuffled"
LEAST_DEPTH = 2


class OrderingStudy(Study):
    """Alpha-beta on the same positions in many orders."""

    name = "ordering"
    question = "How far from the minimal tree does each order of moves leave alpha-beta?"

    def grids(self, asked: Asked) -> list[Grid]:
        """A hundred shuffles make a distribution; a single one would be a point."""
        shuffles = [f"{SHUFFLED}:{seed}" for seed in range(1, 101)]
        depths = asked.depths_or((asked.pick(5, 6, 6),))
        if max(depths) < LEAST_DEPTH:
            raise InputError(f"depth {max(depths)}: an order matters from depth {LEAST_DEPTH} on")
        return [
            grid(
                asked.sample("stages", asked.pick(6, 12, 30)),
                algorithm="alphabeta",
                heuristic=asked.heuristics_or("weights"),
                depth=depths,
                dialect=asked.dialect_or("standard"),
                variant=asked.variant_or("reversi"),
                order=[*NAMED, *shuffles],
                metrics=("pruning_efficiency", "minimal_tree", "ordering_quality"),
            )
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Each order's distance from the minimal tree, and the shuffles as a distribution."""
        rows = with_kinds(by_stage(rows[rows["depth"] == rows["depth"].max()]))
        orders, seeds = order_table(rows), seed_table(rows)
        shuffles = shuffle_table(seeds.frame)
        return Summary(self.name, self.question, (orders, shuffles, seeds), findings(orders, shuffles))


def with_kinds(rows: pd.DataFrame) -> pd.DataFrame:
    """The orders without their seeds, in the order of the table, and nodes over the minimal tree."""
    kinds = rows["order"].str.partition(":")[0]
    present = [kind for kind in (*NAMED[:-1], SHUFFLED, NAMED[-1]) if kind in set(kinds)]
    return rows.assign(
        order_kind=pd.Categorical(kinds, present, ordered=True),
        to_minimal=rows["nodes"].astype(float) / rows["minimal_tree"],
    )


def order_table(rows: pd.DataFrame) -> Table:
    """One line a stage and order; a shuffle's position counts with its mean over the seeds."""
    keys = ["stage", "order_kind"]
    each = rows.assign(log=np.log(rows["to_minimal"])).groupby([*keys, "position", "board"], observed=True)
    means = each[["log", "pruning_efficiency", "ordering_quality"]].mean().reset_index()
    means["to_minimal"] = np.exp(means["log"])
    frame = summarise(means, keys, "to_minimal", "geometric")
    for name in ("pruning_efficiency", "ordering_quality"):
        known = means.dropna(subset=[name])
        frame = frame.merge(summarise(known, keys, name).drop(columns=["n", "is_small"]), on=keys, how="left")
    columns = (
        Column("stage", "stage"),
        Column("order_kind", "order"),
        Column("to_minimal", "nodes v minimal tree", "ratio", 2, "to_minimal_low", "to_minimal_high"),
        Column(
            "pruning_efficiency",
            "pruning efficiency",
            "number",
            2,
            "pruning_efficiency_low",
            "pruning_efficiency_high",
        ),
        Column("ordering_quality", "first child cuts", "share"),
    )
    depth = rows["depth"].max()
    note = (
        f"Depth {depth}, {int(frame['n'].max())} positions a stage; a shuffled position counts with its geometric mean "
        "over the seeds. Geometric means of the ratio, 95 % bootstrap intervals over positions. "
        f"{small_sample_note(frame)}"
    )
    return Table("orders", "Orders of moves against the minimal tree", frame, columns, note.strip())


def seed_table(rows: pd.DataFrame) -> Table:
    """The mean efficiency of every order, each seed of the shuffles by itself."""
    seeds = rows.groupby(["stage", "order_kind", "order"], observed=True)["pruning_efficiency"].mean().reset_index()
    columns = (
        Column("stage", "stage"),
        Column("order", "order"),
        Column("pruning_efficiency", "pruning efficiency", "number"),
    )
    note = "Means over the positions."
    return Table("seeds", "Every order, each shuffle by itself", seeds, columns, note, is_long=True)


def shuffle_table(seeds: pd.DataFrame) -> Table:
    """How a seed's mean efficiency is distributed over the seeds, and where the named orders stand in it."""
    found = []
    for stage, group in seeds.groupby("stage", observed=True):
        chance = group[group["order_kind"] == SHUFFLED]["pruning_efficiency"]
        line: dict[str, object] = {"stage": stage, "seeds": len(chance)}
        line |= {f"q{percent}": chance.quantile(percent / 100) for percent in (5, 50, 95)}
        for order in ("natural", "reversed", "table"):
            value = group[group["order"] == order]["pruning_efficiency"]
            if len(value) and len(chance):
                line[f"{order}_beats"] = float((chance < value.iloc[0]).mean())
        found.append(line)
    frame = pd.DataFrame(found)
    columns = (
        Column("stage", "stage"),
        Column("seeds", "shuffles", "count"),
        Column("q5", "5th percentile", "number"),
        Column("q50", "median", "number"),
        Column("q95", "95th percentile", "number"),
        *(
            Column(f"{order}_beats", f"{order} beats", "share")
            for order in ("natural", "reversed", "table")
            if f"{order}_beats" in frame
        ),
    )
    note = "The mean pruning efficiency of each shuffle over the positions; the last columns tell how many it beats."
    return Table("shuffles", "A hundred shuffles as a distribution", frame, columns, note)


def findings(orders: Table, shuffles: Table) -> tuple[str, ...]:
    """In words."""
    said = []
    for stage, group in orders.frame.groupby("stage", observed=True):
        real = group[group["order_kind"] != "oracle"]
        best, worst = extremes(real, "to_minimal")
        said.append(
            f"On {stage} positions the best order without an oracle is {best['order_kind']} ({best['to_minimal']:.2f} "
            f"times the minimal tree) and the worst {worst['order_kind']} ({worst['to_minimal']:.2f})."
        )
    for line in records(shuffles.frame):
        if "natural_beats" in line:
            beats = line["natural_beats"]
            said.append(f"On {line['stage']} positions the natural order beats {beats:.0%} of the shuffles.")
    return tuple(said)
