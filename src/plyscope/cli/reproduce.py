"""``plyscope reproduce``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options
from plyscope.cli import study as study_cli

if TYPE_CHECKING:
    from rich.table import Table

    from plyscope.studies.claims import Claim
    from plyscope.studies.store import Store

_STYLES = {"exact": "bold green", "same shape": "green", "not reproduced": "red", "needs games": "dim"}


def reproduce(
    full: study_cli.Full = False,
    store: study_cli.StoreFile = Path("reproduce.sqlite"),
    out: study_cli.Out = study_cli.REPORT,
    workers: study_cli.Workers = None,
    executor: study_cli.ExecutorName = "threads",
    scheduler: study_cli.Scheduler = None,
    markdown: Annotated[
        Path | None,
        typer.Option(help="Also write the results as Markdown, its figures in a folder beside it.", metavar="FILE"),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Run the experiments of five reports again: reported beside measured, with a verdict, and a page with figures."""
    from plyscope.studies.reproduce import run_reproduction
    from plyscope.studies.sweep import Setting

    with study_cli.open_store(store) as opened:
        setting = Setting(executor, workers, scheduler)
        claims = run_reproduction(opened, "full" if full else "quick", setting)
        if as_json:
            options.print_json({"claims": [claim.to_dict() for claim in claims]})
            return
        _show(claims)
        study_cli.write(opened, out, None)
        if markdown is not None:
            _write_markdown(opened, markdown, full)


def _write_markdown(store: Store, path: Path, full: bool) -> None:
    from plyscope.reports.markdown import write_results

    command = f"plyscope reproduce{' --full' if full else ''} --markdown {path.name}"
    typer.echo(f"results in Markdown: {write_results(store, path, command)}")


def _show(claims: list[Claim]) -> None:
    from rich.console import Console

    from plyscope.studies.claims.claim import NOT_REPRODUCED
    from plyscope.studies.reproduce import tally

    console = Console(markup=False)
    console.print(_table(claims))
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally(claims).items())
    console.print(f"{len(claims)} claims: {counts}.", highlight=False)
    console.print("Not reproduced, and why (the criteria of all verdicts are on the page):", style="bold")
    for claim in claims:
        if claim.verdict == NOT_REPRODUCED:
            console.print(f"- {claim.report}: {claim.claim}: {claim.why}.", highlight=False)


def _table(claims: list[Claim]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in ("report", "claim", "reported", "measured", "verdict"):
        table.add_column(name, no_wrap=name in ("report", "verdict"), overflow="fold")
    for claim in claims:
        verdict = Text(claim.verdict, style=_STYLES[claim.verdict])
        table.add_row(claim.report, Text(claim.claim), Text(claim.reported), Text(claim.measured), verdict)
    return table
