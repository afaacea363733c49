"""Wall time, measured with a clock that moves as a test says: no test depends on how fast the machine is."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import pytest

import plyscope as ps
from plyscope.cli.bench import bench
from plyscope.core.engine import CompiledSearch
from plyscope.instrumentation import bench as jobs
from plyscope.instrumentation import clock as clock_module
from plyscope.instrumentation.clock import (
    CALIBRATION_DEPTH,
    CALIBRATION_NODES,
    Calibration,
    Timing,
    aside,
    calibrate,
    measure,
    relative_spread,
)
from plyscope.instrumentation.machine import Fingerprint, fingerprint

START = ps.start(4)


class FakeClock:
    """Moves by a tick when it is read, and otherwise only when work is done."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now = 100.0
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


class Scripted(ps.Minimax):
    """A search whose runs take the times of a script, the last of them for ever."""

    def __init__(self, clock: FakeClock, *seconds: float) -> None:
        super().__init__("discs", 1)
        self.clock, self.runs = clock, 0
        self.script = chain(seconds, repeat(seconds[-1]))

    def next_move(self, state: ps.State) -> ps.BestMove:
        self.runs += 1
        self.clock.now += next(self.script)
        return ps.BestMove(None, 0.0)


def timed(*seconds: float, tick: float = 0.0, **options: Any) -> tuple[Timing, Scripted]:
    """Measure a scripted search; its first run is the warm-up."""
    clock = FakeClock(tick)
    search = Scripted(clock, *seconds)
    return measure(search, START, backend="reference", clock=clock, **options), search


def test_a_steady_search_is_measured_as_often_as_needed_and_no_more() -> None:
    timing, search = timed(3.0, 0.25)
    assert (timing.minimum, timing.median, timing.spread) == (0.25, 0.25, 0.0)
    assert (timing.repeats, timing.batch, timing.is_noisy) == (5, 1, False)
    assert search.runs == 6, "one to warm up, which is slow here and not counted"


def test_a_disturbance_is_waited_for() -> None:
    timing, _ = timed(1.0, *[2.0] * 4, 1.0, max_seconds=100)
    assert (timing.repeats, timing.minimum, timing.median, timing.is_noisy) == (9, 1.0, 1.0, False)


def test_the_spread_is_from_the_minimum_to_the_median() -> None:
    assert relative_spread([4.0, 9.0, 5.0]) == 0.25
    timing, _ = timed(1.0, 1.0, 1.25, 1.5, tolerance=0.25, min_repeats=3)
    assert (timing.spread, timing.repeats, timing.is_noisy) == (0.25, 3, False)


def noisy_script() -> Iterable[float]:
    return (1.0, *(1.0 + 0.5 * (number % 3) for number in range(60)))


def test_noise_ends_at_the_most_repeats_and_is_never_hidden() -> None:
    timing, _ = timed(*noisy_script(), max_seconds=1000)
    assert (timing.repeats, timing.is_noisy, timing.spread) == (50, True, 0.5)
    assert "NOISY" in str(timing)
    assert "is_noisy=True" in repr(timing)
    assert timing.to_dict()["is_noisy"] is True


def test_what_is_calm_is_not_called_noisy() -> None:
    timing, _ = timed(0.5)
    assert "NOISY" not in str(timing)
    assert str(timing) == "0.5 s (median 0.5 s, spread 0.0%, 5 runs)"
    assert timing.to_dict()["is_noisy"] is False


def test_noise_ends_at_the_most_seconds() -> None:
    timing, search = timed(*noisy_script(), max_seconds=5)
    assert (search.clock.now, timing.is_noisy) == (105.5, True)
    assert timing.repeats == 3, "after 1 of warm-up, 1, 1.5 and 2"


def test_a_long_search_is_run_once_and_its_spread_is_not_known() -> None:
    timing, search = timed(60.0)
    assert (timing.repeats, search.runs, timing.spread) == (1, 2, 0.0)
    assert timing.is_noisy


def test_runs_too_short_for_the_clock_are_timed_together() -> None:
    timing, search = timed(2.0**-17, tick=2.0**-20)  # a sample has to be 100 ticks long, a run is 8
    assert timing.batch * 2.0**-17 + 2.0**-20 >= 100 * 2.0**-20
    assert 8 < timing.batch < 30
    assert timing.minimum == pytest.approx(2.0**-17, rel=0.02)
    assert (timing.repeats, timing.is_noisy) == (5, False)
    assert search.runs > 5 * timing.batch
    assert f"5 x {timing.batch} runs" in str(timing)


def test_runs_that_the_clock_does_not_see_are_timed_together_too() -> None:
    class Coarse(FakeClock):
        def __call__(self) -> float:
            self.now += 2.0**-16
            return self.now // 2.0**-6 * 2.0**-6

    clock = Coarse()
    timing = measure(Scripted(clock, 2.0**-12), START, backend="reference", clock=clock, max_seconds=1e9)
    assert timing.batch >= 100 * 2.0**6 - 1, "64 runs a step and 100 steps"
    assert timing.minimum == pytest.approx(2.0**-12, rel=0.02)


def test_a_clock_that_stands_still_is_refused() -> None:
    with pytest.raises(ps.InputError, match="stood still"):
        timed(0.0)


class FakeCompiled:
    """Takes 3 seconds to prepare and half a second to run."""

    def __init__(self, search: Scripted, state: ps.State) -> None:
        search.clock.now += 3.0
        self.search, self.state = search, state

    def run(self) -> None:
        self.search.next_move(self.state)

    def abort(self) -> None: ...


def test_preparation_is_separate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "CompiledSearch", FakeCompiled)
    clock = FakeClock()
    timing = measure(Scripted(clock, 1.0, 0.5), START, clock=clock)
    assert (timing.preparation_seconds, timing.minimum, timing.median) == (3.0, 0.5, 0.5)
    assert (timing.backend, timing.is_noisy) == ("compiled", False)
    assert timed(0.5)[0].preparation_seconds == 0.0


def test_compiled_runs_share_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    class Watched(FakeCompiled):
        def run(self) -> None:
            threads.append(threading.current_thread())
            super().run()

    monkeypatch.setattr(clock_module, "CompiledSearch", Watched)
    clock = FakeClock()
    measure(Scripted(clock, 0.5), START, clock=clock)
    assert len(threads) == 6
    assert len(set(threads)) == 1
    assert threads[0] is not threading.main_thread()


@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_real_searches(backend: str) -> None:
    timing = measure(ps.AlphaBeta("discs", 2), START, backend=backend, max_repeats=5, max_seconds=1e9)
    assert timing.repeats == 5
    assert 0 < timing.minimum <= timing.median
    assert timing.machine == fingerprint()


@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_an_observed_search_is_not_timed(backend: str) -> None:
    watched = ps.observe(ps.AlphaBeta("discs", 2), ps.CallCounter())
    with pytest.raises(ps.InputError, match="is observed"):
        measure(watched, START, backend=backend)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_repeats": 0}, "repeats 0 to 50"),
        ({"max_repeats": 4}, "repeats 5 to 4"),
        ({"max_seconds": -1}, "max_seconds -1"),
        ({"tolerance": float("nan")}, "tolerance nan"),
        ({"backend": "complied"}, "did you mean compiled"),
    ],
)
def test_impossible_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ps.InputError, match=message):
        measure(ps.Minimax("discs", 1), START, **options)


def scripted_perft(clock: FakeClock, *seconds: float) -> Callable[..., None]:
    search = Scripted(clock, 0.0, *seconds)  # the first call compiles
    return lambda position, depth: search.next_move(position) and None


def calibration(monkeypatch: pytest.MonkeyPatch, *seconds: float, repeats: int = 4) -> Calibration:
    clock = FakeClock()
    monkeypatch.setattr(clock_module, "perft", scripted_perft(clock, *seconds))
    return calibrate(clock, repeats)


def test_the_unit_is_the_best_time(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = calibration(monkeypatch, 9.0, 0.5, 0.25, 0.25, 0.25)
    assert (unit.seconds_per_unit, unit.repeats, unit.is_noisy) == (0.25, 4, False)
    assert unit.to_dict()["seconds_per_unit"] == 0.25


def test_a_noisy_unit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = calibration(monkeypatch, 9.0, 0.5, 0.25, 0.5, 0.5)
    assert (unit.seconds_per_unit, unit.spread, unit.is_noisy) == (0.25, 1.0, True)
    assert "NOISY" in str(unit)


def test_the_unit_is_known_work() -> None:
    assert ps.perft(ps.start(8), CALIBRATION_DEPTH).nodes == CALIBRATION_NODES


def test_times_in_units(monkeypatch: pytest.MonkeyPatch) -> None:
    timing, unit = timed(2.0, 3.0)[0], calibration(monkeypatch, 0.25)
    assert timing.in_units(unit) == 12.0
    elsewhere = replace(unit, machine=replace(fingerprint(), cpu="Z80"))
    with pytest.raises(ps.InputError, match=r"another machine or build .*Z80"):
        timing.in_units(elsewhere)


def test_the_fingerprint() -> None:
    machine = fingerprint()
    assert isinstance(machine, Fingerprint)
    assert machine is fingerprint()
    keys = ("cpu", "cores", "system", "python", "numba", "llvmlite", "numpy", "plyscope", "build")
    assert tuple(machine.to_dict()) == keys
    assert all(machine.to_dict().values())
    assert machine.plyscope == ps.__version__


def test_results_are_json() -> None:
    content = json.loads(json.dumps(timed(0.5)[0].to_dict(), allow_nan=False))
    assert content["machine"] == fingerprint().to_dict()
    assert {"minimum", "median", "spread", "repeats", "batch", "tolerance", "is_noisy"} <= set(content)
    assert {"backend", "preparation_seconds"} <= set(content)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no way to send Ctrl-C to one thread")
def test_an_interrupt_ends_an_endless_series() -> None:
    endless = CompiledSearch(ps.Minimax("discs", 40), ps.start(8))
    ends = []

    def work(check: Callable[[clock_module.Run], clock_module.Run]) -> None:
        time.sleep(0.1)  # until the main thread waits
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        try:
            while True:
                check(endless.run)()
        finally:
            ends.append(True)

    with pytest.raises(KeyboardInterrupt):
        aside(work, endless.abort)
    assert ends == [True], "the thread has ended before the interrupt is passed on"


# -- plyscope bench ----------------------------------------------------------------------------------------------------


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same jobs, at a depth that takes no time."""
    small = {name: (type(search)(search.heuristic, 2), size) for name, (search, size) in jobs.SEARCHES.items()}
    monkeypatch.setattr(jobs, "SEARCHES", small)
    ready = {name: jobs._search_job(*content) for name, content in small.items()}
    monkeypatch.setattr(jobs, "JOBS", {"perft-2": jobs._perft_job(2), **ready})


@pytest.mark.usefixtures("small_jobs")
def test_what_counters_cost(capsys: pytest.CaptureFixture[str]) -> None:
    bench(repeats=1, counters=True, as_json=True)
    content = json.loads(capsys.readouterr().out)
    assert list(content) == ["counters", "machine"]
    assert content["machine"] == fingerprint().to_dict()
    assert [row["name"] for row in content["counters"]] == list(jobs.SEARCHES)
    for row in content["counters"]:
        assert list(row) == ["name", "nodes", "seconds_with", "seconds_without", "cost"]
        assert row["cost"] == row["seconds_with"] / row["seconds_without"] - 1
        assert row["nodes"] > 4


@pytest.mark.usefixtures("small_jobs")
def test_how_fast_the_jobs_are(capsys: pytest.CaptureFixture[str]) -> None:
    bench(repeats=1, as_json=True)
    content = json.loads(capsys.readouterr().out)
    assert list(content) == ["jobs", "machine"]
    assert [row["name"] for row in content["jobs"]] == list(jobs.JOBS)
    for row in content["jobs"]:
        assert list(row) == ["name", "nodes", "seconds", "nodes_per_second"]
        assert row["nodes_per_second"] == row["nodes"] / row["seconds"]


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize(("counters", "word"), [(True, "%"), (False, "million/s")])
def test_what_people_see(counters: bool, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    bench(repeats=1, counters=counters)
    *rows, machine = capsys.readouterr().out.splitlines()
    assert len(rows) == len(jobs.SEARCHES if counters else jobs.JOBS)
    assert all(row.endswith(word) for row in rows)
    assert machine == str(fingerprint())


def test_builds_take_turns_and_the_best_time_counts() -> None:
    clock = FakeClock()
    turns: list[str] = []

    def job(name: str, *seconds: float) -> jobs.Job:
        search = Scripted(clock, 0.0, *seconds)  # the first run warms up

        def run() -> int:
            turns.append(name)
            search.next_move(START)
            return 7

        return jobs.Job(run, lambda: None)

    best = jobs._best_of([job("with", 3.0, 2.0, 4.0), job("without", 1.0, 1.5)], 3, clock)
    assert best == [(7, 2.0), (7, 1.0)]
    assert turns == ["with", "without", "with", "without", "without", "with", "with", "without"]


def test_a_short_job_runs_more_than_once_in_its_turn() -> None:
    clock = FakeClock()
    search = Scripted(clock, 2.0**-8)
    jobs._best_of([jobs.Job(lambda: search.next_move(START) and 1, lambda: None)], 1, clock)
    assert search.runs == 1 + 6, "six times a 256th of a second are more than 0.02"
