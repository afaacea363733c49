"""What a study says: tables with headings, units and digits, and sentences. Reports render it and compute nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyscope.core.errors import choose

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("text", "count", "number", "ratio", "share", "seconds")
"""How a column's values are meant.

`text` as it is; `count` a number of things, whole, or with a decimal where it is a mean below 100; `number` to
`digits` decimals; `ratio` one thing divided by another, to `digits` decimals and with a multiplication sign; `share`
0 to 1, shown as a percentage; `seconds` wall time, shown in s, ms or µs to three digits.
"""


@dataclass(frozen=True)
class Column:
    """How one column of a table is read."""

    key: str
    """The column of the frame."""
    heading: str
    kind: str = "text"
    digits: int = 2
    """Decimals of a `number` or a `ratio`."""
    low: str | None = None
    """The column with the lower end of the value's 95 % interval; shown beside the value as ``value [low, high]``."""
    high: str | None = None

    def __post_init__(self) -> None:
        choose("kind of column", self.kind, KINDS)


@dataclass(frozen=True)
class Table:
    """A table of results. CSV gets every column of the frame, unrounded; the others get `columns`, rounded."""

    name: str
    """The stem of its files, such as `growth`."""
    title: str
    """One line, for a caption."""
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    note: str = ""
    """What a reader must know to read it right: the sample, the unit, the kind of interval."""
    is_long: bool = False
    """Is it data for a figure rather than for reading? It is then written as CSV only."""


@dataclass(frozen=True)
class Summary:
    """The answer of a study."""

    study: str
    question: str
    tables: tuple[Table, ...]
    findings: tuple[str, ...]
    """Sentences made from the numbers."""

    def table(self, name: str) -> Table:
        """The table with a name."""
        names = [table.name for table in self.tables]
        return self.tables[names.index(choose("table", name, names))]
