"""Wall time worth trusting: repeats until the spread is known, a unit for each machine, and which machine it was.

A time says as much about the computer as about the search; the counters do not. Where a time is wanted all the same,
`measure` says how far it can be trusted, and `calibrate` gives the unit in which two machines can be compared. What is
timed is never observed: an observer's work would be timed with the search's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import repeat
from math import ceil, inf
from statistics import median
from typing import Any, Self, TypeVar

from plyscope.core.engine import CompiledSearch, interruptible
from plyscope.core.errors import InputError, choose
from plyscope.core.game import State
from plyscope.core.perft import BACKENDS, perft
from plyscope.core.position import Position
from plyscope.core.search import Search
from plyscope.instrumentation.machine import Fingerprint, fingerprint

CALIBRATION_DEPTH, CALIBRATION_NODES = 8, 455_221
"""The unit of time is perft of the 8x8 start to this depth, which makes this many nodes.

Perft has no heuristic, no dialect and no pruning, so nothing that users choose or that a better search changes is in
it; what is in it, making moves and flipping discs, is what every search does. Eight plies take milliseconds: thousands
of times the cost of starting, and less than a slice of the system's scheduler, so that some of the repeats are
undisturbed. The count is known from the literature, so it is certain that the machines did the same.
"""
TOLERANCE = 0.05
CLOCK_STEPS = 100
"""A sample is at least this many steps of the clock long: the clock's own error is then a hundredth of it."""

Clock = Callable[[], float]
Run = Callable[[], object]
Result = TypeVar("Result")


# -- results -----------------------------------------------------------------------------------------------------------


def relative_spread(samples: Sequence[float]) -> float:
    """``(median - minimum) / minimum``: how far a usual run is from the best one.

    Other work on the machine only ever adds to a time, so the minimum is the search's own and what lies above it is
    disturbance. Within the tolerance it makes no difference which of the two is quoted.

    Examples
    --------
    >>> relative_spread([2.0, 2.5, 9.0])
    0.25
    """
    least = min(samples)
    return (median(samples) - least) / least if least > 0 else inf


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """One thing timed again and again; all times are seconds of wall time for one run."""

    minimum: float
    median: float
    spread: float
    """`relative_spread`: (median - minimum) / minimum."""
    repeats: int
    """Samples taken."""
    batch: int
    """Runs in each sample: more than one where a single run is too short for the clock."""
    tolerance: float
    """The spread that was asked for."""
    is_noisy: bool
    """Was the tolerance not reached? Also if too few repeats fitted into the time to know the spread."""
    machine: Fingerprint = field(default_factory=fingerprint)

    @classmethod
    def of(cls, samples: Sequence[float], batch: int, plan: Plan, **more: Any) -> Self:
        """What the samples say."""
        return cls(
            minimum=min(samples),
            median=median(samples),
            spread=relative_spread(samples),
            repeats=len(samples),
            batch=batch,
            tolerance=plan.tolerance,
            is_noisy=not plan.is_reached(samples),
            **more,
        )

    def __str__(self) -> str:
        warning = f"; NOISY: {self.tolerance:.1%} not reached" if self.is_noisy else ""
        runs = f"{self.repeats} x {self.batch} runs" if self.batch > 1 else f"{self.repeats} runs"
        return f"{self.minimum:.4g} s (median {self.median:.4g} s, spread {self.spread:.1%}, {runs}{warning})"

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Calibration(Repeats):
    """How fast this machine is: the time of a fixed piece of work."""

    @property
    def seconds_per_unit(self) -> float:
        """The unit: the best time of the fixed work."""
        return self.minimum

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        return {"seconds_per_unit": self.seconds_per_unit, **super().to_dict()}


@dataclass(frozen=True, kw_only=True)
class Timing(Repeats):
    """How long a search takes, and how far that can be trusted."""

    backend: str
    preparation_seconds: float
    """Before the first run: compilation, or loading what was compiled before; a process does neither twice."""

    def in_units(self, calibration: Calibration) -> float:
        """The minimum in units of the machine it was measured on: two machines' times can be compared in these."""
        if calibration.machine != self.machine:
            raise InputError(
                f"calibration of another machine or build ({calibration.machine}): calibrate where the search was timed"
            )
        return self.minimum / calibration.seconds_per_unit


# -- measuring ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Plan:
    """When to stop repeating."""

    min_repeats: int
    max_repeats: int
    max_seconds: float = inf
    tolerance: float = TOLERANCE

    def __post_init__(self) -> None:
        if not 1 <= self.min_repeats <= self.max_repeats:
            raise InputError(f"repeats {self.min_repeats} to {self.max_repeats}: use at least 1, and no less at most")
        for name, value in (("max_seconds", self.max_seconds), ("tolerance", self.tolerance)):
            if not value >= 0:  # also true of NaN
                raise InputError(f"{name} {value!r}: use a number from 0")

    def is_reached(self, samples: Sequence[float]) -> bool:
        """Is the spread known, and small enough?"""
        return len(samples) >= self.min_repeats and relative_spread(samples) <= self.tolerance

    def wants_more(self, samples: Sequence[float], seconds: float) -> bool:
        """Is another sample wanted, after so many seconds?"""
        return len(samples) < self.max_repeats and seconds < self.max_seconds and not self.is_reached(samples)


def measure(
    search: Search,
    state: State,
    *,
    backend: str = "compiled",
    min_repeats: int = 5,
    max_repeats: int = 50,
    max_seconds: float = 5.0,
    tolerance: float = TOLERANCE,
    clock: Clock = time.perf_counter,
) -> Timing:
    """Time a search, again and again until its spread is known to be small.

    One run to warm up is not counted. Then samples are taken until, after `min_repeats`, their `relative_spread` is
    within `tolerance`, or until `max_repeats` or `max_seconds` end it: the timing is then marked as noisy. A compiled
    search counts while it is timed, as it does in a study, and includes some 20 microseconds of calling the kernel and
    reading its counts.

    Parameters
    ----------
    max_seconds : float
        No sample is begun later than this after the preparation; one is always taken.
    clock : function without arguments
        Seconds from any beginning. Tests have their own.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position
    >>> timing = measure(AlphaBeta("weights", depth=6), Position.start(8), max_repeats=10, max_seconds=60)
    >>> 0 < timing.minimum <= timing.median, 5 <= timing.repeats <= 10
    (True, True)
    """
    plan = Plan(min_repeats=min_repeats, max_repeats=max_repeats, max_seconds=max_seconds, tolerance=tolerance)
    if hasattr(search, "_watch"):
        raise InputError(f"{search} is observed, which takes time: measure the search that was given to observe()")
    if choose("backend", backend, BACKENDS) == "reference":
        # In this thread: Python code is open to Ctrl-C, and a second thread would only compete with it.
        samples, batch = collect(lambda: search.next_move(state), plan, clock)
        return Timing.of(samples, batch, plan, backend=backend, preparation_seconds=0.0)
    start = clock()
    compiled = CompiledSearch(search, state)
    preparation = clock() - start
    samples, batch = aside(lambda check: collect(check(compiled.run), plan, clock), compiled.abort)
    return Timing.of(samples, batch, plan, backend=backend, preparation_seconds=preparation)


def calibrate(clock: Clock = time.perf_counter, repeats: int = 20) -> Calibration:
    """Find this machine's unit of time: the best of several runs of a fixed compiled workload (`CALIBRATION_DEPTH`).

    Examples
    --------
    >>> calibration = calibrate(repeats=3)
    >>> calibration.repeats, calibration.seconds_per_unit == calibration.minimum
    (3, True)
    """
    plan = Plan(min_repeats=repeats, max_repeats=repeats)
    start = Position.start(8)
    perft(start, 1)  # compile or load
    samples, batch = aside(lambda check: collect(check(lambda: perft(start, CALIBRATION_DEPTH)), plan, clock))
    return Calibration.of(samples, batch, plan)


def collect(run: Run, plan: Plan, clock: Clock) -> tuple[list[float], int]:
    """Samples of the time of one run, and how many runs are in each."""
    start = clock()
    run()  # warm up
    batch, first = _first_sample(run, clock)
    samples = [first]
    while plan.wants_more(samples, clock() - start):
        samples.append(_sample(run, batch, clock))
    if min(samples) <= 0:
        raise InputError(f"clock {clock!r} stood still during a sample: use a finer one, such as time.perf_counter")
    return samples, batch


def _first_sample(run: Run, clock: Clock) -> tuple[int, float]:
    """How many runs make a sample long enough for the clock, and the first such sample."""
    shortest = CLOCK_STEPS * _finest_step(clock)
    batch = 1
    while (total := batch * _sample(run, batch, clock)) < shortest:
        batch = max(2 * batch, ceil(batch * shortest / total) if total > 0 else 0)
    return batch, total / batch


def _sample(run: Run, batch: int, clock: Clock) -> float:
    """The time of one run, from several together."""
    start = clock()
    for _ in repeat(None, batch):
        run()
    return (clock() - start) / batch


def _finest_step(clock: Clock, most_steps: int = 100, most_readings: int = 200_000) -> float:
    """The smallest step that a clock is seen to make; 0 if it makes none.

    Not what the system says of its clock: reading it takes longer than that. The readings span 10 milliseconds or more,
    so that a coarse clock is found out too.
    """
    finest, steps, last = inf, 0, clock()
    for _ in range(most_readings):
        now = clock()
        if now > last:
            finest, steps = min(finest, now - last), steps + 1
        if steps == most_steps:
            break
        last = now
    return finest if steps else 0.0


# -- aside from the main thread ----------------------------------------------------------------------------------------


class _StoppedError(Exception):
    """Ends a series of runs after Ctrl-C; nobody sees it, since the interrupt itself is passed on."""


def aside(work: Callable[[Callable[[Run], Run]], Result], abort: Callable[[], None] = lambda: None) -> Result:
    """Do a series of compiled runs in a thread of its own, so that no run starts one.

    Called in the main thread, a compiled search starts a thread to be open to Ctrl-C: some 90 microseconds a run. One
    thread for the series keeps them out of every time. `work` passes each function that it runs through the check it is
    given; Ctrl-C calls `abort` on the run under way, and the check ends the series.
    """
    is_stopped, is_ended = threading.Event(), threading.Event()

    def check(run: Run) -> Run:
        def checked() -> object:
            if is_stopped.is_set():
                raise _StoppedError
            return run()

        return checked

    def body() -> Result:
        try:
            return work(check)
        finally:
            is_ended.set()

    def stop() -> None:
        is_stopped.set()
        # Again and again: a search that is just starting forgets an abort that came before.
        while not is_ended.wait(0.005):
            abort()

    return interruptible(body, stop)
