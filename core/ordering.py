"""The order in which a node's moves are searched, for the reference searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyscope.core.dialect import Dialect
from plyscope.core.errors import InputError
from plyscope.core.game import State, Successor
from plyscope.core.mixing import shuffle_key
from plyscope.core.position import Position
from plyscope.core.tables import WEIGHTS, rank_by_table


def arrange(
    state: State, children: Sequence[Successor], dialect: Dialect, appeal: Callable[[State], float]
) -> Sequence[Successor]:
    """Put a node's children into the dialect's order; `appeal` values a child truly, for the oracle's order."""
    kind = dialect.order_kind
    if kind == "natural" or len(children) < 2:
        return children
    if kind == "reversed":
        return children[::-1]
    if kind == "shuffled":
        return _shuffled(state, children, dialect.seed)
    if kind == "table":
        return _by_table(state, children)
    return _best_first(children, appeal)


def _shuffled(state: State, children: Sequence[Successor], seed: int) -> Sequence[Successor]:
    here = state.fingerprint()
    return sorted(children, key=lambda child: shuffle_key(here, seed, state.move_number(child.move)))


def _by_table(state: State, children: Sequence[Successor]) -> Sequence[Successor]:
    if not isinstance(state, Position):
        raise InputError("move order 'table': it needs a board; use natural, reversed, shuffled:SEED or oracle")
    rank = rank_by_table(WEIGHTS, state.size)
    return sorted(children, key=lambda child: rank[state.move_number(child.move)])


def _best_first(children: Sequence[Successor], appeal: Callable[[State], float]) -> Sequence[Successor]:
    """The best child, the first of equals; then the others as they stand."""
    appeals = [appeal(child.state) for child in children]
    best = appeals.index(max(appeals))
    return [children[best], *children[:best], *children[best + 1 :]]
