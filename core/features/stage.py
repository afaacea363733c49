"""How far the game is, by the discs on the board."""

from __future__ import annotations

from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.features.counting import disc_count

EARLY_DISCS, MIDDLE_DISCS = 10, 45
"""The most discs of the first two stages on 8x8 (report `liao`), as in `plyscope.core.positions.stages`."""


@compiled_as_written
def is_past(me: int, opp: int, board: int, discs: int) -> bool:
    """Are there more discs than so many on 8x8? On other boards the bound is scaled with the squares and rounded.

    Examples
    --------
    >>> from plyscope import Position
    >>> start = Position.start(6)
    >>> [is_past(start.black, start.white, 2**64 - 1, bound) for bound in (3, 4)]
    [True, False]
    """
    # Halves up, in whole numbers: a bound of 5.5 squares is 6.
    return disc_count(me | opp) > (2 * discs * disc_count(board) + 64) // 128


@compiled_as_written
def stage(me: int, opp: int, board: int) -> int:
    """The stage of the game: 0 early, 1 middle, 2 late, as `stage_of` names them.

    Examples
    --------
    >>> from plyscope import Position
    >>> start = Position.start(8)
    >>> stage(start.black, start.white, 2**64 - 1)
    0
    """
    if is_past(me, opp, board, MIDDLE_DISCS):
        return 2
    return 1 if is_past(me, opp, board, EARLY_DISCS) else 0
