"""Whole games, counted; and the counts that the report `uam` publishes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import plyscope as ps
from cases import jumpy
from plyscope.cli import run
from plyscope.core.dialect import DIALECTS
from plyscope.studies import uam

PUBLISHED = {
    "uam.heuristic1": (74938, 74938),
    "uam.edges_and_corners": (114822, 28453),
    "uam.weights_and_times": (102653, 32860),
}
PLIES = {"uam.heuristic1": 32, "uam.edges_and_corners": 35, "uam.weights_and_times": 34}
TIE = Path(__file__).parents[1] / "docs" / "uam-tie.md"


@pytest.mark.parametrize("backend", ["compiled", "reference"])
@pytest.mark.parametrize("heuristic", PUBLISHED)
def test_the_published_counts_to_the_last_digit(heuristic: str, backend: str) -> None:
    games = [uam.play(kind, heuristic, backend=backend) for kind in (ps.Minimax, ps.AlphaBeta)]
    assert tuple(game.total.calls.total for game in games) == PUBLISHED[heuristic]
    assert {game.game.plies for game in games} == {PLIES[heuristic]}
    assert games[0].game == games[1].game


@pytest.mark.parametrize("heuristic", PUBLISHED)
@pytest.mark.parametrize(("algorithm", "column"), [("minimax", 0), ("alphabeta", 1)])
def test_the_published_counts_on_the_command_line(
    heuristic: str, algorithm: str, column: int, capsys: pytest.CaptureFixture[str]
) -> None:
    command = f"match --size 6 --dialect uam --algorithm {algorithm} --heuristic {heuristic}"
    assert run([*command.split(), "--black-depth", "4", "--white-depth", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["total"]["calls"]["total"] == PUBLISHED[heuristic][column]
    assert set(found) == {"score", "plies", "moves", "black", "white", "total", "seconds"}
    assert found["seconds"] > 0
    assert found["plies"] == len(found["moves"]) == PLIES[heuristic]
    for count in ("nodes", "leaves", "terminals", "passes", "skipped"):
        assert found["black"][count] + found["white"][count] == found["total"][count]


def test_the_page_about_the_tie_shows_what_the_code_gives() -> None:
    text = TIE.read_text()
    table = re.search(r"<!-- table: .* -->\n(.*?)\n<!-- end of table -->", text, re.DOTALL)
    assert table is not None
    assert table[1] == uam.to_markdown(list(uam.rows()))


@pytest.mark.parametrize("variant", ["reversi", "reversed"])
@pytest.mark.parametrize("name", DIALECTS)
def test_whole_games_agree_in_every_dialect(name: str, variant: str) -> None:
    choices = DIALECTS[name]
    heuristic = jumpy.with_weights((0, 0, 0, 0, 7, 3))
    for size, depths in ((4, (3, 4)), (6, (2, 3))):
        start = ps.Position.start(size, variant, choices.game_rule)
        for kind in (ps.Minimax, ps.AlphaBeta):
            black, white = kind(heuristic, depths[0], choices), kind("mobility", depths[1], choices)
            assert ps.match(start, black, white) == ps.match(start, black, white, "reference")


def test_a_game_is_played_by_the_rules() -> None:
    counted = ps.match(ps.start(6), ps.AlphaBeta("discs", 2), ps.AlphaBeta("mobility", 2))
    position = ps.start(6)
    for move in counted.game.moves:
        position = position.play(move)
    assert position == counted.game.final
    assert position.is_over
    assert counted.game.winner == position.winner
    searches = counted.black.searches + counted.white.searches
    assert searches == counted.game.plies


def test_a_dialect_that_evaluates_passes_still_passes_in_games() -> None:
    game = uam.play(ps.AlphaBeta, "uam.edges_and_corners", ps.dialect("liao")).game
    assert game.final.is_over


def test_any_player_will_do() -> None:
    def first(position: ps.Position) -> ps.BestMove:
        return ps.BestMove(position.options()[0], 0.0)

    assert ps.play_match(ps.start(4), first, first).final.is_over


def test_bad_input_of_match(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, word in (
        ("match --black-depth 3", "white-depth"),
        ("match --black-depth 3 --white-depth 200", "200"),
        ("match --black-depth 3 --white-depth 3 --white-heuristic disks", "disks"),
        ("match --black-depth 3 --white-depth 3 --size 5", "5"),
    ):
        assert run(arguments.split()) == 2
        captured = capsys.readouterr()
        assert word in captured.err
        assert captured.err.count("\n") == 1


def test_match_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["match", "--size", "4", "--black-depth", "2", "--white-depth", "2", "--white-heuristic", "mobility"]) == 0
    )
    out = capsys.readouterr().out
    assert "after" in out and "mobility" in out and "both" in out
