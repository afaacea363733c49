"""The searches of `plyscope.core.search`, compiled, with their counters.

The functions have the names of the reference and do the same in the same order. What is different is for speed only:

- one record `c` holds the board, the dialect, the heuristic's address and every counter;
- a node counts its children when it leaves its loop, so counting costs a few additions a node, not a child;
- a child at the horizon is valued in its parent's loop, without a call;
- `_max_value` and `_min_value` call each other by their addresses in the record: functions that call each other by name
  could not be kept on disk (Numba issue 6061).

A record's type says which board, whether it prunes and whether it counts, so each combination is compiled without the
code of the others (`plyscope.core.record`).
"""

import numba
import numpy as np

from plyscope.core.bitboard import count, first, is_empty, legal, shifted, single, turned
from plyscope.core.game import WIN as WIN_VALUE
from plyscope.core.jit import OPTIONS, kept_jit
from plyscope.core.ordered import pick_ranked, pick_shuffled
from plyscope.core.record import address_of_record, call_heuristic, call_node, counts, load_board, out_of_line, prunes

WIN = float(WIN_VALUE)
INFINITY = np.inf

NO_MOVE_PASS, NO_MOVE_SKIP, NO_MOVE_LEAF, NO_MOVE_END = range(4)
ORDER_NATURAL, ORDER_RANKED, ORDER_SHUFFLED, ORDER_ORACLE = range(4)
NO_SQUARE, PASS_SQUARE = -1, -2

inline = numba.njit(forceinline=True, **OPTIONS)
outlined = numba.njit(forceinline=False, **OPTIONS)


# -- settled nodes -----------------------------------------------------------------------------------------------------


@inline
def _heuristic(me, opp, turn, c):
    value = call_heuristic(c, me, opp, turn)
    if not abs(value) < WIN:  # also true of NaN
        c.bad_value = value
        c.is_bad = 1
        c.abort = 1
    return value


@outlined
def _terminal(me, opp, turn, c):
    """The value of a finished game."""
    out_of_line()
    if counts(c):
        c.terminals += 1
    if not c.pays_outcome:
        return _heuristic(me, opp, turn, c)
    margin = c.sign * (count(me) - count(opp))
    if margin > 0:
        return WIN + margin
    if margin < 0:
        return margin - WIN
    return 0.0


@inline
def _somebody_moves(mover, other, board):
    """Quick, and never wrong when it says yes: an empty square, a disc and a disc of the other side stand in a row."""
    empty = board & ~(mover | other)
    beside = (mover & shifted(other, 0, -1)) | (other & shifted(mover, 0, -1))
    below = (mover & shifted(other, -1, 0)) | (other & shifted(mover, -1, 0))
    ends = (shifted(empty, 0, 1) & beside) | (shifted(empty, 1, 0) & below)
    ends = ends | (empty & shifted(beside, 0, 2)) | (empty & shifted(below, 2, 0))
    return not is_empty(ends)


@outlined
def _is_finished(mover, other, c):
    """Is the game over? The dialect may end it when the mover has no move."""
    out_of_line()
    board = load_board(c, "board")
    if not is_empty(legal(mover, other, board)):
        return False
    return c.no_move == NO_MOVE_END or is_empty(legal(other, mover, board))


@inline
def _horizon(me, opp, mover, other, turn, c):
    """The value of a node where depth ran out. Its parent counts it as a leaf with `turn` to move."""
    if c.looks_closely or not _somebody_moves(mover, other, load_board(c, "board")):
        return _horizon_closely(me, opp, mover, other, turn, c)
    return _heuristic(me, opp, turn, c)


@outlined
def _horizon_closely(me, opp, mover, other, turn, c):
    """The same where the game may be over, or where a mover without a move makes a difference."""
    out_of_line()
    if _is_finished(mover, other, c):
        if counts(c):
            c.leaves -= 1
        return _terminal(me, opp, turn, c)
    if c.no_move == NO_MOVE_SKIP and is_empty(legal(mover, other, load_board(c, "board"))):
        _recount_as_other_side(turn, c)
        turn = -turn
    return _heuristic(me, opp, turn, c)


@inline
def _recount_as_other_side(turn, c):
    """A skipped pass: the node was counted for a side that cannot move, and belongs to the other."""
    if counts(c):
        c.max_calls -= turn
        c.min_calls += turn


# -- counting ----------------------------------------------------------------------------------------------------------


@inline
def _count_children(visited, turn, depth, c):
    """Count the calls that a node made, seen from the node: MAX calls `_min_value` and MIN `_max_value`."""
    if counts(c):
        if turn > 0:
            c.min_calls += visited
        else:
            c.max_calls += visited
        c.by_depth[depth - 1] += visited
        if depth == 1:
            c.leaves += visited


@inline
def _count_cutoff(visited, remaining, turn, c):
    """A cutoff is a node left before its last child; a bound reached at the last one cuts nothing."""
    skipped = count(remaining)
    if counts(c) and skipped > 0:
        if turn > 0:
            c.max_cutoffs += 1
        else:
            c.min_cutoffs += 1
        c.skipped += skipped
        c.cutoffs_by_child[visited - 1] += 1


# -- the order of moves ------------------------------------------------------------------------------------------------


@inline
def _next_square(remaining, me, opp, depth, turn, visited, c):
    """The square to search next."""
    if c.order == ORDER_NATURAL:
        return first(remaining)
    return _ordered_square(remaining, me, opp, depth, turn, visited, c)


@outlined
def _ordered_square(remaining, me, opp, depth, turn, visited, c):
    out_of_line()
    if c.order == ORDER_RANKED:
        return pick_ranked(remaining, c)
    if c.order == ORDER_SHUFFLED:
        if turn > 0:
            return pick_shuffled(remaining, me, opp, c)
        return pick_shuffled(remaining, opp, me, c)
    if visited > 0:
        return first(remaining)
    return _best_for_max(remaining, me, opp, depth, c) if turn > 0 else _best_for_min(remaining, me, opp, depth, c)


@outlined
def _best_for_max(moves, me, opp, depth, c):
    """The truly best square by an uncounted search in natural order, the first of equals."""
    out_of_line()
    chosen, best = NO_SQUARE, -INFINITY
    while not is_empty(moves):
        square = first(moves)
        moves = moves ^ single(square, moves)
        flips = turned(square, me, opp)
        mine, others = me | flips | single(square, me), opp & ~flips
        value = call_node(c.oracle_min_value, mine, others, depth - 1, best, INFINITY, c.oracle_record)
        if value > best:
            best, chosen = value, square
    return chosen


@outlined
def _best_for_min(moves, me, opp, depth, c):
    """The same for MIN."""
    out_of_line()
    chosen, best = NO_SQUARE, INFINITY
    while not is_empty(moves):
        square = first(moves)
        moves = moves ^ single(square, moves)
        flips = turned(square, opp, me)
        mine, others = me & ~flips, opp | flips | single(square, me)
        value = call_node(c.oracle_max_value, mine, others, depth - 1, -INFINITY, best, c.oracle_record)
        if value < best:
            best, chosen = value, square
    return chosen


# -- inner nodes -------------------------------------------------------------------------------------------------------


@inline
def _call_max_value(me, opp, depth, alpha, beta, c):
    return call_node(c.max_value, me, opp, depth, alpha, beta, address_of_record(c))


@inline
def _call_min_value(me, opp, depth, alpha, beta, c):
    return call_node(c.min_value, me, opp, depth, alpha, beta, address_of_record(c))


@inline
def _cut_at(bound, beyond, c):
    """The value that ends a node: the bound, or the next number beyond it where cutoffs are strict."""
    return bound if c.is_inclusive else np.nextafter(bound, beyond)


@kept_jit()
def _max_value(me, opp, depth, alpha, beta, c):
    """The value of a node where MAX moves."""
    if depth == 0:
        return _horizon(me, opp, me, opp, 1, c)
    if c.abort:
        return 0.0
    moves = legal(me, opp, load_board(c, "board"))
    if is_empty(moves):
        return _without_move(me, opp, me, opp, depth, 1, alpha, beta, c)
    cut = _cut_at(beta, INFINITY, c)
    best = -INFINITY
    visited = 0
    while not is_empty(moves):
        square = _next_square(moves, me, opp, depth, 1, visited, c)
        moves = moves ^ single(square, moves)
        flips = turned(square, me, opp)
        mine, others = me | flips | single(square, me), opp & ~flips
        visited += 1
        if depth == 1:
            value = _horizon(mine, others, others, mine, -1, c)
        else:
            value = _call_min_value(mine, others, depth - 1, alpha, beta, c)
        best = max(best, value)
        if prunes(c):
            if best >= cut:
                _count_cutoff(visited, moves, 1, c)
                break
            alpha = max(alpha, best)
    _count_children(visited, 1, depth, c)
    return best


@kept_jit()
def _min_value(me, opp, depth, alpha, beta, c):
    """The value of a node where MIN moves."""
    if depth == 0:
        return _horizon(me, opp, opp, me, -1, c)
    if c.abort:
        return 0.0
    moves = legal(opp, me, load_board(c, "board"))
    if is_empty(moves):
        return _without_move(me, opp, opp, me, depth, -1, alpha, beta, c)
    cut = _cut_at(alpha, -INFINITY, c)
    best = INFINITY
    visited = 0
    while not is_empty(moves):
        square = _next_square(moves, me, opp, depth, -1, visited, c)
        moves = moves ^ single(square, moves)
        flips = turned(square, opp, me)
        mine, others = me & ~flips, opp | flips | single(square, me)
        visited += 1
        if depth == 1:
            value = _horizon(mine, others, mine, others, 1, c)
        else:
            value = _call_max_value(mine, others, depth - 1, alpha, beta, c)
        best = min(best, value)
        if prunes(c):
            if best <= cut:
                _count_cutoff(visited, moves, -1, c)
                break
            beta = min(beta, best)
    _count_children(visited, -1, depth, c)
    return best


@outlined
def _without_move(me, opp, mover, other, depth, turn, alpha, beta, c):
    """The value of a node whose mover has no move."""
    out_of_line()
    if _is_finished(mover, other, c):
        return _terminal(me, opp, turn, c)
    if c.no_move == NO_MOVE_LEAF:
        if counts(c):
            c.leaves += 1
        return _heuristic(me, opp, turn, c)
    if c.no_move == NO_MOVE_SKIP:
        _recount_as_other_side(turn, c)
    else:
        if counts(c):
            c.passes += 1
        _count_children(1, turn, depth, c)
        depth -= 1
    if turn > 0:
        return _call_min_value(me, opp, depth, alpha, beta, c)
    return _call_max_value(me, opp, depth, alpha, beta, c)


# -- the root ----------------------------------------------------------------------------------------------------------


@kept_jit()
def next_move(c):
    """Search the root: the first strictly better move wins. The record says what to search and takes the answer."""
    me, opp, depth = load_board(c, "me"), load_board(c, "opp"), c.depth
    c.best_square = NO_SQUARE
    if counts(c):
        c.by_depth[depth] += 1
    moves = legal(me, opp, load_board(c, "board"))
    if depth == 0 or is_empty(moves):
        return _root_without_choice(me, opp, depth, c)
    best = -INFINITY
    visited = 0
    while not is_empty(moves):
        square = _next_square(moves, me, opp, depth, 1, visited, c)
        moves = moves ^ single(square, moves)
        flips = turned(square, me, opp)
        mine, others = me | flips | single(square, me), opp & ~flips
        visited += 1
        alpha = best if c.is_shared else -INFINITY
        value = _call_min_value(mine, others, depth - 1, alpha, INFINITY, c)
        if value > best:
            best = value
            c.best_square = square
    _count_children(visited, 1, depth, c)
    return best


@outlined
def _root_without_choice(me, opp, depth, c):
    """A forced pass at the root is a ply also where passes are skipped: it is what the player does."""
    out_of_line()
    if _is_finished(me, opp, c):
        return _terminal(me, opp, 1, c)
    if depth == 0 or c.no_move == NO_MOVE_LEAF:
        if counts(c):
            c.leaves += 1
        return _heuristic(me, opp, 1, c)
    c.best_square = PASS_SQUARE
    if counts(c):
        c.passes += 1
    _count_children(1, 1, depth, c)
    return _call_min_value(me, opp, depth - 1, -INFINITY, INFINITY, c)
