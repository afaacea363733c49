"""Resampling that gives the same bytes for the same numbers, and what statistics refuse.

Samples are sorted before they are resampled, and what the last bits of a machine's arithmetic could change is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from plyscope.core.errors import InputError, choose

CONFIDENCE = 0.95
RESAMPLES = 2000
LARGEST_FOR_BCA = 2000
"""Up to this many numbers BCa is used. Its jackknife costs n², and its corrections vanish as n grows."""
BATCH = 1_000_000
"""Numbers drawn at a time, so that memory does not grow with the sample."""
DIGITS, BITS = 12, 40
"""To what results are rounded, and to how many bits, about as many, the means of resamples are."""

Floats = npt.NDArray[np.float64]


def resampled(values: Floats, seed: int, weights: Floats | None = None) -> tuple[float, float, float]:
    """Both ends of the interval of the (weighted) mean, and its standard error."""
    if values.size == 1:
        return nan, nan, nan
    if is_constant(values):
        return float(values[0]), float(values[0]), 0.0
    # By weight first: last bits of the values then cannot exchange two of different weight.
    order = np.lexsort((values,) if weights is None else (values, weights))
    ordered = scaled(values)[order]
    found = stats.bootstrap(
        (ordered,) if weights is None else (ordered, weights[order]),
        _balance,
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="BCa" if values.size <= LARGEST_FOR_BCA else "percentile",
        batch=max(1, BATCH // values.size),
        rng=np.random.default_rng(seed),
    )
    least, width = values.min(), np.ptp(values)
    low, high = found.confidence_interval
    return float(least + width * low), float(least + width * high), float(width * found.standard_error)


def _balance(values: Floats, weights: Floats | None = None, axis: int = -1) -> Floats:
    """The (weighted) mean, rounded: BCa counts ties, which the order of a sum must not break."""
    return snapped(np.average(values, axis=axis, weights=weights))


def snapped(numbers: Floats) -> Floats:
    """To `BITS` binary digits."""
    mantissa, exponent = np.frexp(numbers)
    return np.asarray(np.ldexp(np.round(np.ldexp(mantissa, BITS)), exponent - BITS))


def scaled(values: Floats) -> Floats:
    """From 0 to 1: no sum cancels, and no cube of BCa overflows."""
    return np.asarray((values - values.min()) / np.ptp(values))


def is_constant(values: Floats) -> bool:
    """Are the values the same, up to what logarithms and slopes lose in their last bits?"""
    return bool(np.ptp(values) <= 10.0**-DIGITS * np.abs(values).max())


def rounded(value: float) -> float:
    """To `DIGITS` digits."""
    return float(f"{value:.{DIGITS}g}")


# -- what is refused ---------------------------------------------------------------------------------------------------


def checked(name: str, values: Iterable[float]) -> Floats:
    """The values as numbers, all of them finite."""
    try:
        numbers = np.asarray(pd.Series(list(values)).to_numpy(dtype=np.float64, na_value=nan), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} has something that is no number ({error}): use numbers only") from None
    if not numbers.size:
        raise InputError(f"{name} is empty: statistics need one number at least")
    _refuse(name, numbers, ~np.isfinite(numbers), "leave out what is missing or infinite")
    return numbers


def positive(name: str, values: Iterable[float]) -> Floats:
    """The values as numbers above 0."""
    numbers = checked(name, values)
    _refuse(name, numbers, numbers <= 0, "logarithms need numbers above 0")
    return numbers


def _refuse(name: str, numbers: Floats, is_bad: npt.NDArray[np.bool_], remedy: str) -> None:
    if is_bad.any():
        first = int(np.argmax(is_bad))
        raise InputError(f"{name} has {numbers[first]:g} as number {first + 1} of {numbers.size}: {remedy}")


def pairs(
    first: str, check: Callable[[str, Iterable[float]], Floats], x: Iterable[float], second: str, y: Iterable[float]
) -> tuple[Floats, Floats]:
    """Both of the same length, the second positive, in an order that is the same for the same pairs."""
    left, right = check(first, x), positive(second, y)
    if left.size != right.size:
        raise InputError(f"{left.size} {first} for {right.size} {second}: use as many of both")
    order = np.lexsort((right, left))
    return left[order], right[order]


def check_columns(frame: pd.DataFrame, names: Iterable[Any]) -> None:
    """Refuse a table that lacks one of the columns, or has no row."""
    for name in names:
        choose("column", name, frame.columns)
    if frame.empty:
        raise InputError("the table is empty: statistics need one row at least")
