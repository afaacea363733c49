"""When two positions are the same question to a search."""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.core.position import Position, opponent

Rows = tuple[str, ...]


def canonical(position: Position) -> str:
    """A text that two positions share if a turn or a mirror image of the board, or swapped colours, make them equal.

    The board is seen from the side to move. Colours count for nothing: rules and searches know the side to move and
    its opponent only, so black's question with the colours swapped is white's question.

    Examples
    --------
    >>> start = Position.start(8)
    >>> len({canonical(start.play(move)) for move in start.legal_moves})
    1
    """
    return "/".join(min(images(_rows(position))))


def images(rows: Rows) -> Iterator[Rows]:
    """The eight images of a board: four turns, and the mirror image of each.

    Examples
    --------
    >>> len(set(images(("ab", "cd"))))
    8
    """
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        yield rows
        yield rows[::-1]


def _rows(position: Position) -> Rows:
    """The board from the side to move: `m` its own discs, `o` the others, `-` empty."""
    cells, turn = position.to_text().split()
    seen = cells.translate(str.maketrans(turn + opponent(turn), "mo"))
    return tuple(seen[start : start + position.size] for start in range(0, len(seen), position.size))
