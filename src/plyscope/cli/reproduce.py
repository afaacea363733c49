"""``plyscope reproduce``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options
from plyscope.cli import study as study_cli
from plyscope.core.errors import InputError

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

    if markdown is not None and markdown.suffix != ".md":
        raise InputError(f"markdown file {str(markdown)!r}: end its name in .md")
    with study_cli.open_store(store) as opened:
        setting = Setting(executor, workers, scheduler)
        claims = run_reproduction(opened, "full" if full else "quick", setting)
        if as_json:
            options.print_json({"claims": [claim.to_dict() for claim in claims]})
            return
        page = study_cli.write(opened, out, None)
        written = [] if markdown is None else [_write_markdown(opened, markdown, full)]
        show_claims(claims)
        study_cli.tell(page, *written)


def _write_markdown(store: Store, path: Path, full: bool) -> Path:
    from plyscope.reports.markdown import write_results

    command = f"plyscope reproduce{' --full' if full else ''} --markdown {path.name}"
    return write_results(store, path, command)


def show_claims(claims: list[Claim]) -> None:
    """Claims and verdicts in the terminal, the tally first and last."""
    from rich.console import Console

    from plyscope.reports.terminal import listed
    from plyscope.studies.claims.claim import NEEDS_GAMES, NOT_REPRODUCED

    console = Console(markup=False, highlight=False)
    console.print(f"{_tally(claims)}\n", style="bold")
    console.print(_table([claim for claim in claims if claim.verdict != NEEDS_GAMES]))
    console.print("\nNeeds games, which are not played here:", style="bold")
    for report, names in _by_report(claims, NEEDS_GAMES).items():
        console.print(listed(f"{report}: {'; '.join(names)}."))
    console.print("\nNot reproduced, and why (the criteria of all verdicts are on the page):", style="bold")
    for claim in claims:
        if claim.verdict == NOT_REPRODUCED:
            console.print(listed(f"{claim.report}: {claim.claim}: {claim.why}."))
    console.print(f"\n{_tally(claims)}", style="bold")


def _tally(claims: list[Claim]) -> str:
    from plyscope.studies.reproduce import tally

    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally(claims).items())
    return f"{len(claims)} claims: {counts}."


def _by_report(claims: list[Claim], verdict: str) -> dict[str, list[str]]:
    """What each report claims that got a verdict."""
    found: dict[str, list[str]] = {}
    for claim in claims:
        if claim.verdict == verdict:
            found.setdefault(claim.report, []).append(claim.claim)
    return found


def _table(claims: list[Claim]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, expand=True)
    # The shares of the width leave room for the longest word of a claim, a heuristic's name, in a terminal of 80.
    for name, share in (("report", None), ("claim", 3), ("reported", 2), ("measured", 3), ("verdict", None)):
        table.add_column(name, no_wrap=share is None, ratio=share, overflow="fold")
    for place, claim in enumerate(claims, start=1):
        verdict = Text(claim.verdict, style=_STYLES[claim.verdict])
        texts = [Text(text) for text in (claim.report, claim.claim, claim.reported, claim.measured)]
        is_last = place == len(claims) or claims[place].report != claim.report
        table.add_row(*texts, verdict, end_section=is_last)
    return table
