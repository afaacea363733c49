"""Facts from outside: perft and fixed-depth searches that other programs have found too."""

from __future__ import annotations

import pytest

import plyscope as ps
from plyscope.core.dialect import Dialect
from plyscope.core.search import Search

PERFT = {
    8: (4, 12, 56, 244, 1396, 8200, 55092, 390216),
    6: (4, 12, 56, 244, 1364, 7604, 47740, 308716),
    4: (4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060),
}
READABLE_DEPTH = {8: 6, 6: 6, 4: 9}
FULL_TREE = (5, 17, 73, 317, 1713, 9913, 65005, 455221)
WEIGHTS_NODES = (5, 15, 51, 127, 587, 1376, 5516, 14200)
WEIGHTS_VALUES = (9, -12, 13, 0, 17, 4, 25, 4)
ORACLE_NODES = (5, 11, 29, 65, 195, 405, 1311, 2263)
DISCS_VALUES = (3, 0, 3, -2, 3, -2, 5, -2)
DEPTHS = range(1, 9)

CONDITIONS = Dialect("inclusive", "shared", "pass", "heuristic", "natural")
ORACLE = Dialect("inclusive", "shared", "pass", "heuristic", "oracle")
BACKENDS = ("compiled", "reference")


@pytest.mark.parametrize("size", PERFT)
def test_compiled_perft(size: int) -> None:
    counted = tuple(ps.perft(ps.start(size), depth).leaves for depth in range(1, len(PERFT[size]) + 1))
    assert counted == PERFT[size]


@pytest.mark.parametrize("size", PERFT)
def test_readable_perft(size: int) -> None:
    depths = range(1, READABLE_DEPTH[size] + 1)
    counted = tuple(ps.perft(ps.start(size), depth, "reference").leaves for depth in depths)
    assert counted == PERFT[size][: len(depths)]


def test_whole_tree_of_4x4() -> None:
    tree = ps.perft(ps.start(4), 40)
    assert (tree.nodes, tree.leaves) == (224_821, 60_060)
    passes = ps.search(ps.start(4), ps.Minimax("discs", 40)).counters.passes
    assert passes == 33_420


@pytest.mark.parametrize(("size", "depth"), [(8, 10), (6, 10), (10, 7), (16, 6), (24, 5)])
def test_deeper_perft_agrees_with_sum_over_the_first_moves(size: int, depth: int) -> None:
    """A second way of counting: the tree below the root is the trees below its children, to one ply less."""
    start = ps.start(size)
    parts = [ps.perft(child, depth - 1) for _, child in start.successors()]
    whole = ps.perft(start, depth)
    assert (whole.leaves, whole.nodes) == (sum(p.leaves for p in parts), 1 + sum(p.nodes for p in parts))


@pytest.mark.parametrize("size", [10, 12, 14, 16, 18, 20, 22, 24])
def test_large_boards_agree_with_the_readable_rules(size: int) -> None:
    assert ps.perft(ps.start(size), 4) == ps.perft(ps.start(size), 4, "reference")


def nodes_and_values(searches: list[Search], backend: str) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """What each search of the start visits and finds; the reference is only watched, not timed as well."""
    found = []
    for search in searches:
        if backend == "compiled":
            result = ps.search(ps.start(8), search)
            found.append((result.counters.nodes, result.value))
        else:
            counter = ps.CallCounter()
            best = ps.observe(search, counter).next_move(ps.start(8))
            found.append((counter.counters.nodes, best.value))
    return tuple(nodes for nodes, _ in found), tuple(value for _, value in found)


@pytest.mark.parametrize("backend", BACKENDS)
def test_minimax_visits_the_full_tree(backend: str) -> None:
    searches: list[Search] = [ps.Minimax("discs", depth, CONDITIONS) for depth in DEPTHS]
    assert nodes_and_values(searches, backend) == (FULL_TREE, DISCS_VALUES)


@pytest.mark.parametrize("backend", BACKENDS)
def test_alphabeta_with_weights(backend: str) -> None:
    searches: list[Search] = [ps.AlphaBeta("weights", depth, CONDITIONS) for depth in DEPTHS]
    assert nodes_and_values(searches, backend) == (WEIGHTS_NODES, WEIGHTS_VALUES)


@pytest.mark.parametrize("backend", BACKENDS)
def test_alphabeta_with_an_oracle(backend: str) -> None:
    searches: list[Search] = [ps.AlphaBeta("weights", depth, ORACLE) for depth in DEPTHS]
    assert nodes_and_values(searches, backend) == (ORACLE_NODES, WEIGHTS_VALUES)


@pytest.mark.parametrize(("variant", "margin"), [("reversi", -8), ("reversed", 3)])
@pytest.mark.parametrize("order", ["natural", "oracle"])
def test_4x4_under_perfect_play(variant: str, margin: int, order: str) -> None:
    """3-11 in Reversi, +3 for the first player in Reversed Reversi; a search to the end sees outcomes only."""
    strategy = ps.AlphaBeta("discs", 30, ps.dialect(order=order))
    value = ps.search(ps.start(4, variant), strategy).value
    assert value == margin + (1e12 if margin > 0 else -1e12)


FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def test_endgame_position_of_the_ffo_suite_is_read() -> None:
    """FFO 40 has twenty empty squares; its solution, +38 by a2, is beyond a plain search of a few seconds."""
    position = ps.Position.from_text(FFO_40)
    assert 64 - position.disc_count == 20
    assert "a2" in position.legal_moves
