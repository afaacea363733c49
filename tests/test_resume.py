"""A sweep that is killed at any moment goes on where it was and ends with the same table."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from random import Random

import pandas as pd
import pytest

import sweep_script
from plyscope.studies.store import Store

KILLS, LONGEST, SEED = 20, 0.7, 5
WARM = 3
"""Processes that import ahead of their turn; only one at a time sweeps."""
OF_THE_COMPUTER = ["seconds", "is_loaded", "repeats", "spread", "is_noisy", "run"]


def begin(path: Path) -> subprocess.Popen[str]:
    """A process that will sweep into a store as soon as it is told to."""
    command = [sys.executable, sweep_script.__file__, str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def kill_after(process: subprocess.Popen[str], seconds: float) -> None:
    """Let it sweep, then end it as a power cut would: nothing in it can run any more."""
    assert process.stdin and process.stdout
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()
    time.sleep(seconds)
    process.kill()
    with process:
        assert process.stdout.read() in ("", "done\n")


def cells_in(path: Path) -> int:
    """Cells of a store that SQLite finds sound; a kill may come before its tables are made."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        has_tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'cells'").fetchone()[0]
        return int(connection.execute("SELECT count(*) FROM cells").fetchone()[0]) if has_tables else 0
    finally:
        connection.close()


def kill_and_count(path: Path) -> list[int]:
    """The cells that are there after each kill, the kills at random moments."""
    random, counts = Random(SEED), []
    warm = deque(begin(path) for _ in range(WARM))
    try:
        for number in range(KILLS):
            kill_after(warm.popleft(), random.uniform(0, LONGEST))
            counts.append(cells_in(path))
            if number < KILLS - WARM:
                warm.append(begin(path))
    finally:
        for process in warm:
            process.kill()
            process.communicate()
    return counts


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[pd.DataFrame, int]:
    """The table of a sweep that nobody disturbed, and the number of its cells."""
    path = tmp_path_factory.mktemp("whole") / "sweeps.db"
    rows = sweep_script.run(str(path))
    return rows, cells_in(path)


def test_twenty_kills_cost_nothing_but_time(tmp_path: Path, whole: tuple[pd.DataFrame, int]) -> None:
    expected, all_cells = whole
    path = tmp_path / "sweeps.db"
    counts = kill_and_count(path)
    assert counts == sorted(counts)
    in_the_middle = {count for count in counts if 0 < count < all_cells}
    assert len(in_the_middle) >= 5, counts
    rows = sweep_script.run(str(path))
    assert cells_in(path) == all_cells
    assert rows["run"].nunique() >= 5  # each of several runs has done a part
    pd.testing.assert_frame_equal(rows.drop(columns=OF_THE_COMPUTER), expected.drop(columns=OF_THE_COMPUTER))
    with Store(path, must_exist=True) as store:
        assert store.sweep_names() == [sweep_script.NAME]
        assert store.sweep(sweep_script.NAME).is_complete


def test_a_killed_sweep_is_not_called_complete(tmp_path: Path) -> None:
    path = tmp_path / "sweeps.db"
    process = begin(path)
    kill_after(process, 0.5)
    with Store(path, must_exist=True) as store:
        assert not store.sweep(sweep_script.NAME).is_complete
