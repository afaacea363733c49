"""``plyscope study``, ``report`` and ``reproduce`` as people use them."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import Cli, inherited, python, refusal
from plyscope.cli.study import parse_depths
from plyscope.core.errors import InputError
from plyscope.instrumentation.clock import Plan
from plyscope.studies.study import Asked

STAGE = "study stage --quick --per-stage 2 --depths 1-3"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands write into the current folder unless they are told otherwise."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_study_prints_tables_and_writes_a_report(cli: Cli, folder: Path) -> None:
    answer = cli(STAGE)
    assert answer.code == 0, answer.err
    assert "Alpha-beta by stage and level" in answer.out and "branch most" in answer.out
    assert "plyscope-report/index.html" in answer.out
    report = folder / "plyscope-report"
    assert (folder / "plyscope.sqlite").is_file()
    names = {path.name for path in report.rglob("*") if path.is_file()}
    assert {"index.html", "stage.csv", "stage-by-stage.csv", "stage-by-stage.md", "stage-by-stage.tex"} <= names
    for suffix in (".png", ".svg", ".pdf"):
        assert any(name.endswith(suffix) for name in names)


def test_a_report_is_drawn_again_without_searching(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli(STAGE)
    first = {path.name: path.read_bytes() for path in (folder / "plyscope-report").rglob("*") if path.is_file()}
    monkeypatch.setattr("plyscope.studies.cells.solve", None)
    answer = cli("report plyscope.sqlite --out again")
    assert answer.code == 0, answer.err
    second = {path.name: path.read_bytes() for path in (folder / "again").rglob("*") if path.is_file()}
    assert first == second


def test_a_study_in_json(cli: Cli, folder: Path) -> None:
    answer = json.loads(cli(STAGE + " --json").out)
    assert answer["study"] == "stage"
    rows = answer["tables"]["by-stage"]
    assert [(row["stage"], row["depth"]) for row in rows[:4]] == [
        ("early", 1),
        ("early", 2),
        ("early", 3),
        ("middle", 1),
    ]
    assert rows[0]["pruning_efficiency"] is None


def test_an_own_heuristic_in_a_study(cli: Cli, folder: Path) -> None:
    (folder / "mine.py").write_text(
        "import plyscope as ps\n\n@ps.heuristic\ndef quiet(me, opp, board, turn, weights):\n"
        "    return ps.mobility(me, opp, board)\n"
    )
    own, known = (json.loads(cli(f"{STAGE} --json --heuristic {name}").out) for name in ("mine.py:quiet", "mobility"))
    assert own["tables"]["by-stage"][0]["calls"] == known["tables"]["by-stage"][0]["calls"]


def test_an_own_heuristic_that_raises_is_named(cli: Cli, folder: Path) -> None:
    (folder / "mine.py").write_text(
        "import plyscope as ps\n\n@ps.heuristic\ndef bad(me, opp, board, turn, weights):\n"
        "    return 1 / (turn - turn)\n"
    )
    message = refusal(cli(STAGE + " --heuristic mine.py:bad"))
    assert "'bad' raised ZeroDivisionError" in message and "mine.py, line 5" in message


def test_every_result_is_kept_for_the_next_run(cli: Cli, folder: Path) -> None:
    cli(STAGE)
    with sqlite3.connect("plyscope.sqlite") as store:
        before = store.execute("SELECT key, run FROM cells ORDER BY key").fetchall()
    cli(STAGE)
    with sqlite3.connect("plyscope.sqlite") as store:
        assert store.execute("SELECT key, run FROM cells ORDER BY key").fetchall() == before
        assert store.execute("SELECT count(*) FROM runs").fetchone() == (2,)


BAD = [
    ("study dept", "unknown study 'dept': did you mean depth"),
    ("study depth --quick --full", "--quick and --full"),
    ("study depth --depths 1-x", "depths '1-x'"),
    ("study depth --depths 5-2", "depths '5-2'"),
    ("study depth --depths 200", "depth 200"),
    ("study depth --per-stage 0", "0"),
    ("study depth --workers 0", "0"),
    ("study depth --executor magic", "unknown executor 'magic'"),
    ("study depth --times never", "unknown kind of times 'never'"),
    ("study depth --heuristic wieghts", "unknown heuristic 'wieghts'"),
    ("study depth --positions nowhere.txt", "nowhere.txt"),
    ("study depth --dialect french", "unknown dialect 'french'"),
    ("study stage --variant othello", "unknown variant 'othello'"),
    ("study depth --store nowhere/x.sqlite", "there is no folder 'nowhere'"),
    ("study stage --scheduler tcp://127.0.0.1:1", "no Dask cluster at 'tcp://127.0.0.1:1'"),
    ("report nowhere.sqlite", "no store 'nowhere.sqlite'"),
    ("reproduce --store nowhere/x.sqlite", "there is no folder 'nowhere'"),
    ("reproduce --markdown reproduce.sqlite", "end its name in .md"),
    ("study depth --depths 1-3,5-2", "the range 5-2 is empty"),
]


@pytest.mark.parametrize(("line", "named"), BAD)
def test_what_cannot_be_done_is_said_in_one_line(
    cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, named: str
) -> None:
    monkeypatch.setattr("plyscope.studies.executors._SCHEDULER_SECONDS", 1)
    assert named in refusal(cli(line))


def test_a_file_that_is_no_store(cli: Cli, folder: Path) -> None:
    (folder / "notes.txt").write_text("not a database " * 100)
    assert "no SQLite file" in refusal(cli("report notes.txt"))
    assert "no SQLite file" in refusal(cli("study stage --store notes.txt"))
    assert (folder / "notes.txt").read_text().startswith("not a database")


def test_a_store_of_another_version_is_left_alone(cli: Cli, folder: Path) -> None:
    cli(STAGE)
    with sqlite3.connect("plyscope.sqlite") as store:
        store.execute("PRAGMA user_version = 0")
    before = (folder / "plyscope.sqlite").read_bytes()
    assert "of an older version" in refusal(cli(STAGE))
    assert (folder / "plyscope.sqlite").read_bytes() == before


def test_a_report_on_a_study_that_is_not_there(cli: Cli, folder: Path) -> None:
    cli(STAGE)
    assert "no sweep 'depth'" in refusal(cli("report plyscope.sqlite --study depth"))


def test_out_that_cannot_be_written(cli: Cli, folder: Path) -> None:
    cli(STAGE)
    (folder / "taken").write_text("a file")
    assert "taken" in refusal(cli("report plyscope.sqlite --out taken"))


def test_a_report_on_a_study_that_was_cut_short_is_one_line(cli: Cli, folder: Path) -> None:
    cli(STAGE)
    with sqlite3.connect("plyscope.sqlite") as store:
        store.execute("UPDATE sweeps SET is_complete = 0")
        store.execute("DELETE FROM cells WHERE depth > 1 OR kind = 'tree'")
    assert "'stage' was interrupted" in refusal(cli("report plyscope.sqlite"))


def test_a_terminal_without_our_signs_shows_others(folder: Path) -> None:
    answer = python("-m", "plyscope", *STAGE.split(), PYTHONIOENCODING="ascii")
    assert (answer.code, answer.err) == (0, "")
    assert (folder / "plyscope-report" / "index.html").is_file()


def test_ctrl_c_keeps_what_is_done(folder: Path) -> None:
    words = ["study", "depth", "--full", "--per-stage", "12", "--depths", "1-12"]
    with subprocess.Popen(
        [sys.executable, "-m", "plyscope", *words], env=inherited(), stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert _some_cells_are_there(folder / "plyscope.sqlite")
        process.send_signal(signal.SIGINT)
        assert process.stderr
        said = process.stderr.read()
        assert process.wait(timeout=20) == 130
    assert "results are kept in plyscope.sqlite: run again to go on" in said and "Traceback" not in said


def _some_cells_are_there(path: Path) -> bool:
    for _ in range(600):
        time.sleep(0.1)
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
                if store.execute("SELECT count(*) FROM cells").fetchone()[0] > 100:
                    return True
        except sqlite3.Error:
            continue
    return False


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reproduction on fewer positions and with fewer repeats than `make reproduce`, so that a test can have one."""
    monkeypatch.setattr("plyscope.studies.reproduce.Asked", lambda scale: Asked(scale, per_stage=3))
    monkeypatch.setattr("plyscope.studies.depth.CHECK_SAME_POSITIONS", 2)
    for plan in ("_PLAN", "_GAME_PLAN"):
        monkeypatch.setattr(f"plyscope.studies.timing.{plan}", Plan(min_repeats=1, max_repeats=1))
    for name, depth in (("BLACK_DEPTH", 2), ("WHITE_DEPTH", 3)):
        monkeypatch.setattr(f"plyscope.studies.clock.{name}", depth)


def test_reproduce_in_json(cli: Cli, folder: Path, few: None) -> None:
    answer = cli("reproduce --json")
    assert answer.code == 0, answer.err
    claims = json.loads(answer.out)["claims"]
    assert {tuple(claim) for claim in claims} == {("report", "claim", "reported", "measured", "verdict", "why")}
    assert {claim["report"] for claim in claims} == {"liao", "dong", "toronto", "uam", "li"}
    assert sum(claim["verdict"] == "exact" for claim in claims) >= 8


@pytest.mark.parametrize(
    ("text", "depths"), [(None, ()), ("3", (3,)), ("1-4", (1, 2, 3, 4)), ("2,4,2-3", (2, 4, 3)), (" 1 , 2 ", (1, 2))]
)
def test_depths(text: str | None, depths: tuple[int, ...]) -> None:
    assert parse_depths(text) == depths


@pytest.mark.parametrize("text", ["", "x", "1-", "-1", "1--2", "1;2", "1.5"])
def test_bad_depths(text: str) -> None:
    with pytest.raises(InputError, match="depths"):
        parse_depths(text)
