"""What does each silent choice of a search cost? One choice changed at a time, on the same positions."""

from __future__ import annotations

import pandas as pd

from plyscope.core.dialect import Dialect, dialect
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import small_sample_note, summarise
from plyscope.studies.study import Asked, Study, extremes
from plyscope.studies.summary import Column, Summary, Table
from plyscope.studies.uam import HEURISTICS as GAME_HEURISTICS

BASE = "standard"
CHANGES = {
    BASE: {},
    "strict cutoffs": {"cutoff": "strict"},
    "fresh root window": {"root": "fresh"},
    "strict and fresh": {"cutoff": "strict", "root": "fresh"},
    "no move: skip": {"no_move": "skip"},
    "no move: leaf": {"no_move": "leaf"},
    "no move: end": {"no_move": "end"},
    "finished games by heuristic": {"terminal": "heuristic"},
}
DIALECTS: dict[str, Dialect] = {name: dialect("standard", **changes) for name, changes in CHANGES.items()}


class DialectsStudy(Study):
    """Alpha-beta with one choice changed at a time."""

    name = "dialects"
    question = "What does each choice that a report makes silently cost, and why does uam's first row tie?"
    ignores = ("dialect", "variant")

    def grids(self, asked: Asked) -> list[Grid]:
        """On 6x6: its late positions are rich in passes, which the rules without a move are about."""
        return [
            grid(
                asked.sample("stages-6x6", asked.pick(30, 60, 100)),
                heuristic=asked.heuristics_or(*GAME_HEURISTICS),
                depth=asked.depths_or((asked.pick(5, 6, 6),)),
                dialect=DIALECTS,
            )
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Each choice against the standard, heuristic by heuristic."""
        pairs = against_base(rows)
        costs, decisions = cost_table(pairs), decision_table(pairs)
        return Summary(self.name, self.question, (costs, decisions), findings(rows, costs))


def against_base(rows: pd.DataFrame) -> pd.DataFrame:
    """Every search beside the same search in the standard dialect."""
    rows = rows[rows["depth"] == rows["depth"].max()].assign(move=rows["move"].fillna(""))
    keys = ["position", "board", "algorithm", "heuristic", "depth"]
    base = rows[rows["dialect"] == BASE][[*keys, "nodes", "move", "value"]]
    pairs = rows.merge(base, on=keys, suffixes=("", "_base"))
    return pairs.assign(
        cost=pairs["nodes"].astype(float) / pairs["nodes_base"],
        is_other_move=pairs["move"] != pairs["move_base"],
        is_other_value=pairs["value"] != pairs["value_base"],
        dialect=pd.Categorical(pairs["dialect"], list(CHANGES), ordered=True),
        heuristic=pd.Categorical(pairs["heuristic"], pairs["heuristic"].unique(), ordered=True),
    )


def _changed(pairs: pd.DataFrame) -> pd.DataFrame:
    """Alpha-beta's searches in the other dialects."""
    changed = pairs[(pairs["dialect"] != BASE) & (pairs["algorithm"] == "alphabeta")]
    return changed.assign(dialect=changed["dialect"].cat.remove_unused_categories())


def cost_table(pairs: pd.DataFrame) -> Table:
    """Nodes against the standard dialect."""
    changed = _changed(pairs)
    frame = summarise(changed, ["dialect", "heuristic"], "cost", "geometric")
    columns = (
        Column("dialect", "what is changed"),
        Column("heuristic", "heuristic"),
        Column("cost", "nodes v standard", "ratio", 2, "cost_low", "cost_high"),
        Column("n", "positions", "count"),
    )
    note = (
        f"Alpha-beta, depth {pairs['depth'].max()}: nodes divided by those of the standard dialect on the same "
        f"position, geometric means with 95 % bootstrap intervals. {small_sample_note(frame)}"
    )
    return Table("costs", "What each choice costs", frame, columns, note.strip())


def decision_table(pairs: pd.DataFrame) -> Table:
    """How often the choice changes what is decided."""
    shares = _changed(pairs).groupby("dialect", observed=True)[["is_other_move", "is_other_value"]].mean().reset_index()
    columns = (
        Column("dialect", "what is changed"),
        Column("is_other_move", "another move", "share"),
        Column("is_other_value", "another value", "share"),
    )
    note = "Share of the searches that decide otherwise than the standard dialect, all heuristics together."
    return Table("decisions", "What each choice changes", shares, columns, note)


def findings(rows: pd.DataFrame, costs: Table) -> tuple[str, ...]:
    """In words, the tie included."""
    said = []
    wide = rows.pivot_table(index=["heuristic", "dialect"], columns="algorithm", values="nodes", aggfunc="sum")
    for heuristic in rows["heuristic"].unique():
        strict, loose = (wide.loc[(heuristic, name)] for name in ("strict and fresh", BASE))
        shares = [both["alphabeta"] / both["minimax"] for both in (strict, loose)]
        said.append(
            f"With {heuristic} alpha-beta visits {shares[0]:.1%} of all of minimax's nodes with strict cutoffs and "
            f"fresh windows, {shares[1]:.1%} in the standard dialect."
        )
    _, dearest = extremes(costs.frame, "cost")
    said.append(
        f"On a typical position (geometric mean) the dearest choice is {dearest['dialect']} with "
        f"{dearest['heuristic']}: {dearest['cost']:.1f} times as many nodes."
    )
    if not (costs.frame["heuristic"] == GAME_HEURISTICS[0]).any():
        return tuple(said)
    said.append(
        "With a constant heuristic only finished games differ in value, and a strict cutoff needs a difference: so it "
        "hardly ever cuts. In uam's search finished games are valued by the heuristic too, and it never does: its tie."
    )
    return tuple(said)
