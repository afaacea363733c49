"""The command line for tests: in this process and in one of its own."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from plyscope.cli import run

FORCED = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""What makes Rich take a file for a terminal; some continuous integration sets it."""


class Answer(NamedTuple):
    """What a command line gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one line of JSON that a good command printed."""
        assert (self.code, self.err) == (0, "")
        assert len(self.out.splitlines()) == 1
        return json.loads(self.out)


Cli = Callable[..., Answer]


def make_cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line in this process: as one line, or the line and arguments that need no quoting."""
    monkeypatch.setenv("COLUMNS", "100")
    for name in FORCED:
        monkeypatch.delenv(name, raising=False)

    def call(line: str, *more: str) -> Answer:
        code = run([*shlex.split(line), *more])
        return Answer(code, *capsys.readouterr())

    return call


def inherited() -> dict[str, str]:
    """The environment, but output is buffered and no terminal is pretended."""
    return {key: value for key, value in os.environ.items() if key not in (*FORCED, "PYTHONUNBUFFERED")}


def python(*arguments: str, **environment: str) -> Answer:
    """Python in a process of its own."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**inherited(), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def refusal(answer: Answer) -> str:
    """The one line that bad input must give."""
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1, answer.err
    assert answer.err.startswith("plyscope: ")
    assert "Traceback" not in answer.err
    return answer.err.removeprefix("plyscope: ").strip()
