"""The question of a sweep: every combination of positions, searches and dialects, as cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from plyscope.core.algorithms import ALGORITHMS
from plyscope.core.dialect import DIALECTS, Dialect, dialect
from plyscope.core.errors import InputError, choose
from plyscope.core.heuristics import Evaluation, find
from plyscope.core.heuristics.base import identity_of
from plyscope.core.perft import BACKENDS
from plyscope.core.position import Position
from plyscope.core.positions import SETS, Entry, PositionSet, positions, stage_of
from plyscope.core.search import check_depth, name_of
from plyscope.studies.cells import GAME, Cell, search_cell

START = "start"
"""The name of the set of start positions: one of each size asked for."""
FROM_COUNTS = (
    "visited",
    "uniform_branching_factor",
    "root_branching_factor",
    "mean_branching_factor",
    "ordering_quality",
    "mean_cutoff_child",
    "leaf_share",
)
FROM_FULL_TREE = ("full_tree", "pruned", "pruned_share")
FROM_MINIMAL_TREE = ("minimal_tree", "pruning_efficiency")
METRICS = (*FROM_COUNTS, *FROM_FULL_TREE, *FROM_MINIMAL_TREE)
"""What can be asked for, by what it costs: nothing more, a count of the full tree, also a search in oracle's order."""

Positions = str | Path | Position | PositionSet | Entry | Sequence[Any]


class Member(NamedTuple):
    """A cell of a sweep with what the sweep calls it, and the cells that its metrics need."""

    cell: Cell
    position_set: str
    position: str
    stage: str
    dialect: str
    full_tree: Cell | None
    minimal_tree: Cell | None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All that must be computed."""
        return tuple(cell for cell in (self.cell, self.full_tree, self.minimal_tree) if cell is not None)


@dataclass(frozen=True)
class Grid:
    """Axes; their product is the sweep. Made by `grid`, which checks what users give."""

    entries: tuple[tuple[str, Entry], ...]
    """Positions with the names of their sets."""
    algorithms: tuple[str, ...]
    heuristics: tuple[Evaluation, ...]
    depths: tuple[int, ...]
    white_depth: int | None
    dialects: tuple[tuple[str, Dialect], ...]
    """Label and dialect, order included."""
    variants: tuple[str | None, ...]
    """None is the position's own."""
    metrics: tuple[str, ...] = ()
    backend: str = "compiled"

    def __len__(self) -> int:
        """Members of the sweep."""
        axes = (self.entries, self.algorithms, self.heuristics, self.depths, self.dialects, self.variants)
        return prod(len(axis) for axis in axes)

    @property
    def cells_each(self) -> int:
        """Cells that a member needs, at most: its own, the full tree's and the minimal tree's."""
        return 1 + self._needs_full_tree + self._needs_minimal_tree

    @property
    def _needs_full_tree(self) -> bool:
        return bool({*FROM_FULL_TREE, "pruning_efficiency"} & {*self.metrics})

    @property
    def _needs_minimal_tree(self) -> bool:
        return bool({*FROM_MINIMAL_TREE} & {*self.metrics})

    def members(self) -> Iterator[Member]:
        """Every combination, the shallow searches first."""
        axes = (self.depths, self.entries, self.variants, self.heuristics, self.dialects, self.algorithms)
        identities = self._identities()
        for depth, (name, entry), variant, heuristic, (label, choices), algorithm in product(*axes):
            position = _under(entry.position, variant)
            cell = search_cell(
                position,
                algorithm,
                name_of(heuristic),
                identities[heuristic, position.size],
                depth,
                choices,
                self.white_depth,
                self.backend,
            )
            yield self._member(cell, name, entry, label)

    def _member(self, cell: Cell, name: str, entry: Entry, label: str) -> Member:
        full = cell.full_tree() if self._needs_full_tree else None
        minimal = cell.minimal_tree() if self._needs_minimal_tree else None
        return Member(cell, name, entry.name, entry.stage, label, full, minimal)

    def heuristics_by_id(self) -> dict[str, Evaluation]:
        """The heuristics as cells name them."""
        return {identity: heuristic for (heuristic, _), identity in self._identities().items()}

    def _identities(self) -> dict[tuple[Evaluation, int], str]:
        """Not kept: between two sweeps a user may change what a heuristic reads."""
        sizes = {entry.position.size for _, entry in self.entries}
        return {(one, size): identity_of(one, size) for one in self.heuristics for size in sizes}


@lru_cache(maxsize=4096)
def _under(position: Position, variant: str | None) -> Position:
    return position if variant is None else position.with_rules(variant=variant)


def grid(
    positions: Positions = "stages",
    *,
    algorithm: str | Sequence[str] = ("minimax", "alphabeta"),
    heuristic: str | Evaluation | Sequence[str | Evaluation] = "weights",
    depth: int | Iterable[int] = (1, 2, 3, 4),
    white_depth: int | None = None,
    dialect: str | Dialect | Sequence[str | Dialect] | Mapping[str, Dialect] = "standard",
    order: str | Sequence[str] | None = None,
    variant: str | Sequence[str] | None = None,
    size: int | Sequence[int] | None = None,
    metrics: str | Sequence[str] = (),
    backend: str = "compiled",
) -> Grid:
    """Check what a user asks and make the grid of it; see `sweep` for the parameters.

    Examples
    --------
    >>> asked = grid("start", depth=range(1, 4), size=[6, 8])
    >>> len(asked), next(asked.members()).cell.algorithm
    (12, 'minimax')
    """
    made = Grid(
        _entries(positions, size),
        tuple(choose("algorithm", name, ALGORITHMS) for name in _several(algorithm)),
        tuple(find(one) for one in _several(heuristic)),
        tuple(check_depth(one) for one in _several(depth)),
        None if white_depth is None else check_depth(white_depth),
        _dialects(dialect, order),
        tuple(_several(variant)),
        tuple(choose("metric", name, METRICS) for name in _several(metrics)),
        choose("backend", backend, BACKENDS),
    )
    _check(made)
    return made


def _several(value: Any) -> list[Any]:
    """One value or many, as a list without repeats."""
    many = [value] if isinstance(value, str) or not isinstance(value, Iterable) else list(value)
    return list(dict.fromkeys(many))


def _check(made: Grid) -> None:
    """Refuse what no search can do before the first one starts."""
    if not len(made):
        raise InputError("an empty sweep: give at least one position, algorithm, heuristic, depth and dialect")
    names = [name_of(one) for one in made.heuristics]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two heuristics named {twice!r}: rows could not tell them apart, give one another name")
    for member in _one_of_each(made).members():
        member.cell.strategy(made.heuristics_by_id()[member.cell.heuristic_id])
        if member.cell.kind == GAME and made.metrics:
            raise InputError("metrics of a whole game: they belong to one search; leave out white_depth or metrics")
        if member.minimal_tree and member.cell.algorithm not in ("minimax", "alphabeta"):
            raise InputError(f"metric minimal_tree of algorithm {member.cell.algorithm!r}: use minimax or alphabeta")


def _one_of_each(made: Grid) -> Grid:
    """The grid on one position of each size: what is wrong with a search is wrong on every position."""
    first = {entry.position.size: (name, entry) for name, entry in reversed(made.entries)}
    return replace(made, entries=tuple(first.values()), depths=made.depths[:1])


# -- positions ---------------------------------------------------------------------------------------------------------


def _entries(asked: Positions, size: int | Sequence[int] | None) -> tuple[tuple[str, Entry], ...]:
    """The positions, with the names of their sets, of the sizes asked for."""
    if isinstance(asked, str) and asked == START:
        return tuple((START, _start(one)) for one in _several(8 if size is None else size))
    many = asked if isinstance(asked, Sequence) and not isinstance(asked, str) else [asked]
    # Without repeats: of two rows that are all the same none is of use.
    found = list(dict.fromkeys(pair for one in many for pair in _named(one, len(many))))
    if not found:
        raise InputError("no positions: give a set, a file, or positions")
    if size is None:
        return tuple(found)
    sizes = _several(size)
    kept = tuple(pair for pair in found if pair[1].position.size in sizes)
    if not kept:
        has = sorted({entry.position.size for _, entry in found})
        raise InputError(f"no position of size {sizes} among those given: their sizes are {has}")
    return kept


def _start(size: int) -> Entry:
    position = Position.start(size)
    return Entry(f"start-{size}x{size}", position, stage_of(position))


def _named(one: Any, count: int) -> Iterator[tuple[str, Entry]]:
    """The entries of a set, a file, a position or a text."""
    if isinstance(one, Entry):
        yield "given", one
    elif isinstance(one, Position):
        yield "given", Entry(one.to_text(), one, stage_of(one))
    elif isinstance(one, PositionSet):
        yield from ((one.name, entry) for entry in one)
    elif isinstance(one, str) and count > 1 and _is_position(one):
        yield from _named(Position.from_text(one), 1)
    else:
        yield from _named(positions(one), 1)


def _is_position(text: str) -> bool:
    """Is this text of a list a position (perhaps a bad one), and not the name of a set or a file?"""
    try:
        Position.from_text(text)
    except InputError:
        return text not in SETS and not Path(text).suffix
    return True


# -- dialects ----------------------------------------------------------------------------------------------------------


def _dialects(asked: Any, order: str | Sequence[str] | None) -> tuple[tuple[str, Dialect], ...]:
    """Each dialect with its label, in each order."""
    named = asked.items() if isinstance(asked, Mapping) else [(_label(one), dialect(one)) for one in _several(asked)]
    orders = [None] if order is None else _several(order)
    return tuple((label, dialect(choices, order=one)) for label, choices in named for one in orders)


def _label(one: str | Dialect) -> str:
    """A dialect's name; a change of the order alone is told by its own column."""
    if isinstance(one, str):
        return one
    for name, preset in DIALECTS.items():
        if replace(one, order=preset.order) == preset:
            return name
    return f"{one.cutoff}, {one.root}, {one.no_move}, {one.terminal}"
