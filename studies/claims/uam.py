"""The claims of `uam`: calls and times of one game a heuristic, and what it concludes from them."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from plyscope.studies.claims.claim import EXACT, NOT_REPRODUCED, Claim, Evidence, games_needed, judged
from plyscope.studies.heuristic import INCLUSIVE, PRINTED
from plyscope.studies.reported import reported_value
from plyscope.studies.statistics import correlation
from plyscope.studies.uam import HEURISTICS as GAME_HEURISTICS

ALGORITHMS = {"minimax": "minimax", "alphabeta": "alpha-beta"}
LEAST_CORRELATION = 0.9
SOME_GAIN = 1.5
LEAST_CALLS, LEVEL = 1000, 6
"""Searches with fewer calls take as long as calling them does."""


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    games = evidence.table("heuristic", "games")
    printed = games[games["dialect"] == PRINTED].set_index("heuristic")
    positions = evidence.table("heuristic", "equal-positions")
    yield from call_counts(printed)
    yield fewer_calls(printed)
    yield time_ratios(printed)
    yield gain_grows(positions)
    yield minimax_slower(evidence.rows("heuristic"))
    yield calls_track_time(evidence.rows("depth"))
    yield from tournaments()


def call_counts(printed: pd.DataFrame) -> Iterator[Claim]:
    """The six numbers of the computer-independent measure."""
    for heuristic in GAME_HEURISTICS:
        for key, name in ALGORITHMS.items():
            said = int(reported_value("uam", f"calls-{key}", f"heuristic={heuristic}"))
            found = int(printed.loc[heuristic, f"calls_{key}"])  # type: ignore[arg-type]
            is_same = said == found
            tie = bool((printed["calls_minimax"] == printed["calls_alphabeta"])[heuristic])
            why = "all values are equal and cutoffs strict: nothing is cut" if tie else "the same game, call by call"
            yield Claim(
                "uam",
                f"Calls of {name} in one game with {heuristic.removeprefix('uam.')}",
                f"{said:,}",
                f"{found:,}",
                EXACT if is_same else NOT_REPRODUCED,
                why if is_same else "the game or the search differs from the printed one",
            )


def fewer_calls(printed: pd.DataFrame) -> Claim:
    """The size of the gain."""
    said = reported_value("uam", "three-times-fewer-calls")
    ratios = [float(printed.loc[name, "calls_ratio"]) for name in GAME_HEURISTICS[1:]]  # type: ignore[arg-type]
    return Claim(
        "uam",
        "Alpha-beta makes about three times fewer calls with a real heuristic",
        f"about {said:g}x",
        ", ".join(f"{ratio:.2f}x" for ratio in ratios),
        judged(all(said / 1.5 <= ratio <= said * 1.5 for ratio in ratios)),
        "criterion: within a factor of 1.5 in both games",
    )


def time_ratios(printed: pd.DataFrame) -> Claim:
    """Wall time: only ratios can be compared between computers."""
    said = [
        reported_value("uam", "seconds-minimax", f"heuristic={name}")
        / reported_value("uam", "seconds-alphabeta", f"heuristic={name}")
        for name in GAME_HEURISTICS
    ]
    found = [float(printed.loc[name, "seconds_ratio"]) for name in GAME_HEURISTICS]  # type: ignore[arg-type]
    is_met = abs(found[0] - 1) < 0.2 and min(found[1:]) > SOME_GAIN
    slowest = float((1e6 * printed["seconds_minimax"] / printed["plies"]).max())
    return Claim(
        "uam",
        "Time of minimax over alpha-beta for one game, three heuristics",
        ", ".join(f"{ratio:.2f}x" for ratio in said),
        ", ".join(f"{ratio:.2f}x" for ratio in found),
        judged(is_met),
        f"criterion: 1 within 0.2 for the constant heuristic, above {SOME_GAIN:g} for the others. A search takes "
        f"{slowest:.0f} µs or less here, some 25 µs of them to start it, which pruning does not save",
    )


def gain_grows(positions: pd.DataFrame) -> Claim:
    """Asked on equal positions, in both kinds of cutoff."""
    ratios = positions.set_index(["dialect", "heuristic"])["calls_ratio"]
    gains = {kind: [float(ratios[kind, name]) for name in GAME_HEURISTICS] for kind in (PRINTED, INCLUSIVE)}
    texts = [f"{dialect} {', '.join(f'{gain:.2f}x' for gain in found)}" for dialect, found in gains.items()]
    rises = [kind for kind, found in gains.items() if sorted(found) == found]
    return Claim(
        "uam",
        "Alpha-beta gains as the heuristic gets better",
        "grows: constant, edges and corners, weights",
        "; ".join(texts),
        judged(len(rises) == len(gains)),
        f"criterion: the gain rises on equal positions with either cutoff; it rises with {_which(rises)}",
    )


def _which(kinds: list[str]) -> str:
    return " and ".join(kinds) or "neither"


def minimax_slower(rows: pd.DataFrame) -> Claim:
    """A better heuristic takes longer at a leaf; the tree is the same. So: nanoseconds a call, on equal positions."""
    timed = rows[(rows["kind"] == "search") & (rows["algorithm"] == "minimax") & (rows["calls"] >= LEAST_CALLS)]
    sums = timed.groupby("heuristic")[["seconds", "calls"]].sum().astype(float)
    cost = 1e9 * sums["seconds"] / sums["calls"]
    found = [float(cost[name]) for name in GAME_HEURISTICS]
    return Claim(
        "uam",
        "Minimax gets slower as the heuristic gets better, since it takes longer to evaluate",
        ", ".join(f"{reported_value('uam', 'seconds-minimax', f'heuristic={name}'):.1f} s" for name in GAME_HEURISTICS),
        ", ".join(f"{value:.0f} ns a call" for value in found),
        judged(min(found[1:]) > found[0]),
        "criterion: both real heuristics cost more a call than the constant one on equal positions, where minimax "
        "makes the same calls with each",
    )


def calls_track_time(rows: pd.DataFrame) -> Claim:
    """Calls against seconds of minimax, timed one at a time: one search a position, so that each counts once."""
    own = rows[(rows["algorithm"] == "minimax") & (rows["depth"] == LEVEL) & (rows["dialect"] == "liao")]
    timed = own[own["calls"] >= LEAST_CALLS]
    found = correlation(timed["calls"].astype(float), timed["seconds"])
    return Claim(
        "uam",
        "The number of calls follows the time",
        "yes",
        f"r = {found.value:.3f} [{found.low:.3f}, {found.high:.3f}], {found.n} searches",
        judged(found.low >= LEAST_CORRELATION),
        f"criterion: the interval of the correlation of the logarithms lies above {LEAST_CORRELATION:g}; minimax to "
        f"depth {LEVEL} on different positions, {LEAST_CALLS:,} calls or more",
    )


def tournaments() -> Iterator[Claim]:
    """Who wins."""
    yield games_needed("uam", "Which heuristics come first in the tournaments", "tournament-winners")
