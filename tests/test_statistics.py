"""Means, shares and growth rates: by hand, against what intervals promise, and what must not change them."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from math import exp, inf, isnan, log, nan, sqrt
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from plyscope.core.errors import InputError
from plyscope.studies import resampling
from plyscope.studies.statistics import (
    Estimate,
    Growth,
    correlation,
    geometric_mean,
    geometric_mean_ratio,
    growth,
    mean,
    pooled_growth,
    share,
    small_sample_note,
    summarise,
)

FEW = settings(max_examples=30)  # an example resamples some thousand times
NUMBERS = st.floats(-1e6, 1e6)
RATIOS = st.floats(1e-3, 1e6)
COUNTS = st.integers(1, 10**9)


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    """Not even one raised inside SciPy, which the suite's own filter does not see."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def cells_of(factors: list[float], depths: range = range(1, 6), size: float = 10.0) -> pd.DataFrame:
    """Each position grows by its own factor, from a size ten times that of the position before."""
    rows = [
        {"position": f"p{place}", "depth": depth, "calls": size * 10.0**place * factor**depth}
        for place, factor in enumerate(factors)
        for depth in depths
    ]
    return pd.DataFrame(rows)


def same(left: Estimate | Growth, right: Estimate | Growth) -> bool:
    """Are they equal to the last bit, nan for nan?"""
    return repr(left) == repr(right)


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_the_mean_lies_in_an_interval_of_the_width_that_its_standard_error_gives() -> None:
    values = list(range(1, 101))
    found = mean(values)
    error = float(np.std(values, ddof=1)) / 10
    assert (found.value, found.n, found.is_small) == (50.5, 100, False)
    assert found.low == pytest.approx(50.5 - 1.96 * error, abs=0.1 * error)
    assert found.high == pytest.approx(50.5 + 1.96 * error, abs=0.1 * error)


def test_the_interval_is_scipys_where_no_rounding_is_in_play() -> None:
    values = np.sort(np.random.default_rng(5).lognormal(size=30))
    theirs = stats.bootstrap((values,), np.mean, n_resamples=2000, rng=np.random.default_rng(1)).confidence_interval
    found = mean(values, seed=1)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)


def test_the_interval_of_a_large_sample_is_the_percentile_one(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.sort(np.random.default_rng(5).lognormal(size=30))
    theirs = stats.bootstrap((values,), np.mean, n_resamples=2000, rng=np.random.default_rng(1), method="percentile")
    monkeypatch.setattr(resampling, "LARGEST_FOR_BCA", 29)
    found = mean(values, seed=1)
    assert (found.low, found.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)


def test_the_interval_of_skewed_numbers_reaches_farther_up() -> None:
    found = mean([1] * 9 + [101])
    assert found.value == 11
    assert found.high - found.value > found.value - found.low
    assert found.low >= 1


def test_the_geometric_mean_by_hand() -> None:
    found = geometric_mean([1, 10, 100])
    assert found.value == 10
    logs = mean([log(1), log(10), log(100)])
    assert (found.low, found.high) == pytest.approx((exp(logs.low), exp(logs.high)), rel=1e-9)


def test_the_ratio_of_pairs_is_not_that_of_sums() -> None:
    minimax, alphabeta = [100, 10_000], [50, 1_250]
    assert geometric_mean_ratio(minimax, alphabeta).value == 4  # 2 and 8; the sums give 7.8
    assert geometric_mean_ratio(alphabeta, minimax).value == 0.25


def test_wilsons_interval_by_its_formula() -> None:
    successes, n, z = 3, 20, 1.959963984540054
    part = successes / n
    centre = (part + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(part * (1 - part) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    found = share(successes, n)
    assert found.value == 0.15
    assert (found.low, found.high) == pytest.approx((centre - reach, centre + reach), rel=1e-10)


@pytest.mark.parametrize(("successes", "n"), [(0, 7), (7, 7), (0, 1), (1, 1)])
def test_a_share_of_none_or_all_has_an_interval(successes: int, n: int) -> None:
    found = share(successes, n)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.high - found.low > 0.2


def test_a_power_law_correlates_in_full() -> None:
    calls = np.geomspace(10, 1e6, 12)
    assert correlation(calls, 3e-7 * calls**1.1) == Estimate(1.0, 1.0, 1.0, 12)
    assert correlation(calls, 1 / calls).value == -1


def test_fishers_interval_by_its_formula() -> None:
    x, y = [1, 2, 4, 8, 16, 32], [3, 2, 9, 7, 40, 30]
    r = np.corrcoef(np.log(x), np.log(y))[0, 1]
    reach = 1.959963984540054 / sqrt(6 - 3)
    found = correlation(x, y)
    assert found.value == pytest.approx(r, rel=1e-10)
    assert (found.low, found.high) == pytest.approx(np.tanh([np.arctanh(r) - reach, np.arctanh(r) + reach]), rel=1e-10)


def test_growth_by_hand() -> None:
    # ln value = 0, 1, 1, 2 at depths 1 to 4: slope 3/5, residuals -0.1, 0.3, -0.3, 0.1, so s² = 0.2 / 2 and
    # se = sqrt(0.1 / 5); t with 2 degrees of freedom is 4.302652729911275.
    found = growth([1, 2, 3, 4], [1, exp(1), exp(1), exp(2)])
    error = sqrt(0.02)
    assert found.factor == pytest.approx(exp(0.6), rel=1e-11)
    assert found.error == pytest.approx(exp(0.6) * error, rel=1e-9)
    assert found.low == pytest.approx(exp(0.6 - 4.302652729911275 * error), rel=1e-9)
    assert found.high == pytest.approx(exp(0.6 + 4.302652729911275 * error), rel=1e-9)
    assert found.r_squared == pytest.approx(0.9, rel=1e-11)
    assert (found.n_depths, found.n, found.is_small) == (4, 4, True)


def test_two_depths_tell_a_factor_and_no_error() -> None:
    found = growth([4, 6], [10, 90])
    assert (found.factor, found.r_squared, found.n_depths) == (3, 1, 2)
    assert isnan(found.error) and isnan(found.low) and isnan(found.high)


def test_no_growth_is_a_factor_of_one() -> None:
    assert growth([1, 2, 3], [7, 7, 7]) == Growth(1.0, 1.0, 1.0, 0.0, 1.0, 3, 3)
    assert pooled_growth(cells_of([1.0, 1.0])) == Growth(1.0, 1.0, 1.0, 0.0, 1.0, 5, 2)


def test_a_hopeless_fit_ends_in_the_infinite() -> None:
    assert growth([1, 2, 3], [1, 1e200, 1]).high == inf


def test_pooled_growth_counts_each_position_once_though_sums_do_not() -> None:
    cells = cells_of([2.0, 8.0])
    sums = cells.groupby("depth")["calls"].sum()
    assert sums[5] / sums[4] > 7.9
    assert pooled_growth(cells).factor == 4


def test_pooled_growth_of_equal_positions_has_no_error() -> None:
    found = pooled_growth(cells_of([3.0] * 12))
    assert found == Growth(3.0, 3.0, 3.0, 0.0, 1.0, 5, 12)


def test_pooled_growth_fits_as_least_squares_with_an_intercept_each() -> None:
    random = np.random.default_rng(3)
    cells = cells_of([2.0, 3.0, 5.0]).drop(index=[4, 8, 9])  # not every position was searched to every depth
    cells["calls"] *= random.lognormal(0, 0.3, len(cells))
    design = np.column_stack([cells["depth"], pd.get_dummies(cells["position"]).to_numpy(dtype=float)])
    slope = np.linalg.lstsq(design, np.log(cells["calls"]), rcond=None)[0][0]
    found = pooled_growth(cells)
    assert found.factor == pytest.approx(exp(slope), rel=1e-10)
    assert found.low < found.factor < found.high
    assert 0 < found.r_squared < 1


def test_the_interval_of_pooled_growth_is_one_over_positions() -> None:
    # Searched to twice as many depths, 16 positions are still 16 positions.
    factors = list(np.exp(np.random.default_rng(9).normal(1.0, 0.3, 16)))
    short, long = (pooled_growth(cells_of(factors, range(1, last))) for last in (6, 11))
    assert (short.low, short.high) == pytest.approx((long.low, long.high), rel=1e-9)
    slopes = mean(np.log(factors))
    assert (short.low, short.high) == pytest.approx((exp(slopes.low), exp(slopes.high)), rel=1e-9)
    assert short.error == pytest.approx(short.factor * np.std(np.log(factors)) / 4, rel=0.1)


def test_positions_with_one_depth_are_not_counted() -> None:
    lone = pd.DataFrame({"position": ["lone"] * 2, "depth": [9, 9], "calls": [5.0, 6.0]})
    cells = cells_of([2.0, 3.0, 4.0])
    assert same(pooled_growth(pd.concat([cells, lone])), pooled_growth(cells))


def test_one_position_tells_a_factor_and_no_error() -> None:
    found = pooled_growth(cells_of([3.0]))
    assert (found.factor, found.n, found.is_small) == (3, 1, True)
    assert isnan(found.error) and isnan(found.low) and isnan(found.high)


def test_columns_of_other_names() -> None:
    cells = cells_of([2.0, 3.0]).rename(columns={"position": "board", "depth": "size", "calls": "nodes"})
    assert same(pooled_growth(cells, "size", "nodes", "board"), pooled_growth(cells_of([2.0, 3.0])))


# -- what an interval promises -----------------------------------------------------------------------------------------


def coverage(
    estimate: Callable[[np.ndarray], Estimate | Growth], truth: float, draw: Callable[..., np.ndarray]
) -> float:
    """The share of 200 samples whose interval holds the truth."""
    random = np.random.default_rng(2024)
    found = [estimate(draw(random)) for _ in range(200)]
    return sum(each.low <= truth <= each.high for each in found) / len(found)


def test_the_interval_of_a_mean_covers_the_truth() -> None:
    assert 0.90 <= coverage(mean, 5.0, lambda random: random.normal(5.0, 2.0, 30)) <= 0.99


def test_the_interval_of_a_geometric_mean_covers_the_truth() -> None:
    assert 0.90 <= coverage(geometric_mean, exp(1.0), lambda random: random.lognormal(1.0, 0.7, 30)) <= 0.99


def test_the_interval_of_growth_covers_the_truth_from_six_depths() -> None:
    def fit(noise: np.ndarray) -> Growth:
        depths = np.arange(1, 7)
        return growth(depths, 10 * 3.0**depths * noise)

    assert 0.90 <= coverage(fit, 3.0, lambda random: random.lognormal(0.0, 0.3, 6)) <= 0.99


def test_the_interval_of_pooled_growth_covers_the_truth() -> None:
    def fit(factors: np.ndarray) -> Growth:
        return pooled_growth(cells_of(list(factors)))

    assert 0.90 <= coverage(fit, exp(1.0), lambda random: np.exp(random.normal(1.0, 0.2, 30))) <= 0.99


def test_small_samples_promise_too_much_which_is_why_they_say_so() -> None:
    assert coverage(mean, 5.0, lambda random: random.normal(5.0, 2.0, 4)) < 0.90
    assert mean(range(9)).is_small
    assert not mean(range(10)).is_small


# -- what must not change them -----------------------------------------------------------------------------------------


@FEW
@given(st.lists(NUMBERS, min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_the_order_of_numbers_changes_nothing(values: list[float], random: Random) -> None:
    shuffled = random.sample(values, len(values))
    assert same(mean(values), mean(shuffled))


@FEW
@given(st.lists(st.tuples(RATIOS, RATIOS), min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_the_order_of_pairs_changes_nothing(pairs: list[tuple[float, float]], random: Random) -> None:
    def ratio(chosen: list[tuple[float, float]]) -> Estimate:
        return geometric_mean_ratio([above for above, _ in chosen], [below for _, below in chosen])

    assert same(ratio(pairs), ratio(random.sample(pairs, len(pairs))))


@FEW
@given(st.lists(NUMBERS, min_size=2, max_size=30))
def test_the_value_lies_in_its_interval_and_both_among_the_numbers(values: list[float]) -> None:
    found = mean(values)
    slack = 1e-11 * max(map(abs, values))
    assert found.low <= found.value <= found.high
    assert min(values) - slack <= found.low and found.high <= max(values) + slack


@FEW
@given(st.lists(RATIOS, min_size=2, max_size=30), st.floats(1e-3, 1e3))
def test_a_geometric_mean_scales_with_its_numbers(values: list[float], scale: float) -> None:
    before, after = geometric_mean(values), geometric_mean([scale * value for value in values])
    for left, right in ((before.value, after.value), (before.low, after.low), (before.high, after.high)):
        assert right == pytest.approx(scale * left, rel=1e-6)


@FEW
@given(st.lists(st.tuples(COUNTS, COUNTS), min_size=1, max_size=30))
def test_the_inverse_ratio_has_the_inverse_mean(pairs: list[tuple[int, int]]) -> None:
    above, below = [a for a, _ in pairs], [b for _, b in pairs]
    over, under = geometric_mean_ratio(above, below), geometric_mean_ratio(below, above)
    assert over.value * under.value == pytest.approx(1, rel=1e-10)


def test_the_inverse_ratio_has_the_inverse_interval_up_to_chance() -> None:
    random = np.random.default_rng(4)
    above, below = random.lognormal(2, 1, 100), random.lognormal(1, 1, 100)
    over, under = geometric_mean_ratio(above, below), geometric_mean_ratio(below, above)
    assert (1 / under.high, 1 / under.low) == pytest.approx((over.low, over.high), rel=0.03)


@FEW
@given(st.lists(RATIOS, min_size=3, max_size=10), st.floats(1e-3, 1e3))
def test_the_unit_of_what_grows_does_not_matter(values: list[float], scale: float) -> None:
    depths = range(len(values))
    before, after = growth(depths, values), growth(depths, [scale * value for value in values])
    assert after.factor == pytest.approx(before.factor, rel=1e-9)


@FEW
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 6), COUNTS), min_size=2, max_size=40), st.integers(0, 99))
def test_the_order_of_rows_changes_nothing(rows: list[tuple[int, int, int]], seed: int) -> None:
    cells = pd.DataFrame([*rows, (1, 1, 5), (1, 2, 15)], columns=["position", "depth", "calls"])
    shuffled = cells.sample(frac=1, random_state=seed)
    assert same(pooled_growth(cells), pooled_growth(shuffled))
    for how in ("mean", "geometric"):
        pd.testing.assert_frame_equal(
            summarise(cells, "depth", "calls", how), summarise(shuffled, "depth", "calls", how), check_exact=True
        )


@given(st.lists(st.tuples(st.integers(1, 10**6), RATIOS), min_size=3, max_size=30), st.randoms(use_true_random=False))
def test_correlation_is_symmetric(pairs: list[tuple[int, float]], random: Random) -> None:
    x, y = [*(a for a, _ in pairs), 1, 2], [*(b for _, b in pairs), 1.0, 2.0]
    forth, back = correlation(x, y), correlation(y, x)
    assert back.value == pytest.approx(forth.value, abs=1e-10)
    assert -1 <= forth.low <= forth.value <= forth.high <= 1


def test_the_seed_decides() -> None:
    values = np.random.default_rng(8).lognormal(size=25)
    assert mean(values, seed=1) == mean(values, seed=1)
    assert mean(values, seed=1) != mean(values, seed=2)


def test_last_bits_do_not_break_ties() -> None:
    # ln 6 = ln 2 + ln 3: many resamples have the same mean, and only rounding tells whether a machine sees it.
    values = np.log([1, 2, 3, 6, 4, 9, 12, 36, 2, 3, 6, 18])
    nudged = np.nextafter(values, np.where(np.arange(12) % 2, inf, -inf))
    before, after = mean(values), mean(nudged)
    assert (nudged != values).all()
    assert (before.low, before.high) == (after.low, after.high)


# -- degenerate samples ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("estimate", [mean, geometric_mean])
def test_one_number_has_no_interval(estimate: Callable[..., Estimate]) -> None:
    found = estimate([3.0])
    assert (found.value, found.n, found.is_small) == (3, 1, True)
    assert isnan(found.low) and isnan(found.high)


@pytest.mark.parametrize("value", [0.1, 3.0, 1e-300, 1e300, 12345678.9])
@pytest.mark.parametrize("n", [2, 3, 10, 101])
def test_constants_have_an_interval_without_width(value: float, n: int) -> None:
    for estimate in (mean, geometric_mean):
        found = estimate([value] * n)
        assert found == Estimate(value, value, value, n)
    assert mean([0.0] * n) == Estimate(0.0, 0.0, 0.0, n)
    assert mean([-1 / 3] * n) == Estimate(-1 / 3, -1 / 3, -1 / 3, n)


@pytest.mark.parametrize(
    "values", [[1, 2], [0, 0, 1], [1.0, 1.0 + 2**-52], [1e-200, 1e200], [-1e150, 1e150], [1, 1e15]]
)
def test_awkward_numbers_have_finite_intervals(values: list[float]) -> None:
    found = mean(values)
    assert -inf < found.low <= found.value <= found.high < inf


def test_missing_and_infinite_numbers_are_refused() -> None:
    with pytest.raises(InputError, match="values has nan as number 2 of 3"):
        mean([1, nan, 3])
    with pytest.raises(InputError, match="values has nan as number 1 of 2"):
        mean(pd.Series([pd.NA, 2], dtype="Int64"))
    with pytest.raises(InputError, match="ratios has inf"):
        geometric_mean([1, inf])
    with pytest.raises(InputError, match="no number"):
        mean(["many"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="calls has nan"):
        summarise(pd.DataFrame({"depth": [1, 1], "calls": [1, nan]}), "depth", "calls")
    with pytest.raises(InputError, match="depth has nan"):
        pooled_growth(cells_of([2.0]).replace({"depth": {3: nan}}))


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: mean([]), "values is empty"),
        (lambda: geometric_mean(iter(())), "ratios is empty"),
        (lambda: geometric_mean_ratio([], []), "numerators is empty"),
        (lambda: growth([], []), "depths is empty"),
        (lambda: correlation([], []), "x is empty"),
        (lambda: pooled_growth(cells_of([])), "unknown column 'depth'"),
        (lambda: pooled_growth(cells_of([2.0]).head(0)), "the table is empty"),
        (lambda: summarise(cells_of([2.0]).head(0), "depth", "calls"), "the table is empty"),
        (lambda: share(0, 0), "no share of 0 in 0"),
    ],
)
def test_the_empty_is_refused_by_name(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(InputError, match=named):
        ask()


def test_what_has_no_logarithm_is_refused() -> None:
    with pytest.raises(InputError, match="ratios has 0 as number 2 of 2: logarithms"):
        geometric_mean([1, 0])
    with pytest.raises(InputError, match="denominators has 0"):
        geometric_mean_ratio([1, 2], [1, 0])
    with pytest.raises(InputError, match="numerators has -1"):
        geometric_mean_ratio([-1, 2], [1, 1])
    with pytest.raises(InputError, match="values has 0"):
        growth([1, 2], [0, 1])
    with pytest.raises(InputError, match="y has -2"):
        correlation([1, 2], [1, -2])
    with pytest.raises(InputError, match="calls has 0"):
        summarise(pd.DataFrame({"depth": [1], "calls": [0]}), "depth", "calls", "geometric")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="2 numerators for 1 denominators"):
        geometric_mean_ratio([1, 2], [1])
    with pytest.raises(InputError, match="depth 4 only"):
        growth([4, 4], [1, 2])
    with pytest.raises(InputError, match="no position has two"):
        pooled_growth(cells_of([2.0, 3.0], range(4, 5)))
    with pytest.raises(InputError, match="y is 7 throughout"):
        correlation([1, 2, 3], [7, 7, 7])
    for successes in (-1, 4):
        with pytest.raises(InputError, match=f"no share of {successes} in 3"):
            share(successes, 3)
    with pytest.raises(InputError, match="did you mean geometric"):
        summarise(cells_of([2.0]), "depth", "calls", "geo metric")
    with pytest.raises(InputError, match="did you mean calls"):
        summarise(cells_of([2.0]), "depth", "call")
    for by in ("calls", [], ["depth", "n"]):
        with pytest.raises(InputError, match="cannot group"):
            summarise(cells_of([2.0]).assign(n=1), by, "calls")
    with pytest.raises(InputError, match="unknown column 'n'"):
        small_sample_note(cells_of([2.0]))


# -- groups ------------------------------------------------------------------------------------------------------------


def test_a_summary_has_one_row_a_group_as_its_mean_says() -> None:
    cells = cells_of([2.0, 3.0, 5.0])
    table = summarise(cells, "depth", "calls")
    assert list(table.columns) == ["depth", "calls", "calls_low", "calls_high", "n", "is_small"]
    assert table["depth"].tolist() == [1, 2, 3, 4, 5]
    assert table["is_small"].dtype == bool
    for row in table.to_dict("records"):
        assert row == {"depth": row["depth"]} | mean(cells["calls"][cells["depth"] == row["depth"]]).to_dict("calls")


def test_a_summary_by_two_columns_keeps_their_types_and_the_order_of_play() -> None:
    stages = pd.CategoricalDtype(["early", "middle", "late"], ordered=True)
    cells = pd.DataFrame(
        {"stage": ["late", "early", "middle", "late"], "depth": [2, 1, 1, 2], "calls": [8, 1, 4, 2]}
    ).astype({"stage": stages})
    table = summarise(cells, ["stage", "depth"], "calls", "geometric")
    assert table[["stage", "depth", "calls", "n"]].values.tolist() == [
        ["early", 1, 1.0, 1],
        ["middle", 1, 4.0, 1],
        ["late", 2, 4.0, 2],
    ]
    assert table["stage"].dtype == stages
    assert table["depth"].dtype == cells["depth"].dtype


def test_a_missing_key_is_a_group_too() -> None:
    cells = pd.DataFrame({"white_depth": [nan, 3, nan], "calls": [1, 2, 3]})
    assert summarise(cells, "white_depth", "calls")["calls"].tolist() == [2, 2]


def test_a_group_does_not_depend_on_the_others() -> None:
    cells = cells_of([2.0, 3.0, 5.0])
    alone = summarise(cells[cells["depth"] == 3], "depth", "calls")
    among = summarise(cells, "depth", "calls").query("depth == 3").reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, among, check_exact=True)


def test_the_note_counts_small_groups() -> None:
    assert small_sample_note([mean(range(10)), mean(range(1, 20))]) == ""
    assert small_sample_note([]) == ""
    table = pd.DataFrame({"n": [3, 100, 1]})
    assert small_sample_note(table) == (
        "Small samples: 2 of 3 rest on fewer than 10 (the smallest on 1); "
        "what is said of their error is rough or missing."
    )
    assert "1 of 1 rests" in small_sample_note([pooled_growth(cells_of([2.0, 3.0]))])


def test_a_row_of_growth() -> None:
    row = growth([1, 2, 3], [1, 2, 4]).to_dict("growth")
    assert row == {
        "growth": 2.0,
        "growth_low": 2.0,
        "growth_high": 2.0,
        "n": 3,
        "is_small": True,
        "growth_error": 0.0,
        "r_squared": 1.0,
        "n_depths": 3,
    }


def test_sixty_groups_take_no_time_to_speak_of() -> None:
    random = np.random.default_rng(1)
    cells = pd.DataFrame({"group": np.repeat(np.arange(60), 100), "calls": random.lognormal(10, 2, 6000)})
    began = time.process_time()
    assert len(summarise(cells, "group", "calls", "geometric")) == 60
    assert time.process_time() - began < 2
