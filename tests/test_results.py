"""docs/results.md says what the code gives today: its counts, not its times."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyscope.reports.tables import to_markdown
from plyscope.studies.registry import STUDIES
from plyscope.studies.store import Store
from plyscope.studies.study import Asked
from plyscope.studies.summary import Summary
from plyscope.studies.sweep import Setting, run_sweep

RESULTS = Path(__file__).parents[1] / "docs" / "results.md"
DEPTHS = {"depth": (1, 2, 3, 4, 5, 6), "deepening": (3, 4, 5, 6)}
"""What a test has the time to search; lines of greater depth are left to `plyscope reproduce --full`."""
WHOLE = {"stage", "heuristic", "ordering", "dialects", "variant"}
COMPARED = {
    "depth": ["by-depth", "check-same"],
    "stage": ["by-stage", "branching"],
    "heuristic": ["games", "equal-positions"],
    "ordering": ["orders", "shuffles"],
    "dialects": ["costs", "decisions"],
    "variant": ["by-variant", "by-aim"],
    "deepening": ["by-depth"],
}


def _today(name: str) -> Summary:
    """The study at full scale, with counts only: nothing is timed alone."""
    study = STUDIES[name]
    asked = Asked("full", depths=DEPTHS.get(name, ()))
    with Store(None) as store:
        rows = run_sweep(study.grids(asked), store, name=name, setting=Setting(times="loaded", show="none"))
    return study.summarise(rows)


def _lines(markdown: str) -> list[list[str]]:
    """The cells of a Markdown table, without the columns that hold times."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        for line in markdown.splitlines()
        if line.startswith("|") and not re.match(r"\|[\s:-]+\|", line)
    ]
    kept = [place for place, heading in enumerate(rows[0]) if not re.search(r"\btime\b|slowest", heading)]
    return [[row[place] for place in kept] for row in rows]


def _shown(text: str, title: str) -> list[list[str]]:
    start = text.index(f"**{title}**")
    table = re.search(r"(^\|.*\n)+", text[start:], re.MULTILINE)
    assert table
    return _lines(table.group())


@pytest.mark.parametrize("name", COMPARED)
def test_the_counts_are_what_the_code_gives(name: str) -> None:
    text = RESULTS.read_text()
    section = text[text.index(f"## {name.capitalize()}: ") :]
    summary = _today(name)
    for table_name in COMPARED[name]:
        table = summary.table(table_name)
        today, shown = _lines(to_markdown(table)), _shown(section, table.title)
        assert today[0] == shown[0]
        if name in WHOLE or table_name == "check-same":
            assert today == shown
        else:
            assert len(today) > 5
            assert all(line in shown for line in today), [line for line in today if line not in shown]


def test_every_study_and_figure_is_there() -> None:
    text = RESULTS.read_text()
    for name, study in STUDIES.items():
        assert f"## {name.capitalize()}: {study.question}" in text
    pictures = re.findall(r"\]\((results/[^)]+)\)", text)
    assert len(pictures) >= 12
    for picture in pictures:
        assert (RESULTS.parent / picture).is_file()
