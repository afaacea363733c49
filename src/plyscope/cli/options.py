"""Options that several commands share, and how they become objects."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyscope.core.errors import InputError, choose

if TYPE_CHECKING:
    from plyscope.core.dialect import Dialect
    from plyscope.core.position import Position


def whole_number(text: str | int) -> int:
    """Read a whole number; Typer's own message would not name the value."""
    if isinstance(text, int):
        return text
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text, re.ASCII):
        raise typer.BadParameter(f"{text!r} is no whole number")
    return int(text)


def number_between(low: int, high: int) -> Callable[[str | int], int]:
    """Read a whole number within limits."""

    def number(text: str | int) -> int:
        value = whole_number(text)
        if not low <= value <= high:
            raise typer.BadParameter(f"{value} is not from {low} to {high}")
        return value

    return number


Size = Annotated[int, typer.Option(help="Board size, even, 4 to 24.", parser=whole_number, metavar="N")]
OptionalSize = Annotated[
    int | None,
    typer.Option(
        help="Board size, even, 4 to 24.",
        parser=whole_number,
        metavar="N",
        show_default="the position's, else 8",
    ),
]
Variant = Annotated[str, typer.Option(help="reversi (most discs win) or reversed (fewest win).")]
Depth = Annotated[int, typer.Option(help="Plies ahead of the root.", parser=whole_number, metavar="D")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Backend = Annotated[str, typer.Option(help="compiled or reference.")]
Algorithm = Annotated[str, typer.Option(help="minimax, alphabeta or dong.")]
HeuristicName = Annotated[str, typer.Option(help="A built-in name, or file.py:name for your own.")]
DialectName = Annotated[str, typer.Option(help="standard, liao, toronto, uam or li.")]
Cutoff = Annotated[str | None, typer.Option(help="strict (>) or inclusive (>=).", show_default="the dialect's")]
Root = Annotated[str | None, typer.Option(help="Root window: fresh or shared.", show_default="the dialect's")]
NoMove = Annotated[
    str | None, typer.Option(help="Without a move: pass, skip, leaf or end.", show_default="the dialect's")
]
Terminal = Annotated[
    str | None, typer.Option(help="A finished game's value: outcome or heuristic.", show_default="the dialect's")
]
Order = Annotated[
    str | None,
    typer.Option(help="natural, reversed, shuffled:SEED, table or oracle.", show_default="the dialect's"),
]


def make_dialect(
    name: str, cutoff: str | None, root: str | None, no_move: str | None, terminal: str | None, order: str | None
) -> Dialect:
    """A preset with the options that were given."""
    from plyscope.core.dialect import dialect

    return dialect(name, cutoff=cutoff, root=root, no_move=no_move, terminal=terminal, order=order)


def make_position(
    text: str | None, to_move: str | None, size: int | None, variant: str, no_move: str = "pass"
) -> Position:
    """The position of ``--position``, or the start."""
    from plyscope.core.position import BLACK, WHITE, Position

    side = None if to_move is None else choose("side to move", to_move.upper(), (BLACK, WHITE))
    if text is not None:
        return Position.from_text(text, side, size, variant, no_move)
    if side == WHITE:
        raise InputError("side to move 'O': in the start position X moves; give --position for another")
    return Position.start(8 if size is None else size, variant, no_move)


def show_value(value: float) -> str:
    """A value for people: a won game by its margin, everything else as a number."""
    from plyscope.core.game import WIN

    if abs(value) >= WIN:
        return f"{'won' if value > 0 else 'lost'} by {abs(value) - WIN:g}"
    return f"{value:g}"


def print_json(content: Any) -> None:
    """One line of JSON; numbers that JSON lacks are refused."""
    sys.stdout.write(json.dumps(content, allow_nan=False) + "\n")


@contextmanager
def heuristic_errors(*heuristics: str) -> Iterator[None]:
    """Tell in one line what a user's own heuristic raises; where all are built in, an error is a defect of ours."""
    from plyscope.core.heuristics import names

    own = [name for name in heuristics if name not in names()]
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        if not own:
            raise
        message = f"heuristic {' or '.join(own)} raised {type(error).__name__}: {error}"
        raise InputError(f"{message} in {_place(error, own)}") from error


def _place(error: Exception, own: list[str]) -> str:
    """Where a heuristic raised: as it noted itself, or the last line of the user's file."""
    from plyscope.core.heuristics.base import raised_at

    noted: list[str] = getattr(error, "__notes__", [])
    return noted[0] if noted else raised_at(error, own[0].rpartition(":")[0])
