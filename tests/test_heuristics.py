"""Heuristics, built in and of users, on both backends."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import plyscope as ps
from plyscope.core.heuristics import find, names
from plyscope.core.position import opponent
from plyscope.core.tables import WEIGHTS, square_values
from strategies import positions

BACKENDS = ("compiled", "reference")
CONSTANT = ("uam.heuristic1",)
"""Worth the same to both sides, so not antisymmetric: that is why it ties in the report."""


def value_at_leaf(heuristic: str | ps.Heuristic, position: ps.Position, backend: str) -> float:
    """The heuristic through a search of depth 0 that values finished games like leaves."""
    strategy = ps.Minimax(heuristic, 0, ps.dialect(terminal="heuristic"))
    return ps.search(position, strategy, backend).value


@pytest.mark.parametrize("name", names())
@given(position=positions())
def test_built_in_values_are_equal_and_antisymmetric(name: str, position: ps.Position) -> None:
    mine = value_at_leaf(name, position, "compiled")
    assert mine == value_at_leaf(name, position, "reference")
    assert find(name)(position, position.turn) == mine
    sign = 1 if name in CONSTANT else -1
    assert find(name)(position, opponent(position.turn)) == sign * mine


@given(positions())
def test_discs_and_mobility_are_what_they_say(position: ps.Position) -> None:
    score = position.score
    difference = score.black - score.white
    assert find("discs")(position, "X") == difference
    as_white = ps.Position(position.size, position.black, position.white, "O")
    as_black = ps.Position(position.size, position.black, position.white, "X")
    assert find("mobility")(position, "X") == len(as_black.legal_moves) - len(as_white.legal_moves)


@given(positions())
def test_weights_is_a_plain_sum_over_squares(position: ps.Position) -> None:
    table = square_values(WEIGHTS, position.size)
    expected = 0.0
    for square, value in enumerate(table):
        expected += value * (position.black >> square & 1) - value * (position.white >> square & 1)
    assert find("weights")(position, "X") == expected


def test_weight_table_is_the_published_quarter_on_8x8() -> None:
    table = square_values(WEIGHTS, 8)
    assert table[:8] == (120, -20, 20, 5, 5, 20, -20, 120)
    assert table[56:] == table[:8]
    assert table[27] == 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_turn_and_weights_reach_the_function(backend: str) -> None:
    @ps.heuristic(weights=(10.0, 0.5))
    def probe(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return turn * weights[0] + weights[1] + len(weights)

    start = ps.start(8)
    assert ps.search(start, ps.Minimax(probe, 0), backend).value == 12.5
    assert ps.search(start, ps.Minimax(probe, 1), backend).value == -7.5
    assert ps.search(start, ps.Minimax(probe.with_weights((1.0, 0.0)), 2), backend).value == 3.0


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_exception_in_a_heuristic_reaches_the_caller(backend: str) -> None:
    @ps.heuristic
    def broken(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return 1.0 / (ps.disc_count(me) - ps.disc_count(me))

    with pytest.raises(ZeroDivisionError):
        ps.search(ps.start(8), ps.AlphaBeta(broken, 3), backend)
    assert ps.search(ps.start(8), ps.AlphaBeta("discs", 3), backend).value == 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_weights_beyond_the_end_raise(backend: str) -> None:
    @ps.heuristic(weights=(1.0,))
    def greedy(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return weights[3]

    with pytest.raises(IndexError):
        ps.search(ps.start(8), ps.AlphaBeta(greedy, 2), backend)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -2e12])
def test_values_that_no_search_can_compare_are_refused(backend: str, bad: float) -> None:
    @ps.heuristic(weights=(bad,))
    def strange(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return weights[0] if ps.disc_count(me) > 3 else 0.0

    with pytest.raises(
        ps.InputError, match=r"heuristic 'strange' returned .* in test_heuristics.py, line \d+: return a"
    ):
        ps.search(ps.start(8), ps.AlphaBeta(strange, 4), backend)


def test_what_does_not_compile_is_told_in_one_line() -> None:
    @ps.heuristic
    def text(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return turn.no_such_thing()

    with pytest.raises(ps.InputError, match="heuristic 'text' does not compile") as caught:
        ps.search(ps.start(8), ps.AlphaBeta(text, 2))
    assert "\n" not in str(caught.value)


def test_a_wrong_signature_is_refused_when_it_is_made() -> None:
    with pytest.raises(ps.InputError, match=r"takes 2 arguments: it must take \(me, opp, board, turn, weights\)"):

        @ps.heuristic
        def short(me, opp):  # type: ignore[no-untyped-def]
            return 0


def test_a_plain_function_of_a_position_serves_the_reference() -> None:
    def corners(position: ps.Position, player: object) -> float:
        return float(position.discs(player) & 1)

    assert ps.search(ps.start(4), ps.AlphaBeta(corners, 4), "reference").value == 0
    with pytest.raises(ps.InputError, match="needs a @heuristic"):
        ps.search(ps.start(4), ps.AlphaBeta(corners, 4))


MINE = """
import plyscope as ps

@ps.heuristic
def quiet(me, opp, board, turn, weights):
    return -ps.mobility(opp, me, board)

def plain(me, opp, board, turn, weights):
    return ps.discs(me, opp, board)
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_heuristics_from_a_file(tmp_path: Path, backend: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    position = ps.start(8).play("d3")
    for name, twin in (("quiet", "mobility"), ("plain", "discs")):
        mine = ps.search(position, ps.AlphaBeta(f"{path}:{name}", 4), backend)
        built_in = ps.search(position, ps.AlphaBeta(twin, 4), backend)
        assert (mine.move, mine.value, mine.counters) == (built_in.move, built_in.value, built_in.counters)


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (MINE, "quit", "did you mean quiet"),
        ("1 / 0", "quiet", "cannot run .*ZeroDivisionError"),
        ("def broken(:", "quiet", "cannot run .*SyntaxError"),
        ("x = 3", "x", "decorate a function"),
    ],
)
def test_bad_heuristic_files(tmp_path: Path, content: str, name: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(content)
    with pytest.raises(ps.InputError, match=message) as caught:
        find(f"{path}:{name}")
    assert "\n" not in str(caught.value)


def test_unknown_names_are_answered_with_the_nearest() -> None:
    with pytest.raises(ps.InputError, match="unknown heuristic 'mobilty': did you mean mobility"):
        ps.AlphaBeta("mobilty", 3)
