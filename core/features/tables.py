"""Square tables summed."""

from __future__ import annotations

from collections.abc import Sequence

from numba import types
from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.mixing import word_count
from plyscope.core.squares import size_of
from plyscope.core.weights import Weights, is_trusted, length

WORD_ENTRIES = 8 * 256
"""The entries of a table for the eight bytes of a word."""
NO_TABLE = "the weights hold no such table for this board: make them with plyscope.byte_tables, one table after another"


def table_sum(me: int, opp: int, board: int, tables: Sequence[float], number: int) -> float:
    """The square values of `me` minus those of `opp`, by one of the tables that the weights begin with.

    `tables` are byte tables (`plyscope.byte_tables`), one after the other; other weights may follow them. Eight bytes
    make a word, whose sums are added in pairs, and those in pairs: the compiled code does the same, so that both give
    the same bits for any table.

    Examples
    --------
    >>> import plyscope as ps
    >>> corner_high = ((100, -20), (-20, 1))
    >>> @ps.heuristic(weights=lambda size: ps.byte_tables(corner_high, size))
    ... def by_square(me, opp, board, turn, weights):
    ...     return ps.table_sum(me, opp, board, weights, 0)
    >>> ps.search(ps.start(8), ps.AlphaBeta(by_square, depth=5)).value
    3.0
    """
    total = 0.0
    words = word_count(size_of(board))
    if not 0 <= number < len(tables) // (WORD_ENTRIES * words):
        raise IndexError(NO_TABLE)
    for word in range(words):
        parts = []
        for byte in range(8):
            shift, first = 64 * word + 8 * byte, 256 * (8 * (number * words + word) + byte)
            parts.append(tables[first + (me >> shift & 255)] - tables[first + (opp >> shift & 255)])
        total += ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
    return total


# Inlined by force: with the check it would be a call at every leaf, and that costs as much as the sum.
@overload(table_sum, jit_options={"forceinline": True})
def _table_sum(me, opp, board, tables, number):  # type: ignore[no-untyped-def]
    if not isinstance(tables, Weights) or not isinstance(number, types.Integer):
        return None  # tables are read from the weights, by a whole number

    is_checked = not is_trusted()

    def compiled(me, opp, board, tables, number):  # type: ignore[no-untyped-def]
        total = 0.0
        words = bitboard.word_total(me)
        if is_checked and (number < 0 or (number + 1) * (WORD_ENTRIES * words) > length(tables)):
            raise IndexError(NO_TABLE)
        for word in range(words):
            mine, others = bitboard.word(me, word), bitboard.word(opp, word)
            total += bitboard.word_table_sum(mine, others, number * words + word, tables)
        return total

    return compiled
