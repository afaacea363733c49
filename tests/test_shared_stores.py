"""Several sweeps at once: in one process, on one store, and with one of them failing."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import plyscope as ps
from plyscope.core.engine import join_group, stop_group
from plyscope.core.errors import InputError
from plyscope.core.heuristics.identity import function_identity
from plyscope.studies.cells import code_signature
from plyscope.studies.grid import grid
from plyscope.studies.rows import sweep_rows
from plyscope.studies.store import Store
from plyscope.studies.sweep import Setting, fill_store


def test_stopping_one_group_leaves_the_searches_of_others_alone() -> None:
    """A search in a thread of another group ends by itself, with the numbers of an undisturbed one."""
    search = ps.AlphaBeta("weights", depth=8)
    expected = ps.search(ps.start(8), search)
    found: list[ps.SearchResult] = []

    def work() -> None:
        join_group("other")
        found.extend(ps.search(ps.start(8), search) for _ in range(20))

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        stop_group("mine")
    assert len(found) == 20
    assert all(one.counters == expected.counters and one.value == expected.value for one in found)


def test_a_run_that_another_one_has_replaced_says_so_and_leaves_its_table_alone(tmp_path: Path) -> None:
    path = tmp_path / "sweeps.db"
    with Store(path) as first, Store(path) as second:
        mine, other = first.add_run({}), second.add_run({})
        member = next(grid("start", size=4, depth=1, algorithm="minimax").members())
        first.begin_sweep("sweep", mine, (), {})
        first.commit()
        second.begin_sweep("sweep", other, (), {})
        second.commit()
        first.add_members(mine, 0, [member] * 3, code_signature())
        with pytest.raises(InputError, match="another run has begun sweep 'sweep'"):
            first.end_sweep("sweep", mine)
        assert first.select("SELECT count(*) FROM members")[1] == [(0,)]
        fill_store([grid("start", size=4, depth=[1, 2])], second, setting=Setting(show="none", times="loaded"))
        assert len(sweep_rows(second, "sweep")) == 4


def test_what_was_counted_is_on_the_disk_before_the_timing_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sweeps.db"
    seen: list[int] = []

    def look(*_: object) -> None:
        with Store(path, must_exist=True) as other:
            seen.append(other.cell_count())
        raise KeyboardInterrupt

    monkeypatch.setattr("plyscope.studies.sweep.times_alone", look)
    with pytest.raises(KeyboardInterrupt):
        ps.sweep("start", size=4, depth=[1, 2], store=path, show="none")
    assert seen == [4]


MAKE = "import sys; from plyscope.studies.store import Store; Store(sys.argv[1]).close()"


def test_programs_that_make_one_store_at_once_all_get_it(tmp_path: Path) -> None:
    path = str(tmp_path / "sweeps.db")
    programs = [
        subprocess.Popen([sys.executable, "-c", MAKE, path], stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    for program in programs:
        assert program.communicate()[1] == ""
        assert program.returncode == 0


def test_a_position_is_swept_under_its_own_rules() -> None:
    late = [entry.position for entry in ps.positions("stages").of("late").entries[::10]]
    changed = [one.with_rules(variant=variant) for one in late for variant in ("reversi", "reversed")]
    ending = [ps.Position.from_text(one.to_text(), no_move="end") for one in late]
    for positions in (changed, ending):
        rows = ps.sweep(positions, algorithm="alphabeta", depth=4, times="loaded", show="none")
        expected = {(one.to_text(), one.rules.variant): ps.search(one, ps.AlphaBeta("weights", 4)) for one in positions}
        assert len(rows) == len(expected)
        for row in rows.itertuples():
            result = expected[str(row.board), str(row.variant)]
            assert (row.value, row.nodes) == (result.value, result.counters.nodes)


def test_a_position_that_is_given_twice_is_swept_once() -> None:
    assert len(ps.sweep([ps.start(4), ps.start(4)], algorithm="minimax", depth=1, show="none")) == 1


def test_own_heuristics_in_a_study_from_python() -> None:
    @ps.heuristic
    def mine(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.mobility(me, opp, board)

    found = ps.study("stage", scale="quick", heuristics=[mine], per_stage=1, depths=[1, 2], show="none")
    assert len(found.table("by-stage").frame) == 6


@pytest.mark.parametrize(
    ("metrics", "said"), [('["__doc__"]', "unknown metric '__doc__'"), ("x", "the store is damaged, it holds 'x'")]
)
def test_a_damaged_store_is_told_in_one_line(tmp_path: Path, metrics: str, said: str) -> None:
    path = tmp_path / "sweeps.db"
    ps.sweep("start", size=4, depth=1, store=path, times="loaded", show="none")
    with sqlite3.connect(path) as file:
        file.execute("UPDATE sweeps SET metrics = ?", (metrics,))
    with Store(path) as store, pytest.raises(InputError, match=said):
        sweep_rows(store, "sweep")


# -- what a heuristic reads --------------------------------------------------------------------------------------------


def test_a_number_of_a_file_that_a_file_imports_is_part_of_the_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "outer_package"
    package.mkdir()
    (package / "__init__.py").write_text("from outer_package import consts\n")
    (package / "consts.py").write_text("FACTOR = 2\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import outer_package  # type: ignore[import-not-found]

    def mine(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return outer_package.consts.FACTOR

    before = function_identity(mine)
    outer_package.consts.FACTOR = 3
    assert function_identity(mine) != before


TABLE = {1: 2}
look_up = TABLE.get
filled_in = partial(max, 3)
objects = np.array([None, 1], dtype=object)


@pytest.mark.parametrize(
    "function",
    [lambda: look_up(1), lambda: filled_in(2), lambda: objects[0], lambda: globals()["TABLE"]],
    ids=["method", "partial", "objects", "globals"],
)
def test_what_hides_what_it_reads_is_refused(function: Callable[[], object]) -> None:
    with pytest.raises(InputError, match="cannot be noticed"):
        function_identity(function)
