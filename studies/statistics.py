"""Means, shares and growth rates with their 95 % intervals, from samples that may be small.

Intervals of means come from a bootstrap with a seed. The same numbers give the same bytes, whatever the order of the
rows: samples are sorted before they are resampled, and what the last bits of a machine's arithmetic could change is
rounded to 12 digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, nan
from statistics import mean as exact_mean

import numpy as np
import pandas as pd
from scipy import stats

from plyscope.core.errors import InputError, choose
from plyscope.studies.resampling import (
    CONFIDENCE,
    check_columns,
    checked,
    is_constant,
    pairs,
    positive,
    resampled,
    rounded,
    scaled,
    snapped,
)

SMALL = 10
"""A sample of fewer is small.

A bootstrap can only draw from what it has seen, so its intervals are too narrow for small samples. Of those for the
mean of normal numbers, nominally 95 %, about 74 % hold the truth with 3 numbers, 83 % with 5 and 91 % with 10; of
log-normal ones, as skewed as tree sizes, 66 %, 74 % and 82 %.
"""


# -- results -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A number from a sample, with its 95 % interval.

    Examples
    --------
    >>> Estimate(3.0, 2.5, 3.5, n=4).to_dict("calls")
    {'calls': 3.0, 'calls_low': 2.5, 'calls_high': 3.5, 'n': 4, 'is_small': True}
    """

    value: float
    low: float
    """nan where a single number (n = 1) tells nothing of the spread."""
    high: float
    n: int
    """The size of the sample."""

    @property
    def is_small(self) -> bool:
        """Has the sample fewer than `SMALL` numbers?"""
        return self.n < SMALL

    def to_dict(self, prefix: str) -> dict[str, float | int | bool]:
        """The cells of a row: `prefix`, `prefix_low`, `prefix_high`, `n` and `is_small`."""
        ends = {prefix: self.value, f"{prefix}_low": self.low, f"{prefix}_high": self.high}
        return {**ends, "n": self.n, "is_small": self.is_small}


@dataclass(frozen=True)
class Growth:
    """By what a quantity is multiplied from one depth to the next, with its 95 % interval.

    Examples
    --------
    >>> growth([1, 2, 3], [10, 30, 90]).to_dict("growth")["growth"]
    3.0
    """

    factor: float
    low: float
    """nan, as `high` and `error` are, where nothing is left to tell the error from."""
    high: float
    error: float
    """The standard error of the factor."""
    r_squared: float
    """The share of the variation of the logarithms (within positions) that the fit explains."""
    n_depths: int
    """Different depths."""
    n: int
    """What was sampled: the points of one series, or the positions of a pooled fit."""

    @property
    def is_small(self) -> bool:
        """Was less than `SMALL` sampled?"""
        return self.n < SMALL

    def to_dict(self, prefix: str) -> dict[str, float | int | bool]:
        """The cells of a row: as of an `Estimate`, and `prefix_error`, `r_squared` and `n_depths`."""
        fit = {f"{prefix}_error": self.error, "r_squared": self.r_squared, "n_depths": self.n_depths}
        return {**Estimate(self.factor, self.low, self.high, self.n).to_dict(prefix), **fit}


def _estimate(value: float, low: float, high: float, n: int) -> Estimate:
    """With ends that are rounded, though not past the value (figures draw distances from it); nan stays nan."""
    if low == high:
        return Estimate(value, value, value, n)
    return Estimate(value, min(rounded(low), value), max(rounded(high), value), n)


# -- means and shares --------------------------------------------------------------------------------------------------


def mean(values: Iterable[float], seed: int = 1, *, name: str = "values") -> Estimate:
    """The arithmetic mean; of paired differences, give the differences.

    The interval is the bias-corrected and accelerated (BCa) bootstrap interval. Samples of more than `LARGEST_FOR_BCA`
    get the percentile interval. BCa is degenerate only where all values are the same; the interval then has no width.

    Parameters
    ----------
    values : iterable of numbers
    seed : int
        Of the resampling.
    name : str
        What errors call the values.

    Examples
    --------
    >>> mean([4, 4, 4])
    Estimate(value=4.0, low=4.0, high=4.0, n=3)
    >>> mean([1, 2, 3, 4]).value
    2.5
    """
    numbers = checked(name, values)
    low, high, _ = resampled(numbers, seed)
    return _estimate(exact_mean(numbers.tolist()), low, high, numbers.size)


def geometric_mean(ratios: Iterable[float], seed: int = 1, *, name: str = "ratios") -> Estimate:
    """The geometric mean, for ratios: twice as many and half as many cancel out.

    The interval is that of the mean of the logarithms (see `mean`).

    Examples
    --------
    >>> geometric_mean([0.5, 2.0]).value
    1.0
    """
    numbers = np.sort(positive(name, ratios))
    low, high, _ = np.exp(resampled(np.log(numbers), seed))
    return _estimate(rounded(stats.gmean(numbers)), low, high, numbers.size)


def geometric_mean_ratio(numerators: Iterable[float], denominators: Iterable[float], seed: int = 1) -> Estimate:
    """The geometric mean of the ratios of pairs, such as the calls of two searches on the same positions.

    Examples
    --------
    >>> geometric_mean_ratio([10, 40], [5, 5]).value
    4.0
    """
    above, below = pairs("numerators", positive, numerators, "denominators", denominators)
    return geometric_mean(above / below, seed)


def share(successes: int, n: int) -> Estimate:
    """The share of `n` trials that succeeded, with its Wilson interval, which one trial has too.

    Examples
    --------
    >>> share(5, 10)
    Estimate(value=0.5, low=0.236593090513, high=0.763406909487, n=10)
    """
    if n < 1 or not 0 <= successes <= n:
        raise InputError(f"no share of {successes} in {n}: use 0 to n successes in n trials, n at least 1")
    interval = stats.binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    return _estimate(successes / n, interval.low, interval.high, n)


def correlation(x: Iterable[float], y: Iterable[float]) -> Estimate:
    """Pearson's correlation of the logarithms, such as of calls and seconds, with Fisher's interval.

    On the logarithms, since otherwise the few largest searches decide. Three pairs or fewer leave -1 to 1 open.

    Examples
    --------
    >>> correlation([1, 10, 100], [2, 20, 200])
    Estimate(value=1.0, low=-1.0, high=1.0, n=3)
    """
    first, second = (np.log(numbers) for numbers in pairs("x", positive, x, "y", y))
    for name, logs in (("x", first), ("y", second)):
        if is_constant(logs):
            raise InputError(f"{name} is {np.exp(logs[0]):g} throughout: a correlation needs different numbers")
    # Shifting and scaling change no correlation, and SciPy warns of logarithms that lie close together far from 0.
    found = stats.pearsonr(scaled(first), scaled(second))
    interval = found.confidence_interval(CONFIDENCE)
    return _estimate(rounded(found.statistic), interval.low, interval.high, first.size)


# -- growth ------------------------------------------------------------------------------------------------------------


def growth(depths: Iterable[float], values: Iterable[float]) -> Growth:
    """The growth factor of one series: least squares of ln value on depth, with the interval of the t distribution.

    The factor is ``exp(slope)`` and its standard error ``factor * error of the slope`` (delta method). Two points fit
    exactly, so their error is unknown.

    Examples
    --------
    >>> growth([1, 2, 3, 4], [5, 10, 20, 40])
    Growth(factor=2.0, low=2.0, high=2.0, error=0.0, r_squared=1.0, n_depths=4, n=4)
    """
    x, y = pairs("depths", checked, depths, "values", values)
    if np.ptp(x) == 0:
        raise InputError(f"depth {x[0]:g} only: growth needs two different depths")
    logs = np.log(y)
    fit = stats.linregress(x, logs - logs.min())
    r_squared = _r_squared(fit.rvalue**2, np.ptp(logs))
    # SciPy takes the error from 1 - r², of which an exact fit leaves nothing but the last bits.
    error = (0.0 if r_squared == 1 else fit.stderr) if x.size > 2 else nan
    reach = stats.t.ppf((1 + CONFIDENCE) / 2, max(x.size - 2, 1)) * error
    return _growth(fit.slope, fit.slope - reach, fit.slope + reach, error, r_squared, _different(x), x.size)


def pooled_growth(
    frame: pd.DataFrame, x: str = "depth", y: str = "calls", unit: str = "position", seed: int = 1
) -> Growth:
    """The common growth factor of many positions.

    Least squares of ln `y` on `x` with an intercept for each position and one slope for all (fixed effects). The usual
    short cut, the sum of all calls at a depth divided by the sum at the depth before, is the growth of the largest
    trees: sizes differ by orders of magnitude, so one position of a hundred can make up most of both sums. On the log
    scale each position weighs the same, large or small, and one that was searched to some depths only shifts nothing.

    The interval is a bootstrap over positions (see `mean`), since these were sampled: the cells of one position are as
    large or small together, and counting them as independent would give an interval far too narrow. Positions with a
    single depth say nothing of growth and are not counted.

    Parameters
    ----------
    frame : DataFrame
        One row a cell, of one algorithm and heuristic.
    x, y, unit : str
        The columns of the depth, of what grows, and of what was sampled.
    seed : int

    Examples
    --------
    >>> cells = pd.DataFrame({"position": list("aabb"), "depth": [1, 2, 1, 2], "calls": [1, 2, 1000, 8000]})
    >>> pooled_growth(cells).factor
    4.0
    """
    cells = _growing(frame, x, y, unit)
    sums = _sums_within(cells)
    slopes = (sums["xy"] / sums["xx"]).to_numpy()
    xx, xy, yy = (fsum(sums[key]) for key in ("xx", "xy", "yy"))
    low, high, error = resampled(slopes, seed, weights=snapped(sums["xx"].to_numpy()))
    r_squared = _r_squared(xy * xy / (xx * yy) if yy else 0.0, yy)
    return _growth(xy / xx, low, high, error, r_squared, _different(cells["x"]), len(sums))


def _growing(frame: pd.DataFrame, x: str, y: str, unit: str) -> pd.DataFrame:
    """`unit`, `x` and ln `y` of the positions with two different depths."""
    check_columns(frame, [x, y, unit])
    logs = np.log(positive(y, frame[y]))
    cells = pd.DataFrame({"unit": frame[unit].to_numpy(), "x": checked(x, frame[x]), "y": logs})
    is_growing = cells.groupby("unit", dropna=False)["x"].transform("nunique") > 1
    if not is_growing.any():
        raise InputError(f"no {unit} has two different numbers in {x}: growth needs two depths of one {unit}")
    return cells[is_growing].sort_values(["x", "y"])


def _sums_within(cells: pd.DataFrame) -> pd.DataFrame:
    """The sums of squares and products about each position's own means: all that a common slope needs of it."""
    across, up = cells["x"], cells["y"]
    # From the least first: numbers that are all the same are then exactly 0.
    for centre in ("min", "mean"):
        across, up = (column - column.groupby(cells["unit"], dropna=False).transform(centre) for column in (across, up))
    products = pd.DataFrame({"xx": across * across, "xy": across * up, "yy": up * up})
    return products.groupby(cells["unit"], dropna=False).sum()


def _growth(slope: float, low: float, high: float, error: float, r_squared: float, n_depths: int, n: int) -> Growth:
    with np.errstate(over="ignore"):  # the end of a hopeless fit may be infinite
        factor, low, high = (rounded(end) for end in np.exp([slope, low, high]))
    return Growth(factor, low, high, rounded(factor * error), r_squared, n_depths, n)


def _r_squared(found: float, variation: float) -> float:
    """A constant is explained in full: by no growth."""
    return rounded(found) if variation > 0 else 1.0


def _different(numbers: Iterable[float]) -> int:
    return len(set(numbers))


# -- groups ------------------------------------------------------------------------------------------------------------

MEANS = {"mean": mean, "geometric": geometric_mean}


def summarise(frame: pd.DataFrame, by: str | Sequence[str], y: str, how: str = "mean", seed: int = 1) -> pd.DataFrame:
    """The means of a column, one row a group.

    Every group is resampled from the same seed: its row depends on its own numbers only, not on what other groups there
    are. Groups stand in the order of their keys; for stages in the order of play, make the column categorical.

    Parameters
    ----------
    frame : DataFrame
    by : str or sequence of str
        The columns that make a group; a missing key is a group too.
    y : str
    how : str
        `mean` or `geometric`.
    seed : int

    Returns
    -------
    DataFrame
        The columns of `by`, then `y`, `y_low`, `y_high`, `n` and `is_small`.

    Examples
    --------
    >>> cells = pd.DataFrame({"depth": [2, 1, 2, 1], "calls": [30, 3, 50, 3]})
    >>> summarise(cells, "depth", "calls")[["depth", "calls", "n"]].values.tolist()
    [[1.0, 3.0, 2.0], [2.0, 40.0, 2.0]]
    """
    estimate = MEANS[choose("kind of mean", how, MEANS)]
    keys = [by] if isinstance(by, str) else list(by)
    check_columns(frame, [*keys, y])
    if not keys or set(keys) & set(Estimate(0, 0, 0, 0).to_dict(y)):
        raise InputError(f"cannot group {y!r} by {keys}: use columns other than those of the answer")
    groups = frame.groupby(keys, observed=True, dropna=False)[y]
    found = [dict(zip(keys, key, strict=True)) | estimate(group, seed, name=y).to_dict(y) for key, group in groups]
    return pd.DataFrame(found).astype({key: frame[key].dtype for key in keys})


def sample_sizes(found: pd.DataFrame) -> str:
    """How many positions the lines of a table rest on, as a sentence.

    Examples
    --------
    >>> sample_sizes(pd.DataFrame({"n": [12, 12]})), sample_sizes(pd.DataFrame({"n": [1, 9]}))
    ('12 positions a line.', '1 to 9 positions a line.')
    """
    choose("column", "n", found.columns)
    least, most = int(found["n"].min()), int(found["n"].max())
    return f"{most if least == most else f'{least} to {most}'} position{'' if most == 1 else 's'} a line."


def small_sample_note(found: pd.DataFrame | Iterable[Estimate | Growth]) -> str:
    """A sentence for the reader where a sample is small, else nothing.

    Parameters
    ----------
    found : DataFrame or iterable
        A table with a column `n`, as `summarise` makes it, or estimates.

    Examples
    --------
    >>> small_sample_note([mean([1, 2, 3]), mean(range(20))])
    'Small samples: 1 of 2 rests on fewer than 10 (the smallest on 3); what is said of their error is rough.'
    """
    if isinstance(found, pd.DataFrame):
        choose("column", "n", found.columns)
        sizes = [int(n) for n in found["n"]]
    else:
        sizes = [estimate.n for estimate in found]
    small = [n for n in sizes if n < SMALL]
    if not small:
        return ""
    rest = "rests" if len(small) == 1 else "rest"
    missing = " or missing" if min(small) == 1 else ""
    start = f"Small samples: {len(small)} of {len(sizes)} {rest} on fewer than {SMALL} (the smallest on {min(small)})"
    return f"{start}; what is said of their error is rough{missing}."
