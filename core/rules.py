"""What may be played and what it turns: the readable rules, the oracle of the compiled ones.

A ray is walked for the whole board at once: the set of squares that a walk has reached moves one step in one direction,
over the opponent's discs, until it stands on an empty square (a legal move) or on an own disc (the discs between turn).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from plyscope.core.errors import choose
from plyscope.core.squares import board_mask, stride

VARIANTS = ("reversi", "reversed")
NO_MOVE_RULES = ("pass", "end")

Step = Callable[[int], int]


@dataclass(frozen=True)
class Rules:
    """What decides a game beyond the flips.

    Examples
    --------
    >>> Rules("reversed").sign
    -1
    """

    variant: str = "reversi"
    """`reversi`: most discs win. `reversed`: fewest discs win."""
    no_move: str = "pass"
    """`pass`: a player without a move hands the move over. `end`: the game is over (`toronto`)."""

    def __post_init__(self) -> None:
        choose("variant", self.variant, VARIANTS)
        choose("rule without a move", self.no_move, NO_MOVE_RULES)

    @property
    def sign(self) -> int:
        """+1 if discs are worth having at the end, -1 if not."""
        return 1 if self.variant == "reversi" else -1


@lru_cache
def steps(size: int) -> tuple[Step, ...]:
    """The eight directions as functions that move a set of squares one step and drop what leaves the board."""
    width = stride(size)
    board = board_mask(size)
    first_column = sum(1 << (width * row) for row in range(size))
    not_first = board & ~first_column
    not_last = board & ~(first_column << (size - 1))
    return (
        lambda s: (s << 1) & not_first,
        lambda s: (s >> 1) & not_last,
        lambda s: (s << width) & board,
        lambda s: s >> width,
        lambda s: (s << (width + 1)) & not_first,
        lambda s: (s >> (width + 1)) & not_last,
        lambda s: (s << (width - 1)) & not_last,
        lambda s: (s >> (width - 1)) & not_first,
    )


def legal_squares(mover: int, other: int, size: int) -> int:
    """The squares on which `mover` may play."""
    empty = board_mask(size) & ~(mover | other)
    found = 0
    for step in steps(size):
        reached = step(mover) & other
        while reached:
            reached = step(reached)
            found |= reached & empty
            reached &= other
    return found


def turned_discs(square: int, mover: int, other: int, size: int) -> int:
    """The discs of `other` that `mover` turns by playing on the bit number `square`."""
    turned = 0
    for step in steps(size):
        line = 0
        reached = step(1 << square)
        while reached & other:
            line |= reached
            reached = step(reached)
        if reached & mover:
            turned |= line
    return turned
