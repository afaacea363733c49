"""Position: discs, side to move and rules, as one frozen value."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from plyscope.core import squares
from plyscope.core.errors import InputError, choose
from plyscope.core.game import PASS, State, Successor
from plyscope.core.mixing import fingerprint
from plyscope.core.rules import Rules, legal_squares, turned_discs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

BLACK, WHITE = "X", "O"


class Score(NamedTuple):
    """Discs on the board."""

    black: int
    white: int


@dataclass(frozen=True)
class Position(State):
    """A position of Reversi or Reversed Reversi on an even board from 4x4 to 24x24.

    Examples
    --------
    >>> position = Position.start(8)
    >>> position.legal_moves
    ('d3', 'c4', 'f5', 'e6')
    >>> position.play("d3").score
    Score(black=4, white=1)
    >>> print(Position.start(4))
      a b c d
    1 . . . .
    2 . O X .
    3 . X O .
    4 . . . .
    X to move
    """

    size: int
    black: int
    """Black's discs as a set of squares (see `plyscope.core.squares`)."""
    white: int
    turn: str = BLACK
    """The side to move: `X` (black) or `O` (white)."""
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        squares.check_size(self.size)
        choose("side to move", self.turn, (BLACK, WHITE))
        if self.black & self.white or (self.black | self.white) & ~squares.board_mask(self.size):
            raise InputError("a disc is on two sides or off the board: give each square one disc at most")

    # -- making one ------------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, size: int = 8, variant: str = "reversi", no_move: str = "pass") -> Position:
        """The start: white on the main diagonal of the centre, black on the other, black to move."""
        squares.check_size(size)
        low, high = size // 2 - 1, size // 2
        black = 1 << squares.index(low, high, size) | 1 << squares.index(high, low, size)
        white = 1 << squares.index(low, low, size) | 1 << squares.index(high, high, size)
        return cls(size, black, white, BLACK, Rules(variant, no_move))

    @classmethod
    def from_text(
        cls,
        text: str,
        to_move: str | None = None,
        size: int | None = None,
        variant: str = "reversi",
        no_move: str = "pass",
    ) -> Position:
        """Read a board in rows, a board in one line, or a list of moves from the start.

        See `plyscope.core.notation` for the forms.

        Examples
        --------
        >>> Position.from_text("d3c5f6").turn
        'O'
        >>> Position.from_text(".... .OX. .XO. ....") == Position.start(4)
        True
        """
        from plyscope.core.notation import read_position

        return read_position(text, to_move, size, Rules(variant, no_move))

    @classmethod
    def from_array(
        cls,
        array: ArrayLike,
        to_move: str = BLACK,
        black: int = -1,
        variant: str = "reversi",
        no_move: str = "pass",
    ) -> Position:
        """Read a square array in the reports' coding: black -1, white 1, empty 0 (`toronto`: ``black=1``)."""
        from plyscope.core.notation import read_array

        return read_array(array, to_move, black, Rules(variant, no_move))

    # -- asking it -------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> str:
        """The side to move, `X` or `O`."""
        return self.turn

    def discs(self, player: Hashable) -> int:
        """The discs of a side as a set of squares."""
        return self.black if player == BLACK else self.white

    @property
    def mover(self) -> int:
        """The discs of the side to move."""
        return self.black if self.turn == BLACK else self.white

    @property
    def other(self) -> int:
        """The discs of the side that waits."""
        return self.white if self.turn == BLACK else self.black

    @cached_property
    def legal_squares(self) -> int:
        """The squares on which the side to move may play, as a set."""
        return legal_squares(self.mover, self.other, self.size)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The names of the legal squares, row by row; empty if there is none."""
        return tuple(squares.name(square, self.size) for square in squares.members(self.legal_squares))

    @cached_property
    def is_over(self) -> bool:
        """Can nobody move (or, with ``no_move="end"``, not the side to move)?"""
        if self.legal_squares:
            return False
        return self.rules.no_move == "end" or not legal_squares(self.other, self.mover, self.size)

    @property
    def must_pass(self) -> bool:
        """Has the side to move no square to play on in a game that goes on?"""
        return not self.legal_squares and not self.is_over

    @property
    def score(self) -> Score:
        """Discs of each side."""
        return Score(self.black.bit_count(), self.white.bit_count())

    @property
    def disc_count(self) -> int:
        """Discs on the board."""
        return (self.black | self.white).bit_count()

    @property
    def winner(self) -> str | None:
        """The side that has won a finished game; None for a draw or a game that goes on."""
        if not self.is_over or self.margin(BLACK) == 0:
            return None
        return BLACK if self.margin(BLACK) > 0 else WHITE

    def margin(self, player: Hashable) -> float:
        """The disc difference in the player's favour, by the rules of the variant; empty squares count for nobody."""
        own, others = self.discs(player), self.discs(opponent(player))
        return float(self.rules.sign * (own.bit_count() - others.bit_count()))

    # -- playing ---------------------------------------------------------------------------------------------------

    def play(self, move: str) -> Position:
        """The position after a move, by name; `pass` when there is none."""
        if not isinstance(move, str):
            raise InputError(f"move {move!r}: give the name of a square, such as 'd3'")
        if move.lower() == PASS:
            return self.passed()
        square = squares.parse(move, self.size)
        if not self.legal_squares >> square & 1:
            raise InputError(f"illegal move {move!r} for {self.turn}: legal are {', '.join(self.options()) or 'none'}")
        return self.play_square(square)

    def options(self) -> tuple[str, ...]:
        """What may be played: the legal squares, or `pass`, or nothing when the game is over."""
        return self.legal_moves or ((PASS,) if self.must_pass else ())

    def play_square(self, square: int) -> Position:
        """The position after a legal move, by bit number."""
        turned = turned_discs(square, self.mover, self.other, self.size)
        return self._next(self.mover | turned | 1 << square, self.other & ~turned)

    def passed(self) -> Position:
        """The position after a forced pass."""
        if not self.must_pass:
            why = "the game is over" if self.is_over else f"legal are {', '.join(self.legal_moves)}"
            raise InputError(f"illegal move 'pass' for {self.turn}: {why}")
        return self._next(self.mover, self.other)

    def _next(self, mover: int, other: int) -> Position:
        black, white = (mover, other) if self.turn == BLACK else (other, mover)
        return _unchecked(self.size, black, white, opponent(self.turn), self.rules)

    def successors(self) -> Sequence[Successor]:
        """Each move with the position after it, row by row; a forced pass is the only one then."""
        if self.must_pass:
            return [Successor(PASS, self._next(self.mover, self.other))]
        return [
            Successor(squares.name(square, self.size), self.play_square(square))
            for square in squares.members(self.legal_squares)
        ]

    def fingerprint(self) -> int:
        """A number that depends on the mover's and the waiting side's discs only, equal in the compiled search."""
        return fingerprint(self.mover, self.other, self.size)

    def move_number(self, move: str) -> int:
        """The square's bit number."""
        return squares.parse(move, self.size) if move != PASS else 0

    def with_rules(self, **changes: str) -> Position:
        """The same discs under other rules."""
        return replace(self, rules=replace(self.rules, **changes))

    # -- showing it ------------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """One line: squares as `-XO` row by row, a space, the side to move."""
        cells = (self.at(square) for square in squares.all_squares(self.size))
        return "".join("-" if cell == "." else cell for cell in cells) + " " + self.turn

    def to_array(self, black: int = -1) -> NDArray[Any]:
        """The board in the reports' coding."""
        from plyscope.core.notation import write_array

        return write_array(self, black)

    def at(self, square: int) -> str:
        """`X`, `O` or `.` at a bit number."""
        if self.black >> square & 1:
            return BLACK
        return WHITE if self.white >> square & 1 else "."

    def __str__(self) -> str:
        from plyscope.core.notation import write_rows

        return write_rows(self)

    def _repr_svg_(self) -> str:
        from plyscope.core.board_svg import board_svg

        return board_svg(self)


def opponent(player: Hashable) -> str:
    """The other side."""
    return WHITE if player == BLACK else BLACK


def _unchecked(size: int, black: int, white: int, turn: str, rules: Rules) -> Position:
    """A position made by the rules themselves: what `__post_init__` checks holds already."""
    position = object.__new__(Position)
    position.__dict__.update(size=size, black=black, white=white, turn=turn, rules=rules)
    return position
