"""Counters: the one definition of every count, whoever produced it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pandas as pd


class Sides(NamedTuple):
    """A count of MIN's nodes and one of MAX's."""

    min: int = 0
    max: int = 0

    @property
    def total(self) -> int:
        """Both."""
        return self.min + self.max

    def plus(self, other: Sides) -> Sides:
        """The sums, side by side."""
        return Sides(self.min + other.min, self.max + other.max)

    def to_dict(self) -> dict[str, int]:
        """As in JSON."""
        return {"min": self.min, "max": self.max, "total": self.total}


@dataclass(frozen=True)
class Counters:
    """What one search did, or several together.

    Examples
    --------
    >>> one = Counters(calls=Sides(4, 12), leaves=12, by_ply=(1, 4, 12))
    >>> (one + one).nodes
    34
    """

    calls: Sides = field(default_factory=Sides)
    """Entries into `_min_value` and `_max_value`. The root is searched by `next_move` and is no call."""
    leaves: int = 0
    """Nodes whose heuristic was evaluated because depth ran out (or, by the dialect, because there was no move)."""
    terminals: int = 0
    """Finished games, at the horizon too."""
    passes: int = 0
    """Nodes that only hand the move over."""
    cutoffs: Sides = field(default_factory=Sides)
    """Nodes left before their last child."""
    skipped: int = 0
    """Children that were not visited because of a cutoff."""
    by_ply: tuple[int, ...] = ()
    """Nodes at each distance from the root."""
    cutoffs_by_child: tuple[int, ...] = ()
    """Cutoffs by the number of the child that caused them, the first child first."""
    searches: int = 1
    """How many searches were added up: each has one root."""

    @property
    def nodes(self) -> int:
        """Positions visited: the calls and the roots."""
        return self.calls.total + self.searches

    def __add__(self, other: Counters) -> Counters:
        return Counters(
            self.calls.plus(other.calls),
            self.leaves + other.leaves,
            self.terminals + other.terminals,
            self.passes + other.passes,
            self.cutoffs.plus(other.cutoffs),
            self.skipped + other.skipped,
            _add_histograms(self.by_ply, other.by_ply),
            _add_histograms(self.cutoffs_by_child, other.cutoffs_by_child),
            self.searches + other.searches,
        )

    @classmethod
    def total(cls, counters: Iterable[Counters]) -> Counters:
        """The sum of many."""
        return sum(counters, start=NOTHING)

    @classmethod
    def from_kernel(cls, counts: Mapping[str, Any]) -> Counters:
        """From the fields of a compiled search's record."""
        return cls(
            Sides(counts["min_calls"], counts["max_calls"]),
            counts["leaves"],
            counts["terminals"],
            counts["passes"],
            Sides(counts["min_cutoffs"], counts["max_cutoffs"]),
            counts["skipped"],
            tuple(counts["by_ply"]),
            tuple(counts["cutoffs_by_child"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        return {
            "nodes": self.nodes,
            "calls": self.calls.to_dict(),
            "leaves": self.leaves,
            "terminals": self.terminals,
            "passes": self.passes,
            "cutoffs": self.cutoffs.to_dict(),
            "skipped": self.skipped,
            "by_ply": list(self.by_ply),
            "cutoffs_by_child": list(self.cutoffs_by_child),
        }

    def to_series(self) -> pd.Series:
        """The single counts by name: `calls_min`, `cutoffs_total` and so on; histograms are in `to_frame`."""
        import pandas as pd

        counts: dict[str, int] = {"searches": self.searches}
        for name, value in self.to_dict().items():
            if isinstance(value, dict):
                counts |= {f"{name}_{side}": number for side, number in value.items()}
            elif not isinstance(value, list):
                counts[name] = value
        return pd.Series(counts, name="count")

    def to_frame(self) -> pd.DataFrame:
        """The histograms, tidy: which one, at which ply or child, how many."""
        import pandas as pd

        rows = [
            (name, number, count)
            for name in ("by_ply", "cutoffs_by_child")
            for number, count in enumerate(getattr(self, name))
        ]
        return pd.DataFrame(rows, columns=["histogram", "number", "count"])


NOTHING = Counters(searches=0)
"""What no search did: where a sum starts."""


def _add_histograms(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(one, other, fillvalue=0))
