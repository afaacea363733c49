"""The WTHOR database of expert games (French Othello Federation), one ``.wtb`` file a year.

A header of 16 bytes (the number of games at byte 4, a little-endian int32; the year of the games at byte 10; the board
size at byte 12, 0 for 8) is followed by 68 bytes a game: the numbers of tournament, black and white player (uint16),
black's score as played and with perfect play from some point on (a byte each), and 60 moves of a byte each, 0 for none.
Passes are not stored, and the empty squares at the end count for the winner.

A move is 10 * row + column, both from 1. Replaying cannot tell rows from columns: the start is its own mirror image in
the main diagonal, so each game is legal both ways. But every game of the years 1986, 2004 and 2018 begins with 56: with
the row first that is f5, the square on which published games are customarily turned to begin.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plyscope.core import squares
from plyscope.core.errors import InputError
from plyscope.core.position import Position
from plyscope.core.positions.files import read_bytes
from plyscope.core.positions.games import RecordedGame, Skipped, replay

HEADER = struct.Struct("<4Bi2H4B")
RECORD = struct.Struct("<3H2B60s")
SIZE = 8


@dataclass(frozen=True)
class WthorGame(RecordedGame):
    """A game of the database."""

    tournament: int
    black_player: int
    white_player: int
    recorded_score: int
    """Black's score as the database has it."""
    best_score: int
    """Black's score had both played perfectly from the depth on that the file's header gives."""

    @property
    def is_score_right(self) -> bool:
        """Does the replayed game end with the recorded score? One that was given up often does not."""
        return self.score.black == self.recorded_score


@dataclass(frozen=True)
class WthorFile:
    """What a file of the database holds."""

    name: str
    year: int
    games: tuple[WthorGame, ...]
    skipped: tuple[Skipped, ...]
    """The games that could not be read; number 0 stands for the file as a whole."""

    @property
    def differing(self) -> tuple[WthorGame, ...]:
        """The games that were read but do not end with the recorded score."""
        return tuple(game for game in self.games if not game.is_score_right)


def read_wthor(path: str | Path) -> WthorFile:
    """Read a ``.wtb`` file. What is damaged is skipped with its number and the reason; the rest is read.

    Parameters
    ----------
    path : str or Path
        A file that exists.
    """
    return parse_wthor(read_bytes(path), Path(path).name)


def parse_wthor(content: bytes, name: str) -> WthorFile:
    """Read the content of a ``.wtb`` file.

    Examples
    --------
    >>> header = HEADER.pack(20, 24, 1, 1, 2, 0, 2024, 8, 0, 0, 0)
    >>> game = RECORD.pack(1, 2, 3, 32, 32, bytes([56, 64, 33]))
    >>> read = parse_wthor(header + game + game[:40], "WTH_2024.wtb")
    >>> [game.moves for game in read.games]
    [('f5', 'd6', 'c3')]
    >>> read.skipped
    (Skipped(number=2, reason='40 bytes instead of 68: the file ends here'),)
    """
    games: list[WthorGame] = []
    skipped: list[Skipped] = []
    try:
        count, year = _read_header(content)
    except InputError as error:
        return WthorFile(name, 0, (), (Skipped(0, str(error)),))
    for number, record in _records(content, count):
        try:
            games.append(_read_game(record, name, number))
        except InputError as error:
            skipped.append(Skipped(number, str(error)))
    skipped += _amiss(content, count)
    return WthorFile(name, year, tuple(games), tuple(skipped))


def _read_header(content: bytes) -> tuple[int, int]:
    """The number of games and their year."""
    if len(content) < HEADER.size:
        raise InputError(f"{len(content)} bytes: a file of the database begins with {HEADER.size}")
    *_, count, _, year, size, _, _, _ = HEADER.unpack_from(content)
    if size not in (0, SIZE):
        raise InputError(f"board size {size} in the header: only games on 8x8 can be read")
    if count < 0:
        raise InputError(f"{count} games in the header: it is damaged, or this is no file of the database")
    return int(count), int(year)


def _records(content: bytes, count: int) -> Iterator[tuple[int, bytes]]:
    """The games that the header counts, as far as the file goes, each with its number; the last may be too short."""
    starts = range(HEADER.size, len(content), RECORD.size)
    for number, start in enumerate(starts[:count], start=1):
        yield number, content[start : start + RECORD.size]


def _amiss(content: bytes, count: int) -> list[Skipped]:
    """What the header and the length of the file disagree about, beyond a record cut off."""
    present = -(-(len(content) - HEADER.size) // RECORD.size)
    if present < count:
        return [Skipped(0, f"games {present + 1} to {count} of the header are missing: the file ends before them")]
    if present > count:
        return [Skipped(0, f"{len(content) - HEADER.size - count * RECORD.size} bytes after the last of {count} games")]
    return []


def _read_game(record: bytes, name: str, number: int) -> WthorGame:
    if len(record) < RECORD.size:
        raise InputError(f"{len(record)} bytes instead of {RECORD.size}: the file ends here")
    tournament, black, white, score, best, moves = RECORD.unpack(record)
    played = [_square(code, place) for place, code in enumerate(moves.rstrip(b"\0"), start=1)]
    final = replay(Position.start(SIZE), played)[-1]
    names = tuple(squares.name(square, SIZE) for square in played)
    return WthorGame(name, number, Position.start(SIZE), names, final, tournament, black, white, score, best)


def _square(code: int, place: int) -> int:
    """The bit number of a stored move."""
    row, column = divmod(code, 10)
    if not (1 <= row <= SIZE and 1 <= column <= SIZE):
        raise InputError(f"move {place} is stored as {code}: it must be 10 * row + column, from 11 to 88")
    return squares.index(row - 1, column - 1, SIZE)
