"""``plyscope study`` and ``plyscope report``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options
from plyscope.core.errors import InputError

if TYPE_CHECKING:
    from plyscope.studies.store import Store
    from plyscope.studies.summary import Summary

STORE, REPORT = Path("plyscope.sqlite"), Path("plyscope-report")

StoreFile = Annotated[
    Path, typer.Option("--store", help="The file that keeps every finished search; a second run goes on from it.")
]
Out = Annotated[Path, typer.Option(help="The folder for the page, the tables and the figures.")]
Quick = Annotated[bool, typer.Option("--quick", help="Smaller depths, or fewer positions: seconds.")]
Full = Annotated[bool, typer.Option("--full", help="More positions, all depths of the reports: minutes.")]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Searches at a time.", parser=options.number_between(1, 1024), metavar="N", show_default="one a core"
    ),
]
ExecutorName = Annotated[str, typer.Option("--executor", help="threads or processes.")]
Scheduler = Annotated[
    str | None,
    typer.Option(help="Address of a Dask scheduler, such as tcp://host:8786.", show_default="this machine"),
]


def study(
    name: Annotated[
        str,
        typer.Argument(help="depth, stage, endgame, heuristic, ordering, dialects, size, variant, deepening or clock."),
    ],
    quick: Quick = False,
    full: Full = False,
    depths: Annotated[
        str | None, typer.Option(help="Such as 1-8 or 2,4,6.", show_default="the study's", metavar="D")
    ] = None,
    heuristic: Annotated[
        list[str] | None,
        typer.Option(help="A built-in name or file.py:name; may be given again.", show_default="the study's"),
    ] = None,
    positions: Annotated[
        str | None, typer.Option(help="A position set or a file of positions.", show_default="the study's")
    ] = None,
    per_stage: Annotated[
        int | None,
        typer.Option(
            help="Positions of each stage.",
            parser=options.number_between(1, 1_000_000),
            metavar="N",
            show_default="the study's",
        ),
    ] = None,
    dialect: Annotated[
        str | None, typer.Option(help="standard, liao, toronto, uam or li.", show_default="the study's")
    ] = None,
    variant: Annotated[str | None, typer.Option(help="reversi or reversed.", show_default="the study's")] = None,
    store: StoreFile = STORE,
    out: Out = REPORT,
    workers: Workers = None,
    executor: ExecutorName = "threads",
    scheduler: Scheduler = None,
    times: Annotated[
        str, typer.Option(help="alone: each search again by itself; loaded: those of the counting runs, marked.")
    ] = "alone",
    as_json: options.Json = False,
) -> None:
    """Answer one question by many searches: tables here, and a page with figures in a folder."""
    from plyscope.studies.registry import study as find_study
    from plyscope.studies.study import Asked, run_study
    from plyscope.studies.sweep import Setting

    chosen = find_study(name)
    asked = Asked(
        scale(quick, full),
        tuple(heuristic or ()),
        parse_depths(depths),
        positions,
        per_stage,
        dialect,
        variant,
    )
    with open_store(store) as opened:
        rows = run_study(chosen, opened, asked, Setting(executor, workers, scheduler, times))
        summary = chosen.summarise(rows)
        if as_json:
            options.print_json(summary_json(summary))
            return
        # Written before it is shown: what reads our output may stop early.
        page = write(opened, out, [name])
        show_summary(summary)
        tell(page)


def report(
    store: Annotated[Path, typer.Argument(help="A file that plyscope study or reproduce has made.")] = STORE,
    out: Out = REPORT,
    study: Annotated[
        list[str] | None, typer.Option(help="Only this study; may be given again.", show_default="all in the store")
    ] = None,
) -> None:
    """Draw the page, the tables and the figures again from a store; nothing is searched."""
    from plyscope.studies.store import Store

    with Store(store, must_exist=True) as opened:
        tell(write(opened, out, study))


def scale(quick: bool, full: bool) -> str:
    """The scale that was asked for."""
    if quick and full:
        raise InputError("--quick and --full exclude each other: give one of them")
    return "quick" if quick else "full" if full else "default"


def parse_depths(text: str | None) -> tuple[int, ...]:
    """Read depths such as ``1-8`` or ``2,4,6``.

    Examples
    --------
    >>> parse_depths("1-3,6")
    (1, 2, 3, 6)
    """
    found: list[int] = []
    for part in (text or "").split(",") if text is not None else ():
        match = re.fullmatch(r"\s*([0-9]{1,3})(?:-([0-9]{1,3}))?\s*", part, re.ASCII)
        if not match:
            raise InputError(f"depths {text!r}: give numbers and ranges, such as 1-8 or 2,4,6")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise InputError(f"depths {text!r}: the range {part.strip()} is empty, give the smaller number first")
        found += range(first, last + 1)
    return tuple(dict.fromkeys(found))


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """A store for a command; Ctrl-C says what is kept."""
    from plyscope.studies.store import Store

    with Store(path) as opened:
        try:
            yield opened
        except KeyboardInterrupt:
            opened.commit()
            typer.echo(f"plyscope: {opened.cell_count():,} results are kept in {path}: run again to go on", err=True)
            raise


def write(store: Store, out: Path, names: list[str] | None) -> Path:
    """Write the report; its page."""
    from plyscope.reports.bundle import write_report

    return write_report(store, out, names)


def tell(page: Path, *others: Path) -> None:
    """Say where the report is."""
    typer.echo(f"page, tables and figures: {page}")
    for path in others:
        typer.echo(f"results in Markdown: {path}")


def show_summary(summary: Summary) -> None:
    """Tables and sentences in the terminal."""
    from rich.console import Console

    from plyscope.reports.tables import tables_to_read
    from plyscope.reports.terminal import TerminalTable, listed

    console = Console(markup=False, highlight=False)
    console.print(summary.question, style="bold")
    for table in tables_to_read(summary):
        console.print(TerminalTable(table))
    console.print()
    for sentence in summary.findings:
        console.print(listed(sentence))


def summary_json(summary: Summary) -> dict[str, object]:
    """A summary for programs; numbers that JSON lacks become null."""
    import json

    tables = {table.name: json.loads(table.frame.to_json(orient="records")) for table in summary.tables}
    return {
        "study": summary.study,
        "question": summary.question,
        "tables": tables,
        "findings": list(summary.findings),
    }
