"""What the counts mean, without a clock.

A function takes numbers, so that each formula can be read and checked by hand; `metrics` counts them for a search.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log, nan
from typing import Any

from plyscope.core.dialect import Dialect, dialect
from plyscope.core.errors import InputError
from plyscope.core.perft import perft
from plyscope.core.position import Position
from plyscope.core.search import AlphaBeta, Search
from plyscope.instrumentation.counters import Counters
from plyscope.instrumentation.run import search


def full_tree(position: Position, depth: int, choices: Dialect | str = "standard") -> int:
    """Nodes of the full tree to a depth, root included, counted by compiled perft.

    The tree does not depend on the heuristic; of the dialect only the rule without a move matters.
    """
    return perft(position, depth, dialect=dialect(choices)).nodes


def minimal_tree(position: Position, strategy: Search, backend: str = "compiled") -> int:
    """Nodes that alpha-beta visits, in the strategy's dialect, when every node's truly best move comes first."""
    oracle = AlphaBeta(strategy.heuristic, strategy.depth, dialect(strategy.dialect, order="oracle"))
    return search(position, oracle, backend).counters.nodes


def pruned(full: int, visited: int) -> int:
    """Nodes of the full tree that were not visited: ``full - visited``.

    Examples
    --------
    >>> pruned(455221, 14200)
    441021
    """
    return full - visited


def pruned_share(full: int, visited: int) -> float:
    """The part of the full tree that was not visited: ``1 - visited / full``.

    Examples
    --------
    >>> pruned_share(100, 25)
    0.75
    """
    return 1 - visited / full


def pruning_efficiency(full: int, visited: int, minimal: int) -> float:
    """Where a search stands between minimax (0) and the minimal tree (1), on the log scale.

    ``(ln full - ln visited) / (ln full - ln minimal)``. NaN where the full tree is minimal already: nothing could be
    pruned. Above 1 where a search visits less than the oracle's order: the truly best move is not always the one whose
    refutations are cheapest.

    Examples
    --------
    >>> round(pruning_efficiency(10_000, 1_000, 100), 9)
    0.5
    """
    if full == minimal:
        return nan
    return (log(full) - log(visited)) / (log(full) - log(minimal))


def uniform_branching_factor(nodes: int, depth: int) -> float:
    """The b of a uniform tree with as many nodes: ``1 + b + ... + b**depth = nodes``.

    The usual effective branching factor (Nilsson; Russell and Norvig).

    Examples
    --------
    >>> round(uniform_branching_factor(1 + 3 + 9 + 27, 3), 9)
    3.0
    """
    from scipy.optimize import brentq

    if depth < 1:
        return nan
    if nodes == depth + 1:
        return 1.0

    def excess(b: float) -> float:
        return float(sum(b**ply for ply in range(depth + 1)) - nodes)

    return float(brentq(excess, 0.0, float(nodes), xtol=1e-12))


def root_branching_factor(leaves: int, depth: int) -> float:
    """The b with as many leaves: ``leaves ** (1 / depth)`` (Knuth and Moore).

    Examples
    --------
    >>> round(root_branching_factor(81, 4), 9)
    3.0
    """
    return float(leaves ** (1 / depth)) if depth > 0 and leaves > 0 else nan


def growth_factor(nodes: int, nodes_before: int) -> float:
    """What one more ply costs: ``nodes(depth) / nodes(depth - 1)``.

    Examples
    --------
    >>> growth_factor(40, 13) > 3
    True
    """
    return nodes / nodes_before


def mean_branching_factor(counters: Counters) -> float:
    """Children visited by a node that is not settled: ``calls / (nodes - leaves - terminals)``.

    Examples
    --------
    >>> from plyscope.instrumentation.counters import Sides
    >>> mean_branching_factor(Counters(calls=Sides(4, 12), leaves=12, by_ply=(1, 4, 12)))
    3.2
    """
    inner = counters.nodes - counters.leaves - counters.terminals
    return counters.calls.total / inner if inner else nan


def ordering_quality(counters: Counters) -> float:
    """The share of cutoffs made by the first child searched; NaN without a cutoff.

    Examples
    --------
    >>> ordering_quality(Counters(cutoffs_by_child=(3, 1)))
    0.75
    """
    cutoffs = sum(counters.cutoffs_by_child)
    return counters.cutoffs_by_child[0] / cutoffs if cutoffs else nan


def mean_cutoff_child(counters: Counters) -> float:
    """The mean number of the child that made a cutoff, the first is 1; NaN without a cutoff.

    Examples
    --------
    >>> mean_cutoff_child(Counters(cutoffs_by_child=(3, 1)))
    1.25
    """
    cutoffs = sum(counters.cutoffs_by_child)
    total = sum(number * count for number, count in enumerate(counters.cutoffs_by_child, start=1))
    return total / cutoffs if cutoffs else nan


def leaf_share(counters: Counters) -> float:
    """The part of the nodes that is leaves or finished games: ``(leaves + terminals) / nodes``.

    Examples
    --------
    >>> leaf_share(Counters(leaves=3, by_ply=(1, 3), searches=4))
    0.75
    """
    return (counters.leaves + counters.terminals) / counters.nodes


def knuth_moore(branching: int, depth: int) -> int:
    """Leaves that any correct search must evaluate in a uniform tree: ``b**ceil(d/2) + b**floor(d/2) - 1``.

    Knuth and Moore 1975; alpha-beta with perfect ordering reaches it.

    Examples
    --------
    >>> knuth_moore(3, 4)
    17
    """
    if branching < 1 or depth < 0:
        raise InputError(f"a uniform tree with branching {branching} and depth {depth}: use at least 1 and 0")
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def knuth_moore_like(leaves: int, depth: int) -> float:
    """The Knuth-Moore bound for a uniform tree with as many leaves: its b is `root_branching_factor`, not whole."""
    b = root_branching_factor(leaves, depth)
    return float(b ** ((depth + 1) // 2) + b ** (depth // 2) - 1)


@dataclass(frozen=True)
class Metrics:
    """The metrics of one search; each is the function of the same name."""

    full_tree: int
    visited: int
    pruned: int
    pruned_share: float
    minimal_tree: int
    pruning_efficiency: float
    uniform_branching_factor: float
    root_branching_factor: float
    mean_branching_factor: float
    ordering_quality: float
    mean_cutoff_child: float
    leaf_share: float
    knuth_moore_like: float
    """Leaves of the minimal uniform tree with the full tree's leaves, for comparison."""

    def to_dict(self) -> dict[str, Any]:
        """By name."""
        return asdict(self)


def metrics(position: Position, strategy: Search, counters: Counters | None = None) -> Metrics:
    """Every metric of one search; its counters are counted unless they are given.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position
    >>> found = metrics(Position.start(8), AlphaBeta("weights", 8, dialect("standard", terminal="heuristic")))
    >>> found.full_tree, found.visited, found.minimal_tree, round(found.pruning_efficiency, 3)
    (455221, 14200, 2263, 0.654)
    """
    counters = counters or search(position, strategy).counters
    tree = perft(position, strategy.depth, dialect=strategy.dialect)
    minimal = minimal_tree(position, strategy)
    return Metrics(
        tree.nodes,
        counters.nodes,
        pruned(tree.nodes, counters.nodes),
        pruned_share(tree.nodes, counters.nodes),
        minimal,
        pruning_efficiency(tree.nodes, counters.nodes, minimal),
        uniform_branching_factor(counters.nodes, strategy.depth),
        root_branching_factor(counters.leaves + counters.terminals, strategy.depth),
        mean_branching_factor(counters),
        ordering_quality(counters),
        mean_cutoff_child(counters),
        leaf_share(counters),
        knuth_moore_like(tree.leaves, strategy.depth),
    )
