"""Threads, processes and a Dask cluster give the same table, whatever happens to their workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from distributed import Client, KilledWorker, LocalCluster
from loky import get_reusable_executor

import plyscope as ps
from command_line import python
from plyscope.studies import executors
from plyscope.studies.batches import Outcome
from plyscope.studies.cells import code_signature
from plyscope.studies.store import Store

OF_THE_COMPUTER = ["seconds", "is_loaded", "repeats", "spread", "is_noisy", "run"]
ASKED: dict[str, Any] = {
    "times": "loaded",
    "positions": list(ps.positions("stages").entries[::10]),
    "depth": [1, 2, 4, 5],
    "heuristic": ["discs", "weights"],
    "metrics": ["pruned_share", "pruning_efficiency"],
    "show": "none",
}
MINE = """
import plyscope as ps
from numba import njit

corner = 7

@njit
def twice(number):
    return 2 * number

@ps.heuristic(weights=(1.0, 0.5))
def mine(me, opp, board, turn, weights):
    return twice(corner * ps.corners(me, opp, board)) + weights[1] * ps.mobility(me, opp, board)
"""
SCRIPT = (
    MINE
    + """
import sys
asked = {"heuristic": mine, "depth": [1, 2], "show": "none"}
place = {"scheduler": sys.argv[1]} if sys.argv[1:] else {"executor": "processes", "workers": 2}
there, here = ps.sweep("start", **asked, **place), ps.sweep("start", **asked, workers=1)
print(there["value"].tolist() == here["value"].tolist(), there["nodes"].tolist() == here["nodes"].tolist())
"""
)


def independent(rows: pd.DataFrame) -> pd.DataFrame:
    """What does not depend on the computer."""
    return rows.drop(columns=OF_THE_COMPUTER)


@pytest.fixture(scope="module")
def serial() -> pd.DataFrame:
    """The table of one thread."""
    return independent(ps.sweep(**ASKED, workers=1))


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two Dask workers, processes of their own, on this machine."""
    with LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as made:
        yield made


def where(name: str, request: pytest.FixtureRequest) -> dict[str, Any]:
    """The arguments of `sweep` for a place."""
    if name == "cluster":
        return {"scheduler": request.getfixturevalue("cluster").scheduler_address}
    return {"executor": name, "workers": 2}


PLACES = pytest.mark.parametrize("place", ["threads", "processes", "cluster"])


@PLACES
def test_every_place_gives_the_same_table(place: str, serial: pd.DataFrame, request: pytest.FixtureRequest) -> None:
    rows = ps.sweep(**ASKED, **where(place, request))
    pd.testing.assert_frame_equal(independent(rows), serial)
    assert rows["is_loaded"].all()


def kill_in_the_middle(monkeypatch: pytest.MonkeyPatch, victims: Callable[[], list[int]]) -> list[int]:
    """Have a worker killed as soon as some results of a sweep have come; returns the ids, to be read afterwards."""
    killed: list[int] = []
    add_cells = Store.add_cells

    def add_and_kill(store: Store, *arguments: Any) -> None:
        add_cells(store, *arguments)
        if not killed:
            killed.append(victims()[0])
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(Store, "add_cells", add_and_kill)
    return killed


def test_a_killed_process_costs_nothing(serial: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = kill_in_the_middle(monkeypatch, lambda: list(get_reusable_executor(max_workers=2, reuse=True)._processes))
    rows = ps.sweep(**ASKED, executor="processes", workers=2)
    assert len(killed) == 1
    pd.testing.assert_frame_equal(independent(rows), serial)


def test_processes_that_keep_dying_end_the_sweep_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "run_batch", _die)
    monkeypatch.setattr(executors, "MOST_RESTARTS", 1)
    with pytest.raises(ps.InputError, match="worker processes keep dying: run again with threads, the rest is kept"):
        ps.sweep("start", depth=1, executor="processes", workers=1)


def _die(batch: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_worker_of_a_cluster_costs_nothing(
    cluster: LocalCluster, serial: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = kill_in_the_middle(monkeypatch, lambda: [worker.pid for worker in cluster.workers.values()])
    rows = ps.sweep(**ASKED, scheduler=cluster.scheduler_address)
    assert len(killed) == 1
    pd.testing.assert_frame_equal(independent(rows), serial)


def test_a_cluster_that_lost_its_workers_is_named(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(place: executors.Cluster, cells: object) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        future.set_exception(KilledWorker("batch", None, 3))  # type: ignore[arg-type]
        return future

    monkeypatch.setattr(executors.Cluster, "submit", lost)
    with pytest.raises(ps.InputError, match="the Dask cluster has lost its workers: start some and run again"):
        ps.sweep("start", depth=1, scheduler=cluster.scheduler_address)


def test_a_worker_with_other_search_code_is_refused(cluster: LocalCluster) -> None:
    def pretend(signature: str) -> None:
        from plyscope.studies import batches

        vars(batches)["code_signature"] = lambda: signature

    with Client(cluster, set_as_default=False) as client:
        client.run(pretend, "another build")
        try:
            with pytest.raises(ps.InputError, match=r"a worker runs other search code \(another build, here \w+\)"):
                ps.sweep("start", depth=1, scheduler=cluster.scheduler_address)
        finally:
            client.run(pretend, code_signature())


NO_SCHEDULER = """
import plyscope as ps
from plyscope.studies import executors
assert executors._SCHEDULER_SECONDS <= 10
executors._SCHEDULER_SECONDS = 1
try:
    ps.sweep("start", depth=1, scheduler="{}")
except ps.InputError as error:
    print(error)
"""


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "nonsense://here"])
def test_a_scheduler_that_is_not_there_is_named_without_noise(address: str) -> None:
    start = time.monotonic()
    answer = python("-c", NO_SCHEDULER.format(address))
    assert time.monotonic() - start < 12
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"no Dask cluster at '{address}' (")
    assert answer.out.endswith("): start dask scheduler and dask worker\n")
    assert len(answer.out.splitlines()) == 1


# -- heuristics that travel --------------------------------------------------------------------------------------------


@PLACES
def test_a_heuristic_of_a_file_travels(place: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = tmp_path / "own.py"
    path.write_text(MINE)
    asked: dict[str, Any] = {"heuristic": f"{path}:mine", "depth": [1, 2], "show": "none"}
    there, here = ps.sweep("start", **asked, **where(place, request)), ps.sweep("start", **asked, workers=1)
    pd.testing.assert_frame_equal(independent(there), independent(here))


@pytest.mark.parametrize("place", ["processes", "cluster"])
def test_a_heuristic_of_a_script_travels(place: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    more = [where(place, request)["scheduler"]] if place == "cluster" else []
    answer = python(str(path), *more)
    assert answer == (0, "True True\n", "")


def test_a_changed_heuristic_of_the_same_name_reaches_the_same_processes(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    values = []
    for corner in (7, 9):
        path.write_text(MINE.replace("corner = 7", f"corner = {corner}").replace("ps.corners(me, opp, board)", "turn"))
        rows = ps.sweep("start", heuristic=f"{path}:mine", depth=1, executor="processes", workers=1)
        values.append(rows["value"].max())
    assert values[0] - values[1] == 2 * (9 - 7)


def test_a_heuristic_that_cannot_travel_is_named() -> None:
    import threading

    lock = threading.Lock()

    def guarded(position: ps.Position, player: object) -> float:
        with lock:
            return 0.0

    with pytest.raises(ps.InputError, match="cannot"):
        ps.sweep("start", heuristic=guarded, depth=1, backend="reference", executor="processes", workers=1)


# -- Ctrl-C ------------------------------------------------------------------------------------------------------------

LONG = """
import sys
import plyscope as ps
executor, path = sys.argv[1:]
asked = {"algorithm": "minimax", "store": path, "executor": executor, "workers": 2, "show": "none"}
ps.sweep("start", depth=[1, 2], **asked)
print("ready", flush=True)
try:
    ps.sweep("start", depth=[1, 2, 3, 15, 16, 17], **asked)
except KeyboardInterrupt:
    print("stopped")
"""


def _interrupt(*arguments: str) -> None:
    """Run Python, press Ctrl-C some time after it is ready, and see that it ends at once and without noise."""
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.8)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "stopped\n", "")
    assert time.monotonic() - start < 15, "the searches themselves would take hours"


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_ctrl_c_ends_long_searches_at_once_and_keeps_the_rest(executor: str, tmp_path: Path) -> None:
    path = tmp_path / "sweeps.db"
    _interrupt("-c", LONG, executor, str(path))
    with Store(path) as store:
        assert store.cell_count() == 3
        assert not store.sweep("sweep").is_complete


TIMED = """
import sys
import plyscope as ps
from plyscope.instrumentation.clock import Plan
from plyscope.studies import timing
asked = {"algorithm": "minimax", "depth": [1, 8], "store": sys.argv[1], "show": "none"}
ps.sweep("start", times="loaded", **asked)
timing._PLAN = Plan(min_repeats=10**6, max_repeats=10**6)
print("ready", flush=True)
try:
    ps.sweep("start", **asked)
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_ends_the_timing_of_searches_at_once(tmp_path: Path) -> None:
    _interrupt("-c", TIMED, str(tmp_path / "sweeps.db"))
    with Store(tmp_path / "sweeps.db") as store:
        assert store.cell_count() == 2
        assert not store.sweep("sweep").is_complete
