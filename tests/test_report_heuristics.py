"""The reports' heuristics: values by hand, both backends to the last bit, symmetry."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import numpy as np
import pytest

import plyscope as ps
from plyscope.cli import run
from plyscope.core.engine import CompiledSearch
from plyscope.core.heuristics import find, move_names, names
from plyscope.core.heuristics.basic import linear
from plyscope.core.heuristics.liao import LIAO, weighted
from plyscope.core.mixing import words
from plyscope.core.path_search import EXTREME, report_depth
from plyscope.core.position import opponent
from plyscope.core.positions.symmetry import images

POSITIONS_IN_ALL = 10_000
SIZES = (4, 6, 8, 8, 8, 10)
CONSTANT = ("uam.heuristic1",)


@cache
def many_positions() -> tuple[ps.Position, ...]:
    """Positions of random games, every one on the way, to the number that is wanted."""
    random = Random(2026)
    found: list[ps.Position] = []
    while len(found) < POSITIONS_IN_ALL:
        position = ps.start(random.choice(SIZES))
        while not position.is_over and len(found) < POSITIONS_IN_ALL:
            found.append(position)
            position = position.play(random.choice(position.options()))
    return tuple(found)


class Compiled:
    """One heuristic's compiled value of any position of a size, without making a search for each."""

    def __init__(self, name: str, size: int) -> None:
        self._search = CompiledSearch(ps.Minimax(name, 0, ps.dialect(terminal="heuristic")), ps.start(size))
        self._size = size

    def __call__(self, position: ps.Position) -> float:
        record = self._search._record
        for field, squares in (("me", position.mover), ("opp", position.other)):
            chunk = words(squares, self._size)
            record[field][0, : len(chunk)] = np.array(chunk, dtype=np.uint64)
        return float(self._search._function(record[0]))


@pytest.mark.parametrize("name", names())
def test_compiled_and_reference_values_are_equal_to_the_last_bit(name: str) -> None:
    compiled = {size: Compiled(name, size) for size in set(SIZES)}
    heuristic = find(name)
    for position in many_positions():
        assert compiled[position.size](position) == heuristic(position, position.turn), position


@pytest.mark.parametrize("name", names())
def test_each_is_antisymmetric_or_said_not_to_be(name: str) -> None:
    sign = 1 if name in CONSTANT else -1
    for position in many_positions()[::50]:
        mine, theirs = (find(name)(position, side) for side in (position.turn, opponent(position.turn)))
        assert theirs == pytest.approx(sign * mine, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("name", names())
def test_each_is_the_same_on_the_eight_images_of_a_board(name: str) -> None:
    """Real-valued tables are summed in another order on another image: equal up to rounding."""
    for position in many_positions()[::100]:
        cells, turn = position.to_text().split()
        rows = tuple(cells[i : i + position.size] for i in range(0, len(cells), position.size))
        value = find(name)(position, turn)
        for image in images(rows):
            turned = ps.Position.from_text("/".join(image), turn)
            assert find(name)(turned, turn) == pytest.approx(value, rel=1e-12, abs=1e-9)


BOARD = """
XXXX....
XO......
X.OX....
...OX...
...XO...
.....O..
........
.......O
"""


def test_values_by_hand() -> None:
    position = ps.Position.from_text(BOARD)
    assert position.score == (9, 6)
    assert find("toronto.absolute")(position, "X") == 3
    assert find("uam.piece_difference")(position, "X") == 100 * 3 / 15
    assert find("uam.corners")(position, "X") == 0  # a1 and h8
    assert find("uam.edges")(position, "X") == 100  # b1 c1 d1 a2 a3, nobody else
    assert find("uam.pieces_edges_corners")(position, "X") == 20 + 100 + 0
    assert find("uam.edges_and_corners")(position, "X") == 100
    assert find("uam.weights_and_times")(position, "X") == 0.2 * 20.0 + 0.4 * 100.0 + 0.4 * 0.0
    table = 500 - 25 + 10 + 5 - 25 + 10  # a1 b1 c1 d1 a2 a3
    table += 2 + 1 + 1  # d3 e4 d5
    minus = -45 + 3 + 1 + 1 + 3 + 500  # b2 c3 d4 e5 f6 h8
    only_table = weighted(terms=(1, 0, 0, 0))
    assert only_table(position, "X") == table - minus
    assert weighted(sign=-1, terms=(1, 0, 0, 0))(position, "X") == minus - table


def test_sign_convention_of_liao_is_exposed() -> None:
    position = ps.Position.from_text(BOARD)
    difference = LIAO["liao.weighted"](position, "X") - LIAO["liao.weighted_negated"](position, "X")
    assert difference == 2 * weighted(terms=(1, 0, 0, 0))(position, "X")


def test_dong_changes_its_weights_by_the_step() -> None:
    few = ps.Position.from_text(BOARD)
    assert few.disc_count == 15
    value = find("dong.staged")(few, "X")
    table = 2 * (9999 + 0 + 11 + 8 + 0 + 11 + 5 + -3 + -3 - (-10 + 5 - 3 - 3 + 5 + 9999))
    frontier = ps.frontier_inner(few.black, few.white, 2**64 - 1)
    assert value == table - 3 * frontier
    assert [report_depth(ps.positions("stages").of(stage).positions[0]) for stage in ("early", "late")] == [4, 3]


def test_linear_takes_other_weights_without_compiling_again() -> None:
    first, second = linear(), linear((1, 0, 0, 0, 0, 0, 0), table=((0,) * 4,) * 4)
    start = ps.start(8).play("d3")
    ps.search(start, ps.AlphaBeta(first, 2))
    assert second.compiled(8) is first.compiled(8)
    assert ps.search(start, ps.AlphaBeta(second, 3)).value == ps.search(start, ps.AlphaBeta("mobility", 3)).value
    with pytest.raises(ps.InputError, match="2 weights"):
        linear((1, 2))


# -- dong's search -----------------------------------------------------------------------------------------------------


def path_value(position: ps.Position, depth: int, me: str) -> float:
    """The report's value model without its bound: the best sum of scores from here on."""
    if not position.legal_squares:
        return -EXTREME if position.turn == me else EXTREME
    if depth == 0:
        return 0.0
    sign = 1 if position.turn == me else -1
    heuristic = find("dong.move")
    sums = [
        sign * heuristic.score(child, position.turn, position.move_number(move)) + path_value(child, depth - 1, me)  # type: ignore[attr-defined]
        for move, child in position.successors()
    ]
    return float(sign * max(sign * value for value in sums))


def test_path_search_on_both_backends_and_against_its_definition() -> None:
    """The bound changes no value, except where a line ends without a reply.

    There the true value is the extreme plus some scores, and a cutoff's bare extreme can be taken for a better one: a
    flaw of the report's method, kept.
    """
    random = Random(7)
    cutoffs = terminals = 0
    for position in random.sample(many_positions(), 100):
        depth = random.randrange(4)
        order = random.choice(("natural", "reversed", "table", "shuffled:5"))
        dialect = ps.dialect("liao", order=order, root=random.choice(("shared", "fresh")))
        search = ps.PathMinimax("dong.move", depth, dialect)
        compiled, reference = ps.search(position, search), ps.search(position, search, "reference")
        assert compiled.counters == reference.counters
        assert (compiled.move, compiled.value) == (reference.move, reference.value)
        expected = path_value(position, depth, position.turn)
        if abs(expected) < EXTREME / 2:
            assert compiled.value == expected
        cutoffs += compiled.counters.cutoffs.total
        terminals += compiled.counters.terminals
    assert cutoffs > 0
    assert terminals > 0


def test_path_search_refuses_what_it_cannot_do() -> None:
    for make, message in (
        (lambda: ps.PathMinimax("discs", 3), "needs dong.move"),
        (lambda: ps.AlphaBeta("dong.move", 3), "values moves"),
        (lambda: ps.PathMinimax("dong.move", 3, "standard"), "use dialect liao"),
        (lambda: ps.PathMinimax("dong.move", 3, ps.dialect("liao", order="oracle")), "oracle"),
    ):
        with pytest.raises(ps.InputError, match=message):
            make()


def test_path_search_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = "search --algorithm dong --heuristic dong.move --dialect liao --depth 4 --json"
    assert run(command.split()) == 0
    assert json.loads(capsys.readouterr().out)["move"] == "d3"


def test_the_list_of_heuristics(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["heuristics"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(names()) + len(move_names())
    assert all(len(line.split(maxsplit=1)) == 2 for line in lines)
    assert run(["heuristics", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["report"] for row in rows} == {None, "liao", "dong", "toronto", "uam", "li"}


def test_positions_are_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["positions", "list"]) == 0
    assert "stages" in capsys.readouterr().out
    assert run(["positions", "stats", "stagse"]) == 2
    captured = capsys.readouterr()
    assert "stagse" in captured.err and captured.err.count("\n") == 1


def test_features_on_the_board_that_liao_publishes() -> None:
    """White's nine discs around a1 hold each other; c3 and d2 each need the other on their common diagonal."""
    position = ps.positions("reports").entry("liao-board").position
    white, black, board = position.white, position.black, 2**64 - 1
    assert (white.bit_count(), black.bit_count()) == (11, 9)
    assert ps.stable(white, black, board) == 9
    assert ps.frontier(white, black, board) == 1 - 9  # d2 touches e3; every black disc touches some empty square
    assert ps.corners(white, black, board) == 1
