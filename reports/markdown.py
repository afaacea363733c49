"""A store into one Markdown page with figures, for a code host."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.core.errors import InputError
from plyscope.core.positions.files import write_whole
from plyscope.reports.figures import save
from plyscope.reports.page import CLAIM_HEADINGS
from plyscope.reports.study_figures import study_figures
from plyscope.reports.tables import markdown_text, tables_to_read, to_markdown
from plyscope.reports.wording import METHOD, facts_of
from plyscope.studies.registry import STUDIES
from plyscope.studies.reproduce import judge, tally
from plyscope.studies.rows import sweep_rows

if TYPE_CHECKING:
    from plyscope.studies.claims import Claim
    from plyscope.studies.store import Store
    from plyscope.studies.summary import Summary


def write_results(store: Store, path: str | Path, command: str) -> Path:
    """Write the results of a reproduction: ``PATH`` and its figures in a folder of the same name without its ending."""
    path = Path(path)
    folder = path.with_suffix("")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write into {str(folder)!r}: {error.strerror or error}: give another file") from None
    names = [name for name in STUDIES if name in store.sweep_names()]
    summaries = {name: STUDIES[name].summarise(sweep_rows(store, name)) for name in names}
    lines = [
        "# Results",
        "",
        f"Written by `{command}`; a test compares the counts with what the code gives. {METHOD}",
        "",
        *claims_section(judge(store)),
    ]
    for name, summary in summaries.items():
        lines += study_section(name, summary, folder)
    runs = {store.sweep(name).run for name in names}
    facts = facts_of(store.provenance(min(runs)), store.provenance(max(runs)))
    lines += ["## Provenance", "", *(f"- {key}: {value}" for key, value in facts.items()), ""]
    return write_whole(path, "\n".join(lines).encode())


def claims_section(claims: Sequence[Claim]) -> Iterator[str]:
    """The table of claims."""
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally(claims).items())
    yield from ("## Reported and measured", "", f"{len(claims)} claims: {counts}.", "")
    yield "| " + " | ".join(CLAIM_HEADINGS) + " |"
    yield "|" + "---|" * len(CLAIM_HEADINGS)
    for claim in claims:
        yield "| " + " | ".join(markdown_text(text) for text in claim.to_dict().values()) + " |"
    yield ""


def study_section(name: str, summary: Summary, folder: Path) -> Iterator[str]:
    """A study: what it says, its figures and its tables."""
    yield from (f"## {name.capitalize()}: {summary.question}", "")
    yield from (f"- {sentence}" for sentence in summary.findings)
    yield ""
    for one in study_figures(summary):
        (picture,) = save(one.draw("two"), folder / f"{name}-{one.name}", ["svg"])
        yield from (f"![{one.caption}]({folder.name}/{picture.name})", "", f"*{one.caption}*", "")
    for table in tables_to_read(summary):
        yield from (to_markdown(table), "")
