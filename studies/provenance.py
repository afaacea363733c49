"""Who computed, when, with what: enough to compute it again."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import plyscope.studies
from plyscope.instrumentation.machine import fingerprint

PACKAGES = ("pandas", "scipy", "matplotlib", "seaborn")
"""What shapes tables and figures; the fingerprint names what shapes a search."""


def provenance(**more: Any) -> dict[str, Any]:
    """What is to be known of a run that starts now."""
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": command(),
        "commit": commit(),
        "machine": fingerprint().to_dict(),
        "versions": {name: version(name) for name in PACKAGES},
        **more,
    }


def command() -> str:
    """The command line, without the folders of the machine; in a notebook there is none."""
    if "ipykernel" in sys.modules:
        return "in a notebook"
    words = [Path(word).name if Path(word).is_absolute() else word for word in sys.argv]
    return " ".join(words).strip() or "python"


def commit() -> str:
    """The commit of the sources if they stand in a repository, with a mark if they were edited; else the version."""
    folder = Path(str(plyscope.studies.__file__)).resolve().parent
    found = _git(folder, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
    return found or f"version {version('plyscope')}"


def _git(folder: Path, *arguments: str) -> str:
    """What git says of the repository that this file is tracked in; nothing if it is in none."""
    try:
        tracked = _run("git", "-C", str(folder), "ls-files", "--error-unmatch", Path(__file__).name)
        return _run("git", "-C", str(folder), *arguments) if tracked else ""
    except (OSError, subprocess.SubprocessError):
        return ""


def _run(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
