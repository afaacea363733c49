"""The vocabulary of heuristics: each word in plain Python, and compiled beside it.

In a heuristic `me`, `opp` and `board` are sets of squares. In the reference search they are integers and the plain
functions run; in compiled code they are the types of `plyscope.core.bitboard` and the `@overload` below each runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.rules import legal_squares, steps
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


def corner_squares(board: int) -> int:
    """The four corners, as a set.

    Examples
    --------
    >>> from plyscope.core.squares import board_mask, members, name
    >>> [name(square, 6) for square in members(corner_squares(board_mask(6)))]
    ['a1', 'f1', 'a6', 'f6']
    """
    left, right, top, bottom = _borders(board)
    return (left | right) & (top | bottom)


@overload(corner_squares)
def _corner_squares(board):  # type: ignore[no-untyped-def]
    return lambda board: bitboard.sides(board) & bitboard.ends(board)


def edge_squares(board: int) -> int:
    """The squares of the border without the corners, as a set."""
    left, right, top, bottom = _borders(board)
    return (left | right) ^ (top | bottom)


@overload(edge_squares)
def _edge_squares(board):  # type: ignore[no-untyped-def]
    return lambda board: bitboard.sides(board) ^ bitboard.ends(board)


@lru_cache
def _borders(board: int) -> tuple[int, int, int, int]:
    """The squares without a neighbour to the left, to the right, above and below."""
    right, left, down, up = steps(size_of(board))[:4]
    return board & ~right(board), board & ~left(board), board & ~down(board), board & ~up(board)


def share(me: int, opp: int, squares: int) -> float:
    """By how much `me` holds more of some squares than `opp`, in percent of what both hold there; 0 if nobody does.

    Examples
    --------
    >>> share(0b0111, 0b1000, 0b1111)
    50.0
    """
    mine, others = (me & squares).bit_count(), (opp & squares).bit_count()
    return 100 * (mine - others) / (mine + others) if mine + others else 0.0


@overload(share)
def _share(me, opp, squares):  # type: ignore[no-untyped-def]
    def compiled(me, opp, squares):  # type: ignore[no-untyped-def]
        mine, others = bitboard.count(me & squares), bitboard.count(opp & squares)
        if mine + others == 0:
            return 0.0
        return 100 * (mine - others) / (mine + others)

    return compiled
