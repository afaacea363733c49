"""OBF problems: a position a line, with what is known about its moves.

A line is 64 characters (``X`` or ``*`` black, ``O`` white, ``-`` or ``.`` empty), a space, the side to move, and any
number of annotations after semicolons, most often moves with their scores: ``... X; g8:+12; h1:+2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from plyscope.core.errors import InputError
from plyscope.core.position import Position
from plyscope.core.positions.files import check_text, read_foreign_lines
from plyscope.core.positions.games import Skipped
from plyscope.core.positions.sets import Entry, PositionSet
from plyscope.core.positions.stages import stage_of

_SQUARES, _SIDES = tuple("-.XO*"), tuple("XO*")
_SCORE = re.compile(r"\s*([a-h][1-8]|pass)\s*:\s*([+-]?\d+)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """A position and what its line says about it."""

    number: int
    """Its line in the file, from 1."""
    position: Position
    annotations: tuple[str, ...]
    """What stood after the position, as it was written."""

    @property
    def scores(self) -> dict[str, int]:
        """The annotations that give a move its score, for the side to move."""
        found = (_SCORE.fullmatch(text) for text in self.annotations)
        return {match[1].lower(): int(match[2]) for match in found if match}


class Problems(NamedTuple):
    """The problems of a file, and the lines that could not be read."""

    problems: tuple[Problem, ...]
    skipped: tuple[Skipped, ...]


def read_obf(path: str | Path) -> Problems:
    """Read a file of one problem a line; empty lines and lines that begin with ``#`` or ``%`` are comments."""
    return parse_obf(read_foreign_lines(path))


def parse_obf(lines: Iterable[str]) -> Problems:
    """Read lines of one problem each; a bad line is skipped with its number and the reason.

    Examples
    --------
    >>> start = Position.start(8).to_text()
    >>> problems, skipped = parse_obf([f"{start}; d3:+0; c4:+0; by hand;", "XO X"])
    >>> problems[0].scores, problems[0].annotations
    ({'d3': 0, 'c4': 0}, ('d3:+0', 'c4:+0', 'by hand'))
    >>> skipped
    (Skipped(number=2, reason='a board of 2 squares: it must have 64'),)
    """
    problems: list[Problem] = []
    skipped: list[Skipped] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith(("#", "%")):
            continue
        try:
            problems.append(_read_problem(number, check_text(line)))
        except InputError as error:
            skipped.append(Skipped(number, str(error)))
    return Problems(tuple(problems), tuple(skipped))


def _read_problem(number: int, line: str) -> Problem:
    body, *rest = line.split(";")
    board, *words = body.split() or [""]
    _check_board(board)
    _check_side(words)
    board, side = (text.upper().replace("*", "X") for text in (board, words[0]))
    return Problem(number, Position.from_text(board, side), tuple(text.strip() for text in rest if text.strip()))


def _check_board(board: str) -> None:
    for place, letter in enumerate(board, start=1):
        if letter.upper() not in _SQUARES:
            raise InputError(f"square {place} of the board is {letter!r}: use X or * for black, O for white, - or .")
    if len(board) != 64:
        raise InputError(f"a board of {len(board)} squares: it must have 64")


def _check_side(words: list[str]) -> None:
    """Is the side to move all that stands between the board and the first semicolon?"""
    if not words:
        raise InputError("no side to move: give X or O after the board and a space")
    if words[0].upper() not in _SIDES:
        raise InputError(f"side to move {_short(words[0])!r}: use X or O")
    if words[1:]:
        raise InputError(f"{_short(words[1])!r} after the side to move: a note begins with a semicolon")


def _short(word: str) -> str:
    return word if len(word) <= 20 else word[:17] + "..."


def problem_set(problems: Iterable[Problem], *, name: str = "problems") -> PositionSet:
    """The problems as a position set; their annotations become the notes."""
    entries = tuple(
        Entry(str(number), problem.position, stage_of(problem.position), "; ".join(problem.annotations))
        for number, problem in enumerate(problems, start=1)
    )
    return PositionSet(name, f"Problems from {name}", name, entries)
