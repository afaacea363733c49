"""The heuristics of the report `uam` whose counts it publishes.

All are shares (`plyscope.core.features.share`): black's part minus white's in percent of both, negated when MAX is
white. The arithmetic is in doubles, evaluated left to right.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic

CONSTANT = 127.0


def _heuristic1(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """A constant: every position is worth the same."""
    return CONSTANT


def _edges_and_corners(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The share of the edges without corners plus the share of the corners."""
    edges = features.share(me, opp, features.edge_squares(board))
    return edges + features.share(me, opp, features.corner_squares(board))


def _weights_and_times(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """Pieces, edges and corners by share, weighted by the turn (discs minus 4): before 20, before 40, later."""
    pieces = features.share(me, opp, board)
    edges = features.share(me, opp, features.edge_squares(board))
    corners = features.share(me, opp, features.corner_squares(board))
    moves = features.disc_count(me | opp) - 4
    if moves < 20:
        return 0.2 * pieces + 0.4 * edges + 0.4 * corners
    if moves < 40:
        return 0.4 * pieces + 0.4 * edges + 0.2 * corners
    return 0.4 * pieces + 0.2 * edges + 0.4 * corners


UAM = {
    "uam.heuristic1": Heuristic(_heuristic1, name="uam.heuristic1", is_own=True),
    "uam.edges_and_corners": Heuristic(_edges_and_corners, name="uam.edges_and_corners", is_own=True),
    "uam.weights_and_times": Heuristic(_weights_and_times, name="uam.weights_and_times", is_own=True),
}
