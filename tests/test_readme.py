"""README's examples do what README shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from plyscope.cli import run
from plyscope.studies import uam
from plyscope.studies.registry import STUDIES

README = Path(__file__).parents[1] / "README.md"
COMMANDS = re.findall(r"^plyscope .*$", README.read_text(), flags=re.MULTILINE)


def test_python_examples() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_two_commands_are_shown() -> None:
    text = README.read_text()
    assert "make reproduce" in text
    assert "make test" in text


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, in an empty folder, as a reader would: some read what others have written."""
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        assert run(shlex.split(command)[1:]) == 0, command
        assert capsys.readouterr().out, command


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 5


def test_every_study_is_listed() -> None:
    listed = re.findall(r"^\| `(\w+)` \| (.*) \|$", README.read_text(), re.MULTILINE)
    assert [name for name, _ in listed] == list(STUDIES)
    for name, question in listed:
        assert STUDIES[name].question.lower().startswith(question.rstrip("?").lower()[:40])


def test_the_table_of_games_is_what_the_code_gives() -> None:
    rows = re.findall(r"^\| `(uam\.\w+)`[^|]*\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", README.read_text(), re.MULTILINE)
    dialects = list(uam.DIALECTS)[:2]
    shown = {row.heuristic: [row.minimax, *(row.alphabeta[name] for name in dialects)] for row in uam.rows()}
    assert {name: [int(number.replace(",", "")) for number in numbers] for name, *numbers in rows} == shown


def test_what_the_readme_links_to_is_there() -> None:
    for path in re.findall(r"\]\(([\w./-]+)\)", README.read_text()):
        assert (README.parent / path).exists(), path
