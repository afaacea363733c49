"""Stable discs, in the meanings that the reports give the word, and in one that is as wide as is cheap and safe.

A meaning is sound if a disc that it calls stable is never turned again, whatever is played. All are, but
`stable_anchored` and with it `stable_dong`.
"""

from __future__ import annotations

from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.features.counting import disc_count, is_empty
from plyscope.core.features.lines import enclosed, grown, lines_through
from plyscope.core.features.regions import corner_squares, end_squares, side_squares
from plyscope.core.features.staircase import staircase_discs

# -- grown from the corners --------------------------------------------------------------------------------------------


@compiled_as_written
def _line_ends(board: int) -> tuple[int, int, int, int]:
    """For each line the squares on which it ends."""
    side, end = side_squares(board), end_squares(board)
    return side, end, side | end, side | end


@compiled_as_written
def stable_discs(discs: int, others: int, board: int) -> int:
    """The discs grown from the corners (`liao`), as a set.

    A disc joins if on each of its four lines a neighbour is off the board or a disc of its colour that joined before.
    So a corner is stable, an edge disc is if the discs from a corner to it are of its colour, and so on inwards. The
    report says only that such discs can no longer change and are connected to a corner. Sound.
    """
    return grown((discs,), board, _line_ends(board))[0]


@compiled_as_written
def stable(me: int, opp: int, board: int) -> int:
    """Discs of `me` grown from the corners minus those of `opp` (`liao`; see `stable_discs`)."""
    if is_empty((me | opp) & corner_squares(board)):
        return 0
    mine, others = grown((me, opp), board, _line_ends(board))
    return disc_count(mine) - disc_count(others)


@compiled_as_written
def stable_staircase(me: int, opp: int, board: int) -> int:
    """Discs of `me` in staircases from the corners minus those of `opp` (`li`; see `staircase_discs`)."""
    if is_empty((me | opp) & corner_squares(board)):
        return 0
    return disc_count(staircase_discs(me, opp, board)) - disc_count(staircase_discs(opp, me, board))


# -- lines to the border -----------------------------------------------------------------------------------------------


@compiled_as_written
def _full_line_squares(taken: int, board: int) -> int:
    """The squares all of whose lines are full."""
    row, column, falling, rising = lines_through(board & ~taken, board)
    return board & ~(row | column | falling | rising)


@compiled_as_written
def full_line_discs(discs: int, others: int, board: int) -> int:
    """The discs from which all eight rays to the border are full, of any colour (`dong`, kind 1), as a set.

    Sound: nothing can be played any more on a line through such a disc.
    """
    return discs & _full_line_squares(discs | others, board)


@compiled_as_written
def stable_full_lines(me: int, opp: int, board: int) -> int:
    """Discs of `me` with eight full rays minus those of `opp` (`dong`, kind 1; see `full_line_discs`)."""
    full = _full_line_squares(me | opp, board)
    return disc_count(me & full) - disc_count(opp & full)


@compiled_as_written
def anchored_discs(discs: int, others: int, board: int) -> int:
    """The discs with, on each of the four lines, a ray to the border that holds their colour only (`dong`, kind 2).

    A ray that leaves the board at once counts. Not sound: the discs of such a ray may themselves be turned, from
    another line, and then the disc too. In three plies on 4x4:

    >>> from plyscope import Position
    >>> from plyscope.core.squares import board_mask, parse
    >>> before = Position.from_text("OOO. .OX. .XXX XXXO", to_move="O")
    >>> after = before.play("d2").play("d1").play("a3")
    >>> b3 = 1 << parse("b3", 4)
    >>> anchored_discs(before.black, before.white, board_mask(4)) & b3 == b3, after.black & b3 == b3
    (True, False)
    """
    return discs & ~enclosed(board & ~discs, board)


@compiled_as_written
def stable_anchored(me: int, opp: int, board: int) -> int:
    """Discs of `me` anchored on each line minus those of `opp` (`dong`, kind 2; see `anchored_discs`). Not sound."""
    return disc_count(anchored_discs(me, opp, board)) - disc_count(anchored_discs(opp, me, board))


@compiled_as_written
def dong_discs(discs: int, others: int, board: int) -> int:
    """The discs that are stable in either of the two meanings of `dong`, as a set. Not sound: see `anchored_discs`."""
    return full_line_discs(discs, others, board) | anchored_discs(discs, others, board)


@compiled_as_written
def stable_dong(me: int, opp: int, board: int) -> int:
    """Discs of `me` that are stable in either meaning of `dong` minus those of `opp`. Not sound."""
    full = _full_line_squares(me | opp, board)
    mine, others = anchored_discs(me, opp, board), anchored_discs(opp, me, board)
    return disc_count(mine | (me & full)) - disc_count(others | (opp & full))


# -- both --------------------------------------------------------------------------------------------------------------


@compiled_as_written
def _safe_lines(taken: int, board: int) -> tuple[int, int, int, int]:
    """For each line the squares on which no disc can be turned along it: the line is full, or ends there."""
    row, column, falling, rising = lines_through(board & ~taken, board)
    row_ends, column_ends, falling_ends, rising_ends = _line_ends(board)
    return (
        row_ends | (board & ~row),
        column_ends | (board & ~column),
        falling_ends | (board & ~falling),
        rising_ends | (board & ~rising),
    )


@compiled_as_written
def sound_discs(discs: int, others: int, board: int) -> int:
    """The discs that are surely stable, as a set.

    A disc joins if each of its four lines is full, or has beside the disc the border or a disc of its colour that
    joined before. It holds `stable_discs`, `staircase_discs` and `full_line_discs`. Sound, though not complete: a disc
    may also be safe because no move ever reaches it.
    """
    return grown((discs,), board, _safe_lines(discs | others, board))[0]


@compiled_as_written
def stable_sound(me: int, opp: int, board: int) -> int:
    """Surely stable discs of `me` minus those of `opp` (see `sound_discs`)."""
    mine, others = grown((me, opp), board, _safe_lines(me | opp, board))
    return disc_count(mine) - disc_count(others)
