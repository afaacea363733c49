"""Games counted: what each side's searches did, and both together."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from plyscope.core.errors import choose
from plyscope.core.match import Game, play_match
from plyscope.core.perft import BACKENDS
from plyscope.core.position import Position
from plyscope.core.search import BestMove, Search
from plyscope.instrumentation.counters import NOTHING, Counters
from plyscope.instrumentation.observe import observe
from plyscope.instrumentation.recorders import CallCounter


@dataclass(frozen=True)
class CountedGame:
    """A game and the counters of its two players, summed over their searches."""

    game: Game
    black: Counters
    white: Counters
    seconds: float | None = field(default=None, compare=False)
    """Wall time of all searches; the moves between them are not in it. None for the reference, which is observed."""

    @property
    def total(self) -> Counters:
        """Both players."""
        return self.black + self.white

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        return {
            "score": self.game.score._asdict(),
            "plies": self.game.plies,
            "moves": list(self.game.moves),
            "black": self.black.to_dict(),
            "white": self.white.to_dict(),
            "total": self.total.to_dict(),
            "seconds": self.seconds,
        }


def match(start: Position, black: Search, white: Search, backend: str = "compiled") -> CountedGame:
    """Play two searches against each other and count what they do.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position
    >>> counted = match(
    ...     Position.start(6),
    ...     AlphaBeta("uam.edges_and_corners", depth=4, dialect="uam"),
    ...     AlphaBeta("uam.edges_and_corners", depth=5, dialect="uam"),
    ... )
    >>> counted.total.calls.total
    28453
    """
    kind = _CompiledPlayer if choose("backend", backend, BACKENDS) == "compiled" else _ObservedPlayer
    first, second = kind(black), kind(white)
    game = play_match(start, first, second)
    seconds = None if first.seconds is None or second.seconds is None else first.seconds + second.seconds
    return CountedGame(game, first.counters, second.counters, seconds)


class _CompiledPlayer:
    """A player that searches in the kernel and adds up what that took."""

    def __init__(self, search: Search) -> None:
        self.counters, self.seconds = NOTHING, 0.0
        self._search = search

    def __call__(self, position: Position) -> BestMove:
        from plyscope.core.engine import CompiledSearch

        ready = CompiledSearch(self._search, position)
        start = perf_counter()
        run = ready.run()
        self.seconds += perf_counter() - start
        self.counters += Counters.from_kernel(run.counts)
        return run.best


class _ObservedPlayer:
    """A player that searches in the reference, watched: its time would be the watcher's too."""

    seconds = None

    def __init__(self, search: Search) -> None:
        self._counter = CallCounter()
        self._search = observe(search, self._counter)

    @property
    def counters(self) -> Counters:
        """What its searches did so far."""
        return self._counter.counters

    def __call__(self, position: Position) -> BestMove:
        return self._search.next_move(position)
