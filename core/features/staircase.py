"""The stable discs of `li`: staircases from the corners."""

from __future__ import annotations

from collections.abc import Callable

from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.features.counting import is_empty
from plyscope.core.features.regions import corner_squares
from plyscope.core.features.shifts import shift


def _flight(down: int, right: int) -> Callable[[int, int], int]:
    """A word: the staircases from one corner, from which the board goes on `down` and `right`."""
    up, left, up2, left2 = -down, -right, -2 * down, -2 * right

    def flight(discs: int, board: int) -> int:
        first_row = board & ~shift(board, board, down, 0)
        first_column = board & ~shift(board, board, 0, right)
        by_rows = by_columns = discs & first_row & first_column
        if is_empty(by_rows):
            return by_rows
        second_row, second_column = shift(first_row, board, down, 0), shift(first_column, board, 0, right)
        while True:
            beside = first_row | (shift(by_rows, board, down, left) & ~second_row)
            beside = shift(by_rows, board, 0, right) & (beside | (shift(by_rows, board, down, left2) & second_row))
            rows = by_rows | (discs & (beside | (shift(by_rows, board, down, 0) & first_column)))
            below = first_column | (shift(by_columns, board, up, right) & ~second_column)
            below = shift(by_columns, board, down, 0) & (below | (shift(by_columns, board, up2, right) & second_column))
            columns = by_columns | (discs & (below | (shift(by_columns, board, 0, right) & first_row)))
            if is_empty((rows ^ by_rows) | (columns ^ by_columns)):
                return rows | columns
            by_rows, by_columns = rows, columns

    return compiled_as_written(flight)


_top_left, _top_right, _bottom_left, _bottom_right = _flight(1, 1), _flight(1, -1), _flight(-1, 1), _flight(-1, -1)


@compiled_as_written
def staircase_discs(discs: int, others: int, board: int) -> int:
    """The discs in staircases from the corners (`li`), as a set.

    From a held corner the run of its colour along the edge is taken. Then, row by row inwards while the row begins at
    the border with that colour, the run from the border is taken, but fewer discs than in the row before: two fewer in
    the second row, whose width the printed loop lowers twice, one fewer in the others, yet always one. The same is done
    column by column, and from all four corners; a disc in any of the eight staircases is stable. Sound, and part of
    `stable_discs`, which needs no such steps.
    """
    if is_empty(discs & corner_squares(board)):
        return discs ^ discs
    left = _top_left(discs, board) | _bottom_left(discs, board)
    return left | _top_right(discs, board) | _bottom_right(discs, board)
