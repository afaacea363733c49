"""Games that others have played: replayed by our rules, and positions drawn from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import NamedTuple

from plyscope.core import squares
from plyscope.core.errors import InputError, choose
from plyscope.core.game import PASS
from plyscope.core.position import Position, Score
from plyscope.core.positions.chance import check_count, in_turn, shuffled
from plyscope.core.positions.sets import Entry, PositionSet
from plyscope.core.positions.stages import PRESETS, STAGES, stage_of
from plyscope.core.positions.symmetry import canonical
from plyscope.core.rules import turned_discs


class Skipped(NamedTuple):
    """What of a file could not be read, and why."""

    number: int
    """Of the game, line or record, from 1; 0 for the file as a whole."""
    reason: str


@dataclass(frozen=True)
class RecordedGame:
    """A game of a file, which may have been given up before its end."""

    source: str
    """The file's name."""
    number: int
    """Its place in the file, from 1."""
    start: Position
    moves: tuple[str, ...]
    """The squares played on; forced passes are not among them."""
    final: Position

    @property
    def is_finished(self) -> bool:
        """Was it played to the end?"""
        return self.final.is_over

    @property
    def score(self) -> Score:
        """The score as it is recorded by custom: the empty squares of a finished game count for the winner."""
        black, white = self.final.score
        empty = self.final.size**2 - black - white
        if not self.final.is_over or not empty:
            return Score(black, white)
        if black == white:
            return Score(black + empty // 2, white + empty // 2)
        return Score(black + empty, white) if black > white else Score(black, white + empty)

    def positions(self) -> list[Position]:
        """Every position in which somebody moved or may move, the start included."""
        return replay(self.start, [squares.parse(move, self.start.size) for move in self.moves])


def replay(start: Position, played: Iterable[int | None]) -> list[Position]:
    """The positions of a game from its moves as bit numbers; forced passes are made where they are due.

    Parameters
    ----------
    start : `Position`
    played : iterable of int or None
        None is a pass that was written down: it must be a forced one.

    Examples
    --------
    >>> [position.turn for position in replay(Position.start(8), [19, 18])]
    ['X', 'O', 'X']
    >>> replay(Position.start(8), [19, None])
    Traceback (most recent call last):
    plyscope.core.errors.InputError: illegal move 2, pass, for O: legal are c3, e3, c5
    """
    found = [start]
    for number, square in enumerate(played, start=1):
        if square is None:
            _check(found[-1].must_pass, number, PASS, found[-1])
            found[-1] = found[-1].passed()
            continue
        # A player who must pass turns nothing anywhere, so only then is there need to look for a pass.
        if not _turns(square, found[-1]):
            found[-1] = _to_a_move(found[-1])
            _check(_turns(square, found[-1]), number, squares.name(square, start.size), found[-1])
        found.append(found[-1].play_square(square))
    return [*found[:-1], _to_a_move(found[-1])]


def _turns(square: int, position: Position) -> bool:
    """Is the square empty, and would a disc there turn others? Then the move is legal."""
    is_taken = (position.black | position.white) >> square & 1
    return not is_taken and bool(turned_discs(square, position.mover, position.other, position.size))


def _check(is_legal: bool, number: int, move: str, position: Position) -> None:
    if not is_legal:
        legal = ", ".join(position.options()) or "none, the game is over"
        raise InputError(f"illegal move {number}, {move}, for {position.turn}: legal are {legal}")


def _to_a_move(position: Position) -> Position:
    """The position after the pass that is due, if one is."""
    return position.passed() if position.must_pass else position


def draw(
    games: Sequence[RecordedGame], *, stage: str | None = None, count: int = 200, seed: int = 1, name: str = "games"
) -> PositionSet:
    """Draw positions from games: unfinished ones with a move, no two the same up to symmetry and colours.

    The disc counts take turns, so that they are spread evenly; a game gives more than one position only by chance.

    Parameters
    ----------
    games : sequence of `RecordedGame`
    stage : str, optional
        Only positions of this stage.
    count : int
        At most so many; fewer if the games do not have them.
    seed : int
        Of the draw.

    Examples
    --------
    >>> from plyscope.core.positions.transcripts import parse_transcripts
    >>> games, _ = parse_transcripts(["f5d6c3d3c4f4c5b3c2e3d2"], "mine")
    >>> [entry.position.disc_count for entry in draw(games, stage="middle", count=3)]
    [11, 13, 15]
    """
    check_draw(stage=stage, count=count, seed=seed)
    found = _find(games, _places(games, stage), count, Random(seed))
    ordered = sorted(found, key=lambda taken: taken[0].disc_count)
    entries = [Entry(str(n), place, stage_of(place), note) for n, (place, note) in enumerate(ordered, start=1)]
    sources = ", ".join(dict.fromkeys(game.source for game in games))
    chosen = f"stage {stage}" if stage else "every stage"
    return PositionSet(
        name,
        f"Positions of recorded games, {chosen}: no two the same up to symmetry and colours",
        f"{sources}: {len(games)} games, seed {seed}, count {count}",
        tuple(entries),
    )


def check_draw(*, stage: str | None, count: int, seed: int) -> None:
    """Refuse what `draw` would refuse, before the games are read."""
    check_count("count", count, 1)
    check_count("seed", seed, 0)
    if stage is not None:
        choose("stage", stage, STAGES)


def _places(games: Sequence[RecordedGame], stage: str | None) -> list[tuple[int, int]]:
    """Each disc count of the stage that a game reached, with the game's number in the list."""
    places = []
    for number, game in enumerate(games):
        for discs in range(game.start.disc_count, game.final.disc_count + 1):
            if stage is None or PRESETS["liao"].at(discs, game.start.size) == stage:
                places.append((discs, number))
    return places


def _find(
    games: Sequence[RecordedGame], places: list[tuple[int, int]], count: int, random: Random
) -> list[tuple[Position, str]]:
    """Up to `count` positions with their sources: disc counts take turns, the games of one in an order of chance."""
    by_discs = [shuffled(random, list(same)) for _, same in groupby(sorted(places), key=lambda place: place[0])]
    turns = deque(deque(same) for same in in_turn(by_discs, count))
    found: dict[str, tuple[Position, str]] = {}
    while turns and len(found) < count:
        turn = turns.popleft()
        taken = _take(games, turn, found)
        if taken:
            found[canonical(taken[0])] = taken
            turns.append(turn)
    return list(found.values())


def _take(
    games: Sequence[RecordedGame], turn: deque[tuple[int, int]], found: dict[str, tuple[Position, str]]
) -> tuple[Position, str] | None:
    """The next position of this turn's disc count that is new and has a move."""
    while turn:
        discs, number = turn.popleft()
        game = games[number]
        moves = [squares.parse(move, game.start.size) for move in game.moves[: discs - game.start.disc_count]]
        position = replay(game.start, moves)[-1]
        if not position.is_over and canonical(position) not in found:
            return position, f"{game.source} game {game.number}"
    return None
