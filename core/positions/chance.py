"""Drawing from many: evenly, and by a chance that is the same on every machine.

Only ``Random.random()`` is used: it is the one method whose sequence for a seed Python promises to keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from plyscope.core.errors import InputError

Item = TypeVar("Item")


def pick(random: Random, items: Sequence[Item]) -> Item:
    """One of the items, each with the same chance."""
    return items[int(random.random() * len(items))]


def shuffled(random: Random, items: Sequence[Item]) -> list[Item]:
    """The items in an order of chance."""
    keys = [random.random() for _ in items]
    return [items[place] for place in sorted(range(len(items)), key=keys.__getitem__)]


def in_turn(items: Sequence[Item], count: int) -> list[Item]:
    """The items in the order of their turns when `count` turns are to be spread over them.

    If there are more items than turns, evenly spaced ones come first; the others are there for those that fail.

    Examples
    --------
    >>> in_turn(range(11, 16), 5)
    [11, 12, 13, 14, 15]
    >>> in_turn(range(11, 16), 3)
    [11, 13, 15, 12, 14]
    """
    if count >= len(items):
        return list(items)
    last, steps = len(items) - 1, max(count - 1, 1)
    first = [turn * last // steps for turn in range(count)] if count > 1 else [last // 2]
    return [items[place] for place in [*first, *(place for place in range(len(items)) if place not in first)]]


def check_count(kind: str, value: object, least: int) -> int:
    """Return a whole number if it is large enough."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{kind} {value!r}: use a whole number from {least}")
    return value
