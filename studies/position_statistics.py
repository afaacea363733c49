"""What a set of positions is like: how many moves there are, and how often somebody would have to pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from plyscope.core.errors import InputError, choose
from plyscope.core.rules import legal_squares

if TYPE_CHECKING:
    from plyscope.core.positions.sets import Entry, PositionSet

GROUPINGS = {"stage": ["size", "stage"], "discs": ["size", "stage", "discs"]}
"""What a table may be divided by, and the columns that name its rows."""


def position_rows(chosen: PositionSet) -> pd.DataFrame:
    """One row a position.

    `moves` are the legal moves of the side to move, its branching factor; `other_moves` those that the other side would
    have on the same board. `is_pass` tells that the side to move must pass, `is_other_pass` that the other would have
    to, were it to move. A finished game is no pass.

    Examples
    --------
    >>> from plyscope.core.positions import positions
    >>> rows = position_rows(positions("reports"))
    >>> rows.loc[rows["name"] == "liao-board", ["discs", "moves", "is_pass", "is_other_pass"]].values.tolist()
    [[20, 10, False, True]]
    """
    if not len(chosen):
        raise InputError(f"no position in {chosen.name!r}: statistics need one at least")
    return pd.DataFrame([_row(entry) for entry in chosen])


def _row(entry: Entry) -> dict[str, object]:
    position = entry.position
    moves = position.legal_squares.bit_count()
    others = legal_squares(position.other, position.mover, position.size).bit_count()
    return {
        "name": entry.name,
        "size": position.size,
        "stage": entry.stage,
        "discs": position.disc_count,
        "moves": moves,
        "other_moves": others,
        "is_pass": not moves and others > 0,
        "is_other_pass": not others and moves > 0,
        "is_over": not moves and not others,
    }


def position_statistics(chosen: PositionSet, *, by: str = "stage") -> pd.DataFrame:
    """The statistics of a set, one row a stage or a disc count, in the order of play.

    Parameters
    ----------
    chosen : PositionSet
    by : str
        `stage` or `discs`.

    Returns
    -------
    DataFrame
        `positions` and `discs_min`, `discs_mean`, `discs_max`; of the branching factor `moves_mean`, `moves_sd` (of the
        sample; missing for a single position), `moves_min`, `moves_q1`, `moves_median`, `moves_q3`, `moves_max`;
        `pass_share` and `other_pass_share`, of all positions; `over`, the finished ones.

    Examples
    --------
    >>> from plyscope.core.positions import positions
    >>> table = position_statistics(positions("stages"))
    >>> table[["stage", "positions", "discs_min", "discs_max"]].values.tolist()
    [['early', 100, 4, 10], ['middle', 100, 11, 45], ['late', 100, 46, 63]]
    """
    choose("grouping", by, GROUPINGS)
    rows = position_rows(chosen)
    groups = rows.assign(disc_count=rows["discs"]).groupby(GROUPINGS[by], sort=False)
    table = groups.agg(
        positions=("moves", "size"),
        discs_min=("disc_count", "min"),
        discs_mean=("disc_count", "mean"),
        discs_max=("disc_count", "max"),
        moves_mean=("moves", "mean"),
        moves_sd=("moves", "std"),
        moves_min=("moves", "min"),
        moves_q1=("moves", lambda moves: moves.quantile(0.25)),
        moves_median=("moves", "median"),
        moves_q3=("moves", lambda moves: moves.quantile(0.75)),
        moves_max=("moves", "max"),
        pass_share=("is_pass", "mean"),
        other_pass_share=("is_other_pass", "mean"),
        over=("is_over", "sum"),
    )
    return table.reset_index().sort_values(["size", "discs_min"], ignore_index=True)
