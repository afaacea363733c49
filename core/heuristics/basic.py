"""The heuristics to start with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyscope.core import features
from plyscope.core.errors import InputError
from plyscope.core.heuristics.base import Heuristic
from plyscope.core.tables import WEIGHTS, Quarter, byte_tables


def _discs(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """MAX's discs minus MIN's."""
    return features.discs(me, opp, board)


def _mobility(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """MAX's legal moves minus MIN's, whoever is to move."""
    return features.mobility(me, opp, board)


def _weights(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The square values of MAX's discs minus those of MIN's (the table of `plyscope.core.tables`)."""
    return features.table_sum(me, opp, board, weights, 0)


def _linear(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """Square table, mobility, potential mobility, frontier, stability, corners, edges and discs, each with a weight."""
    first = len(weights) - LINEAR_TERMS
    value = features.table_sum(me, opp, board, weights, 0)
    value += weights[first] * features.mobility(me, opp, board)
    value += weights[first + 1] * features.potential_mobility(me, opp, board)
    value += weights[first + 2] * features.frontier(me, opp, board)
    value += weights[first + 3] * features.stable(me, opp, board)
    value += weights[first + 4] * features.corners(me, opp, board)
    value += weights[first + 5] * features.edges(me, opp, board)
    return value + weights[first + 6] * features.discs(me, opp, board)


def linear(terms: Sequence[float] = (5, 2, -2, 10, 20, 1, 0), table: Quarter = WEIGHTS) -> Heuristic:
    """The linear heuristic with your weights: mobility, potential, frontier, stability, corners, edges, discs.

    Other weights need no compilation. The defaults are round numbers, not tuned ones.
    """
    if len(terms) != LINEAR_TERMS:
        raise InputError(f"{len(terms)} weights for the linear heuristic: give {LINEAR_TERMS}")
    found = Heuristic(_linear, lambda size: (*byte_tables(table, size), *terms), "linear", is_own=True)
    found._compiled = _LINEAR_CODE
    return found


LINEAR_TERMS = 7
_LINEAR_CODE: dict[tuple[int, str], Any] = {}

BASIC = {
    "discs": Heuristic(_discs, name="discs", is_own=True),
    "mobility": Heuristic(_mobility, name="mobility", is_own=True),
    "linear": linear(),
    "weights": Heuristic(_weights, lambda size: byte_tables(WEIGHTS, size), "weights", is_own=True),
}
