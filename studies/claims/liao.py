"""The claims of `liao`: tables of seconds by level and by stage, and findings of its games."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any

import numpy as np
import pandas as pd

from plyscope.studies.claims.claim import Claim, Evidence, games_needed, judged, number, within
from plyscope.studies.reported import reported, reported_text, reported_value
from plyscope.studies.statistics import growth, mean
from plyscope.studies.study import records

NAMES = {"minimax": "minimax", "alphabeta": "alpha-beta"}
STAGES = ("early", "middle", "late")
GROWTH_FACTOR, SIZE_FACTOR = 1.3, 3.0
"""How far apart growth, and the size of a ratio, may be and still be called the same shape."""
EXPONENT_SLACK = 0.1


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    for algorithm in NAMES:
        yield growth_of(algorithm, evidence)
    yield ratio_passes_20(evidence)
    yield ratio_is_exponential(evidence)
    for stage in STAGES:
        yield stage_growth(stage, evidence)
    yield early_against_late(evidence)
    yield order_of_stages(evidence)
    yield early_branches_more(evidence)
    yield ideal_order(evidence)
    yield levels_within_limit(evidence)
    for slug, text in (
        ("low-corner-weights-win", "Low corner weights win more in the reversed game"),
        ("high-stability-weights-win", "High stability weights win more"),
        ("looser-time-wins", "A looser time limit wins more"),
    ):
        yield games_needed("liao", text, slug)
    text = "A larger population converges more slowly"
    yield games_needed("liao", text, "larger-population-slower", "needs the games of a genetic algorithm")


# -- what the report says ----------------------------------------------------------------------------------------------


def table_1(algorithm: str) -> pd.Series[float]:
    """Seconds by level."""
    rows = reported("liao").query(f"claim == 'depth-table-{algorithm}'")
    return pd.Series(rows["value"].astype(float).tolist(), [int(item.removeprefix("level=")) for item in rows["item"]])


def table_2(stage: str) -> pd.Series[float]:
    """Seconds of alpha-beta by level."""
    rows = reported("liao").query("claim == 'stage-table'")
    own = rows[rows["item"].str.startswith(f"stage={stage},")]
    return pd.Series(own["value"].astype(float).tolist(), [int(item.partition("level=")[2]) for item in own["item"]])


def ratios_1() -> pd.Series[float]:
    """Minimax over alpha-beta by level."""
    return table_1("minimax") / table_1("alphabeta")


def only_late_fits() -> str:
    """What the two tables say together: minimax of one is faster than alpha-beta of the other but on late positions."""
    level = min(set(table_1("minimax").index) & set(table_2("late").index))
    slow = table_1("minimax")[level]
    impossible = [stage for stage in STAGES if table_2(stage)[level] > slow]
    seconds = ", ".join(f"{table_2(stage)[level]:.3g} s" for stage in impossible)
    return (
        f"its minimax takes {slow:.2g} s at level {level}, its alpha-beta more than that on "
        f"{' and '.join(impossible) or 'no'} positions ({seconds or 'none'})"
    )


# -- table 1 -----------------------------------------------------------------------------------------------------------


def fitting_band(evidence: Evidence) -> dict[str, Any]:
    """Of the late positions near the end, those whose growth is nearest to the report's, in both searches together."""
    said = {name: growth(*_points(table_1(name))).factor for name in NAMES}

    def distance(band: dict[str, Any]) -> float:
        return sum(abs(log(band[f"growth_{name}"] / said[name])) for name in NAMES)

    return min(records(evidence.table("endgame", "growth").dropna()), key=distance)


def _points(series: pd.Series[float]) -> tuple[list[float], list[float]]:
    return [float(level) for level in series.index], series.tolist()


def growth_of(algorithm: str, evidence: Evidence) -> Claim:
    """Growth a level tells on which positions the report measured: it does not say."""
    said = growth(*_points(table_1(algorithm))).factor
    rates = evidence.table("depth", "growth")
    stages = rates[rates["algorithm"] == algorithm].set_index("stage")["calls_mean_growth"]
    band = fitting_band(evidence)
    found = float(band[f"growth_{algorithm}"])
    by_stage = ", ".join(f"{stage} {value:.1f}x" for stage, value in stages.items())
    levels = table_1(algorithm).index
    return Claim(
        "liao",
        f"What one more level costs {NAMES[algorithm]} (table 1; the report does not say on which positions)",
        f"{said:.2f}x a level, levels {levels.min()} to {levels.max()}",
        f"{found:.2f}x on {band['n']} late positions with {band['empties']} empty squares; by stage: {by_stage}",
        judged(within(found, said, GROWTH_FACTOR)),
        f"criterion: within a factor of {GROWTH_FACTOR:g} on the late positions that fit both searches best, in mean "
        f"calls. Its own tables leave no other stage: {only_late_fits()}",
    )


def _band_levels(evidence: Evidence) -> pd.DataFrame:
    """Calls by level of the positions that fit table 1, at its levels."""
    band: str = fitting_band(evidence)["empties"]
    table = evidence.table("endgame", "by-level")
    own = table[table["empties"] == band].set_index("depth")
    return own[own.index.isin(table_1("minimax").index)]


def ratio_passes_20(evidence: Evidence) -> Claim:
    """Minimax over alpha-beta, as ratios of means, which the report gives."""
    bound = reported_value("liao", "depth-ratio-passes-20", "level=10")
    said, found = ratios_1(), _band_levels(evidence)["calls_ratio"]
    last = int(found.index.max())
    passes = [int(level) for level in found.index if found[level] > bound]
    where = f"from level {passes[0]} on" if passes else f"not up to level {last}"
    return Claim(
        "liao",
        f"The ratio of minimax to alpha-beta passes {bound:g} at level 10",
        f"{said[said.index.max()]:.1f}x at level {said.index.max()}, {said.iloc[-2]:.1f}x at level {said.index[-2]}",
        f"{found[last]:.1f}x at level {last}; above {bound:g} {where}",
        judged(bool(passes) and within(float(found[last]), float(said[last]), SIZE_FACTOR)),
        f"criterion: it passes {bound:g}, and is within a factor of {SIZE_FACTOR:g} at the last level, in mean calls "
        "of the late positions that fit table 1 best",
    )


def ratio_is_exponential(evidence: Evidence) -> Claim:
    """Exponential growth is a straight line on the log scale, and a better one than on the plain scale."""
    said, found = ratios_1(), _band_levels(evidence)["calls_ratio"]
    fits = {name: (_fit(ratios, np.log), _fit(ratios, np.asarray)) for name, ratios in (("r", said), ("m", found))}
    factors = [growth(*_points(ratios)).factor for ratios in (said, found)]
    texts = [
        f"{factor:.2f}x a level; R² {fits[name][0]:.2f} exponential, {fits[name][1]:.2f} linear"
        for factor, name in zip(factors, fits, strict=True)
    ]
    return Claim(
        "liao",
        "The ratio of minimax to alpha-beta grows similarly to an exponential",
        texts[0],
        texts[1],
        judged(factors[1] > 1 and fits["m"][0] > fits["m"][1]),
        f"claimed: {reported_text('liao', 'depth-ratio-exponential')}. Criterion: an exponential fits better than a "
        "straight line, on the late positions that fit table 1 best",
    )


def _fit(series: pd.Series[float], scale: object) -> float:
    """R² of a straight line through the values on a scale."""
    values = scale(series.to_numpy(float))  # type: ignore[operator]
    return float(np.corrcoef(series.index.to_numpy(float), values)[0, 1] ** 2)


# -- table 2 -----------------------------------------------------------------------------------------------------------


def _stage_calls(stage: str, evidence: Evidence) -> pd.Series[float]:
    table = evidence.table("stage", "by-stage")
    own = table[(table["stage"] == stage) & table["depth"].isin(table_2(stage).index)]
    return own.set_index("depth")["calls"]


def stage_growth(stage: str, evidence: Evidence) -> Claim:
    """Table 2 row by row."""
    said, calls = table_2(stage), _stage_calls(stage, evidence)
    factor, found = growth(*_points(said)).factor, growth(*_points(calls)).factor
    is_met = within(found, factor, GROWTH_FACTOR)
    reason = "" if is_met or stage != "late" else f"; {_by_empties(evidence, factor)}"
    return Claim(
        "liao",
        f"What one more level costs alpha-beta on {stage} positions (table 2)",
        f"{factor:.2f}x a level ({_steps(said)})",
        f"{found:.2f}x a level ({_steps(calls)}) in mean calls",
        judged(is_met),
        f"criterion: within a factor of {GROWTH_FACTOR:g}{reason}",
    )


def _steps(series: pd.Series[float]) -> str:
    """The factor from each level to the next."""
    return ", ".join(f"{after / before:.1f}x" for before, after in zip(series, series.iloc[1:], strict=False))


def _by_empties(evidence: Evidence, said: float) -> str:
    """Growth from level 4 to 6 hangs on how late positions are, which the report does not say."""
    growths = evidence.table("endgame", "growth").set_index("empties")["growth_alphabeta_4_to_6"].astype(float)
    nearest = min(growths.index, key=lambda band: abs(log(growths[band] / said)))
    listed = ", ".join(f"{value:.1f}x with {band}" for band, value in growths.items())
    return f"it hangs on how late they are ({listed} empty squares): nearest with {nearest}"


def early_against_late(evidence: Evidence) -> Claim:
    """How much slower early is."""
    bound = reported_value("liao", "early-against-late", "level=6")
    said = table_2("early") / table_2("late")
    level = int(said.index.max())
    early, middle, late = (float(_stage_calls(stage, evidence)[level]) for stage in STAGES)
    table = evidence.table("endgame", "by-level")
    bands = table[table["depth"] == level].set_index("empties")["calls_alphabeta"]
    listed = ", ".join(f"{early / calls:.0f}x with {band}" for band, calls in bands.items() if calls)
    return Claim(
        "liao",
        f"Early positions take nearly {bound:g} times as long as late ones at level {level}",
        f"{said[level]:.0f}x",
        f"{early / late:.1f}x in mean calls (middle {middle / late:.1f}x)",
        judged(within(early / late, float(said[level]), SIZE_FACTOR)),
        f"criterion: within a factor of {SIZE_FACTOR:g}. It hangs on how late the late positions are: {listed} empty "
        "squares",
    )


def order_of_stages(evidence: Evidence) -> Claim:
    """The order of the stages in the table; the text compares early and late only."""
    level = int(table_2("early").index.max())
    said = {stage: float(table_2(stage)[level]) for stage in STAGES}
    calls = {stage: float(_stage_calls(stage, evidence)[level]) for stage in STAGES}
    orders = [sorted(values, key=lambda stage: -values[stage]) for values in (said, calls)]
    apart = said[orders[0][0]] / said[orders[0][1]] - 1
    return Claim(
        "liao",
        f"The order of the stages at level {level} (table 2)",
        ", ".join(f"{stage} {said[stage]:.3g} s" for stage in orders[0]),
        ", ".join(f"{stage} {calls[stage]:,.0f}" for stage in orders[1]) + " calls",
        judged(orders[0] == orders[1]),
        f"criterion: the same order; the report's first two are {apart:.0%} apart, and its text compares early and "
        "late only",
    )


def early_branches_more(evidence: Evidence) -> Claim:
    """The report's reason: more moves early than late."""
    table = evidence.table("stage", "branching").set_index("stage")
    trees, moves = (
        ", ".join(f"{stage} {number(table, stage, column):.1f}" for stage in STAGES)
        for column in ("tree_growth", "moves")
    )
    is_met = number(table, "early", "tree_growth_low") > number(table, "late", "tree_growth_high")
    widest = table["tree_growth"].astype(float).idxmax()
    return Claim(
        "liao",
        "Early takes longer than late because there are more moves to choose from",
        reported_text("liao", "early-branches-more-than-late"),
        f"d-th root of the full tree: {trees}; legal moves at the root: {moves}",
        judged(is_met),
        "criterion: the full tree's branching is higher early than late, the intervals apart. Of all three stages the "
        f"{widest} one branches most, which the report does not look at",
    )


def ideal_order(evidence: Evidence) -> Claim:
    """With the best move first the tree has about the square root of the full tree's nodes."""
    said = reported_value("liao", "ideal-order-exponent")
    rows = evidence.rows("stage")
    deepest = rows[(rows["depth"] == rows["depth"].max()) & (rows["stage"] != "late")]
    full, minimal = (np.log(deepest[name].to_numpy(float)) for name in ("full_tree", "minimal_tree"))
    found = mean(minimal / full)
    return Claim(
        "liao",
        "With the best move first alpha-beta costs b^(m/2) instead of b^m",
        f"the full tree to the power of {said:g}",
        f"to the power of {found.value:.3f} [{found.low:.3f}, {found.high:.3f}], {found.n} positions",
        judged(said <= found.value <= said + EXPONENT_SLACK),
        f"criterion: {said:g} to {said + EXPONENT_SLACK:g} at depth {deepest['depth'].max()} on early and middle "
        "positions; the power is reached in the limit of deep trees only",
    )


# -- the time limit ----------------------------------------------------------------------------------------------------


def levels_within_limit(evidence: Evidence) -> Claim:
    """A time limit measures the computer."""
    said, limit = reported_value("liao", "levels-within-limit"), reported_value("liao", "time-limit")
    table = evidence.table("deepening", "by-depth")
    own = table[table["dialect"] == "liao"]
    fits = own[own["slowest"] <= limit]
    reached = int(fits["depth"].max())
    is_last = reached == int(own["depth"].max())
    return Claim(
        "liao",
        f"At most {said:g} levels can be searched in {limit:g} s",
        f"{said:g} levels; by its tables {_levels_in_tables(limit)}",
        f"level {reached} in {float(fits['slowest'].max()):.2g} s at most" + (", the deepest tried" if is_last else ""),
        judged(reached == said),
        "criterion: the same level on middle positions. A time limit measures the computer and the language (this "
        "search is compiled); the report's sentence and its tables do not agree either",
    )


def _levels_in_tables(limit: float) -> str:
    """The deepest level within the limit, table by table."""
    series = {"table 1": table_1("alphabeta")} | {f"table 2, {stage}": table_2(stage) for stage in STAGES}
    found = {name: int(seconds[seconds <= limit].index.max()) for name, seconds in series.items()}
    return ", ".join(f"{level} ({name})" for name, level in found.items())
