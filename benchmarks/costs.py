"""What a user waits for besides the search, and the gain of threads and compilation: `python benchmarks/costs.py`.

Every time is the shortest of several. The counters' cost is measured by `plyscope bench --counters`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from threading import Thread

from plyscope.core.engine import CompiledSearch
from plyscope.core.jit import CACHE_VARIABLE
from plyscope.core.perft import perft
from plyscope.core.position import Position
from plyscope.core.search import Minimax
from plyscope.instrumentation.bench import SEARCHES
from plyscope.instrumentation.clock import measure

COMMAND = ("search", "--depth", "6", "--heuristic", "weights")
THREADED_JOB, TURNS_A_ROUND = "minimax-9-discs", 30
REFERENCE_DEPTH, COMPILED_DEPTH = 5, 9


def seconds(work: Callable[[], object]) -> float:
    """The wall time of one run."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run_command(cache: str, *arguments: str) -> None:
    """Run `plyscope` in a process of its own, its compiled code in a given folder."""
    environment = {**os.environ, CACHE_VARIABLE: cache}
    subprocess.run([sys.executable, "-m", "plyscope", *arguments], env=environment, check=True, capture_output=True)


def start_costs(rounds: int) -> dict[str, float]:
    """Seconds of a short search whose code is not compiled yet, of the same again, and of the help."""
    cold, warm, help_ = [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(seconds(lambda: run_command(cache, *COMMAND)))
            warm += [seconds(lambda: run_command(cache, *COMMAND)) for _ in range(3)]
            help_ += [seconds(lambda: run_command(cache, "--help")) for _ in range(3)]
    return {"cold_search_seconds": min(cold), "warm_search_seconds": min(warm), "help_seconds": min(help_)}


def run_in_threads(searches: list[CompiledSearch]) -> None:
    """Run the searches at once, each in a thread of its own."""
    threads = [Thread(target=search.run) for search in searches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def thread_gain(rounds: int) -> float:
    """How many times the work of one thread two threads do in the same time."""
    search, size = SEARCHES[THREADED_JOB]
    searches = [CompiledSearch(search, Position.start(size)) for _ in range(2)]
    one, two = [], []
    for _ in range(rounds * TURNS_A_ROUND):
        one.append(seconds(lambda: run_in_threads(searches[:1])))
        two.append(seconds(lambda: run_in_threads(searches)))
    return 2 * min(one) / min(two)


def speed(depth: int, backend: str) -> float:
    """Nodes a second of minimax with the disc difference; minimax visits every node that perft counts."""
    start = Position.start(8)
    timing = measure(Minimax("discs", depth), start, backend=backend, max_repeats=10)
    return perft(start, depth).nodes / timing.minimum


def compilation_gain(rounds: int) -> dict[str, float]:
    """The readable search and the compiled one, in turn; the depths differ, since one would wait long for the other."""
    reference = compiled = 0.0
    for _ in range(rounds):
        reference = max(reference, speed(REFERENCE_DEPTH, "reference"))
        compiled = max(compiled, speed(COMPILED_DEPTH, "compiled"))
    return {
        "reference_nodes_per_second": reference,
        "compiled_nodes_per_second": compiled,
        "compiled_gain": compiled / reference,
    }


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="rounds of each measurement (default 10)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds}: use 1 or more")
    return arguments


def main() -> None:
    """Measure and print."""
    arguments = parse_arguments()
    costs = {
        **start_costs(arguments.rounds),
        "two_threads_gain": thread_gain(arguments.rounds),
        **compilation_gain(arguments.rounds),
    }
    if arguments.json:
        print(json.dumps(costs, indent=2))
    else:
        for name, value in costs.items():
            print(f"{name.replace('_', ' '):<28} {value:>14,.2f}")


if __name__ == "__main__":
    main()
