"""How many discs there are."""

from __future__ import annotations

from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.features.as_written import compiled_as_written

START_DISCS = 4


def disc_count(squares: int) -> int:
    """The number of squares in a set.

    Examples
    --------
    >>> disc_count(0b1011)
    3
    """
    if squares < 0:
        raise ValueError("a set of squares without an end, as ~me is in Python: write board & ~me")
    return squares.bit_count()


@overload(disc_count)
def _disc_count(squares):  # type: ignore[no-untyped-def]
    return lambda squares: bitboard.count(squares)


def is_empty(squares: int) -> bool:
    """Is there no square in the set?"""
    return not squares


@overload(is_empty)
def _is_empty(squares):  # type: ignore[no-untyped-def]
    return lambda squares: bitboard.is_empty(squares)


def discs(me: int, opp: int, board: int) -> int:
    """Discs of `me` minus discs of `opp`."""
    return disc_count(me) - disc_count(opp)


@overload(discs)
def _discs(me, opp, board):  # type: ignore[no-untyped-def]
    return lambda me, opp, board: bitboard.count(me) - bitboard.count(opp)


@compiled_as_written
def plies_played(me: int, opp: int, board: int) -> int:
    """How far the game is: the discs on the board minus the four of the start; passes do not count.

    Examples
    --------
    >>> from plyscope import Position
    >>> after = Position.start(8).play("d3")
    >>> plies_played(after.black, after.white, 2**64 - 1)
    1
    """
    return disc_count(me | opp) - START_DISCS
