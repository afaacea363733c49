"""Perft: the size of the full tree, which is the test of the rules and the measure of what pruning saves.

A pass is a ply; a finished game is one leaf. Every leaf position is really made.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from numba import types

from plyscope.core import perft_kernel, squares
from plyscope.core.bitboard import BOARD_TYPES
from plyscope.core.dialect import STANDARD, Dialect
from plyscope.core.engine import interruptible, new_record, read_counts
from plyscope.core.errors import choose
from plyscope.core.position import Position
from plyscope.core.record import record_type
from plyscope.core.search import check_depth

BACKENDS = ("compiled", "reference")


class Perft(NamedTuple):
    """The size of a full tree."""

    leaves: int
    """Positions at the horizon and games finished before it."""
    nodes: int
    """All positions, root and passes included."""
    by_ply: tuple[int, ...]


def perft(position: Position, depth: int, backend: str = "compiled", dialect: Dialect = STANDARD) -> Perft:
    """Count the full tree to a depth; of the dialect only what happens without a move matters.

    Examples
    --------
    >>> perft(Position.start(8), 4)
    Perft(leaves=244, nodes=317, by_ply=(1, 4, 12, 56, 244))
    """
    check_depth(depth)
    if choose("backend", backend, BACKENDS) == "reference":
        by_ply = [0] * (depth + 1)
        leaves = _count_readably(position, depth, by_ply, dialect)
        return Perft(leaves, sum(by_ply), tuple(by_ply))
    return _count_compiled(position, depth, dialect)


def _count_readably(position: Position, depth: int, by_ply: list[int], dialect: Dialect) -> int:
    """Leaves below a position by the readable rules; `by_ply` is filled on the way, its last entry is the horizon."""
    by_ply[len(by_ply) - 1 - depth] += 1
    if depth == 0 or position.is_over or (position.must_pass and dialect.no_move in ("leaf", "end")):
        return 1
    leaves = 0
    for _, child in position.successors():
        if dialect.no_move == "skip" and child.must_pass:
            child = child.passed()
        leaves += _count_readably(child, depth - 1, by_ply, dialect)
    return leaves


def _count_compiled(position: Position, depth: int, dialect: Dialect) -> Perft:
    record = new_record(position, depth, dialect, False, True)
    function = _compiled_perft(squares.stride(position.size))

    def stop() -> None:
        record["abort"] = 1

    interruptible(lambda: function(record[0]), stop)
    counts = read_counts(record)
    return Perft(counts["leaves"] + counts["terminals"], sum(counts["by_ply"]), tuple(counts["by_ply"]))


@cache
def _compiled_perft(stride: int) -> Any:
    """The compiled entry for one type of board."""
    board, record = BOARD_TYPES[stride], record_type(stride, False, True)
    perft_kernel.expand.compile(types.int64(board, board, types.int64, record))
    perft_kernel.expand_root.compile(types.int64(record))
    return perft_kernel.expand_root
