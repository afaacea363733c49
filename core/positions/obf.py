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
from plyscope.core.positions.files import read_lines
from plyscope.core.positions.games import Skipped
from plyscope.core.positions.sets import Entry, PositionSet
from plyscope.core.positions.stages import stage_of

_PROBLEM = re.compile(r"([-.XO*]{64})\s+([XO*])\s*", re.IGNORECASE)
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
    return parse_obf(read_lines(path))


def parse_obf(lines: Iterable[str]) -> Problems:
    """Read lines of one problem each; a bad line is skipped with its number and the reason.

    Examples
    --------
    >>> start = Position.start(8).to_text()
    >>> problems, skipped = parse_obf([f"{start}; d3:+0; c4:+0; by hand;", "XO X"])
    >>> problems[0].scores, problems[0].annotations
    ({'d3': 0, 'c4': 0}, ('d3:+0', 'c4:+0', 'by hand'))
    >>> skipped
    (Skipped(number=2, reason="'XO X' is no problem: give 64 squares of -XO, a space, and X or O"),)
    """
    problems: list[Problem] = []
    skipped: list[Skipped] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith(("#", "%")):
            continue
        try:
            problems.append(_read_problem(number, line))
        except InputError as error:
            skipped.append(Skipped(number, str(error)))
    return Problems(tuple(problems), tuple(skipped))


def _read_problem(number: int, line: str) -> Problem:
    body, *rest = line.split(";")
    match = _PROBLEM.fullmatch(body.strip())
    if not match:
        short = body.strip() if len(body.strip()) <= 30 else body.strip()[:27] + "..."
        raise InputError(f"{short!r} is no problem: give 64 squares of -XO, a space, and X or O")
    board, side = (text.upper().replace("*", "X") for text in match.groups())
    return Problem(number, Position.from_text(board, side), tuple(text.strip() for text in rest if text.strip()))


def problem_set(problems: Iterable[Problem], *, name: str = "problems") -> PositionSet:
    """The problems as a position set; their annotations become the notes."""
    entries = tuple(
        Entry(str(number), problem.position, stage_of(problem.position), "; ".join(problem.annotations))
        for number, problem in enumerate(problems, start=1)
    )
    return PositionSet(name, f"Problems from {name}", name, entries)
