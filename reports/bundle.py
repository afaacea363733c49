"""A store into a folder: the page, the tables and the figures of everything in it. Nothing is searched."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.core.errors import InputError
from plyscope.core.positions.files import write_whole
from plyscope.reports.figures import FORMATS, save
from plyscope.reports.page import PageFigure, PageTable, Section, page_html
from plyscope.reports.study_figures import StudyFigure, study_figures
from plyscope.reports.tables import save_table, tables_to_read
from plyscope.reports.wording import (
    DEFINITIONS,
    DIALECTS,
    DIALECTS_TEXT,
    LEAD,
    METHOD,
    PROVENANCE_TEXT,
    REPORTS,
    REPORTS_TEXT,
    facts_of,
)
from plyscope.studies.cells import GAME, SEARCH
from plyscope.studies.progress import Advance, progress
from plyscope.studies.registry import STUDIES, study
from plyscope.studies.reproduce import has_evidence, judge, tally
from plyscope.studies.rows import sweep_rows

if TYPE_CHECKING:
    import pandas as pd

    from plyscope.studies.claims import Claim
    from plyscope.studies.store import Store
    from plyscope.studies.summary import Summary, Table

PAGE = "index.html"
_WIDTHS = {"one": "One column", "two": "two columns"}


def write_report(store: Store, out: str | Path, names: Sequence[str] | None = None, show: str = "auto") -> Path:
    """Write the report on some studies of a store, by default all; returns the page.

    If the store holds the evidence for the five reports' claims, and no studies were named, these come first.
    """
    folder = _folder(Path(out))
    chosen = _chosen(store, names)
    claims = judge(store) if names is None and has_evidence(store) else []
    summaries, refused = _summaries(store, chosen)
    with progress("drawing", sum(len(study_figures(one)) for one in summaries.values()), show) as advance:
        parts = [_study_section(store, summary, folder, advance) for summary in summaries.values()]
    sections = [*_claims_section(claims, folder), *parts, *refused, *_closing(store, chosen)]
    title = "Five reports on Reversi search, run again" if claims else f"plyscope: {', '.join(chosen)}"
    footer = "Made by plyscope. Every number was computed by the code named above; the page needs no other file."
    write_whole(folder / PAGE, page_html(title, LEAD, sections, footer).encode())
    return folder / PAGE


def _summaries(store: Store, names: Sequence[str]) -> tuple[dict[str, Summary], list[Section]]:
    """What the studies say, and a section for each that cannot be summed up, such as one that was cut short."""
    summaries, refused = {}, []
    for name in names:
        try:
            summaries[name] = _summary(store, name)
        except InputError as error:
            if len(names) == 1:
                raise
            refused.append(Section(f"{name.capitalize()}: {study(name).question}", f"Not summed up: {error}."))
    return summaries, refused


def _summary(store: Store, name: str) -> Summary:
    """What a study says; whatever is wrong with the rows of a file is told in one line."""
    try:
        return study(name).summarise(sweep_rows(store, name))
    except InputError:
        raise
    except Exception as error:
        state = "holds other rows than the study makes" if store.sweep(name).is_complete else "was interrupted"
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"sweep {name!r} {state} ({reason}): run plyscope study {name} again") from error


def _folder(out: Path) -> Path:
    try:
        for part in ("tables", "figures", "data"):
            (out / part).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write into {str(out)!r}: {error.strerror or error}: give another folder") from None
    return out


def _chosen(store: Store, names: Sequence[str] | None) -> list[str]:
    """The studies to show, in the order in which they are listed."""
    there = store.sweep_names()
    for name in names or ():
        store.sweep(name)
    wanted = names if names is not None else there
    found = [name for name in STUDIES if name in wanted]
    if not found:
        raise InputError(f"no study in {str(store.path)!r}: it holds {', '.join(there) or 'nothing'}")
    return found


# -- sections ----------------------------------------------------------------------------------------------------------


def _claims_section(claims: Sequence[Claim], folder: Path) -> Iterator[Section]:
    if not claims:
        return
    content = json.dumps({"claims": [claim.to_dict() for claim in claims]}, indent=1, ensure_ascii=False)
    write_whole(folder / "data" / "claims.json", content.encode())
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally(claims).items())
    text = (
        f"{len(claims)} claims of five student reports, each with the number reported, the number measured and a "
        f"verdict computed from the data: {counts}."
    )
    yield Section("Reported and measured", text, claims=claims, links={"claims.json": "data/claims.json"})


def _study_section(store: Store, summary: Summary, folder: Path, advance: Advance) -> Section:
    name = summary.study
    rows = sweep_rows(store, name)
    for column in ("by_ply", "cutoffs_by_child"):
        rows[column] = [" ".join(map(str, counts)) for counts in rows[column]]
    write_whole(folder / "data" / f"{name}.csv", rows.to_csv(index=False).encode())
    record = store.sweep(name)
    unfinished = "" if record.is_complete else " This sweep was interrupted: run the study again to complete it."
    figures = []
    for one in study_figures(summary):
        figures.append(_figure(one, name, folder))
        advance(1)
    return Section(
        f"{name.capitalize()}: {summary.question}",
        _what_was_run(rows) + unfinished,
        findings=summary.findings,
        figures=figures,
        tables=[_table(table, name, folder) for table in tables_to_read(summary)],
        links={f"{name}.csv": f"data/{name}.csv"} | _long_tables(summary, folder),
    )


def _long_tables(summary: Summary, folder: Path) -> dict[str, str]:
    links = {}
    for table in summary.tables:
        if table.is_long:
            (path,) = save_table(_named(table, summary.study), folder / "tables", ["csv"])
            links[path.name] = f"tables/{path.name}"
    return links


def _named(table: Table, study_name: str) -> Table:
    """The table under a name that is its own among all studies."""
    return replace(table, name=f"{study_name}-{table.name}")


def _table(table: Table, name: str, folder: Path) -> PageTable:
    paths = save_table(_named(table, name), folder / "tables")
    return PageTable(table, {path.suffix[1:]: f"tables/{path.name}" for path in paths})


def _figure(one: StudyFigure, name: str, folder: Path) -> PageFigure:
    paths = {
        width: save(one.draw(width), folder / "figures" / f"{name}-{one.name}-{width}", FORMATS) for width in _WIDTHS
    }
    wide, narrow = (_svg(paths[width]) for width in ("two", "one"))
    links = {_WIDTHS[width]: {path.suffix[1:]: f"figures/{path.name}" for path in own} for width, own in paths.items()}
    return PageFigure(wide, narrow, one.caption, links)


def _svg(paths: Sequence[Path]) -> str:
    (drawing,) = (path for path in paths if path.suffix == ".svg")
    return drawing.read_text(encoding="utf-8")


def _what_was_run(rows: pd.DataFrame) -> str:
    """How many searches, games, or both."""
    words = {SEARCH: ("search", "searches"), GAME: ("game", "games")}
    counts = Counter(rows["kind"])
    return " and ".join(f"{counts[kind]:,} {words[kind][counts[kind] > 1]}" for kind in words if kind in counts) + "."


def _closing(store: Store, chosen: Sequence[str]) -> list[Section]:
    """Method, what the words mean, and who computed what."""
    runs = {store.sweep(name).run for name in chosen}
    first, last = (store.provenance(run) for run in (min(runs), max(runs)))
    return [
        Section("Method", METHOD),
        Section("Definitions", facts=DEFINITIONS),
        Section("Choices of a search", DIALECTS_TEXT, facts=DIALECTS),
        Section("The five reports", REPORTS_TEXT, facts=REPORTS),
        Section("Provenance", PROVENANCE_TEXT, facts=facts_of(first, last)),
    ]
