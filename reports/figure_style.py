"""How figures look: widths, letters, and colours, marks and dashes that stay apart in grey and for the colour-blind."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, replace
from numbers import Real
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from plyscope.reports.saving import picture_bytes
from plyscope.studies.summary import Column

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTHS = {"one": 3.35, "two": 7.0}
"""Inches of one column and of two columns of a paper."""
INK, FAINT, BAND, CLOUD = "#1a1a1a", "#d9d9d9", "#f5f5f5", "#7f7f7f"
DPI = 300
SETTINGS: dict[str, Any] = {
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 8,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.minor.width": 0.4,
    "ytick.minor.width": 0.4,
    "xtick.minor.size": 1.4,
    "ytick.minor.size": 1.4,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "legend.borderpad": 0.1,
    "legend.borderaxespad": 0.2,
    "legend.handlelength": 2.6,
    "legend.handletextpad": 0.5,
    "legend.columnspacing": 1.4,
    "legend.labelspacing": 0.3,
    # A heuristic may have a dollar sign in its name.
    "text.parse_math": False,
}

# Okabe and Ito's palette (https://jfly.uni-koeln.de/color/) without its yellow, which white paper swallows.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_DASHES = ((), (4, 1.4), (1.2, 1.2), (5, 1.2, 1.2, 1.2), (2.4, 1))

_KNOWN = {
    "depth": Column("depth", "depth (plies)", "count"),
    "white_depth": Column("white_depth", "depth of white (plies)", "count"),
    "size": Column("size", "squares a side", "count"),
    "seconds": Column("seconds", "time", "seconds"),
    "value": Column("value", "value of the position", "number"),
    "pruned_share": Column("pruned_share", "share of the full tree pruned", "share"),
    "ordering_quality": Column("ordering_quality", "cutoffs made by the first child", "share"),
    "leaf_share": Column("leaf_share", "share of leaves", "share"),
    "calls_ratio": Column("calls_ratio", "minimax / alpha-beta calls", "ratio"),
    "seconds_ratio": Column("seconds_ratio", "minimax / alpha-beta time", "ratio"),
    "pruning_efficiency": Column("pruning_efficiency", "pruning efficiency (1 = minimal tree)", "number"),
}
"""Columns of a sweep whose names do not say their unit; the others are counts and called what they are."""
_WORDS = {"alphabeta": "alpha-beta"}
_LONGEST = 26
_JOINT, _HELD = "\x1f", "\x1e"
"""In a name that is being broken: where it may be, and a space where it may not."""


class Drawing(Figure):
    """A figure that a notebook shows, whatever backend it has chosen."""

    def _repr_png_(self) -> bytes:
        return picture_bytes(self, ".png", SETTINGS)


@dataclass(frozen=True)
class Look:
    """How one of several things in a figure is told from the others."""

    color: str
    marker: str
    dashes: tuple[float, ...] = ()
    size: float = 4.7
    """Points across."""
    is_open: bool = False
    """Is it an outline that shows what falls into it?"""

    def dot(self) -> dict[str, Any]:
        """The mark for a scatter."""
        face, edge, line = ("white", self.color, 1.3) if self.is_open else (self.color, "white", 0.4)
        return {"marker": self.marker, "s": self.size**2, "c": face, "edgecolors": edge, "linewidths": line}

    def handle(self, is_line: bool) -> Line2D:
        """What the legend shows of it."""
        if is_line:
            return Line2D(
                [], [], color=self.color, marker=self.marker, ms=4, lw=1.2, dashes=self.dashes or (None, None)
            )
        face, edge = ("white" if self.is_open else self.color), self.color
        return Line2D([], [], marker=self.marker, ms=self.size, mfc=face, mec=edge, mew=1.3 * self.is_open, lw=0)


def looks(names: Iterable[Any]) -> dict[Any, Look]:
    """A look for each name, the same for the same place in the order; 56 pairs of colour and mark before any repeats.

    Examples
    --------
    >>> looks(["minimax", "alphabeta"])["alphabeta"].marker
    's'
    """
    return {
        name: Look(_COLOURS[i % len(_COLOURS)], _MARKERS[i % len(_MARKERS)], _DASHES[i % len(_DASHES)])
        for i, name in enumerate(names)
    }


def nested(styles: dict[Any, Look]) -> dict[Any, Look]:
    """The same looks for marks on one line: the first an open ring, the others ever smaller, so that ties are seen.

    Examples
    --------
    >>> [look.is_open for look in nested(looks(["minimax", "alphabeta"])).values()]
    [True, False]
    """
    ring, *others = styles
    smaller = {}
    for place, name in enumerate(others):
        # A diamond stands on its corner, so it is wider than the square of its size.
        share = 0.75 if styles[name].marker == "D" else 1.0
        smaller[name] = replace(styles[name], size=share * max(6.2 - 0.7 * place, 3.0))
    return {ring: replace(styles[ring], size=10.0, is_open=True), **smaller}


def as_column(column: str | Column, low: str | None = None, high: str | None = None) -> Column:
    """The column that a name stands for, with its label and kind; a `Column` is what it is.

    Examples
    --------
    >>> as_column("pruned_share").heading, as_column("cutoffs").heading
    ('share of the full tree pruned', 'cutoffs')
    """
    known = column if isinstance(column, Column) else _KNOWN.get(column, Column(column, plain(column), "count"))
    return Column(known.key, known.heading, known.kind, known.digits, low or known.low, high or known.high)


def plain(name: Any) -> str:
    """A name of a column in words."""
    return str(name).replace("_", " ")


def in_words(name: Any) -> str:
    """A name as it is written in prose.

    Examples
    --------
    >>> in_words("alphabeta")
    'alpha-beta'
    """
    return _WORDS.get(str(name), str(name))


def named(column: Column, value: Any, longest: int = _LONGEST) -> str:
    """A value for a legend or a title: a number does not stand alone, a long name is broken where it has a joint.

    Examples
    --------
    >>> named(as_column("depth"), 4), named(as_column("algorithm"), "alphabeta")
    ('depth 4', 'alpha-beta')
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        return f"{plain(column.key)} {value:g}"
    return broken(in_words(value), longest)


def broken(name: str, longest: int = _LONGEST) -> str:
    """A long name in lines of about one length, broken after a space, dot, comma or underscore.

    What stands in brackets stays together if it fits.

    Examples
    --------
    >>> broken("pruning efficiency (1 = minimal tree)", 28).splitlines()
    ['pruning efficiency', '(1 = minimal tree)']
    """
    if len(name) <= longest:
        return name
    # textwrap breaks at spaces only: let it see one after every joint and none in brackets; both are mended below.
    pieces = re.sub(r"(?<=[._,/:-])(?=\S)", f"{_JOINT} ", name)
    pieces = re.sub(r"\([^()]*\)", lambda found: _held_together(found[0], longest), pieces)
    narrowest = min(longest, max(map(len, pieces.split(" "))))
    tried = (_wrapped(pieces, width) for width in range(longest, narrowest - 1, -1))
    best = min(tried, key=lambda lines: (len(lines), max(map(len, lines))))
    return "\n".join(best)


def _held_together(words: str, longest: int) -> str:
    whole = words.replace(f"{_JOINT} ", "")
    return whole.replace(" ", _HELD) if len(whole) <= longest else words


def _wrapped(pieces: str, width: int) -> list[str]:
    lines = textwrap.wrap(pieces, width, break_long_words=True, break_on_hyphens=False)
    return [re.sub(f"{_JOINT} ?", "", line).replace(_HELD, " ") for line in lines]
