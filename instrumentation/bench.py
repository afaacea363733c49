"""The fixed jobs by which the compiled search's speed is known.

All runs of a job are made in one thread beside the main one (`plyscope.instrumentation.clock.aside`): a search called
in the main thread starts a thread for each run, which would be a fifth of the shortest job's time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from plyscope.core.dialect import Dialect
from plyscope.core.engine import CompiledRun, CompiledSearch
from plyscope.core.heuristics import Evaluation, Heuristic, find, names
from plyscope.core.perft import perft
from plyscope.core.position import Position
from plyscope.core.positions import positions
from plyscope.core.search import AlphaBeta, Minimax, Search
from plyscope.instrumentation.clock import Clock, Run, aside

CONDITIONS = Dialect(terminal="heuristic")
"""Inclusive cutoffs, root window shared, a pass is a node and a ply, the evaluation also at finished games."""


SECONDS_OF_TURN, MOST_RUNS_IN_TURN = 0.02, 100
"""A short job is run again until its turn has lasted so long: twenty runs of half a millisecond would all fall into the
same disturbance of the machine, and their best would be no better than the rest."""


LEAF_JOBS = {"early": (4, 7), "middle": (30, 5), "late": (50, 8)}
"""Where leaves are timed: in each stage the first stored position with so many discs, and how deep its full tree."""


class Job(NamedTuple):
    """A piece of work made ready."""

    run: Callable[[], int]
    """Do it; the number of nodes, which is 0 where nothing is counted."""
    abort: Callable[[], None]


def _perft_job(depth: int) -> Callable[[], Job]:
    def prepare() -> Job:
        start = Position.start(8)
        perft(start, 1)  # compile or load
        # No abort: Ctrl-C waits for the end of one run, a fraction of a second.
        return Job(lambda: perft(start, depth).nodes, lambda: None)

    return prepare


def _search_job(search: Search, size: int, is_counting: bool = True) -> Callable[[], Job]:
    def prepare() -> Job:
        compiled = CompiledSearch(search, Position.start(size), is_counting)
        return Job(lambda: sum(compiled.run().counts["by_ply"]), compiled.abort)

    return prepare


SEARCHES: dict[str, tuple[Search, int]] = {
    "minimax-9-discs": (Minimax("discs", 9, CONDITIONS), 8),
    "minimax-8-weights": (Minimax("weights", 8, CONDITIONS), 8),
    "alphabeta-11-weights": (AlphaBeta("weights", 11, CONDITIONS), 8),
    "alphabeta-8-discs-16x16": (AlphaBeta("discs", 8, CONDITIONS), 16),
}
"""The searches among the jobs, each with the size of its board."""

JOBS: dict[str, Callable[[], Job]] = {
    "perft-10": _perft_job(10),
    **{name: _search_job(search, size) for name, (search, size) in SEARCHES.items()},
}


def run_job(name: str, rounds: int, clock: Clock = time.perf_counter) -> dict[str, Any]:
    """The best run of a job in several rounds; preparation, compilation included, is not timed."""
    job = JOBS[name]()
    (nodes, seconds), *_ = _best_of([job], rounds, clock)
    return {"name": name, "nodes": nodes, "seconds": seconds, "nodes_per_second": nodes / seconds}


def counter_cost(name: str, rounds: int, clock: Clock = time.perf_counter) -> dict[str, Any]:
    """What the kernel's counters cost in one of `SEARCHES`: its best time against that of the build without them.

    The two builds take turns, so that what disturbs the machine for a while disturbs both. Each run includes some 20
    microseconds of calling the kernel and reading its record, in both builds alike.
    """
    search, size = SEARCHES[name]
    jobs = [_search_job(search, size, is_counting)() for is_counting in (True, False)]
    (nodes, counted), (_, silent) = _best_of(jobs, rounds, clock)
    return {
        "name": name,
        "nodes": nodes,
        "seconds_with": counted,
        "seconds_without": silent,
        "cost": counted / silent - 1,
    }


def leaf_costs(rounds: int, clock: Clock = time.perf_counter) -> list[dict[str, Any]]:
    """What a leaf costs with each heuristic, beyond what it costs with `discs`, in nanoseconds.

    All heuristics take turns at the full tree of one position of each stage: late in the game discs are stable and some
    features have more to do. `user` is `linear` written by a user in the same words.
    """
    rows = []
    stored = positions("stages")
    heuristics: dict[str, Evaluation] = {**{name: find(name) for name in names()}, "user": _user_linear()}
    for stage, (discs, depth) in LEAF_JOBS.items():
        position = next(entry.position for entry in stored.of(stage) if entry.position.disc_count == discs)
        jobs = []
        for heuristic in heuristics.values():
            compiled = CompiledSearch(Minimax(heuristic, depth, CONDITIONS), position)
            jobs.append(Job(lambda run=compiled.run: _leaves(run()), compiled.abort))  # type: ignore[misc]
        found = dict(zip(heuristics, _best_of(jobs, rounds, clock), strict=True))
        base = found["discs"][1]
        rows += [
            {"name": name, "stage": stage, "leaves": leaves, "nanoseconds": 1e9 * (seconds - base) / leaves}
            for name, (leaves, seconds) in found.items()
        ]
    return rows


def _leaves(run: CompiledRun) -> int:
    return int(run.counts["leaves"] + run.counts["terminals"])


def _user_linear() -> Heuristic:
    """The built-in `linear`, compiled as a user's heuristic: not kept on disk, indices checked."""
    twin = find("linear")
    assert isinstance(twin, Heuristic)
    return Heuristic(twin.function, twin.weights, "user")


def _best_of(jobs: list[Job], rounds: int, clock: Clock) -> list[tuple[int, float]]:
    """The nodes and the best time of each job; they take turns, and every other round in the opposite order."""

    def abort() -> None:
        for job in jobs:
            job.abort()

    def work(check: Callable[[Run], Run]) -> list[tuple[int, float]]:
        runs = [check(job.run) for job in jobs]
        nodes = [job.run() for job in jobs]  # warm up
        best = [inf] * len(jobs)
        turns = list(enumerate(runs))
        for _ in range(rounds):
            for number, run in turns:
                best[number] = min(best[number], _best_of_turn(run, clock))
            turns.reverse()
        return list(zip(nodes, best, strict=True))

    return aside(work, abort)


def _best_of_turn(run: Run, clock: Clock) -> float:
    """The best time in one turn, in which a short job runs more than once."""
    best = total = _time(run, clock)
    for _ in range(MOST_RUNS_IN_TURN - 1):
        if total >= SECONDS_OF_TURN:
            break
        seconds = _time(run, clock)
        best, total = min(best, seconds), total + seconds
    return best


def _time(run: Run, clock: Clock) -> float:
    start = clock()
    run()
    return clock() - start
