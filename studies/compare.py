"""Minimax beside alpha-beta: the same positions, counted and timed."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from plyscope.core.errors import InputError
from plyscope.studies.statistics import sample_sizes, small_sample_note, summarise
from plyscope.studies.study import side_by_side
from plyscope.studies.summary import Column, Table

_COMPARED = ("calls", "seconds", "value", "move")
CALLS_OF_BOTH = (
    Column("calls_minimax", "minimax calls", "count"),
    Column("calls_alphabeta", "alpha-beta calls", "count"),
)
TIMES_OF_BOTH = (
    Column("seconds_minimax", "minimax time", "seconds"),
    Column("seconds_alphabeta", "alpha-beta time", "seconds"),
)
_METRICS = (
    Column("pruned_share", "pruned", "share"),
    Column("pruning_efficiency", "pruning efficiency", "number", 2),
)


def paired(rows: pd.DataFrame) -> pd.DataFrame:
    """Both searches of the same question in one row, with their ratios and whether they decide the same."""
    missing = {"minimax", "alphabeta"} - set(rows["algorithm"])
    if missing:
        raise InputError(
            f"rows without algorithm {' and '.join(sorted(missing))}: sweep minimax and alphabeta to compare"
        )
    pairs = side_by_side(rows.assign(move=rows["move"].fillna("")), _COMPARED)
    is_same = (pairs["move_minimax"] == pairs["move_alphabeta"]) & (pairs["value_minimax"] == pairs["value_alphabeta"])
    return pairs.assign(
        calls_ratio=(pairs["calls_minimax"] / pairs["calls_alphabeta"]).astype(float),
        seconds_ratio=(pairs["seconds_minimax"] / pairs["seconds_alphabeta"]).astype(float),
        is_same=is_same,
    )


def compare(rows: pd.DataFrame, by: str | Sequence[str] = ("stage", "depth")) -> Table:
    """Minimax v alpha-beta, one line a group: mean calls and times, and the ratios as geometric means.

    Parameters
    ----------
    rows : DataFrame
        Of a sweep with both algorithms.
    by : column names
        Of `stage`, `depth`, `heuristic`, `size`, `variant`, `dialect` and `order`.

    Examples
    --------
    >>> from plyscope.studies.sweep import sweep
    >>> table = compare(sweep("start", depth=[4, 6], size=[6, 8]), "depth")
    >>> table.frame[["depth", "calls_minimax", "calls_alphabeta", "n"]].values.tolist()
    [[4.0, 316.0, 136.0, 2.0], [6.0, 9598.0, 1379.5, 2.0]]
    """
    keys = [by] if isinstance(by, str) else list(by)
    pairs = paired(rows)
    frame = summarise(pairs, keys, "calls_ratio", "geometric")
    for both in (*CALLS_OF_BOTH, *TIMES_OF_BOTH):
        frame = frame.merge(_plain(summarise(pairs.astype({both.key: float}), keys, both.key)), on=keys)
    frame = frame.merge(_plain(summarise(pairs, keys, "seconds_ratio", "geometric")), on=keys)
    known = [column for column in _METRICS if column.key in rows]
    if known:
        pruned = rows[rows["algorithm"] == "alphabeta"]
        for column in known:
            defined = pruned.dropna(subset=[column.key])
            if len(defined):
                frame = frame.merge(_plain(summarise(defined, keys, column.key)), on=keys, how="left")
    known = [column for column in known if column.key in frame]
    return Table(
        "compare", "Minimax and alpha-beta by " + " and ".join(keys), frame, _columns(keys, known), _note(frame)
    )


def _plain(means: pd.DataFrame) -> pd.DataFrame:
    return means.drop(columns=["n", "is_small"])


def _columns(keys: list[str], known: list[Column]) -> tuple[Column, ...]:
    return (
        *(Column(key, key, "number", 0) if key in ("depth", "size") else Column(key, key) for key in keys),
        *CALLS_OF_BOTH,
        Column("calls_ratio", "calls, ratio", "ratio", 1, "calls_ratio_low", "calls_ratio_high"),
        *known,
        *TIMES_OF_BOTH,
        Column("seconds_ratio", "time, ratio", "ratio", 1),
    )


def _note(frame: pd.DataFrame) -> str:
    has_gaps = "pruning_efficiency" in frame and frame["pruning_efficiency"].isna().any()
    gaps = "A dash: the minimal tree was not searched for, or leaves nothing to prune. " if has_gaps else ""
    note = (
        f"{sample_sizes(frame)} Calls and times are means a search; ratios are geometric means over positions of "
        f"minimax / alpha-beta, with 95 % bootstrap intervals. {gaps}{small_sample_note(frame)}"
    )
    return note.strip()
