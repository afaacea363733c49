"""From the store to a tidy table: one row a cell, with the metrics that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import nan
from typing import Any

import pandas as pd

from plyscope.core.errors import InputError, choose
from plyscope.instrumentation import metrics
from plyscope.instrumentation.counters import Counters, Sides
from plyscope.instrumentation.machine import fingerprint
from plyscope.studies.grid import METRICS
from plyscope.studies.store import Store

_LABELS = "m.position_set AS 'set', m.position, m.stage, c.variant, c.board, c.kind, c.algorithm, c.heuristic"
_QUESTION = "c.depth, c.white_depth, m.dialect, c.cutoff, c.root, c.no_move, c.terminal, c.'order', c.backend"
_COUNTS = "c.searches, c.nodes, c.calls_min, c.calls_max, c.leaves, c.terminals, c.passes"
_CUTS = "c.cutoffs_min, c.cutoffs_max, c.skipped, c.by_ply, c.cutoffs_by_child"
_TIMES = "c.seconds AS counting_seconds, c.is_loaded, t.minimum, t.repeats, t.spread, t.is_noisy, c.run, c.signature"
_TREES = "f.nodes AS full_tree, o.nodes AS minimal_tree"
_ROWS = f"""
SELECT {_LABELS}, {_QUESTION}, c.value, c.move, c.plies, {_COUNTS}, {_CUTS}, {_TIMES}, {_TREES}
FROM members m JOIN cells c ON c.key = m.key
LEFT JOIN cells f ON f.key = m.full_key
LEFT JOIN cells o ON o.key = m.minimal_key
LEFT JOIN times t ON t.key = m.key AND t.machine = ?
WHERE m.run = ? ORDER BY m.number
"""


def machine_id(machine: Mapping[str, Any] | None = None) -> str:
    """The machine and its software as a text: times of two are never mixed."""
    known = fingerprint().to_dict() if machine is None else machine
    return "; ".join(f"{name} {value}" for name, value in known.items())


def sweep_rows(store: Store, name: str) -> pd.DataFrame:
    """The rows of a sweep, as far as it got, with times of the machine that its run was on."""
    record = store.sweep(name)
    machine = store.provenance(record.run).get("machine", {})
    columns, found = store.select(_ROWS, (machine_id(machine), record.run))
    if not found:
        raise InputError(f"sweep {name!r} has no finished search: run it again")
    rows = pd.DataFrame(found, columns=columns)
    _read_boards(rows)
    _read_counts(rows)
    _read_times(rows)
    for metric in record.metrics:
        rows[metric] = _metric(rows, metric)
    return rows.drop(columns=[name for name in ("full_tree", "minimal_tree") if name not in record.metrics])


def _read_boards(rows: pd.DataFrame) -> None:
    """Size and disc count, from the board's text."""
    cells = rows["board"].str.partition(" ")[0].astype(str)
    rows.insert(3, "size", (cells.str.len() ** 0.5).astype(int))
    rows.insert(3, "discs", cells.str.count("[XO]"))


def _read_counts(rows: pd.DataFrame) -> None:
    for name in ("calls", "cutoffs"):
        rows.insert(list(rows).index(f"{name}_min"), name, rows[f"{name}_min"] + rows[f"{name}_max"])
    for name in ("by_ply", "cutoffs_by_child"):
        rows[name] = [tuple(map(int, text.split())) for text in rows[name]]
    for name in ("plies", "white_depth"):
        rows[name] = rows[name].astype("Int64")


def _read_times(rows: pd.DataFrame) -> None:
    """A time that was measured alone, or else that of the counting run."""
    is_alone = rows["minimum"].notna()
    rows.insert(
        list(rows).index("counting_seconds"),
        "seconds",
        rows["minimum"].where(is_alone, rows["counting_seconds"]).astype(float),
    )
    rows["is_loaded"] = rows["is_loaded"].astype(bool) & ~is_alone
    rows["repeats"] = rows["repeats"].fillna(1).astype(int)
    rows["spread"] = rows["spread"].astype(float)
    # The spread of a single run is not known.
    rows["is_noisy"] = rows["is_noisy"].astype("Float64").fillna(1).astype(bool)
    del rows["minimum"], rows["counting_seconds"]


_FROM_TREES: dict[str, Callable[[Any], float]] = {
    "full_tree": lambda row: row.full_tree,
    "minimal_tree": lambda row: row.minimal_tree,
    "visited": lambda row: row.nodes,
    "pruned": lambda row: metrics.pruned(row.full_tree, row.nodes),
    "pruned_share": lambda row: metrics.pruned_share(row.full_tree, row.nodes),
    "pruning_efficiency": lambda row: metrics.pruning_efficiency(row.full_tree, row.nodes, row.minimal_tree),
    "uniform_branching_factor": lambda row: metrics.uniform_branching_factor(row.nodes, row.depth),
    "root_branching_factor": lambda row: metrics.root_branching_factor(row.leaves + row.terminals, row.depth),
}


def _metric(rows: pd.DataFrame, name: str) -> list[float]:
    """A metric of each row, by its one definition."""
    if choose("metric", name, METRICS) in _FROM_TREES:
        return [_FROM_TREES[name](row) for row in rows.itertuples()]
    formula = getattr(metrics, name)
    return [formula(_counters(row)) if row.nodes else nan for row in rows.itertuples()]


def _counters(row: Any) -> Counters:
    return Counters(
        Sides(row.calls_min, row.calls_max),
        row.leaves,
        row.terminals,
        row.passes,
        Sides(row.cutoffs_min, row.cutoffs_max),
        row.skipped,
        row.by_ply,
        row.cutoffs_by_child,
        row.searches,
    )
