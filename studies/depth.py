"""How minimax and alpha-beta grow with depth (`liao`, table 1; `toronto`, check_same)."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from plyscope.core.dialect import dialect
from plyscope.core.errors import InputError
from plyscope.core.position import Position
from plyscope.core.positions import Entry, positions, stage_of
from plyscope.studies.compare import compare, paired
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import geometric_mean, growth, pooled_growth, small_sample_note, summarise
from plyscope.studies.study import Asked, Study, by_stage, one_heuristic, spread
from plyscope.studies.summary import Column, Summary, Table

LATE, EARLIER = (8, 10, 10), (6, 8, 8)
"""The deepest level on late positions and on the others, quick, by default and full."""
MINIMAL_DEPTH = 6
"""The oracle's order is searched for up to here: it values every child of every node truly."""
FIRST_LEVEL = 4
"""Growth is fitted from here on: shallower trees grow unevenly."""
_GROWTH = (
    "stage",
    "algorithm",
    "search",
    "levels",
    "calls_mean_growth",
    "seconds_mean_growth",
    "calls_growth",
    "calls_growth_low",
    "calls_growth_high",
)
_NAMES = {"minimax": "minimax", "alphabeta": "alpha-beta"}
CHECK_SAME, CHECK_SAME_DEPTHS, CHECK_SAME_POSITIONS = "toronto, no shuffle", (5, 8), 9


class DepthStudy(Study):
    """Minimax v alpha-beta, level by level, in the dialect of `liao`."""

    name = "depth"
    question = "What does one more ply cost, and how much of it does alpha-beta save?"
    times = None

    def grids(self, asked: Asked) -> list[Grid]:
        """Late positions are searched deeper, as their trees are small; shallow searches have the minimal tree too."""
        if len(asked.depths) == 1:
            raise InputError(f"depth {asked.depths[0]} alone: growth needs two depths, such as --depths 1-4")
        one_heuristic(asked, self.name)
        chosen = asked.sample("stages", asked.pick(12, 5, 12))
        made = []
        for stages, deepest in ((("late",), asked.pick(*LATE)), (("early", "middle"), asked.pick(*EARLIER))):
            entries = [entry for entry in chosen if entry.stage in stages]
            depths = asked.depths_or(range(1, deepest + 1))
            for some, metrics in (
                ([depth for depth in depths if depth <= MINIMAL_DEPTH], ("pruned_share", "pruning_efficiency")),
                ([depth for depth in depths if depth > MINIMAL_DEPTH], ("pruned_share",)),
            ):
                if some and entries:
                    made.append(_grid(asked, entries, some, metrics))
        return [*made, _check_same_grid()]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Calls and times by level, and what a level costs."""
        same = same_table(paired(rows[rows["dialect"] == CHECK_SAME]))
        rows = by_stage(rows[rows["dialect"] != CHECK_SAME])
        pairs = paired(rows)
        levels = replace(compare(rows, ["stage", "depth"]), name="by-depth")
        rates = growth_table(rows)
        return Summary(self.name, self.question, (levels, rates, same), findings(pairs, rates))


def _grid(asked: Asked, entries: list[Entry], depths: list[int], metrics: tuple[str, ...]) -> Grid:
    return grid(
        entries,
        heuristic=asked.heuristics_or("liao.weighted"),
        depth=depths,
        dialect=asked.dialect_or("liao"),
        variant=asked.variant_or("reversed"),
        metrics=metrics,
    )


def _check_same_grid() -> Grid:
    """Both of `toronto`'s heuristics at its two depths, the shuffle off, from the start, early and late positions.

    Not from middle ones: minimax to depth 8 would take as long there as everything else together.
    """
    start = Position.start(8)
    others = [entry for entry in spread(positions("stages"), CHECK_SAME_POSITIONS) if entry.stage != "middle"]
    return grid(
        [Entry("start", start, stage_of(start)), *others],
        heuristic=("toronto.absolute", "toronto.positional"),
        depth=CHECK_SAME_DEPTHS,
        dialect={CHECK_SAME: dialect("toronto", order="natural")},
    )


def growth_table(rows: pd.DataFrame) -> Table:
    """What one more level costs: of the means, as the report has it, and of a typical position."""
    found = []
    deep = rows[rows["depth"] >= FIRST_LEVEL]
    deep = deep if deep["depth"].nunique() > 1 else rows
    for (stage, algorithm), group in deep.groupby(["stage", "algorithm"], observed=True):
        if group["depth"].nunique() < 2:
            continue
        line: dict[str, object] = {"stage": stage, "algorithm": algorithm, "search": _NAMES[str(algorithm)]}
        for name in ("calls", "seconds"):
            means = group.groupby("depth")[name].mean()
            line[f"{name}_mean_growth"] = growth(means.index, means.astype(float)).factor
        line |= pooled_growth(group.astype({"calls": float})).to_dict("calls_growth")
        line["levels"] = f"{group['depth'].min()} to {group['depth'].max()}"
        found.append(line)
    frame = pd.DataFrame(found, columns=[*_GROWTH]) if not found else pd.DataFrame(found)
    columns = (
        Column("stage", "stage"),
        Column("search", "search"),
        Column("levels", "levels"),
        Column("calls_mean_growth", "growth of mean calls", "ratio"),
        Column("seconds_mean_growth", "growth of mean time", "ratio"),
        Column("calls_growth", "growth of a typical position", "ratio", 2, "calls_growth_low", "calls_growth_high"),
    )
    note = (
        f"Factors a level, fitted on the log scale from level {deep['depth'].min()}. The mean over positions, which "
        "the report gives, grows as its largest trees do; the typical position is the common slope of all, with a "
        f"bootstrap interval over them. {small_sample_note(frame) if found else ''}"
    )
    return Table("growth", "What one more level costs", frame, columns, note.strip())


def same_table(pairs: pd.DataFrame) -> Table:
    """Do both choose the same, and what does alpha-beta save? One line a stage, heuristic and depth."""
    keys = ["stage", "heuristic", "depth"]
    pairs = by_stage(pairs)
    frame = summarise(pairs, keys, "calls_ratio", "geometric")
    groups = pairs.groupby(keys, observed=True)
    frame = frame.merge(groups["is_same"].agg(same="sum").reset_index(), on=keys)
    for name in ("calls", "seconds"):
        both = [f"{name}_minimax", f"{name}_alphabeta"]
        frame = frame.merge(groups[both].sum().astype(float).reset_index(), on=keys)
        frame[f"{name}_total_ratio"] = frame[both[0]] / frame[both[1]]
    columns = (
        Column("stage", "stage"),
        Column("heuristic", "heuristic"),
        Column("depth", "depth", "number", 0),
        Column("n", "positions", "count"),
        Column("same", "same move and value", "count"),
        Column("calls_ratio", "calls, ratio", "ratio", 1, "calls_ratio_low", "calls_ratio_high"),
        Column("calls_total_ratio", "calls in all, ratio", "ratio", 1),
        Column("seconds_total_ratio", "time in all, ratio", "ratio", 1),
    )
    note = (
        "The start, early and late positions, toronto's rules and heuristics with the shuffle off; minimax / "
        "alpha-beta. The first ratio is a geometric mean with its 95 % bootstrap interval, the others of sums. "
        f"{small_sample_note(frame)}"
    )
    return Table("check-same", "Do both searches choose the same?", frame, columns, note.strip())


def findings(pairs: pd.DataFrame, rates: Table) -> tuple[str, ...]:
    """In words."""
    same = int(pairs["is_same"].sum())
    said = [f"Alpha-beta chose minimax's move at minimax's value in {same} of {len(pairs)} searches."]
    for stage, group in pairs.groupby("stage", observed=True):
        deepest = group["depth"].max()
        at = group[group["depth"] == deepest]
        ratio = at["calls_minimax"].sum() / at["calls_alphabeta"].sum()
        typical = geometric_mean(at["calls_ratio"]).value
        said.append(
            f"On {stage} positions at level {deepest} minimax makes {ratio:,.0f} times alpha-beta's calls in all, "
            f"where large trees count most, and {typical:,.0f} times on a typical position (geometric mean)."
        )
    for line in rates.frame.itertuples():
        said.append(
            f"One more level costs {_NAMES[str(line.algorithm)]} a factor of {line.calls_mean_growth:.2f} on "
            f"{line.stage} positions (levels {line.levels}; a typical position {line.calls_growth:.2f})."
        )
    return tuple(said)
