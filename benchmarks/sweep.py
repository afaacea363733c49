"""What a sweep costs beside its searches: cells a second, memory, the gain of threads: `python benchmarks/sweep.py`.

Every figure is taken in a process of its own with a store on the disk, and the best of several rounds counts.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyscope.core.positions import positions
from plyscope.studies.grid import Grid, grid
from plyscope.studies.store import Store
from plyscope.studies.sweep import Setting, fill_store

QUICK: dict[str, Any] = {"heuristic": ["discs", "weights"], "depth": [1, 2, 3]}
"""3,600 cells that take microseconds each: what counts is everything around them."""
FEW, MANY = 1_000, 200_000
THREADED_DEPTH, THREADED_POSITIONS = 10, 60


def fill(asked: Grid, workers: int, times: str = "loaded") -> float:
    """Seconds to sweep a grid into a new store."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "sweeps.db") as store:
        start = time.perf_counter()
        fill_store([asked], store, setting=Setting(workers=workers, times=times, show="none"))
        return time.perf_counter() - start


def use_one_core() -> None:
    """Keep this process, its searches and its store on one core."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def cells_a_second(rounds: int) -> dict[str, float]:
    """Cells of quick searches that one core computes and keeps."""
    use_one_core()
    asked = grid("stages", **QUICK)
    fill(asked, 1, "alone")
    counted, timed = (min(fill(asked, 1, times) for _ in range(rounds)) for times in ("loaded", "alone"))
    return {"cells": len(asked), "cells_a_second": len(asked) / counted, "timed_a_second": len(asked) / timed}


def memory(count: int) -> dict[str, float]:
    """The most memory that a sweep of so many cells had, in MB, and its seconds on one core."""
    use_one_core()
    entries = positions("stages").entries[:: 3 if count >= MANY else 30]
    orders = [f"shuffled:{seed}" for seed in range(count // len(entries))]
    asked = grid(entries, algorithm="minimax", depth=1, order=orders)
    seconds = fill(asked, 1)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"cells": len(asked), "megabytes": most, "seconds": seconds}


def thread_gain(rounds: int) -> dict[str, float]:
    """How many times faster two threads sweep searches of some milliseconds; rounds of both alternate."""
    entries = positions("stages").entries[:: 300 // THREADED_POSITIONS]
    asked = grid(entries, algorithm="alphabeta", depth=THREADED_DEPTH)
    one, two = [fill(asked, 1)], [fill(asked, 2)]
    for _ in range(rounds):
        one.append(fill(asked, 1))
        two.append(fill(asked, 2))
    return {"one": min(one), "two": min(two), "gain": min(one) / min(two), "cells": len(asked)}


def apart(task: str, number: int) -> dict[str, float]:
    """Do one task in a process of its own."""
    command = [sys.executable, __file__, "--task", task, "--rounds", str(number)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


TASKS: dict[str, Callable[[int], dict[str, float]]] = {
    "cells_a_second": cells_a_second,
    "memory": memory,
    "thread_gain": thread_gain,
}


def to_markdown(rounds: int) -> str:
    """The table of docs/performance.md."""
    speed, gain = apart("cells_a_second", rounds), apart("thread_gain", rounds)
    few, many = apart("memory", FEW), apart("memory", MANY)
    rows = {
        f"cells a second on one core, kept on the disk ({speed['cells']:,} of depth 1 to 3)": "{:,.0f}".format(
            speed["cells_a_second"]
        ),
        "the same, and each timed alone (the default)": f"{speed['timed_a_second']:,.0f}",
        f"counted only, in a sweep of {many['cells']:,} cells of depth 1": f"{many['cells'] / many['seconds']:,.0f}",
        f"most memory, {few['cells']:,} cells": f"{few['megabytes']:.0f} MB",
        f"most memory, {many['cells']:,} cells": f"{many['megabytes']:.0f} MB",
        f"two threads against one, {gain['cells']} searches of {1000 * gain['one'] / gain['cells']:.0f} ms": (
            f"{gain['gain']:.2f}"
        ),
    }
    return "\n".join(["| | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows.items())])


def main() -> None:
    """Measure everything and print the table, or one task as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--task", choices=TASKS)
    arguments = parser.parse_args()
    if arguments.task:
        print(json.dumps(TASKS[arguments.task](arguments.rounds)))
    else:
        print(to_markdown(arguments.rounds))


if __name__ == "__main__":
    main()
