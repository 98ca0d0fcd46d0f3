"""Whether samples are separable: by hand, by enumeration in fractions, however near."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.feature_map import feature_map
from engine.diagnosis.separability import separation
from engine.diagnosis.wide_separability import propose
from engine.errors import Cancelled
from tests.engine.diagnosis import exact_oracles as exact

XOR = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]], float)
XOR_LABELS = np.array([-1, 1, 1, -1], float)


def separated(X, y, offset=True):
    X, y = np.array(X, float), np.array(y, float)
    return separation(X, y, offset=offset).separable


def mapped(X, terms):
    return feature_map(["x1", "x2"], terms).transform(np.array(X, float))


def test_xor_is_not_separable_but_with_the_product():
    assert not separated(XOR, XOR_LABELS)
    assert separated(mapped(XOR, ["x1", "x2", "x1*x2"]), XOR_LABELS)
    assert separated(mapped(XOR, ["x1*x2"]), XOR_LABELS, offset=False)


def test_three_on_a_line_are_separable_with_a_square():
    X, y = [[-1, 0], [0, 0], [1, 0]], [-1, 1, -1]
    assert not separated(X, y)
    assert separated(mapped(X, ["x1", "x1^2"]), y)


@pytest.mark.parametrize(
    ("X", "y", "offset", "answer"),
    [
        ([[1], [2]], [1, 1], True, True),  # one class
        ([[1], [-2]], [1, 1], True, True),
        ([[1], [-2]], [1, 1], False, False),
        ([[1], [-2]], [1, -1], False, True),
        ([[3, 4], [3, 4]], [1, -1], True, False),  # one place, two labels
        ([[0, 0], [1, 1]], [1, -1], False, False),  # at the origin
        ([[0, 0], [1, 1]], [1, -1], True, True),
        ([[5, 1], [5, 2], [5, 3]], [1, 1, -1], True, True),  # a constant feature
        ([[5, 1], [5, 2], [5, 3]], [1, -1, 1], True, False),
        ([[5], [5]], [1, -1], True, False),
        ([[1], [2], [3]], [-1, -1, 1], True, True),  # one feature
        ([[1], [2], [3]], [-1, 1, -1], True, False),
        ([[0, 0], [2, 2], [1, 1]], [1, 1, -1], True, False),  # on the hull's edge
        ([[1e9], [1e9 + 1]], [1, -1], True, True),  # far away
        ([[1e-9, 1e9], [2e-9, 1e9]], [1, -1], True, True),  # of very different size
    ],
)
def test_cases_by_hand(X, y, offset, answer):
    assert separated(X, y, offset) is answer


whole = st.integers(-4, 4)
scales = st.sampled_from([1.0, 1 / 3, 1e-7, 1e4])


@settings(deadline=None)
@given(
    st.lists(st.tuples(whole, whole, st.booleans()), min_size=2, max_size=7),
    st.booleans(),
)
def test_the_samples_named_against_it_forbid_all_weights_by_themselves(samples, offset):
    X = np.array([sample[:2] for sample in samples], float)
    y = np.array([1.0 if sample[2] else -1.0 for sample in samples])
    found = separation(X, y, offset=offset)
    assert bool(found.against) == (not found.separable)
    if found.against:
        rows = list(found.against)
        assert not exact.is_separable(X[rows], y[rows], offset=offset)
        for row in rows:  # and each of them is needed
            others = [other for other in rows if other != row]
            assert not others or exact.is_separable(X[others], y[others], offset=offset)


@settings(deadline=None)
@given(
    st.lists(st.tuples(whole, whole, st.booleans()), min_size=1, max_size=7),
    scales,
    st.sampled_from([0.0, 1e4]),
    st.booleans(),
)
def test_verdict_margin_and_bound_are_those_of_fractions(samples, scale, away, offset):
    X = np.array([[a, b] for a, b, _ in samples]) * scale + away
    y = np.array([1.0 if c else -1.0 for *_, c in samples])
    found = separation(X, y, offset=offset)
    square = exact.least_square(exact.signed(X, y, offset=offset))
    assert found.separable is (square > 0)
    if not found.separable:
        return
    assert found.margin == pytest.approx(float(square) ** 0.5, rel=1e-14)
    assert found.bound == float(exact.bound(X, y, offset=offset))
    if offset and len(set(y)) == 2:
        square = exact.line_margin_square(X, y)
        assert found.line.margin == pytest.approx(float(square) ** 0.5, rel=1e-14)


@pytest.mark.parametrize("gap", [1e-9, 1e-10, 1e-12, 2.0**-52])
def test_classes_that_nearly_touch_are_separable_and_those_that_touch_are_not(gap):
    """A sample beside the middle of two others: on the other side, or between them."""
    for sign, answer in ((1, True), (0, False), (-1, False)):
        X = [[0.0, 0.0], [2.0, 0.0], [1.0, sign * gap], [1.0, -3.0]]
        assert separated(X, [-1, -1, 1, -1]) is answer


def test_one_sample_that_lies_far_away_hides_no_gap():
    assert separated([[0.0], [1.0], [2.0], [1e20]], [-1, 1, 1, 1])


def test_far_from_the_origin_the_margin_is_right():
    X = np.array(
        [[10000.1, 10000.2], [10000.4, 10000.1], [10001.1, 10001.3], [10001.4, 10001.2]]
    )
    y = np.array([-1.0, -1, 1, 1])
    square = exact.least_square(exact.signed(X, y, offset=True))
    assert separation(X, y, offset=True).margin == pytest.approx(float(square) ** 0.5)


def test_a_bound_of_three_is_three():
    assert separation(np.eye(3), np.ones(3), offset=False).bound == 3.0


@pytest.mark.parametrize("n_terms", [23, 40, 64])
def test_of_many_terms_both_answers_are_proved(n_terms):
    rng = np.random.default_rng(n_terms)
    X = rng.normal(size=(200, n_terms))
    y = np.sign(X @ rng.normal(size=n_terms))
    assert separated(X, y) is True
    assert separated(np.vstack([X, X[:1]]), np.append(y, -y[0])) is False
    noise = rng.choice([-1.0, 1.0], 200)
    assert separated(X, noise) is False
    assert separated(X * 0.0, y) is False


def test_many_samples_are_decided_by_all_of_them():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (20_000, 4))
    side = X @ np.array([1.0, -2, 0.5, 3]) - 0.3
    X, y = X[abs(side) > 1e-3], np.sign(side[abs(side) > 1e-3])
    assert separated(X, y)
    row = len(X) - 7
    X[row], y[row] = X[:-7].mean(axis=0), -1
    twin = np.vstack([X, X[row]])
    assert not separated(twin, np.append(y, 1.0))


def test_it_can_be_stopped():
    for search in (separation, propose):
        with pytest.raises(Cancelled):
            search(XOR, XOR_LABELS, offset=True, stop=lambda: True)


@pytest.mark.parametrize("terms", [2, 14])
@pytest.mark.parametrize("offset", [True, False])
def test_u_has_length_1_and_the_margin_of_the_bound(terms, offset):
    """Decided in whole numbers, and, of more terms, by floats."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, terms))
    w = rng.normal(size=terms)
    y = np.sign(X @ w + 0.1 * offset)
    X += 0.3 * y[:, None] * w / np.linalg.norm(w)
    found = separation(X, y, offset=offset)
    rows = y[:, None] * (np.c_[X, np.ones(40)] if offset else X)
    assert np.linalg.norm(found.direction) == pytest.approx(1)
    assert (rows @ found.direction).min() == pytest.approx(found.margin, rel=1e-6)
