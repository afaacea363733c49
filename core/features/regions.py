"""Corners, edges, and who holds them."""

from __future__ import annotations

from functools import lru_cache

from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.features.counting import disc_count
from plyscope.core.rules import steps
from plyscope.core.squares import size_of


def side_squares(board: int) -> int:
    """The first and the last column, as a set: squares without a neighbour to the left or to the right."""
    return _borders(board)[0]


@overload(side_squares)
def _side_squares(board):  # type: ignore[no-untyped-def]
    return lambda board: bitboard.sides(board)


def end_squares(board: int) -> int:
    """The first and the last row, as a set: squares without a neighbour above or below."""
    return _borders(board)[1]


@overload(end_squares)
def _end_squares(board):  # type: ignore[no-untyped-def]
    return lambda board: bitboard.ends(board)


@lru_cache
def _borders(board: int) -> tuple[int, int]:
    """The squares without a neighbour on one side of the row, and of the column."""
    right, left, down, up = steps(size_of(board))[:4]
    return board & ~(right(board) & left(board)), board & ~(down(board) & up(board))


@compiled_as_written
def border_squares(board: int) -> int:
    """The squares on the edge of the board with the corners, as a set."""
    return side_squares(board) | end_squares(board)


@compiled_as_written
def corner_squares(board: int) -> int:
    """The four corners, as a set.

    Examples
    --------
    >>> from plyscope.core.squares import board_mask, members, name
    >>> [name(square, 6) for square in members(corner_squares(board_mask(6)))]
    ['a1', 'f1', 'a6', 'f6']
    """
    return side_squares(board) & end_squares(board)


@compiled_as_written
def edge_squares(board: int) -> int:
    """The squares of the border without the corners, as a set."""
    return side_squares(board) ^ end_squares(board)


@compiled_as_written
def corners(me: int, opp: int, board: int) -> int:
    """Corners that `me` holds minus those that `opp` holds."""
    squares = corner_squares(board)
    return disc_count(me & squares) - disc_count(opp & squares)


@compiled_as_written
def edges(me: int, opp: int, board: int) -> int:
    """Squares of the border without the corners that `me` holds minus those that `opp` holds."""
    squares = edge_squares(board)
    return disc_count(me & squares) - disc_count(opp & squares)


@compiled_as_written
def percent(mine: int, others: int) -> float:
    """By how much one number is more than another, in percent of both together; 0 if both are 0.

    Examples
    --------
    >>> percent(3, 1), percent(0, 0)
    (50.0, 0.0)
    """
    if mine + others == 0:
        return 0.0
    return 100 * (mine - others) / (mine + others)


@compiled_as_written
def share(me: int, opp: int, squares: int) -> float:
    """By how much `me` holds more of some squares than `opp`, in percent of what both hold there; 0 if nobody does.

    Examples
    --------
    >>> share(0b0111, 0b1000, 0b1111)
    50.0
    """
    return percent(disc_count(me & squares), disc_count(opp & squares))
