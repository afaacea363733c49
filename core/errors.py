"""The one kind of error that a user can cause, and the words in which it is said."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """A value from the user that cannot be used; its message is one line that names the value and the remedy."""


def choose(kind: str, value: object, allowed: Iterable[str]) -> str:
    """Return `value` if it is one of `allowed`; otherwise say what was meant, probably.

    Examples
    --------
    >>> choose("variant", "reversi", ["reversi", "reversed"])
    'reversi'
    """
    options = list(allowed)
    if isinstance(value, str) and value in options:
        return value
    raise InputError(f"unknown {kind} {value!r}: {nearest(str(value), options)}")


def nearest(value: str, options: list[str]) -> str:
    """The end of an error line: the closest names if any are close, else all of them."""
    close = get_close_matches(value, options, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"use one of {', '.join(options)}"
