"""The vocabulary of heuristics: each word against a slow one on coordinates, and compiled against plain.

The slow words below know squares as (row, column) and walk one step at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyscope as ps
from plyscope.core import features, squares
from plyscope.core.positions.stages import STAGES, stage_of
from plyscope.core.squares import board_mask, members, parse
from plyscope.core.tables import WEIGHTS, byte_tables
from strategies import SEEDS, arbitrary_boards, positions, random_game, random_playout, sizes

Square = tuple[int, int]
Squares = set[Square]

DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]

boards = st.one_of(positions(), arbitrary_boards())


def coordinates(bits: int, size: int) -> Squares:
    return {divmod(square, squares.stride(size)) for square in members(bits)}


def bits(chosen: Squares, size: int) -> int:
    return sum(1 << squares.index(row, column, size) for row, column in chosen)


def every(size: int) -> Squares:
    return {(row, column) for row in range(size) for column in range(size)}


def around(square: Square, size: int) -> Squares:
    return {(square[0] + down, square[1] + right) for down, right in DIRECTIONS} & every(size)


def ray(square: Square, step: Square, size: int) -> Iterator[Square]:
    """The squares beyond one, up to the border."""
    row, column = square[0] + step[0], square[1] + step[1]
    while 0 <= row < size and 0 <= column < size:
        yield row, column
        row, column = row + step[0], column + step[1]


def both_rays(square: Square, line: Square, size: int) -> tuple[list[Square], list[Square]]:
    return list(ray(square, line, size)), list(ray(square, (-line[0], -line[1]), size))


# -- the slow words ----------------------------------------------------------------------------------------------------


def slow_legal(own: Squares, other: Squares, size: int) -> Squares:
    return {square for square in every(size) - own - other if any(turns(square, own, other, size))}


def turns(square: Square, own: Squares, other: Squares, size: int) -> Iterator[bool]:
    for step in DIRECTIONS:
        line = list(ray(square, step, size))
        run = next((place for place, there in enumerate(line) if there not in other), None)
        yield run is not None and run > 0 and line[run] in own


def slow_potential(own: Squares, other: Squares, size: int) -> Squares:
    return {square for square in every(size) - own - other if around(square, size) & other}


def slow_frontier(own: Squares, other: Squares, size: int) -> Squares:
    return {square for square in own if around(square, size) - own - other}


def slow_inner(own: Squares, other: Squares, size: int) -> Squares:
    inside = {(row, column) for row in range(1, size - 1) for column in range(1, size - 1)}
    return slow_frontier(own, other, size) & inside


def slow_contacts(own: Squares, other: Squares, size: int) -> int:
    return sum(len(around(square, size) - own - other) for square in own)


def slow_full(own: Squares, other: Squares, size: int) -> Squares:
    taken = own | other
    return {square for square in own if all(taken.issuperset(ray(square, step, size)) for step in DIRECTIONS)}


def slow_anchored(own: Squares, other: Squares, size: int) -> Squares:
    return {
        square
        for square in own
        if all(any(own.issuperset(half) for half in both_rays(square, line, size)) for line in LINES)
    }


def slow_grown(own: Squares, other: Squares, size: int, is_full_safe: bool) -> Squares:
    """Add one disc at a time that every line keeps, until none is left."""
    stable: Squares = set()

    def is_kept(square: Square, line: Square) -> bool:
        rays = both_rays(square, line, size)
        is_full = is_full_safe and (own | other).issuperset(rays[0] + rays[1])
        return is_full or any(not half or half[0] in stable for half in rays)

    while True:
        found = next((s for s in own - stable if all(is_kept(s, line) for line in LINES)), None)
        if found is None:
            return stable
        stable.add(found)


def slow_stable(own: Squares, other: Squares, size: int) -> Squares:
    return slow_grown(own, other, size, is_full_safe=False)


def slow_sound(own: Squares, other: Squares, size: int) -> Squares:
    return slow_grown(own, other, size, is_full_safe=True)


def slow_staircase(own: Squares, other: Squares, size: int) -> Squares:
    """The loops that `li` prints for the corner (0, 0), on the board seen from each corner, as rows and as columns."""
    found: Squares = set()
    last = size - 1
    for is_turned in (False, True):
        for flip_row in (False, True):
            for flip_column in (False, True):

                def seen(i: int, j: int, t: bool = is_turned, r: bool = flip_row, c: bool = flip_column) -> Square:
                    row, column = (j, i) if t else (i, j)
                    return (last - row if r else row), (last - column if c else column)

                found |= printed_staircase(own, size, seen)
    return found


def printed_staircase(own: Squares, size: int, seen: Callable[[int, int], Square]) -> Squares:
    found: Squares = set()
    if seen(0, 0) not in own:
        return found
    width = 0
    for i in range(size):
        if seen(0, i) not in own:
            break
        width = i
        found.add(seen(0, i))
    for i in range(size):
        if seen(i, 0) not in own:
            break
        for j in range(width):
            if seen(i, j) not in own:
                break
            found.add(seen(i, j))
            width = j
        if width == 0:
            width = 1
    return found | {seen(i, 0) for i in range(size) if all(seen(k, 0) in own for k in range(i + 1))}


def slow_dong(own: Squares, other: Squares, size: int) -> Squares:
    return slow_full(own, other, size) | slow_anchored(own, other, size)


SETS: dict[str, tuple[Callable[[int, int, int], int], Callable[[Squares, Squares, int], Squares]]] = {
    "mobility": (features.legal_moves, slow_legal),
    "potential_mobility": (features.potential_squares, slow_potential),
    "frontier": (features.frontier_discs, slow_frontier),
    "frontier_inner": (features.frontier_inner_discs, slow_inner),
    "stable": (features.stable_discs, slow_stable),
    "stable_staircase": (features.staircase_discs, slow_staircase),
    "stable_full_lines": (features.full_line_discs, slow_full),
    "stable_anchored": (features.anchored_discs, slow_anchored),
    "stable_dong": (features.dong_discs, slow_dong),
    "stable_sound": (features.sound_discs, slow_sound),
}
"""Each difference, the set that it counts for one side, and the slow form of that set."""

DIFFERENCES = [*SETS, "discs", "frontier_contacts", "corners", "edges"]
OF_BOTH = ["plies_played", "stage"]
WORDS = [*DIFFERENCES, *OF_BOTH]
SOUND = ("stable", "stable_staircase", "stable_full_lines", "stable_sound")


def value(word: str, position: ps.Position) -> int:
    """A word in black's view."""
    found: int = getattr(features, word)(position.black, position.white, board_mask(position.size))
    return found


@pytest.mark.parametrize("word", SETS)
@settings(max_examples=40)
@given(position=boards)
def test_sets_are_what_they_say(word: str, position: ps.Position) -> None:
    size, (fast, slow) = position.size, SETS[word]
    black, white = coordinates(position.black, size), coordinates(position.white, size)
    expected = slow(black, white, size), slow(white, black, size)
    board = board_mask(size)
    assert fast(position.black, position.white, board) == bits(expected[0], size)
    assert fast(position.white, position.black, board) == bits(expected[1], size)
    assert value(word, position) == len(expected[0]) - len(expected[1])


@given(boards)
def test_numbers_are_what_they_say(position: ps.Position) -> None:
    size = position.size
    black, white = coordinates(position.black, size), coordinates(position.white, size)
    last = size - 1
    corners = {(0, 0), (0, last), (last, 0), (last, last)}
    edges = {square for square in every(size) if set(square) & {0, last}} - corners
    assert value("discs", position) == len(black) - len(white)
    assert value("plies_played", position) == len(black) + len(white) - 4
    assert STAGES[value("stage", position)] == stage_of(position)
    assert features.is_past(position.black, position.white, board_mask(size), 34) == (stage_of(position, "li") == "two")
    assert value("corners", position) == len(black & corners) - len(white & corners)
    assert value("edges", position) == len(black & edges) - len(white & edges)
    contacts = slow_contacts(black, white, size) - slow_contacts(white, black, size)
    assert value("frontier_contacts", position) == contacts
    board = board_mask(size)
    assert coordinates(features.corner_squares(board), size) == corners
    assert coordinates(features.edge_squares(board), size) == edges
    held, lost = len(black & edges), len(white & edges)
    share = 100 * (held - lost) / (held + lost) if held + lost else 0.0
    assert features.share(position.black, position.white, features.edge_squares(board)) == share
    near = {square for square in every(size) if around(square, size) & black}
    assert coordinates(features.neighbours(position.black, board), size) == near
    assert features.is_empty(position.black) == (not black)


@given(boards, st.integers(-25, 25), st.integers(-25, 25))
def test_a_shift_drops_what_leaves_the_board(position: ps.Position, down: int, right: int) -> None:
    size = position.size
    moved = {(row + down, column + right) for row, column in coordinates(position.black, size)} & every(size)
    assert features.shift(position.black, board_mask(size), down, right) == bits(moved, size)


# -- symmetry ----------------------------------------------------------------------------------------------------------


def turned_board(position: ps.Position, is_transposed: bool, is_mirrored: bool, is_flipped: bool) -> ps.Position:
    last = position.size - 1

    def image(discs: int) -> int:
        chosen = coordinates(discs, position.size)
        if is_transposed:
            chosen = {(column, row) for row, column in chosen}
        if is_mirrored:
            chosen = {(row, last - column) for row, column in chosen}
        if is_flipped:
            chosen = {(last - row, column) for row, column in chosen}
        return bits(chosen, position.size)

    return ps.Position(position.size, image(position.black), image(position.white), position.turn)


@settings(max_examples=50)
@given(boards)
def test_no_word_knows_left_from_right_or_black_from_white(position: ps.Position) -> None:
    exchanged = ps.Position(position.size, position.white, position.black, position.turn)
    for word in DIFFERENCES:
        assert value(word, exchanged) == -value(word, position), word
    for word in OF_BOTH:
        assert value(word, exchanged) == value(word, position)
    for number in range(8):
        image = turned_board(position, bool(number & 1), bool(number & 2), bool(number & 4))
        for word in WORDS:
            assert value(word, image) == value(word, position), (word, number)


# -- compiled ----------------------------------------------------------------------------------------------------------


@cache
def of_word(word: str) -> ps.Heuristic:
    """A heuristic that is one word."""
    function = getattr(features, word)

    @ps.heuristic
    def one_word(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return function(me, opp, board)

    return one_word


@cache
def of_set(word: str) -> ps.Heuristic:
    """A number that tells the set of one side: how many squares it has, and how many discs are at places near it."""
    function = SETS[word][0]

    @ps.heuristic
    def one_set(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        found = function(me, opp, board)
        if features.is_empty(found):
            return -1.0
        near = features.shift(found, board, 1, 2) & opp
        far = features.shift(found, board, -9, 0) & me
        return (
            features.disc_count(found)
            + 1e3 * features.disc_count(features.neighbours(found, board) & opp)
            + 1e6 * features.disc_count(near)
            + 1e9 * features.disc_count(far)
        )

    return one_set


def at_leaf(heuristic: ps.Heuristic, position: ps.Position) -> float:
    """The compiled value, through a search of depth 0 that values finished games like leaves."""
    return ps.search(position, ps.Minimax(heuristic, 0, ps.dialect(terminal="heuristic"))).value


def many_positions(size: int, count: int) -> Iterator[ps.Position]:
    """Reachable ones, most of them late, and boards of large areas of one colour, which have many stable discs."""
    random = Random(size)
    for number in range(count):
        if number % 2:
            plies = size * size - 4 - random.randrange(size * size // (1 + number % 3))
            yield random_playout(size, min(plies, 300), random.randrange(10**6))
            continue
        black = {square for square in every(size) if sum(square) * random.random() < size * random.random()}
        empty = {square for square in every(size) if random.random() < random.choice((0.0, 0.02, 0.2))}
        yield ps.Position(size, bits(black - empty, size), bits(every(size) - black - empty, size), random.choice("XO"))


@pytest.mark.parametrize("size", squares.SIZES)
def test_compiled_words_equal_plain_ones(size: int) -> None:
    seen = dict.fromkeys(WORDS, 0)
    for position in many_positions(size, 24):
        for word in WORDS:
            expected = of_word(word)(position)
            assert at_leaf(of_word(word), position) == expected, (word, position)
            assert expected == (1 if position.turn == "X" or word in OF_BOTH else -1) * value(word, position)
            seen[word] += expected != 0
        for word in SETS:
            assert at_leaf(of_set(word), position) == of_set(word)(position), (word, position)
    assert all(seen.values()), seen  # no word is compared on zeros only


@settings(max_examples=200)
@given(boards, st.sampled_from(WORDS))
def test_compiled_words_equal_plain_ones_anywhere(position: ps.Position, word: str) -> None:
    assert at_leaf(of_word(word), position) == of_word(word)(position)


@pytest.mark.parametrize("size", [6, 8, 12, 24])
def test_table_sums_and_shares_compile(size: int) -> None:
    @ps.heuristic(weights=lambda size: byte_tables(WEIGHTS, size))
    def mixed(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        table = features.table_sum(me, opp, board, weights, 0)
        return table / 3 + features.share(me, opp, features.edge_squares(board)) / 7

    for position in many_positions(size, 10):
        assert at_leaf(mixed, position) == mixed(position)


def test_the_steps_of_a_shift_must_be_numbers_in_compiled_code() -> None:
    @ps.heuristic
    def moving(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return features.disc_count(features.shift(me, board, turn, 0))

    with pytest.raises(ps.InputError, match="does not compile"):
        at_leaf(moving, ps.start(8))


# -- is what is called stable never turned? ----------------------------------------------------------------------------


def sides(position: ps.Position) -> tuple[tuple[str, int, int], ...]:
    return ("black", position.black, position.white), ("white", position.white, position.black)


@settings(max_examples=150)
@given(st.one_of(positions(sizes(10)), arbitrary_boards(sizes(10))), SEEDS)
def test_what_is_surely_stable_is_never_turned(position: ps.Position, seed: int) -> None:
    board, random = board_mask(position.size), Random(seed)
    marked = [(side, word, SETS[word][0](own, other, board)) for side, own, other in sides(position) for word in SOUND]
    while not position.is_over:
        position = position.play(random.choice(position.options()))
        for side, word, stable in marked:
            assert stable & ~getattr(position, side) == 0, (side, word)


@given(boards)
def test_the_meanings_are_nested(position: ps.Position) -> None:
    board = board_mask(position.size)
    for _, own, other in sides(position):
        grown, sound = features.stable_discs(own, other, board), features.sound_discs(own, other, board)
        assert features.staircase_discs(own, other, board) & ~grown == 0
        assert (grown | features.full_line_discs(own, other, board)) & ~sound == 0
        assert grown & ~features.anchored_discs(own, other, board) == 0


def test_the_meanings_differ() -> None:
    """Each pair of meanings differs somewhere in a hundred random games: none is another in disguise."""
    differing = set()
    names = [word for word in SETS if word.startswith("stable")]
    for seed in range(100):
        for position in random_game(6, seed)[12:]:
            found = {word: SETS[word][0](position.black, position.white, board_mask(6)) for word in names}
            differing |= {(one, two) for one in names for two in names if found[one] != found[two]}
    assert differing == {(one, two) for one in names for two in names if one != two}


def test_anchored_discs_can_be_turned() -> None:
    """The second meaning of `dong` is not sound: an anchoring disc is turned from another line."""
    before = ps.Position.from_text("OOO. .OX. .XXX XXXO", to_move="O")
    b3 = 1 << parse("b3", 4)
    for word in ("stable_anchored", "stable_dong"):
        assert SETS[word][0](before.black, before.white, board_mask(4)) & b3
    for word in SOUND:
        assert not SETS[word][0](before.black, before.white, board_mask(4)) & b3
    after = before.play("d2").play("d1").play("a3")
    assert after.white & b3


def test_random_games_turn_anchored_discs() -> None:
    turned = games = 0
    for seed in range(60):
        game = random_game(6, seed)
        marked = {"black": 0, "white": 0}
        lost = 0
        for position in game:
            for side, own, other in sides(position):
                lost |= marked[side] & ~own
                marked[side] |= features.anchored_discs(own, other, board_mask(6))
        games += 1
        turned += lost != 0
    assert 0 < turned < games


# -- the boards that the reports print ---------------------------------------------------------------------------------

ANCHORED_BOARD = [
    [1, 0, 0, 0, 1, 0, 0, 0],
    [0, 1, 0, 0, 1, 0, 0, 1],
    [0, 0, 1, 0, 1, 0, 1, 0],
    [0, 0, 0, 1, 1, 1, 0, 0],
    [0, 0, 0, -1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
]
FULL_BOARD = [
    [-1, 0, 0, 0, -1, 0, 0, 0],
    [0, -1, 0, 0, 1, 0, 0, -1],
    [0, 0, -1, 0, -1, 0, -1, 0],
    [0, 0, 0, -1, 1, 1, 0, 0],
    [1, -1, 1, -1, 1, -1, -1, 1],
    [0, 0, 0, 1, 1, 0, 0, 0],
    [0, 0, -1, 0, -1, 0, 0, 0],
    [0, 1, 0, 0, 1, 0, 0, 0],
]
FRONTIER_BLOCK = [[0, 0, 0, 1, 1, 1, 0, 0]] * 3
"""Printed with the two empty rows below it; the three above are missing in the text."""

E5 = (4, 4)


def white_set(word: str, array: Any) -> Squares:
    position = ps.Position.from_array(array)
    return coordinates(SETS[word][0](position.white, position.black, board_mask(8)), 8)


def test_first_stable_board_of_dong() -> None:
    assert E5 in white_set("stable_anchored", ANCHORED_BOARD)
    assert E5 in white_set("stable_dong", ANCHORED_BOARD)
    assert E5 not in white_set("stable_full_lines", ANCHORED_BOARD)
    assert E5 not in white_set("stable_sound", ANCHORED_BOARD)


def test_second_stable_board_of_dong_lacks_half_a_diagonal() -> None:
    """As printed, black turns (4, 4) at once by playing (5, 5); with that half-line filled it is stable as claimed."""
    printed = ps.Position.from_array(FULL_BOARD, to_move="X")
    assert E5 not in white_set("stable_dong", FULL_BOARD)
    assert E5 in coordinates(printed.play("f6").black, 8)
    filled = [list(row) for row in FULL_BOARD]
    for place in (5, 6, 7):
        filled[place][place] = 1
    assert E5 in white_set("stable_full_lines", filled)
    assert E5 in white_set("stable_dong", filled)
    assert E5 in white_set("stable_sound", filled)
    assert E5 not in white_set("stable_anchored", filled)


def test_frontier_board_of_dong() -> None:
    empty = [[0] * 8]
    array = empty * 3 + FRONTIER_BLOCK + empty * 2
    block = {(row, column) for row in (3, 4, 5) for column in (3, 4, 5)}
    assert white_set("frontier_inner", array) == white_set("frontier", array) == block - {E5}


def test_frontier_of_the_start() -> None:
    """Each disc of the start has five empty neighbours."""
    start = ps.start(8)
    board = board_mask(8)
    assert features.contact_count(start.black, start.white, board) == 10
    assert features.frontier_discs(start.black, start.white, board) == start.black
