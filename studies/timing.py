"""Times of cells, one search at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from plyscope.core.engine import join_group, stop_group
from plyscope.core.heuristics import Evaluation
from plyscope.core.match import play_match
from plyscope.instrumentation.clock import Clock, Plan, Repeats, Run, aside, measure
from plyscope.instrumentation.games import match
from plyscope.studies.batches import BATCH_SECONDS
from plyscope.studies.cells import GAME, Cell, players, solve
from plyscope.studies.store import Untimed

LONG_SECONDS = 1.0
"""From here on one run is a time: nothing that disturbs a run lasts, and repeats would cost more than they tell."""
_PLAN = Plan(min_repeats=3, max_repeats=9, max_seconds=0.3)
_GAME_PLAN = Plan(min_repeats=3, max_repeats=9, max_seconds=3.0)
"""A game is many searches: one of the readable search takes a second."""

Times = list[tuple[bytes, Mapping[str, Any]]]
"""What was measured, by the keys of the cells."""


def times_alone(some: Sequence[Untimed], heuristics: Mapping[str, Evaluation], run: int) -> Times:
    """Times of the first of some cells, one after another, as many as the time of a batch allows; `run` is under way.

    They share a thread that is not the main one, since starting one takes longer than a small search (see `aside`).
    """
    done: Times = []
    if some[0].cell.backend == "reference":
        # In this thread, where Ctrl-C ends Python code.
        _add_time(done, some[0], heuristics, run)
        return done

    group = object()

    def work(check: Callable[[Run], Run]) -> Times:
        join_group(group)
        end = time.monotonic() + BATCH_SECONDS
        for one in some:
            if done and (one.cell.backend == "reference" or time.monotonic() > end):
                break
            check(partial(_add_time, done, one, heuristics, run))()
        return done

    return aside(work, partial(stop_group, group))


def _add_time(done: Times, one: Untimed, heuristics: Mapping[str, Evaluation], run: int) -> None:
    # The time of an earlier run may be another machine's.
    is_own = one.run == run and not one.is_loaded
    done.append((one.key, time_alone(one.cell, heuristics[one.cell.heuristic_id], one.seconds, not is_own)))


def time_alone(
    cell: Cell, heuristic: Evaluation, seconds: float | None, is_loaded: bool, clock: Clock = time.perf_counter
) -> dict[str, Any]:
    """The time of a cell that was counted in `seconds` (if that is known), while other searches ran or not.

    A short one is run again until its spread is known. A long one is run once, and not again if nothing else ran when
    it was counted; its spread is then not known, so it is called noisy.
    """
    if seconds is not None and seconds >= LONG_SECONDS:
        once = solve(cell, heuristic).seconds if is_loaded else seconds
        return {"minimum": once, "median": once, "spread": None, "repeats": 1, "is_noisy": True}
    if cell.kind == GAME:
        return _time_game(cell, heuristic, clock)
    timed = measure(
        cell.strategy(heuristic),
        cell.position,
        backend=cell.backend,
        min_repeats=_PLAN.min_repeats,
        max_repeats=_PLAN.max_repeats,
        max_seconds=_PLAN.max_seconds,
        clock=clock,
    )
    return timed.to_dict()


def _time_game(cell: Cell, heuristic: Evaluation, clock: Clock) -> dict[str, Any]:
    """The searches of a whole game together; the game is played again until the spread is known."""
    samples: list[float] = []
    start = clock()
    while not samples or _GAME_PLAN.wants_more(samples, clock() - start):
        samples.append(_game_seconds(cell, heuristic, clock))
    return Repeats.of(samples, 1, _GAME_PLAN).to_dict()


def _game_seconds(cell: Cell, heuristic: Evaluation, clock: Clock) -> float:
    """The searches of a game; with the reference also the moves between them, which are short beside it."""
    if cell.backend == "compiled":
        return match(cell.position, *players(cell, heuristic), cell.backend).seconds or 0.0
    start = clock()
    play_match(cell.position, *(player.next_move for player in players(cell, heuristic)))
    return clock() - start
