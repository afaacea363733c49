"""The reference searches: the textbook's functions, for any game, with nothing in them but the search.

`next_move` searches the root; `_max_value` and `_min_value` are called once for every other node. Nothing is counted
here: `plyscope.instrumentation.observe` watches from outside. The compiled twin is `plyscope.core.kernel`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from plyscope.core.dialect import Dialect, dialect
from plyscope.core.errors import InputError
from plyscope.core.game import State, Successor, outcome
from plyscope.core.heuristics import Evaluation, MoveHeuristic, check_value, find
from plyscope.core.ordering import arrange

MAX_DEPTH = 127
"""The deepest search; the compiled histograms end here."""


class BestMove(NamedTuple):
    """What a search decides: a move (None if there was nothing to choose) and the value of the root for MAX."""

    move: str | None
    value: float


class Search(ABC):
    """What Minimax and AlphaBeta share: the horizon, the evaluation and the children of a node.

    Parameters
    ----------
    heuristic : name, `Heuristic`, or function of a state and MAX
        The value of a leaf in MAX's view.
    depth : int
        Plies ahead of the root.
    dialect : name or `Dialect`
        What the textbook leaves open.
    """

    algorithm: str

    def __init__(self, heuristic: str | Evaluation, depth: int, dialect: str | Dialect = "standard") -> None:
        self.heuristic = find(heuristic)
        self._check_heuristic()
        self.depth = check_depth(depth)
        self.dialect = _preset(dialect)
        self.player: Hashable = None
        """MAX: the side to move at the root of the search under way."""
        self._oracle: _Oracle | None = None

    def _check_heuristic(self) -> None:
        if isinstance(self.heuristic, MoveHeuristic):
            raise InputError(f"heuristic {self.heuristic.name!r} values moves, not positions: use algorithm dong")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({name_of(self.heuristic)}, depth={self.depth}, {self.dialect})"

    @abstractmethod
    def next_move(self, state: State) -> BestMove:
        """Search `state` to the search's depth: the first strictly better move wins."""

    @abstractmethod
    def _max_value(self, state: State, depth: int, *window: float) -> float:
        """The value of a node where MAX moves."""

    @abstractmethod
    def _min_value(self, state: State, depth: int, *window: float) -> float:
        """The value of a node where MIN moves."""

    def _value(self, state: State, depth: int, *window: float) -> float:
        """The value of a child. Sides alternate, but a skipped pass gives the same side another node."""
        if state.to_move == self.player:
            return self._max_value(state, depth, *window)
        return self._min_value(state, depth, *window)

    def _is_settled(self, state: State, depth: int) -> bool:
        """Is the node's value found without looking further?"""
        return depth == 0 or state.is_over or (state.must_pass and self.dialect.no_move in ("leaf", "end"))

    def _is_terminal(self, state: State) -> bool:
        """Is the game finished, by its rules or by the dialect's? A finished game is terminal at the horizon too."""
        return state.is_over or (state.must_pass and self.dialect.no_move == "end")

    def _evaluate(self, state: State) -> float:
        """The value of a settled node in MAX's view."""
        if self.dialect.terminal == "outcome" and self._is_terminal(state):
            return outcome(state, self.player)
        return check_value(self.heuristic, self.heuristic(state, self.player))

    def _begin(self, root: State) -> None:
        """MAX is the side to move at the root."""
        self.player = root.to_move
        self._oracle = None

    def _successors(self, state: State, depth: int) -> Sequence[Successor]:
        """The children of a node in the order in which they are searched."""
        children = state.successors()
        if self.dialect.no_move == "skip":
            children = [Successor(move, _after_pass(child)) for move, child in children]
        return arrange(state, children, self.dialect, lambda child: self._appeal(state, child, depth))

    def _appeal(self, state: State, child: State, depth: int) -> float:
        """How good a child truly is for the side that moves to it: its full minimax value to the same horizon."""
        self._oracle = self._oracle or _Oracle(self)
        value = self._oracle._value(child, depth - 1)
        return value if state.to_move == self.player else -value


class Minimax(Search):
    """Visit the whole tree to the depth."""

    algorithm = "minimax"

    def next_move(self, state: State) -> BestMove:
        """Search `state` to the search's depth: the first strictly better move wins."""
        self._begin(state)
        if self._is_settled(state, self.depth):
            return BestMove(None, self._evaluate(state))
        best = BestMove(None, -inf)
        for move, child in self._successors(state, self.depth):
            value = self._value(child, self.depth - 1)
            if value > best.value:
                best = BestMove(move, value)
        return best

    def _max_value(self, state: State, depth: int, *window: float) -> float:
        """The value of a node where MAX moves."""
        if self._is_settled(state, depth):
            return self._evaluate(state)
        return max(self._value(child, depth - 1) for _, child in self._successors(state, depth))

    def _min_value(self, state: State, depth: int, *window: float) -> float:
        """The value of a node where MIN moves."""
        if self._is_settled(state, depth):
            return self._evaluate(state)
        return min(self._value(child, depth - 1) for _, child in self._successors(state, depth))


class AlphaBeta(Search):
    """Leave a node as soon as its value cannot matter; fail-soft."""

    algorithm = "alphabeta"

    def next_move(self, state: State) -> BestMove:
        """Search `state` to the search's depth: the first strictly better move wins."""
        self._begin(state)
        if self._is_settled(state, self.depth):
            return BestMove(None, self._evaluate(state))
        best = BestMove(None, -inf)
        for move, child in self._successors(state, self.depth):
            alpha = best.value if self.dialect.root == "shared" else -inf
            value = self._value(child, self.depth - 1, alpha, inf)
            if value > best.value:
                best = BestMove(move, value)
        return best

    def _max_value(self, state: State, depth: int, *window: float) -> float:
        """The value of a node where MAX moves, exact inside the window."""
        alpha, beta = window
        if self._is_settled(state, depth):
            return self._evaluate(state)
        best = -inf
        for _, child in self._successors(state, depth):
            best = max(best, self._value(child, depth - 1, alpha, beta))
            if best > beta or (best == beta and self.dialect.cutoff == "inclusive"):
                return best
            alpha = max(alpha, best)
        return best

    def _min_value(self, state: State, depth: int, *window: float) -> float:
        """The value of a node where MIN moves, exact inside the window."""
        alpha, beta = window
        if self._is_settled(state, depth):
            return self._evaluate(state)
        best = inf
        for _, child in self._successors(state, depth):
            best = min(best, self._value(child, depth - 1, alpha, beta))
            if best < alpha or (best == alpha and self.dialect.cutoff == "inclusive"):
                return best
            beta = min(beta, best)
        return best


class _Oracle(Minimax):
    """Plain minimax in natural order that remembers what it has valued."""

    def __init__(self, search: Search) -> None:
        super().__init__(search.heuristic, search.depth, replace(search.dialect, order="natural"))
        self.player = search.player
        self._known: dict[tuple[State, int], float] = {}

    def _value(self, state: State, depth: int, *window: float) -> float:
        key = (state, depth)
        if key not in self._known:
            self._known[key] = super()._value(state, depth)
        return self._known[key]


ALGORITHMS: dict[str, type[Search]] = {search.algorithm: search for search in (Minimax, AlphaBeta)}


def check_depth(depth: Any) -> int:
    """Return `depth` if a search can have it."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
        raise InputError(f"depth {depth!r}: use a whole number from 0 to {MAX_DEPTH}")
    return depth


def name_of(heuristic: Evaluation) -> str:
    """The name under which a heuristic is known."""
    return str(getattr(heuristic, "name", getattr(heuristic, "__name__", heuristic)))


def _preset(name: str | Dialect) -> Dialect:
    return dialect(name)


def _after_pass(state: State) -> State:
    """The state in which somebody really moves."""
    passed: State = state.successors()[0].state if state.must_pass else state
    return passed
