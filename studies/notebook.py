"""A study in one line of a notebook or a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from plyscope.core.heuristics import Evaluation
from plyscope.studies.registry import study as find_study
from plyscope.studies.store import Store
from plyscope.studies.study import Asked, run_study
from plyscope.studies.summary import Summary
from plyscope.studies.sweep import Setting


def study(
    name: str,
    *,
    scale: str = "default",
    heuristics: Sequence[str | Evaluation] = (),
    depths: Iterable[int] = (),
    positions: str | None = None,
    per_stage: int | None = None,
    dialect: str | None = None,
    variant: str | None = None,
    store: str | Path | None = None,
    executor: str = "threads",
    workers: int | None = None,
    scheduler: str | None = None,
    times: str = "alone",
    show: str = "auto",
) -> Summary:
    """Run a study and return what it says: tables and sentences. What is left out is the study's own choice.

    Parameters
    ----------
    name : str
        `depth`, `stage`, `endgame`, `heuristic`, `ordering`, `dialects`, `size`, `variant`, `deepening` or `clock`.
    scale : str
        `quick`, `default` or `full`.
    store : path, optional
        Keep the results in this file, and compute only what is not in it.
    times : str
        `alone` or `loaded`, see `sweep`; a study that shows no times takes none alone.

    Examples
    --------
    >>> found = study("stage", scale="quick", per_stage=4, depths=[1, 3], show="none")
    >>> found.table("branching").frame[["stage", "n"]].values.tolist()
    [['early', 4], ['middle', 4], ['late', 4]]
    """
    chosen = find_study(name)
    asked = Asked(scale, tuple(heuristics), tuple(depths), positions, per_stage, dialect, variant)
    with Store(store) as opened:
        rows = run_study(chosen, opened, asked, Setting(executor, workers, scheduler, times, show))
    return chosen.summarise(rows)
