"""The heuristics of the report `toronto`.

The report's white maximises and its black minimises; ours are MAX's view, as everywhere. What it gives a won game is
the search's business here: the dialect `toronto` values finished games by their outcome.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic
from plyscope.core.parameters import parameters, quarter
from plyscope.core.tables import byte_tables

_TABLE = quarter(parameters("toronto")["chosen_by_plyscope"]["table"])


def _absolute(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """The disc difference."""
    return features.discs(me, opp, board)


def _positional(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """A square table: corners and edges high, squares next to corners negative; our numbers, the report has none."""
    return features.table_sum(me, opp, board, weights, 0)


TORONTO = {
    "toronto.absolute": Heuristic(_absolute, name="toronto.absolute", is_own=True),
    "toronto.positional": Heuristic(
        _positional, lambda size: byte_tables(_TABLE, size), "toronto.positional", is_own=True
    ),
}
