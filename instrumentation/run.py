"""Run a search on either backend and hand back what it decided and what it did."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from plyscope.core.errors import choose
from plyscope.core.game import State
from plyscope.core.perft import BACKENDS
from plyscope.core.search import Search
from plyscope.instrumentation.counters import Counters
from plyscope.instrumentation.observe import observe
from plyscope.instrumentation.recorders import CallCounter


@dataclass(frozen=True)
class SearchResult:
    """What a search decided, what it did, and how long it took."""

    move: str | None
    """The best move; `pass` if forced; None if there was nothing to choose."""
    value: float
    """The value of the root for the side to move."""
    counters: Counters
    seconds: float
    """Wall time of the search, without compilation and without observers."""
    backend: str

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        return {
            "move": self.move,
            "value": self.value,
            **self.counters.to_dict(),
            "seconds": self.seconds,
            "backend": self.backend,
        }


def search(state: State, strategy: Search, backend: str = "compiled") -> SearchResult:
    """Search a position.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position
    >>> result = search(Position.start(8), AlphaBeta("weights", depth=6))
    >>> result.move, result.value, result.counters.nodes
    ('d3', 4.0, 1376)
    """
    if choose("backend", backend, BACKENDS) == "compiled":
        return _search_compiled(state, strategy)
    counter = CallCounter()
    best = observe(strategy, counter).next_move(state)
    start = time.perf_counter()
    strategy.next_move(state)
    return SearchResult(best.move, best.value, counter.counters, time.perf_counter() - start, backend)


def _search_compiled(state: State, strategy: Search) -> SearchResult:
    from plyscope.core.engine import CompiledSearch

    compiled = CompiledSearch(strategy, state)
    start = time.perf_counter()
    run = compiled.run()
    seconds = time.perf_counter() - start
    return SearchResult(run.best.move, run.best.value, Counters.from_kernel(run.counts), seconds, "compiled")
