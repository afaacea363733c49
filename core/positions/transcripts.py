"""Transcripts: one game a line, ``f5d6c3...``, forced passes left out or written as ``pass``.

Some programs set up the start with the colours of the centre exchanged. A game from there begins on c5, d6, e3 or f4
and is mirrored, column by column, to a game from our start, which is the same game.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from plyscope.core import squares
from plyscope.core.errors import InputError
from plyscope.core.game import PASS
from plyscope.core.notation import read_moves
from plyscope.core.position import Position
from plyscope.core.positions.files import check_text, read_foreign_lines
from plyscope.core.positions.games import RecordedGame, Skipped, replay


class Transcripts(NamedTuple):
    """The games of a file, and the lines that could not be read."""

    games: tuple[RecordedGame, ...]
    skipped: tuple[Skipped, ...]


def read_transcripts(path: str | Path, *, size: int = 8) -> Transcripts:
    """Read a file of one game a line; empty lines and lines that begin with ``#`` are comments."""
    return parse_transcripts(read_foreign_lines(path), Path(path).name, size=size)


def parse_transcripts(lines: Iterable[str], name: str, *, size: int = 8) -> Transcripts:
    """Read lines of one game each; a line with an illegal game is skipped with its number and the reason.

    Examples
    --------
    >>> games, skipped = parse_transcripts(["F5 d6 c3", "f5f5", "c5 e6 f3"], "mine")
    >>> [game.moves for game in games]
    [('f5', 'd6', 'c3'), ('f5', 'd6', 'c3')]
    >>> skipped
    (Skipped(number=2, reason='illegal move 2, f5, for O: legal are f4, d6, f6'),)
    """
    start = Position.start(size)
    games: list[RecordedGame] = []
    skipped: list[Skipped] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            games.append(_read_game(check_text(line), name, number, start))
        except InputError as error:
            skipped.append(Skipped(number, str(error)))
    return Transcripts(tuple(games), tuple(skipped))


def _read_game(line: str, name: str, number: int, start: Position) -> RecordedGame:
    written = [None if move == PASS else squares.parse(move, start.size) for move in read_moves(line)]
    played = _from_our_start(written, start)
    final = replay(start, played)[-1]
    names = tuple(squares.name(square, start.size) for square in played if square is not None)
    return RecordedGame(name, number, start, names, final)


def _from_our_start(played: list[int | None], start: Position) -> list[int | None]:
    """The game mirrored, if its first move is legal only from the start with exchanged colours."""
    mirrored = [_mirrored(square, start.size) for square in played]
    return mirrored if _is_first(mirrored[0], start) and not _is_first(played[0], start) else played


def _is_first(square: int | None, start: Position) -> bool:
    return square is not None and bool(start.legal_squares >> square & 1)


def _mirrored(square: int | None, size: int) -> int | None:
    if square is None:
        return None
    row, column = divmod(square, squares.stride(size))
    return squares.index(row, size - 1 - column, size)
