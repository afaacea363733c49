"""A board as SVG, for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plyscope.core import squares

if TYPE_CHECKING:
    from plyscope.core.position import Position

CELL, EDGE = 32, 20
FELT, LINE, INK = "#2e7d5b", "#1b4d38", "#333333"
FILLS = {"X": "#111111", "O": "#fafafa"}


def board_svg(position: Position) -> str:
    """Draw discs, coordinates, and a dot on each legal square."""
    side = position.size * CELL
    view = f"0 0 {side + EDGE + 4} {side + EDGE + 4}"
    shapes = "".join([*_grid(position.size, side), *_names(position.size), *_discs(position), *_dots(position)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{min(side + EDGE + 4, 480)}" '
        f'font-family="sans-serif" font-size="12">{shapes}</svg>'
    )


def _grid(size: int, side: int) -> Iterator[str]:
    yield f'<rect x="{EDGE}" y="{EDGE}" width="{side}" height="{side}" fill="{FELT}" stroke="{LINE}" stroke-width="2"/>'
    for i in range(1, size):
        at = EDGE + i * CELL
        yield f'<path d="M{at} {EDGE}v{side}M{EDGE} {at}h{side}" stroke="{LINE}"/>'


def _names(size: int) -> Iterator[str]:
    for i in range(size):
        at = EDGE + i * CELL + CELL // 2
        yield f'<text x="{at}" y="{EDGE - 6}" fill="{INK}" text-anchor="middle">{chr(ord("a") + i)}</text>'
        yield f'<text x="{EDGE - 5}" y="{at + 4}" fill="{INK}" text-anchor="end">{i + 1}</text>'


def _centre(square: int, size: int) -> tuple[int, int]:
    row, column = divmod(square, squares.stride(size))
    return EDGE + column * CELL + CELL // 2, EDGE + row * CELL + CELL // 2


def _discs(position: Position) -> Iterator[str]:
    for square in squares.members(position.black | position.white):
        x, y = _centre(square, position.size)
        yield f'<circle cx="{x}" cy="{y}" r="{CELL * 0.42:.1f}" fill="{FILLS[position.at(square)]}" stroke="{LINE}"/>'


def _dots(position: Position) -> Iterator[str]:
    for square in squares.members(position.legal_squares):
        x, y = _centre(square, position.size)
        yield f'<circle cx="{x}" cy="{y}" r="4" fill="{FILLS[position.turn]}" fill-opacity="0.55"/>'
