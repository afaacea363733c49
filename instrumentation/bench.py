"""The fixed jobs by which the compiled search's speed is known."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyscope.core.dialect import Dialect
from plyscope.core.engine import CompiledSearch
from plyscope.core.perft import perft
from plyscope.core.position import Position
from plyscope.core.search import AlphaBeta, Minimax, Search

CONDITIONS = Dialect(terminal="heuristic")
"""Inclusive cutoffs, root window shared, a pass is a node and a ply, the evaluation also at finished games."""

Job = Callable[[], int]


def _perft_job(depth: int) -> Callable[[], Job]:
    def prepare() -> Job:
        start = Position.start(8)
        perft(start, 1)  # compile or load
        return lambda: perft(start, depth).nodes

    return prepare


def _search_job(kind: type[Search], heuristic: str, depth: int, size: int = 8) -> Callable[[], Job]:
    def prepare() -> Job:
        search = CompiledSearch(kind(heuristic, depth, CONDITIONS), Position.start(size))
        return lambda: sum(search.run().counts["by_ply"])

    return prepare


JOBS: dict[str, Callable[[], Job]] = {
    "perft-10": _perft_job(10),
    "minimax-9-discs": _search_job(Minimax, "discs", 9),
    "minimax-8-weights": _search_job(Minimax, "weights", 8),
    "alphabeta-11-weights": _search_job(AlphaBeta, "weights", 11),
    "alphabeta-8-discs-16x16": _search_job(AlphaBeta, "discs", 8, 16),
}


def run_job(name: str, repeats: int) -> dict[str, Any]:
    """The best of several runs of a job; preparation, compilation included, is not timed."""
    job = JOBS[name]()
    best, nodes = float("inf"), 0
    for _ in range(repeats):
        start = time.perf_counter()
        nodes = job()
        best = min(best, time.perf_counter() - start)
    return {"name": name, "nodes": nodes, "seconds": best, "nodes_per_second": nodes / best}


def machine() -> dict[str, Any]:
    """What a time depends on."""
    return {
        "cpu": _cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def _cpu_name() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
