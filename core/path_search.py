"""The search of the report `dong`: a move has a score, and a line is worth the sum of its scores.

MAX's moves count for MAX, MIN's against it; beyond the horizon nothing counts. A node gets one bound, the best that its
parent has found so far, and when it can no longer beat it the node is left at once with the extreme value: cutoffs one
ply deep, no deeper. A node without a reply is worth the extreme too, whether the game is over or the side must pass.
There a cutoff can be taken for a line without a reply, and the value be wrong among extremes: the report's flaw. Which
extreme comes out may differ from the report's program, whose bounds begin at the extremes and not beyond them.

Silent in the report, and chosen here: the depth is fixed at the root (the report sets it anew at every node), and a
step is a disc on the board. The compiled twin is `plyscope.core.path_kernel`.
"""

from __future__ import annotations

from plyscope.core.dialect import Dialect
from plyscope.core.errors import InputError
from plyscope.core.game import State
from plyscope.core.heuristics import Evaluation, MoveHeuristic
from plyscope.core.heuristics.dong import PUBLISHED
from plyscope.core.position import Position
from plyscope.core.search import BestMove, Search

EXTREME = float(2**31 - 1)
"""The report's MAX_INT."""


class PathMinimax(Search):
    """Minimax on sums of move scores, with the report's one bound.

    Examples
    --------
    >>> PathMinimax("dong.move", depth=4).next_move(Position.start(8))
    BestMove(move='d3', value=-6.0)
    """

    algorithm = "dong"

    def __init__(self, heuristic: str | Evaluation, depth: int, dialect: str | Dialect = "liao") -> None:
        super().__init__(heuristic, depth, dialect)
        if self.dialect.no_move != "leaf" or self.dialect.terminal != "heuristic" or self.dialect.cutoff != "inclusive":
            raise InputError("algorithm 'dong' evaluates nodes without a move and cuts inclusively: use dialect liao")
        if self.dialect.order_kind == "oracle":
            raise InputError(
                "move order 'oracle': algorithm 'dong' has none; use natural, reversed, table or shuffled:1"
            )

    def _check_heuristic(self) -> None:
        if not isinstance(self.heuristic, MoveHeuristic):
            raise InputError(f"heuristic {self.heuristic!r} values positions: algorithm 'dong' needs dong.move")

    def next_move(self, state: State) -> BestMove:
        """Search `state`: the first strictly better move wins."""
        self._begin(state)
        if self._is_settled(state, self.depth):
            return BestMove(None, self._evaluate(state))
        best = BestMove(None, -2 * EXTREME)
        for move, child in self._successors(state, self.depth):
            score = self._score(state, move, child)
            bound = best.value if self.dialect.root == "shared" else -2 * EXTREME
            value = score + self._min_value(child, self.depth - 1, bound - score, 2 * EXTREME)
            if value > best.value:
                best = BestMove(move, value)
        return best

    def _max_value(self, state: State, depth: int, *window: float) -> float:
        """The best sum from here on when MAX moves; only the upper bound of the window is used."""
        _, beta = window
        if self._is_settled(state, depth):
            return self._evaluate(state)
        best = -2 * EXTREME
        for move, child in self._successors(state, depth):
            score = self._score(state, move, child)
            value = score + self._min_value(child, depth - 1, best - score, 2 * EXTREME)
            if value >= beta:
                return EXTREME
            best = max(best, value)
        return best

    def _min_value(self, state: State, depth: int, *window: float) -> float:
        """The best sum from here on when MIN moves; only the lower bound of the window is used."""
        alpha, _ = window
        if self._is_settled(state, depth):
            return self._evaluate(state)
        best = 2 * EXTREME
        for move, child in self._successors(state, depth):
            score = -self._score(state, move, child)
            value = score + self._max_value(child, depth - 1, -2 * EXTREME, best - score)
            if value <= alpha:
                return -EXTREME
            best = min(best, value)
        return best

    def _evaluate(self, state: State) -> float:
        """Nothing at the horizon; the extreme, against the side to move, where it has no reply."""
        if not isinstance(state, Position):
            raise InputError(f"algorithm 'dong' scores moves on boards, not {type(state).__name__}")
        if state.legal_squares:
            return 0.0
        return -EXTREME if state.to_move == self.player else EXTREME

    def _score(self, state: State, move: str, child: Position) -> float:
        """What a move is worth to the side that makes it."""
        assert isinstance(self.heuristic, MoveHeuristic)
        return self.heuristic.score(child, state.to_move, state.move_number(move))


def report_depth(position: Position) -> int:
    """The depth at which the report searches a position, by its step."""
    first, second = PUBLISHED["steps"]
    depths: list[int] = PUBLISHED["depths"]
    return depths[0] if position.disc_count < first else depths[1] if position.disc_count < second else depths[2]
