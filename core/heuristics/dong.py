"""The evaluation of the report `dong` as a heuristic of positions.

The report values a move: the table at its square, plus stable discs, frontier discs and discs of the side that made it,
weighted by the step. Its own search is `plyscope.core.path_search`. As a heuristic of a position we take the same
terms over all discs, MAX's minus MIN's. The step is read as the number of discs on the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic, MoveHeuristic
from plyscope.core.parameters import parameters, quarter
from plyscope.core.tables import byte_tables, square_values

PUBLISHED = parameters("dong")
_TABLE = quarter(PUBLISHED["table"])
_SCALARS = (*PUBLISHED["steps"], *(weight for row in PUBLISHED["weights"] for weight in row))


def _staged(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """Table, stable discs, frontier discs (not on the edge) and discs, weighted by the step."""
    scalars = len(weights) - 14
    step = features.disc_count(me | opp)
    first = scalars + (2 if step < weights[scalars] else 6 if step < weights[scalars + 1] else 10)
    value = weights[first] * features.table_sum(me, opp, board, weights, 0)
    value += weights[first + 1] * features.stable_dong(me, opp, board)
    value += weights[first + 2] * features.frontier_inner(me, opp, board)
    return value + weights[first + 3] * features.discs(me, opp, board)


def _move(me: int, opp: int, board: int, square: int, weights: Sequence[float]) -> float:
    """The value of a move: the table at its square, and the stable, frontier and all discs of the side that made it."""
    scalars = len(weights) - 14
    step = features.disc_count(me | opp)
    first = scalars + (2 if step < weights[scalars] else 6 if step < weights[scalars + 1] else 10)
    value = weights[first] * weights[square]
    value += weights[first + 1] * features.disc_count(features.dong_discs(me, opp, board))
    value += weights[first + 2] * features.disc_count(features.frontier_inner_discs(me, opp, board))
    return value + weights[first + 3] * features.disc_count(me)


DONG = {
    "dong.staged": Heuristic(_staged, lambda size: (*byte_tables(_TABLE, size), *_SCALARS), "dong.staged", is_own=True)
}

DONG_MOVES = {
    "dong.move": MoveHeuristic(_move, lambda size: (*square_values(_TABLE, size), *_SCALARS), "dong.move", is_own=True)
}
