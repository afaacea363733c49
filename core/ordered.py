"""Move orders other than the natural one, compiled."""

from numpy import uint64

from plyscope.core import mixing
from plyscope.core.bitboard import first, is_empty, single, word, word_total
from plyscope.core.jit import kept_jit

GOLDEN, MULTIPLY_1, MULTIPLY_2 = (uint64(number) for number in (mixing.GOLDEN, mixing.MULTIPLY_1, mixing.MULTIPLY_2))
ONE, SHIFT_27, SHIFT_30, SHIFT_31 = uint64(1), uint64(27), uint64(30), uint64(31)
LOWEST_RANK = 2**15


@kept_jit()
def pick_ranked(remaining, c):
    """The remaining square of the lowest rank in the record's table."""
    chosen, lowest = 0, LOWEST_RANK
    while not is_empty(remaining):
        square = first(remaining)
        remaining = remaining ^ single(square, remaining)
        if c.rank[square] < lowest:
            chosen, lowest = square, c.rank[square]
    return chosen


@kept_jit()
def mix(value):
    """`plyscope.core.mixing.mix`."""
    value = (value ^ (value >> SHIFT_30)) * MULTIPLY_1
    value = (value ^ (value >> SHIFT_27)) * MULTIPLY_2
    return value ^ (value >> SHIFT_31)


@kept_jit()
def fingerprint(mover, other):
    """`plyscope.core.mixing.fingerprint`."""
    value = GOLDEN
    for number in range(word_total(mover)):
        value = mix(value ^ word(mover, number))
    for number in range(word_total(other)):
        value = mix(value ^ word(other, number))
    return value


@kept_jit()
def pick_shuffled(remaining, mover, other, c):
    """The remaining square that comes first in this position's own order."""
    state = fingerprint(mover, other) ^ mix(c.seed)
    chosen, lowest = first(remaining), ~uint64(0)
    while not is_empty(remaining):
        square = first(remaining)
        remaining = remaining ^ single(square, remaining)
        key = mix(state + GOLDEN * (uint64(square) + ONE))
        if key < lowest:
            chosen, lowest = square, key
    return chosen
