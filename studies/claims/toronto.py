"""The claims of `toronto`: both searches choose the same, and series of games."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.studies.claims.claim import EXACT, NOT_REPRODUCED, Claim, Evidence, games_needed, judged, within
from plyscope.studies.depth import CHECK_SAME_DEPTHS
from plyscope.studies.reported import reported_value

FACTOR = 2.0


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    yield same_move(evidence)
    yield ratio(evidence)
    yield ratio_grows(evidence)
    yield from series()


def same_move(evidence: Evidence) -> Claim:
    """The report's own test of its two searches."""
    table = evidence.table("depth", "check-same")
    same, total = int(table["same"].sum()), int(table["n"].sum())
    return Claim(
        "toronto",
        "With the shuffle off, minimax and alpha-beta choose the same move",
        "yes",
        f"{same} of {total} searches, value included",
        EXACT if same == total else NOT_REPRODUCED,
        "both heuristics at depths 5 and 8, from the start and early positions",
    )


def _said(depth: int) -> float:
    minimax, alphabeta = (
        reported_value("toronto", "same-move-seconds", f"algorithm={name},depth={depth}")
        for name in ("minimax", "alphabeta")
    )
    return minimax / alphabeta


def ratio(evidence: Evidence) -> Claim:
    """What alpha-beta saves, at the report's depths."""
    table = evidence.table("depth", "check-same").set_index(["heuristic", "depth"])["calls_ratio"]
    said = {depth: _said(depth) for depth in CHECK_SAME_DEPTHS}
    names = sorted({str(name) for name, _ in table.index})
    found = {name: {depth: float(table[name, depth]) for depth in said} for name in names}
    fits = [name for name in names if all(within(found[name][depth], said[depth], FACTOR) for depth in said)]
    texts = [
        f"{name.removeprefix('toronto.')} {', '.join(f'{r:.0f}x' for r in found[name].values())}" for name in names
    ]
    which = " and ".join(name.removeprefix("toronto.") for name in fits) or "neither"
    return Claim(
        "toronto",
        "Minimax takes many times as long as alpha-beta at depths 5 and 8",
        ", ".join(f"{value:.1f}x" for value in said.values()),
        "; ".join(texts),
        judged(bool(fits)),
        f"criterion: the ratio of calls within a factor of {FACTOR:g} at both depths with one of its heuristics "
        f"({which}); the report does not say which it used",
    )


def ratio_grows(evidence: Evidence) -> Claim:
    """The saving grows with depth."""
    table = evidence.table("depth", "check-same").set_index(["heuristic", "depth"])["calls_ratio"]
    low, high = CHECK_SAME_DEPTHS
    growths = [float(table[name, high] / table[name, low]) for name in {name for name, _ in table.index}]
    return Claim(
        "toronto",
        "The saving grows from depth 5 to depth 8",
        f"{_said(high) / _said(low):.1f} times",
        " and ".join(f"{growth:.1f}" for growth in sorted(growths)) + " times",
        judged(min(growths) > 1),
        "criterion: more than once with both heuristics",
    )


def series() -> Iterator[Claim]:
    """Who wins."""
    for slug, text in (
        ("deeper-beats-shallower", "A deeper search beats a shallower one"),
        ("any-depth-beats-random", "Any depth beats the random player"),
        ("colours-balanced", "Random against random is balanced"),
        ("same-on-16x16", "The same holds on 16x16"),
    ):
        yield games_needed("toronto", text, slug, "series of 200 games")
