"""A claim of a report and its verdict."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from plyscope.core.errors import choose
from plyscope.studies.registry import study
from plyscope.studies.reported import reported
from plyscope.studies.rows import sweep_rows

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.studies.store import Store
    from plyscope.studies.summary import Summary

EXACT, SAME_SHAPE, NOT_REPRODUCED, NEEDS_GAMES = "exact", "same shape", "not reproduced", "needs games"
VERDICTS = (EXACT, SAME_SHAPE, NOT_REPRODUCED, NEEDS_GAMES)
"""`exact`: the same to the last digit, or true in every case. `same shape`: by the criterion that `why` states. `not
reproduced`: with the reason found. `needs games`: only games could tell that are not played here."""


@dataclass(frozen=True)
class Claim:
    """What a report says, what was measured, and whether they agree."""

    report: str
    claim: str
    """In our words."""
    reported: str
    measured: str
    verdict: str
    why: str

    def __post_init__(self) -> None:
        choose("verdict", self.verdict, VERDICTS)

    def to_dict(self) -> dict[str, str]:
        """As in JSON."""
        return asdict(self)


class Evidence:
    """The rows of the studies that a reproduction has run, and what they say."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[str, pd.DataFrame] = {}
        self._summaries: dict[str, Summary] = {}

    def rows(self, name: str) -> pd.DataFrame:
        """The rows of a study."""
        if name not in self._rows:
            self._rows[name] = sweep_rows(self._store, name)
        return self._rows[name]

    def summary(self, name: str) -> Summary:
        """What a study says."""
        if name not in self._summaries:
            self._summaries[name] = study(name).summarise(self.rows(name))
        return self._summaries[name]

    def table(self, name: str, table: str) -> pd.DataFrame:
        """The numbers of a study's table."""
        return self.summary(name).table(table).frame


def number(table: pd.DataFrame, row: Hashable, column: str) -> float:
    """One number of a table that is indexed by what its rows are about."""
    return float(table.loc[row, column])  # type: ignore[arg-type, index]


def judged(is_met: bool) -> str:
    """The verdict on a criterion."""
    return SAME_SHAPE if is_met else NOT_REPRODUCED


def within(measured: float, reported_number: float, factor: float) -> bool:
    """Is a number at most `factor` times as large or as small as another?"""
    return reported_number / factor <= measured <= reported_number * factor


def games_needed(report: str, claim: str, slug: str, why: str = "win rates come from matches of many games") -> Claim:
    """A claim about who wins, with what the report says of it."""
    values = reported(report)
    said = values[values["claim"] == choose("claim", slug, set(values["claim"]))]
    texts = (f"{str(row.item).rpartition('=')[2]} {row.value} {row.unit}".strip() for row in said.itertuples())
    return Claim(report, claim, "; ".join(texts), "\N{EN DASH}", NEEDS_GAMES, why)


OTHER_PROGRAMS = "needs the other programs of its class and their computer, which are not to be had"
