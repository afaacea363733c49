"""``plyscope bench``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from plyscope.cli import options
from plyscope.core.errors import InputError


def bench(
    repeats: Annotated[
        int,
        typer.Option(
            help="Runs of each job, more of a short one; the best counts.",
            parser=options.number_between(1, 10_000),
            metavar="N",
        ),
    ] = 20,
    counters: Annotated[bool, typer.Option("--counters", help="Instead: what the kernel's counters cost.")] = False,
    leaves: Annotated[bool, typer.Option("--leaves", help="Instead: what each heuristic costs at a leaf.")] = False,
    as_json: options.Json = False,
) -> None:
    """Time the compiled search on fixed jobs, counters on, one thread."""
    from plyscope.instrumentation.bench import JOBS, SEARCHES, counter_cost, leaf_costs, run_job
    from plyscope.instrumentation.machine import fingerprint

    rows: Iterable[dict[str, Any]]
    if counters and leaves:
        raise InputError("--counters and --leaves are two benches: give one of them")
    if leaves:
        title, rows, line = "leaves", leaf_costs(repeats), _leaf_line
    elif counters:
        title, rows, line = "counters", (counter_cost(name, repeats) for name in SEARCHES), _cost_line
    else:
        title, rows, line = "jobs", (run_job(name, repeats) for name in JOBS), _job_line
    if as_json:
        options.print_json({title: list(rows), "machine": fingerprint().to_dict()})
    else:
        _show(rows, line)
        print(fingerprint())


def _show(rows: Iterable[dict[str, Any]], line: Callable[[dict[str, Any]], str]) -> None:
    """Print each row as soon as it is measured."""
    for row in rows:
        print(line(row), flush=True)


def _job_line(row: dict[str, Any]) -> str:
    return (
        f"{row['name']:<24} {row['nodes']:>12,} nodes {row['seconds']:>9.4f} s "
        f"{row['nodes_per_second'] / 1e6:>8.1f} million/s"
    )


def _leaf_line(row: dict[str, Any]) -> str:
    return f"{row['name']:<25} {row['stage']:<6} {row['leaves']:>12,} leaves {row['nanoseconds']:>8.1f} ns over discs"


def _cost_line(row: dict[str, Any]) -> str:
    return (
        f"{row['name']:<24} {row['nodes']:>12,} nodes {row['seconds_with']:>10.5f} s with counters "
        f"{row['seconds_without']:>10.5f} s without {row['cost']:>+7.1%}"
    )
