"""Progress of anything long: a bar in a terminal, a widget in a notebook, plain lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Advance = Callable[[int], None]
MODES = ("auto", "terminal", "notebook", "log", "none")
LOG_SECONDS = 10.0
_PATIENCE = 2.0
"""Nothing is said in a log about what takes less."""


@contextmanager
def progress(title: str, total: int, mode: str = "auto") -> Iterator[Advance]:
    """Show how far something is; call what it gives with the number of steps that are done."""
    shown = {"terminal": _terminal, "notebook": _notebook, "log": _log, "none": _nothing}
    with shown[_where() if mode == "auto" else mode](title, total) as advance:
        yield advance


def _where() -> str:
    shell = sys.modules.get("IPython")
    kernel = getattr(shell.get_ipython(), "kernel", None) if shell else None
    if kernel is not None:
        return "notebook"
    return "terminal" if sys.stderr.isatty() else "log"


@contextmanager
def _terminal(title: str, total: int) -> Iterator[Advance]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total, rate="")

        def advance(steps: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=steps, rate=f"{speed:,.0f}/s" if speed else "")

        yield advance


@contextmanager
def _notebook(title: str, total: int) -> Iterator[Advance]:
    from tqdm.notebook import tqdm

    with tqdm(total=total, desc=title, unit=" cells", leave=False) as bar:
        yield bar.update


@contextmanager
def _log(title: str, total: int, out: TextIO | None = None) -> Iterator[Advance]:
    out = out or sys.stderr
    start = last = time.monotonic()
    done = 0

    def advance(steps: int) -> None:
        nonlocal last, done
        done += steps
        now = time.monotonic()
        if now - last >= LOG_SECONDS:
            last = now
            rate = done / (now - start)
            left = f", {(total - done) / rate:.0f} s left" if rate else ""
            print(f"{title}: {done:,} of {total:,} ({rate:,.0f}/s{left})", file=out, flush=True)

    yield advance
    if time.monotonic() - start >= _PATIENCE:
        print(f"{title}: {done:,} of {total:,} in {time.monotonic() - start:.1f} s", file=out, flush=True)


@contextmanager
def _nothing(title: str, total: int) -> Iterator[Advance]:
    yield lambda steps: None
