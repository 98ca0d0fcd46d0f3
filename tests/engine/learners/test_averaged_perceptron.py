from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from engine import Dataset, Recipe, Tape
from tests.engine.learners.conftest import all_weights, assert_close, cloud, run

NAME = "averaged-perceptron"


def test_by_hand():
    """(1, 1), then (1, 1) again, then z = 3: (−1, 0): the mean of three is (1, 2)/3."""
    tape = run(NAME, [[1], [2], [2]], [1, 1, -1], epochs=1)
    assert all_weights(tape).tolist() == [[0, 0], [1, 1], [1, 1], [-1, 0]]
    np.testing.assert_allclose(tape.model().weights, [[1 / 3, 2 / 3]])
    assert tape.frame(3).weights.tolist() == [[-1, 0]]
    np.testing.assert_allclose(tape.frame(3).used, [[1 / 3, 2 / 3]])
    np.testing.assert_allclose(tape.frame(3).used_before, [[1, 1]])


@pytest.mark.parametrize("start", ["zero", "random"])
@pytest.mark.parametrize("schedule", ["constant", "inverse"])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_it_uses_the_plain_mean_over_all_samples_visited(d, schedule, start):
    X, y = cloud(40, d, seed=d)
    settings = {"epochs": 5, "order": "shuffled", "schedule": schedule, "start": start}
    tape = run(NAME, X, y, **settings)
    visited = all_weights(tape)
    for k in range(1, tape.steps + 1, 13):
        mean = visited[1 : k + 1].mean(axis=0)
        np.testing.assert_allclose(tape.frame(k).used[0], mean, rtol=1e-9, atol=1e-9)
    plain = run("perceptron", X, y, **settings)
    np.testing.assert_array_equal(visited, all_weights(plain))


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("d", [1, 2, 4])
def test_it_is_scikit_learn_s_averaged_sgd_with_the_perceptron_s_loss(d, offset):
    X, y = cloud(60, d, seed=10 + d)
    tape = run(
        NAME, X, y, epochs=7, learning_rate=0.3, offset=offset,
        stop_without_mistake=False,
    )  # fmt: skip
    other = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=0.3,
        average=True, shuffle=False, tol=None, max_iter=7, fit_intercept=offset,
    ).fit(X, y)  # fmt: skip
    assert_close(tape, other.coef_, other.intercept_)


def test_epochs_measure_the_mean():
    X, y = cloud(50, 2, seed=3)
    tape = run(NAME, X, y, epochs=6)
    for epoch in range(6):
        used = tape.frame((epoch + 1) * 50).used[0]
        scores = X @ used[:-1] + used[-1]
        assert tape.epochs.training_error[epoch] == (y * scores <= 0).mean()
        assert tape.epochs.loss[epoch] == pytest.approx(
            np.maximum(-y * scores, 0).sum()
        )


def test_more_classes_have_a_mean_each():
    X, _ = cloud(45, 3, seed=4)
    y = np.arange(45) % 3
    tape = Tape(Dataset(X, y), Recipe(NAME, epochs=4))
    tape.extend()
    frames = [tape.frame(k).weights for k in range(1, tape.steps + 1)]
    np.testing.assert_allclose(tape.model().weights, np.mean(frames, axis=0))
