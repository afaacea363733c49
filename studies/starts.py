"""Minimax v alpha-beta from the start positions, depth by depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyscope.core.dialect import Dialect, dialect
from plyscope.core.position import Position
from plyscope.core.search import AlphaBeta, Minimax
from plyscope.instrumentation.run import SearchResult, search


@dataclass(frozen=True)
class StartRow:
    """Both searches of one start position to one depth, and alpha-beta on the oracle's order: the minimal tree."""

    size: int
    depth: int
    minimax: SearchResult
    alphabeta: SearchResult
    minimal: SearchResult

    @property
    def pruned_share(self) -> float:
        """The share of the full tree that alpha-beta did not visit."""
        return 1 - self.alphabeta.counters.nodes / self.minimax.counters.nodes

    @property
    def is_same(self) -> bool:
        """Do both choose the same move at the same value?"""
        return (self.minimax.move, self.minimax.value) == (self.alphabeta.move, self.alphabeta.value)

    def to_dict(self) -> dict[str, object]:
        """As in JSON and CSV."""
        return {
            "size": self.size,
            "depth": self.depth,
            "minimax_nodes": self.minimax.counters.nodes,
            "alphabeta_nodes": self.alphabeta.counters.nodes,
            "minimal_nodes": self.minimal.counters.nodes,
            "pruned_share": round(self.pruned_share, 6),
            "value": self.minimax.value,
            "move": self.minimax.move,
            "same_move_and_value": self.is_same,
            "minimax_seconds": self.minimax.seconds,
            "alphabeta_seconds": self.alphabeta.seconds,
        }


def start_rows(sizes: Sequence[int], depths: Sequence[int], heuristic: str = "weights") -> Iterator[StartRow]:
    """One row a size and depth, as they are computed; finished games are evaluated like leaves."""
    plain = dialect("standard", terminal="heuristic")
    for size in sizes:
        for depth in depths:
            yield _row(Position.start(size), depth, heuristic, plain)


def _row(position: Position, depth: int, heuristic: str, plain: Dialect) -> StartRow:
    return StartRow(
        position.size,
        depth,
        search(position, Minimax(heuristic, depth, plain)),
        search(position, AlphaBeta(heuristic, depth, plain)),
        search(position, AlphaBeta(heuristic, depth, dialect(plain, order="oracle"))),
    )
