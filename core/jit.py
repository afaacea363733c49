"""Compilation: where compiled code is kept, and how a heuristic becomes an address that the kernel calls.

Compiled code is kept in a folder named by a hash of the sources of `core`, of the reports' parameters and of the
versions that shape it, so an edit anywhere in them never meets old code. Users' heuristics are not kept: nothing tells
when what they import changes.
"""

import hashlib
import linecache
import os
import shutil
import sys
import warnings
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import types
from numba.core.errors import NumbaError

from plyscope.core.bitboard import BOARD_TYPES
from plyscope.core.errors import InputError
from plyscope.core.weights import WEIGHTS

OPTIONS = {"nogil": True, "error_model": "numpy"}
CACHE_VARIABLE = "PLYSCOPE_CACHE"
KEPT_BUILDS = 3


@cache
def source_hash() -> str:
    """A hash of all that a search's result and its compiled form depend on.

    These are the sources of `core`, the reports' parameters, which compile into heuristics as constants, and the
    versions of what compiles them.
    """
    digest = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__}".encode())
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    parameters = files("plyscope.data").joinpath("parameters")
    for file in sorted(parameters.iterdir(), key=lambda file: file.name):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder of all builds: ``$PLYSCOPE_CACHE``, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "plyscope"


@cache
def cache_folder() -> Path | None:
    """The folder of this build, made if needed; None, with a warning, where nothing can be written."""
    folder = cache_root() / f"build-{source_hash()}"
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        if is_new:
            _drop_old_builds(folder)
    except OSError as error:
        warnings.warn(f"compiled code is not kept, {error}: set {CACHE_VARIABLE} to a folder you own", stacklevel=2)
        return None
    return folder


def _drop_old_builds(newest: Path) -> None:
    builds = sorted(newest.parent.glob("build-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in builds[KEPT_BUILDS:]:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _numba_cache(folder: Path):
    """Numba picks the folder when it decorates: point it to ours for that moment only."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def kept_jit(*signatures, **options):
    """`numba.njit` for the package's own functions: releases the GIL and keeps the compiled code on disk."""

    def decorate(function):
        folder = cache_folder()
        if folder is None:
            return numba.njit(*signatures, **{**OPTIONS, **options})(function)
        with _numba_cache(folder):
            return numba.njit(*signatures, cache=True, **{**OPTIONS, **options})(function)

    return decorate


def address_of(dispatcher: Any, argument_types: Any) -> int:
    """The native address of a compiled function, in Numba's own calling convention."""
    compiled = dispatcher.overloads[argument_types]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


# -- heuristics --------------------------------------------------------------------------------------------------------


def heuristic_arguments(board_type):
    """The types of a heuristic's arguments: me, opp, board, turn, weights."""
    return (board_type, board_type, board_type, types.int64, WEIGHTS)


class CompiledHeuristic:
    """A heuristic's machine code for one type of board. It must outlive every search that calls its address."""

    def __init__(self, dispatcher, arguments):
        self.dispatcher = dispatcher
        self.address = address_of(dispatcher, arguments)


def compile_heuristic(heuristic: Any, stride: int) -> Any:
    """Compile a heuristic for one type of board; what Numba objects to is told in one line."""
    arguments = heuristic_arguments(BOARD_TYPES[stride])
    signature = types.float64(*arguments)
    try:
        return CompiledHeuristic(_jit_heuristic(heuristic, signature), arguments)
    except NumbaError as error:
        raise InputError(f"heuristic {heuristic.name!r} does not compile: {_first_reason(error)}") from error


def _jit_heuristic(heuristic, signature):
    """Division by zero raises as in Python. Only the package's own code is kept, and trusted with its indices."""
    if heuristic.is_own:
        return kept_jit(signature, error_model="python")(heuristic.function)
    return numba.njit(signature, nogil=True, error_model="python", boundscheck=True)(heuristic.function)


def _first_reason(error):
    """The line of a Numba error that says what is wrong, and the user's line it points to."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith(("Failed in", "-", "During"))), lines[0])
    place = getattr(error, "loc", None)
    if place is None or not place.line:
        return reason
    source = linecache.getline(place.filename, place.line).strip()
    return f"{reason} in {Path(place.filename).name}, line {place.line}: {source}"
