"""Compilation: where compiled code is kept, and how a heuristic becomes an address that the kernel calls.

Compiled code is kept in a folder named by a hash of the sources of `core`, of the reports' parameters and of the
versions that shape it, so an edit anywhere in them never meets old code. Users' heuristics are not kept: nothing tells
when what they import changes.
"""

import hashlib
import os
import re
import shutil
import sys
import threading
import warnings
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from math import isclose, isnan
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.registry import cpu_target

from plyscope.core.bitboard import BOARD_TYPES
from plyscope.core.errors import InputError
from plyscope.core.heuristics.base import begin_of, number_of, one_line, place_in, raised_at
from plyscope.core.heuristics.identity import compiled_helpers, names_in
from plyscope.core.position import BLACK, WHITE, Position
from plyscope.core.squares import all_squares, board_mask
from plyscope.core.weights import TRUSTED, WEIGHTS, pack

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


COMPILING = threading.RLock()
"""Held while a heuristic or a function of ours is made: what Numba is told then, it is told for all threads."""


@contextmanager
def _numba_cache(folder: Path):
    """Numba picks the folder when it decorates: point it to ours for that moment only."""
    with COMPILING:
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

    def __init__(self, dispatcher, arguments, stride):
        self.dispatcher = dispatcher
        self.address = address_of(dispatcher, arguments)
        self.stride = stride
        self.checked_weights = None
        """The weights with which it was last compared with the Python function."""

    def value(self, me: int, opp: int, board: int, turn: int, weights: Any) -> float:
        """What the machine code gives for one position. `weights` are packed."""
        dtype, call = _single_call(self.stride)
        record = np.zeros(1, dtype)
        for field, members in (("me", me), ("opp", opp), ("board", board)):
            chunk = [members >> shift & (2**64 - 1) for shift in range(0, self.stride**2, 64)]
            record[field][0, : len(chunk)] = chunk
        record["heuristic"], record["weights"] = self.address, weights.ctypes.data
        return float(call(record[0], turn))


@cache
def _single_call(stride):
    """The layout of a record, and the compiled function that calls the record's heuristic on its board."""
    from plyscope.core.record import call_heuristic, load_board, record_dtype, record_type

    def single_call(c, turn):
        return call_heuristic(c, load_board(c, "me"), load_board(c, "opp"), turn)

    signature = types.float64(record_type(stride, False, False), types.int64)
    return record_dtype(stride, False, False), kept_jit(signature)(single_call)


def compile_heuristic(heuristic: Any, stride: int) -> Any:
    """Compile a heuristic for one type of board; whatever stands against it is told in one line."""
    arguments = heuristic_arguments(BOARD_TYPES[stride])
    try:
        return CompiledHeuristic(_jit_heuristic(heuristic, types.float64(*arguments)), arguments, stride)
    except InputError:
        raise
    except Exception as error:
        reason = _reason(error, heuristic, stride)
        raise InputError(f"heuristic {heuristic.name!r} does not compile: {reason}") from error


def _jit_heuristic(heuristic, signature):
    """Division by zero raises as in Python. Only the package's own code is kept, and trusted with its indices."""
    if heuristic.is_own:
        return kept_jit(signature, error_model="python", **TRUSTED)(heuristic.function)
    for helper in compiled_helpers(heuristic.function):
        helper.recompile()  # Numba froze the globals that it reads when it was first called
    return _user_jit(signature)(_with_compiled_helpers(heuristic.function, {}))


def _user_jit(*signatures):
    return numba.njit(*signatures, nogil=True, error_model="python", boundscheck=True)


def _with_compiled_helpers(function, made):
    """A copy of a user's function for which the plain functions that it calls are compiled too; `made` has those."""

    def swap(value):
        if not isinstance(value, FunctionType) or _is_known_to_numba(value):
            return value
        if value not in made:
            _with_compiled_helpers(value, made)
        return made[value]

    visible = dict(function.__globals__)
    cells = tuple(CellType() for _ in function.__closure__ or ())
    copy = FunctionType(function.__code__, visible, function.__name__, function.__defaults__, cells)
    made[function] = _user_jit()(copy)  # before its helpers are looked at: one may call it
    for name in names_in(function.__code__) & visible.keys():
        visible[name] = swap(visible[name])
    for cell, given in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = swap(given.cell_contents)
    return copy


def _is_known_to_numba(function):
    """Has it a compiled form of its own, as the words of a heuristic have?"""
    context = cpu_target.typing_context
    context.refresh()
    try:
        context.resolve_value_type(function)
    except ValueError:
        return False
    return True


# -- what went wrong ---------------------------------------------------------------------------------------------------

_NAMED_LINE = re.compile(r'(?:File "|Raised from )([^"\n]+?)(?:", line | \()(\d+)')
"""The two ways in which Numba writes a line."""


def _reason(error, heuristic, stride):
    """Why a heuristic does not compile, and the user's line that Numba points to, or that Python does."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [""]
    if not isinstance(error, (NumbaError, UnsupportedBytecodeError)):
        return f"{type(error).__name__}: {lines[0]} in {_python_place(error, heuristic, stride)}"
    while lines[1:] and lines[0].startswith(("Failed in", "-", "During")):
        del lines[0]
    reason = re.sub(" at 0x[0-9a-f]+", "", lines[0].partition("Raised from ")[0]).strip(" .")
    if reason.endswith("signature:"):
        reason += lines[1].replace(">>>", "")
    if "of type Module" in reason:
        reason += " (Numba does not know it; a function of your own must be imported by its name)"
    return f"{reason} in {_numba_place(error, heuristic.function)}"


def _numba_place(error, function):
    """The first line of the user's file that a Numba error names."""
    own, loc = function.__code__.co_filename, getattr(error, "loc", None)
    named = [(loc.filename, loc.line)] if loc else []
    named += [(path, int(line)) for path, line in _NAMED_LINE.findall(str(error))]
    for path, line in named:
        if line and Path(path).name == Path(own).name:
            return place_in(own, line)
    return begin_of(function)


def _python_place(error, heuristic, stride):
    """Where Python stumbles over the same; what breaks the compiler does not say where."""
    for _, arguments in _samples(heuristic, stride):
        try:
            heuristic.function(*arguments)
        except Exception as again:
            if type(again) is type(error):
                return raised_at(again, heuristic.function.__code__.co_filename)
    return begin_of(heuristic.function)


# -- the same in Python? -----------------------------------------------------------------------------------------------

SAMPLE_SIZES = {8: 8, 16: 16, 32: 24}
"""The board on which a user's heuristic is compared, by stride."""
SAMPLE_PLIES = (0, 8, 21, 34)
"""How far into a game: counts are small at first and large later."""


@cache
def _sample_boards(size):
    """Words and the discs of both sides: along one line of play, and on a board with discs on every edge."""
    position, moves, found = Position.start(size), "", []
    for ply in range(SAMPLE_PLIES[-1] + 1):
        if ply in SAMPLE_PLIES:
            found.append((moves or "the start", position.black, position.white))
        options = position.options()
        move = options[7 * ply % len(options)]
        position, moves = position.play(move), moves + move
    return [*found, ("a board with few squares left", *_filled_board(size))]


def _filled_board(size):
    """Of seven squares, spread evenly, three are black's, three are white's and one is empty."""
    sides = [0, 0, 0]
    for number, square in enumerate(all_squares(size)):
        sides[(number + 2 * (number // size)) % 7 // 3] |= 1 << square
    return sides[:2]


def _samples(heuristic, stride):
    """Arguments to compare a heuristic on, each with words for what they are: both sides as MAX, both to move.

    None if its weights know no board of this size: a search on one will tell.
    """
    size, found = SAMPLE_SIZES[stride], []
    try:
        weights = heuristic.weights_for(size)
    except Exception:
        return found
    for name, black, white in _sample_boards(size):
        for side, me, opp in ((BLACK, black, white), (WHITE, white, black)):
            for turn in heuristic.sample_turns:
                words = f"MAX {side}, turn {turn}, {size}x{size}, {name}"
                found.append((words, (me, opp, board_mask(size), turn, weights)))
    return found


def compare_with_python(heuristic: Any, code: CompiledHeuristic) -> None:
    """Refuse a user's heuristic that is not the same compiled: integers of 64 bits wrap, and roots of -1 are NaN there.

    Done again when the weights change. Where both raise, the search will tell.
    """
    samples = _samples(heuristic, code.stride)
    weights = samples[0][1][-1] if samples else code.checked_weights
    if weights == code.checked_weights:
        return
    packed = pack(weights)
    for where, arguments in samples:
        plain = _outcome(lambda: number_of(heuristic, heuristic.function(*arguments)))  # noqa: B023
        compiled = _outcome(lambda: code.value(*arguments[:-1], packed))  # noqa: B023
        _check_same(heuristic, plain, compiled, where)
    code.checked_weights = weights


def _outcome(call):
    """A value, or what was raised instead."""
    try:
        return call()
    except Exception as error:
        return error


def _check_same(heuristic, plain, compiled, where):
    if isinstance(plain, Exception):
        # A helper that Numba compiled may take sets from compiled code only.
        if not isinstance(compiled, Exception) and not compiled_helpers(heuristic.function):
            raise _only_in_python(heuristic, plain, compiled, where) from plain
    elif isinstance(compiled, Exception):
        said = f"raises {type(compiled).__name__} ({one_line(compiled)}) compiled and gives {plain!r} in Python"
        raise InputError(f"heuristic {heuristic.name!r} in {begin_of(heuristic.function)} {said} ({where})")
    elif not (isclose(plain, compiled, rel_tol=1e-9, abs_tol=1e-12) or (isnan(plain) and isnan(compiled))):
        said = f"gives {compiled!r} compiled and {plain!r} in Python"
        remedy = "whole numbers have 64 bits there, so use floats, and & board for what is not in a set"
        raise InputError(f"heuristic {heuristic.name!r} {said} ({where}): {remedy}, in {begin_of(heuristic.function)}")


def _only_in_python(heuristic, error, compiled, where):
    if isinstance(error, InputError):
        return error
    place = raised_at(error, heuristic.function.__code__.co_filename)
    said = f"raised {type(error).__name__}: {one_line(error)} in {place}"
    return InputError(f"heuristic {heuristic.name!r} {said} (compiled it gives {compiled!r}; {where})")
