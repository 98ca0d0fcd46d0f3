from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.preprocessing import StandardScaler

from engine.models import scaling
from engine.models.scaling import BLOCK, Moments, Scaling


@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=6),
    st.sampled_from([1e-150, 1.0, 1e150]),
)
def test_blocks_of_any_size_measure_what_all_samples_do(sizes, unit):
    rng = np.random.default_rng(len(sizes))
    blocks = [unit * (7.0 + i + rng.normal(size=(n, 3))) for i, n in enumerate(sizes)]
    moments = reduce(Moments.plus, map(Moments.of, blocks))
    assert moments.n == sum(sizes)
    if not moments.n:
        return
    ours = Scaling.of(moments)
    X = np.concatenate(blocks) / unit
    np.testing.assert_allclose(ours.mean / unit, X.mean(axis=0), rtol=1e-12)
    if moments.n > 1:
        np.testing.assert_allclose(ours.scale / unit, X.std(axis=0), rtol=1e-9)


def test_more_than_a_block_is_scaled_as_by_scikit_learn():
    X = np.random.default_rng(1).normal(1e3, 2.0, size=(2 * BLOCK + 5, 2))
    ours, theirs = Scaling.fit(X), StandardScaler().fit(X)
    np.testing.assert_allclose(ours.mean, theirs.mean_, rtol=1e-13)
    np.testing.assert_allclose(ours.scale, theirs.scale_, rtol=1e-10)


def test_with_weights_it_is_scaled_as_by_scikit_learn():
    """A constant term too, however little the samples weigh: theirs is 1 as well."""
    rng = np.random.default_rng(3)
    for n in range(1, 40):
        X = rng.normal(1e3, 2.0, size=(n, 3))
        X[:, 1:] = 0.1, 3.7e5
        weights = rng.uniform(0.001, 0.05, n)
        ours = Scaling.fit(X, sample_weights=weights)
        with np.errstate(invalid="ignore"):  # of a constant theirs may be below 0
            theirs = StandardScaler().fit(X, sample_weight=weights)
        np.testing.assert_allclose(ours.mean, theirs.mean_, rtol=1e-13)
        np.testing.assert_allclose(ours.scale, theirs.scale_, rtol=1e-9)


@pytest.mark.parametrize("d", [1, 2, 9])
def test_samples_of_weight_1_are_summed_as_those_without_to_the_last_bit(d):
    """In an order of ours, that is: no product of matrices."""
    for n in range(1, 200):
        X = np.random.default_rng(n).normal(size=(n, d))
        own, plain = Scaling.fit(X, sample_weights=np.ones(n)), Scaling.fit(X)
        assert own.mean.tolist() == plain.mean.tolist()
        assert own.scale.tolist() == plain.scale.tolist()


@given(st.integers(1, 60))
def test_the_deviation_of_a_sample_divides_by_n_minus_1(n):
    X = np.random.default_rng(n).normal(3.0, 2.0, size=(n, 2))
    ours = Scaling.fit(X, "sample")
    expected = X.std(axis=0, ddof=1) if n > 1 else [1.0, 1.0]
    np.testing.assert_allclose(ours.scale, expected, rtol=1e-12)


def test_a_constant_term_stays_constant_over_blocks(monkeypatch):
    monkeypatch.setattr(scaling, "BLOCK", 3)
    assert Scaling.fit(np.full((10, 1), 1e9 + 0.1)).scale.tolist() == [1.0]


@pytest.mark.parametrize("value", [5e-324, 1.7e308])
def test_the_smallest_and_the_largest_numbers_have_moments(value):
    fit = Scaling.fit(np.array([[value], [0.0]]))
    assert np.isfinite(fit.mean).all()
    assert np.isfinite(fit.scale).all()
    assert (fit.scale > 0).all()
