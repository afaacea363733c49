"""Square tables: a value for each square, given as a quarter board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from plyscope.core import squares

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


@lru_cache
def byte_tables(quarter: Quarter, size: int) -> tuple[float, ...]:
    """256 sums for each byte of a set of squares: a table is summed eight squares at a time."""
    values = square_values(quarter, size)
    sums: list[float] = []
    for start in range(0, len(values), 8):
        for byte in range(256):
            sums.append(sum((values[start + bit] for bit in range(8) if byte >> bit & 1), 0.0))
    return tuple(sums)
