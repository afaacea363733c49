"""Position from outside: what it says, what it reads and writes, what it refuses to change."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyscope.core import squares
from plyscope.core.board_svg import CELL, EDGE, FILLS
from plyscope.core.errors import InputError
from plyscope.core.game import PASS, WIN, outcome
from plyscope.core.position import BLACK, WHITE, Position, Score
from strategies import arbitrary_boards, moves_of, positions, random_game, random_playout, sizes

START_8 = "---------------------------OX------XO---------------------------"
BLACK_MUST_PASS = "d3 c3 b3 b2 f5 a3 a1 c1"  # one of the shortest ways on 8x8
ALMOST_FULL = "XXXX/XXXX/XXXX/XXO-"
BLACK_HAS_MORE = "XXXX/XXXX/XXXX/OOOO"
WHITE_HAS_MORE = "OOOO/OOOO/OOOO/XXX-"
EQUAL = "XXXX/XXXX/OOOO/OOOO"


def boards() -> st.SearchStrategy[Position]:
    """Positions of every kind."""
    return st.one_of(positions(), arbitrary_boards())


# -- the start ---------------------------------------------------------------------------------------------------------


def test_start() -> None:
    start = Position.start()
    assert start.size == 8
    assert start.turn == start.to_move == BLACK
    assert start.score == Score(black=2, white=2)
    assert [start.at(squares.parse(name, 8)) for name in ("d4", "e5", "e4", "d5", "a1")] == ["O", "O", "X", "X", "."]
    assert start.legal_moves == ("d3", "c4", "f5", "e6")


@pytest.mark.parametrize("size", squares.SIZES)
def test_start_of_every_size(size: int) -> None:
    start = Position.start(size)
    low, high = size // 2, size // 2 + 1  # the two middle rows and columns, counted from 1
    letter = dict(enumerate("abcdefghijklmnopqrstuvwx", start=1))
    assert start.score == (2, 2)
    assert start.legal_moves == (
        f"{letter[low]}{low - 1}",
        f"{letter[low - 1]}{low}",
        f"{letter[high + 1]}{high}",
        f"{letter[high]}{high + 1}",
    )
    assert not start.is_over
    assert not start.must_pass


# -- playing -----------------------------------------------------------------------------------------------------------


def test_play_turns_discs_and_hands_the_move_over() -> None:
    after = Position.start(8).play("d3")
    assert after.score == Score(black=4, white=1)
    assert after.turn == WHITE
    assert after.legal_moves == ("c3", "e3", "c5")
    assert after.to_text() == "-------------------X-------XX------XO--------------------------- O"


def test_play_leaves_the_position_as_it_was() -> None:
    start = Position.start(8)
    start.play("d3")
    assert start == Position.start(8)


@pytest.mark.parametrize("written", ["d3", "D3", " d3 "])
def test_squares_may_be_written_freely(written: str) -> None:
    assert Position.start(8).play(written) == Position.start(8).play("d3")


def test_mover_and_other_follow_the_turn() -> None:
    position = Position.start(8).play("d3")
    assert (position.mover, position.other) == (position.white, position.black)
    assert (position.discs(BLACK), position.discs(WHITE)) == (position.black, position.white)


def test_a_forced_pass() -> None:
    stuck = Position.from_text(BLACK_MUST_PASS)
    assert stuck.turn == BLACK
    assert (stuck.legal_moves, stuck.options(), stuck.must_pass, stuck.is_over) == ((), (PASS,), True, False)
    passed = stuck.passed()
    assert passed == stuck.play(PASS)
    assert (passed.black, passed.white, passed.turn) == (stuck.black, stuck.white, WHITE)
    assert passed.legal_moves == ("e3", "f6")


@pytest.mark.parametrize("text", ["d3", BLACK_HAS_MORE])
def test_no_pass_when_there_is_a_move_or_the_game_is_over(text: str) -> None:
    position = Position.from_text(text)
    assert not position.must_pass
    with pytest.raises(InputError, match="illegal move 'pass'"):
        position.passed()


# -- the result --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "variant", "winner", "margin"),
    [
        (BLACK_HAS_MORE, "reversi", BLACK, 8),
        (BLACK_HAS_MORE, "reversed", WHITE, -8),
        (WHITE_HAS_MORE, "reversi", WHITE, -9),
        (WHITE_HAS_MORE, "reversed", BLACK, 9),
        (EQUAL, "reversi", None, 0),
        (EQUAL, "reversed", None, 0),
    ],
)
def test_winner(board: str, variant: str, winner: str | None, margin: int) -> None:
    position = Position.from_text(board, variant=variant)
    assert position.is_over
    assert position.winner == winner
    assert position.margin(BLACK) == margin
    assert position.margin(WHITE) == -margin


@pytest.mark.parametrize("variant", ["reversi", "reversed"])
def test_no_winner_before_the_end(variant: str) -> None:
    position = Position.from_text(ALMOST_FULL, variant=variant)
    assert position.margin(BLACK) != 0
    assert not position.is_over
    assert position.winner is None


def test_a_game_that_ends_without_a_move_has_a_winner() -> None:
    stuck = Position.from_text(BLACK_MUST_PASS, no_move="end")
    assert stuck.is_over
    assert stuck.score == Score(black=8, white=4)
    assert stuck.winner == BLACK
    assert stuck.with_rules(variant="reversed").winner == WHITE
    assert stuck.with_rules(no_move="pass").winner is None


def test_with_rules_changes_the_rules_only() -> None:
    position = Position.from_text("d3c5f6")
    other = position.with_rules(variant="reversed", no_move="end")
    assert other == Position.from_text("d3c5f6", variant="reversed", no_move="end")
    assert other != position
    assert other.with_rules(variant="reversi", no_move="pass") == position


@given(positions())
def test_outcome_of_a_finished_game_is_beyond_any_heuristic_value(position: Position) -> None:
    margin = position.margin(BLACK)
    value = outcome(position, BLACK)
    assert value == -outcome(position, WHITE)
    assert value == (0 if margin == 0 else margin + WIN if margin > 0 else margin - WIN)


# -- a value -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["size", "black", "white", "turn", "rules", "score", "legal_moves"])
def test_frozen(field: str) -> None:
    start = Position.start(8)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(start, field, getattr(start, field))
    assert start == Position.start(8)


def test_rules_are_frozen_too() -> None:
    with pytest.raises(FrozenInstanceError):
        Position.start(8).rules.variant = "reversed"  # type: ignore[misc]


def test_equal_positions_are_equal_however_they_came_about() -> None:
    played = Position.start(8).play("f5").play("d6").play("c3")
    transposed = Position.start(8).play("c4").play("e3").play("f6")
    rebuilt = Position.from_text(played.to_text())
    assert played == rebuilt
    assert hash(played) == hash(rebuilt)
    assert len({played, rebuilt, transposed}) == 2


def test_what_was_asked_does_not_change_equality() -> None:
    asked, fresh = Position.start(8), Position.start(8)
    assert asked.legal_squares
    assert not asked.is_over
    assert asked == fresh
    assert hash(asked) == hash(fresh)


@pytest.mark.parametrize(
    "different",
    [
        Position.start(6),
        Position.start(8, "reversed"),
        Position.start(8, no_move="end"),
        Position.from_text(START_8, to_move=WHITE),
        Position.from_text("d3"),
    ],
)
def test_positions_that_differ_in_anything_are_not_equal(different: Position) -> None:
    assert different != Position.start(8)


@given(boards())
def test_pickled_and_back(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position


@given(boards())
def test_fingerprint_sees_mover_and_other_only(position: Position) -> None:
    swapped = Position(position.size, position.white, position.black, BLACK if position.turn == WHITE else WHITE)
    assert 0 <= position.fingerprint() < 2**64
    assert swapped.fingerprint() == position.fingerprint()
    if position.black != position.white:
        other_turn = Position(position.size, position.black, position.white, swapped.turn)
        assert other_turn.fingerprint() != position.fingerprint()


# -- text --------------------------------------------------------------------------------------------------------------

START_4_TEXT = """\
  a b c d
1 . . . .
2 . O X .
3 . X O .
4 . . . .
X to move"""


def test_str_exactly() -> None:
    assert str(Position.start(4)) == START_4_TEXT
    assert str(Position.start(4).play("b1")) == ("  a b c d\n1 . X . .\n2 . X X .\n3 . X O .\n4 . . . .\nO to move")


def test_str_of_a_finished_game() -> None:
    assert str(Position.from_text("XXXX/XXXX/XXXX/OOO-")).splitlines()[-2:] == ["4 O O O .", "X to move, game over"]


def test_str_of_two_digit_rows_is_aligned() -> None:
    lines = str(Position.start(10)).splitlines()
    assert lines[0] == "   a b c d e f g h i j"
    assert lines[1] == " 1 . . . . . . . . . ."
    assert lines[10] == "10 . . . . . . . . . ."
    assert len({len(line) for line in lines[:-1]}) == 1


@pytest.mark.parametrize("size", squares.SIZES)
@pytest.mark.parametrize("plies", [0, 7])
def test_str_is_read_back_at_every_size(size: int, plies: int) -> None:
    position = random_playout(size, plies, seed=size)
    assert Position.from_text(str(position)) == position


@given(boards())
def test_str_is_read_back(position: Position) -> None:
    assert Position.from_text(str(position), variant=position.rules.variant) == position


@given(boards())
def test_to_text_is_read_back(position: Position) -> None:
    text = position.to_text()
    assert len(text) == position.size**2 + 2
    assert set(text[:-2]) <= set("-XO")
    assert Position.from_text(text, variant=position.rules.variant) == position


@given(boards(), st.sampled_from(["\n", "/", " ", " / ", "\r\n"]), st.sampled_from(["-", "."]), st.booleans())
def test_rows_however_divided(position: Position, divider: str, empty: str, capital: bool) -> None:
    cells = position.to_text().split()[0].replace("-", empty)
    rows = [cells[start : start + position.size] for start in range(0, len(cells), position.size)]
    text = divider.join([*rows, position.turn])
    back = Position.from_text(text if capital else text.lower(), variant=position.rules.variant)
    assert back == position


@pytest.mark.parametrize(
    "text",
    [
        ".... .OX. .XO. ....",
        "..../.OX./.XO./....",
        "....\n.OX.\n.XO.\n....",
        "\n    ....\n    .OX.\n    .XO.\n    ....\n",
        "-----OX--XO-----",
        "-----OX--XO----- X",
        "-----ox--xo----- x",
        "..../.OX./.XO./.... X to move",
        START_4_TEXT,
        START_4_TEXT + "\n",
    ],
)
def test_forms_of_a_board(text: str) -> None:
    assert Position.from_text(text) == Position.start(4)


def test_a_board_of_64_characters() -> None:
    assert Position.from_text(START_8) == Position.start(8)
    assert Position.from_text(START_8 + " O").turn == WHITE


def test_the_side_to_move_of_a_board() -> None:
    board = ".... .OX. .XO. ...."
    assert Position.from_text(board).turn == BLACK
    assert Position.from_text(board + " O").turn == WHITE
    assert Position.from_text(board, to_move=WHITE).turn == WHITE


MOVES = Position.start(8).play("d3").play("c5").play("f6")


@pytest.mark.parametrize("text", ["d3c5f6", "D3C5F6", "D3 C5 F6", "d3 c5\nf6", "  d3c5 f6 "])
def test_forms_of_moves(text: str) -> None:
    assert Position.from_text(text) == MOVES
    assert Position.from_text(text, to_move=WHITE, size=8) == MOVES


def test_moves_on_another_board() -> None:
    assert Position.from_text("b1", size=4) == Position.start(4).play("b1")
    assert Position.from_text("l11", size=24) == Position.start(24).play("l11")


@pytest.mark.parametrize("written", ["e3", "pass e3", "PASS E3", "passe3"])
def test_a_forced_pass_is_written_or_left_out(written: str) -> None:
    expected = Position.from_text(BLACK_MUST_PASS).passed().play("e3")
    assert Position.from_text(f"{BLACK_MUST_PASS} {written}") == expected


def test_a_pass_at_the_end_of_the_list_is_not_assumed() -> None:
    assert Position.from_text(BLACK_MUST_PASS).turn == BLACK
    assert Position.from_text(BLACK_MUST_PASS + " pass").turn == WHITE


@given(sizes(8), st.integers(0, 10**6), st.booleans(), st.sampled_from(["", " "]))
def test_a_whole_game_as_a_list_of_moves(size: int, seed: int, with_passes: bool, divider: str) -> None:
    game = random_game(size, seed)
    written = [move for move in moves_of(game) if with_passes or move != PASS]
    assert Position.from_text(divider.join(written), size=size) == game[-1]


def test_the_rules_are_taken_over() -> None:
    for text in ("d3c5", START_8):
        position = Position.from_text(text, variant="reversed", no_move="end")
        assert (position.rules.variant, position.rules.no_move) == ("reversed", "end")


# -- arrays ------------------------------------------------------------------------------------------------------------


def test_array_of_the_start() -> None:
    assert Position.start(4).to_array().tolist() == [[0, 0, 0, 0], [0, 1, -1, 0], [0, -1, 1, 0], [0, 0, 0, 0]]
    assert Position.start(4).to_array(black=1).tolist() == [[0, 0, 0, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize("black", [-1, 1])
@given(position=boards())
def test_array_and_back(black: int, position: Position) -> None:
    array = position.to_array(black=black)
    assert array.shape == (position.size, position.size)
    assert (int((array == black).sum()), int((array == -black).sum())) == position.score
    assert Position.from_array(array, position.turn, black=black, variant=position.rules.variant) == position


def test_array_from_lists_and_other_numbers() -> None:
    cells = Position.start(4).to_array().tolist()
    assert Position.from_array(cells) == Position.start(4)
    assert Position.from_array(np.array(cells, dtype=np.float64)) == Position.start(4)
    reversed_white = Position.from_array(cells, WHITE, variant="reversed", no_move="end")
    assert (reversed_white.turn, reversed_white.rules.variant, reversed_white.rules.no_move) == (
        WHITE,
        "reversed",
        "end",
    )


# -- drawing -----------------------------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def circles(root: ElementTree.Element, dots: bool) -> dict[str, str | None]:
    """Square name to fill: of the discs, or of the dots on legal squares."""
    found = {}
    for circle in root.iter(SVG + "circle"):
        radius = float(circle.get("r", "0"))
        assert radius < CELL / 2
        column, row = ((float(circle.get(axis, "0")) - EDGE) / CELL - 0.5 for axis in ("cx", "cy"))
        assert column.is_integer()
        assert row.is_integer()
        if dots == (radius < CELL / 4):
            found["abcdefghijklmnopqrstuvwx"[int(column)] + str(int(row) + 1)] = circle.get("fill")
    return found


@given(boards())
def test_svg_has_a_circle_for_each_disc_and_a_dot_for_each_legal_square(position: Position) -> None:
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.tag == SVG + "svg"
    assert len(root.findall(SVG + "circle")) == position.disc_count + len(position.legal_moves)
    names = {squares.name(square, position.size): square for square in squares.all_squares(position.size)}
    occupied = {name: position.at(square) for name, square in names.items() if position.at(square) != "."}
    assert circles(root, dots=False) == {name: FILLS[side] for name, side in occupied.items()}
    assert circles(root, dots=True) == dict.fromkeys(position.legal_moves, FILLS[position.turn])


@pytest.mark.parametrize("size", squares.SIZES)
def test_svg_names_rows_and_columns_inside_the_picture(size: int) -> None:
    root = ElementTree.fromstring(Position.start(size)._repr_svg_())
    _, _, width, height = map(float, root.get("viewBox", "").split())
    texts = root.findall(SVG + "text")
    assert sorted(text.text or "" for text in texts) == sorted(
        [*"abcdefghijklmnopqrstuvwx"[:size], *(str(row) for row in range(1, size + 1))]
    )
    assert all(0 <= float(t.get("x", "-1")) <= width and 0 <= float(t.get("y", "-1")) <= height for t in texts)
