"""The sweep: the one loop that every study runs on. Grids in, rows out, through a store that keeps what is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.core.dialect import Dialect
from plyscope.core.errors import choose
from plyscope.core.heuristics import Evaluation
from plyscope.studies.cells import Cell, code_signature
from plyscope.studies.executors import Place, check_workers, compute, place
from plyscope.studies.grid import Grid, Member, Positions, grid
from plyscope.studies.progress import MODES, Advance, progress
from plyscope.studies.provenance import provenance
from plyscope.studies.rows import machine_id, sweep_rows
from plyscope.studies.store import COMMIT_SECONDS, Store
from plyscope.studies.timing import LONG_SECONDS, times_alone

if TYPE_CHECKING:
    import pandas as pd

TIMES = ("alone", "loaded")
_CHUNK = 500
"""Members that are looked up in the store together."""


@dataclass(frozen=True)
class Setting:
    """Where and how a sweep runs; none of it changes a count."""

    executor: str = "threads"
    workers: int | None = None
    """Searches at a time; by default one a core."""
    scheduler: str | None = None
    """The address of a Dask scheduler; its cluster is used then."""
    times: str = "alone"
    """`alone`: each search is timed once more by itself on this machine, with repeats. `loaded`: the time of the
    counting run, marked if other searches ran meanwhile."""
    show: str = "auto"
    """Where progress is shown, see `plyscope.studies.progress`."""

    def __post_init__(self) -> None:
        check_workers(self.workers)
        choose("kind of times", self.times, TIMES)
        choose("kind of progress", self.show, MODES)


def sweep(
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
    store: str | Path | None = None,
    name: str = "sweep",
    times: str = "alone",
    executor: str = "threads",
    workers: int | None = None,
    scheduler: str | None = None,
    show: str = "auto",
) -> pd.DataFrame:
    """Search every combination and return one tidy row for each.

    Every axis takes one value or several.

    Parameters
    ----------
    positions : set name, file, `start`, `PositionSet`, `Position`, or a list of these
        `start` is the start position of each size.
    white_depth : int, optional
        Play whole games instead: black searches to `depth`, white to this depth.
    dialect : names, dialects, or a mapping from labels to dialects
    order : names, optional
        By default the dialect's own.
    variant : names, optional
        By default each position's own.
    size : optional
        Only positions of these sizes.
    metrics : names, optional
        Columns to add, by their names in `plyscope.Metrics`. `full_tree` and what is made of it needs a count of the
        full tree, `minimal_tree` and `pruning_efficiency` a search in the oracle's order.
    store : path, optional
        Keep the results in this file, and compute only what is not in it. Without one they are kept in memory.
    name : str
        The sweep's name in the store; an earlier one of that name is replaced.
    times : str
        `alone`: each search is timed again by itself, with repeats. `loaded`: the time of the counting run, marked if
        other searches ran meanwhile; for sweeps about counts, and for those too large to repeat here.
    executor, workers, scheduler
        `threads` or `processes` and how many, or the address of a Dask scheduler.

    Examples
    --------
    >>> rows = sweep("start", depth=[4, 6], metrics="pruned_share")
    >>> rows[["algorithm", "depth", "nodes", "move"]].values.tolist()
    [['minimax', 4, 317, 'd3'], ['alphabeta', 4, 127, 'd3'], ['minimax', 6, 9913, 'd3'], ['alphabeta', 6, 1376, 'd3']]
    >>> rows["pruned_share"].round(3).tolist()
    [0.0, 0.599, 0.0, 0.861]
    """
    asked = grid(
        positions,
        algorithm=algorithm,
        heuristic=heuristic,
        depth=depth,
        white_depth=white_depth,
        dialect=dialect,
        order=order,
        variant=variant,
        size=size,
        metrics=metrics,
        backend=backend,
    )
    setting = Setting(executor, workers, scheduler, times, show)
    with Store(store) as opened:
        return run_sweep([asked], opened, name=name, setting=setting)


def run_sweep(
    grids: Sequence[Grid],
    store: Store,
    *,
    name: str = "sweep",
    setting: Setting | None = None,
    options: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Compute what the store lacks of some grids, under one name; `options` are kept with the name."""
    fill_store(grids, store, name=name, setting=setting, options=options)
    return sweep_rows(store, name)


def fill_store(
    grids: Sequence[Grid],
    store: Store,
    *,
    name: str = "sweep",
    setting: Setting | None = None,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Do the work of `run_sweep` without its table: however many cells there are, few are in memory."""
    run = _Run(tuple(grids), store, name, setting or Setting(), code_signature())
    metrics = list(dict.fromkeys(metric for one in grids for metric in one.metrics))
    try:
        # The place first: where none can be had, an earlier sweep of the name stays as it is.
        with run.place() as where:
            run.number = store.add_run(provenance(sweep=name, options=dict(options or {})))
            store.begin_sweep(name, run.number, metrics, options or {})
            run.count(where)
        if run.setting.times == "alone":
            run.time()
        store.end_sweep(name, run.number)
    finally:
        store.commit()


@dataclass
class _Run:
    """One sweep under way."""

    grids: tuple[Grid, ...]
    store: Store
    name: str
    setting: Setting
    signature: str
    number: int = 0
    in_flight: set[bytes] = field(default_factory=set)
    """Keys of the cells that are being computed: none is computed twice."""

    def heuristics(self) -> dict[str, Evaluation]:
        return {identity: one for asked in self.grids for identity, one in asked.heuristics_by_id().items()}

    def place(self) -> Place:
        """Where the cells are computed."""
        setting = self.setting
        return place(setting.executor, check_workers(setting.workers), setting.scheduler, self.heuristics())

    def count(self, where: Place) -> None:
        """Compute the cells that the store lacks."""
        total = sum(len(asked) * asked.cells_each for asked in self.grids)
        # Another machine's time is no better than one under load.
        is_loaded = where.workers > 1 or self.setting.scheduler is not None
        with progress(self.name, total, self.setting.show) as advance:
            for outcome in compute(where, self._missing(advance)):
                if outcome is not None:
                    self.store.add_cells(outcome.done, self.signature, is_loaded, self.number)
                    self.in_flight.difference_update(cell.key(self.signature) for cell, _ in outcome.done)
                    advance(len(outcome.done))
                self.store.commit_if_due()
        self.store.commit()

    def _missing(self, advance: Advance) -> Iterator[Cell]:
        """The cells to compute, as they are wanted; the members of the sweep are noted on the way."""
        members = (member for asked in self.grids for member in asked.members())
        first = 0
        while chunk := list(islice(members, _CHUNK)):
            self.store.add_members(self.number, first, chunk, self.signature)
            first += len(chunk)
            yield from self._unknown(chunk, advance)

    def _unknown(self, members: Sequence[Member], advance: Advance) -> Iterator[Cell]:
        cells = {cell.key(self.signature): cell for member in members for cell in member.cells}
        candidates = sum(len(member.cells) for member in members)
        missing = cells.keys() - self.store.known(list(cells)) - self.in_flight
        advance(candidates - len(missing))
        self.in_flight |= missing
        yield from (cell for key, cell in cells.items() if key in missing)

    def time(self) -> None:
        """Time the cells that have no time of this machine yet, one at a time."""
        machine, heuristics = machine_id(), self.heuristics()
        total = self.store.untimed_count(self.number, machine)
        if not total:
            return
        with progress(f"{self.name}, times", total, self.setting.show) as advance:
            for some in self.store.untimed(self.number, machine):
                while some:
                    if (some[0].seconds or LONG_SECONDS) >= COMMIT_SECONDS:
                        # Nothing finished waits, and no other program does, while a long search runs.
                        self.store.commit()
                    times = times_alone(some, heuristics, self.number)
                    self.store.add_times(machine, times, self.number)
                    self.store.commit_if_due()
                    advance(len(times))
                    some = some[len(times) :]
