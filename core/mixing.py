"""Numbers that look random and depend on their input only, the same in Python and in compiled code."""

from __future__ import annotations

from plyscope.core.squares import stride

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MULTIPLY_1, MULTIPLY_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(value: int) -> int:
    """The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input moves every bit of the output."""
    value = ((value ^ (value >> 30)) * MULTIPLY_1) & WORD
    value = ((value ^ (value >> 27)) * MULTIPLY_2) & WORD
    return value ^ (value >> 31)


def words(squares: int, size: int) -> list[int]:
    """A set of squares as 64-bit words, the first rows first."""
    return [squares >> (64 * i) & WORD for i in range(word_count(size))]


def word_count(size: int) -> int:
    """How many 64-bit words hold a set of squares: 1, 4 or 16."""
    return stride(size) ** 2 // 64


def fingerprint(mover: int, other: int, size: int) -> int:
    """A number below 2**64 from the discs of both sides."""
    value = GOLDEN
    for word in words(mover, size) + words(other, size):
        value = mix(value ^ word)
    return value


def shuffle_key(state: int, seed: int, move: int) -> int:
    """The place of a move in the shuffled order of a state: moves are sorted by it."""
    return mix((state ^ mix(seed & WORD)) + GOLDEN * (move + 1) & WORD)
