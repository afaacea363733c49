"""Heuristics by name: built in, or in a file of yours."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plyscope.core.errors import InputError, nearest
from plyscope.core.heuristics.base import Evaluation, Heuristic, one_line, raised_at
from plyscope.core.heuristics.basic import BASIC
from plyscope.core.heuristics.dong import DONG, DONG_MOVES
from plyscope.core.heuristics.li import LI
from plyscope.core.heuristics.liao import LIAO
from plyscope.core.heuristics.toronto import TORONTO
from plyscope.core.heuristics.uam import UAM

_BUILT_IN: dict[str, Heuristic] = {**BASIC, **LIAO, **DONG, **TORONTO, **UAM, **LI}
_OF_MOVES = {**DONG_MOVES}


def names() -> tuple[str, ...]:
    """The names of the built-in heuristics of positions."""
    return tuple(_BUILT_IN)


def move_names() -> tuple[str, ...]:
    """The names of the heuristics of moves."""
    return tuple(_OF_MOVES)


def find(heuristic: str | Evaluation) -> Evaluation:
    """A heuristic from its name, from ``file.py:name``, or as it is.

    Examples
    --------
    >>> find("discs")
    <heuristic discs>
    """
    if not isinstance(heuristic, str):
        if callable(heuristic):
            return heuristic
        raise InputError(f"heuristic {heuristic!r}: give a name, a function, or file.py:name")
    known = {**_BUILT_IN, **_OF_MOVES}
    if heuristic in known:
        return known[heuristic]
    path, colon, name = heuristic.rpartition(":")
    if colon and path.endswith(".py"):
        return _from_file(Path(path), name)
    raise InputError(f"unknown heuristic {heuristic!r}: {nearest(heuristic, list(names()))} (or give file.py:name)")


def _from_file(path: Path, name: str) -> Heuristic:
    """Run a user's file and take its heuristic; a plain function is made one."""
    if not path.is_file():
        raise InputError(f"no file {str(path)!r}: give a Python file that exists, as in mine.py:{name or 'quiet'}")
    spec = importlib.util.spec_from_file_location(f"plyscope_user_{path.stem}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        with _importable(path.resolve().parent):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(f"cannot run {str(path)!r}: {_told(error, path)}") from error
    found = vars(module).get(name)
    if isinstance(found, Heuristic):
        return found
    if callable(found):
        return Heuristic(found, name=name)
    here = [key for key, value in vars(module).items() if isinstance(value, Heuristic)]
    raise InputError(f"no heuristic {name!r} in {str(path)!r}: {_offer(name, here)}")


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let a user's file import what stands beside it, as if it were run."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _told(error: BaseException, path: Path) -> str:
    """What a user's file raised, and in which line; a syntax error says that itself, as a bad signature does."""
    said = one_line(error)
    if not isinstance(error, InputError):
        said = f"{type(error).__name__}: {said}"
    return said if f"{path.name}, line" in said else f"{said} in {raised_at(error, str(path))}"


def _offer(name: str, here: list[str]) -> str:
    return nearest(name, here) if here else "decorate a function with @plyscope.heuristic"
