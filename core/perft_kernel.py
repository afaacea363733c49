"""Perft, compiled. See `plyscope.core.perft`."""

from numpy import uint64

from plyscope.core import mixing
from plyscope.core.bitboard import count, first, is_empty, legal, single, turned, word
from plyscope.core.jit import kept_jit
from plyscope.core.kernel import NO_MOVE_END, NO_MOVE_LEAF, NO_MOVE_SKIP
from plyscope.core.record import load_board

GOLDEN = uint64(mixing.GOLDEN)


@kept_jit()
def expand_root(c):
    """Count the tree of the record's position."""
    mover, other, depth, board = load_board(c, "me"), load_board(c, "opp"), c.depth, load_board(c, "board")
    c.by_depth[depth] += 1
    if depth == 0:
        c.leaves += 1
        return 0
    must_pass = is_empty(legal(mover, other, board)) and not is_empty(legal(other, mover, board))
    if must_pass and c.no_move == NO_MOVE_SKIP:
        # As in the searches, a forced pass at the root is a ply also where passes are skipped.
        return expand_pass(mover, other, depth, c)
    return expand(mover, other, depth, c)


@kept_jit()
def expand_pass(mover, other, depth, c):
    """Count a pass and what follows."""
    c.by_depth[depth - 1] += 1
    if depth == 1:
        c.leaves += 1
        return 0
    return expand(other, mover, depth - 1, c)


@kept_jit()
def expand(mover, other, depth, c):
    """Count the tree below a node that is not at the horizon."""
    if c.abort:
        return 0
    board = load_board(c, "board")
    moves = legal(mover, other, board)
    if is_empty(moves):
        if c.no_move == NO_MOVE_END or is_empty(legal(other, mover, board)):
            c.terminals += 1
            return 0
        if c.no_move == NO_MOVE_LEAF:
            c.leaves += 1
            return 0
        if c.no_move == NO_MOVE_SKIP:
            return expand(other, mover, depth, c)
        c.by_depth[depth - 1] += 1
        if depth == 1:
            c.leaves += 1
            return 0
        return expand(other, mover, depth - 1, c)
    c.by_depth[depth - 1] += count(moves)
    if depth == 1:
        c.leaves += count(moves)
    while not is_empty(moves):
        square = first(moves)
        moves = moves ^ single(square, moves)
        flips = turned(square, mover, other)
        mine, others = mover | flips | single(square, mover), other & ~flips
        if depth > 1:
            expand(others, mine, depth - 1, c)
        else:
            c.checksum += word(others, 0) ^ (word(mine, 0) * GOLDEN)  # a leaf that is read must be made
    return 0
