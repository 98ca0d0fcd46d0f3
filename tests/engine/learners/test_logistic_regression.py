from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, SGDClassifier

from tests.engine.learners.conftest import all_weights, assert_close, cloud, run

NAME = "logistic-regression"


def by_the_formula(X, y, eta, strength, epochs, batch):
    """w ← (1 − ηλ)·w + η/m·Σ y·σ(−y·z)·x, b ← b + η/m·Σ y·σ(−y·z)."""
    w, b = np.zeros(X.shape[1]), 0.0
    states = [np.append(w, b)]
    for _ in range(epochs):
        for first in range(0, len(X), batch):
            samples, labels = X[first : first + batch], y[first : first + batch]
            pull = labels / (1 + np.exp(labels * (samples @ w + b)))
            w = (1 - eta * strength) * w + eta * (pull @ samples) / len(samples)
            b = b + eta * pull.mean()
            states.append(np.append(w, b))
    return np.array(states)


def test_the_first_step_by_hand():
    """At zero σ = ½: w = 0.2·½·3 = 0.3, b = 0.1."""
    tape = run(NAME, [[3]], [1], learning_rate=0.2, epochs=1)
    np.testing.assert_allclose(all_weights(tape), [[0, 0], [0.3, 0.1]])
    np.testing.assert_allclose(tape.epochs.loss, [np.log1p(np.exp(-1.0))])


@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("batch", [1, 7, 0])
def test_every_step_follows_the_formula(batch, d):
    X, y = cloud(40, d, seed=d)
    tape = run(NAME, X, y, learning_rate=0.3, strength=0.05, batch_size=batch, epochs=5)
    states = by_the_formula(X, y, 0.3, 0.05, 5, batch or 40)
    np.testing.assert_allclose(all_weights(tape), states, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("strength", [0.0, 0.02])
@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_with_a_fixed_rate_it_is_scikit_learn_s_sgd(d, offset, strength):
    X, y = cloud(70, d, seed=30 + d)
    tape = run(
        NAME, X, y, learning_rate=0.05, strength=strength, epochs=6, offset=offset
    )
    other = SGDClassifier(
        loss="log_loss", penalty="l2" if strength else None, alpha=strength or 1e-4,
        learning_rate="constant", eta0=0.05, shuffle=False, tol=None, max_iter=6,
        fit_intercept=offset,
    ).fit(X, y)  # fmt: skip
    assert_close(tape, other.coef_, other.intercept_)


def test_many_steps_reach_the_least_log_loss():
    X, y = cloud(60, 2, seed=7)
    tape = run(NAME, X, y, learning_rate=1.0, strength=0.05, batch_size=0, epochs=500)
    best = LogisticRegression(C=1 / (0.05 * 60), tol=1e-10).fit(X, y)
    assert_close(tape, best.coef_, best.intercept_, 1e-4)
    assert (np.diff(tape.epochs.loss[:5]) < 0).all()


@pytest.mark.parametrize("x", [1e3, -1e3, 1e8])
def test_scores_of_any_size_are_borne(x):
    tape = run(NAME, [[x], [-x]], [1, -1], learning_rate=1e3, epochs=5)
    assert np.isfinite(tape.epochs.loss).all()
    assert np.isfinite(tape.model().weights).all()
    assert tape.model().training_error == 0
