"""README's examples do what README shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from plyscope.cli import run

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


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 5


def test_the_table_is_what_the_code_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "--max-depth", "8"]) == 0
    printed = capsys.readouterr().out
    rows = re.findall(
        r"^\| (\d) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+%) \|$", README.read_text(), re.MULTILINE
    )
    assert len(rows) == 3
    for row in rows:
        assert re.search(r"\s+".join(map(re.escape, row)), printed), row
