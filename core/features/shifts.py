"""Sets of squares moved over the board."""

from __future__ import annotations

from functools import lru_cache

from plyscope.core.features import line_code
from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.squares import size_of, stride


def shift(squares: int, board: int, down: int, right: int) -> int:
    """A set of squares moved by rows and columns; what leaves the board is dropped.

    In compiled code the steps must be written as numbers, and on boards other than 8x8 and 16x16 the result may
    also hold squares beside the board: intersect it with a set that is on the board.

    Examples
    --------
    >>> shift(0b1001, 0b1111_00001111_00001111_00001111, 0, 1)
    2
    """
    step = stride(size_of(board)) * down + right
    return (squares << step if step >= 0 else squares >> -step) & _landing(board, right)


line_code.compile_shift(shift)


@lru_cache
def _landing(board: int, right: int) -> int:
    """The squares that have a square `right` columns before them."""
    size = size_of(board)
    row = sum(1 << column for column in range(size) if 0 <= column - right < size)
    return sum(row << stride(size) * number for number in range(size))


@compiled_as_written
def neighbours(squares: int, board: int) -> int:
    """The squares with at least one of the set among the up to eight around them.

    Examples
    --------
    >>> from plyscope.core.squares import board_mask, members, name
    >>> [name(square, 4) for square in members(neighbours(1, board_mask(4)))]
    ['b1', 'a2', 'b2']
    """
    beside = shift(squares, board, 0, 1) | shift(squares, board, 0, -1)
    row = squares | beside
    return board & (beside | shift(row, board, 1, 0) | shift(row, board, -1, 0))
