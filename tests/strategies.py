"""Positions for tests: by random play from the start, or with discs anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from plyscope.core import squares
from plyscope.core.position import BLACK, WHITE, Position
from plyscope.core.rules import VARIANTS, Rules

SEEDS = st.integers(0, 2**32 - 1)
NEAR_THE_END = 12


def random_game(size: int, seed: int, variant: str = "reversi", no_move: str = "pass") -> list[Position]:
    """Every position of one game of random legal moves, from the start to the end; a pass is a ply."""
    position = Position.start(size, variant, no_move)
    game, choice = [position], Random(seed).choice
    while not position.is_over:
        position = position.play(choice(position.options()))
        game.append(position)
    return game


def moves_of(game: Sequence[Position]) -> list[str]:
    """The moves between the positions of a game."""
    return [next(move for move, after in before.successors() if after == now) for before, now in pairwise(game)]


def random_playout(size: int, plies: int, seed: int, variant: str = "reversi", no_move: str = "pass") -> Position:
    """The position after `plies` random legal moves, the final one if the game is shorter."""
    position = Position.start(size, variant, no_move)
    choice = Random(seed).choice
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(choice(position.options()))
    return position


def sizes(largest: int = squares.LARGEST) -> st.SearchStrategy[int]:
    """Even board sizes, half of them at most 8."""
    small = st.sampled_from([size for size in squares.SIZES if size <= min(largest, 8)])
    return st.one_of(small, st.sampled_from([size for size in squares.SIZES if size <= largest]))


EVERY_SIZE = sizes()


@st.composite
def positions(
    draw: st.DrawFn,
    sizes: st.SearchStrategy[int] = EVERY_SIZE,
    variants: Sequence[str] = VARIANTS,
    no_move: str = "pass",
) -> Position:
    """Reachable positions: anywhere in a game, near its end, finished, or with a forced pass (if its game has one)."""
    size, seed, variant = draw(sizes), draw(SEEDS), draw(st.sampled_from(variants))
    where = draw(st.sampled_from(["anywhere", "near the end", "finished", "pass"]))
    if where == "anywhere":
        return random_playout(size, draw(st.integers(0, size * size - 4)), seed, variant, no_move)
    game = random_game(size, seed, variant, no_move)
    passes = [position for position in game if position.must_pass]
    if where == "finished":
        return game[-1]
    return draw(st.sampled_from(passes if where == "pass" and passes else game[-NEAR_THE_END:]))


@st.composite
def arbitrary_boards(draw: st.DrawFn, sizes: st.SearchStrategy[int] = EVERY_SIZE) -> Position:
    """Any placement of discs, from the empty board to a full one, most of them unreachable."""
    size = draw(sizes)
    percent = st.sampled_from([50, 60, 40, 70, 30, 80, 20, 90, 10, 95, 5, 100, 0])
    occupied, black_share, random = draw(percent), draw(percent), Random(draw(SEEDS))
    sides = {BLACK: 0, WHITE: 0}
    for square in squares.all_squares(size):
        if random.randrange(100) < occupied:
            sides[BLACK if random.randrange(100) < black_share else WHITE] |= 1 << square
    turn, variant = draw(st.sampled_from([BLACK, WHITE])), draw(st.sampled_from(VARIANTS))
    return Position(size, sides[BLACK], sides[WHITE], turn, Rules(variant))
