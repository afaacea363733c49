"""Reference and kernel agree on move, value and every counter."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyscope as ps
from cases import Case, cases, random_dialect, random_heuristic
from plyscope.core.engine import CompiledSearch
from plyscope.core.search import ALGORITHMS
from strategies import positions

CHUNKS, CASES_IN_A_CHUNK = 6, 400
EVENTS = (
    "min calls",
    "max calls",
    "leaves",
    "terminals",
    "passes",
    "min cutoffs",
    "max cutoffs",
    "late cutoffs",
    "skipped passes",
    "forced pass at the root",
    "finished root",
)


def answers(case: Case) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """What each backend says: move, value, counters."""
    counter = ps.CallCounter()
    best = ps.observe(case.search, counter).next_move(case.position)
    run = CompiledSearch(case.search, case.position).run()
    compiled = (run.best.move, run.best.value, ps.Counters.from_kernel(run.counts))
    return (best.move, best.value, counter.counters), compiled


def events(case: Case, counters: ps.Counters) -> Counter[str]:
    """What happened in a search."""
    follows_pass = any(
        child.must_pass for _, child in case.position.successors() if case.search.dialect.no_move == "skip"
    )
    return Counter(
        {
            "min calls": counters.calls.min,
            "max calls": counters.calls.max,
            "leaves": counters.leaves,
            "terminals": counters.terminals,
            "passes": counters.passes,
            "min cutoffs": counters.cutoffs.min,
            "max cutoffs": counters.cutoffs.max,
            "late cutoffs": sum(counters.cutoffs_by_child[1:]),
            "skipped passes": int(follows_pass and case.search.depth > 0),
            "forced pass at the root": int(case.position.must_pass and case.search.depth > 0),
            "finished root": int(case.position.is_over),
        }
    )


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_random_cases(seed: int) -> None:
    seen: Counter[str] = Counter()
    for number, case in enumerate(cases(seed, CASES_IN_A_CHUNK)):
        reference, compiled = answers(case)
        assert compiled == reference, f"case {number} of seed {seed}: {case.search}\n{case.position}"
        seen += events(case, compiled[2])  # type: ignore[arg-type]
    missing = [event for event in EVENTS if not seen[event]]
    assert not missing, f"the cases of seed {seed} never show {missing}"


@given(positions(), st.randoms(use_true_random=False), st.sampled_from(sorted(ALGORITHMS)), st.integers(0, 2))
def test_any_position(position: ps.Position, random: object, algorithm: str, depth: int) -> None:
    search = ALGORITHMS[algorithm](random_heuristic(random), depth, random_dialect(random))  # type: ignore[arg-type]
    reference, compiled = answers(Case(position, search))
    assert compiled == reference


@pytest.mark.parametrize("seed", range(4))
def test_alphabeta_decides_as_minimax_in_every_dialect(seed: int) -> None:
    """Theory allows no exception among our choices, and none may occur.

    Inside a full root window fail-soft alpha-beta is exact. With a shared root window a later move returns a bound that
    is at most the best value, strict or inclusive, so it is never strictly better when minimax's value is not. The
    order of moves decides which of equal moves is first, but it is the same order for both.
    """
    for case in cases(100 + seed, 150):
        heuristic, depth, dialect = case.search.heuristic, case.search.depth, case.search.dialect
        full = ps.search(case.position, ps.Minimax(heuristic, depth, dialect))
        pruned = ps.search(case.position, ps.AlphaBeta(heuristic, depth, dialect))
        assert (pruned.move, pruned.value) == (full.move, full.value), f"{case.search}\n{case.position}"
        assert pruned.counters.nodes <= full.counters.nodes


@pytest.mark.parametrize("seed", range(2))
def test_the_full_tree_is_perft(seed: int) -> None:
    """Minimax and perft count the same tree, in every dialect and by both backends."""
    for case in cases(200 + seed, 100):
        dialect, depth = case.search.dialect, case.search.depth
        counters = ps.search(case.position, ps.Minimax(case.search.heuristic, depth, dialect)).counters
        tree = ps.perft(case.position, depth, dialect=dialect)
        assert (tree.nodes, tree.leaves) == (counters.nodes, counters.leaves + counters.terminals)
        assert tree.by_ply == counters.by_ply
        assert tree == ps.perft(case.position, depth, "reference", dialect)
