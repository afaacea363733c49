"""What tells one heuristic's function from another: not its name, but all that its value depends on.

A user edits a heuristic and keeps its name; a number that it uses changes in another cell of the notebook. Neither
compiled code nor stored results of the old one may be taken for the new one's, so a function is known by a hash of its
code and of everything outside it that the code reads.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from plyscope.core.errors import InputError

_PLAIN = (int, float, complex, str, bytes, bool, type(None))
_BYTES = 12
_HIDING = {"eval", "exec", "getattr", "globals", "locals", "vars", "__import__"}
"""What reads things that the code does not name."""


def function_identity(function: Callable[..., Any]) -> str:
    """A hash of a function's code and of everything outside it that the code reads.

    Examples
    --------
    >>> factor = 2
    >>> def twice(me, opp, board, turn, weights):
    ...     return factor
    >>> before = function_identity(twice)
    >>> factor = 3
    >>> function_identity(twice) == before
    False
    """
    digest = hashlib.blake2b(digest_size=_BYTES)
    for part in _parts_of(function, getattr(function, "__name__", str(function)), {}):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _parts_of(value: object, name: str, seen: dict[int, int]) -> Iterator[str]:
    """The words that describe a value; a function is its code and the values that the code reads."""
    if id(value) in seen:
        # Not nothing: two names of one thing differ from names of two things.
        yield f"the same as {seen[id(value)]}"
        return
    if isinstance(value, (*_PLAIN, np.generic, range)):
        yield f"{type(value).__name__} {value!r}"
        return
    seen[id(value)] = len(seen)
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        yield f"array {value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    elif isinstance(value, (set, frozenset)):
        yield f"set {sorted(map(repr, value))}"
    elif isinstance(value, (tuple, list)):
        # With its length, or a number could move from one tuple to the next unnoticed.
        yield f"{len(value)} items"
        for item in value:
            yield from _parts_of(item, name, seen)
    elif isinstance(value, dict):
        yield f"{len(value)} keys"
        for key, item in value.items():
            yield f"key {key!r}"
            yield from _parts_of(item, name, seen)
    elif isinstance(value, ModuleType):
        yield _module_part(value)
    else:
        yield from _code_parts(value, name, seen)


def _code_parts(value: object, name: str, seen: dict[int, int]) -> Iterator[str]:
    """The words for something that is called: a Python function, compiled or not, or a name of a known package."""
    function = getattr(value, "py_func", value)  # a function that Numba compiled keeps its source
    if isinstance(function, FunctionType):
        yield from _function_parts(function, name, seen)
    elif isinstance(getattr(value, "function", None), FunctionType):  # a heuristic that another one calls
        yield from _parts_of(vars(value)["function"], name, seen)
        yield from _parts_of(getattr(value, "weights", None), name, seen)
    elif _is_named_callable(value) and _is_known(getattr(value, "__module__", None) or type(value).__module__):
        yield f"{type(value).__module__} {getattr(value, '__qualname__', repr(value))}"
    else:
        raise InputError(
            f"heuristic {name!r} reads {value!r}, whose changes cannot be noticed: make it a number or a weight"
        )


def _is_named_callable(value: object) -> bool:
    """Does its name say what it does? A method of a thing, or a call with some arguments filled in, hides the rest."""
    owner = getattr(value, "__self__", None)
    return callable(value) and not isinstance(value, partial) and (owner is None or isinstance(owner, ModuleType))


def _function_parts(function: FunctionType, name: str, seen: dict[int, int]) -> Iterator[str]:
    """The words for a function: of a known package its name, since versions speak for the rest; else its code."""
    if _is_of_known_package(function):
        package = sys.modules.get((function.__module__ or "").partition(".")[0])
        yield f"{function.__module__}.{function.__qualname__} {getattr(package, '__version__', '')}"
        outside: Iterable[object] = _closure(function)
    else:
        hidden = sorted(names_in(function.__code__) & _HIDING)
        if hidden:
            raise InputError(
                f"heuristic {name!r} calls {hidden[0]}, and what it reads cannot be noticed: name it instead"
            )
        yield from _code_words(function.__code__)
        outside = [*_read_by(function), *([vars(function)] if vars(function) else [])]
    for used in outside:
        yield from _parts_of(used, name, seen)


def compiled_helpers(function: Callable[..., Any]) -> list[Any]:
    """The users' functions, compiled by Numba, that a function calls itself or through others; the innermost first."""
    found: list[Any] = []
    _collect_compiled(function, found, set())
    return found


def _collect_compiled(value: Any, found: list[Any], seen: set[int]) -> None:
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType) or id(function) in seen or _is_of_known_package(function):
        return
    seen.add(id(function))
    for read in _read_by(function):
        _collect_compiled(read, found, seen)
    if value is not function:
        found.append(value)


def _is_of_known_package(function: FunctionType) -> bool:
    return _is_of_plyscope(function) or _is_installed(function.__code__.co_filename)


def _code_words(code: CodeType) -> Iterator[str]:
    """What the compiler made of a function; not its line numbers, which change when it is moved."""
    yield code.co_code.hex()
    yield " ".join(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_words(constant)
        else:
            yield repr(sorted(constant, key=repr) if isinstance(constant, frozenset) else constant)


def _read_by(function: FunctionType) -> Iterator[object]:
    """The values outside a function that it reads: globals by name, closures, defaults."""
    names = sorted(names_in(function.__code__))
    for value in (*(function.__globals__[name] for name in names if name in function.__globals__), *_closure(function)):
        yield value
        yield from _read_of_module(value, names, set())
    yield function.__defaults__
    yield function.__kwdefaults__


def _read_of_module(module: object, names: list[str], seen: set[int]) -> Iterator[object]:
    """What of a user's file may be read by these names, and of the files that it imports.

    What was imported counts, not what the file may say by now.
    """
    if not isinstance(module, ModuleType) or _is_known(module.__name__) or id(module) in seen:
        return
    seen.add(id(module))
    for value in (vars(module)[name] for name in names if name in vars(module)):
        yield value
        yield from _read_of_module(value, names, seen)


def _closure(function: FunctionType) -> list[object]:
    return [cell.cell_contents for cell in function.__closure__ or () if cell != CellType()]


def names_in(code: CodeType) -> set[str]:
    """The names that a function and the functions inside it may look up."""
    inner = [names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)


def _is_of_plyscope(function: FunctionType) -> bool:
    """Does it stand in a source file of the package? A name can be claimed by a function made elsewhere."""
    module = function.__module__ or ""
    path = getattr(sys.modules.get(module), "__file__", None)
    return module.startswith("plyscope.") and path == function.__code__.co_filename


def _is_known(module: str) -> bool:
    """Is it part of plyscope or of an installed package? Their versions speak for those."""
    top = module.partition(".")[0]
    if top in ("plyscope", "builtins"):
        return True
    # A user's file may have the name of a standard module: where it stands decides.
    path = getattr(sys.modules.get(top), "__file__", None)
    return _is_installed(path) or (path is None and top in sys.stdlib_module_names - {"__main__"})


def _is_installed(path: str | None) -> bool:
    folders = {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib", "stdlib")}
    return path is not None and any(Path(path).is_relative_to(folder) for folder in folders)


def _module_part(module: ModuleType) -> str:
    """A package by name and version; of a file of the user's, what the function reads is named by `_read_by`."""
    return f"module {module.__name__} {getattr(module, '__version__', '')}"
