"""``plyscope positions``: position sets made, listed, described, and taken from other people's files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyscope.cli import options
from plyscope.core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.core.positions.games import RecordedGame, Skipped
    from plyscope.core.positions.sets import PositionSet

positions_app = typer.Typer(help="Sets of positions to measure on.", no_args_is_help=True)

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files to read.", show_default=False)]
Out = Annotated[Path | None, typer.Option(help="The file to write.", show_default="standard output")]
Seed = Annotated[int, typer.Option(help="The seed of every random choice.", parser=options.whole_number, metavar="N")]
Count = Annotated[int, typer.Option(help="How many positions at most.", parser=options.whole_number, metavar="N")]
Stage = Annotated[str | None, typer.Option(help="Only early, middle or late ones.", show_default="every stage")]

_MOST_TOLD = 20


@positions_app.command("make")
def make(
    seed: Seed = 1,
    size: options.Size = 8,
    count: Annotated[
        int, typer.Option(help="Positions of each stage.", parser=options.whole_number, metavar="N")
    ] = 100,
    out: Out = None,
) -> None:
    """Make positions of every stage by seeded mixed play; the same seed gives the same bytes."""
    from plyscope.core.positions.generate import make_stages

    _write(make_stages(size, count, seed), out)


@positions_app.command("list")
def list_sets(as_json: options.Json = False) -> None:
    """List the sets that come with the package."""
    from plyscope.core.positions import SETS, positions

    rows = [_summary(positions(name)) for name in SETS]
    if as_json:
        options.print_json(rows)
        return
    for row in rows:
        stages = ", ".join(f"{count} {stage}" for stage, count in row["stages"].items())
        print(f"{row['name']:<12} {row['positions']:>4} positions ({stages})")
        print(f"{'':<12} {row['description']}")


@positions_app.command("stats")
def stats(
    name: Annotated[str, typer.Argument(metavar="NAME_OR_FILE", help="A set, or a file of one position a line.")],
    by: Annotated[str, typer.Option(help="stage or discs.")] = "stage",
    figure: Annotated[
        Path | None, typer.Option(help="Draw by disc count into a .png, .svg or .pdf file.", show_default=False)
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Describe a set: legal moves, passes and discs."""
    from plyscope.core.positions import positions
    from plyscope.studies.position_statistics import position_statistics

    chosen = positions(name)
    table = position_statistics(chosen, by=by)
    if figure is not None:
        from plyscope.reports.position_figures import save_position_statistics

        by_discs = position_statistics(chosen, by="discs")
        save_position_statistics(by_discs, figure, title=f"Positions of the set {chosen.name}")
    if as_json:
        options.print_json({"name": chosen.name, "positions": len(chosen), "by": by, "rows": _records(table)})
    else:
        _show(chosen, table)


@positions_app.command("from-wthor")
def from_wthor(files: Files, stage: Stage = None, count: Count = 200, seed: Seed = 1, out: Out = None) -> None:
    """Draw positions from expert games: .wtb files of the WTHOR database."""
    from plyscope.core.positions.wthor import read_wthor

    games: list[RecordedGame] = []
    for path in files:
        read = read_wthor(path)
        games += read.games
        _tell_skipped(path, read.skipped)
        wrong = [game for game in read.games if not game.is_score_right]
        if wrong:
            stopped = sum(not game.is_finished for game in wrong)
            what = f"{len(wrong)} games do not end with the recorded score, {stopped} of them given up before the end"
            print(f"plyscope: {path.name}: {what}; their positions are used", file=sys.stderr)
    _draw(games, stage, count, seed, out)


@positions_app.command("from-transcripts")
def from_transcripts(
    files: Files,
    stage: Stage = None,
    count: Count = 200,
    seed: Seed = 1,
    size: options.Size = 8,
    out: Out = None,
) -> None:
    """Draw positions from transcripts: one game a line, f5d6c3..."""
    from plyscope.core.positions.transcripts import read_transcripts

    games: list[RecordedGame] = []
    for path in files:
        read = read_transcripts(path, size=size)
        games += read.games
        _tell_skipped(path, read.skipped)
    _draw(games, stage, count, seed, out)


@positions_app.command("from-obf")
def from_obf(files: Files, stage: Stage = None, out: Out = None) -> None:
    """Take over problems in the OBF format, one a line, with their annotations."""
    from plyscope.core.positions.obf import Problem, problem_set, read_obf

    problems: list[Problem] = []
    for path in files:
        read = read_obf(path)
        problems += read.problems
        _tell_skipped(path, read.skipped)
    chosen = problem_set(problems, name=", ".join(path.name for path in files))
    _write(chosen if stage is None else chosen.of(stage), out)


def _draw(games: list[RecordedGame], stage: str | None, count: int, seed: int, out: Path | None) -> None:
    from plyscope.core.positions.games import draw

    _write(draw(games, stage=stage, count=count, seed=seed), out)


def _write(chosen: PositionSet, out: Path | None) -> None:
    """Write the set to its file, or print it."""
    from plyscope.core.positions.files import write_whole

    if not len(chosen):
        raise InputError("no position found: give other files, or another --stage")
    if out is None:
        sys.stdout.write(chosen.to_text())
    else:
        write_whole(out, chosen.to_text().encode())
        print(f"{len(chosen)} positions written to {out}")


def _tell_skipped(path: Path, skipped: Iterable[Skipped]) -> None:
    """Say what was not read, one line each, on standard error."""
    told = list(skipped)
    for number, reason in told[:_MOST_TOLD]:
        where = f"{path.name}, number {number}" if number else path.name
        print(f"plyscope: {where} skipped: {reason}", file=sys.stderr)
    if len(told) > _MOST_TOLD:
        print(f"plyscope: {path.name}: {len(told) - _MOST_TOLD} more skipped", file=sys.stderr)


def _summary(chosen: PositionSet) -> dict[str, Any]:
    from plyscope.core.positions import STAGES

    counts = {stage: len(chosen.of(stage)) for stage in STAGES}
    return {
        "name": chosen.name,
        "positions": len(chosen),
        "stages": {stage: count for stage, count in counts.items() if count},
        "description": chosen.description,
        "origin": chosen.origin,
    }


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows for JSON, which has no word for a missing number but null."""
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def _show(chosen: PositionSet, table: pd.DataFrame) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    names = [
        "board",
        *(["stage"] if "discs" not in table else []),
        "discs",
        "n",
        "moves",
        "sd",
        "range",
        "pass",
        "other",
    ]
    shown = Table(title=f"{chosen.name}: {len(chosen)} positions", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in [*names, "over"]:
        shown.add_column(name, justify="left" if name in ("board", "stage") else "right", no_wrap=True)
    for row in _records(table):
        cells = {
            **row,
            "board": f"{row['size']}x{row['size']}",
            "discs": _span(row["discs_min"], row["discs_max"]),
            "n": row["positions"],
            "moves": f"{row['moves_mean']:.2f}",
            "sd": "" if row["moves_sd"] is None else f"{row['moves_sd']:.2f}",
            "range": _span(row["moves_min"], row["moves_max"]),
            "pass": f"{row['pass_share']:.1%}",
            "other": f"{row['other_pass_share']:.1%}",
        }
        shown.add_row(*(str(cells[name]) for name in [*names, "over"]))
    Console().print(shown)
    print("moves, sd, range: legal moves of the side to move. pass: it must pass. other: the other side would have to.")


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}-{most}"
