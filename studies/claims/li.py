"""The claims of `li`: how long its search takes, and how it did."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.studies.claims.claim import NOT_REPRODUCED, SAME_SHAPE, Claim, Evidence, games_needed
from plyscope.studies.deepening import LIMITS
from plyscope.studies.reported import reported_value

DEPTH, LAST_DEPTH = 3, 9


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    yield seconds_at_first_depth(evidence)
    yield deepens_in_time(evidence)
    for slug, text in (
        ("win-ratio-rises", "The win ratio against a random player rises with the generation"),
        ("final-search-empties", "Ten empty squares are best to begin the final search"),
        ("rank", "Its rank in the class"),
        ("wins", "Its share of won games in the class"),
    ):
        yield games_needed("li", text, slug)


def seconds_at_first_depth(evidence: Evidence) -> Claim:
    """A time of another computer and another language."""
    said = reported_value("li", "seconds-at-depth-3")
    table = evidence.table("deepening", "by-depth").set_index(["dialect", "depth"])
    found, calls = (float(table.loc[("li", DEPTH), name]) for name in ("seconds", "calls"))  # type: ignore[arg-type]
    return Claim(
        "li",
        "A search to depth 3 takes about 0.7 s",
        f"{said:g} s",
        f"{found * 1e6:.0f} µs for {calls:,.0f} calls",
        SAME_SHAPE if said / 2 <= found <= said * 2 else NOT_REPRODUCED,
        f"criterion: within a factor of 2. {said / found:,.0f} times as fast: compiled code on another computer; at so "
        f"many calls the report made about {calls / said:,.0f} a second",
    )


def deepens_in_time(evidence: Evidence) -> Claim:
    """Iterative deepening within the time limit."""
    table = evidence.table("deepening", "by-depth")
    own = table[table["dialect"] == "li"]
    reached = int(own[own["seconds_so_far"] <= LIMITS["li"]]["depth"].max())
    seconds = float(own[own["depth"] == reached]["seconds_so_far"].iloc[0])
    return Claim(
        "li",
        "Deepening from depth 3 gets to depth 9 at most in 4.8 s",
        f"{DEPTH} to {LAST_DEPTH}",
        f"{DEPTH} to {reached} in {seconds:.2g} s on average",
        SAME_SHAPE if reached >= LAST_DEPTH else NOT_REPRODUCED,
        "criterion: depth 9 is reached within the limit on middle positions on average, all depths before included",
    )
