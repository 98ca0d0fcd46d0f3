"""The linear program against hand cases, brute force and a run that converges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.feature_map import feature_map
from engine.diagnosis.separability import separating_weights
from engine.errors import Cancelled

XOR = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]], float)
XOR_LABELS = np.array([-1, 1, 1, -1], float)


def separated(X, y, offset=True):
    X, y = np.array(X, float), np.array(y, float)
    weights = separating_weights(X, y, offset=offset)
    if weights is not None:
        assert (y * (X @ weights[:-1] + weights[-1]) > 0).all()
        assert offset or weights[-1] == 0
    return weights is not None


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


def brute_force(X, y):
    """Try every line through two points, turned and shifted a little either way."""
    points = X.tolist()
    for p in points:
        for q in points:
            normal = np.array([p[1] - q[1], q[0] - p[0]], float)
            if not normal.any():
                normal = np.array([1.0, 0.3])
            for turn in (-1e-4, 0, 1e-4):
                c, s = np.cos(turn), np.sin(turn)
                w = np.array([[c, -s], [s, c]]) @ normal
                middle = (np.array(p) + q) / 2
                for shift in (-1e-2, -1e-6, 0, 1e-6, 1e-2):
                    z = (X - middle) @ w + shift
                    if (y * z > 0).all() or (y * z < 0).all():
                        return True
    return False


whole = st.integers(-4, 4)


@settings(deadline=None)
@given(st.lists(st.tuples(whole, whole, st.booleans()), min_size=1, max_size=8))
def test_it_agrees_with_brute_force(samples):
    X = np.array([[a, b] for a, b, _ in samples], float)
    y = np.array([1.0 if c else -1.0 for *_, c in samples])
    assert separated(X, y) is brute_force(X, y)


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
    with pytest.raises(Cancelled):
        separating_weights(XOR, XOR_LABELS, offset=True, stop=lambda: True)
