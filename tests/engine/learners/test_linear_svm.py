from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC

from tests.engine.learners.conftest import all_weights, assert_close, cloud, run

NAME = "linear-svm"


def pegasos(X, y, strength, epochs, batch=1, offset=True):
    """Mini-batch Pegasos (figure 2, without the projection); b is not shrunk."""
    w, b, t = np.zeros(X.shape[1]), 0.0, 0
    states = [np.append(w, b)]
    for _ in range(epochs):
        for first in range(0, len(X), batch):
            t += 1
            eta = 1 / (strength * t)
            samples, labels = X[first : first + batch], y[first : first + batch]
            short = labels * (samples @ w + b) < 1
            w = (1 - eta * strength) * w
            w = w + eta / len(samples) * (labels[short] @ samples[short])
            b = b + eta / len(samples) * labels[short].sum() if offset else 0.0
            states.append(np.append(w, b))
    return np.array(states)


def test_two_steps_by_hand():
    """λ = ½, so η = 2, then 1, and the factor on w is 0, then ½.

    Sample 1, positive, z = 0: w = 2·1 = 2, b = 2. Sample −2, negative, z = −2: the
    margin is met, only the decay is left: w = 1, b = 2.
    """
    tape = run(NAME, [[1], [-2]], [1, -1], strength=0.5, epochs=1)
    assert all_weights(tape).tolist() == [[0, 0], [2, 2], [1, 2]]
    assert [tape.frame(k).learning_rate for k in (1, 2)] == [2, 1]
    # Scores 3 and 0: hinge losses 0 and 1, their mean ½.
    assert tape.epochs.loss.tolist() == [0.5]


def test_at_the_margin_w_only_shrinks():
    """z = 1: w = (1 − 1·½)·1."""
    tape = run(
        NAME, [[1]], [1], start=((1, 0),), schedule="constant", learning_rate=1.0,
        strength=0.5, epochs=1,
    )  # fmt: skip
    assert all_weights(tape).tolist() == [[1, 0], [0.5, 0]]


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("batch", [1, 7, 0])
def test_every_step_is_that_of_pegasos(batch, d, offset):
    X, y = cloud(40, d, seed=d)
    tape = run(
        NAME, X, y, strength=0.05, batch_size=batch, epochs=5, offset=offset
    )  # fmt: skip
    states = pegasos(X, y, 0.05, 5, batch or 40, offset)
    np.testing.assert_allclose(all_weights(tape), states, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("averaged", [False, True])
@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_with_a_fixed_rate_it_is_scikit_learn_s_sgd(d, offset, averaged):
    """There too λ shrinks w before the pull is added, and not the intercept."""
    X, y = cloud(70, d, seed=20 + d)
    tape = run(
        NAME, X, y, schedule="constant", learning_rate=0.03, strength=0.02, epochs=6,
        offset=offset, averaged=averaged,
    )  # fmt: skip
    other = SGDClassifier(
        loss="hinge", alpha=0.02, learning_rate="constant", eta0=0.03, shuffle=False,
        tol=None, max_iter=6, fit_intercept=offset, average=averaged,
    ).fit(X, y)  # fmt: skip
    assert_close(tape, other.coef_, other.intercept_)


@pytest.mark.parametrize("batch", [1, 6])
def test_averaged_is_the_mean_after_every_step(batch):
    X, y = cloud(30, 2, seed=3)
    tape = run(NAME, X, y, averaged=True, batch_size=batch, epochs=4)
    visited = all_weights(tape)
    for k in range(1, tape.steps + 1, 3):
        np.testing.assert_allclose(tape.frame(k).used[0], visited[1 : k + 1].mean(0))


def test_a_rate_above_2_over_lambda_diverges():
    X, y = cloud(30, 2, seed=1)
    settings = {"schedule": "constant", "strength": 4.0, "epochs": 4000}
    wild = run(NAME, X, y, learning_rate=0.51, **settings)
    assert re.match(r"diverged after step \d+: .*; safe below 0.5$", wild.reason)
    calm = run(NAME, X, y, learning_rate=0.49, **settings)
    assert calm.reason.startswith("stopped")


def test_the_safe_rate_by_hand():
    """Each step multiplies w by 1 − 10·4 = −39: 63 of them pass 10¹⁰⁰."""
    settings = {"schedule": "constant", "strength": 4.0, "epochs": 99}
    wild = run(NAME, [[1]], [1], start=((1, 0),), learning_rate=10.0, **settings)
    assert wild.reason.startswith("diverged after step 62: ")
    assert wild.reason.endswith("; safe below 0.5")


def test_many_steps_come_near_the_least_objective():
    X, y = cloud(100, 2, seed=6)
    strength = 0.1
    tape = run(
        NAME, X, y, strength=strength, epochs=3000, batch_size=0, offset=False,
        averaged=True,
    )  # fmt: skip
    best = LinearSVC(
        C=1 / (strength * 100), loss="hinge", fit_intercept=False, tol=1e-8,
        max_iter=200_000,
    ).fit(X, y)  # fmt: skip

    def objective(w):
        return strength / 2 * w @ w + np.maximum(0, 1 - y * (X @ w)).mean()

    least = objective(best.coef_[0])
    assert least <= objective(tape.model().coef[0]) <= 1.001 * least
