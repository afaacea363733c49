"""The heuristics of the report `uam`.

All are made of shares (`plyscope.core.features.share`): MAX's part of some squares minus MIN's, in percent of both. The
arithmetic is in doubles, evaluated left to right: the report's published counts depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic
from plyscope.core.parameters import parameters


def _heuristic1(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """A constant: every position is worth the same."""
    return weights[0]


def _piece_difference(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The share of all discs."""
    return features.share(me, opp, board)


def _corners(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The share of the corners."""
    return features.share(me, opp, features.corner_squares(board))


def _edges(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The share of the edges without the corners."""
    return features.share(me, opp, features.edge_squares(board))


def _edges_and_corners(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The share of the edges without corners plus the share of the corners."""
    edges = features.share(me, opp, features.edge_squares(board))
    return edges + features.share(me, opp, features.corner_squares(board))


def _weighted(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The shares of pieces, edges and corners, each with its weight."""
    pieces = features.share(me, opp, board)
    edges = features.share(me, opp, features.edge_squares(board))
    corners = features.share(me, opp, features.corner_squares(board))
    return weights[0] * pieces + weights[1] * edges + weights[2] * corners


def _weights_and_times(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The weighted shares of pieces, edges and corners; the weights change at two turns (discs minus 4)."""
    pieces = features.share(me, opp, board)
    edges = features.share(me, opp, features.edge_squares(board))
    corners = features.share(me, opp, features.corner_squares(board))
    moves = features.plies_played(me, opp, board)
    first = 2 if moves < weights[0] else 5 if moves < weights[1] else 8
    return weights[first] * pieces + weights[first + 1] * edges + weights[first + 2] * corners


def _weights_and_times_2(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The same with the legal moves, in percent of both sides', as a fourth term."""
    pieces = features.share(me, opp, board)
    edges = features.share(me, opp, features.edge_squares(board))
    corners = features.share(me, opp, features.corner_squares(board))
    mine, theirs = features.legal_moves(me, opp, board), features.legal_moves(opp, me, board)
    available = features.percent(features.disc_count(mine), features.disc_count(theirs))
    moves = features.plies_played(me, opp, board)
    first = 2 if moves < weights[0] else 6 if moves < weights[1] else 10
    value = weights[first] * pieces + weights[first + 1] * edges + weights[first + 2] * corners
    return value + weights[first + 3] * available


def _timed(found: dict[str, list[float]]) -> tuple[float, ...]:
    """Two turns, then the weights before, between and after them."""
    return (*found["turns"], *(weight for row in found["weights"] for weight in row))  # type: ignore[attr-defined]


_PUBLISHED = parameters("uam")
_CHOSEN = _PUBLISHED["chosen_by_plyscope"]

UAM = {
    f"uam.{name}": Heuristic(function, weights, f"uam.{name}", is_own=True)
    for name, function, weights in (
        ("heuristic1", _heuristic1, (_PUBLISHED["heuristic1"],)),
        ("piece_difference", _piece_difference, ()),
        ("corners", _corners, ()),
        ("edges", _edges, ()),
        ("pieces_edges_corners", _weighted, (1.0, 1.0, 1.0)),
        ("edges_and_corners", _edges_and_corners, ()),
        ("weights", _weighted, tuple(_CHOSEN["weights"])),
        ("weights_and_times", _weights_and_times, _timed(_PUBLISHED["weights_and_times"])),
        ("weights_and_times_2", _weights_and_times_2, _timed(_CHOSEN["weights_and_times_2"])),
    )
}
