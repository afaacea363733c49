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


def grown(sets: tuple[int, ...], board: int, safe: tuple[int, int, int, int]) -> tuple[int, ...]:
    """Of each set the discs that join, one after another, if on each line they are safe or next to one that joined.

    The order matters: two discs that only hold each other do not join. A move that turned discs that joined would turn
    one that was first among them, and on that line it would have to turn the neighbour that joined before it.

    `safe` has for each line a set, with at least the squares on which the line ends.
    """
    return tuple(_grown(discs, board, safe) for discs in sets)


def _grown(discs: int, board: int, safe: tuple[int, int, int, int]) -> int:
    """The discs of one set that join."""
    joined, found = discs, 0
    while found != joined:
        joined, found = found, discs
        for (up, down), line in zip(_lines(board), safe, strict=True):
            found &= line | up(joined) | down(joined)
    return found


@overload(grown)
def _compiled_grown(sets, board, safe):  # type: ignore[no-untyped-def]
    return lambda sets, board, safe: line_code.grown(sets, safe)


def contacts(discs: int, squares: int, board: int) -> int:
    """The number of pairs of a disc and a square of a set next to it."""
    return sum((discs & step(squares)).bit_count() for step in steps(size_of(board)))


@overload(contacts)
def _contacts(discs, squares, board):  # type: ignore[no-untyped-def]
    return lambda discs, squares, board: line_code.contacts(discs, squares)
