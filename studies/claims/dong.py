"""The claims of `dong`: what its definitions say of the boards it prints, and how it did in its class."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.core.features import dong_discs, frontier_inner_discs
from plyscope.core.position import Position
from plyscope.core.positions import positions
from plyscope.core.squares import board_mask, index
from plyscope.studies.claims.claim import EXACT, NOT_REPRODUCED, Claim, Evidence, games_needed

SQUARE = (4, 4)
"""Row and column from 0, as the report names the square."""


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    for number in (1, 2):
        yield stable_board(number)
    yield frontier_board()
    why = "the other programs of its class and its computer are not to be had"
    yield games_needed("dong", "Some moves take longer than allowed", "moves-over-time", why)
    yield games_needed("dong", "Its rank in the class", "rank", why)


def _board(name: str) -> tuple[Position, int]:
    position = positions("reports").entry(name).position
    return position, 1 << index(*SQUARE, position.size)


def stable_board(number: int) -> Claim:
    """Is the disc stable by the report's own definition?"""
    position, square = _board(f"dong-stable-{number}")
    owner = "X" if position.black & square else "O"
    own, others = position.discs(owner), position.discs("O" if owner == "X" else "X")
    is_stable = bool(dong_discs(own, others, board_mask(position.size)) & square)
    return Claim(
        "dong",
        f"The disc on (4, 4) of its stability board {number} is stable",
        "stable",
        "stable" if is_stable else "not stable",
        EXACT if is_stable else NOT_REPRODUCED,
        "by its own definition"
        if is_stable
        else "as printed, the line behind the disc has empty squares, and a move turns the disc",
    )


def frontier_board() -> Claim:
    """Is the middle of the block the only disc that is no frontier disc?"""
    position, square = _board("dong-frontier")
    taken = position.black | position.white
    inner = 0
    for own, others in ((position.black, position.white), (position.white, position.black)):
        inner |= own & ~frontier_inner_discs(own, others, board_mask(position.size))
    is_so = inner == square & taken
    return Claim(
        "dong",
        "Only (4, 4) is no frontier disc on its frontier board",
        "only (4, 4)",
        "only (4, 4)" if is_so else f"{inner.bit_count()} discs",
        EXACT if is_so else NOT_REPRODUCED,
        "by its own definition: not on the edge, and next to an empty square",
    )
