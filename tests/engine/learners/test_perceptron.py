from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import Perceptron

from engine import Dataset, Recipe, Tape


def run(X, y, **settings):
    tape = Tape(Dataset(X, y), Recipe("perceptron", **settings))
    tape.extend()
    return tape


def weights_of(tape):
    return [tape.frame(k).weights[0].tolist() for k in range(tape.steps + 1)]


def test_two_negative_points_through_the_origin():
    """By hand: 0 − (2, 4) = (−2, −4); then z = 8 > 0: (−2, −4) − (−6, 1) = (4, −5)."""
    tape = run([[2, 4], [-6, 1]], [-1, -1], offset=False)
    assert weights_of(tape)[:3] == [[0, 0, 0], [-2, -4, 0], [4, -5, 0]]
    assert tape.frame(2).scores.tolist() == [[8.0]]
    assert tape.model().coef.tolist() == [[4, -5]]
    assert tape.model().intercept.tolist() == [0]
    assert tape.model().updates == 2
    assert tape.converged
    assert tape.epochs.mistakes.tolist() == [2, 0]


def test_a_run_with_an_offset_by_hand():
    """Samples 1 (−), 3 (+), 2 (−) on a line; w, b after each of the first steps.

    z = 0: (−1, −1); z = −4: (2, 0); z = 4: (0, −1); epoch 2: z = −1 rests;
    z = −1: (3, 0); z = 6: (1, −1); epoch 3: z = 0: (0, −2); z = −2: (3, −1); …
    """
    tape = run([[1], [3], [2]], [-1, 1, -1], epochs=3)
    expected = [(0, 0), (-1, -1), (2, 0), (0, -1), (0, -1), (3, 0), (1, -1)]
    expected += [(0, -2), (3, -1)]
    assert weights_of(tape)[:9] == [list(map(float, pair)) for pair in expected]
    assert [tape.frame(k).mistake for k in range(1, 6)] == [True] * 3 + [False, True]


def test_a_point_on_the_boundary_is_a_mistake():
    tape = run([[1, 0], [0, 5]], [1, 1], offset=False, epochs=1)
    assert tape.frame(2).scores.tolist() == [[0.0]]
    assert tape.frame(2).mistake
    assert tape.frame(2).update
    assert tape.frame(2).weights.tolist() == [[1, 5, 0]]


def test_a_tolerance_asks_for_more_than_the_right_side():
    """At z = 2 the sample is right, yet within the tolerance of 2; at z = 4 not."""
    tape = run([[1]], [1], tolerance=2.0, epochs=9)
    assert weights_of(tape) == [[0, 0], [1, 1], [2, 2], [2, 2]]
    assert tape.converged


def test_the_learning_rate_only_scales_a_run_from_zero():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), rng.integers(0, 2, 40)
    plain, scaled = run(X, y), run(X, y, learning_rate=0.25)
    for k in range(plain.steps + 1):
        frame, other = plain.frame(k), scaled.frame(k)
        np.testing.assert_array_equal(frame.weights * 0.25, other.weights)
        assert frame.mistake == other.mistake


def test_its_loss_is_how_far_samples_are_on_the_wrong_side():
    """After (1, 1) from sample 1 and (0, 0) from −2: no score, no loss, two errors."""
    tape = run([[2], [-1], [3]], [1, 1, -1], epochs=1)
    # (2, 1); z = −1: (1, 2); z = 5: (−2, 1): scores −3, 3, −5.
    assert tape.frame(3).weights.tolist() == [[-2, 1]]
    assert tape.epochs.loss.tolist() == [3.0]
    assert tape.epochs.training_error.tolist() == [pytest.approx(1 / 3)]


@pytest.mark.parametrize("seed", range(12))
def test_novikoff_s_bound_on_the_updates_holds(seed):
    """Updates ≤ (R / margin)², for data with a unit separator through the origin."""
    rng = np.random.default_rng(seed)
    u = rng.normal(size=3)
    u /= np.linalg.norm(u)
    X = rng.uniform(-2, 2, (80, 3))
    X = X[np.abs(X @ u) > 0.15]
    y = np.where(X @ u > 0, 1, -1)
    tape = run(X, y, offset=False, epochs=5000)
    margin, radius = np.abs(X @ u).min(), np.linalg.norm(X, axis=1).max()
    assert tape.converged
    assert tape.model().updates <= (radius / margin) ** 2
    assert tape.model().training_error == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_weights_are_those_of_scikit_learn(seed):
    """One to six features, separable (even seeds) and not, with and without b."""
    rng = np.random.default_rng(seed)
    n, d, epochs = int(rng.integers(5, 80)), 1 + seed % 6, int(rng.integers(1, 25))
    eta, offset = float(rng.choice([1.0, 0.1, 0.37, 25.0])), bool(seed % 3)
    X = rng.normal(size=(n, d)) * rng.uniform(0.1, 10, d)
    side = X @ rng.normal(size=d) + (0.3 if offset else 0.0)
    y = np.where(side > 0, 1, -1) if seed % 2 == 0 else rng.choice([-1, 1], n)
    y[:2] = -1, 1
    tape = run(
        X, y, epochs=epochs, learning_rate=eta, offset=offset,
        stop_without_mistake=False,
    )  # fmt: skip
    other = Perceptron(
        shuffle=False, tol=None, max_iter=epochs, eta0=eta, fit_intercept=offset
    ).fit(X, y)
    model = tape.model()
    assert tape.steps == n * epochs
    np.testing.assert_allclose(model.coef, other.coef_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(model.intercept, other.intercept_, rtol=1e-9, atol=1e-9)
    own = np.array([-1, 1])[model.predict(X)]
    np.testing.assert_array_equal(own, other.predict(X))


@pytest.mark.parametrize("seed", range(3))
def test_with_more_classes_they_are_those_of_scikit_learn_too(seed):
    rng = np.random.default_rng(100 + seed)
    X, y = rng.normal(size=(60, 2 + seed)), np.arange(60) % (3 + seed)
    tape = run(X, y, epochs=7, stop_without_mistake=False)
    other = Perceptron(shuffle=False, tol=None, max_iter=7).fit(X, y)
    model = tape.model()
    np.testing.assert_allclose(model.coef, other.coef_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(model.intercept, other.intercept_, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(model.predict(X), other.predict(X))
