"""The claims of `toronto`: both searches choose the same, what alpha-beta saves, and series of games."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from plyscope.studies.claims.claim import EXACT, NOT_REPRODUCED, Claim, Evidence, games_needed, judged, within
from plyscope.studies.depth import CHECK_SAME_DEPTHS
from plyscope.studies.reported import reported_text, reported_value

NAMES = {"minimax": "minimax", "alphabeta": "alpha-beta"}
FACTOR = 2.0
SLOWER = 2.0
"""What one more ply must cost to be called a significant slow-down."""


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    yield same_move(evidence)
    yield ratio(evidence)
    yield ratio_grows(evidence)
    for algorithm in NAMES:
        yield growth_between_depths(algorithm, evidence)
    yield slow_beyond_depth(evidence)
    for slug, text in (
        ("positional-stronger", "The positional heuristic plays much stronger"),
        ("deeper-beats-shallower", "A deeper search beats a shallower one"),
        ("any-depth-beats-random", "Any depth beats the random player"),
        ("colours-balanced", "The colours are balanced"),
        ("same-on-16x16", "The same holds on 16x16"),
    ):
        yield games_needed("toronto", text, slug)


def _seconds(algorithm: str, depth: int) -> float:
    return reported_value("toronto", "same-move-seconds", f"algorithm={algorithm},depth={depth}")


def _said(depth: int) -> float:
    return _seconds("minimax", depth) / _seconds("alphabeta", depth)


def _checked(evidence: Evidence) -> pd.DataFrame:
    """The table of the report's own check; one line a stage, heuristic and depth."""
    return evidence.table("depth", "check-same").set_index(["stage", "heuristic", "depth"]).sort_index()


def same_move(evidence: Evidence) -> Claim:
    """The report's own test of its two searches."""
    table = _checked(evidence)
    same, total = int(table["same"].sum()), int(table["n"].sum())
    others = table[table["same"] < table["n"]].index.tolist()
    return Claim(
        "toronto",
        "With the shuffle off, minimax and alpha-beta choose the same move",
        reported_text("toronto", "same-move"),
        f"{same} of {total} searches, value included",
        EXACT if same == total else NOT_REPRODUCED,
        f"both heuristics at depths {' and '.join(map(str, CHECK_SAME_DEPTHS))}, from the start, early and late boards"
        + (f"; they differ at {others}" if others else ""),
    )


def _groups(table: pd.DataFrame) -> list[tuple[str, str]]:
    """The stages and heuristics of the check."""
    return list(dict.fromkeys((str(stage), str(name)) for stage, name, _ in table.index))


def _plain(group: tuple[str, str]) -> str:
    return f"{group[0]}, {group[1].removeprefix('toronto.')}"


def ratio(evidence: Evidence) -> Claim:
    """What alpha-beta saves, at the report's depths."""
    table = _checked(evidence)["calls_ratio"]
    said = {depth: _said(depth) for depth in CHECK_SAME_DEPTHS}
    found = {group: [float(table[(*group, depth)]) for depth in said] for group in _groups(_checked(evidence))}
    fits = [
        group
        for group, ratios in found.items()
        if all(within(one, other, FACTOR) for one, other in zip(ratios, said.values(), strict=True))
    ]
    texts = [f"{_plain(group)} {', '.join(f'{one:.1f}x' for one in ratios)}" for group, ratios in found.items()]
    return Claim(
        "toronto",
        f"Minimax takes many times as long as alpha-beta at depths {' and '.join(map(str, said))}",
        ", ".join(f"{value:.1f}x" for value in said.values()),
        "; ".join(texts),
        judged(bool(fits)),
        f"criterion: the ratio of calls within a factor of {FACTOR:g} at both depths for one stage and heuristic "
        f"({'; '.join(map(_plain, fits)) or 'none'}). The report says neither on which position nor with which "
        "heuristic it measured, and its positional numbers are not printed: plyscope's own stand in",
    )


def ratio_grows(evidence: Evidence) -> Claim:
    """The difference is more pronounced at the greater depth."""
    table = _checked(evidence)["calls_ratio"]
    low, high = CHECK_SAME_DEPTHS
    growths = [float(table[(*group, high)] / table[(*group, low)]) for group in _groups(_checked(evidence))]
    return Claim(
        "toronto",
        f"The difference is more pronounced at depth {high} than at depth {low}",
        f"{reported_text('toronto', 'difference-grows', f'depth={high}')}: {_said(high) / _said(low):.1f} times",
        f"{min(growths):.1f} to {max(growths):.1f} times by stage and heuristic",
        judged(min(growths) > 1),
        "criterion: the ratio of calls grows at every stage with both heuristics",
    )


def growth_between_depths(algorithm: str, evidence: Evidence) -> Claim:
    """What three plies cost each search: it tells whether both depths were measured on the same position."""
    low, high = CHECK_SAME_DEPTHS
    said = _seconds(algorithm, high) / _seconds(algorithm, low)
    table = _checked(evidence)[f"calls_{algorithm}"]
    found = {group: float(table[(*group, high)] / table[(*group, low)]) for group in _groups(_checked(evidence))}
    fits = [group for group, one in found.items() if within(one, said, FACTOR)]
    bands = evidence.table("endgame", "by-level").set_index(["empties", "depth"])[f"calls_{algorithm}"]
    near = {str(band): float(bands[band, high] / bands[band, low]) for band in bands.index.unique("empties")}
    listed = ", ".join(f"{one:.0f}x with {band}" for band, one in near.items())
    return Claim(
        "toronto",
        f"What depth {high} costs {NAMES[algorithm]} against depth {low}",
        f"{said:.1f}x the seconds",
        "; ".join(f"{_plain(group)} {one:.0f}x" for group, one in found.items()) + " in calls",
        judged(bool(fits)),
        f"criterion: within a factor of {FACTOR:g} at one stage. Trees grow so little near the end only "
        f"({listed} empty squares, in liao's dialect): the report's two depths do not belong to one earlier position",
    )


def slow_beyond_depth(evidence: Evidence) -> Claim:
    """Minimax slows down beyond a depth: by the same factor as before it."""
    depth = int(reported_value("toronto", "slow-beyond-depth"))
    table = evidence.table("depth", "by-depth")
    early = table[table["stage"] == "early"].set_index("depth")["calls_minimax"].astype(float)
    costs = {level: early[level] / early[level - 1] for level in early.index if level - 1 in early.index}
    later = [cost for level, cost in costs.items() if level > depth]
    return Claim(
        "toronto",
        f"Minimax begins to slow down significantly at depths greater than {depth}",
        f"beyond depth {depth}",
        "; ".join(f"depth {level} {cost:.1f}x" for level, cost in costs.items()) + " the calls of the depth before",
        judged(bool(later) and min(later) > SLOWER),
        f"criterion: each further ply costs more than {SLOWER:g}x on early positions. It does so at every depth: where "
        "a search becomes slow is the computer's",
    )
