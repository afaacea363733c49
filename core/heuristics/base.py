"""Heuristic: one Python function that runs as it is in the reference search and compiled in the kernel."""

from __future__ import annotations

import hashlib
import inspect
import linecache
import reprlib
import struct
import traceback
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from math import inf, isfinite
from numbers import Real
from pathlib import Path
from types import FunctionType
from typing import Any, overload

from numpy.typing import NDArray

from plyscope.core.errors import InputError
from plyscope.core.game import WIN
from plyscope.core.heuristics.identity import function_identity
from plyscope.core.position import Position, opponent
from plyscope.core.squares import board_mask
from plyscope.core.weights import as_weights

Evaluation = Callable[[Any, Hashable], float]
"""Anything that values a state in a player's view; a `Heuristic` is one."""

Numbers = Sequence[float] | NDArray[Any]
Weights = Numbers | Callable[[int], Numbers]
"""The weights of a heuristic: numbers, or a function of the board size that gives them."""

ARGUMENTS = ("me", "opp", "board", "turn", "weights")


class Heuristic:
    """A heuristic for every board size, both searches and both variants.

    The function gets `me` and `opp` (the discs of MAX and of MIN) and `board` (all squares) as sets of squares, `turn`
    (+1 if MAX is to move, -1 if MIN is) and `weights` (numbers, by index). The vocabulary to write it in is
    `plyscope.core.features`.

    Parameters
    ----------
    function : callable of (me, opp, board, turn, weights)
    weights : numbers, or a function of the board size that gives them
    name : str, optional
    is_own : bool
        True for heuristics of the package, whose compiled form may be kept on disk.
    """

    sample_turns = (1, -1)
    """The values of `turn` with which a user's heuristic is compared, compiled and in Python, before it is used."""

    def __init__(
        self,
        function: Callable[..., float],
        weights: Weights = (),
        name: str | None = None,
        is_own: bool = False,
    ) -> None:
        self.function = _check_function(function)
        self.weights = weights
        self.name = name or self.function.__name__
        self.is_own = is_own
        self.__doc__ = self.function.__doc__
        self._compiled: dict[tuple[int, str], Any] = {}
        self._last_weights: tuple[object, tuple[float, ...]] = (None, ())
        self._model: Weights = weights
        if not callable(weights):
            self._as_numbers(weights)

    def weights_for(self, size: int) -> tuple[float, ...]:
        """The weights on a board of this size, as floats: both searches read the same numbers."""
        if self.is_own and callable(self.weights):
            return _own_weights(self.weights, size)
        numbers = self._as_numbers(self.weights(size) if callable(self.weights) else self.weights)
        if self.is_own:
            self._check_number(numbers, size)
        return numbers

    def _check_number(self, numbers: tuple[float, ...], size: int) -> None:
        """Other weights for one of the package's own heuristics, which does not check its indices, must be as many."""
        needed = len(_own_weights(self._model, size) if callable(self._model) else self._model)
        if len(numbers) != needed:
            raise InputError(f"{len(numbers)} weights for heuristic {self.name!r} on {size}x{size}: give {needed}")

    def _as_numbers(self, given: object) -> tuple[float, ...]:
        """Given weights as floats; a tuple stays what it was, all else may have been changed in place."""
        last, numbers = self._last_weights
        if given is not last or not isinstance(given, tuple):
            numbers = as_weights(given, self.name)
            self._last_weights = given, numbers
        return numbers

    def with_weights(self, weights: Numbers) -> Heuristic:
        """The same function with other weights; nothing is compiled again."""
        other = type(self)(self.function, as_weights(weights, self.name), self.name, self.is_own)
        other._compiled, other._model = self._compiled, self._model
        return other

    def __call__(self, position: Position, player: Hashable = None) -> float:
        """The value of a position in a player's view; by default the side to move's."""
        if not isinstance(position, Position):
            raise InputError(f"heuristic {self.name!r} values board positions, not {type(position).__name__}")
        player = player or position.turn
        turn = 1 if position.turn == player else -1
        size = position.size
        return self._value(position.discs(player), position.discs(opponent(player)), turn, size)

    def _value(self, me: int, opp: int, turn: int, size: int) -> float:
        """What the function gives; with what it raises, its line is noted."""
        weights = self.weights_for(size)
        try:
            return self.function(me, opp, board_mask(size), turn, weights)
        except Exception as error:
            error.add_note(raised_at(error, self.function.__code__.co_filename))
            raise

    def compiled(self, stride: int) -> Any:
        """The compiled form for the boards of one stride, anew if what a user's function reads has changed."""
        from plyscope.core.jit import COMPILING, compare_with_python, compile_heuristic

        key = (stride, "" if self.is_own else function_identity(self.function))
        if key not in self._compiled:
            with COMPILING:  # two threads that ask at once share what the first one compiles
                if key not in self._compiled:
                    self._compiled[key] = compile_heuristic(self, stride)
        if not self.is_own:
            compare_with_python(self, self._compiled[key])
        return self._compiled[key]

    def identity(self, size: int) -> str:
        """A hash of all that its values on a board of this size depend on; two versions of one name differ in it.

        Examples
        --------
        >>> from plyscope.core.heuristics import find
        >>> find("discs").identity(8) == find("mobility").identity(8)
        False
        """
        digest = hashlib.blake2b(function_identity(self.function).encode(), digest_size=12)
        weights = self.weights_for(size)
        digest.update(struct.pack(f"{len(weights)}d", *weights))
        return digest.hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: compiled code lives in this one only."""
        return {**self.__dict__, "_compiled": {}, "_last_weights": (None, ())}

    def __repr__(self) -> str:
        return f"<heuristic {self.name}>"


class MoveHeuristic(Heuristic):
    """A heuristic that values a move by the position after it; only `plyscope.core.path_search` searches with it.

    Its function is called with the discs of the side that moved as `me`, and with the bit number of the square played
    in place of `turn`.
    """

    sample_turns = (0, 9)

    def score(self, after: Position, mover: Hashable, square: int) -> float:
        """What playing on `square` is worth to the side that did."""
        return check_value(self, self._value(after.discs(mover), after.discs(opponent(mover)), square, after.size))


@overload
def heuristic(function: Callable[..., float]) -> Heuristic: ...
@overload
def heuristic(*, weights: Weights = (), name: str | None = None) -> Callable[[Callable[..., float]], Heuristic]: ...
def heuristic(
    function: Callable[..., float] | None = None,
    *,
    weights: Weights = (),
    name: str | None = None,
) -> Heuristic | Callable[[Callable[..., float]], Heuristic]:
    """Make a heuristic of a function; see `Heuristic` for its arguments.

    Examples
    --------
    >>> from plyscope.core.features import mobility
    >>> @heuristic
    ... def quiet(me, opp, board, turn, weights):
    ...     return 2 * mobility(me, opp, board)
    >>> quiet(Position.start(8).play("d3"))
    0
    """
    if function is None:
        return lambda actual: Heuristic(actual, weights, name)
    return Heuristic(function, weights, name)


def check_value(evaluation: Evaluation, value: Any) -> float:
    """Return a heuristic's value if a search can compare it."""
    number = number_of(evaluation, value)
    if isfinite(number) and abs(number) < WIN:
        return number
    raise bad_value(evaluation, value)


def number_of(evaluation: Evaluation, value: Any) -> float:
    """A heuristic's value as a float; infinite if it is too large for one."""
    if isinstance(value, Real) or getattr(value, "shape", None) == ():
        try:
            return float(value)
        except OverflowError:
            return inf if value > 0 else -inf
        except (TypeError, ValueError):
            pass  # an array of something else than one number
    raise bad_value(evaluation, value)


def bad_value(evaluation: Evaluation, value: object) -> InputError:
    """What to say of a heuristic that returned what no search can use, and where it is written."""
    function = getattr(evaluation, "function", evaluation)
    name = getattr(evaluation, "name", None) or getattr(function, "__name__", type(function).__name__)
    returned, where = one_line(reprlib.repr(value)), _place(function)
    return InputError(f"heuristic {name!r} returned {returned}{where}: return a number between -{WIN:g} and {WIN:g}")


# -- where it is written -----------------------------------------------------------------------------------------------


def place_in(path: str, line: int) -> str:
    """A line of a file, for a message: where it is, and what it says if that can be read."""
    text = linecache.getline(path, line).strip()
    return f"{Path(path).name}, line {line}{f': {text}' if text else ''}"


def one_line(value: object) -> str:
    """What is said of a value or an error, on one line."""
    return " ".join(str(value).split())


def begin_of(function: Callable[..., float]) -> str:
    """Where a function begins."""
    code = function.__code__
    return f"{Path(code.co_filename).name}, line {code.co_firstlineno}"


def raised_at(error: BaseException, path: str) -> str:
    """The last line of a file that an error came through; not of this package, whose words a heuristic calls."""
    frames = traceback.extract_tb(error.__traceback__)
    own = Path(path).resolve()
    last = next((frame for frame in reversed(frames) if Path(frame.filename).resolve() == own), frames[-1])
    return place_in(last.filename, last.lineno or 0)


def _place(function: Callable[..., float]) -> str:
    """Where a function begins, for the end of a message; empty for what has no source."""
    return f" in {begin_of(function)}" if hasattr(function, "__code__") else ""


def _check_function(function: Any) -> Callable[..., float]:
    """Return a function that can be a heuristic; of one that Numba compiled the Python function."""
    function = getattr(function, "py_func", function)
    wanted = f"({', '.join(ARGUMENTS)})"
    if not isinstance(function, FunctionType):
        raise InputError(f"heuristic {reprlib.repr(function)}: give a function of {wanted}")
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    said = f"heuristic {function.__name__!r}{_place(function)} takes"
    if len(kinds) != len(ARGUMENTS):
        raise InputError(f"{said} {len(kinds)} arguments: it must take {wanted}")
    for kind in kinds:
        if kind not in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD):
            raise InputError(f"{said} {kind.description} arguments: it must take {wanted} by their place")
    return function


@lru_cache(maxsize=64)
def _own_weights(weights: Callable[[int], Numbers], size: int) -> tuple[float, ...]:
    """The weights of one of the package's own heuristics, whose functions of the size always give the same."""
    return as_weights(weights(size))


def identity_of(evaluation: Evaluation, size: int) -> str:
    """A hash of all that the values of a heuristic, or of a plain function, depend on."""
    return evaluation.identity(size) if isinstance(evaluation, Heuristic) else function_identity(evaluation)
