"""The claims of `li`: how long its search takes, how deep it gets, and how it did."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from plyscope.studies.claims.claim import OTHER_PROGRAMS, Claim, Evidence, games_needed, judged, number, within
from plyscope.studies.clock import COMPILED, LI_DEPTH, READABLE
from plyscope.studies.reported import reported_value

SECONDS_FACTOR = 2.0


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    yield seconds_at_first_depth(evidence)
    yield depth_by_mid_game(evidence)
    evolved = "needs the games of its genetic algorithm"
    yield games_needed(
        "li", "The win ratio against a random player rises with the generation", "win-ratio-rises", evolved
    )
    yield games_needed("li", "How long a generation takes", "seconds-a-generation", evolved)
    yield games_needed("li", "Ten empty squares are best to begin the final search", "final-search-empties")
    yield games_needed("li", "Its rank in the class", "rank", OTHER_PROGRAMS)
    yield games_needed("li", "Its share of won games in the class", "wins", OTHER_PROGRAMS)


def _rates(evidence: Evidence) -> pd.DataFrame:
    """Its search to its first depth, by backend."""
    table = evidence.table("clock", "rates")
    return table[table["what"] == f"li, depth {LI_DEPTH}"].set_index("backend")


def seconds_at_first_depth(evidence: Evidence) -> Claim:
    """A time of another computer: only a search in the same language comes near it."""
    said = reported_value("li", f"seconds-at-depth-{LI_DEPTH}")
    rates = _rates(evidence)
    calls = number(rates, READABLE, "calls")
    plain, compiled = (number(rates, backend, "seconds") for backend in (READABLE, COMPILED))
    return Claim(
        "li",
        f"A search to depth {LI_DEPTH} takes about {said:g} s",
        f"{said:g} s",
        f"{plain:.2g} s by the readable search, {compiled * 1e6:.0f} µs compiled, for {calls:,.0f} calls",
        judged(within(plain, said, SECONDS_FACTOR)),
        f"criterion: within a factor of {SECONDS_FACTOR:g} by the readable search, on middle positions. Seconds tell "
        f"of the computer and the program: at so many calls the report made {calls / said:,.0f} a second, the "
        f"readable search here {calls / plain:,.0f}",
    )


def depth_by_mid_game(evidence: Evidence) -> Claim:
    """How deep the time limit lets it get, at the readable search's calls a second and at the compiled one's."""
    least, most = (int(reported_value("li", "depth-by-mid-game", item)) for item in ("least", "most"))
    limit, first = reported_value("li", "time-limit"), int(reported_value("li", "first-depth"))
    table = evidence.table("deepening", "by-depth")
    own = table[(table["dialect"] == "li") & (table["depth"] >= first)].set_index("depth")
    seconds = own["calls"].cumsum() / number(_rates(evidence), READABLE, "rate")
    plain, compiled = (_deepest(spent, limit) for spent in (seconds, own["seconds_so_far"]))
    said = reported_value("li", f"seconds-at-depth-{LI_DEPTH}")
    theirs = _deepest(own["calls"].cumsum() * said / float(own["calls"].iloc[0]), limit)
    return Claim(
        "li",
        f"By mid-game the search gets about {least} to {most} layers deep in {limit:g} s",
        f"{least} to {most}",
        f"{plain} at the readable search's calls a second, {compiled} compiled"
        + (", the deepest tried" if compiled == own.index.max() else ""),
        judged(least <= plain <= most),
        f"criterion: {least} to {most} on middle positions, from depth {first} on, all depths before included. At the "
        f"calls a second that its own {said:g} s for depth {LI_DEPTH} imply it would be {theirs}: the depth is the "
        "computer's and the language's",
    )


def _deepest(seconds: pd.Series[float], limit: float) -> int:
    """The last depth within the limit; one less than the first if not even that is."""
    fits = seconds[seconds <= limit].index
    return int(fits.max()) if len(fits) else int(seconds.index.min()) - 1
