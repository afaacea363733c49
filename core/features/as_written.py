"""Words whose Python source is also their compiled form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba.extending import overload

Word = TypeVar("Word", bound=Callable[..., Any])


def compiled_as_written(word: Word) -> Word:
    """Let compiled code call a function that is made of other words and of the set operators only."""
    overload(word, strict=False)(lambda *arguments: word)
    return word
