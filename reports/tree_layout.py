"""Where the nodes of a tree go on paper: boxes, all that is written at them, and their places.

Everything is laid out in points, so that a label is as large on paper as it says. No two boxes share a place, and the
zones between the rows belong to the edges alone: an edge falls out of its parent's row, slants, and falls into its
child past the move's name, or onto a name that stands upright.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, count, repeat
from math import inf, isfinite
from typing import TypeAlias

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from plyscope.core.game import WIN
from plyscope.instrumentation.observe import MAX
from plyscope.instrumentation.recorders import TreeNode

ALPHA, BETA, MINUS = "\N{GREEK SMALL LETTER ALPHA}", "\N{GREEK SMALL LETTER BETA}", "\N{MINUS SIGN}"
FONT = "DejaVu Sans"  # comes with matplotlib: the same widths everywhere
NOTE_GAP, BAR_OVERHANG, _LONGEST_NAME = 2.5, 1.0, 12

Extent: TypeAlias = list[tuple[float, float]]
"""The left and right end of a subtree, row by row, as seen from its root."""


@dataclass(frozen=True)
class Style:
    """How roomy the picture is."""

    value: float
    """Size of the values, in points."""
    small: float
    """Size of the moves and windows."""
    is_upright: bool
    """Are childless nodes and the names of moves turned by 90 degrees?"""
    near: float
    """Room between siblings."""
    far: float
    """Room between cousins."""
    bold: float
    """Width of the lines of the principal variation."""
    note_rows: float = inf
    """The rows, from the top, in which the windows are written."""


_ROOMY = Style(value=8, small=6.5, is_upright=False, near=5, far=12, bold=2.0)
_DENSE = Style(value=6, small=6, is_upright=True, near=1.6, far=4.5, bold=1.8)


@dataclass(eq=False)
class Box:
    """A node on paper, with all that is written at it."""

    node: TreeNode
    number: int
    row: int
    notes: tuple[str, ...]
    """The window and the cutoff, beside it."""
    is_principal: bool
    children: list[Box] = field(default_factory=list)
    value: str = ""
    name: str = ""
    """The move that leads to it."""
    is_upright: bool = False
    width: float = 0.0
    height: float = 0.0
    name_size: tuple[float, float] = (0.0, 0.0)
    note_width: float = 0.0
    x: float = 0.0
    """Its middle."""
    top: float = 0.0

    @property
    def bottom(self) -> float:
        """Its lower end."""
        return self.top - self.height

    def measure(self, style: Style) -> None:
        """Find out how large it is, and what is written at it."""
        self.value = _number(self.node.value) if self.node.is_visited else ""
        self.name = _name(self.node.move)
        self.is_upright = style.is_upright and not self.node.children
        thick = (1.3 if self.is_upright else 1.75) * style.value
        long = max(thick, text_length(self.value, style.value, "bold") + 0.9 * style.value)
        self.width, self.height = (thick, long) if self.is_upright else (long, thick)
        if self.name:
            name = text_length(self.name, style.small, "bold") + 3, 1.3 * style.small
            self.name_size = (name[1], name[0]) if style.is_upright else name
        if self.row >= style.note_rows:
            self.notes = ()
        self.note_width = max((2 * NOTE_GAP + text_length(note, style.small) for note in self.notes), default=0.0)

    @property
    def reach(self) -> tuple[float, float]:
        """How far it and what is written at it reach to the left and right of its middle."""
        half, name = self.width / 2 + (0 if self.is_upright else BAR_OVERHANG), self.name_size[0] / 2
        return -max(half, name), max(half + self.note_width, name)

    def walk(self) -> Iterator[Box]:
        """The box itself and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Plan:
    """Where everything goes: x from the left end of the tree, y from its lower end."""

    root: Box
    style: Style
    width: float
    height: float
    floors: list[float]
    """The lower end of each row."""
    shoulders: list[float]
    """Where the edges into each row stop slanting."""

    @cached_property
    def turns_values(self) -> bool:
        """Are values in upright boxes turned? Single digits need not be, but a row is read in one direction."""
        return any(len(box.value) > 1 for box in self.root.walk() if box.is_upright)


def principal_variation(root: TreeNode) -> list[TreeNode]:
    """The nodes from the root on along which its value came up: at each, the first child that no other betters."""
    line = [root]
    while valued := [child for child in line[-1].children if child.value is not None]:
        choose = max if line[-1].side == MAX else min  # both keep the first of equals, as the search does
        line.append(choose(valued, key=lambda child: child.value or 0.0))
    return line


def arrange(root: TreeNode, room: float) -> Plan:
    """The roomiest plan that fits, or the densest, with the windows of as many rows as cost little."""
    roomy = _plan(root, _ROOMY)
    if roomy.width <= room:
        return roomy
    bare = _plan(root, replace(_DENSE, note_rows=0))
    plans = (_plan(root, replace(_DENSE, note_rows=rows)) for rows in range(len(bare.floors), 0, -1))
    return next((plan for plan in plans if plan.width <= max(room, 1.1 * bare.width)), bare)


def _plan(root: TreeNode, style: Style) -> Plan:
    has_windows = any(isfinite(bound) for node in root.walk() for bound in (node.alpha, node.beta) if bound is not None)
    numbers, line = count(), principal_variation(root)
    principal = {id(node) for node in line} if len(line) > 1 else set()

    def box(node: TreeNode, row: int) -> Box:
        here = Box(node, next(numbers), row, _notes(node, has_windows), id(node) in principal)
        here.measure(style)
        here.children = [box(child, row + 1) for child in node.children]
        return here

    top = box(root, 0)
    extent = _spread(top, style)
    left, right = min(end for end, _ in extent), max(end for _, end in extent)
    _settle(top, -left)
    return Plan(top, style, right - left, *_stack(rows_of(top)))


def _spread(box: Box, style: Style) -> Extent:
    """Give the boxes below this one their places beside it; return how far its tree reaches.

    Subtrees are pushed together from the left and again from the right, as close as their contours allow, and the mean
    of both is taken, which is as free of overlaps and treats left and right alike (Kennedy, "Drawing trees", Journal of
    Functional Programming 6, 1996).
    """
    if not box.children:
        return [box.reach]
    extents = [_spread(child, style) for child in box.children]
    from_left = _pack(extents, style)
    mirrored = [[(-right, -left) for left, right in extent] for extent in reversed(extents)]
    from_right = [-place for place in reversed(_pack(mirrored, style))]
    places = [(left + right) / 2 for left, right in zip(from_left, from_right, strict=True)]
    middle = (places[0] + places[-1]) / 2
    below: Extent = []
    for child, extent, place in zip(box.children, extents, places, strict=True):
        child.x = place - middle
        below = _join(below, [(left + child.x, right + child.x) for left, right in extent])
    return [box.reach, *below]


def _pack(extents: Sequence[Extent], style: Style) -> list[float]:
    """Places for subtrees, each as far to the left as those before it allow."""
    places: list[float] = []
    taken: Extent = []
    for extent in extents:
        gaps = chain([style.near], repeat(style.far))
        place = max((done[1] - new[0] + gap for done, new, gap in zip(taken, extent, gaps, strict=False)), default=0.0)
        places.append(place)
        taken = _join(taken, [(left + place, right + place) for left, right in extent])
    return places


def _join(left: Extent, right: Extent) -> Extent:
    """The extent of two neighbours together."""
    both = [(one[0], other[1]) for one, other in zip(left, right, strict=False)]
    return both + left[len(both) :] + right[len(both) :]


def _settle(box: Box, x: float) -> None:
    """From places beside the parent to places on paper."""
    box.x += x
    for child in box.children:
        _settle(child, box.x)


def rows_of(root: Box) -> list[list[Box]]:
    """The boxes row by row, each from left to right."""
    rows: list[list[Box]] = []
    for box in root.walk():
        if box.row == len(rows):
            rows.append([])
        rows[box.row].append(box)
    return rows


def _stack(rows: list[list[Box]]) -> tuple[float, list[float], list[float]]:
    """Put the rows under each other; wide families get more height, so that their edges are not too flat."""
    floors, shoulders, y = [], [], 0.0
    for number, row in enumerate(rows):
        if number:
            widest = max(abs(child.x - box.x) for box in rows[number - 1] for child in box.children)
            y -= min(max(14.0, 0.14 * widest), 70.0)
        shoulders.append(y)
        y -= max(box.name_size[1] for box in row) + 3 if number else 0.0
        for box in row:
            box.top = y
        y -= max(box.height for box in row) + 3
        floors.append(y)
    for box in chain.from_iterable(rows):
        box.top -= y
    return -y, [floor - y for floor in floors], [shoulder - y for shoulder in shoulders]


# -- words -------------------------------------------------------------------------------------------------------------


def _number(value: float | None) -> str:
    """A value as it is written at a node; a won game's 1000000000016 is W+16."""
    if value is None:
        return "?"
    if not isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if abs(value) >= WIN:
        return f"W+{value - WIN:g}" if value > 0 else f"L{MINUS}{-value - WIN:g}"
    return f"{value:g}".replace("-", MINUS)


def _notes(node: TreeNode, has_windows: bool) -> tuple[str, ...]:
    if not has_windows or not node.children or node.alpha is None or node.beta is None:
        return ()
    window = f"[{_number(node.alpha)}, {_number(node.beta)}]"
    return (window, f"cut: ≥ {BETA}" if node.side == MAX else f"cut: ≤ {ALPHA}") if node.is_cut else (window,)


def _name(move: str | None) -> str:
    text = move or ""
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"


@lru_cache(maxsize=4096)
def text_length(text: str, size: float, weight: str = "normal") -> float:
    """How long a text is, in points."""
    if not text.strip():
        return 0.0  # matplotlib has no path for it
    plain = text.replace("$", "S")  # as wide, and no formula
    path = TextPath((0, 0), plain, size=size, prop=FontProperties(family=FONT, weight=weight))
    return float(path.get_extents().width)
