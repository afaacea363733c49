"""A game between two players, move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyscope.core.game import PASS
from plyscope.core.position import BLACK, Position, Score
from plyscope.core.search import BestMove

Player = Callable[[Position], BestMove]
"""Anything that chooses a move in a position; a search's `next_move` is one."""


@dataclass(frozen=True)
class Game:
    """A finished game."""

    start: Position
    moves: tuple[str, ...]
    """Every ply, passes included."""
    final: Position

    @property
    def score(self) -> Score:
        """Discs at the end."""
        return self.final.score

    @property
    def plies(self) -> int:
        """Moves and passes."""
        return len(self.moves)

    @property
    def winner(self) -> str | None:
        """The side that won, by the rules of the variant; None for a draw."""
        return self.final.winner


def play_match(start: Position, black: Player, white: Player) -> Game:
    """Let two players play a game to its end. A player who must pass is asked too, as in any other position.

    Examples
    --------
    >>> from plyscope import AlphaBeta
    >>> player = AlphaBeta("discs", depth=1).next_move
    >>> game = play_match(Position.start(4), player, player)
    >>> game.score, game.plies
    (Score(black=5, white=11), 12)
    """
    position, moves = start, []
    while not position.is_over:
        player = black if position.turn == BLACK else white
        move = player(position).move
        # A search that values a node without a move as a leaf has nothing to choose there: the game passes anyway.
        moves.append(PASS if move is None and position.must_pass else str(move))
        position = position.play(moves[-1])
    return Game(start, tuple(moves), position)
