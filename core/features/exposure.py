"""Frontier discs, in the three meanings that the reports give the word."""

from __future__ import annotations

from plyscope.core.features.as_written import compiled_as_written
from plyscope.core.features.counting import disc_count
from plyscope.core.features.lines import contacts
from plyscope.core.features.regions import border_squares
from plyscope.core.features.shifts import neighbours


@compiled_as_written
def frontier_discs(discs: int, others: int, board: int) -> int:
    """The discs with at least one empty neighbour (`liao`), as a set."""
    return discs & neighbours(board & ~(discs | others), board)


@compiled_as_written
def frontier(me: int, opp: int, board: int) -> int:
    """Discs of `me` with at least one empty neighbour minus those of `opp` (`liao`)."""
    return disc_count(frontier_discs(me, opp, board)) - disc_count(frontier_discs(opp, me, board))


@compiled_as_written
def frontier_inner_discs(discs: int, others: int, board: int) -> int:
    """The discs that are not on the edge of the board and have an empty neighbour (`dong`), as a set."""
    return frontier_discs(discs, others, board) & ~border_squares(board)


@compiled_as_written
def frontier_inner(me: int, opp: int, board: int) -> int:
    """Discs of `me` off the edge with at least one empty neighbour minus those of `opp` (`dong`)."""
    return disc_count(frontier_inner_discs(me, opp, board)) - disc_count(frontier_inner_discs(opp, me, board))


@compiled_as_written
def contact_count(discs: int, others: int, board: int) -> int:
    """The number of pairs of a disc and an empty square next to it: a disc counts once for each (`li`)."""
    return contacts(discs, board & ~(discs | others), board)


@compiled_as_written
def frontier_contacts(me: int, opp: int, board: int) -> int:
    """Pairs of a disc of `me` and an empty square next to it minus such pairs of `opp` (`li`).

    The printed counter compares the colour of the empty square, so it would always find nothing; the disc is meant.
    """
    return contact_count(me, opp, board) - contact_count(opp, me, board)
