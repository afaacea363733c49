"""Tables of studies as files: what a program reads back, and what a reader sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest

from plyscope.core.errors import InputError
from plyscope.reports.cells import MINUS, MISSING, TIMES, format_cell, format_interval, format_rows, heading_lines
from plyscope.reports.tables import save_table, show, to_csv, to_html, to_latex, to_markdown
from plyscope.studies.summary import Column, Table

HOSTILE = "<script>|*x*</script> [a](b) & 100% $y$ #1 {z} ~ ^ \\ _q_"
FRAME = pd.DataFrame(
    {
        "heuristic": ["uam.pieces_edges_corners", HOSTILE, "[first]"],
        "calls": [74938.0, None, 1 / 3],
        "low": [70000.0, None, 0.25],
        "high": [80000.4, None, 1.0],
        "unshown": [0.1 + 0.2, 1e-300, 2.0],
    }
)
COLUMNS = (Column("heuristic", "heuristic"), Column("calls", "calls", "count", low="low", high="high"))
TABLE = Table("by heuristic", "Calls & more", FRAME, COLUMNS, "Means over 8 positions.")


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        ("count", 1234567, "1,234,567"),
        ("count", 99.95, "100.0"),
        ("count", 100.4, "100"),
        ("count", 12.0, "12"),
        ("number", -0.001, "0.00"),
        ("number", -1234.5, f"{MINUS}1,234.50"),
        ("ratio", 3.2, f"3.20{TIMES}"),
        ("ratio", float("inf"), f"∞{TIMES}"),
        ("share", 0.5994, "59.9%"),
        ("share", 0.99996, "99.996%"),
        ("share", 0.0004, "0.04%"),
        ("share", 1, "100.0%"),
        ("seconds", 0, "0 s"),
        ("seconds", 1.234e-5, "12.3 µs"),
        ("seconds", 0.0523, "52.3 ms"),
        ("seconds", 0.9996, "1.00 s"),
        ("seconds", 0.9994, "999 ms"),
        ("seconds", 4321.5, "4,322 s"),
        ("text", "natural", "natural"),
        ("text", 6.0, "6"),
        ("text", True, "yes"),
        ("count", None, MISSING),
        ("seconds", float("nan"), MISSING),
        ("text", pd.NA, MISSING),
    ],
)
def test_a_cell_reads_as_its_column_is_meant(kind: str, value: object, shown: str) -> None:
    assert format_cell(value, Column("key", "heading", kind)) == shown


@pytest.mark.parametrize(
    ("kind", "cell", "shown"),
    [
        ("count", (12.25, 11, 14.2), "[11.0, 14.2]"),
        ("seconds", (0.9996, 0.9, 1.2), "[0.90, 1.20]"),
        ("seconds", (0.0523, 0.0498, 1.5), "[49.8, 1,500.0]"),
        ("share", (0.99996, 0.9999, 1.0), "[99.990, 100.000]"),
        ("ratio", (1.0, -0.5, float("inf")), f"[{MINUS}0.50, ∞]"),
        ("count", (12.25, None, None), ""),
        ("count", (None, 1.0, 2.0), ""),
    ],
)
def test_an_interval_has_the_unit_and_the_decimals_of_its_value(
    kind: str, cell: tuple[float | None, ...], shown: str
) -> None:
    row = dict(zip(("key", "low", "high"), cell, strict=True))
    assert format_interval(row, Column("key", "heading", kind, low="low", high="high")) == shown


def test_a_mean_keeps_its_decimal_among_means() -> None:
    frame = pd.DataFrame({"calls": [90.25, 45, 100, None], "low": [80, 40, 90, None], "high": [120.5, 50, 110, None]})
    table = Table("t", "T", frame, (Column("calls", "calls", "count", low="low", high="high"),))
    assert [value for ((value, _),) in format_rows(table)] == ["90.2", "45.0", "100", MISSING]
    assert [interval for ((_, interval),) in format_rows(table)] == ["[80.0, 120.5]", "[40.0, 50.0]", "[90, 110]", ""]
    whole = replace(table, frame=frame[1:])
    assert [value for ((value, _),) in format_rows(whole)] == ["45", "100", MISSING]


@pytest.mark.parametrize(
    ("heading", "width", "lines"),
    [
        ("calls", 0, ["calls"]),
        ("alpha-beta calls", 4, ["alpha-beta", "calls"]),
        ("calls, ratio", 18, ["calls, ratio"]),
        ("time with all of the depths before", 8, ["time with all", "of the depths", "before"]),
        ("", 3, []),
    ],
)
def test_headings_are_wrapped_as_their_cells_need(heading: str, width: int, lines: list[str]) -> None:
    assert heading_lines(heading, width) == lines


def test_csv_has_every_column_and_every_bit() -> None:
    again = pd.read_csv(StringIO(to_csv(TABLE)))
    pd.testing.assert_frame_equal(again, FRAME, check_exact=True)


def test_markdown_stays_a_table() -> None:
    title, body, note = to_markdown(TABLE).strip().split("\n\n")
    lines = body.splitlines()
    assert (title, note) == ("**Calls & more**", "Means over 8 positions.")
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {3}
    assert re.fullmatch(r"\| -+ \| -+: \|", lines[1])
    assert len({len(line) for line in lines}) == 1
    assert re.fullmatch(r"\| uam\.pieces_edges_corners +\| 74,938 \[70,000, 80,000\] \|", lines[2])
    assert re.search(r"(?<!\\)[<*`]|(?<!\\)_q", body) is None


def test_latex_escapes_what_tex_would_read_and_keeps_the_lines_apart() -> None:
    lines = to_latex(TABLE).splitlines()
    assert r"\caption{Calls \& more}" in lines
    assert r"\label{tab:by-heuristic}" in lines
    body = lines[lines.index(r"\midrule") + 1 : lines.index(r"\bottomrule")]
    assert body[0] == r"uam.pieces\_edges\_corners & 74,938 & [70,000, 80,000] \\"
    # A bracket after the end of a line would be taken for the distance to the next.
    assert body[2].startswith("{}[first] & 0.3 & [0.2, 1.0]")
    for line in body:
        assert len(re.findall(r"(?<!\\)&", line)) == 2
        assert re.search(r"(?<!\\)[%#]|(?<!\\)_", line) is None


def _wide(columns: int) -> Table:
    frame = pd.DataFrame({"stage": ["early"], **{f"c{n}": [1234567] for n in range(columns)}})
    shown = (Column("stage", "stage"), *(Column(f"c{n}", "minimax calls", "count") for n in range(columns)))
    return Table("wide", "Wide", frame, shown)


@pytest.mark.parametrize(
    ("columns", "place", "size"),
    [(2, "table", "footnotesize"), (6, "table*", "footnotesize"), (10, "table*", "scriptsize")],
)
def test_latex_takes_the_room_that_a_table_needs(columns: int, place: str, size: str) -> None:
    lines = to_latex(_wide(columns)).splitlines()
    assert lines[0] == r"% Needs \usepackage{booktabs}."
    assert lines[1] == rf"\begin{{{place}}}[tbp]" and lines[-1] == rf"\end{{{place}}}"
    assert rf"\{size}\setlength{{\tabcolsep}}{{3pt}}" in lines
    headings = lines[lines.index(r"\toprule") + 1]
    assert headings.count(r"\begin{tabular}[b]{@{}r@{}}minimax\\calls\end{tabular}") == columns


@pytest.mark.parametrize("write", [to_csv, to_markdown, to_latex, to_html])
def test_a_table_without_lines_keeps_its_headings(write: Callable[[Table], str]) -> None:
    assert "heuristic" in write(replace(TABLE, frame=FRAME.head(0)))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_shows_a_hostile_name_as_text() -> None:
    found = _Tags()
    found.feed(to_html(TABLE))
    assert found.tags == {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert "calls [95\xa0%]" in found.text
    assert HOSTILE in found.text


def test_files_are_whole_and_named_after_the_table(tmp_path: Path) -> None:
    paths = save_table(TABLE, tmp_path)
    assert [path.name for path in paths] == ["by heuristic.csv", "by heuristic.md", "by heuristic.tex"]
    assert sorted(tmp_path.iterdir()) == sorted(paths)
    assert paths[2].read_text(encoding="utf-8") == to_latex(TABLE)


def test_where_no_table_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*No such file"):
        save_table(TABLE, tmp_path / "none")
    with pytest.raises(InputError, match="unknown format of a table 'xlsx': use one of csv, md, tex"):
        save_table(TABLE, tmp_path, ["csv", "xlsx"])
    assert not list(tmp_path.iterdir())


def test_a_shown_table_writes_itself(tmp_path: Path) -> None:
    shown = show(TABLE)
    for name, write in (("a.csv", shown.to_csv), ("a.md", shown.to_markdown), ("a.tex", shown.to_latex)):
        assert write(tmp_path / name) == (tmp_path / name).read_text(encoding="utf-8") == write()
    assert repr(shown) == to_markdown(TABLE).rstrip()
    assert shown._repr_html_().endswith("<p>Means over 8 positions.</p>")
