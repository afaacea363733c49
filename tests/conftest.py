"""For the whole suite: Hypothesis with the same examples on every run and no time limit, and the command line."""

from __future__ import annotations

import pytest
from hypothesis import settings

from command_line import Cli, make_cli

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line in this process."""
    return make_cli(capsys, monkeypatch)
