"""The store: an SQLite file in which every finished cell is durable.

A cell is kept under a key that says what it computes and by which code, so a sweep that is run again finds what is
there and computes what is not. A sweep is a list of such cells under a name, with what it calls them. Nothing in the
file is ever evaluated or unpickled.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from plyscope.core.errors import InputError, nearest
from plyscope.studies.cells import Cell, Found
from plyscope.studies.grid import Member

APPLICATION, SCHEMA = 0x706C7973, 2
"""Marks in the header of the file: that it is a store ("plys"), and the form of its tables."""
COMMIT_SECONDS = 0.1
"""How long a finished cell may wait for others to be written with it."""
_BUSY_SECONDS, _TURN_SECONDS = 30, 0.05
_MOST_VARIABLES = 900
_CHUNK = 500
"""Cells that are looked up together."""

_CELL_COLUMNS = ("key", "signature", *Cell._fields, *Found._fields, "is_loaded", "run")
_TIME_COLUMNS = ("key", "machine", "minimum", "median", "spread", "repeats", "is_noisy", "run")
_MEMBER_COLUMNS = ("run", "number", "key", "full_key", "minimal_key", "position_set", "position", "stage", "dialect")


def _table(name: str, columns: Sequence[str], key: str) -> str:
    quoted = ", ".join(f'"{column}"' for column in columns)
    return f"CREATE TABLE {name} ({quoted}, PRIMARY KEY ({key})) WITHOUT ROWID"


_TABLES = (
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, started TEXT, provenance TEXT)",
    "CREATE TABLE sweeps (name TEXT PRIMARY KEY, run INTEGER, metrics TEXT, options TEXT, is_complete INTEGER)",
    _table("cells", _CELL_COLUMNS, "key"),
    _table("times", _TIME_COLUMNS, "key, machine"),
    _table("members", _MEMBER_COLUMNS, "run, number"),
)

_UNTIMED = (
    "FROM members m JOIN cells c ON c.key = m.key LEFT JOIN times t ON t.key = m.key AND t.machine = ? "
    "WHERE m.run = ? AND t.key IS NULL"
)


@dataclass(frozen=True)
class SweepRecord:
    """What the store knows of a sweep."""

    name: str
    run: int
    metrics: tuple[str, ...]
    options: dict[str, Any]
    is_complete: bool


class Untimed(NamedTuple):
    """A cell that has yet to be timed alone, and what is known of its counting run."""

    key: bytes
    cell: Cell
    seconds: float | None
    is_loaded: bool
    """Did other searches run meanwhile?"""
    run: int


class Store:
    """An open store; a context manager. Without a path it is kept in memory and gone when it is closed.

    Examples
    --------
    >>> with Store(None) as store:
    ...     store.sweep_names()
    []
    """

    def __init__(self, path: str | Path | None, *, must_exist: bool = False) -> None:
        self.path = None if path is None else Path(path)
        self._committed = time.monotonic()
        if must_exist and self.path is not None and not self.path.is_file():
            raise InputError(f"no store {str(path)!r}: make one with plyscope study NAME --store {path}")
        with self._errors():
            self._connection = self._open()
            try:
                self._prepare_in_turn(is_new=not must_exist)
            except BaseException:
                self._connection.close()
                raise

    # -- opening and closing -------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self.path is not None and not self.path.parent.is_dir():
            raise InputError(f"store {str(self.path)!r}: there is no folder {str(self.path.parent)!r}")
        name = ":memory:" if self.path is None else str(self.path)
        return sqlite3.connect(name, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)

    def _prepare_in_turn(self, is_new: bool) -> None:
        """Prepare the file, again and again while another program does: not all of it waits by itself."""
        end = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                return self._prepare(is_new)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > end:
                    raise
                time.sleep(_TURN_SECONDS)

    def _prepare(self, is_new: bool) -> None:
        """Make the tables of an empty file; refuse a file of another kind or version before anything is written."""
        application, schema, tables = self._marks()
        if tables and application != APPLICATION:
            raise InputError(f"{str(self.path)!r} is a database, but no store of plyscope: give another file")
        if tables and schema != SCHEMA:
            age = "an older" if schema < SCHEMA else "a newer"
            form = f"{age} version (form {schema}, this plyscope reads {SCHEMA})"
            raise InputError(f"store {str(self.path)!r} is of {form}: give another file, nothing in it was changed")
        if not tables and not is_new:
            raise InputError(f"store {str(self.path)!r} is empty: make one with plyscope study NAME --store FILE")
        if is_new:
            self._execute("PRAGMA journal_mode = WAL")
            # A commit is on the disk before it is called done: it survives a power cut too.
            self._execute("PRAGMA synchronous = FULL")
        if not tables:
            self._make_tables()

    def _marks(self) -> tuple[int, int, int]:
        """The marks of the file and the number of its tables, as of one moment: another program may be making them."""
        self._execute("BEGIN")
        try:
            marks = ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
            application, schema, tables = (int(self._one(mark)[0]) for mark in marks)
        finally:
            self._execute("ROLLBACK")
        return application, schema, tables

    def _make_tables(self) -> None:
        with self._transaction():
            if self._one("SELECT count(*) FROM sqlite_master")[0]:
                return  # another program was faster
            for statement in (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {SCHEMA}", *_TABLES):
                self._execute(statement)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
            raise
        self._execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Tell in one line what SQLite objects to."""
        try:
            yield
        except sqlite3.Error as error:
            raise InputError(f"store {str(self.path)!r}: {_remedy(str(error))}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what waits and close the file."""
        try:
            self.commit()
        finally:
            self._connection.close()

    def _execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def _one(self, statement: str, values: Sequence[object] = ()) -> Any:
        return self._execute(statement, values).fetchone()

    # -- writing -------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if not self._connection.in_transaction:
            self._execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make everything so far durable."""
        with self._errors():
            # On a full disk SQLite ends the transaction itself: then there is nothing to commit.
            if self._connection.in_transaction:
                self._execute("COMMIT")
        self._committed = time.monotonic()

    def commit_if_due(self) -> None:
        """Commit, but not more often than every `COMMIT_SECONDS`."""
        if time.monotonic() - self._committed >= COMMIT_SECONDS:
            self.commit()

    def add_run(self, provenance: Mapping[str, Any]) -> int:
        """Note who computes now, and with what; returns the run's number."""
        with self._errors():
            values = (provenance.get("started"), json.dumps(dict(provenance)))
            cursor = self._execute("INSERT INTO runs (started, provenance) VALUES (?, ?)", values)
        return int(cursor.lastrowid or 0)

    def begin_sweep(self, name: str, run: int, metrics: Sequence[str], options: Mapping[str, Any]) -> None:
        """Start a sweep under a name; a sweep of that name is replaced, its cells stay."""
        with self._errors(), self._transaction():
            self._execute("DELETE FROM members WHERE run IN (SELECT run FROM sweeps WHERE name = ?)", (name,))
            values = (name, run, json.dumps(list(metrics)), json.dumps(dict(options)), 0)
            self._execute("INSERT OR REPLACE INTO sweeps VALUES (?, ?, ?, ?, ?)", values)

    def end_sweep(self, name: str, run: int) -> None:
        """Note that every cell of a run's sweep is there; refused if another run has begun it anew meanwhile."""
        self.commit()
        with self._errors(), self._transaction():
            done = self._execute("UPDATE sweeps SET is_complete = 1 WHERE name = ? AND run = ?", (name, run)).rowcount
            if not done:
                self._execute("DELETE FROM members WHERE run = ?", (run,))
        if not done:
            raise InputError(
                f"another run has begun sweep {name!r} in {str(self.path)!r} meanwhile: run again, or under another "
                "name; what was finished is kept"
            )

    def add_members(self, run: int, first: int, members: Sequence[Member], signature: str) -> None:
        """Note which cells belong to the sweep of a run, and what it calls them."""
        rows = []
        for number, member in enumerate(members, start=first):
            keys = [
                None if cell is None else cell.key(signature)
                for cell in (member.cell, member.full_tree, member.minimal_tree)
            ]
            rows.append((run, number, *keys, member.position_set, member.position, member.stage, member.dialect))
        self._insert("members", _MEMBER_COLUMNS, rows)

    def add_cells(self, found: Iterable[tuple[Cell, Found]], signature: str, is_loaded: bool, run: int) -> None:
        """Keep results; they are durable after the next commit."""
        rows = [(cell.key(signature), signature, *cell, *result, int(is_loaded), run) for cell, result in found]
        self._insert("cells", _CELL_COLUMNS, rows)

    def add_times(self, machine: str, times: Iterable[tuple[bytes, Mapping[str, Any]]], run: int) -> None:
        """Keep the times of cells, by their keys, that were measured alone."""
        names = ("minimum", "median", "spread", "repeats", "is_noisy")
        rows = [(key, machine, *(measured[name] for name in names), run) for key, measured in times]
        self._insert("times", _TIME_COLUMNS, rows)

    def _insert(self, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(columns))
        with self._errors():
            self._begin()
            self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)

    # -- reading -------------------------------------------------------------------------------------------------------

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Those of the keys whose cells are there."""
        found: set[bytes] = set()
        with self._errors():
            for first in range(0, len(keys), _MOST_VARIABLES):
                chunk = keys[first : first + _MOST_VARIABLES]
                marks = ", ".join("?" * len(chunk))
                found.update(key for (key,) in self._execute(f"SELECT key FROM cells WHERE key IN ({marks})", chunk))
        return found

    def untimed(self, run: int, machine: str) -> Iterator[list[Untimed]]:
        """The cells of a run's sweep without a time of this machine, some at a time.

        They are looked up when they are wanted: a cell that got its time meanwhile does not come again.
        """
        fields = ", ".join(f'c."{field}"' for field in Cell._fields)
        statement = (
            f"SELECT m.number, c.key, c.seconds, c.is_loaded, c.run, {fields} {_UNTIMED} AND m.number > ? "
            f"ORDER BY m.number LIMIT {_CHUNK}"
        )
        last = -1
        while rows := self.select(statement, (machine, run, last))[1]:
            last = rows[-1][0]
            each = {row[1]: row for row in rows}
            yield [Untimed(row[1], Cell(*row[5:]), row[2], bool(row[3]), row[4]) for row in each.values()]

    def untimed_count(self, run: int, machine: str) -> int:
        """How many cells `untimed` will give."""
        return int(self.select(f"SELECT count(DISTINCT m.key) {_UNTIMED}", (machine, run))[1][0][0])

    def cell_count(self) -> int:
        """Cells in the store."""
        with self._errors():
            return int(self._one("SELECT count(*) FROM cells")[0])

    def sweep_names(self) -> list[str]:
        """The sweeps in the store, the newest last."""
        with self._errors():
            return [name for (name,) in self._execute("SELECT name FROM sweeps ORDER BY run, name")]

    def sweep(self, name: str) -> SweepRecord:
        """What is known of a sweep."""
        with self._errors():
            row = self._one("SELECT name, run, metrics, options, is_complete FROM sweeps WHERE name = ?", (name,))
        if row is None:
            raise InputError(f"no sweep {name!r} in {str(self.path)!r}: {nearest(name, self.sweep_names())}")
        return SweepRecord(row[0], row[1], tuple(_read_json(row[2], list)), _read_json(row[3], dict), bool(row[4]))

    def provenance(self, run: int) -> dict[str, Any]:
        """Who computed in a run, and with what."""
        with self._errors():
            row = self._one("SELECT provenance FROM runs WHERE id = ?", (run,))
        return _read_json(row[0], dict) if row else {}

    def select(self, statement: str, values: Sequence[object] = ()) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Columns and rows of a query."""
        with self._errors():
            cursor = self._execute(statement, values)
            return [column[0] for column in cursor.description], cursor.fetchall()


def _read_json(text: object, kind: type) -> Any:
    """What the file holds as JSON, if it is of the kind that was written."""
    try:
        found = json.loads(str(text))
    except ValueError:
        found = None
    if not isinstance(found, kind):
        raise InputError(f"the store is damaged, it holds {str(text)[:40]!r}: give another file")
    return found


def _remedy(error: str) -> str:
    """An error of SQLite and what to do."""
    remedies = {
        "readonly": "give a file that you may write",
        "unable to open": "give a file in a folder that you may write",
        "disk is full": "free some space and run again; what was finished is kept",
        "not a database": "it is no SQLite file; give another",
        "disk I/O error": "the disk failed; run again, what was finished is kept",
        "locked": "another program holds it; wait or give another file",
        "malformed": "the file is damaged; give another",
    }
    hint = next((remedy for mark, remedy in remedies.items() if mark in error), "give another file")
    return f"{error}: {hint}"
