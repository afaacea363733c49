"""Which part of a game a position belongs to: one definition for every study, and the reports' own as presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyscope.core.errors import choose
from plyscope.core.squares import check_size

if TYPE_CHECKING:
    from plyscope.core.position import Position

STAGES = ("early", "middle", "late")
"""The stages of the default preset, in the order of play."""
_START_DISCS, _SQUARES = 4, 64


@dataclass(frozen=True)
class Stages:
    """A report's division of the game by the number of discs on the board.

    Examples
    --------
    >>> PRESETS["liao"].last_discs(8), PRESETS["liao"].last_discs(6), PRESETS["liao"].last_discs(10)
    ((10, 45), (6, 25), (16, 70))
    """

    names: tuple[str, ...]
    last: tuple[int, ...]
    """The most discs of each stage but the last, on 8x8."""
    is_scaled: bool
    """Do the bounds grow with the number of squares? Otherwise they hold on every board, as printed."""
    source: str

    def last_discs(self, size: int) -> tuple[int, ...]:
        """The most discs of each stage but the last; a scaled bound is rounded to the nearest, halves up."""
        squares = check_size(size) ** 2
        if not self.is_scaled:
            return self.last
        return tuple((2 * bound * squares + _SQUARES) // (2 * _SQUARES) for bound in self.last)

    def at(self, discs: int, size: int) -> str:
        """The stage of a board with this many discs."""
        return self.names[sum(discs > bound for bound in self.last_discs(size))]

    def disc_counts(self, stage: str, size: int) -> range:
        """The disc counts of a stage, from the start to the last empty square; empty if the board has no such stage.

        Examples
        --------
        >>> PRESETS["liao"].disc_counts("late", 6)
        range(26, 36)
        >>> list(PRESETS["liao"].disc_counts("early", 4))
        []
        """
        number = self.names.index(choose("stage", stage, self.names))
        bounds = (_START_DISCS - 1, *self.last_discs(size), size * size - 1)
        return range(max(bounds[number] + 1, _START_DISCS), bounds[number + 1] + 1)


PRESETS = {
    "liao": Stages(STAGES, (10, 45), True, "early: at most 10 discs, late: more than 45"),
    "li": Stages(("one", "two"), (34,), True, "stage = int((discs - 5) / 30)"),
    # The report does not define its step, which it counts on the board: the discs there, in our reading.
    "dong": Stages(STAGES, (15, 55), False, "step < 16, 16 <= step < 56, else; step = discs"),
    "uam": Stages(STAGES, (23, 43), False, "turn < 20, 20 <= turn < 40, else; turn = discs - 4"),
}
"""By report. `liao` and `li` scale with the board; the others hold as printed: `uam` is never late on 6x6."""


def stage_of(position: Position, preset: str = "liao") -> str:
    """The stage of a position: `early`, `middle` or `late`, or as the preset names them.

    Early is at most 10 discs on 8x8, late more than 45 (report `liao`). On other boards the bounds are multiplied by
    squares / 64 and rounded to the nearest, halves up: 6 and 25 on 6x6. On 4x4 the early bound (3) is below the start,
    so its games begin in the middle.

    Examples
    --------
    >>> from plyscope.core.position import Position
    >>> stage_of(Position.start(8)), stage_of(Position.from_text("d3c3c4c5b4d2d6"))
    ('early', 'middle')
    >>> stage_of(Position.start(8), "li")
    'one'
    """
    return PRESETS[choose("stages", preset, PRESETS)].at(position.disc_count, position.size)
