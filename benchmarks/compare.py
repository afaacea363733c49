"""Compare the compiled search with plain C on this machine: `python benchmarks/compare.py [--rounds N] [--json]`.

The rounds of `yardstick.c` and of plyscope alternate, so that a busy moment of the machine meets both, and of each job
only the fastest run counts.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from rich.console import Console
from rich.table import Table

from plyscope import fingerprint
from plyscope.instrumentation.bench import JOBS, run_job

SOURCE = Path(__file__).with_name("yardstick.c")
COMPILER, FLAGS = "cc", ("-O3", "-march=native")
RUNS_A_ROUND = 3
"""Of each job of the C program; those of plyscope run for a while, or once if they are long."""
LARGE_JOB, SMALL_JOB = "alphabeta-8-discs-16x16", "alphabeta-11-weights"


class Timing(NamedTuple):
    """A job's nodes and the seconds of its fastest run."""

    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Million nodes a second."""
        return self.nodes / self.seconds / 1e6


Timings = dict[str, Timing]


def stop(message: str) -> NoReturn:
    """Say in one line why nothing can be compared."""
    print(message, file=sys.stderr)
    sys.exit(2)


def compile_yardstick(folder: Path) -> Path:
    """Compile `yardstick.c` into a folder."""
    compiler = shutil.which(COMPILER)
    if compiler is None:
        stop(f"no C compiler {COMPILER!r} on the path: install one, or time plyscope alone with `plyscope bench`")
    program = folder / "yardstick"
    done = subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", str(program)], capture_output=True, text=True)
    if done.returncode:
        stop(f"{COMPILER} cannot compile {SOURCE.name}: {(done.stderr.splitlines() or ['no reason given'])[0]}")
    return program


def run_yardstick(program: Path) -> Timings:
    """One round of the C program, which checks its own node counts and values."""
    done = subprocess.run([str(program), str(RUNS_A_ROUND)], capture_output=True, text=True)
    if done.returncode:
        stop(f"{SOURCE.name} failed: {done.stderr.strip() or f'status {done.returncode}'}")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["name"]: Timing(row["nodes"], row["seconds"]) for row in rows}


def run_plyscope() -> Timings:
    """One round of plyscope's jobs; the first compiles them, or loads what was compiled before, untimed."""
    rows = [run_job(name, 1) for name in JOBS]
    return {row["name"]: Timing(row["nodes"], row["seconds"]) for row in rows}


def seconds_of(timing: Timing) -> float:
    """What the fastest run is chosen by."""
    return timing.seconds


def fastest(rounds: list[Timings]) -> Timings:
    """The fastest round of each job."""
    return {name: min((timings[name] for timings in rounds), key=seconds_of) for name in rounds[0]}


def measure(rounds: int) -> tuple[Timings, Timings]:
    """The timings of plyscope and of C, their rounds in turn."""
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(Path(folder))
        pairs = [(run_plyscope(), run_yardstick(program)) for _ in range(rounds)]
    return fastest([ours for ours, _ in pairs]), fastest([theirs for _, theirs in pairs])


def compare(ours: Timings, theirs: Timings) -> list[dict[str, Any]]:
    """A row for each job that both have done; the ratio is above 1 where plyscope is faster."""
    rows = []
    for name, c in theirs.items():
        own = ours[name]
        if own.nodes != c.nodes:
            stop(f"{name}: plyscope visits {own.nodes} nodes and C {c.nodes}: not the same search")
        rows.append(
            {"job": name, "nodes": c.nodes, "plyscope": own.speed, "c": c.speed, "ratio": c.seconds / own.seconds}
        )
    return rows


def large_board(ours: Timings) -> dict[str, Any]:
    """The 16x16 job and its speed as a part of that on 8x8."""
    large = ours[LARGE_JOB]
    return {
        "job": LARGE_JOB,
        "nodes": large.nodes,
        "plyscope": large.speed,
        f"ratio_to_{SMALL_JOB}": large.speed / ours[SMALL_JOB].speed,
    }


def compiler_version() -> str:
    """The first line of what the compiler says of itself."""
    done = subprocess.run([COMPILER, "--version"], capture_output=True, text=True)
    return done.stdout.partition("\n")[0]


def print_table(rows: list[dict[str, Any]], large: dict[str, Any]) -> None:
    """The result for people."""
    table = Table("job", "nodes", "plyscope", "C", "ratio")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(
            row["job"], f"{row['nodes']:,}", f"{row['plyscope']:.1f}", f"{row['c']:.1f}", f"{row['ratio']:.2f}"
        )
    table.add_row(large["job"], f"{large['nodes']:,}", f"{large['plyscope']:.1f}", "", "")
    console = Console()
    console.print(table)
    console.print(
        "Speeds in million nodes a second. Ratio: seconds of C / seconds of plyscope; above 1 plyscope is faster."
    )
    console.print(f"16x16 runs at {large[f'ratio_to_{SMALL_JOB}']:.2f} of the nodes a second of {SMALL_JOB}.")
    console.print("; ".join(f"{key} {value}" for key, value in describe_machine().items()))


def describe_machine() -> dict[str, Any]:
    """What a time depends on."""
    return {**fingerprint().to_dict(), "compiler": compiler_version()}


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each program (default 15)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table; speeds in Mnodes/s")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds}: use 1 or more")
    return arguments


def main() -> None:
    """Compile, measure, print."""
    arguments = parse_arguments()
    ours, theirs = measure(arguments.rounds)
    rows, large = compare(ours, theirs), large_board(ours)
    if arguments.json:
        print(json.dumps({"jobs": rows, "large_board": large, "machine": describe_machine()}, indent=2))
    else:
        print_table(rows, large)


if __name__ == "__main__":
    main()
