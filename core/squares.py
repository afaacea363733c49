"""Where a square is: names, rows and columns, and its bit in a set of squares.

A set of squares is an integer. Square (row, column) is bit ``stride * row + column``; the stride is 8, 16 or 32, the
first that holds a row. One layout serves the readable rules and the compiled ones, and every size up to 8 shares the
code of 8x8.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import isqrt

from plyscope.core.errors import InputError

SMALLEST, LARGEST = 4, 24
SIZES = tuple(range(SMALLEST, LARGEST + 1, 2))
MOST_SQUARES = LARGEST * LARGEST
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def check_size(size: object) -> int:
    """Return `size` if a board can have it."""
    if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
        raise InputError(f"board size {size!r}: use an even number from {SMALLEST} to {LARGEST}")
    return size


def stride(size: int) -> int:
    """Bits from one row to the next."""
    return 8 if size <= 8 else 16 if size <= 16 else 32


@lru_cache
def board_mask(size: int) -> int:
    """All squares of the board."""
    row = (1 << size) - 1
    return sum(row << (stride(size) * r) for r in range(size))


@lru_cache
def size_of(board: int) -> int:
    """The size of the board whose squares are `board`.

    Examples
    --------
    >>> size_of(board_mask(10))
    10
    """
    return isqrt(board.bit_count())


def index(row: int, column: int, size: int) -> int:
    """The bit number of a square."""
    return stride(size) * row + column


@cache
def name(square: int, size: int) -> str:
    """The name of a square from its bit number: column letter, row number.

    Examples
    --------
    >>> name(19, 8)
    'd3'
    """
    row, column = divmod(square, stride(size))
    return f"{chr(ord('a') + column)}{row + 1}"


def parse(text: str, size: int) -> int:
    """The bit number of a named square.

    Examples
    --------
    >>> parse("d3", 8)
    19
    """
    match = _NAME.fullmatch(text.strip().lower())
    if match:
        column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
        if column < size and row < size:
            return index(row, column, size)
    raise InputError(f"no square {text!r} on a {size}x{size} board: squares run from a1 to {name(last(size), size)}")


def last(size: int) -> int:
    """The bit number of the last square."""
    return index(size - 1, size - 1, size)


@lru_cache
def all_squares(size: int) -> tuple[int, ...]:
    """Every square's bit number, row by row: the natural order."""
    return tuple(index(r, c, size) for r in range(size) for c in range(size))


def members(squares: int) -> list[int]:
    """The bit numbers of a set, in natural order.

    Examples
    --------
    >>> members(0b1010)
    [1, 3]
    """
    found = []
    while squares:
        lowest = squares & -squares
        found.append(lowest.bit_length() - 1)
        squares ^= lowest
    return found
