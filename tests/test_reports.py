"""Figures, the page, the Markdown and the terminal: drawn from tables, whole, escaped, and the same every time."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from rich.console import Console
from scipy.stats import gmean

from plyscope.cli.reproduce import show_claims
from plyscope.core.dialect import DIALECTS as PRESETS
from plyscope.core.errors import InputError
from plyscope.reports import figures, wording
from plyscope.reports.bundle import write_report
from plyscope.reports.cells import MISSING, format_rows
from plyscope.reports.figure_style import SETTINGS
from plyscope.reports.markdown import claims_section, study_section
from plyscope.reports.page import PageFigure, PageTable, Section, inline_svg, page_html
from plyscope.reports.saving import picture_bytes
from plyscope.reports.study_figures import game_lines, study_figures
from plyscope.reports.tables import tables_to_read
from plyscope.reports.terminal import TerminalTable
from plyscope.studies.claims import Claim
from plyscope.studies.registry import STUDIES, study
from plyscope.studies.reproduce import has_evidence
from plyscope.studies.rows import sweep_rows
from plyscope.studies.store import Store
from plyscope.studies.study import Asked, by_stage, run_study
from plyscope.studies.summary import Column, Summary, Table
from plyscope.studies.sweep import Setting, sweep

HOSTILE = '<script>alert("$x_1$ & Ünïcode")</script>'

DEPTHS = {
    "depth": (2, 3, 4, 5, 6),
    "stage": (2, 3, 4, 5, 6),
    "endgame": (4, 5, 6, 8, 9, 10),
    "deepening": (3, 4, 5),
    "size": (1, 2),
}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store(None) as opened:
        for name in STUDIES:
            asked = Asked("quick", per_stage=12 if name == "endgame" else 3, depths=DEPTHS.get(name, (2, 3, 4)))
            run_study(study(name), opened, asked, Setting(show="none", times="loaded"))
        yield opened


def _summary(store: Store, name: str) -> Summary:
    return study(name).summarise(sweep_rows(store, name))


# -- figures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", ["one", "two"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_figures_of_every_study_fit_their_paper(store: Store, name: str, width: str) -> None:
    for one in study_figures(_summary(store, name)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a layout that does not fit warns
            figure = one.draw(width)
            picture_bytes(figure, ".png", SETTINGS)
        assert one.caption.endswith(".")
        assert figure.get_size_inches()[0] == {"one": 3.35, "two": 7.0}[width]
        assert all(axes.has_data() for axes in figure.axes)
        _assert_nothing_is_clipped(figure)


def _assert_nothing_is_clipped(figure: Figure) -> None:
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    inside = figure.bbox.padded(2)
    legends = [legend.get_window_extent(renderer) for legend in figure.legends]
    for axes in figure.axes:
        for label in (axes.xaxis.label, axes.yaxis.label, axes.title, *axes.get_yticklabels()):
            box = label.get_window_extent(renderer)
            is_tick_out_of_view = label in axes.get_yticklabels() and not axes.bbox.y0 <= box.y0 <= axes.bbox.y1
            if label.get_text() and label.get_visible() and not is_tick_out_of_view:
                assert inside.x0 <= box.x0 and box.x1 <= inside.x1, label.get_text()
                assert inside.y0 <= box.y0 and box.y1 <= inside.y1, label.get_text()
                assert not any(legend.overlaps(box) for legend in legends), label.get_text()


def test_rows_are_drawn_as_they_come() -> None:
    rows = sweep("stages-6x6", depth=[1, 2], algorithm=["minimax", "alphabeta"], show="none")
    figure = figures.growth(rows, x="depth", y="calls", hue="algorithm", facet="stage", width="two")
    assert [axes.get_title("left") for axes in figure.axes] == ["early", "middle", "late"]
    assert len(figure.axes[0].lines) == 2


@pytest.mark.parametrize("log", [True, False])
def test_raw_rows_are_drawn_as_means_in_every_panel(log: bool) -> None:
    rows = sweep("stages-6x6", depth=[1, 2], algorithm="minimax", show="none")
    figure = figures.growth(rows, facet="stage", log=log)
    for axes, (_, own) in zip(figure.axes, by_stage(rows).groupby("stage", observed=True), strict=True):
        calls = [group["calls"].astype(float) for _, group in own.groupby("depth")]
        means = [gmean(values) if log else values.mean() for values in calls]
        assert axes.lines[0].get_ydata() == pytest.approx(means)


def test_figures_name_what_they_cannot_draw() -> None:
    table = pd.DataFrame({"depth": [1, 2], "calls": [0, 5], "algorithm": "minimax"})
    with pytest.raises(InputError, match="values of 0 or less"):
        figures.growth(table)
    with pytest.raises(InputError, match="unknown column 'cals': did you mean calls"):
        figures.growth(table, y="cals")
    with pytest.raises(InputError, match="nothing to draw"):
        figures.growth(table.assign(calls=float("nan")))
    with pytest.raises(InputError, match="unknown width 'three'"):
        figures.growth(table, log=False, width="three")


def test_the_same_figure_gives_the_same_bytes(tmp_path: Path) -> None:
    table = pd.DataFrame({"depth": [1, 2, 3], "calls": [3, 9, 30], "algorithm": HOSTILE})
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        figures.save(figures.growth(table), tmp_path / folder / "growth")
    for kind in figures.FORMATS:
        first, second = ((tmp_path / folder / f"growth.{kind}").read_bytes() for folder in ("a", "b"))
        assert first == second and len(first) > 1000


def test_the_lines_of_games_hold_every_dialect() -> None:
    games = pd.DataFrame(
        {
            "heuristic": ["a", "b", "a", "b"],
            "dialect": ["x", "x", "y", "y"],
            "calls_minimax": [10, 20, 10, 20],
            "calls_alphabeta": [5, 6, 7, 8],
        }
    )
    assert game_lines(games).values.tolist() == [["a", 10, 5, 7], ["b", 20, 6, 8]]


# -- the page ----------------------------------------------------------------------------------------------------------


class _Reader(HTMLParser):
    """What a page asks for, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "img", "path", "use"):
            self.open.append(tag)
        self.scripts += tag == "script"
        for key, value in attrs:
            if key == "id" and value:
                self.ids.append(value)
            if key in ("src", "href", "xlink:href") and value and not value.startswith("#"):
                self.wanted.append(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        opened = list(self.open)
        self.handle_starttag(tag, attrs)
        self.open = opened

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass


def _read(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    return reader


def _hostile_page() -> str:
    frame = pd.DataFrame({"name": [HOSTILE], "calls": [1234.5]})
    table = Table("t", HOSTILE, frame, (Column("name", HOSTILE), Column("calls", "calls", "count")), HOSTILE)
    figure = figures.growth(pd.DataFrame({"depth": [1, 2], "calls": [3, 9], "algorithm": HOSTILE}))
    drawing = picture_bytes(figure, ".svg", SETTINGS).decode()
    claim = Claim(HOSTILE, HOSTILE, HOSTILE, HOSTILE, "exact", HOSTILE)
    section = Section(
        HOSTILE,
        HOSTILE,
        [HOSTILE],
        [PageFigure(drawing, drawing, HOSTILE, {HOSTILE: {HOSTILE: "a.png"}}), PageFigure(drawing, drawing, HOSTILE)],
        [PageTable(table, {"csv": "t.csv"})],
        [claim],
        {HOSTILE: HOSTILE},
    )
    return page_html(HOSTILE, HOSTILE, [section], HOSTILE)


def test_nothing_in_a_page_is_taken_for_markup() -> None:
    reader = _read(_hostile_page())
    assert reader.scripts == 0
    assert not reader.open


def test_a_page_needs_no_other_file_and_its_drawings_do_not_share_names() -> None:
    reader = _read(_hostile_page())
    assert set(reader.wanted) == {"a.png", "t.csv"}  # links to data, nothing that is loaded
    assert len(reader.ids) == len(set(reader.ids))


def test_a_drawing_keeps_its_own_names() -> None:
    text = '<?xml?><svg id="a"><metadata>x\ny</metadata>\n <use href="#b"/><!-- d --><g clip-path="url(#c)"/></svg>'
    assert inline_svg(text, "f1-") == '<svg id="f1-a"><use href="#f1-b"/><g clip-path="url(#f1-c)"/></svg>'


def test_a_report_has_every_file_that_its_page_links_to(store: Store, tmp_path: Path) -> None:
    page = write_report(store, tmp_path / "report", ["stage", "ordering"], show="none")
    text = page.read_text()
    for path in _read(text).wanted:
        assert (page.parent / path).is_file(), path
    assert "Is the early game slowest" in text and "Provenance" in text and "pruning efficiency" in text
    assert not list(page.parent.rglob("*.part"))
    ids = _read(text).ids
    assert len(ids) == len(set(ids))


def test_a_page_says_what_was_run_and_when(store: Store, tmp_path: Path) -> None:
    text = write_report(store, tmp_path, ["stage", "heuristic", "clock"], show="none").read_text()
    counts = [sweep_rows(store, name)["kind"].value_counts() for name in ("stage", "heuristic", "clock")]
    assert f"<p>{counts[0]['search']:,} searches.</p>" in text
    for found in counts[1:]:
        assert f"<p>{found['search']:,} searches and {found['game']:,} games.</p>" in text
    first, last = (store.provenance(store.sweep(name).run)["started"] for name in ("stage", "clock"))
    assert first in text and last in text


def test_a_figure_has_a_drawing_for_each_width_of_window(store: Store, tmp_path: Path) -> None:
    text = write_report(store, tmp_path, ["stage"], show="none").read_text()
    assert text.count('<svg class="wide"') == text.count('<svg class="narrow"') == text.count("<figure>") > 0
    assert text.count('<path id="DejaVuSans-14"') == 1  # a letter is drawn once and used everywhere
    letters = set(re.findall(r'href="#(DejaVuSans[^"]*)"', text))
    assert letters and letters <= set(_read(text).ids)


def test_every_preset_and_every_report_is_explained() -> None:
    assert {f"preset {name}" for name in PRESETS} <= set(wording.DIALECTS)
    assert set(wording.REPORTS) == {"liao", "dong", "toronto", "uam", "li"}


def test_provenance_of_one_run_is_told_once() -> None:
    first, last = {"started": "Monday"}, {"started": "Tuesday"}
    assert wording.facts_of(first, first)["started"] == "Monday"
    assert wording.facts_of(first, last)["started"] == "Monday (first run), Tuesday (last run)"


def test_a_store_with_all_the_evidence_gets_the_claims(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not has_evidence(store)  # the studies were run on fewer positions
    monkeypatch.setattr("plyscope.reports.bundle.has_evidence", lambda store: True)
    monkeypatch.setattr("plyscope.reports.bundle.FORMATS", ("svg",))  # this is about the claims
    page = write_report(store, tmp_path, show="none")
    text = page.read_text()
    assert "Five reports on Reversi search, run again" in text
    assert 'class="badge exact"' in text and (tmp_path / "data" / "claims.json").is_file()


def test_a_store_without_a_study_is_told(tmp_path: Path) -> None:
    with Store(None) as empty, pytest.raises(InputError, match="it holds nothing"):
        write_report(empty, tmp_path)


# -- Markdown and terminal ---------------------------------------------------------------------------------------------


def test_markdown_of_a_study_has_its_sentences_figures_and_tables(store: Store, tmp_path: Path) -> None:
    text = "\n".join(study_section("stage", _summary(store, "stage"), tmp_path))
    assert "| early" in text and "- At level 6" in text
    for picture in re.findall(r"\]\([^)]*/([^)]+\.svg)\)", text):
        assert (tmp_path / picture).is_file()


def test_markdown_of_claims_is_one_line_each() -> None:
    lines = list(claims_section([Claim("uam", "a | b", "1", "2", "exact", "c\nd")]))
    assert lines[-2] == r"| uam | a \| b | 1 | 2 | exact | c d |"


def _printed(table: Table, width: int) -> str:
    console = Console(width=width, record=True, file=StringIO())
    console.print(TerminalTable(table))
    return console.export_text()


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("name", STUDIES)
def test_no_cell_is_cut_in_the_terminal(store: Store, name: str, width: int) -> None:
    for table in tables_to_read(_summary(store, name)):
        lines = _printed(table, width).splitlines()
        assert max(map(len, lines)) <= width
        for row in format_rows(table):
            assert any(row[0][0] in line for line in lines)
            for value, interval in row:
                assert any(
                    re.search(rf"(?<!\S){re.escape(f'{value} {interval}'.strip())}(?!\S)", line) for line in lines
                )


def test_a_table_that_is_too_wide_names_its_lines_in_every_part() -> None:
    frame = pd.DataFrame({"stage": ["early", "late"], "depth": [1, 2], **{f"c{n}": [n, n] for n in range(20)}})
    columns = (Column("stage", "stage"), Column("depth", "depth", "number", 0))
    table = Table("t", "T", frame, (*columns, *(Column(f"c{n}", f"column {n}", "count") for n in range(20))), "Note.")
    text = _printed(table, 80)
    parts = text.split("T (")[1:]
    assert len(parts) == 3 and parts[0].startswith("1 of 3)")
    assert all(re.search(r"early +1 ", part) and re.search(r"late +2 ", part) for part in parts)
    assert text.count("Note.") == 1 and text.rstrip().endswith("Note.")


def test_the_terminal_shows_intervals_beside_their_values() -> None:
    frame = pd.DataFrame({"calls": [10.0, 9000.0], "low": [8.0, 8000.0], "high": [12.0, 12000.0]})
    text = _printed(Table("t", "T", frame, (Column("calls", "calls", "count", 0, "low", "high"),)), 80)
    assert "   10 [8, 12]\n9,000 [8,000, 12,000]\n" in re.sub(r" +\n", "\n", text)


def test_tables_without_lines_are_not_shown() -> None:
    whole = Table("t", "T", pd.DataFrame({"calls": [1]}), (Column("calls", "calls", "count"),))
    empty = replace(whole, frame=whole.frame.head(0))
    assert tables_to_read(Summary("depth", "?", (whole, empty, replace(whole, is_long=True)), ())) == [whole]


def test_claims_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    show_claims(
        [
            Claim("uam", "Calls in one game with edges_and_corners", "114,822", "114,822", "exact", ""),
            Claim("uam", "The best three tie", "yes", MISSING, "needs games", "of many games"),
            Claim("uam", "The sum wins", "yes", MISSING, "needs games", "of many games"),
            Claim("li", "It takes 0.7 s", "0.7 s", "0.1 s", "not reproduced", "another computer"),
        ]
    )
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    tally = "4 claims: 1 exact, 0 same shape, 1 not reproduced, 2 needs games."
    assert lines[0] == lines[-1] == tally
    assert "- uam: The best three tie; The sum wins." in lines
    assert "- li: It takes 0.7 s: another computer." in lines
    assert any("edges_and_corners" in line for line in lines)
