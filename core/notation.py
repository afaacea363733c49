"""Positions as text and arrays.

Three forms of text are read:

- rows of ``.XO`` (``-`` is a dot too), one to a line or divided by spaces or ``/``; ``str(position)`` can be read back;
- the whole board in one line of ``-XO``, 64 characters for 8x8;
- moves from the start, ``d3c5f6``; spaces may divide them. A forced pass may be written ``pass`` or left out.

A board may be followed by the side to move, ``X`` or ``O``.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING, Any

from plyscope.core import squares
from plyscope.core.errors import InputError
from plyscope.core.game import PASS
from plyscope.core.position import BLACK, WHITE, Position
from plyscope.core.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_MOVE = re.compile(r"pass|[a-z][0-9]+", re.IGNORECASE)
_FORMS = "give rows of .XO, one line of -XO, or moves such as d3c5f6"


def read_position(text: str, to_move: str | None, size: int | None, rules: Rules) -> Position:
    """Read any of the three forms."""
    if not isinstance(text, str):
        raise InputError(f"position {text!r}: {_FORMS}")
    if not text.strip():
        raise InputError(f"an empty position: {_FORMS}")
    text = text.replace("\r\n", "\n")
    if size is not None:
        squares.check_size(size)
    rows, side = _rows_and_side(text)
    if rows is None:
        return _read_moves(text, to_move, size or 8, rules)
    return _read_board(rows, to_move or side or BLACK, size, rules)


def _rows_and_side(text: str) -> tuple[list[str] | None, str | None]:
    """Split a board into its rows and its side to move; None for what is no board."""
    body = re.sub(r"to move|, game over", "", text, flags=re.IGNORECASE)
    body = re.sub(r"(?m)^ *(?:[a-z] +)+[a-z] *$", "", body)
    body = re.sub(r"(?m)^ *[0-9]+ +((?:[-.XOxo] *)+)$", lambda row: row[1].replace(" ", ""), body)
    tokens = re.split(r"[\s/]+", body.strip().upper())
    if not all(re.fullmatch(r"[-.XO]+", token) for token in tokens):
        return None, None
    side = tokens.pop() if len(tokens) > 1 and tokens[-1] in (BLACK, WHITE) else None
    return tokens, side


def _read_board(rows: list[str], to_move: str, size: int | None, rules: Rules) -> Position:
    cells = "".join(rows)
    wide = size or (len(rows) if len(rows) in squares.SIZES else isqrt(len(cells)))
    if len(rows) > 1 and wide in squares.SIZES and size in (None, len(rows)):
        _check_rows(rows, wide)
    if wide * wide != len(cells) or wide not in squares.SIZES:
        wanted = f"{size * size}" if size else "the square of an even number from 4 to 24"
        raise InputError(f"a board of {len(cells)} squares: it must have {wanted}")
    sets = {"X": 0, "O": 0}
    for cell, square in zip(cells, squares.all_squares(wide), strict=True):
        if cell in sets:
            sets[cell] |= 1 << square
    return Position(wide, sets["X"], sets["O"], to_move, rules)


def _check_rows(rows: list[str], size: int) -> None:
    for number, row in enumerate(rows, start=1):
        if len(row) != size:
            raise InputError(f"row {number} of the board, {row!r}, has {len(row)} squares: it must have {size}")


def read_moves(text: str) -> list[str]:
    """Split a list of moves into names; what is between them must be space."""
    rest = _MOVE.sub("", text).split()
    if rest:
        raise InputError(f"cannot read {_strangest(rest)!r} in {_short(text)!r}: {_FORMS}")
    return [move.lower() for move in _MOVE.findall(text)]


def _strangest(words: list[str]) -> str:
    """What to name of text that is no list of moves: a short word, or the first character that no board has."""
    for word in words:
        strange = re.search(r"[^-.XOxo/]", word)
        if strange:
            return word if len(word) <= 4 else strange[0]
    return words[0]


def _read_moves(text: str, to_move: str | None, size: int, rules: Rules) -> Position:
    position = Position.start(size, rules.variant, rules.no_move)
    for number, move in enumerate(read_moves(text), start=1):
        if position.must_pass and move != PASS:
            position = position.passed()
        try:
            position = position.play(move)
        except InputError as error:
            raise InputError(f"move {number} of the list: {error}") from None
    if to_move and to_move != position.turn:
        raise InputError(f"side to move {to_move!r}: after these moves it is {position.turn}")
    return position


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def write_rows(position: Position) -> str:
    """The board with coordinates, and the side to move under it."""
    size = position.size
    margin = len(str(size))
    lines = [" " * margin + " " + " ".join(chr(ord("a") + column) for column in range(size))]
    for row in range(size):
        cells = " ".join(position.at(squares.index(row, column, size)) for column in range(size))
        lines.append(f"{row + 1:>{margin}} {cells}")
    return "\n".join([*lines, f"{position.turn} to move" + (", game over" if position.is_over else "")])


def read_array(array: ArrayLike, to_move: str, black: int, rules: Rules) -> Position:
    """Read a square array of -1, 0 and 1."""
    import numpy as np

    try:
        cells = np.asarray(array)
    except ValueError:
        raise InputError("an array whose rows differ in length: a board is square, such as (8, 8)") from None
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1]:
        raise InputError(f"an array of shape {cells.shape}: a board is square, such as (8, 8)")
    _check_coding(black)
    strange = cells[~np.isin(cells, (-1, 0, 1))]
    if strange.size:
        raise InputError(f"{strange.tolist()[0]!r} in the array: squares are -1, 0 or 1")
    size = squares.check_size(int(cells.shape[0]))
    sides = {int(value): 0 for value in (-1, 0, 1)}
    for square, value in zip(squares.all_squares(size), cells.flat, strict=True):
        sides[int(value)] |= 1 << square
    return Position(size, sides[black], sides[-black], to_move, rules)


def _check_coding(black: object) -> None:
    if black not in (-1, 1):
        raise InputError(f"black coded as {black!r}: use -1 (most reports) or 1 (toronto)")


def write_array(position: Position, black: int) -> NDArray[Any]:
    """The board as an array of -1, 0 and 1."""
    import numpy as np

    _check_coding(black)
    codes = {BLACK: black, WHITE: -black, ".": 0}
    cells = [codes[position.at(square)] for square in squares.all_squares(position.size)]
    return np.array(cells, dtype=np.int8).reshape(position.size, position.size)
