"""The reports' published parameters, from `data/parameters/`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def parameters(report: str) -> dict[str, Any]:
    """What a report publishes; what it leaves silent stands under ``chosen_by_plyscope``, with the reason.

    Examples
    --------
    >>> parameters("dong")["steps"]
    [16, 56]
    """
    text = files("plyscope.data").joinpath("parameters", f"{report}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def quarter(rows: list[list[float]]) -> tuple[tuple[float, ...], ...]:
    """A quarter board from JSON, as `plyscope.core.tables` takes it."""
    return tuple(tuple(row) for row in rows)
