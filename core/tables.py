"""Square tables: a value for each square, given as a quarter board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from plyscope.core import squares
from plyscope.core.errors import InputError
from plyscope.core.weights import as_weights

Quarter = tuple[tuple[float, ...], ...]

WEIGHTS: Quarter = (
    (120, -20, 20, 5),
    (-20, -40, -5, -5),
    (20, -5, 15, 3),
    (5, -5, 3, 3),
)
"""The table of the heuristic `weights`, a quarter of 8x8 seen from its corner."""


def square_value(quarter: Quarter, row: int, column: int, size: int) -> float:
    """The value of one square. Squares farther from the edge than the quarter reaches are worth its innermost."""
    inner = len(quarter) - 1
    near_row, near_column = min(row, size - 1 - row, inner), min(column, size - 1 - column, inner)
    return quarter[near_row][near_column]


@lru_cache
def square_values(quarter: Quarter, size: int) -> tuple[float, ...]:
    """The value of every square, by bit number; 0 for bits off the board."""
    width = squares.stride(size)
    values = [0.0] * (width * width)
    for row in range(size):
        for column in range(size):
            values[squares.index(row, column, size)] = float(square_value(quarter, row, column, size))
    return tuple(values)


@lru_cache
def rank_by_table(quarter: Quarter, size: int) -> dict[int, int]:
    """The place of each square when the highest comes first, the first in natural order among equals."""
    values = square_values(quarter, size)
    ordered: Sequence[int] = sorted(squares.all_squares(size), key=lambda square: -values[square])
    return {square: place for place, square in enumerate(ordered)}


def byte_tables(quarter: Sequence[Sequence[float]], size: int) -> tuple[float, ...]:
    """A square table as weights for `table_sum`: 256 sums for each byte of a set, so eight squares are added at once.

    `quarter` has the values of a quarter board seen from its corner, row by row, as many rows as columns. Several
    tables are put one after the other, and other weights after them.

    Examples
    --------
    >>> import plyscope as ps
    >>> table = ((100, -20), (-20, 1))
    >>> @ps.heuristic(weights=lambda size: (*ps.byte_tables(table, size), 2.5))
    ... def squares_and_moves(me, opp, board, turn, weights):
    ...     return ps.table_sum(me, opp, board, weights, 0) + weights[-1] * ps.mobility(me, opp, board)
    >>> ps.search(ps.start(8), ps.AlphaBeta(squares_and_moves, depth=4)).value
    -2.5
    """
    rows = tuple(as_weights(row) for row in quarter)
    if not rows or any(len(row) != len(rows) for row in rows):
        raise InputError(f"a table with rows of {[len(row) for row in rows]} values: give a quarter board, a square")
    return _byte_sums(rows, size)


@lru_cache
def _byte_sums(quarter: Quarter, size: int) -> tuple[float, ...]:
    values = square_values(quarter, size)
    sums: list[float] = []
    for start in range(0, len(values), 8):
        for byte in range(256):
            sums.append(sum((values[start + bit] for bit in range(8) if byte >> bit & 1), 0.0))
    return tuple(sums)
