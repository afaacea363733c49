"""Square tables summed."""

from __future__ import annotations

from collections.abc import Sequence

from numba.extending import overload

from plyscope.core import bitboard
from plyscope.core.mixing import word_count
from plyscope.core.squares import size_of


def table_sum(me: int, opp: int, board: int, tables: Sequence[float], number: int) -> float:
    """The square values of `me` minus those of `opp`, by one of the tables that the weights begin with.

    `tables` are byte tables (`plyscope.core.tables.byte_tables`), one after the other; other weights may follow them.
    Eight bytes make a word, whose sums are added in pairs, and those in pairs: the compiled code does the same, so that
    both give the same bits for any table.
    """
    total = 0.0
    words = word_count(size_of(board))
    for word in range(words):
        parts = []
        for byte in range(8):
            shift, first = 64 * word + 8 * byte, 256 * (8 * (number * words + word) + byte)
            parts.append(tables[first + (me >> shift & 255)] - tables[first + (opp >> shift & 255)])
        total += ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
    return total


@overload(table_sum)
def _table_sum(me, opp, board, tables, number):  # type: ignore[no-untyped-def]
    def compiled(me, opp, board, tables, number):  # type: ignore[no-untyped-def]
        total = 0.0
        words = bitboard.word_total(me)
        for word in range(words):
            mine, others = bitboard.word(me, word), bitboard.word(opp, word)
            total += bitboard.word_table_sum(mine, others, number * words + word, tables)
        return total

    return compiled
