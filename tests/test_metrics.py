"""Metrics on trees whose answer is known by hand."""

from __future__ import annotations

from itertools import product
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyscope as ps
from plyscope.instrumentation import metrics
from plyscope.instrumentation.counters import Counters, Sides
from test_search import TEXTBOOK, Hand, Tree, leaf_value

PLAIN = ps.dialect(terminal="heuristic")
ORACLE = ps.dialect(terminal="heuristic", order="oracle")


def uniform(branching: int, depth: int, values: list[int]) -> Tree:
    """A uniform tree whose leaves take their values from a list."""
    if depth == 0:
        return values.pop()
    return tuple(uniform(branching, depth - 1, values) for _ in range(branching))


def count(tree: Tree, depth: int, dialect: ps.Dialect) -> Counters:
    counter = ps.CallCounter()
    ps.observe(ps.AlphaBeta(leaf_value, depth, dialect), counter).next_move(Hand(tree))
    return counter.counters


@given(st.randoms(use_true_random=False), st.integers(2, 3), st.integers(1, 5))
def test_an_oracle_reaches_the_bound_of_knuth_and_moore(random: object, branching: int, depth: int) -> None:
    """With distinct leaves perfect order evaluates exactly the leaves that any correct search must."""
    values = list(range(branching**depth))
    random.shuffle(values)  # type: ignore[attr-defined]
    tree = uniform(branching, depth, values)
    counters = count(tree, depth, ORACLE)
    assert counters.terminals == metrics.knuth_moore(branching, depth)
    assert counters.terminals <= count(tree, depth, PLAIN).terminals


def test_knuth_moore_by_hand() -> None:
    assert [metrics.knuth_moore(2, depth) for depth in range(5)] == [1, 2, 3, 5, 7]
    assert metrics.knuth_moore(10, 2) == 19
    with pytest.raises(ps.InputError):
        metrics.knuth_moore(0, 3)


def test_the_textbook_tree_by_hand() -> None:
    """15 nodes in full; alpha-beta visits 11, 5 of them finished games; both cutoffs come after the first child."""
    counters = count(TEXTBOOK, 3, PLAIN)
    assert counters.nodes == 11
    assert metrics.pruned(15, counters.nodes) == 4
    assert metrics.pruned_share(15, counters.nodes) == pytest.approx(4 / 15)
    assert metrics.leaf_share(counters) == pytest.approx(5 / 11)
    assert metrics.mean_branching_factor(counters) == pytest.approx(10 / 6)
    assert metrics.ordering_quality(counters) == 1
    assert metrics.mean_cutoff_child(counters) == 1


def test_pruning_efficiency_by_hand() -> None:
    assert metrics.pruning_efficiency(10_000, 10_000, 100) == 0
    assert metrics.pruning_efficiency(10_000, 100, 100) == 1
    assert metrics.pruning_efficiency(10_000, 1_000, 100) == pytest.approx(0.5)
    assert isnan(metrics.pruning_efficiency(5, 5, 5))


@pytest.mark.parametrize(("branching", "depth"), list(product((1, 2, 3, 10), (1, 2, 5))))
def test_branching_factors_of_uniform_trees(branching: int, depth: int) -> None:
    nodes = sum(branching**ply for ply in range(depth + 1))
    assert metrics.uniform_branching_factor(nodes, depth) == pytest.approx(branching)
    assert metrics.root_branching_factor(branching**depth, depth) == pytest.approx(branching)
    assert metrics.knuth_moore_like(branching**depth, depth) == pytest.approx(metrics.knuth_moore(branching, depth))
    inner = nodes - branching**depth
    counters = Counters(Sides(nodes - 1, 0), leaves=branching**depth)
    assert metrics.mean_branching_factor(counters) == pytest.approx((nodes - 1) / inner)


def test_nothing_to_measure_is_not_a_number() -> None:
    counters = ps.search(ps.start(8), ps.AlphaBeta("discs", 0)).counters
    assert isnan(metrics.ordering_quality(counters))
    assert isnan(metrics.mean_cutoff_child(counters))
    assert isnan(metrics.mean_branching_factor(counters))
    assert isnan(metrics.uniform_branching_factor(1, 0))
    assert isnan(metrics.root_branching_factor(1, 0))


def test_the_full_tree_is_minimax_without_running_it() -> None:
    for no_move in ("pass", "skip", "leaf", "end"):
        choices = ps.dialect(no_move=no_move)
        position = ps.Position.from_text("XO-- OOOO -OO- --OO X")
        visited = ps.search(position, ps.Minimax("discs", 6, choices)).counters.nodes
        assert metrics.full_tree(position, 6, choices) == visited


def test_all_metrics_of_a_search() -> None:
    strategy = ps.AlphaBeta("weights", 8, PLAIN)
    found = ps.metrics(ps.start(8), strategy)
    assert (found.full_tree, found.visited, found.minimal_tree) == (455221, 14200, 2263)
    assert found.pruned == 455221 - 14200
    assert found.pruning_efficiency == pytest.approx(metrics.pruning_efficiency(455221, 14200, 2263))
    assert metrics.growth_factor(14200, 5516) == pytest.approx(14200 / 5516)
    assert found == ps.metrics(ps.start(8), strategy, ps.search(ps.start(8), strategy).counters)
    assert set(found.to_dict()) >= {"ordering_quality", "leaf_share", "uniform_branching_factor"}
    full = ps.metrics(ps.start(8), ps.Minimax("weights", 5, PLAIN))
    assert (full.pruned, full.pruning_efficiency) == (0, 0)
