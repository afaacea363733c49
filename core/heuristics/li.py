"""The heuristic of the report `li`: five terms, two stages.

R2, the reward table of stage two, is missing from the report's text: the table of stage one stands in for it. The
frontier counter is implemented as meant (it tests the disc, not the empty square). On other boards than 8x8 the stage
changes at the same share of the squares.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.core import features
from plyscope.core.heuristics.base import Heuristic
from plyscope.core.parameters import parameters, quarter
from plyscope.core.tables import byte_tables

_PUBLISHED = parameters("li")
_TABLES = tuple(
    quarter(_PUBLISHED[name])
    for name in ("reward_1", _PUBLISHED["chosen_by_plyscope"]["reward_2"], "action_1", "action_2")
)
_SCALARS = (_PUBLISHED["stable"], *_PUBLISHED["frontier"], *_PUBLISHED["pieces"])
FIRST_STAGE = _PUBLISHED["stage"]["first_disc"] + _PUBLISHED["stage"]["discs"] - 1
"""The most discs of stage one on 8x8: from the next on int((discs - 5) / 30) is 1."""


def _two_stage(me: int, opp: int, board: int, turn: int, weights: Sequence[float]) -> float:
    """Squares held (negative), legal moves by square, stable discs of the opponent, frontier and discs."""
    scalars = len(weights) - 5
    stage = 1 if features.is_past(me, opp, board, FIRST_STAGE) else 0
    reward = -features.table_sum(me, opp, board, weights, stage)
    mine, theirs = features.legal_moves(me, opp, board), features.legal_moves(opp, me, board)
    action = features.table_sum(mine, theirs, board, weights, 2 + stage)
    stability = weights[scalars] * -features.stable_staircase(me, opp, board)
    frontier = weights[scalars + 1 + stage] * features.frontier_contacts(me, opp, board)
    pieces = weights[scalars + 3 + stage] * features.discs(me, opp, board)
    return reward + action + stability + frontier + pieces


def _weights(size: int) -> Sequence[float]:
    return (*(entry for table in _TABLES for entry in byte_tables(table, size)), *_SCALARS)


LI = {"li.two_stage": Heuristic(_two_stage, _weights, "li.two_stage", is_own=True)}
