"""Where a sweep runs: threads of this process, processes of this machine, or a Dask cluster.

All are executors of `concurrent.futures`, so one loop serves them. Threads are the default: a compiled search releases
the interpreter, and threads start at once.
"""

from __future__ import annotations

import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from itertools import islice
from typing import Any

from plyscope.core.engine import join_group, stop_group
from plyscope.core.errors import InputError, choose
from plyscope.core.heuristics import Evaluation
from plyscope.studies.batches import Batch, Outcome, learn, pack, run_batch
from plyscope.studies.cells import Cell, code_signature
from plyscope.studies.store import COMMIT_SECONDS

BATCH_CELLS = 32
EXECUTORS = ("threads", "processes")
MOST_RESTARTS = 5
"""How often worker processes may die before the sweep gives up."""
_SCHEDULER_SECONDS = 10
_LONELY_SECONDS = 30
"""How long a cluster may be without a worker."""
_MOST_WORKERS = 1024


class Place(ABC):
    """A place where batches are computed; a context manager that leaves nothing running."""

    workers: int
    """Searches that run at the same time."""
    deaths: tuple[type[Exception], ...] = (BrokenExecutor,)
    """What tells that workers died and took their cells along."""
    _executor: Executor
    _packed: Mapping[str, bytes]
    """The heuristics, for places that do not share this process's memory."""

    def submit(self, cells: tuple[Cell, ...]) -> Future[Outcome]:
        """Have some cells computed."""
        wanted = {cell.heuristic_id for cell in cells}
        packed = {identity: code for identity, code in self._packed.items() if identity in wanted}
        return self._executor.submit(run_batch, Batch(cells, packed))

    def is_lost(self) -> bool:
        """Can nothing come any more? Asked while nothing comes."""
        return False

    @abstractmethod
    def restart(self) -> None:
        """Go on after the workers died."""

    @abstractmethod
    def stop(self) -> None:
        """End what is under way, at once."""

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *error: object) -> None:
        if any(error):
            self.stop()
        self._executor.shutdown()


class Threads(Place):
    """Threads of this process."""

    def __init__(self, workers: int, heuristics: Mapping[str, Evaluation]) -> None:
        self.workers = workers
        self._packed = {}
        self._stop = threading.Event()
        self._executor = ThreadPoolExecutor(workers, "plyscope", join_group, (self,))
        self._futures: set[Future[Outcome]] = set()
        learn(heuristics)

    def submit(self, cells: tuple[Cell, ...]) -> Future[Outcome]:
        """Have some cells computed; the threads know the heuristics already."""
        future = self._executor.submit(run_batch, Batch(cells, {}), self._stop)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    def restart(self) -> None:
        """Threads do not die alone."""
        raise InputError("the threads of the sweep have ended: run again, what was finished is kept")

    def stop(self) -> None:
        """End the searches: again and again, since one that is just starting forgets it."""
        self._stop.set()
        self._executor.shutdown(wait=False, cancel_futures=True)
        while wait(list(self._futures), timeout=0.005).not_done:
            stop_group(self)


class Processes(Place):
    """Processes of this machine; one that is killed is replaced and its cells are computed again."""

    def __init__(self, workers: int, heuristics: Mapping[str, Evaluation]) -> None:
        self.workers = workers
        self._packed = {identity: pack(heuristic) for identity, heuristic in heuristics.items()}
        self.restart()

    def restart(self) -> None:
        """Start the processes, or new ones."""
        from loky import get_reusable_executor

        self._executor = get_reusable_executor(max_workers=self.workers, timeout=60)

    def stop(self) -> None:
        """Kill the processes: nothing in them is worth waiting for."""
        self._executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]

    def __exit__(self, *error: object) -> None:
        if any(error):
            self.stop()


class Cluster(Place):
    """A Dask cluster; a worker that is lost is replaced by the others, which compute its cells again."""

    def __init__(self, scheduler: str, heuristics: Mapping[str, Evaluation]) -> None:
        self._client = _connect(scheduler)
        self.deaths = _dask_deaths()
        self._seen_alive = time.monotonic()
        self._packed = {identity: pack(heuristic) for identity, heuristic in heuristics.items()}
        self.workers = max(1, sum(self._client.nthreads().values()))
        # Not pure: a batch that is handed out again must be computed again.
        self._executor = self._client.get_executor(pure=False)

    def is_lost(self) -> bool:
        """Has it been without a worker for long? Others may come in the place of lost ones."""
        if self._client.nthreads():
            self._seen_alive = time.monotonic()
        return time.monotonic() - self._seen_alive > _LONELY_SECONDS

    def restart(self) -> None:
        """The scheduler does that itself."""
        raise InputError("the Dask cluster has lost its workers: start some and run again, what was finished is kept")

    def stop(self) -> None:
        """Cancel what the scheduler has of ours."""
        self._executor.shutdown(wait=False)

    def __exit__(self, *error: object) -> None:
        if any(error):
            self.stop()
        self._client.close()


def _connect(scheduler: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise InputError(f"scheduler {scheduler!r} needs Dask: pip install 'plyscope[cluster]'") from None
    try:
        resolve_address(scheduler)  # a client for an address that cannot be read complains after its end
        client = Client(scheduler, timeout=_SCHEDULER_SECONDS, set_as_default=False)
        client.wait_for_workers(1, timeout=_SCHEDULER_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"no Dask cluster at {scheduler!r} ({reason}): start dask scheduler and dask worker") from None
    return client


def _dask_deaths() -> tuple[type[Exception], ...]:
    from distributed import KilledWorker

    # A scheduler that has gone cancels what it had.
    return (KilledWorker, CancelledError)


def check_workers(workers: int | None) -> int:
    """Return the number of workers; by default one a core."""
    if workers is None:
        return os.cpu_count() or 1
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= _MOST_WORKERS:
        raise InputError(f"workers {workers!r}: use a whole number from 1 to {_MOST_WORKERS}")
    return workers


def place(executor: str, workers: int, scheduler: str | None, heuristics: Mapping[str, Evaluation]) -> Place:
    """The place that was asked for; a scheduler's address means its cluster."""
    if scheduler is not None:
        return Cluster(scheduler, heuristics)
    kind = Threads if choose("executor", executor, EXECUTORS) == "threads" else Processes
    return kind(workers, heuristics)


# -- the flow of cells -------------------------------------------------------------------------------------------------


def compute(where: Place, cells: Iterable[Cell]) -> Iterator[Outcome | None]:
    """Outcomes as they come; None when nothing came for a moment. Few batches are under way at a time."""
    waiting = iter(cells)
    handed_back: list[Cell] = []
    under_way: dict[Future[Outcome], tuple[Cell, ...]] = {}
    restarts, size = 0, 1
    while True:
        try:
            while len(under_way) < 2 * where.workers and (batch := _next_batch(handed_back, waiting, size)):
                # Noted before it is handed out: the workers may be found dead on the way.
                handed_back += batch
                future = where.submit(batch)
                del handed_back[-len(batch) :]
                under_way[future] = batch
            if not under_way:
                return
            finished, _ = wait(under_way, timeout=COMMIT_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                outcome = _checked(future.result())
                handed_back += outcome.left
                del under_way[future]
                # Quick cells go in large batches; a long one goes alone, so that none waits behind it.
                size = 1 if outcome.left else min(2 * size, BATCH_CELLS)
                yield outcome
        except where.deaths as error:
            restarts += 1
            if restarts > MOST_RESTARTS:
                raise InputError("worker processes keep dying: run again with threads, the rest is kept") from error
            handed_back += [cell for batch in under_way.values() for cell in batch]
            under_way.clear()
            where.restart()
            continue
        if not finished:
            if where.is_lost():
                where.restart()
            yield None


def _next_batch(handed_back: list[Cell], waiting: Iterator[Cell], size: int) -> tuple[Cell, ...]:
    """What was handed back, one by one since it may be long; then new cells."""
    return (handed_back.pop(),) if handed_back else tuple(islice(waiting, size))


def _checked(outcome: Outcome) -> Outcome:
    """Refuse what other code computed: a cluster's machines may have another version."""
    if outcome.signature != code_signature():
        raise InputError(
            f"a worker runs other search code ({outcome.signature}, here {code_signature()}): install the same plyscope"
        )
    return outcome
