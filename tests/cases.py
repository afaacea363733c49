"""Random searches for the parity tests: positions, dialects and heuristics, all from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import plyscope as ps
from plyscope.core.dialect import CUTOFFS, NO_MOVES, ROOTS, TERMINALS
from plyscope.core.search import ALGORITHMS, Search

SIZES = (4, 4, 6, 6, 6, 8, 8, 10, 16)
DEEPEST = {4: 6, 6: 4, 8: 4, 10: 3, 16: 2}


@ps.heuristic(weights=(0.0,) * 6)
def linear(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    """A weighted sum with an eye on the side to move."""
    value = weights[0] * ps.discs(me, opp, board) + weights[1] * ps.mobility(me, opp, board)
    return value + weights[2] * turn + weights[3] * ps.disc_count(ps.legal_moves(opp, me, board))


@ps.heuristic(weights=(0.0,) * 6)
def jumpy(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    """Nearly random: a position's value says little about its neighbours', and equal values are common."""
    mixed = 31 * ps.disc_count(me & ~opp) + 17 * ps.mobility(me, opp, board) + 7 * turn
    return float((mixed * int(weights[4]) + int(weights[5])) % 11) - 5.0


@dataclass(frozen=True)
class Case:
    """One search of one position."""

    position: ps.Position
    search: Search


def cases(seed: int, count: int) -> Iterator[Case]:
    """Random cases; late positions are as frequent as all others."""
    random = Random(seed)
    for _ in range(count):
        position = random_position(random)
        depth = random.randrange(DEEPEST[position.size] + 1)
        algorithm = ALGORITHMS[random.choice(("minimax", "alphabeta", "alphabeta"))]
        yield Case(position, algorithm(random_heuristic(random), depth, random_dialect(random)))


def random_position(random: Random) -> ps.Position:
    """A reachable position; finished games too, now and then."""
    size = random.choice(SIZES)
    variant = random.choice(("reversi", "reversed"))
    position = ps.Position.start(size, variant, random.choice(("pass", "pass", "pass", "end")))
    squares = size * size - 4
    is_late = random.random() < 0.5
    plies = random.randrange(squares - min(squares, 10), squares + 4) if is_late else random.randrange(squares)
    for _ in range(plies if size <= 8 else min(plies, 60)):
        following = position.play(random.choice(position.options()))
        if following.is_over and random.random() < 0.5:
            break
        position = following
        if position.is_over:
            break
    return position


def random_dialect(random: Random) -> ps.Dialect:
    """Any combination of choices."""
    order = random.choice(("natural", "reversed", "table", "oracle", f"shuffled:{random.randrange(1000)}"))
    return ps.Dialect(
        random.choice(CUTOFFS), random.choice(ROOTS), random.choice(NO_MOVES), random.choice(TERMINALS), order
    )


def random_heuristic(random: Random) -> str | ps.Heuristic:
    """A built-in one, or a user's with random weights."""
    kind = random.choice(("discs", "mobility", "weights", linear, linear, jumpy))
    if isinstance(kind, str):
        return kind
    return kind.with_weights([random.uniform(-5, 5) for _ in range(4)] + [random.randrange(1, 50) for _ in range(2)])
