"""Heuristic: one Python function that runs as it is in the reference search and compiled in the kernel."""

from __future__ import annotations

import hashlib
import inspect
import struct
from collections.abc import Callable, Hashable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, overload

from plyscope.core.errors import InputError
from plyscope.core.game import WIN
from plyscope.core.heuristics.identity import function_identity
from plyscope.core.position import Position, opponent
from plyscope.core.squares import board_mask

Evaluation = Callable[[Any, Hashable], float]
"""Anything that values a state in a player's view; a `Heuristic` is one."""

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

    def __init__(
        self,
        function: Callable[..., float],
        weights: Sequence[float] | Callable[[int], Sequence[float]] = (),
        name: str | None = None,
        is_own: bool = False,
    ) -> None:
        self.function = _check_function(function)
        self.weights = weights
        self.name = name or function.__name__
        self.is_own = is_own
        self.__doc__ = function.__doc__
        self._compiled: dict[tuple[int, str], Any] = {}

    def weights_for(self, size: int) -> Sequence[float]:
        """The weights on a board of this size."""
        return self.weights(size) if callable(self.weights) else self.weights

    def with_weights(self, weights: Sequence[float]) -> Heuristic:
        """The same function with other weights; nothing is compiled again."""
        other = Heuristic(self.function, tuple(weights), self.name, self.is_own)
        other._compiled = self._compiled
        return other

    def __call__(self, position: Position, player: Hashable = None) -> float:
        """The value of a position in a player's view; by default the side to move's."""
        if not isinstance(position, Position):
            raise InputError(f"heuristic {self.name!r} values board positions, not {type(position).__name__}")
        player = player or position.turn
        turn = 1 if position.turn == player else -1
        size = position.size
        own, others = position.discs(player), position.discs(opponent(player))
        return self.function(own, others, board_mask(size), turn, self.weights_for(size))

    def compiled(self, stride: int) -> Any:
        """The compiled form for the boards of one stride, anew if what a user's function reads has changed."""
        key = (stride, "" if self.is_own else function_identity(self.function))
        if key not in self._compiled:
            from plyscope.core.jit import compile_heuristic

            self._compiled[key] = compile_heuristic(self, stride)
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
        digest.update(struct.pack(f"{len(self.weights_for(size))}d", *self.weights_for(size)))
        return digest.hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: compiled code lives in this one only."""
        return {**self.__dict__, "_compiled": {}}

    def __repr__(self) -> str:
        return f"<heuristic {self.name}>"


class MoveHeuristic(Heuristic):
    """A heuristic that values a move by the position after it; only `plyscope.core.path_search` searches with it.

    Its function is called with the discs of the side that moved as `me`, and with the bit number of the square played
    in place of `turn`.
    """

    def score(self, after: Position, mover: Hashable, square: int) -> float:
        """What playing on `square` is worth to the side that did."""
        own, others, size = after.discs(mover), after.discs(opponent(mover)), after.size
        return check_value(self, self.function(own, others, board_mask(size), square, self.weights_for(size)))


@overload
def heuristic(function: Callable[..., float]) -> Heuristic: ...
@overload
def heuristic(
    *, weights: Sequence[float] | Callable[[int], Sequence[float]] = (), name: str | None = None
) -> Callable[[Callable[..., float]], Heuristic]: ...
def heuristic(
    function: Callable[..., float] | None = None,
    *,
    weights: Sequence[float] | Callable[[int], Sequence[float]] = (),
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
    if isinstance(value, (int, float)) or hasattr(value, "__float__"):
        number = float(value)
        if isfinite(number) and abs(number) < WIN:
            return number
    raise bad_value(evaluation, value)


def bad_value(evaluation: Evaluation, value: object) -> InputError:
    """What to say of a heuristic that returned what no search can use, and where it is written."""
    name, function = str(getattr(evaluation, "name", evaluation)), getattr(evaluation, "function", evaluation)
    where = _place(function)
    return InputError(f"heuristic {name!r} returned {value!r}{where}: return a number between -{WIN:g} and {WIN:g}")


def _place(function: Callable[..., float]) -> str:
    """Where a function begins, for the end of a message; empty for what has no source."""
    code = getattr(function, "__code__", None)
    return f" in {Path(code.co_filename).name}, line {code.co_firstlineno}" if code else ""


def _check_function(function: Callable[..., float]) -> Callable[..., float]:
    count = len(inspect.signature(function).parameters)
    if count != len(ARGUMENTS):
        name = getattr(function, "__name__", str(function))
        wanted = f"it must take ({', '.join(ARGUMENTS)})"
        raise InputError(f"heuristic {name!r}{_place(function)} takes {count} arguments: {wanted}")
    return function
