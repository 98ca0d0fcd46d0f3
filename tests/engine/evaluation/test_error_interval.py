"""Intervals of errors: held against exact binomial chances, and how often they hold."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset
from engine.evaluation.error_interval import (
    effective_number,
    error_interval,
    fall_interval,
    gap_interval,
    mean_interval,
    share_interval,
)

HALF = Fraction(1, 40)
"""Of 5 %, at each end."""
NEAR = Fraction(1, 10**9)


def at_least(k: int, n: int, p: Fraction) -> Fraction:
    """Give the exact chance of k or more of n."""
    return sum(
        (comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1)), Fraction(0)
    )


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_is_where_its_tails_are_a_fortieth(case) -> None:
    k, n = case
    low, high = map(Fraction, share_interval(k / n, n))
    if k:
        assert at_least(k, n, low - NEAR) < HALF < at_least(k, n, low + NEAR)
    else:
        assert low == 0
    if k < n:
        below = [1 - at_least(k + 1, n, end) for end in (high - NEAR, high + NEAR)]
        assert below[0] > HALF > below[1]
    else:
        assert high == 1


def test_students_interval_by_the_table() -> None:
    """Of three values t is 4.3027, of five 2.7764."""
    assert mean_interval(np.array([0.1, 0.2, 0.3])) == pytest.approx(
        (0.2 - 4.3027 * 0.1 / 3**0.5, 0.2 + 4.3027 * 0.1 / 3**0.5), abs=1e-5
    )
    five = np.array([0.0, 0.1, 0.2, 0.3, 0.4])
    half = 2.7764 * five.std(ddof=1) / 5**0.5
    assert mean_interval(five) == pytest.approx((0.2 - half, 0.2 + half), abs=1e-5)
    assert mean_interval(np.array([0.5])) == (-np.inf, np.inf)


def test_folds_that_agree_are_no_certainty() -> None:
    """Three folds of four samples, all right: 1 − (1/40)^(1/12) = 0.2646."""
    low, high = error_interval(np.zeros(3), 12)
    assert low == 0
    assert (1 - Fraction(high)) ** 12 == pytest.approx(HALF)
    fall = fall_interval(np.full(3, 0.25), np.zeros(3), 12)
    assert fall.low < 0 < fall.high
    gap = gap_interval(np.zeros(3), np.zeros(3), 12)
    assert gap == pytest.approx((0, high))


def test_it_is_the_wider_of_both_and_within_0_and_1() -> None:
    scattered = np.array([0.0, 0.9, 0.1])
    assert error_interval(scattered, 10_000) == (0.0, 1.0)
    few = np.array([0.2, 0.2, 0.2])
    assert error_interval(few, 15) == share_interval(few.mean(), 15)
    assert error_interval(few[:1], 5) == share_interval(0.2, 5)


@pytest.mark.parametrize("error", [0.02, 0.1, 0.3, 0.5])
@pytest.mark.parametrize("n", [9, 30, 150])
def test_it_holds_the_true_error_as_often_as_it_says(error, n) -> None:
    rng = np.random.default_rng(n)
    wrong = rng.random((400, 3, n // 3)) < error
    intervals = [error_interval(folds.mean(axis=1), n) for folds in wrong]
    assert np.mean([low <= error <= high for low, high in intervals]) >= 0.95


@pytest.mark.parametrize("n", [12, 60])
def test_a_fall_that_is_none_is_seldom_told(n) -> None:
    """Two models that are wrong with the same chance, each on the same samples."""
    rng = np.random.default_rng(0)
    wrong = rng.random((400, 2, 3, n // 3)) < 0.2
    told = [
        fall_interval(before.mean(axis=1), after.mean(axis=1), n).low > 0
        for before, after in wrong
    ]
    assert np.mean(told) <= 0.025


def test_weights_count_as_their_effective_number() -> None:
    """(1 + 1 + 2)² / (1 + 1 + 4) = 8/3; the fourth is never held out, the last is 0."""
    data = Dataset(
        np.arange(5.0)[:, None], [0, 0, 1, 1, 1], sample_weights=[1, 1, 2, 7, 0]
    )
    folds = [np.array([1, 0, 1, 0, 1], np.uint8), np.array([0, 1, 0, 0, 0], np.uint8)]
    assert effective_number(data, folds) == pytest.approx(8 / 3)
    assert effective_number(data, folds, "balanced") == pytest.approx(2.0)
    plain = Dataset(data.X, data.y)
    assert effective_number(plain, folds) == 4
    assert effective_number(plain, [np.zeros(5, np.uint8)]) == 0
