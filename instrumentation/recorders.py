"""Observers that come with the package."""

from __future__ import annotations

from collections import Counter

from plyscope.core.game import State
from plyscope.core.search import Search
from plyscope.instrumentation.counters import Counters, Sides
from plyscope.instrumentation.observe import LEAF, MAX, MIN, PASSING, TERMINAL, Node, Observer


class CallCounter(Observer):
    """Counts everything that `Counters` defines, over all searches that it watches."""

    def __init__(self) -> None:
        self.counters = Counters(searches=0)
        self._forget()

    def _forget(self) -> None:
        self._calls: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._cutoffs: Counter[str] = Counter()
        self._skipped = 0
        self._by_ply: Counter[int] = Counter()
        self._by_child: Counter[int] = Counter()

    def begin(self, search: Search, root: State) -> None:
        """A new search: what was counted before is kept in `counters`."""
        self._forget()
        self._plies = search.depth + 1

    def leave(self, node: Node) -> None:
        """Count a node; when the root is left the search is whole and is added."""
        self._kinds[node.kind] += 1
        self._by_ply[node.ply] += 1
        if node.is_cut:
            self._cutoffs[node.side] += 1
            self._skipped += node.skipped
            self._by_child[node.visited - 1] += 1
        if node.is_root:
            self.counters += self._one_search()
        else:
            self._calls[node.side] += 1

    def _one_search(self) -> Counters:
        return Counters(
            Sides(self._calls[MIN], self._calls[MAX]),
            self._kinds[LEAF],
            self._kinds[TERMINAL],
            self._kinds[PASSING],
            Sides(self._cutoffs[MIN], self._cutoffs[MAX]),
            self._skipped,
            _histogram(self._by_ply, self._plies),
            _histogram(self._by_child, max(self._by_child, default=-1) + 1),
        )


def _histogram(counts: Counter[int], length: int) -> tuple[int, ...]:
    return tuple(counts[number] for number in range(length))
