"""The rules against a slow, obvious implementation, against symmetry, and against numbers from outside."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyscope.core import squares
from plyscope.core.game import PASS
from plyscope.core.position import BLACK, WHITE, Position, opponent
from plyscope.core.rules import turned_discs
from strategies import arbitrary_boards, positions, sizes

Grid = list[list[str]]
Square = tuple[int, int]

# -- a second implementation: a list of rows, one ray at a time --------------------------------------------------------

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def grid_of(position: Position) -> Grid:
    """The board as rows of `-XO`."""
    cells, size = position.to_text().split()[0], position.size
    return [list(cells[size * row : size * (row + 1)]) for row in range(size)]


def turned_on_grid(grid: Grid, row: int, column: int, side: str) -> list[Square]:
    """The discs that `side` turns by playing on an empty square."""
    turned = []
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < len(grid) and 0 <= c < len(grid) and grid[r][c] == opponent(side):
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < len(grid) and 0 <= c < len(grid) and grid[r][c] == side:
            turned += line
    return turned


def legal_on_grid(grid: Grid, side: str) -> list[Square]:
    """The squares on which `side` may play, row by row."""
    everywhere = [(row, column) for row in range(len(grid)) for column in range(len(grid))]
    return [(r, c) for r, c in everywhere if grid[r][c] == "-" and turned_on_grid(grid, r, c, side)]


def played_on_grid(grid: Grid, row: int, column: int, side: str) -> Grid:
    """The board after the move."""
    after = [list(cells) for cells in grid]
    for r, c in [(row, column), *turned_on_grid(grid, row, column, side)]:
        after[r][c] = side
    return after


def named(square: Square) -> str:
    """The name of a square."""
    row, column = square
    return "abcdefghijklmnopqrstuvwx"[column] + str(row + 1)


def check_against_grid(position: Position) -> None:
    """Legal moves, every move played, and the end of the game, all as on the grid."""
    grid, side = grid_of(position), position.turn
    legal = legal_on_grid(grid, side)
    assert position.legal_moves == tuple(named(square) for square in legal)
    for square in legal:
        after = position.play(named(square))
        assert grid_of(after) == played_on_grid(grid, *square, side)
        assert after.turn == opponent(side)
        assert after.rules == position.rules
    other_can_move = bool(legal_on_grid(grid, opponent(side)))
    assert position.is_over == (not legal and not other_can_move)
    assert position.must_pass == (not legal and other_can_move)


@settings(max_examples=400)
@given(positions())
def test_reachable_positions_as_on_the_grid(position: Position) -> None:
    check_against_grid(position)


@settings(max_examples=400)
@given(arbitrary_boards())
def test_discs_anywhere_as_on_the_grid(position: Position) -> None:
    check_against_grid(position)


@pytest.mark.parametrize("size", squares.SIZES)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_longest_line_turns_in_every_direction(size: int, direction: Square) -> None:
    """From one edge to the other: a step that wraps round the edge or stops short would show."""
    down, right = direction
    start = (0 if down >= 0 else size - 1, 0 if right >= 0 else size - 1)
    line = [(start[0] + down * i, start[1] + right * i) for i in range(size)]
    grid = [["-"] * size for _ in range(size)]
    for row, column in line[1:-1]:
        grid[row][column] = WHITE
    grid[line[-1][0]][line[-1][1]] = BLACK
    position = Position.from_text("".join(map("".join, grid)))
    assert position.legal_moves == (named(line[0]),)
    assert position.play(named(line[0])).score == (size, 0)


@given(arbitrary_boards())
def test_an_empty_square_is_legal_exactly_when_it_turns_a_disc(position: Position) -> None:
    empty = [square for square in squares.all_squares(position.size) if position.at(square) == "."]
    for square in empty:
        turned = turned_discs(square, position.mover, position.other, position.size)
        assert bool(turned) == (squares.name(square, position.size) in position.legal_moves)
        assert turned & ~position.other == 0


# -- what every move does ----------------------------------------------------------------------------------------------


@given(positions())
def test_a_move_adds_one_disc_and_turns_at_least_one(position: Position) -> None:
    for move, after in position.successors():
        if move == PASS:
            assert (after.black, after.white) == (position.black, position.white)
            continue
        assert after.disc_count == position.disc_count + 1
        waiting_side_lost = position.other.bit_count() - after.mover.bit_count()
        assert waiting_side_lost >= 1
        assert after.other.bit_count() == position.mover.bit_count() + waiting_side_lost + 1


@given(positions())
def test_successors_are_the_legal_moves_played(position: Position) -> None:
    expected = [(move, position.play(move)) for move in position.options()]
    assert [tuple(successor) for successor in position.successors()] == expected
    assert bool(expected) != position.is_over


# -- symmetry ----------------------------------------------------------------------------------------------------------

Symmetry = Callable[[int, int, int], Square]
SYMMETRIES: dict[str, Symmetry] = {
    "identity": lambda r, c, last: (r, c),
    "quarter turn": lambda r, c, last: (c, last - r),
    "half turn": lambda r, c, last: (last - r, last - c),
    "three quarters": lambda r, c, last: (last - c, r),
    "left to right": lambda r, c, last: (r, last - c),
    "top to bottom": lambda r, c, last: (last - r, c),
    "main diagonal": lambda r, c, last: (c, r),
    "other diagonal": lambda r, c, last: (last - c, last - r),
}


def moved_square(move: str, symmetry: Symmetry, size: int) -> str:
    """The name of the square to which the symmetry takes a square."""
    column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
    return named(symmetry(row, column, size - 1))


def moved_board(position: Position, symmetry: Symmetry) -> Position:
    """The whole board turned or mirrored."""
    grid = grid_of(position)
    image = [["?"] * position.size for _ in range(position.size)]
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            r, c = symmetry(row, column, position.size - 1)
            image[r][c] = cell
    return Position.from_text("".join(map("".join, image)), position.turn, variant=position.rules.variant)


def swapped(position: Position) -> Position:
    """The same position with the colours exchanged."""
    return Position(position.size, position.white, position.black, opponent(position.turn), position.rules)


def test_the_symmetries_are_eight() -> None:
    corner_and_neighbour = {(s(0, 0, 3), s(0, 1, 3)) for s in SYMMETRIES.values()}
    assert len(corner_and_neighbour) == 8


@pytest.mark.parametrize("symmetry", SYMMETRIES.values(), ids=SYMMETRIES)
@given(position=st.one_of(positions(sizes(14)), arbitrary_boards(sizes(14))), pick=st.integers(0, 10**6))
def test_symmetries_commute_with_play(symmetry: Symmetry, position: Position, pick: int) -> None:
    image = moved_board(position, symmetry)
    assert set(image.legal_moves) == {moved_square(move, symmetry, position.size) for move in position.legal_moves}
    assert (image.is_over, image.must_pass) == (position.is_over, position.must_pass)
    if position.legal_moves:
        move = position.legal_moves[pick % len(position.legal_moves)]
        there_and_played = image.play(moved_square(move, symmetry, position.size))
        assert there_and_played == moved_board(position.play(move), symmetry)


@given(positions())
def test_exchanging_the_colours_commutes_with_play(position: Position) -> None:
    image = swapped(position)
    assert image.options() == position.options()
    assert [s.state for s in image.successors()] == [swapped(s.state) for s in position.successors()]
    assert image.margin(BLACK) == position.margin(WHITE)


# -- numbers from outside ----------------------------------------------------------------------------------------------

PERFT = {
    8: [4, 12, 56, 244, 1396, 8200],
    6: [4, 12, 56, 244, 1364, 7604],
    4: [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044],
}


def perft(position: Position, depth: int) -> int:
    """Leaves at `depth`: a finished game is one leaf, a pass is a ply."""
    if depth == 0 or position.is_over:
        return 1
    return sum(perft(successor.state, depth - 1) for successor in position.successors())


@pytest.mark.parametrize(
    ("size", "depth", "leaves"),
    [(size, depth, leaves) for size, counts in PERFT.items() for depth, leaves in enumerate(counts, start=1)],
)
def test_perft(size: int, depth: int, leaves: int) -> None:
    assert perft(Position.start(size), depth) == leaves


@pytest.mark.parametrize("no_move", ["pass", "end"])
def test_the_variant_does_not_change_the_tree(no_move: str) -> None:
    assert perft(Position.start(4, "reversed", no_move), 7) == perft(Position.start(4, "reversi", no_move), 7)


class Tree(NamedTuple):
    """What is under a position, the position itself counted."""

    nodes: int
    games: int
    passes: int


def test_whole_tree_of_4x4() -> None:
    @cache  # each position is walked once, and counted as often as it is met
    def walk(position: Position) -> Tree:
        if position.is_over:
            return Tree(nodes=1, games=1, passes=0)
        under = [walk(after) for _, after in position.successors()]
        nodes, games, passes = (sum(counts) for counts in zip(*under, strict=True))
        return Tree(nodes + 1, games, passes + position.must_pass)

    assert walk(Position.start(4)) == Tree(nodes=224_821, games=60_060, passes=33_420)
    # "Distinct positions" are distinct (discs, side to move), with the start, finished games and positions in which the
    # side to move must pass. Without those that must pass there are 53,801; regardless of the side to move, 51,943.
    assert walk.cache_info().currsize == 62_789


@pytest.mark.parametrize(
    ("variant", "margin"),
    [("reversi", -8), ("reversed", 3)],
)
def test_perfect_play_on_4x4(variant: str, margin: int) -> None:
    @cache
    def value(position: Position) -> float:
        if position.is_over:
            return position.margin(BLACK)
        best = max if position.turn == BLACK else min
        return best(value(after) for _, after in position.successors())

    position = Position.start(4, variant)
    assert value(position) == margin
    while not position.is_over:
        position = next(after for _, after in position.successors() if value(after) == value(position))
    assert position.winner == (BLACK if margin > 0 else WHITE)
    if variant == "reversi":
        assert position.score == (3, 11)


# -- without a move ----------------------------------------------------------------------------------------------------

ONLY_BLACK_CAN_MOVE = "XO-- ---- ---- ----"


def test_without_a_move_the_rule_pass_hands_the_move_over() -> None:
    position = Position.from_text(ONLY_BLACK_CAN_MOVE, to_move=WHITE)
    assert (position.legal_moves, position.must_pass, position.is_over) == ((), True, False)
    assert position.successors() == [(PASS, Position.from_text(ONLY_BLACK_CAN_MOVE, to_move=BLACK))]
    assert position.passed().legal_moves == ("c1",)


def test_without_a_move_the_rule_end_ends_the_game() -> None:
    position = Position.from_text(ONLY_BLACK_CAN_MOVE, to_move=WHITE, no_move="end")
    assert (position.legal_moves, position.must_pass, position.is_over) == ((), False, True)
    assert (position.successors(), position.options()) == ([], ())


@given(positions(no_move="end"))
def test_under_the_rule_end_a_game_is_over_when_the_mover_cannot_move(position: Position) -> None:
    assert position.is_over == (not position.legal_moves)
    assert not position.must_pass
    assert all(after.rules.no_move == "end" for _, after in position.successors())


def test_neither_side_can_move_before_the_board_is_full() -> None:
    position = Position.from_text("X--- ---- ---- ---O")
    assert position.is_over
    assert position.successors() == []
