"""The heuristics to start with."""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic
from plyscope.core.tables import WEIGHTS, byte_tables


def _discs(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """MAX's discs minus MIN's."""
    return features.discs(me, opp, board)


def _mobility(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """MAX's legal moves minus MIN's, whoever is to move."""
    return features.mobility(me, opp, board)


def _weights(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The square values of MAX's discs minus those of MIN's (the table of `plyscope.core.tables`)."""
    return features.table_sum(me, opp, board, weights)


BASIC = {
    "discs": Heuristic(_discs, name="discs", is_own=True),
    "mobility": Heuristic(_mobility, name="mobility", is_own=True),
    "weights": Heuristic(_weights, lambda size: byte_tables(WEIGHTS, size), "weights", is_own=True),
}
