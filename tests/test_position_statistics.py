"""The statistics of position sets, their figure and their command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from plyscope.cli.positions import positions_app
from plyscope.core.errors import InputError
from plyscope.core.positions import STAGES, PositionSet, positions
from plyscope.reports.position_figures import draw_position_statistics, save_position_statistics
from plyscope.studies.position_statistics import position_rows, position_statistics

PASSES = """
XO-- OOOO OOOO OOOO O
XO-- OOOO OOOO OOOO X
.... .OX. .XO. .... X
XXXX XXXX XXXX OOO- X
"""
"""On 4x4: white must pass; white would have to; the start with four moves each; a finished game."""


def run(*arguments: str) -> None:
    """The command line of the sub-app, in this process; input errors come out as they are."""
    app = typer.Typer()
    app.add_typer(positions_app, name="positions")
    app(["positions", *arguments], standalone_mode=False)


@pytest.fixture
def passes(tmp_path: Path) -> PositionSet:
    (tmp_path / "passes.txt").write_text(PASSES)
    return positions(tmp_path / "passes.txt")


def test_rows_by_hand(passes: PositionSet) -> None:
    rows = position_rows(passes)
    columns = ["stage", "discs", "moves", "other_moves", "is_pass", "is_other_pass", "is_over"]
    assert rows[columns].to_numpy().tolist() == [
        ["late", 14, 0, 1, True, False, False],
        ["late", 14, 1, 0, False, True, False],
        ["middle", 4, 4, 4, False, False, False],
        ["late", 15, 0, 0, False, False, True],
    ]


def test_statistics_by_hand(passes: PositionSet) -> None:
    middle, late = position_statistics(passes).to_dict("records")
    assert (middle["stage"], middle["positions"], middle["moves_mean"]) == ("middle", 1, 4)
    assert (late["stage"], late["positions"], late["discs_min"], late["discs_max"]) == ("late", 3, 14, 15)
    assert late["moves_mean"] == pytest.approx(1 / 3)
    assert late["pass_share"] == late["other_pass_share"] == pytest.approx(1 / 3)
    assert late["over"] == 1
    by_discs = position_statistics(passes, by="discs")
    assert by_discs["discs"].tolist() == [4, 14, 15]
    assert by_discs["pass_share"].tolist() == [0, 0.5, 0]


@pytest.mark.parametrize("name", ["stages", "stages-6x6"])
def test_tables_agree_with_the_positions(name: str) -> None:
    chosen = positions(name)
    table = position_statistics(chosen)
    assert table["stage"].tolist() == list(STAGES)
    for row in table.to_dict("records"):
        moves = [len(entry.position.legal_moves) for entry in chosen.of(row["stage"])]
        assert (row["positions"], row["moves_min"], row["moves_max"]) == (len(moves), min(moves), max(moves))
        assert row["moves_mean"] == pytest.approx(sum(moves) / len(moves))
        assert row["pass_share"] == row["over"] == 0
    by_discs = position_statistics(chosen, by="discs")
    assert by_discs["positions"].sum() == len(chosen)
    assert by_discs["discs"].is_monotonic_increasing


def test_statistics_of_nothing() -> None:
    with pytest.raises(InputError, match="no position"):
        position_statistics(PositionSet("empty", "", "", ()))
    with pytest.raises(InputError, match="did you mean stage"):
        position_statistics(positions("reports"), by="stages")


# -- the figure --------------------------------------------------------------------------------------------------------


def test_figure_shows_the_table(passes: PositionSet) -> None:
    table = position_statistics(passes, by="discs")
    upper, lower = draw_position_statistics(table, title="Four positions").axes
    marks = [tuple(place) for place in upper.collections[-1].get_offsets().tolist()]  # type: ignore[union-attr]
    assert marks == [(4.0, 4.0), (14.0, 0.5), (15.0, 0.0)]
    heights = [bar.get_height() for bar in lower.patches]  # type: ignore[attr-defined]
    assert heights == [*table["pass_share"], *table["other_pass_share"]]
    assert upper.get_legend() is not None


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_figure_is_the_same_every_time(kind: str, tmp_path: Path) -> None:
    table = position_statistics(positions("reports"), by="discs")
    one, two = (save_position_statistics(table, tmp_path / f"{name}.{kind}") for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [one.name, two.name]


def test_figure_refuses(tmp_path: Path) -> None:
    table = position_statistics(positions("reports"), by="discs")
    with pytest.raises(InputError, match=r"\.gif"):
        save_position_statistics(table, tmp_path / "x.gif")
    with pytest.raises(InputError, match="no folder"):
        save_position_statistics(table, tmp_path / "no" / "x.png")
    with pytest.raises(InputError, match="by='discs'"):
        draw_position_statistics(position_statistics(positions("reports")))
    mixed = tmp_path / "mixed.txt"
    mixed.write_text("d3\n.... .OX. .XO. ....\n")
    with pytest.raises(InputError, match=r"size \[4, 8\]"):
        draw_position_statistics(position_statistics(positions(mixed), by="discs"))


# -- the command -------------------------------------------------------------------------------------------------------


def test_stats(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for by in ("stage", "discs"):
        run("stats", "reports", "--by", by)
        printed = capsys.readouterr().out
        assert "reports: 7 positions" in printed
        assert "…" not in printed


def test_stats_as_json_with_a_figure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run("stats", "reports", "--json", "--figure", str(tmp_path / "reports.svg"))
    answer = json.loads(capsys.readouterr().out)
    assert [row["stage"] for row in answer["rows"]] == ["early", "middle"]
    assert answer["rows"][0]["moves_sd"] is None  # one position has no deviation
    assert answer["positions"] == 7
    assert (tmp_path / "reports.svg").read_text().startswith("<?xml")


def test_stats_refuses(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="did you mean reports"):
        run("stats", "report")
    with pytest.raises(InputError, match="cannot read"):
        run("stats", str(tmp_path / "none.txt"))
