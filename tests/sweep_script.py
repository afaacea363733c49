"""A sweep in a process of its own, to be killed: it starts when it reads a line, `python sweep_script.py STORE`."""

from __future__ import annotations

import sys
from typing import Any

import pandas as pd

import plyscope as ps

NAME = "killed"


ASKED: dict[str, Any] = {
    "heuristic": ["discs", "weights"],
    "metrics": ["pruned_share", "pruning_efficiency"],
    "workers": 1,
    "times": "loaded",
    "show": "none",
}


def run(store: str) -> pd.DataFrame:
    """Some thousand cells that take seconds together, so that a kill at any moment finds some of them done."""
    return ps.sweep(["stages", "stages-6x6"], depth=[1, 2, 4], store=store, name=NAME, **ASKED)


def warm_up() -> None:
    """Import and load everything, so that what is killed is the sweep."""
    ps.sweep("start", size=[6, 8], depth=1, **ASKED)


if __name__ == "__main__":
    warm_up()
    print("ready", flush=True)
    sys.stdin.readline()
    run(sys.argv[1])
    print("done", flush=True)
