"""The claims of `liao`: tables of seconds by level and by stage, and findings of its games."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import pandas as pd

from plyscope.studies.claims.claim import Claim, Evidence, games_needed, judged, within
from plyscope.studies.deepening import LIMITS
from plyscope.studies.reported import reported_value
from plyscope.studies.statistics import growth

LEVELS, STAGE_LEVELS = range(5, 11), range(4, 7)
NAMES = {"minimax": "minimax", "alphabeta": "alpha-beta"}
GROWTH_FACTOR, STAGE_FACTOR, RATIO = 1.3, 3.0, 20
LEAST_FIT = 0.9


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    for algorithm in NAMES:
        yield growth_of(algorithm, evidence)
    yield ratio_passes_20(evidence)
    yield ratio_is_exponential(evidence)
    for stage in ("early", "middle", "late"):
        yield stage_growth(stage, evidence)
    yield early_against_late(evidence)
    yield early_is_slowest(evidence)
    yield early_branches_most(evidence)
    yield six_levels(evidence)
    for slug, text in (
        ("low-corner-weights-win", "Low corner weights win more in the reversed game"),
        ("high-stability-weights-win", "High stability weights win more"),
        ("larger-population-slower", "A larger population converges more slowly"),
        ("looser-time-wins", "A looser time limit wins more"),
    ):
        yield games_needed("liao", text, slug)


def _seconds(algorithm: str) -> list[float]:
    return [reported_value("liao", f"depth-table-{algorithm}", f"level={level}") for level in LEVELS]


def growth_of(algorithm: str, evidence: Evidence) -> Claim:
    """Growth a level tells on which positions the report measured: it does not say."""
    said = growth(LEVELS, _seconds(algorithm)).factor
    rates = evidence.table("depth", "growth")
    stages = rates[rates["algorithm"] == algorithm].set_index("stage")["calls_mean_growth"]
    nearest = min(stages.index, key=lambda stage: abs(log(float(stages[stage]) / said)))
    empties = evidence.table("depth", "growth-by-empties").set_index("empties")[f"growth_{algorithm}"].dropna()
    fits = min(empties.index, key=lambda squares: abs(log(float(empties[squares]) / said)), default=None)
    by_stage = ", ".join(f"{stage} {value:.1f}x" for stage, value in stages.items())
    by_empties = "" if fits is None else f"; late with {fits} empty squares {float(empties[fits]):.1f}x"
    conclusion = "the report measured late positions, rather near the end" if nearest == "late" else "not late ones"
    return Claim(
        "liao",
        f"What one more level costs {NAMES[algorithm]} (table 1; the report does not say on which positions)",
        f"{said:.2f}x a level, in seconds",
        f"{by_stage} in mean calls{by_empties}",
        judged(nearest == "late"),
        "criterion: of the three stages late is nearest, as the report's times by level and by stage together suggest: "
        f"{conclusion}",
    )


def _late_means(evidence: Evidence) -> pd.DataFrame:
    table = evidence.table("depth", "by-depth")
    return table[table["stage"] == "late"].set_index("depth")


def ratio_passes_20(evidence: Evidence) -> Claim:
    """Minimax over alpha-beta at the deepest level, as ratios of means and position by position."""
    slow, fast = (_seconds(name)[-1] for name in ("minimax", "alphabeta"))
    late = _late_means(evidence)
    level = int(late.index.max())
    means = float((late["calls_minimax"] / late["calls_alphabeta"])[level])
    typical = float(late["calls_ratio"][level])
    return Claim(
        "liao",
        "The ratio passes 20 at level 10",
        f"{slow / fast:.1f}x at level 10",
        f"{means:.1f}x at level {level} (typical position {typical:.1f}x)",
        judged(means > RATIO),
        f"criterion: the ratio of means, which the report gives, passes {RATIO} by level 10 on late positions; a few "
        "large trees make most of a mean",
    )


def ratio_is_exponential(evidence: Evidence) -> Claim:
    """A straight line on the log scale."""
    said = growth(LEVELS, [slow / fast for slow, fast in zip(_seconds("minimax"), _seconds("alphabeta"), strict=True)])
    late = _late_means(evidence)
    late = late[late.index >= STAGE_LEVELS[0]]
    found = growth(late.index, late["calls_minimax"] / late["calls_alphabeta"])
    return Claim(
        "liao",
        "The ratio of minimax to alpha-beta grows exponentially with the level",
        f"{said.factor:.2f}x a level, R² {said.r_squared:.2f}",
        f"{found.factor:.2f}x a level, R² {found.r_squared:.2f}",
        judged(found.factor > 1 and found.r_squared >= LEAST_FIT),
        f"criterion: a fit on the log scale from level 4 with R² of {LEAST_FIT:g} or more",
    )


def _stage_seconds(stage: str) -> list[float]:
    return [reported_value("liao", "stage-table", f"stage={stage},level={level}") for level in STAGE_LEVELS]


def _stage_calls(stage: str, evidence: Evidence) -> pd.Series[float]:
    table = evidence.table("stage", "by-stage")
    own = table[(table["stage"] == stage) & table["depth"].isin(STAGE_LEVELS)]
    return own.set_index("depth")["calls"]


def stage_growth(stage: str, evidence: Evidence) -> Claim:
    """Table 2 row by row: growth from level 4 to 6."""
    said = growth(STAGE_LEVELS, _stage_seconds(stage)).factor
    calls = _stage_calls(stage, evidence)
    found = growth(calls.index, calls).factor
    is_met = within(found, said, GROWTH_FACTOR)
    return Claim(
        "liao",
        f"What one more level costs alpha-beta on {stage} positions (table 2)",
        f"{said:.2f}x a level",
        f"{found:.2f}x a level in calls",
        judged(is_met),
        f"criterion: within a factor of {GROWTH_FACTOR:g}{'' if is_met else _late_reason(evidence)}",
    )


def _late_reason(evidence: Evidence) -> str:
    """Why growth on late positions may differ: it hangs on how late they are."""
    growths = evidence.table("depth", "growth-by-empties")["growth_alphabeta"].dropna()
    if growths.empty:
        return ""
    return f"; it hangs on how late: {growths.min():.1f}x to {growths.max():.1f}x by empty squares"


def early_against_late(evidence: Evidence) -> Claim:
    """How much slower early is."""
    level = STAGE_LEVELS[-1]
    said = _stage_seconds("early")[-1] / _stage_seconds("late")[-1]
    found = float(_stage_calls("early", evidence)[level] / _stage_calls("late", evidence)[level])
    middle = float(_stage_calls("middle", evidence)[level] / _stage_calls("late", evidence)[level])
    return Claim(
        "liao",
        "Early positions take about 100 times as long as late ones at level 6",
        f"{said:.0f}x",
        f"{found:.1f}x in calls (middle {middle:.1f}x)",
        judged(within(found, said, STAGE_FACTOR)),
        f"criterion: within a factor of {STAGE_FACTOR:g}{'' if found >= said else '; early is harder by less'}",
    )


def early_is_slowest(evidence: Evidence) -> Claim:
    """The order of the stages."""
    level = STAGE_LEVELS[-1]
    calls = {stage: float(_stage_calls(stage, evidence)[level]) for stage in ("early", "middle", "late")}
    order = sorted(calls, key=lambda stage: -calls[stage])
    return Claim(
        "liao",
        "Early is the slowest stage at level 6",
        "early, middle, late",
        ", ".join(f"{stage} {calls[stage]:,.0f}" for stage in order) + " calls",
        judged(order == ["early", "middle", "late"]),
        "criterion: the same order; in the report early and middle differ by a tenth",
    )


def early_branches_most(evidence: Evidence) -> Claim:
    """The report's reason."""
    table = evidence.table("stage", "branching").set_index("stage")
    order = list(table["moves"].sort_values(ascending=False).index)
    return Claim(
        "liao",
        "Early is slow because it branches most",
        "early branches most",
        ", ".join(f"{stage} {table.loc[stage, 'moves']:.1f}" for stage in order) + " legal moves",
        judged(order[0] == "early"),
        f"criterion: most legal moves early; here the {order[0]} positions have most",
    )


def six_levels(evidence: Evidence) -> Claim:
    """A time limit measures the computer."""
    table = evidence.table("deepening", "by-depth")
    own = table[table["dialect"] == "liao"]
    said = reported_value("liao", "six-levels-in-five-seconds")
    fits = own[own["slowest"] <= LIMITS["liao"]]
    reached = int(fits["depth"].max())
    is_last = reached == int(own["depth"].max())
    return Claim(
        "liao",
        "At most 6 levels can be searched in 5 s",
        f"{said:g} levels",
        f"level {reached} in {float(fits['slowest'].max()):.2g} s at most" + (", the deepest tried" if is_last else ""),
        judged(reached == said),
        "criterion: the same level on middle positions. A time limit measures the computer and the language: this "
        "search is compiled",
    )
