"""The reference searches: any game, any depth, decided as the book says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

import plyscope as ps
from plyscope.core.dialect import DIALECTS

Tree = tuple["Tree", ...] | int


@dataclass(frozen=True)
class Hand(ps.State):
    """A hand-made tree: a number is a finished game, a tuple its successors."""

    tree: Tree
    player: str = "MAX"

    @property
    def to_move(self) -> str:
        return self.player

    @property
    def is_over(self) -> bool:
        return isinstance(self.tree, int)

    def successors(self) -> Sequence[ps.Successor]:
        assert isinstance(self.tree, tuple)
        other = "MIN" if self.player == "MAX" else "MAX"
        return [ps.Successor(str(number), Hand(branch, other)) for number, branch in enumerate(self.tree)]

    def margin(self, player: object) -> float:
        assert isinstance(self.tree, int)
        return self.tree if player == "MAX" else -self.tree


def leaf_value(state: Hand, player: object) -> float:
    return state.margin(player)


TEXTBOOK: Tree = (((3, 5), (6, 9)), ((1, 2), (0, -1)))
"""The example of `toronto`: alpha-beta visits neither 9 nor the last pair."""


def test_the_textbook_tree() -> None:
    plain = ps.dialect(terminal="heuristic")
    counter = ps.CallCounter()
    full = ps.Minimax(leaf_value, 3, plain).next_move(Hand(TEXTBOOK))
    best = ps.observe(ps.AlphaBeta(leaf_value, 3, plain), counter).next_move(Hand(TEXTBOOK))
    assert full == best == ps.BestMove("0", 5.0)
    counters = counter.counters
    assert counters.terminals == 5
    assert counters.cutoffs.total == 2
    assert counters.skipped == 2  # the leaf 9, and the whole last pair
    assert counters.by_ply == (1, 2, 3, 5)


@pytest.mark.parametrize("order", ["reversed", "shuffled:3", "oracle"])
def test_orders_work_on_any_game(order: str) -> None:
    search = ps.AlphaBeta(leaf_value, 3, ps.dialect(terminal="heuristic", order=order))
    assert search.next_move(Hand(TEXTBOOK)).value == 5


def test_a_table_order_needs_a_board() -> None:
    with pytest.raises(ps.InputError, match="needs a board"):
        ps.AlphaBeta(leaf_value, 3, ps.dialect(order="table")).next_move(Hand(TEXTBOOK))


def test_the_compiled_search_says_that_it_needs_a_board() -> None:
    with pytest.raises(ps.InputError, match="plays on boards"):
        ps.search(Hand(TEXTBOOK), ps.AlphaBeta("discs", 3))


@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_depth_zero_values_the_root(backend: str) -> None:
    result = ps.search(ps.start(8).play("d3"), ps.AlphaBeta("discs", 0), backend)
    assert (result.move, result.value, result.counters.nodes, result.counters.leaves) == (None, -3, 1, 1)


@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_a_finished_game_is_terminal_at_the_horizon_too(backend: str) -> None:
    one_move = ps.Position.from_text("XXXX XXXX XXXX XXO- X")
    assert one_move.legal_moves == ("d4",)
    result = ps.search(one_move, ps.AlphaBeta("discs", 1), backend)
    assert (result.move, result.value) == ("d4", 1e12 + 16)
    assert (result.counters.terminals, result.counters.leaves) == (1, 0)


@pytest.mark.parametrize("backend", ["compiled", "reference"])
@pytest.mark.parametrize(("variant", "won"), [("reversi", True), ("reversed", False)])
def test_the_variant_decides_who_has_won(backend: str, variant: str, won: bool) -> None:
    position = ps.Position.from_text("XXXX XXXX XXXX XXO- X", variant=variant)
    value = ps.search(position, ps.Minimax("discs", 2), backend).value
    assert (value > 0) is won


PASSING = "XO-- OOOO OOOO OOOO O"


@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_what_the_dialects_do_without_a_move(backend: str) -> None:
    """White to move has none, black has c1: the root passes, is a leaf, or the game ends."""
    position = ps.Position.from_text(PASSING)
    assert position.must_pass
    expected = {
        "pass": ("pass", 1, 0),
        "skip": ("pass", 1, 0),
        "leaf": (None, 0, 1),
        "end": (None, 0, 0),
    }
    for no_move, (move, passes, leaves_of_root) in expected.items():
        result = ps.search(position, ps.AlphaBeta("discs", 2, ps.dialect(no_move=no_move)), backend)
        counters = result.counters
        assert (result.move, counters.passes) == (move, passes), no_move
        assert (counters.nodes == 1) is (move is None)
        if leaves_of_root:
            assert counters.leaves == 1


def test_presets_are_the_reports_choices() -> None:
    assert set(DIALECTS) == {"standard", "liao", "toronto", "uam", "li"}
    assert (DIALECTS["uam"].cutoff, DIALECTS["uam"].root, DIALECTS["uam"].terminal) == ("strict", "fresh", "heuristic")
    assert DIALECTS["liao"].no_move == "leaf"
    assert DIALECTS["li"].no_move == "skip"
    assert DIALECTS["toronto"].game_rule == "end"


def test_a_constant_heuristic_is_never_cut_strictly_and_often_inclusively() -> None:
    """Why uam's first row is a tie: nothing is better than the bound, so a strict cutoff never comes."""

    @ps.heuristic
    def constant(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return 127.0

    start, full = ps.start(6), ps.perft(ps.start(6), 5).nodes
    strict = ps.search(start, ps.AlphaBeta(constant, 5, "uam")).counters
    inclusive = ps.search(start, ps.AlphaBeta(constant, 5, ps.dialect("uam", cutoff="inclusive"))).counters
    assert (strict.nodes, strict.cutoffs.total) == (full, 0)
    assert inclusive.nodes < full / 5


def test_shuffled_orders_depend_on_the_seed_only() -> None:
    def nodes(seed: int) -> int:
        dialect = ps.dialect(order=f"shuffled:{seed}")
        return ps.search(ps.start(8), ps.AlphaBeta("weights", 6, dialect)).counters.nodes

    assert nodes(1) == nodes(1)
    assert len({nodes(seed) for seed in range(20)}) > 10


@pytest.mark.parametrize("depth", [-1, 128, 2.0, True, "3"])
def test_impossible_depths(depth: object) -> None:
    with pytest.raises(ps.InputError, match="use a whole number from 0 to 127"):
        ps.Minimax("discs", depth)  # type: ignore[arg-type]
