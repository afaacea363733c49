"""What a study is: a question, the searches that answer it, and what their rows say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from plyscope.core.errors import InputError, choose
from plyscope.core.heuristics import Evaluation, find
from plyscope.core.positions import Entry, PositionSet, positions
from plyscope.core.positions.stages import STAGES
from plyscope.core.search import name_of
from plyscope.studies.grid import Grid
from plyscope.studies.sweep import Setting, run_sweep

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.studies.store import Store
    from plyscope.studies.summary import Summary

SCALES = ("quick", "default", "full")


@dataclass(frozen=True)
class Asked:
    """What a user may change about a study; what is left out is the study's own choice for the scale."""

    scale: str = "default"
    heuristics: tuple[str | Evaluation, ...] = ()
    depths: tuple[int, ...] = ()
    positions: str | None = None
    """A position set or a file."""
    per_stage: int | None = None
    """Positions of each stage."""
    dialect: str | None = None
    variant: str | None = None

    def __post_init__(self) -> None:
        choose("scale", self.scale, SCALES)
        if self.per_stage is not None and self.per_stage < 1:
            raise InputError(f"{self.per_stage} positions a stage: use at least 1")
        if any(depth < 1 for depth in self.depths):
            raise InputError(f"depth {min(self.depths)}: a study needs depths from 1")
        for one in self.heuristics:
            find(one)

    def pick(self, quick: Any, default: Any, full: Any) -> Any:
        """The choice for the scale."""
        return {"quick": quick, "default": default, "full": full}[self.scale]

    def heuristics_or(self, *own: str) -> tuple[str | Evaluation, ...]:
        """The heuristics asked for, or the study's."""
        return self.heuristics or own

    def depths_or(self, depths: Sequence[int]) -> tuple[int, ...]:
        """The depths asked for, or the study's."""
        return self.depths or tuple(depths)

    def dialect_or(self, own: str) -> str:
        """The dialect asked for, or the study's."""
        return self.dialect or own

    def variant_or(self, own: str) -> str:
        """The variant asked for, or the study's."""
        return self.variant or own

    def sample(self, of: str, count: int) -> PositionSet:
        """Some positions of each stage of a set, evenly spread over it."""
        chosen = positions(self.positions or of)
        return spread(chosen, self.per_stage or count)

    def to_dict(self) -> dict[str, Any]:
        """As the store keeps it."""
        named = tuple(one if isinstance(one, str) else name_of(one) for one in self.heuristics)
        return {key: value for key, value in ({**vars(self), "heuristics": named}).items() if value}


def spread(chosen: PositionSet, count: int) -> PositionSet:
    """At most `count` positions of each stage, evenly spread over the set's order.

    Examples
    --------
    >>> [entry.position.disc_count for entry in spread(positions("stages"), 3).of("late")]
    [48, 54, 60]
    """
    kept: list[Entry] = []
    for stage in STAGES:
        entries = chosen.of(stage).entries
        step = max(1.0, len(entries) / count)
        kept += [entries[int((number + 0.5) * step)] for number in range(min(count, len(entries)))]
    return replace(chosen, entries=tuple(kept))


class Study(ABC):
    """A question asked of a sweep. Grids go in, rows come out, `summarise` says what they mean."""

    name: ClassVar[str]
    question: ClassVar[str]
    times: ClassVar[str | None] = "loaded"
    """`loaded` where none are shown, `alone` where a study is about nothing else; None leaves it to the user."""
    ignores: ClassVar[tuple[str, ...]] = ()
    """What of `Asked` has no meaning here, and is refused."""

    @abstractmethod
    def grids(self, asked: Asked) -> list[Grid]:
        """The searches."""

    @abstractmethod
    def summarise(self, rows: pd.DataFrame) -> Summary:
        """What the rows say."""


def run_study(study: Study, store: Store, asked: Asked | None = None, setting: Setting | None = None) -> pd.DataFrame:
    """Compute what the store lacks of a study; its rows, under the study's name."""
    asked, setting = asked or Asked(), setting or Setting()
    for name in study.ignores:
        if getattr(asked, name):
            raise InputError(f"study {study.name} has its own {name}: leave out --{name}")
    setting = replace(setting, times=study.times or setting.times)
    return run_sweep(study.grids(asked), store, name=study.name, setting=setting, options=asked.to_dict())


def one_heuristic(asked: Asked, name: str) -> None:
    """Refuse several heuristics where a study would mix them in one mean."""
    if len(asked.heuristics) > 1:
        raise InputError(
            f"{len(asked.heuristics)} heuristics: study {name} takes one at a time; compare them with stage"
        )


def by_stage(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with stages in the order of play; only those that occur."""
    import pandas as pd

    present = [stage for stage in STAGES if stage in set(rows["stage"])]
    return rows.assign(stage=pd.Categorical(rows["stage"], present, ordered=True))


def side_by_side(rows: pd.DataFrame, columns: Sequence[str], by: str = "algorithm") -> pd.DataFrame:
    """Minimax and alpha-beta of the same question in one row: `calls_minimax`, `calls_alphabeta` and so on.

    What one of the two lacks, such as minimax at a depth where it was not run, is left out.
    """
    question = ["position", "stage", "discs", "size", "variant", "board", "heuristic", "depth", "dialect", "order"]
    wide = rows.pivot(index=question, columns=by, values=list(columns)).dropna().reset_index()
    wide.columns = ["_".join(part for part in name if part) for name in wide.columns]
    return wide


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table as plain dictionaries, for sentences."""
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def extremes(frame: pd.DataFrame, column: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rows with the least and the greatest value of a column."""
    rows = sorted(records(frame), key=lambda row: float(row[column]))
    return rows[0], rows[-1]
