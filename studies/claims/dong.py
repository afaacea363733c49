"""The claims of `dong`: what its definitions say of the boards it prints, and how it did in its class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plyscope.core.features import dong_discs, frontier_inner_discs
from plyscope.core.position import Position
from plyscope.core.positions import positions
from plyscope.core.squares import board_mask, index
from plyscope.studies.claims.claim import (
    EXACT,
    NOT_REPRODUCED,
    OTHER_PROGRAMS,
    Claim,
    Evidence,
    games_needed,
)
from plyscope.studies.reported import reported_text

SQUARE = (4, 4)
"""Row and column from 0, as the report names the square."""


def claims(evidence: Evidence) -> Iterator[Claim]:
    """Every claim."""
    for number in (1, 2):
        yield stable_board(number)
    yield frontier_board()
    yield games_needed("dong", "Some moves take longer than allowed", "moves-over-time", OTHER_PROGRAMS)
    yield games_needed("dong", "Its rank in the class", "rank", OTHER_PROGRAMS)


def _board(name: str) -> tuple[Position, int]:
    position = positions("reports").entry(name).position
    return position, 1 << index(*SQUARE, position.size)


def stable_board(number: int) -> Claim:
    """Is the disc stable by the report's own definition?"""
    said = reported_text("dong", "stable-board", f"board={number}")
    position, square = _board(f"dong-stable-{number}")
    owner, other = ("X", "O") if position.black & square else ("O", "X")
    is_stable = bool(dong_discs(position.discs(owner), position.discs(other), board_mask(position.size)) & square)
    found = "stable" if is_stable else "not stable"
    reason = "" if is_stable else f"; as printed it is not full, and {other} at {_turned_by(position, square)} turns it"
    return Claim(
        "dong",
        f"The disc on {SQUARE} of its stability board {number} is stable",
        said,
        found,
        EXACT if found == said else NOT_REPRODUCED,
        f"by its own definition: every line full, or a half of each all of its colour up to the edge{reason}",
    )


def _turned_by(position: Position, square: int) -> str:
    """The moves after which the disc has the other colour."""
    owner, other = ("X", "O") if position.black & square else ("O", "X")
    mover = replace(position, turn=other)
    turning = [move for move in mover.legal_moves if not mover.play(move).discs(owner) & square]
    return " or ".join(turning) or "no square"


def frontier_board() -> Claim:
    """Is the middle of the block the only disc that is no frontier disc?"""
    position, square = _board("dong-frontier")
    board = board_mask(position.size)
    inner = 0
    for own, others in ((position.black, position.white), (position.white, position.black)):
        inner |= own & ~frontier_inner_discs(own, others, board)
    said = reported_text("dong", "frontier-board")
    found = f"only {SQUARE}" if inner == square else f"{inner.bit_count()} discs"
    return Claim(
        "dong",
        f"Only {SQUARE} is no frontier disc on its frontier board",
        said,
        found,
        EXACT if found == said else NOT_REPRODUCED,
        "by its own definition: not on the edge, and next to an empty square; the text has lost three rows of the "
        "board, taken to be empty",
    )
