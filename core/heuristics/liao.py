"""The heuristics of the report `liao`: position table, mobility, stability and frontier, weighted.

Silent in the report, and chosen here: the four weights (all 1), and what the 17 places of a published individual mean.
We read an individual as the ten symmetry classes of the squares (a1 b1 c1 d1 b2 c2 d2 c3 d3 d4), then mobility,
stability and frontier before the late stage, the same three in it, and discs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic
from plyscope.core.parameters import parameters, quarter
from plyscope.core.tables import Quarter, byte_tables

_PUBLISHED = parameters("liao")
_TERMS = tuple(_PUBLISHED["chosen_by_plyscope"]["weights"].values())
LATE = 2
"""The late stage, as `plyscope.core.features.stage` counts them."""


def _weighted(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """Position table, mobility, stability (grown from the corners) and frontier, each with its weight."""
    first = len(weights) - 4
    value = weights[first] * features.table_sum(me, opp, board, weights, 0)
    value += weights[first + 1] * features.mobility(me, opp, board)
    value += weights[first + 2] * features.stable(me, opp, board)
    return value + weights[first + 3] * features.frontier(me, opp, board)


def _evolved(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """A published individual: position table, and mobility, stability, frontier and discs by stage."""
    scalars = len(weights) - 7
    first = scalars + 3 if features.stage(me, opp, board) == LATE else scalars
    value = features.table_sum(me, opp, board, weights, 0)
    value += weights[first] * features.mobility(me, opp, board)
    value += weights[first + 1] * features.stable(me, opp, board)
    value += weights[first + 2] * features.frontier(me, opp, board)
    return value + weights[scalars + 6] * features.discs(me, opp, board)


def weighted(sign: float = 1, terms: Sequence[float] = _TERMS, name: str = "liao.weighted") -> Heuristic:
    """The report's evaluation; `sign` multiplies the position table.

    The report says that corners should be worth least in the reversed game, and prints a table that gives them most:
    whether it subtracts the table it does not say. ``sign=1`` takes the table as printed, ``sign=-1`` turns it round.
    """
    position, *others = terms
    return Heuristic(
        _weighted, _with_table(quarter(_PUBLISHED["table"]), (sign * position, *others)), name, is_own=True
    )


def evolved(individual: Sequence[float], name: str) -> Heuristic:
    """An individual of the genetic search, by our reading of its 17 places."""
    classes, scalars = individual[:10], individual[10:]
    return Heuristic(_evolved, _with_table(_from_classes(classes), tuple(scalars)), name, is_own=True)


def _from_classes(values: Sequence[float]) -> Quarter:
    """A quarter board from the values of the ten symmetry classes."""
    pairs = [(row, column) for row in range(4) for column in range(row, 4)]
    value = dict(zip(pairs, values, strict=True))
    return tuple(tuple(value[min(r, c), max(r, c)] for c in range(4)) for r in range(4))


def _with_table(table: Quarter, scalars: Sequence[float]) -> Callable[[int], Sequence[float]]:
    """Weights by board size: the table's byte tables, then the scalars."""
    return lambda size: (*byte_tables(table, size), *scalars)


LIAO = {
    "liao.weighted": weighted(),
    "liao.weighted_negated": weighted(sign=-1, name="liao.weighted_negated"),
    "liao.evolved_1": evolved(_PUBLISHED["evolved_1"], "liao.evolved_1"),
    "liao.evolved_2": evolved(_PUBLISHED["evolved_2"], "liao.evolved_2"),
}
