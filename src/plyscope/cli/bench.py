"""``plyscope bench``."""

from __future__ import annotations

from typing import Annotated

import typer

from plyscope.cli import options


def bench(
    repeats: Annotated[int, typer.Option(help="Runs of each job; the best counts.", min=1)] = 20,
    as_json: options.Json = False,
) -> None:
    """Time the compiled search on fixed jobs, counters on, one thread."""
    from plyscope.instrumentation.bench import JOBS, machine, run_job

    rows = []
    for name in JOBS:
        rows.append(run_job(name, repeats))
        if not as_json:
            row = rows[-1]
            print(
                f"{row['name']:<24} {row['nodes']:>12,} nodes {row['seconds']:>9.4f} s "
                f"{row['nodes_per_second'] / 1e6:>8.1f} million/s",
                flush=True,
            )
    if as_json:
        options.print_json({"jobs": rows, "machine": machine()})
    else:
        print("; ".join(f"{key} {value}" for key, value in machine().items()))
