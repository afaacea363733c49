"""How deep does a search get within a time limit? (`liao`: six levels in 5 s; `li`: from depth 3 to 9 in 4.8 s)."""

from __future__ import annotations

import pandas as pd

from plyscope.studies.grid import Grid, grid
from plyscope.studies.reported import reported_value
from plyscope.studies.statistics import small_sample_note, summarise
from plyscope.studies.study import Asked, Study, one_heuristic, records
from plyscope.studies.summary import Column, Summary, Table

HEURISTICS = {"liao": "liao.weighted", "li": "li.two_stage"}


class DeepeningStudy(Study):
    """Alpha-beta of two reports on middle positions, where trees are widest, one depth after the other."""

    name = "deepening"
    question = "How deep does each report's search get within its time limit?"
    ignores = ("dialect",)
    times = None

    def grids(self, asked: Asked) -> list[Grid]:
        """Each report's dialect with its own heuristic."""
        one_heuristic(asked, self.name)
        chosen = [entry for entry in asked.sample("stages", asked.pick(12, 12, 30)) if entry.stage == "middle"]
        return [
            grid(
                chosen,
                algorithm="alphabeta",
                heuristic=asked.heuristics_or(heuristic),
                depth=asked.depths_or(range(3, asked.pick(9, 9, 10) + 1)),
                dialect=dialect,
                variant=asked.variant_or("reversed"),
            )
            for dialect, heuristic in HEURISTICS.items()
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Time and calls by depth, alone and with all depths before."""
        table = deepening_table(rows)
        return Summary(self.name, self.question, (table,), findings(table))


def deepening_table(rows: pd.DataFrame) -> Table:
    """One line a report and depth."""
    keys = ["dialect", "depth"]
    frame = summarise(rows.astype({"calls": float}), keys, "calls")
    frame = frame.merge(rows.groupby(keys)["seconds"].agg(seconds="mean", slowest="max").reset_index(), on=keys)
    frame["seconds_so_far"] = frame.groupby("dialect")["seconds"].cumsum()
    frame = frame.merge(_within_limit(rows), on=keys)
    columns = (
        Column("dialect", "report"),
        Column("depth", "depth", "number", 0),
        Column("calls", "calls", "count", 0, "calls_low", "calls_high"),
        Column("seconds", "mean time", "seconds"),
        Column("slowest", "slowest", "seconds"),
        Column("seconds_so_far", "time, depths before included", "seconds"),
        Column("within", "positions within the limit", "share"),
    )
    note = f"Middle positions, alpha-beta; 95 % bootstrap intervals. {small_sample_note(frame)}".strip()
    return Table("by-depth", "Deeper and deeper", frame, columns, note)


def _within_limit(rows: pd.DataFrame) -> pd.DataFrame:
    """The share of the positions of which a depth, with all before it, fits the report's limit."""
    ordered = rows.sort_values("depth")
    so_far = ordered.groupby(["dialect", "position"])["seconds"].cumsum()
    limits = ordered["dialect"].map({name: reported_value(name, "time-limit") for name in HEURISTICS})
    fits = ordered.assign(within=(so_far <= limits).astype(float))
    return fits.groupby(["dialect", "depth"])["within"].mean().reset_index()


def findings(table: Table) -> tuple[str, ...]:
    """In words."""
    said = []
    for name, group in table.frame.groupby("dialect"):
        last, limit = records(group)[-1], reported_value(str(name), "time-limit")
        said.append(
            f"The search of {name} to depth {last['depth']}, the deepest tried, takes {last['seconds_so_far']:.2g} s "
            f"on average, all depths before included: within its limit of {limit:g} s on {last['within']:.0%} of the "
            "positions."
        )
    return tuple(said)
