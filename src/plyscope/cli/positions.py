"""``plyscope positions``: position sets made, listed, described, and taken from other people's files."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, TypeVar

import typer

from plyscope.cli import options
from plyscope.core.errors import InputError, choose

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.core.positions.games import RecordedGame, Skipped
    from plyscope.core.positions.sets import PositionSet
    from plyscope.core.positions.wthor import WthorFile

positions_app = typer.Typer(help="Sets of positions to measure on.", no_args_is_help=True)

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files to read.", show_default=False)]
Out = Annotated[Path | None, typer.Option(help="The file to write.", show_default="standard output")]
Seed = Annotated[int, typer.Option(help="The seed of every random choice.", parser=options.whole_number, metavar="N")]
Count = Annotated[int, typer.Option(help="How many positions at most.", parser=options.whole_number, metavar="N")]
Stage = Annotated[str | None, typer.Option(help="Only early, middle or late ones.", show_default="every stage")]
SkippedFile = Annotated[
    Path | None,
    typer.Option(
        "--skipped",
        help="A CSV file for all that was skipped, or ends with another score than recorded, and why.",
        show_default=False,
    ),
]

_MOST_TOLD = 20


class _Content(Protocol):
    """What a reader of other people's files gives back."""

    @property
    def skipped(self) -> tuple[Skipped, ...]: ...


Content = TypeVar("Content", bound=_Content)


class _Remark(NamedTuple):
    """What is to be said about a game, line or record of a file; number 0 is the file as a whole."""

    path: Path
    number: int
    reason: str
    verb: str = "skipped"


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

    _check_places([], out)
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
def from_wthor(
    files: Files,
    stage: Stage = None,
    count: Count = 200,
    seed: Seed = 1,
    out: Out = None,
    skipped: SkippedFile = None,
) -> None:
    """Draw positions from expert games: .wtb files of the WTHOR database."""
    from plyscope.core.positions.games import check_draw
    from plyscope.core.positions.wthor import read_wthor

    check_draw(stage=stage, count=count, seed=seed)
    _check_places(files, out, skipped)
    read, remarks = _read_each(files, read_wthor)
    _report([*remarks, *(remark for path, held in read for remark in _differing(path, held))], read, skipped)
    for _, held in read:
        _sum_up_differing(held)
    _draw([game for _, held in read for game in held.games], stage, count, seed, out)


@positions_app.command("from-transcripts")
def from_transcripts(
    files: Files,
    stage: Stage = None,
    count: Count = 200,
    seed: Seed = 1,
    size: options.Size = 8,
    out: Out = None,
    skipped: SkippedFile = None,
) -> None:
    """Draw positions from transcripts: one game a line, f5d6c3..."""
    from plyscope.core.positions.games import check_draw
    from plyscope.core.positions.transcripts import read_transcripts
    from plyscope.core.squares import check_size

    check_draw(stage=stage, count=count, seed=seed)
    check_size(size)
    _check_places(files, out, skipped)
    read, remarks = _read_each(files, lambda path: read_transcripts(path, size=size))
    _report(remarks, read, skipped)
    _draw([game for _, held in read for game in held.games], stage, count, seed, out)


@positions_app.command("from-obf")
def from_obf(files: Files, stage: Stage = None, out: Out = None, skipped: SkippedFile = None) -> None:
    """Take over problems in the OBF format, one a line, with their annotations."""
    from plyscope.core.positions import STAGES
    from plyscope.core.positions.obf import problem_set, read_obf

    if stage is not None:
        choose("stage", stage, STAGES)
    _check_places(files, out, skipped)
    read, remarks = _read_each(files, read_obf)
    _report(remarks, read, skipped)
    problems = [problem for _, held in read for problem in held.problems]
    chosen = problem_set(problems, name=", ".join(path.name for path, _ in read))
    _write(chosen if stage is None else chosen.of(stage), out)


def _check_places(files: list[Path], out: Path | None, skipped: Path | None = None) -> None:
    """Refuse a file that cannot be written, and a list of what was skipped that would replace another file in use."""
    from plyscope.core.positions.files import check_place

    others = [os.path.realpath(path) for path in (*files, out) if path is not None]
    if skipped is not None and os.path.realpath(skipped) in others:
        raise InputError(f"--skipped {str(skipped)!r}: that file is in use already; give another")
    for place in (out, skipped):
        if place is not None:
            check_place(place)


def _read_each(files: list[Path], read: Callable[[Path], Content]) -> tuple[list[tuple[Path, Content]], list[_Remark]]:
    """The files that can be read, each with its content, and what of them or beside them was skipped."""
    found: list[tuple[Path, Content]] = []
    remarks: list[_Remark] = []
    for path in files:
        try:
            held = read(path)
        except InputError as error:
            remarks.append(_Remark(path, 0, str(error)))
        else:
            found.append((path, held))
            remarks += [_Remark(path, number, reason) for number, reason in held.skipped]
    return found, remarks


def _differing(path: Path, held: WthorFile) -> list[_Remark]:
    """What is said of each game that ends with another score than the recorded one."""
    remarks = []
    for game in held.differing:
        scores = f"black's recorded score is {game.recorded_score}, replayed {game.score.black}"
        why = "" if game.is_finished else ", given up before the end"
        remarks.append(_Remark(path, game.number, scores + why, "differs"))
    return remarks


def _sum_up_differing(held: WthorFile) -> None:
    if held.differing:
        stopped = sum(not game.is_finished for game in held.differing)
        count = f"{len(held.differing)} games do not end with the recorded score, {stopped} of them given up"
        print(f"plyscope: {held.name}: {count} before the end; their positions are used", file=sys.stderr)


def _report(remarks: list[_Remark], read: Sequence[object], skipped: Path | None) -> None:
    """Write every remark to the file of ``--skipped``, and the first ones to standard error."""
    if skipped is not None:
        _save(remarks, skipped)
    if not read:
        others = f"; the other {len(remarks) - 1} files cannot be read either" if remarks[1:] else ""
        raise InputError(remarks[0].reason + others)
    rest = "--skipped FILE writes them all" if skipped is None else f"{skipped} has them all"
    for (path, verb), same in groupby(remarks, key=lambda remark: (remark.path, remark.verb)):
        _tell(path, verb, list(same), rest)


def _save(remarks: list[_Remark], place: Path) -> None:
    from plyscope.core.positions.files import write_whole

    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["file", "number", "reason"])
    rows.writerows([remark.path, remark.number, remark.reason] for remark in remarks)
    write_whole(place, text.getvalue().encode(errors="backslashreplace"))


def _tell(path: Path, verb: str, remarks: list[_Remark], rest: str) -> None:
    """Say it in one line each, and of many how many more there are."""
    for remark in remarks[:_MOST_TOLD]:
        where = f"{path.name}, number {remark.number}" if remark.number else path.name
        print(f"plyscope: {where} {verb}: {remark.reason}", file=sys.stderr)
    if len(remarks) > _MOST_TOLD:
        print(f"plyscope: {path.name}: {len(remarks) - _MOST_TOLD} more like these; {rest}", file=sys.stderr)


def _draw(games: list[RecordedGame], stage: str | None, count: int, seed: int, out: Path | None) -> None:
    from plyscope.core.positions.games import draw

    _write(draw(games, stage=stage, count=count, seed=seed), out)


def _write(chosen: PositionSet, out: Path | None) -> None:
    """Write the set to its file, or print it."""
    from plyscope.core.positions.files import write_whole

    if not len(chosen):
        raise InputError("no position found: give other files, or another --stage")
    # The set names its sources, and the name of a file need not be text.
    content = chosen.to_text().encode(errors="backslashreplace")
    if out is None:
        sys.stdout.write(content.decode())
    else:
        write_whole(out, content)
        print(f"{len(chosen)} positions written to {out}")


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
