"""Heuristics, built in and of users, on both backends."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given

import plyscope as ps
from plyscope.cli.options import heuristic_errors
from plyscope.core.heuristics import find, names
from plyscope.core.heuristics.base import MoveHeuristic
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


# -- weights -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_weights_count_from_the_end_as_in_python(backend: str) -> None:
    @ps.heuristic(weights=(1.0, 2.0, 4.0))
    def last(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return weights[-1] + 10 * weights[-3]

    assert value_at_leaf(last, ps.start(8), backend) == 14
    with pytest.raises(IndexError):
        value_at_leaf(last.with_weights((1.0, 2.0)), ps.start(8), backend)


@pytest.mark.parametrize("make", [list, np.array], ids=["list", "array"])
def test_weights_changed_in_place_count_at_once(make: Callable[[Any], Any]) -> None:
    numbers = make([1.0, 2.0])

    @ps.heuristic(weights=numbers)
    def summed(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return weights[0] + weights[1]

    assert [value_at_leaf(summed, ps.start(8), backend) for backend in BACKENDS] == [3, 3]
    code, before = summed.compiled(8), summed.identity(8)
    numbers[1] = -5.0
    assert [value_at_leaf(summed, ps.start(8), backend) for backend in BACKENDS] == [-4, -4]
    assert summed.compiled(8) is code
    assert summed.identity(8) != before


def test_short_floats_are_read_alike_by_both_backends() -> None:
    @ps.heuristic(weights=np.array([0.1, 3.0], dtype=np.float32))
    def third(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return weights[0] / weights[1]

    compiled, reference = (value_at_leaf(third, ps.start(8), backend) for backend in BACKENDS)
    assert compiled == reference == float(np.float32(0.1)) / 3.0


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("weights", "number", "size"),
    [
        (square_values(WEIGHTS, 8), 0, 8),
        (ps.byte_tables(WEIGHTS, 8), 1, 8),
        (ps.byte_tables(WEIGHTS, 8), 100000, 8),
        (ps.byte_tables(WEIGHTS, 8), -1, 8),
        (ps.byte_tables(WEIGHTS, 8), 0, 10),
        (ps.byte_tables(WEIGHTS, 8)[:-1], 0, 8),
        ((), 0, 24),
    ],
)
def test_a_table_that_the_weights_do_not_hold(backend: str, weights: tuple[float, ...], number: int, size: int) -> None:
    @ps.heuristic(weights=weights)
    def tabled(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.table_sum(me, opp, board, weights, number)

    with pytest.raises(IndexError, match=r"the weights hold no such table .* plyscope.byte_tables"):
        value_at_leaf(tabled, ps.start(size), backend)


def test_tables_come_from_the_weights_only() -> None:
    table = np.array(ps.byte_tables(WEIGHTS, 8))

    @ps.heuristic
    def tabled(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.table_sum(me, opp, board, table, 0)  # type: ignore[arg-type]

    with pytest.raises(ps.InputError, match=r"does not compile: No implementation .* table_sum.*array"):
        value_at_leaf(tabled, ps.start(8), "compiled")


@pytest.mark.parametrize("number", [0, 1])
def test_byte_tables_of_a_user(number: int) -> None:
    @ps.heuristic(weights=lambda size: (*ps.byte_tables([[7]], size), *ps.byte_tables([[1, 2], [2, 4]], size), 9))
    def tabled(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.table_sum(me, opp, board, weights, number)

    position = ps.start(6).play("c2")
    expected = 7 * (1 - 4) if number == 0 else 4 * (1 - 4)
    assert [value_at_leaf(tabled, position, backend) for backend in BACKENDS] == [expected, expected]


# -- the same in Python and compiled -----------------------------------------------------------------------------------


def not_the_same(function: Callable[..., float]) -> str:
    """The one line in which a heuristic is refused before its first compiled search."""
    with pytest.raises(ps.InputError) as caught:
        ps.search(ps.start(8), ps.AlphaBeta(ps.heuristic(function), 1))
    assert "\n" not in str(caught.value)
    assert "test_heuristics.py, line " in str(caught.value)
    return str(caught.value)


def test_a_power_that_is_whole_compiled_is_refused() -> None:
    def inverse(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.disc_count(me) ** -1

    assert "heuristic 'inverse' gives 0.0 compiled and 0.5 in Python" in not_the_same(inverse)


def test_an_integer_that_wraps_is_refused() -> None:
    def ratio(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.disc_count(me) ** 20 / ps.disc_count(opp) ** 20

    assert "heuristic 'ratio' gives " in not_the_same(ratio)


def test_bits_that_leave_the_board_are_refused() -> None:
    def below(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.disc_count(me << 8)

    assert "gives 24.0 compiled and 28.0 in Python" in not_the_same(below)


def test_what_only_python_notices_is_told_with_its_line() -> None:
    def empties(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.disc_count(~(me | opp))

    message = not_the_same(empties)
    assert "heuristic 'empties' raised ValueError: a set of squares without an end" in message
    assert ": return ps.disc_count(~(me | opp)) (compiled it gives 60.0" in message
    with pytest.raises(ValueError, match="write board & ~me"):
        ps.heuristic(empties)(ps.start(8))


def test_what_python_returns_is_no_number() -> None:
    def root(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.discs(me, opp, board) ** 0.5

    assert "heuristic 'root' returned (" in not_the_same(root)


def test_heuristics_are_compared_again_with_other_weights() -> None:
    @ps.heuristic(weights=(1.0,))
    def power(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.disc_count(me) ** int(weights[0])

    assert value_at_leaf(power, ps.start(8), "compiled") == 2
    with pytest.raises(ps.InputError, match=r"gives 0.0 compiled and 0.5 in Python"):
        value_at_leaf(power.with_weights((-1.0,)), ps.start(8), "compiled")


def test_moves_are_compared_by_their_square() -> None:
    def landing(me, opp, board, square, weights):  # type: ignore[no-untyped-def]
        return weights[square]

    table = tuple(float(number) for number in range(64))
    search = ps.PathMinimax(MoveHeuristic(landing, table), 2)
    assert ps.search(ps.start(8), search).value == ps.search(ps.start(8), search, "reference").value


def test_the_comparison_takes_milliseconds() -> None:
    @ps.heuristic
    def quiet(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.mobility(me, opp, board) - ps.frontier(me, opp, board)

    code = quiet.compiled(8)
    code.checked_weights = None
    begin = time.perf_counter()
    assert quiet.compiled(8) is code
    assert time.perf_counter() - begin < 0.1  # two milliseconds in fact


# -- helpers -----------------------------------------------------------------------------------------------------------

FACTOR = 1


@numba.njit  # type: ignore[untyped-decorator]
def scaled(number: int) -> int:
    return FACTOR * number


def plain_scaled(number: int) -> int:
    return int(scaled(number)) + tripled(number)


def tripled(number: int) -> int:
    return 3 * number if number >= 0 else -tripled(-number)


@pytest.mark.parametrize("size", [8, 16])
def test_plain_helpers_are_compiled_with_the_heuristic(size: int) -> None:
    def own_moves(me: int, opp: int, board: int) -> int:
        return ps.disc_count(ps.legal_moves(me, opp, board))

    @ps.heuristic
    def helped(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return tripled(ps.discs(me, opp, board)) + own_moves(me, opp, board)

    position = ps.start(size).successors()[0].state
    compiled, reference = (ps.search(position, ps.AlphaBeta(helped, 2), backend).value for backend in BACKENDS)
    assert compiled == reference
    assert isinstance(tripled, type(helped.function))  # the user's own stays what it was


def test_a_helper_that_numba_compiled_sees_changed_globals(monkeypatch: pytest.MonkeyPatch) -> None:
    @ps.heuristic
    def helped(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return plain_scaled(ps.discs(me, opp, board))

    position = ps.start(8).play("d3")
    assert [value_at_leaf(helped, position, backend) for backend in BACKENDS] == [-12, -12]
    monkeypatch.setitem(globals(), "FACTOR", 5)
    assert [value_at_leaf(helped, position, backend) for backend in BACKENDS] == [-24, -24]


# -- what does not compile ---------------------------------------------------------------------------------------------


def test_numbers_as_sets_up_to_8x8() -> None:
    @ps.heuristic
    def rows(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        moves = ps.legal_moves(me & -1, opp & 0x7FFFFFFFFFFFFFFF, board)
        return ps.disc_count(me & 0xFF000000) - 10 * ps.disc_count(opp & (1 << 27)) + 0.5 * ps.is_empty(moves & 0xFF)

    assert [value_at_leaf(rows, ps.start(8), backend) for backend in BACKENDS] == [-8.5, -8.5]
    with pytest.raises(ps.InputError, match=r"does not compile: .* and_\(Rows16, .*line \d+: moves = "):
        value_at_leaf(rows, ps.start(16), "compiled")


def misspelt(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    return ps.mobilty(me, opp, board)


def importing(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    import math

    return math.pi


def unknown(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    return turn + no_such_name  # type: ignore[name-defined]  # noqa: F821


def within_a_word(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    return ps.mobility(me, 0.5, board)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (misspelt, "no attribute 'mobilty' in .*: return ps.mobilty"),
        (importing, r"unsupported opcode \(IMPORT_NAME\) found in .*: import math"),
        (unknown, "name 'no_such_name' is not defined in .*: return turn"),
        (within_a_word, " in test_heuristics.py, line .*: return ps.mobility"),
    ],
)
def test_what_does_not_compile_is_told_with_its_line(function: Callable[..., float], message: str) -> None:
    with pytest.raises(ps.InputError, match=f"heuristic {function.__name__!r} does not compile: .*{message}") as caught:
        value_at_leaf(ps.heuristic(function), ps.start(8), "compiled")
    assert "\n" not in str(caught.value)


def test_an_exception_within_a_word_is_noted_with_the_line_of_the_heuristic() -> None:
    @ps.heuristic
    def tabled(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.table_sum(me, opp, board, weights, 0)

    with pytest.raises(IndexError) as caught:
        value_at_leaf(tabled, ps.start(8), "reference")
    (note,) = caught.value.__notes__
    assert note.startswith("test_heuristics.py, line ")
    assert note.endswith(": return ps.table_sum(me, opp, board, weights, 0)")


def test_the_command_line_names_the_line_of_the_users_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"import json\n{MINE}\nquiet.weights = lambda size: json.loads('?')\n")
    expected = r"raised JSONDecodeError: .* in mine.py, line \d+: quiet.weights = lambda size: json.loads"
    with pytest.raises(ps.InputError, match=expected), heuristic_errors(f"{path}:quiet"):
        value_at_leaf(f"{path}:quiet", ps.start(8), "reference")


# -- files -------------------------------------------------------------------------------------------------------------

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
        ("x = 1\n1 / 0", "quiet", "cannot run .*ZeroDivisionError: division by zero in mine.py, line 2: 1 / 0"),
        ("import json\njson.loads('?')", "quiet", r"cannot run .*JSONDecodeError.* in mine.py, line 2: json.loads"),
        ("def broken(:", "quiet", r"cannot run .*SyntaxError: .* \(mine.py, line 1\)$"),
        (
            "\nimport plyscope as ps\nps.heuristic(weights=5)(ps.discs)",
            "quiet",
            "cannot run .* in mine.py, line 3: ps.heuristic",
        ),
        ("class Quiet:\n    pass", "Quiet", "give a function of"),
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


def test_a_file_may_import_what_stands_beside_it(tmp_path: Path) -> None:
    (tmp_path / "sibling_of_mine.py").write_text("FACTOR = 3")
    path = tmp_path / "mine.py"
    path.write_text(
        MINE.replace("import", "import sibling_of_mine\nimport").replace("-ps.", "sibling_of_mine.FACTOR * ps.")
    )
    before = list(sys.path)
    assert [value_at_leaf(f"{path}:quiet", ps.start(8).play("d3"), backend) for backend in BACKENDS] == [0, 0]
    assert sys.path == before
