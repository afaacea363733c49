"""What the reference searches ask of a game: any two-player game can answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

PASS = "pass"
"""The name of the move of a player who has none."""

WIN = 1e12
"""The value of a won game; its margin is added. Heuristic values must stay below it."""


class Successor(NamedTuple):
    """A move and the state that it leads to."""

    move: str
    state: Any


class State(ABC):
    """A state of a two-player game.

    A subclass says who moves, what follows and when it is over. A player who must pass has one successor, named
    `PASS`; games without passing need not think of it.
    """

    @property
    @abstractmethod
    def to_move(self) -> Hashable:
        """The player to move."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Is the game finished?"""

    @abstractmethod
    def successors(self) -> Sequence[Successor]:
        """Each move with the state after it, in natural order."""

    @abstractmethod
    def margin(self, player: Hashable) -> float:
        """By how much `player` has won a finished game: negative if lost, 0 if drawn."""

    @property
    def must_pass(self) -> bool:
        """Has the player to move nothing but a pass?"""
        return False

    def fingerprint(self) -> int:
        """A number below 2**64 that depends on the state only; it seeds the state's shuffled order."""
        return crc32(repr(self).encode())

    def move_number(self, move: str) -> int:
        """A number that tells this state's moves apart."""
        return crc32(move.encode())


def outcome(state: State, player: Hashable) -> float:
    """The value of a finished game: any win is above, any loss below every heuristic value; a draw is 0."""
    margin = state.margin(player)
    if margin > 0:
        return WIN + margin
    if margin < 0:
        return margin - WIN
    return 0.0
