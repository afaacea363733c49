"""Watch a reference search from outside: `observe` gives a copy that reports; the search itself has no hooks.

The copy's class puts a reporting layer over `next_move`, `_max_value`, `_min_value`, `_successors` and `_evaluate`. The
search calls these through `self`, so every call meets the layer. The original object and class are not touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from math import inf

from plyscope.core.game import PASS, State, Successor
from plyscope.core.search import BestMove, Search

MAX, MIN = "max", "min"
LEAF, TERMINAL, PASSING, INNER = "leaf", "terminal", "pass", "inner"

NO_MOVE = BestMove(None, -inf)
"""The decision of a search that was stopped before it had valued one move."""


@dataclass(eq=False)
class Node:
    """A visit of a node. An observer gets it on entry, half empty, and again, complete, when it is left."""

    state: State
    side: str
    """Who moves: `max` or `min`."""
    depth: int
    """Plies left to the horizon."""
    ply: int
    """Plies from the root; the root is 0."""
    alpha: float = -inf
    beta: float = inf
    parent: Node | None = None
    """The node from which it was entered; None for the root."""
    move: str | None = None
    """The move that led to it."""
    children: Sequence[Successor] = ()
    """Its children in the order of the search, once they have been generated."""
    visited: int = 0
    """How many of them were entered."""
    kind: str = INNER
    """On leaving: `leaf`, `terminal`, `pass` or `inner`."""
    value: float | None = None
    """On leaving: what it returned."""
    is_evaluated: bool = field(default=False, repr=False)

    @property
    def is_root(self) -> bool:
        """Is it the root, entered by `next_move` and not by a call?"""
        return self.parent is None

    @property
    def skipped(self) -> int:
        """The children that were not visited."""
        return len(self.children) - self.visited

    @property
    def is_cut(self) -> bool:
        """Was it left before its last child?"""
        return self.skipped > 0


class SearchStopped(Exception):  # noqa: N818 - it ends a search and is no error
    """Raised by an observer to end a search early; the observed search catches it and returns what it has."""


class Observer:
    """What may be watched; a subclass overrides what it needs.

    An exception in it ends the search and reaches the caller; `SearchStopped` ends it and is no error.
    """

    is_gate = False
    """Does it decide whether a node may be entered? Gates are asked before the others are told."""

    def begin(self, search: Search, root: State) -> None:
        """A search starts."""

    def enter(self, node: Node) -> None:
        """A node is entered."""

    def generate(self, node: Node, children: Sequence[Successor]) -> None:
        """A node's children have been generated and put into order."""

    def evaluate(self, node: Node, value: float) -> None:
        """A settled node has been valued."""

    def leave(self, node: Node) -> None:
        """A node is left, its value known."""

    def end(self, best: BestMove) -> None:
        """The search has decided."""


def observe(search: Search, *observers: Observer) -> ObservedSearch:
    """A copy of `search` that reports to the observers while it runs; also usable as a context.

    Examples
    --------
    >>> from plyscope import CallCounter, Minimax, Position
    >>> counter = CallCounter()
    >>> observe(Minimax("discs", depth=3), counter).next_move(Position.start(8)).value
    3.0
    >>> counter.counters.calls.total
    72
    """
    watched = object.__new__(_observed_class(type(search)))
    watched.__dict__.update(vars(search), _watch=_Watch(observers))
    return watched


class _Watch:
    """The open nodes of an observed search, the innermost last, and who is told of them."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = sorted(observers, key=lambda observer: not observer.is_gate)
        self.path: list[Node] = []
        self.best = NO_MOVE

    def begin(self, search: Search, root: State) -> None:
        """A new search: nothing is open, nothing decided."""
        self.path.clear()
        self.best = NO_MOVE
        for observer in self.observers:
            observer.begin(search, root)

    def visit(self, search: Search, node: Node, work: Callable[[], float]) -> float:
        """Run the work of one node between its entry and its leaving."""
        if self.path:
            parent = self.path[-1]
            node.parent, node.move = parent, parent.children[parent.visited].move
            parent.visited += 1
        for observer in self.observers:
            observer.enter(node)
        self.path.append(node)
        node.value = work()
        node.kind = _kind(search, node)
        self.path.pop()
        if node.ply == 1 and node.value > self.best.value:
            self.best = BestMove(node.move, node.value)
        for observer in self.observers:
            observer.leave(node)
        return node.value


def _node(state: State, side: str, depth: int, whole_depth: int, window: tuple[float, ...]) -> Node:
    """A node on entry; a search without a window has the widest."""
    alpha, beta = window or (-inf, inf)
    return Node(state, side, depth, whole_depth - depth, alpha, beta)


def _kind(search: Search, node: Node) -> str:
    if node.is_evaluated:
        return TERMINAL if search._is_terminal(node.state) else LEAF
    return PASSING if node.children[0].move == PASS else INNER


class ObservedSearch(Search):
    """The layer that reports. At run time it stands between a copy's class and the search's own class."""

    _watch: _Watch

    def __enter__(self) -> ObservedSearch:
        return self

    def __exit__(self, *exception: object) -> None:
        return None

    def next_move(self, state: State) -> BestMove:
        """Search, and tell of the root as of any node."""
        watch = self._watch
        watch.begin(self, state)

        def work() -> float:
            watch.best = super(ObservedSearch, self).next_move(state)  # type: ignore[safe-super]
            return watch.best.value

        with suppress(SearchStopped):
            watch.visit(self, Node(state, MAX, self.depth, 0), work)
        for observer in watch.observers:
            observer.end(watch.best)
        return watch.best

    def _max_value(self, state: State, depth: int, *window: float) -> float:
        node = _node(state, MAX, depth, self.depth, window)
        value = super()._max_value  # type: ignore[safe-super]
        return self._watch.visit(self, node, lambda: value(state, depth, *window))

    def _min_value(self, state: State, depth: int, *window: float) -> float:
        node = _node(state, MIN, depth, self.depth, window)
        value = super()._min_value  # type: ignore[safe-super]
        return self._watch.visit(self, node, lambda: value(state, depth, *window))

    def _successors(self, state: State, depth: int) -> Sequence[Successor]:
        children = super()._successors(state, depth)
        node = self._watch.path[-1]
        node.children = children
        for observer in self._watch.observers:
            observer.generate(node, children)
        return children

    def _evaluate(self, state: State) -> float:
        value = super()._evaluate(state)
        node = self._watch.path[-1]
        node.is_evaluated = True
        for observer in self._watch.observers:
            observer.evaluate(node, value)
        return value


@cache
def _observed_class(kind: type[Search]) -> type[ObservedSearch]:
    """The search's class under the layer."""
    return type(f"Observed{kind.__name__}", (ObservedSearch, kind), {})
