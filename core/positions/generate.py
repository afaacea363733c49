"""Positions that look like play: games of random moves mixed with shallow searches, from a seed.

Each position comes from a game of its own, so that no two share a past beyond chance. The disc counts of a stage take
turns, so that they are spread evenly; a disc count at which `PATIENCE` games in a row bring nothing new is left out of
the later turns (there is one position of 5 discs up to symmetry, and there are three of 6).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from functools import cache
from random import Random

from plyscope.core.position import Position, opponent
from plyscope.core.positions.chance import check_count, in_turn, pick
from plyscope.core.positions.sets import Entry, PositionSet
from plyscope.core.positions.stages import PRESETS, STAGES
from plyscope.core.positions.symmetry import canonical
from plyscope.core.rules import legal_squares
from plyscope.core.search import AlphaBeta
from plyscope.core.squares import check_size, index

VERSION = 1
"""Of the positions: to be raised when the same seed gives others."""
PATIENCE = 400
RANDOM_SHARES = (0.2, 0.4, 0.7)
"""How often a player moves at random; drawn for each player of each game."""
DEPTHS = (1, 1, 1, 2)
"""How far a player looks ahead; drawn for each player of each game."""

Chooser = Callable[[Position], str]

# -- what the players value: their own, so that a change of a built-in heuristic changes no position -----------------


def _discs(position: Position, player: Hashable) -> float:
    """Discs."""
    return position.margin(player)


def _moves(position: Position, player: Hashable) -> float:
    """Legal moves, whoever is to move."""
    own, others = position.discs(player), position.discs(opponent(player))
    here, there = legal_squares(own, others, position.size), legal_squares(others, own, position.size)
    return float(here.bit_count() - there.bit_count())


def _places(position: Position, player: Hashable) -> float:
    """Corners, not the squares diagonally before them, and moves."""
    corners, before = _corners(position.size)
    own, others = position.discs(player), position.discs(opponent(player))
    gained = (own & corners).bit_count() - (others & corners).bit_count()
    risked = (own & before).bit_count() - (others & before).bit_count()
    return 10.0 * gained - 4.0 * risked + _moves(position, player)


@cache
def _corners(size: int) -> tuple[int, int]:
    """The corners, and the squares diagonally before them."""
    found = []
    for ends in ((0, size - 1), (1, size - 2)):
        found.append(sum(1 << index(row, column, size) for row in ends for column in ends))
    return found[0], found[1]


EVALUATIONS = (_places, _moves, _discs)

# -- games to positions ------------------------------------------------------------------------------------------------


def make_stages(size: int = 8, count: int = 100, seed: int = 1) -> PositionSet:
    """Make a set of `count` positions of each stage, or of as many as there are.

    Every position is reachable, unfinished, and has a move for the side to move. No two are the same up to the eight
    symmetries of the board and the colours (see `plyscope.core.positions.symmetry.canonical`).

    Examples
    --------
    >>> made = make_stages(size=6, count=4, seed=1)
    >>> [(entry.stage, entry.position.disc_count) for entry in made.of("middle")]
    [('middle', 7), ('middle', 13), ('middle', 19), ('middle', 25)]
    >>> made == make_stages(size=6, count=4, seed=1)
    True
    """
    check_size(size)
    check_count("count", count, 1)
    random = Random(check_count("seed", seed, 0))
    found: list[Entry] = []
    for stage in STAGES:
        places = sorted(_fill(size, stage, count, random), key=lambda position: position.disc_count)
        found += [Entry(str(number), place, stage) for number, place in enumerate(places, start=len(found) + 1)]
    return PositionSet(
        f"stages-{size}x{size}",
        f"Positions of every stage on {size}x{size}: seeded mixed play, no two the same up to symmetry and colours",
        f"plyscope positions make --seed {seed} --size {size} --count {count} (generator version {VERSION})",
        tuple(found),
    )


def _fill(size: int, stage: str, count: int, random: Random) -> list[Position]:
    """Up to `count` positions of one stage, its disc counts in turn."""
    found: dict[str, Position] = {}
    turns = deque(in_turn(PRESETS["liao"].disc_counts(stage, size), count))
    while turns and len(found) < count:
        discs = turns.popleft()
        for _ in range(PATIENCE):
            position = _play_to(discs, size, random)
            if position and canonical(position) not in found:
                found[canonical(position)] = position
                turns.append(discs)
                break
    return list(found.values())


def _play_to(discs: int, size: int, random: Random) -> Position | None:
    """Play a game until `discs` are on the board and the side to move has a move; None if it never comes to that."""
    position = Position.start(size)
    players = {"X": _player(random), "O": _player(random)}
    while not position.is_over and position.disc_count <= discs:
        if position.must_pass:
            position = position.passed()
        elif position.disc_count == discs:
            return position
        else:
            position = position.play(players[position.turn](position))
    return None


def _player(random: Random) -> Chooser:
    """A player who moves at random now and then, and as a shallow search tells otherwise."""
    search = AlphaBeta(pick(random, EVALUATIONS), pick(random, DEPTHS))
    share = pick(random, RANDOM_SHARES)

    def choose(position: Position) -> str:
        if random.random() < share:
            return pick(random, position.legal_moves)
        return str(search.next_move(position).move)

    return choose
