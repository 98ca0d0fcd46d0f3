"""The largest margin: by hand, against scikit-learn, and as the bound needs it."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from engine import Dataset, Recipe, Tape
from engine.diagnosis.convergence import diagnose
from engine.diagnosis.largest_margin import (
    largest_margin,
    largest_margin_of_wide,
    margin_through_origin,
)
from engine.diagnosis.wide_separability import propose


def widest(X, y, offset=True):
    X, y = np.array(X, float), np.array(y, float)
    line = largest_margin(X, y, offset=offset)
    weights = propose(X, y, offset=offset).weights
    by_floats = largest_margin_of_wide(X, y, weights, offset=offset)
    assert by_floats.margin == pytest.approx(line.margin, rel=1e-6)
    assert by_floats.weights == pytest.approx(line.weights, rel=1e-5, abs=1e-6)
    return line


def test_two_points_are_halved():
    line = widest([[0, 0], [3, 4]], [-1, 1])
    assert line.margin == pytest.approx(2.5)
    assert line.weights == pytest.approx([0.24, 0.32, -1])
    assert line.support.tolist() == [0, 1]


def test_through_the_origin_the_nearer_point_decides():
    line = widest([[2, 4], [-6, 1]], [-1, -1], offset=False)
    # The nearest point to the origin of the segment from (−2, −4) to (6, −1).
    assert line.margin == pytest.approx(26 / np.sqrt(73))
    assert line.weights[-1] == 0
    assert line.support.tolist() == [0, 1]


def test_only_the_nearest_support_it():
    line = widest([[0, 0], [0, 2], [-5, 1], [4, 1], [9, 7]], [-1, -1, -1, 1, 1])
    assert line.margin == pytest.approx(2)
    assert line.support.tolist() == [0, 1, 3]
    assert line.weights == pytest.approx([0.5, 0, -1], abs=1e-12)


def test_one_class_has_no_widest_line_but_a_margin_of_the_bound():
    X, y = np.array([[2.0, 4], [-6, 1]]), np.array([-1.0, -1])
    weights = propose(X, y, offset=True).weights
    assert largest_margin(X, y, offset=True) is None
    with_ones = -np.column_stack([X, np.ones(2)])
    u, margin = margin_through_origin(with_ones, weights)
    assert margin > 1
    assert (with_ones @ u).min() == pytest.approx(margin)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 5), st.sampled_from([0.0, 30.0]))
def test_it_agrees_with_a_hard_margin_machine(seed, d, away):
    rng = np.random.default_rng(seed)
    X = rng.normal(away, 1, (40, d))
    side = (X - away) @ rng.normal(size=d) + 0.2
    y = np.sign(side)
    assume(len(set(y)) == 2 and abs(side).min() > 0.02)
    line = widest(X, y)
    machine = SVC(kernel="linear", C=1e8, tol=1e-6).fit(X - away, y)
    assert line.margin == pytest.approx(1 / np.linalg.norm(machine.coef_), rel=1e-2)
    z = y * (X @ line.weights[:-1] + line.weights[-1])
    assert z.min() == pytest.approx(1, rel=1e-6)
    assert np.linalg.norm(line.weights[:-1]) == pytest.approx(1 / line.margin)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_no_direction_is_better_through_the_origin(seed, d):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(15, d))
    first = rng.normal(size=d)
    rows *= np.sign(rows @ first)[:, None]
    assume((rows @ first).min() > 1e-3)
    _, margin = margin_through_origin(rows, first)
    directions = rng.normal(size=(5000, d))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    assert (rows @ directions.T).min(axis=0).max() <= margin * (1 + 1e-9)
    near = first / np.linalg.norm(first)
    assert (rows @ near).min() <= margin * (1 + 1e-9)


@pytest.mark.parametrize("size", [1e-150, 1e-6, 1, 1e6, 1e150])
def test_units_do_not_matter(size):
    X = np.array([[0, 0], [0, 2], [4, 1]], float) * size
    assert widest(X, [-1, -1, 1]).margin == pytest.approx(2 * size)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("size", [5e-324, 1e-320, 1e-300, 1e-160, 1e-150, 1e149])
def test_the_least_and_the_largest_samples_are_told_without_a_warning(size, offset):
    data = Dataset(size * np.array([[-1, -1], [-2, -1], [1, 1], [2, 3]]), [0, 0, 1, 1])
    (separation,) = diagnose(Tape(data, Recipe(offset=offset))).separations
    assert separation.separable
    if size >= 1e-300:
        assert separation.line.margin == pytest.approx(np.sqrt(2) * size)
        assert separation.radius == pytest.approx(np.hypot(np.sqrt(13) * size, offset))
    assert separation.bound >= 1


def test_a_margin_of_a_millionth_is_found():
    line = widest([[0, 0], [1000, 0], [500, 1e-3]], [-1, -1, 1])
    assert line.margin == pytest.approx(5e-4, rel=1e-6)
