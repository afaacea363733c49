"""Cells computed together, wherever it is: a thread, another process, another machine."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import cloudpickle

from plyscope.core.errors import InputError
from plyscope.core.heuristics import Evaluation
from plyscope.core.heuristics.base import identity_of
from plyscope.core.search import name_of
from plyscope.studies.cells import Cell, Found, code_signature, solve

BATCH_SECONDS = 0.2
"""A batch hands back what is done after this time, and the rest undone: long cells do not wait in one place."""

_known: dict[str, Evaluation] = {}
"""The heuristics of this process by identity: each is unpacked and compiled once."""


@dataclass(frozen=True)
class Batch:
    """Cells and the heuristics that they name."""

    cells: tuple[Cell, ...]
    heuristics: dict[str, bytes]
    """By identity, as `pack` made them; empty where they are known already."""


class Outcome(NamedTuple):
    """What became of a batch."""

    done: list[tuple[Cell, Found]]
    left: tuple[Cell, ...]
    signature: str
    """Of the code that computed: another machine may have another version."""


def pack(heuristic: Evaluation) -> bytes:
    """A heuristic as bytes, its code included unless it is part of plyscope."""
    module = sys.modules.get(getattr(getattr(heuristic, "function", heuristic), "__module__", ""))
    is_ours = module is None or module.__name__.partition(".")[0] in ("plyscope", "__main__")
    if is_ours:
        return _dumped(heuristic)
    # A user's file: the other process need not have it, so what is in it travels with the function.
    cloudpickle.register_pickle_by_value(module)
    try:
        return _dumped(heuristic)
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def _dumped(heuristic: Evaluation) -> bytes:
    try:
        found: bytes = cloudpickle.dumps(heuristic)
    except Exception as error:
        raise InputError(f"heuristic {heuristic!r} cannot be sent to another process ({error}): use threads") from error
    return found


def learn(heuristics: Mapping[str, Evaluation]) -> None:
    """Make heuristics known in this process."""
    _known.update(heuristics)


def run_batch(batch: Batch, stop: threading.Event | None = None) -> Outcome:
    """Compute cells until they are done or the time of a batch is over."""
    for identity, packed in batch.heuristics.items():
        if identity not in _known:
            _known[identity] = _unpacked(identity, packed, batch.cells)
    done: list[tuple[Cell, Found]] = []
    end = time.monotonic() + BATCH_SECONDS
    for number, cell in enumerate(batch.cells):
        found = _solve(cell)
        if stop is not None and stop.is_set():
            # The search was cut short: its numbers are worth nothing.
            return Outcome(done, batch.cells[number:], code_signature())
        done.append((cell, found))
        if time.monotonic() > end:
            break
    return Outcome(done, batch.cells[len(done) :], code_signature())


def _unpacked(identity: str, packed: bytes, cells: tuple[Cell, ...]) -> Evaluation:
    """A heuristic in another process, which must be what it was where it was packed: what it imports may be another."""
    size = next(cell.position.size for cell in cells if cell.heuristic_id == identity)
    try:
        found: Evaluation = cloudpickle.loads(packed)
    except Exception as error:
        raise InputError(f"a worker cannot load a heuristic ({type(error).__name__}: {error}): use threads") from error
    if identity_of(found, size) != identity:
        raise InputError(
            f"a worker has other code of what heuristic {name_of(found)!r} reads: use threads, or its files"
        )
    return found


def _solve(cell: Cell) -> Found:
    try:
        return solve(cell, _known.get(cell.heuristic_id))
    except InputError:
        raise
    except Exception as error:
        raise InputError(_failure(cell, error)) from error


def _failure(cell: Cell, error: Exception) -> str:
    """A user's heuristic raised: which, where in its source, and on which position."""
    notes: list[Any] = getattr(error, "__notes__", [])
    place = f" in {notes[0]}" if notes else ""
    return f"heuristic {cell.heuristic!r} raised {type(error).__name__}: {error}{place} (position {cell.board!r})"
