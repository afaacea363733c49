"""Every bad value gives one kind of error: one line that names the value."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from plyscope.core.dialect import DIALECTS, Dialect, check_order, dialect
from plyscope.core.errors import InputError
from plyscope.core.heuristics import Heuristic, check_value, find, heuristic
from plyscope.core.position import Position
from plyscope.core.search import AlphaBeta
from plyscope.core.squares import check_size, parse
from plyscope.core.tables import byte_tables
from plyscope.instrumentation.run import search
from strategies import moves_of, random_game

START_4 = ".... .OX. .XO. ...."
EMPTY_ROWS = ["........"] * 8


def complaint(call: Callable[..., object], *args: Any, **options: Any) -> str:
    """The message of the error that the call must raise."""
    with pytest.raises(InputError) as caught:
        call(*args, **options)
    message = str(caught.value)
    assert message.strip()
    assert len(message.splitlines()) == 1, message
    return message


def test_an_input_error_is_a_value_error() -> None:
    assert issubclass(InputError, ValueError)


# -- sizes and rules ---------------------------------------------------------------------------------------------------

BAD_SIZES = [1, 3, 5, 7, 9, 23, 25, 2, 26, 0, -8, 100, 8.0, float("nan"), "eight", "8", True, False, [8]]


@pytest.mark.parametrize("size", BAD_SIZES, ids=repr)
@pytest.mark.parametrize(
    "use",
    [check_size, Position.start, lambda size: Position.from_text("d3", size=size)],
    ids=["check_size", "start", "from_text"],
)
def test_size(use: Callable[[Any], object], size: object) -> None:
    message = complaint(use, size)
    assert f"board size {size!r}" in message
    assert "even number from 4 to 24" in message


def test_size_none() -> None:
    assert "None" in complaint(Position.start, None)


@pytest.mark.parametrize(("variant", "meant"), [("revresi", "reversi"), ("Reversed", "reversed"), ("chess", "reversi")])
def test_variant(variant: str, meant: str) -> None:
    for make in (Position.start, lambda **options: Position.from_text(START_4, **options)):
        message = complaint(make, variant=variant)
        assert repr(variant) in message
        assert meant in message


@pytest.mark.parametrize("rule", ["ends", "skip", "", None])
def test_rule_without_a_move(rule: Any) -> None:
    assert repr(rule) in complaint(Position.start, 8, no_move=rule)


def test_discs_on_two_sides_or_off_the_board() -> None:
    assert "two sides" in complaint(Position, 4, 1, 1)
    assert "off the board" in complaint(Position, 4, 1 << 4, 0)  # e1 of a 4x4 board
    assert "off the board" in complaint(Position, 4, 0, 1 << 64)


# -- squares and moves -------------------------------------------------------------------------------------------------

NO_SQUARES = ["z9", "a0", "a9", "i1", "", " ", "d", "3", "3d", "d03", "d-3", "d3c4", "dd3", "d3 c4", "d\n3", "d³", "ä1"]


@pytest.mark.parametrize("name", NO_SQUARES, ids=repr)
@pytest.mark.parametrize("use", [lambda name: parse(name, 8), Position.start(8).play], ids=["parse", "play"])
def test_no_such_square(use: Callable[[str], object], name: str) -> None:
    message = complaint(use, name)
    assert f"no square {name!r}" in message
    assert "a1 to h8" in message


@pytest.mark.parametrize(("size", "name"), [(4, "e1"), (4, "a5"), (6, "g6"), (10, "a11"), (24, "y1"), (24, "x25")])
def test_no_such_square_on_this_board(size: int, name: str) -> None:
    assert f"{name!r} on a {size}x{size} board" in complaint(Position.start(size).play, name)


@pytest.mark.parametrize("move", ["a1", "d4", "e4", "c3", "pass"])
def test_illegal_move(move: str) -> None:
    message = complaint(Position.start(8).play, move)
    assert f"illegal move {move!r} for X" in message
    assert "d3, c4, f5, e6" in message


@pytest.mark.parametrize("move", ["a1", "d4", "pass"])
def test_a_move_after_the_end(move: str) -> None:
    assert repr(move) in complaint(Position.from_text("XXXX/XXXX/XXXX/OOO.").play, move)


@pytest.mark.parametrize(
    ("moves", "number", "bad"),
    [
        ("a1", 1, "a1"),
        ("d3c5d3", 3, "d3"),
        ("d3 c5 f6 f5 h8", 5, "h8"),
        ("D3 C5 D3", 3, "d3"),
        ("d3z9", 2, "z9"),
        ("d3 c5 a0", 3, "a0"),
        ("d3 c5 a99", 3, "a99"),
        ("d3pass", 2, "pass"),
        ("d3 c3 b3 b2 f5 a3 a1 c1 h8", 9, "h8"),  # a forced pass left out has no number
        ("d3 c3 b3 b2 f5 a3 a1 c1 pass h8", 10, "h8"),
        ("d3 c3 b3 b2 f5 a3 a1 c1 pass pass", 10, "pass"),
    ],
)
def test_bad_move_in_a_list(moves: str, number: int, bad: str) -> None:
    message = complaint(Position.from_text, moves)
    assert f"move {number} of the list" in message
    assert repr(bad) in message


def test_a_list_longer_than_the_game() -> None:
    game = random_game(4, seed=1)
    moves = moves_of(game)
    message = complaint(Position.from_text, " ".join([*moves, "a1"]), size=4)
    assert f"move {len(moves) + 1} of the list" in message
    assert "'a1'" in message


@pytest.mark.parametrize(
    ("text", "bad"),
    [("d3 ? c5", "?"), ("d3,c5", ","), ("1. d3 c5", "1."), ("d3 c5 f", "f"), ("d3-c5", "-"), ("d3\n\n!\nc5", "!")],
)
def test_what_is_no_move_in_a_list(text: str, bad: str) -> None:
    assert repr(bad) in complaint(Position.from_text, text)


# -- boards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " ", "\n", " \n\t "], ids=repr)
def test_empty_position(text: str) -> None:
    assert "empty position" in complaint(Position.from_text, text)


@pytest.mark.parametrize("count", [1, 4, 15, 17, 25, 63, 65, 100 - 1, 49, 26 * 26])
def test_board_of_wrong_length(count: int) -> None:
    message = complaint(Position.from_text, "-" * count)
    assert f"{count} squares" in message
    assert "even number from 4 to 24" in message


def test_board_of_another_size_than_given() -> None:
    message = complaint(Position.from_text, START_4, size=8)
    assert "16 squares" in message
    assert "64" in message


@pytest.mark.parametrize(
    ("text", "row", "cells"),
    [
        ("....\n.OX.\n.XO\n.....", 3, ".XO"),
        (".../.OX../.XO./....", 1, "..."),
        (".... .OX. .XO..  ...", 3, ".XO.."),
        ("........ ........", 1, "........"),
    ],
)
def test_ragged_rows(text: str, row: int, cells: str) -> None:
    message = complaint(Position.from_text, text)
    assert f"row {row}" in message
    assert repr(cells) in message


def test_ragged_rows_that_make_no_square() -> None:
    assert "row 3 of the board, '.XO', has 3 squares" in complaint(Position.from_text, "....\n.OX.\n.XO\n....")


@pytest.mark.parametrize("strange", ["?", "*", "#", "@", "0", "1", "Z", "é", "●", "|"])
@pytest.mark.parametrize("divider", ["\n", "/", ""], ids=["lines", "slashes", "one line"])
@pytest.mark.parametrize("row", [0, 7])
def test_strange_character_in_a_board(strange: str, divider: str, row: int) -> None:
    rows = EMPTY_ROWS.copy()
    rows[row] = f"...{strange}...."
    assert strange in complaint(Position.from_text, divider.join(rows))


# -- the side to move --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["Z", "x", "black", "XO", 1])
@pytest.mark.parametrize(
    "make",
    [
        lambda side: Position.from_text(START_4, to_move=side),
        lambda side: Position.from_text("d3c5", to_move=side),
        lambda side: Position.from_array(Position.start(4).to_array(), to_move=side),
        lambda side: Position(4, 0, 0, side),
    ],
    ids=["board", "moves", "array", "constructor"],
)
def test_side_to_move(make: Callable[[Any], object], side: object) -> None:
    assert f"side to move {side!r}" in complaint(make, side)


@pytest.mark.parametrize("text", [START_4 + " Z", "\n".join([*EMPTY_ROWS, "Z"]), "-" * 64 + " Z"], ids=repr)
def test_side_to_move_after_a_board(text: str) -> None:
    assert "Z" in complaint(Position.from_text, text)


def test_side_to_move_that_the_moves_contradict() -> None:
    message = complaint(Position.from_text, "d3", to_move="X")
    assert "'X'" in message
    assert "it is O" in message


# -- arrays ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(8, 7), (4, 6), (8,), (64,), (2, 4, 4), (4, 4, 1), (), (1, 16)], ids=str)
def test_array_that_is_not_square(shape: tuple[int, ...]) -> None:
    assert str(shape) in complaint(Position.from_array, np.zeros(shape, dtype=int))


@pytest.mark.parametrize("size", [0, 2, 5, 7, 26])
def test_array_of_bad_size(size: int) -> None:
    assert f"board size {size}" in complaint(Position.from_array, np.zeros((size, size), dtype=int))


def test_ragged_lists() -> None:
    complaint(Position.from_array, [[0, 0, 0, 0], [0, 1, -1, 0], [0, -1, 1], [0, 0, 0, 0]])


@pytest.mark.parametrize("strange", [2, -2, 0.5, float("nan"), "X", None], ids=repr)
def test_strange_value_in_an_array(strange: object) -> None:
    cells: list[list[Any]] = Position.start(4).to_array().tolist()
    if isinstance(strange, str):
        cells = [["0"] * 4 for _ in range(4)]  # text is no number, not even '0'
        cells[0][0] = strange
    cells[3][3] = strange
    message = complaint(Position.from_array, cells)
    assert message.startswith(f"{strange!r} in the array"), message  # as the user wrote it, not np.int64(2)


@pytest.mark.parametrize("black", [0, 2, -2, "X", None])
def test_coding_of_black(black: Any) -> None:
    assert f"black coded as {black!r}" in complaint(Position.from_array, np.zeros((4, 4), dtype=int), black=black)


@pytest.mark.parametrize("black", [0, 2, "X"])
def test_coding_of_black_when_written(black: Any) -> None:
    assert f"black coded as {black!r}" in complaint(Position.start(4).to_array, black=black)


# -- dialects ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "meant"),
    [("toranto", "toronto"), ("Toronto", "toronto"), ("lio", "liao"), ("uamm", "uam"), ("standart", "standard")],
)
def test_misspelt_dialect(name: str, meant: str) -> None:
    message = complaint(dialect, name)
    assert f"unknown dialect {name!r}" in message
    assert f"did you mean {meant}" in message


@pytest.mark.parametrize("name", ["zzz", "", None, 5, "qq\nqq"], ids=repr)
def test_unknown_dialect(name: Any) -> None:
    message = complaint(dialect, name)
    assert f"unknown dialect {name!r}" in message
    assert all(known in message for known in DIALECTS)


BAD_ORDERS = [
    "shuffled",
    "shuffled:",
    "shuffled:x",
    "shuffled:-1",
    "shuffled:+1",
    "shuffled:1.5",
    "shuffled: 1",
    "shuffled:1:2",
    "shuffled:1_000",
    "shuffled:\u0661",  # a decimal digit, but no ASCII
    "shuffled:SEED",
    f"shuffled:{2**63}",
    "natral",
    "Natural",
    "natural:1",
    "shuffle:3",
    "nat\nural",
    "",
    None,
    3,
]


@pytest.mark.parametrize("order", BAD_ORDERS, ids=repr)
@pytest.mark.parametrize("use", [check_order, lambda order: Dialect(order=order)], ids=["check_order", "Dialect"])
def test_order(use: Callable[[Any], object], order: Any) -> None:
    assert f"move order {order!r}" in complaint(use, order)


@pytest.mark.parametrize("order", ["shuffled", "shuffled:x", "shuffled:-1", "natral"])
@pytest.mark.parametrize("preset", DIALECTS)
def test_order_of_a_preset(preset: str, order: str) -> None:
    assert f"move order {order!r}" in complaint(dialect, preset, order=order)


def test_order_suggestions() -> None:
    assert "did you mean natural" in complaint(dialect, order="natral")
    assert "shuffled:SEED" in complaint(dialect, order="shuffle:3")
    assert "shuffled:1" in complaint(dialect, order="shuffled")


def test_order_with_an_endless_seed() -> None:
    complaint(dialect, order="shuffled:" + "9" * 5000)  # more digits than int() takes


def test_the_largest_seed_is_good() -> None:
    assert dialect(order=f"shuffled:{2**63 - 1}").seed == 2**63 - 1


@pytest.mark.parametrize(
    ("field", "value", "meant"),
    [
        ("cutoff", "stric", "strict"),
        ("cutoff", ">=", "inclusive"),
        ("root", "frsh", "fresh"),
        ("no_move", "skp", "skip"),
        ("no_move", "zzz", "leaf"),
        ("terminal", "heuristics", "heuristic"),
        ("terminal", "value", "outcome"),
    ],
)
def test_choice_of_a_dialect(field: str, value: str, meant: str) -> None:
    for make in (Dialect, dialect):
        message = complaint(make, **{field: value})
        assert repr(value) in message
        assert meant in message


# -- heuristics --------------------------------------------------------------------------------------------------------


def constant(me: int, opp: int, board: int, turn: int, weights: Any) -> float:
    return 1.0


def by_name(me: int, opp: int, board: int, *, turn: int, weights: Any) -> float:
    return 1.0


class Callable5:
    def __call__(self, me: int, opp: int, board: int, turn: int, weights: Any) -> float:
        return 1.0


NO_FUNCTIONS = [3, "discs", Callable5(), Callable5().__call__, functools.partial(constant, 1), max, Callable5]


@pytest.mark.parametrize("function", NO_FUNCTIONS, ids=range(len(NO_FUNCTIONS)))
def test_what_is_no_function(function: Any) -> None:
    assert "give a function of (me, opp, board, turn, weights)" in complaint(heuristic, function)


def test_arguments_by_name_only() -> None:
    message = complaint(heuristic, by_name)
    assert "heuristic 'by_name' in test_bad_input.py, line " in message
    assert "takes keyword-only arguments" in message


BAD_WEIGHTS = [None, 5, "12", b"12", {0: 1.0}, {1.0, 2.0}, [[1, 2], [3, 4]], np.zeros((2, 2)), ["a"], [1j], [None]]


@pytest.mark.parametrize("weights", BAD_WEIGHTS, ids=repr)
def test_weights(weights: Any) -> None:
    named = repr(weights if not isinstance(weights, (list, np.ndarray)) else weights[0])
    made = heuristic(constant)
    for use in (heuristic(weights=weights), lambda function: made.with_weights(weights)):
        message = complaint(use, constant)
        assert "of heuristic 'constant'" in message
        assert "give a" in message
        assert named in message or isinstance(weights, np.ndarray)
    assert "of heuristic 'constant'" in complaint(Heuristic(constant, lambda size: weights).weights_for, 8)


def test_weights_too_large_for_a_float() -> None:
    assert "too large" in complaint(heuristic(weights=[10**400]), constant)


def test_weights_that_were_changed_to_something_else() -> None:
    numbers: list[Any] = [1.0]
    made = heuristic(weights=numbers)(constant)
    numbers[0] = "one"
    assert "weight 0 of heuristic 'constant' is 'one'" in complaint(made.weights_for, 8)


@pytest.mark.parametrize(("name", "needed"), [("weights", 2048), ("linear", 2055), ("uam.heuristic1", 1)])
@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_other_weights_for_a_heuristic_of_the_package(name: str, needed: int, backend: str) -> None:
    made = find(name)
    assert isinstance(made, Heuristic)
    for count in (0, needed + 1):
        strategy = AlphaBeta(made.with_weights([1.0] * count), 1)
        message = complaint(search, Position.start(8), strategy, backend)
        assert f"{count} weights for heuristic {name!r} on 8x8: give {needed}" in message


NO_VALUES = [None, "3", float("nan"), float("inf"), 10**13, 10**400, 1j, np.zeros(1), np.zeros((2, 2)), [3.0]]


@pytest.mark.parametrize("value", NO_VALUES, ids=str)
def test_value_of_a_plain_function(value: Any) -> None:
    def evaluate(position: object, player: object) -> float:
        return 0.0

    message = complaint(check_value, evaluate, value)
    assert message.startswith("heuristic 'evaluate' returned ")
    assert " in test_bad_input.py, line " in message


@pytest.mark.parametrize("value", [3, True, 0.5, np.float32(0.5), np.int8(3), np.array(2.0)], ids=repr)
def test_values_that_are_numbers(value: Any) -> None:
    assert check_value(heuristic(constant), value) == float(value)


@pytest.mark.parametrize("quarter", [(), [[1, 2]], [[1, 2], [3]], [[]], [1, 2]], ids=repr)
def test_table_that_is_no_quarter_board(quarter: Any) -> None:
    complaint(byte_tables, quarter, 8)
