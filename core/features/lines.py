"""Rows, columns and diagonals: what lies on a line with a set of squares."""

from __future__ import annotations

from functools import lru_cache

from numba.extending import overload

from plyscope.core.features import line_code
from plyscope.core.rules import Step, steps
from plyscope.core.squares import size_of


@lru_cache
def _lines(board: int) -> tuple[tuple[Step, Step], ...]:
    """Both directions of each line: row, column, falling and rising diagonal."""
    right, left, down, up, down_right, up_left, down_left, up_right = steps(size_of(board))
    return (right, left), (down, up), (down_right, up_left), (down_left, up_right)


def _beyond(squares: int, step: Step) -> int:
    """The squares of a set and all beyond them in one direction."""
    reached = squares
    while reached:
        reached = step(reached)
        squares |= reached
    return squares


def lines_through(squares: int, board: int) -> tuple[int, int, int, int]:
    """The squares whose row meets a set, whose column does, and whose falling and rising diagonal."""
    row, column, falling, rising = (_beyond(squares, up) | _beyond(squares, down) for up, down in _lines(board))
    return row, column, falling, rising


@overload(lines_through)
def _lines_through(squares, board):  # type: ignore[no-untyped-def]
    def compiled(squares, board):  # type: ignore[no-untyped-def]
        row, column, falling, rising = line_code.lines_through(squares)
        return row & board, column & board, falling & board, rising & board

    return compiled


def enclosed(squares: int, board: int) -> int:
    """The squares of a set, and those that stand on some line between two of it."""
    found = 0
    for up, down in _lines(board):
        found |= _beyond(squares, up) & _beyond(squares, down)
    return found


@overload(enclosed)
def _enclosed(squares, board):  # type: ignore[no-untyped-def]
    return lambda squares, board: line_code.enclosed(squares) & board


def held(squares: int, board: int, safe: tuple[int, int, int, int]) -> int:
    """The squares that on each of the four lines are in its safe set or next to one of `squares`."""
    found = board
    for (up, down), line in zip(_lines(board), safe, strict=True):
        found &= line | up(squares) | down(squares)
    return found


@overload(held)
def _held(squares, board, safe):  # type: ignore[no-untyped-def]
    return lambda squares, board, safe: line_code.held(squares, safe[0], safe[1], safe[2], safe[3]) & board


def contacts(discs: int, squares: int, board: int) -> int:
    """The number of pairs of a disc and a square of a set next to it."""
    return sum((discs & step(squares)).bit_count() for step in steps(size_of(board)))


@overload(contacts)
def _contacts(discs, squares, board):  # type: ignore[no-untyped-def]
    return lambda discs, squares, board: line_code.contacts(discs, squares)
