"""The store: what it keeps, what it refuses, and what is left when something goes wrong."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyscope as ps
from command_line import python
from plyscope.studies.grid import grid
from plyscope.studies.store import APPLICATION, SCHEMA, Store
from plyscope.studies.sweep import run_sweep

NOBODY = 65534
MANY = {"algorithm": "minimax", "depth": 1, "order": [f"shuffled:{seed}" for seed in range(4000)]}
"""A sweep of 4,000 quick cells: more than a store of some hundred kilobytes holds."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sweeps.db"


@pytest.fixture
def filled(path: Path) -> Path:
    ps.sweep("start", size=4, depth=[1, 2], store=path, workers=1)
    return path


@pytest.fixture
def plain_user() -> Iterator[Path]:
    """A folder of its own, in a process that may not write everywhere: root may."""
    with tempfile.TemporaryDirectory() as name:
        folder, user = Path(name), os.geteuid()
        folder.chmod(0o755)
        if user == 0:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            os.seteuid(user)
            folder.chmod(0o755)


def refused(path: Path | str) -> str:
    """The one line in which a store is refused."""
    with pytest.raises(ps.InputError) as caught:
        ps.sweep("start", size=4, depth=1, store=path, workers=1)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert str(path) in message
    return message


def header(path: Path) -> list[int]:
    """The marks of a file: whose it is, and the form of its tables."""
    connection = sqlite3.connect(path)
    try:
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    finally:
        connection.close()


def test_a_store_is_marked_and_keeps_its_cells(filled: Path) -> None:
    assert header(filled) == [APPLICATION, SCHEMA]
    with Store(filled, must_exist=True) as store:
        assert store.sweep_names() == ["sweep"]
        assert store.sweep("sweep").is_complete
        assert store.cell_count() == 4
        assert store.provenance(store.sweep("sweep").run)["sweep"] == "sweep"


def test_two_sweeps_share_cells_and_keep_their_names(filled: Path) -> None:
    ps.sweep("start", size=4, depth=[2, 3], store=filled, name="deeper", workers=1)
    with Store(filled) as store:
        assert store.sweep_names() == ["sweep", "deeper"]
        assert store.cell_count() == 6
        with pytest.raises(ps.InputError, match=r"no sweep 'deepr' in .*: did you mean deeper"):
            store.sweep("deepr")


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "no store of plyscope: give another file" in refused(path)
    assert path.read_bytes() == before


def test_a_text_file_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("a page of notes\n" * 200)
    assert "it is no SQLite file; give another" in refused(path)
    assert path.read_text() == "a page of notes\n" * 200


@pytest.mark.parametrize(("form", "age"), [(SCHEMA - 1, "an older"), (SCHEMA + 1, "a newer")])
def test_a_store_of_another_version_is_refused_and_left_alone(filled: Path, form: int, age: str) -> None:
    connection = sqlite3.connect(filled)
    connection.execute(f"PRAGMA user_version = {form}")
    connection.close()
    before = filled.read_bytes()
    assert f"is of {age} version (form {form}, this plyscope reads {SCHEMA})" in refused(filled)
    assert filled.read_bytes() == before


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert f"there is no folder {str(tmp_path / 'nowhere')!r}" in refused(tmp_path / "nowhere" / "sweeps.db")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    assert "give a file in a folder that you may write" in refused(tmp_path)


def test_a_store_that_must_exist_is_not_made(path: Path) -> None:
    with pytest.raises(ps.InputError, match="no store"):
        Store(path, must_exist=True)
    assert not path.exists()


def test_an_empty_file_becomes_a_store_only_for_a_sweep(path: Path) -> None:
    path.touch()
    with pytest.raises(ps.InputError, match="is empty"):
        Store(path, must_exist=True)
    with Store(path) as store:
        assert store.cell_count() == 0


def test_a_file_that_may_not_be_written_is_refused(plain_user: Path) -> None:
    path = plain_user / "sweeps.db"
    with Store(path) as store:
        assert store.cell_count() == 0
    path.chmod(0o444)
    assert "give a file" in refused(path)


def test_a_folder_that_may_not_be_written_is_refused(plain_user: Path) -> None:
    plain_user.chmod(0o555)
    assert "give a file in a folder that you may write" in refused(plain_user / "sweeps.db")


def test_a_locked_store_is_named(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope.studies.store._BUSY_SECONDS", 0.05)
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert "another program holds it" in refused(filled)
    finally:
        other.close()


# -- a full disk -------------------------------------------------------------------------------------------------------


def kept(path: Path) -> int:
    """Cells of a store that SQLite finds sound."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(connection.execute("SELECT count(*) FROM cells").fetchone()[0])
    finally:
        connection.close()


def test_when_the_disk_is_full_what_was_committed_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope.studies.store.COMMIT_SECONDS", 0.0)
    with Store(path) as store:
        store._execute("PRAGMA max_page_count = 200")
        with pytest.raises(ps.InputError) as caught:
            run_sweep([grid("start", **MANY)], store)  # type: ignore[arg-type]
    remedy = "database or disk is full: free some space and run again; what was finished is kept"
    assert str(caught.value) == f"store {str(path)!r}: {remedy}"
    first = kept(path)
    assert 100 < first < 4000
    rows = ps.sweep("start", **MANY, store=path)  # type: ignore[arg-type]
    assert len(rows) == 4000
    assert (rows["run"] == 1).sum() == first


SWEEP_IN_A_SMALL_PLACE = """
import resource, sys
import plyscope as ps
from plyscope.studies import store
store.COMMIT_SECONDS = 0.0
ps.sweep("start", depth=1, algorithm="minimax", workers=1, show="none", store=sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
try:
    ps.sweep("start", depth=1, algorithm="minimax", workers=1, show="none", store=sys.argv[1],
             order=[f"shuffled:{seed}" for seed in range(4000)])
except ps.InputError as error:
    print(error)
"""


def test_when_no_byte_can_be_written_it_is_said_in_one_line(path: Path) -> None:
    answer = python("-c", SWEEP_IN_A_SMALL_PLACE, str(path))
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == 1
    assert answer.out.startswith(f"store {str(path)!r}: ")
    assert answer.out.endswith("what was finished is kept\n")
    assert 1 < kept(path) < 4001
