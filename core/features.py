"""The vocabulary of heuristics: each word in plain Python, and compiled beside it.

In a heuristic `me`, `opp` and `board` are sets of squares. In the reference search they are integers and the plain
functions run; in compiled code they are the types of `plyscope.core.bitboard` and the `@overload` below each runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.rules import legal_squares
from plyscope.core.squares import size_of


def disc_count(squares: int) -> int:
    """The number of squares in a set."""
    return squares.bit_count()


@overload(disc_count)
def _disc_count(squares):  # type: ignore[no-untyped-def]
    return lambda squares: bitboard.count(squares)


def discs(me: int, opp: int, board: int) -> int:
    """Discs of `me` minus discs of `opp`."""
    return me.bit_count() - opp.bit_count()


@overload(discs)
def _discs(me, opp, board):  # type: ignore[no-untyped-def]
    return lambda me, opp, board: bitboard.count(me) - bitboard.count(opp)


def legal_moves(me: int, opp: int, board: int) -> int:
    """The squares on which `me` may play, as a set."""
    return legal_squares(me, opp, size_of(board))


@overload(legal_moves)
def _legal_moves(me, opp, board):  # type: ignore[no-untyped-def]
    return lambda me, opp, board: bitboard.legal(me, opp, board)


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


@overload(mobility)
def _mobility(me, opp, board):  # type: ignore[no-untyped-def]
    def compiled(me, opp, board):  # type: ignore[no-untyped-def]
        return bitboard.count(bitboard.legal(me, opp, board)) - bitboard.count(bitboard.legal(opp, me, board))

    return compiled


def table_sum(me: int, opp: int, board: int, tables: Sequence[float]) -> float:
    """The square values of `me` minus those of `opp`; `tables` are the byte tables of `plyscope.core.tables`.

    Eight bytes make a word, whose sums are added in pairs, and those in pairs: the compiled code does the same, so that
    both give the same bits for any table.
    """
    total = 0.0
    for start in range(0, len(tables), 8 * 256):
        parts = []
        for byte in range(8):
            shift, first = start // 32 + 8 * byte, start + 256 * byte
            parts.append(tables[first + (me >> shift & 255)] - tables[first + (opp >> shift & 255)])
        total += ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
    return total


@overload(table_sum)
def _table_sum(me, opp, board, tables):  # type: ignore[no-untyped-def]
    def compiled(me, opp, board, tables):  # type: ignore[no-untyped-def]
        total = 0.0
        for number in range(bitboard.word_total(me)):
            mine, others = bitboard.word(me, number), bitboard.word(opp, number)
            total += bitboard.word_table_sum(mine, others, number, tables)
        return total

    return compiled
