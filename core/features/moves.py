"""What may be played, now or perhaps later."""

from __future__ import annotations

from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.features.counting import disc_count
from plyscope.core.features.shifts import neighbours
from plyscope.core.rules import legal_squares
from plyscope.core.squares import size_of


def legal_moves(me: int, opp: int, board: int) -> int:
    """The squares on which `me` may play, as a set."""
    return legal_squares(me, opp, size_of(board))


@overload(legal_moves)
def _legal_moves(me, opp, board):  # type: ignore[no-untyped-def]
    return lambda me, opp, board: bitboard.legal(me, opp, board)


@compiled_as_written
def mobility(me: int, opp: int, board: int) -> int:
    """Legal moves of `me` minus legal moves of `opp`, whoever is to move.

    Examples
    --------
    >>> from plyscope import Position
    >>> start = Position.start(8)
    >>> mobility(start.black, start.white, 2**64 - 1)
    0
    """
    return disc_count(legal_moves(me, opp, board)) - disc_count(legal_moves(opp, me, board))


@compiled_as_written
def potential_squares(me: int, opp: int, board: int) -> int:
    """The empty squares next to a disc of `opp`, as a set: where `me` may come to play."""
    return neighbours(opp, board) & ~(me | opp)


@compiled_as_written
def potential_mobility(me: int, opp: int, board: int) -> int:
    """Empty squares next to a disc of `opp` minus empty squares next to a disc of `me`.

    Examples
    --------
    >>> from plyscope import Position
    >>> after = Position.start(8).play("d3")
    >>> potential_mobility(after.white, after.black, 2**64 - 1)
    8
    """
    return disc_count(potential_squares(me, opp, board)) - disc_count(potential_squares(opp, me, board))
