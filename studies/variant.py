"""Is Reversed Reversi harder to search than Reversi? Both on the same positions."""

from __future__ import annotations

import pandas as pd

from plyscope.core.heuristics import Heuristic, find
from plyscope.core.rules import VARIANTS
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import small_sample_note, summarise
from plyscope.studies.study import Asked, Study, by_stage, records
from plyscope.studies.summary import Column, Summary, Table

NEGATED = ", negated"
LINEAR = ("weights", "linear")
"""Heuristics that change their sign with their weights."""
HEURISTICS = ("discs", "mobility", "weights", "liao.weighted", "li.two_stage")


class VariantStudy(Study):
    """Alpha-beta on the same discs under both rules."""

    name = "variant"
    question = "Is Reversed Reversi harder to search than Reversi, on the same positions?"
    ignores = ("dialect", "variant")

    def grids(self, asked: Asked) -> list[Grid]:
        """The full tree is the same in both; only values of finished games differ, so late positions matter most."""
        chosen, depths = asked.sample("stages", asked.pick(15, 40, 100)), asked.depths_or((asked.pick(5, 6, 6),))
        return [
            grid(
                chosen,
                algorithm="alphabeta",
                heuristic=(*asked.heuristics_or(*HEURISTICS), *LINEAR),
                depth=depths,
                variant=tuple(VARIANTS),
                metrics=("full_tree", "pruned_share"),
            ),
            grid(
                chosen,
                algorithm="alphabeta",
                heuristic=[negated(name) for name in LINEAR],
                depth=depths,
                variant="reversed",
                metrics=("full_tree", "pruned_share"),
            ),
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Reversed over plain, by stage and heuristic."""
        rows = by_stage(rows[rows["depth"] == rows["depth"].max()])
        is_negated = rows["heuristic"].str.endswith(NEGATED)
        tables = (variant_table(rows[~is_negated]), aim_table(rows))
        return Summary(self.name, self.question, tables, findings(rows[~is_negated], *tables))


def negated(name: str) -> Heuristic:
    """A heuristic that is linear in its weights, with the opposite aim; it needs no compilation of its own."""
    found = find(name)
    assert isinstance(found, Heuristic)
    weights = found.weights_for
    other = Heuristic(found.function, lambda size: [-weight for weight in weights(size)], name + NEGATED, found.is_own)
    other._compiled = found._compiled
    return other


def aim_table(rows: pd.DataFrame) -> Table:
    """Each variant with its own aim: the heuristic in Reversi, its negative in Reversed Reversi."""
    aimed = rows[(rows["variant"] == "reversed") & rows["heuristic"].str.endswith(NEGATED)]
    aimed = aimed.assign(heuristic=aimed["heuristic"].str.removesuffix(NEGATED))
    keys = ["stage", "position", "board", "heuristic", "depth"]
    plain = rows[rows["variant"] == "reversi"][[*keys, "nodes"]]
    pairs = aimed[[*keys, "nodes"]].merge(plain, on=keys, suffixes=("_reversed", "_reversi"))
    pairs["ratio"] = pairs["nodes_reversed"].astype(float) / pairs["nodes_reversi"]
    frame = summarise(pairs, ["stage", "heuristic"], "ratio", "geometric")
    columns = (
        Column("stage", "stage"),
        Column("heuristic", "heuristic"),
        Column("ratio", "nodes, reversed / reversi", "ratio", 2, "ratio_low", "ratio_high"),
        Column("n", "positions", "count"),
    )
    note = (
        "In Reversed Reversi the heuristic is negated, so that each side aims at what wins. Geometric means with 95 % "
        f"bootstrap intervals. {small_sample_note(frame)}"
    )
    return Table("by-aim", "Each variant with its own aim", frame, columns, note.strip())


def variant_table(rows: pd.DataFrame) -> Table:
    """Nodes of one variant over those of the other."""
    keys = ["stage", "position", "board", "heuristic", "depth"]
    wide = rows.pivot(index=keys, columns="variant", values=["nodes", "move"]).reset_index()
    wide.columns = ["_".join(part for part in name if part) for name in wide.columns]
    wide["ratio"] = (wide["nodes_reversed"] / wide["nodes_reversi"]).astype(float)
    wide["is_same_move"] = wide["move_reversed"] == wide["move_reversi"]
    wide = by_stage(wide).assign(heuristic=pd.Categorical(wide["heuristic"], rows["heuristic"].unique(), ordered=True))
    groups = ["stage", "heuristic"]
    frame = summarise(wide, groups, "ratio", "geometric")
    same = wide.groupby(groups, observed=True)["is_same_move"].mean().reset_index()
    frame = frame.merge(same, on=groups)
    columns = (
        Column("stage", "stage"),
        Column("heuristic", "heuristic"),
        Column("ratio", "nodes, reversed / reversi", "ratio", 3, "ratio_low", "ratio_high"),
        Column("is_same_move", "same move", "share"),
        Column("n", "positions", "count"),
    )
    note = (
        f"Alpha-beta, depth {rows['depth'].max()}; the heuristic values a leaf alike in both, so only finished games "
        f"differ. Geometric means with 95 % bootstrap intervals. {small_sample_note(frame)}"
    )
    return Table("by-variant", "Reversed Reversi against Reversi", frame, columns, note.strip())


def findings(rows: pd.DataFrame, same_aim: Table, own_aim: Table) -> tuple[str, ...]:
    """In words."""
    trees = rows.pivot(index=["position", "board", "heuristic", "depth"], columns="variant", values="full_tree")
    same = int((trees["reversi"] == trees["reversed"]).sum())
    said = [f"The full tree is the same in both variants in {same} of {len(trees)} cases."]
    for table, what in ((same_aim, "With the same heuristic"), (own_aim, "With the heuristic turned round")):
        for stage, group in table.frame.groupby("stage", observed=True):
            said.append(f"{what}, on {stage} positions: {_harder(group)}.")
    return tuple(said)


def _harder(group: pd.DataFrame) -> str:
    """Which heuristics make reversed take more nodes, or fewer, by intervals that leave 1 out."""
    told = group[(group["ratio_low"] > 1) | (group["ratio_high"] < 1)]
    if told.empty:
        return "no difference that the intervals would show"
    return "reversed takes " + ", ".join(
        f"{line['ratio']:.3g} times the nodes with {line['heuristic']}" for line in records(told)
    )
