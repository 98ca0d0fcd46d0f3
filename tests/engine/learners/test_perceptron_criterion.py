from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import Perceptron

from tests.engine.learners.conftest import all_weights, assert_close, cloud, run

NAME = "perceptron-criterion"


def by_the_formula(X, y, eta, epochs, batch):
    """Subtract η·∇ of Σ max(0, −y·z): w ← w + η·Σ y·x over the batch's mistakes."""
    X = np.column_stack([X, np.ones(len(X))])
    w = np.zeros(X.shape[1])
    states = [w]
    for _ in range(epochs):
        for first in range(0, len(X), batch):
            samples, labels = X[first : first + batch], y[first : first + batch]
            wrong = labels * (samples @ w) <= 0
            w = w + eta * (labels[wrong] @ samples[wrong])
            states.append(w)
    return np.array(states)


def test_one_step_on_all_by_hand():
    """All three are mistakes at zero: Σ y·x = 2 + 1 − (−1) = 4, Σ y = 1, times ½."""
    tape = run(NAME, [[2], [1], [-1]], [1, 1, -1], learning_rate=0.5)
    assert all_weights(tape)[:2].tolist() == [[0, 0], [2, 0.5]]
    assert tape.converged
    assert tape.steps == 2


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("batch", [1, 4, 30, 0])
def test_every_step_follows_the_gradient(batch, d):
    X, y = cloud(30, d, seed=d)
    tape = run(
        NAME, X, y, learning_rate=0.2, batch_size=batch, epochs=9,
        stop_without_mistake=False,
    )  # fmt: skip
    states = by_the_formula(X, y, 0.2, 9, batch or 30)
    np.testing.assert_allclose(all_weights(tape), states, atol=1e-12)


def test_a_batch_of_one_is_scikit_learn_s_perceptron():
    X, y = cloud(50, 3, seed=8)
    tape = run(
        NAME, X, y, batch_size=1, learning_rate=0.3, epochs=6,
        stop_without_mistake=False,
    )  # fmt: skip
    other = Perceptron(shuffle=False, tol=None, max_iter=6, eta0=0.3).fit(X, y)
    assert_close(tape, other.coef_, other.intercept_)


def test_small_steps_go_downhill():
    X, y = cloud(80, 2, seed=2)
    tape = run(
        NAME, X, y, learning_rate=1e-4, epochs=300, start=((1.0, 1.0, 1.0),),
    )  # fmt: skip
    assert (np.diff(tape.epochs.loss) < 1e-12).all()
