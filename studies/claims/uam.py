"""The claims of `uam`: calls and times of one game a heuristic, and what it concludes from them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pandas as pd

from plyscope.studies.claims.claim import EXACT, NOT_REPRODUCED, Claim, Evidence, games_needed, judged, number, within
from plyscope.studies.clock import COMPILED, READABLE, follows
from plyscope.studies.heuristic import INCLUSIVE, PRINTED
from plyscope.studies.reported import reported_text, reported_value
from plyscope.studies.statistics import correlation
from plyscope.studies.uam import HEURISTICS as GAME_HEURISTICS

ALGORITHMS = {"minimax": "minimax", "alphabeta": "alpha-beta"}
LEAST_CORRELATION = 0.8
FACTOR = 1.5
LEAST_CALLS = 1000
"""Searches with fewer calls take as long as starting them does."""


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    games = evidence.table("heuristic", "games")
    printed = games[games["dialect"] == PRINTED].set_index("heuristic")
    positions = evidence.table("heuristic", "equal-positions")
    timed = evidence.table("clock", "games")
    yield from call_counts(printed)
    yield fewer_calls(printed)
    yield plays_alike(evidence.rows("heuristic"))
    yield time_ratios(timed)
    yield seconds_fall(timed)
    yield calls_track_time(timed)
    for kind in (PRINTED, INCLUSIVE):
        yield gain_grows(positions, kind)
    yield minimax_slower(evidence.rows("heuristic"))
    yield from tournaments()


def _said(name: str, algorithm: str) -> list[float]:
    """A measure of the report for its three heuristics."""
    return [reported_value("uam", f"{name}-{algorithm}", f"heuristic={heuristic}") for heuristic in GAME_HEURISTICS]


def _listed(values: list[float], unit: str, digits: int = 2) -> str:
    return ", ".join(f"{value:.{digits}f}{unit}" for value in values)


# -- calls -------------------------------------------------------------------------------------------------------------


def call_counts(printed: pd.DataFrame) -> Iterator[Claim]:
    """The six numbers of the computer-independent measure."""
    for heuristic in GAME_HEURISTICS:
        for key, name in ALGORITHMS.items():
            said = int(reported_value("uam", f"calls-{key}", f"heuristic={heuristic}"))
            found = int(number(printed, heuristic, f"calls_{key}"))
            why = "the number of calls is the same; what the report leaves open was chosen so that all six are"
            if key == "alphabeta" and found == number(printed, heuristic, "calls_minimax"):
                why += ". As many as minimax's: nothing is cut, as a strict cutoff needs values that differ"
            yield Claim(
                "uam",
                f"Calls of {name} in one game with {heuristic.removeprefix('uam.')}",
                f"{said:,}",
                f"{found:,}",
                EXACT if said == found else NOT_REPRODUCED,
                why if said == found else "the game or the search differs from the report's",
            )


def fewer_calls(printed: pd.DataFrame) -> Claim:
    """The size of the gain."""
    said = reported_value("uam", "three-times-fewer-calls")
    ratios = [number(printed, name, "calls_ratio") for name in GAME_HEURISTICS[1:]]
    return Claim(
        "uam",
        f"Minimax makes about {said:g} times the calls of alpha-beta with a real heuristic",
        f"about {said:g}x",
        _listed(ratios, "x"),
        judged(all(within(ratio, said, FACTOR) for ratio in ratios)),
        f"criterion: within a factor of {FACTOR:g} in both games",
    )


def plays_alike(rows: pd.DataFrame) -> Claim:
    """Both searches decide the same, in whole games and on equal positions."""
    own = rows[rows["dialect"] == PRINTED].assign(move=rows["move"].fillna(""))
    keys = ["kind", "position", "board", "heuristic", "depth"]
    wide = own.pivot(index=keys, columns="algorithm", values=["move", "value", "plies"])
    same = pd.Series(True, index=wide.index)
    for name in ("move", "value", "plies"):
        both = wide[name].astype(object).fillna("")
        same &= both["minimax"] == both["alphabeta"]
    return Claim(
        "uam",
        "A minimax player and an alpha-beta player behave alike",
        reported_text("uam", "plays-alike"),
        f"the same in {int(same.sum()):,} of {len(same):,} games and searches",
        EXACT if same.all() else NOT_REPRODUCED,
        "the same move at the same value; of games, as many moves and the same result",
    )


# -- times -------------------------------------------------------------------------------------------------------------


def _of(timed: pd.DataFrame, backend: str, column: str) -> list[float]:
    """A column of the timed games, in the order of the heuristics."""
    own = timed[timed["backend"] == backend].set_index("heuristic")[column]
    return [float(own[name]) for name in GAME_HEURISTICS]


def time_ratios(timed: pd.DataFrame) -> Claim:
    """Wall time: only ratios can be compared between computers, and only of programs in the same language."""
    said = [slow / fast for slow, fast in zip(_said("seconds", "minimax"), _said("seconds", "alphabeta"), strict=True)]
    found, compiled = (_of(timed, backend, "seconds_ratio") for backend in (READABLE, COMPILED))
    return Claim(
        "uam",
        "Time of minimax over alpha-beta for one game, three heuristics",
        _listed(said, "x"),
        f"{_listed(found, 'x')} by the readable search",
        judged(all(within(one, other, FACTOR) for one, other in zip(found, said, strict=True))),
        f"criterion: each within a factor of {FACTOR:g}. Compiled it is {_listed(compiled, 'x')}: there a search of "
        "this size takes about as long to start as to run, which pruning does not save",
    )


def seconds_fall(timed: pd.DataFrame) -> Claim:
    """What alpha-beta's seconds do from the constant to the best heuristic."""
    start, end = (reported_value("uam", "seconds-alphabeta-fall", item) for item in ("from", "to"))
    said, found = _said("seconds", "alphabeta"), _of(timed, READABLE, "seconds_alphabeta")
    return Claim(
        "uam",
        f"Alpha-beta's time falls as the heuristic improves, from about {start:g} s a game to a little over {end:g} s",
        f"{_listed(said, ' s', 1)}: by {said[0] / said[-1]:.2f}",
        f"{_listed(found, ' s')} by the readable search: by {found[0] / found[-1]:.2f}",
        judged(max(found[1:]) < found[0] and within(found[0] / found[-1], said[0] / said[-1], FACTOR)),
        f"criterion: both real heuristics are faster than the constant one, the last by the same factor within "
        f"{FACTOR:g}. Three games of different length are compared: the heuristic chooses the moves too",
    )


def calls_track_time(timed: pd.DataFrame) -> Claim:
    """Calls against seconds over the report's six games."""
    pairs = [(_said("calls", key), _said("seconds", key)) for key in ALGORITHMS]
    calls, seconds = ([value for pair in pairs for value in pair[part]] for part in (0, 1))
    said, found, compiled = correlation(calls, seconds), follows(timed, READABLE), follows(timed, COMPILED)
    return Claim(
        "uam",
        "The number of calls is related to the time",
        f"{reported_text('uam', 'calls-track-time')}: r = {said.value:.2f} over its six games",
        f"r = {found.value:.2f} [{found.low:.2f}, {found.high:.2f}] by the readable search",
        judged(found.value >= LEAST_CORRELATION),
        f"criterion: the correlation of the logarithms over the six games is {LEAST_CORRELATION:g} or more; six are "
        f"few, as the interval shows. Compiled it is {compiled.value:.2f}",
    )


# -- conclusions -------------------------------------------------------------------------------------------------------


def gain_grows(positions: pd.DataFrame, kind: str) -> Claim:
    """Asked on equal positions, in the report's search and with inclusive cutoffs."""
    ratios = positions.set_index(["dialect", "heuristic"])["calls_ratio"]
    gains = [float(ratios[kind, name]) for name in GAME_HEURISTICS]
    is_rising = all(before < after for before, after in pairwise(gains))
    calls = [slow / fast for slow, fast in zip(_said("calls", "minimax"), _said("calls", "alphabeta"), strict=True)]
    return Claim(
        "uam",
        f"Alpha-beta gains as the heuristic gets better: on equal positions, {kind}",
        f"{reported_text('uam', 'gain-grows-with-heuristic')}, from seconds; its calls: {_listed(calls, 'x')}",
        _listed(gains, "x"),
        judged(is_rising),
        "criterion: the gain rises from the constant to edges and corners to weights and times. "
        + _about_gain(is_rising, kind),
    )


def _about_gain(is_rising: bool, kind: str) -> str:
    if is_rising:
        return "Whether a heuristic plays better is another question"
    if kind == INCLUSIVE:
        return "With an inclusive cutoff equal values are cut, and a constant heuristic has no others"
    return "It does not"


def minimax_slower(rows: pd.DataFrame) -> Claim:
    """A better heuristic takes longer at a leaf; the tree is the same. So: nanoseconds a call, on equal positions."""
    timed = rows[(rows["kind"] == "search") & (rows["algorithm"] == "minimax") & (rows["calls"] >= LEAST_CALLS)]
    sums = timed.groupby("heuristic")[["seconds", "calls"]].sum().astype(float)
    cost = 1e9 * sums["seconds"] / sums["calls"]
    found = [float(cost[name]) for name in GAME_HEURISTICS]
    said = [
        1e6 * time / calls for time, calls in zip(_said("seconds", "minimax"), _said("calls", "minimax"), strict=True)
    ]
    return Claim(
        "uam",
        "Minimax gets slower as the heuristic gets better, since it takes longer to evaluate",
        f"{reported_text('uam', 'minimax-slower-with-heuristic')}: {_listed(_said('seconds', 'minimax'), ' s', 1)}",
        f"{_listed(found, ' ns', 0)} a call on equal positions",
        judged(min(found[1:]) > found[0]),
        "criterion: both real heuristics cost more a call than the constant one. By the report's own two tables a call "
        f"takes {_listed(said, ' µs', 0)}: its games took longer because they had more calls",
    )


def tournaments() -> Iterator[Claim]:
    """Who wins."""
    for slug, text in (
        ("tournament-winners", "Which heuristics come first in the tournaments"),
        ("tournament-tie", "The best three tie"),
        ("sum-beats-its-parts", "The sum of pieces, edges and corners easily beats each of the three"),
        ("weights-little-better", "Weighting the sum improves it little"),
    ):
        yield games_needed("uam", text, slug)
