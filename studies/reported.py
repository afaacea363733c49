"""What the five reports say, from `data/reported/`: every number that a claim is compared with comes from there."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import StringIO

import pandas as pd

from plyscope.core.errors import InputError, choose, nearest

REPORTS = ("liao", "dong", "toronto", "uam", "li")


@cache
def _read(report: str) -> pd.DataFrame:
    text = files("plyscope.data").joinpath("reported", f"{report}.csv").read_text(encoding="utf-8")
    return pd.read_csv(StringIO(text), dtype=str, keep_default_na=False)


def reported(report: str) -> pd.DataFrame:
    """The rows of a report: `report`, `claim`, `item`, `value`, `unit` and `source`, all as text.

    Examples
    --------
    >>> len(reported("uam").query("claim == 'calls-minimax'"))
    3
    """
    return _read(choose("report", report, REPORTS)).copy()


def reported_value(report: str, claim: str, item: str = "") -> float:
    """One number of a report.

    Examples
    --------
    >>> reported_value("uam", "calls-alphabeta", "heuristic=uam.heuristic1")
    74938.0
    """
    return float(reported_text(report, claim, item))


def reported_text(report: str, claim: str, item: str = "") -> str:
    """What a report says, as it is kept.

    Examples
    --------
    >>> reported_text("toronto", "same-move")
    'yes'
    """
    rows = reported(report)
    found = rows[(rows["claim"] == claim) & (rows["item"] == item)]["value"]
    if len(found) != 1:
        known = [f"{row.claim} {row.item}".strip() for row in rows.itertuples()]
        raise InputError(f"no number {claim!r} {item!r} in report {report}: {nearest(f'{claim} {item}', known)}")
    return str(found.iloc[0])
