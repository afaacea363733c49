"""The search of the report `dong`, compiled. See `plyscope.core.path_search`."""

from plyscope.core.bitboard import is_empty, legal, single, turned
from plyscope.core.jit import kept_jit
from plyscope.core.kernel import (
    NO_SQUARE,
    _call_max_value,
    _call_min_value,
    _count_children,
    _count_cutoff,
    _heuristic,
    _is_finished,
    _next_square,
    inline,
)
from plyscope.core.path_search import EXTREME as EXTREME_VALUE
from plyscope.core.record import counts, load_board

EXTREME = float(EXTREME_VALUE)
BEYOND = 2.0 * EXTREME


@inline
def _without_reply(mover, other, depth, c):
    """Count a node whose side to move cannot: a finished game, or a leaf. At the horizon its parent counts it."""
    if counts(c):
        is_over = _is_finished(mover, other, c)
        if depth == 0:
            c.leaves -= 1
        if is_over:
            c.terminals += 1
        else:
            c.leaves += 1


@kept_jit()
def path_max_value(me, opp, depth, alpha, beta, c):
    """The best sum from here on when MAX moves."""
    if c.abort:
        return 0.0
    moves = legal(me, opp, load_board(c, "board"))
    if is_empty(moves):
        _without_reply(me, opp, depth, c)
        return -EXTREME
    if depth == 0:
        return 0.0
    best = -BEYOND
    visited = 0
    while not is_empty(moves):
        square = _next_square(moves, me, opp, depth, 1, visited, c)
        moves = moves ^ single(square, moves)
        flips = turned(square, me, opp)
        mine, others = me | flips | single(square, me), opp & ~flips
        visited += 1
        score = _heuristic(mine, others, square, c)
        value = score + _call_min_value(mine, others, depth - 1, best - score, BEYOND, c)
        if value >= beta:
            _count_cutoff(visited, moves, 1, c)
            best = EXTREME
            break
        best = max(best, value)
    _count_children(visited, 1, depth, c)
    return best


@kept_jit()
def path_min_value(me, opp, depth, alpha, beta, c):
    """The best sum from here on when MIN moves."""
    if c.abort:
        return 0.0
    moves = legal(opp, me, load_board(c, "board"))
    if is_empty(moves):
        _without_reply(opp, me, depth, c)
        return EXTREME
    if depth == 0:
        return 0.0
    best = BEYOND
    visited = 0
    while not is_empty(moves):
        square = _next_square(moves, me, opp, depth, -1, visited, c)
        moves = moves ^ single(square, moves)
        flips = turned(square, opp, me)
        mine, others = me & ~flips, opp | flips | single(square, me)
        visited += 1
        score = -_heuristic(others, mine, square, c)
        value = score + _call_max_value(mine, others, depth - 1, -BEYOND, best - score, c)
        if value <= alpha:
            _count_cutoff(visited, moves, -1, c)
            best = -EXTREME
            break
        best = min(best, value)
    _count_children(visited, -1, depth, c)
    return best


@kept_jit()
def path_next_move(c):
    """Search the root: the first strictly better move wins."""
    me, opp, depth = load_board(c, "me"), load_board(c, "opp"), c.depth
    c.best_square = NO_SQUARE
    if counts(c):
        c.by_depth[depth] += 1
        if depth == 0:
            c.leaves += 1
    moves = legal(me, opp, load_board(c, "board"))
    if is_empty(moves):
        _without_reply(me, opp, depth, c)
        return -EXTREME
    if depth == 0:
        return 0.0
    best = -BEYOND
    visited = 0
    while not is_empty(moves):
        square = _next_square(moves, me, opp, depth, 1, visited, c)
        moves = moves ^ single(square, moves)
        flips = turned(square, me, opp)
        mine, others = me | flips | single(square, me), opp & ~flips
        visited += 1
        score = _heuristic(mine, others, square, c)
        bound = best if c.is_shared else -BEYOND
        value = score + _call_min_value(mine, others, depth - 1, bound - score, BEYOND, c)
        if value > best:
            best = value
            c.best_square = square
    _count_children(visited, 1, depth, c)
    return best
