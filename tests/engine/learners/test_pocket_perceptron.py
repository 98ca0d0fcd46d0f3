from __future__ import annotations

import numpy as np
import pytest

from tests.engine.learners.conftest import all_weights, cloud, run

NAME = "pocket-perceptron"


def errors_of(w, X, y):
    return int((y * (X @ w) <= 0).sum())


def gallant(X, y, epochs):
    """The pocket algorithm with ratchet, cyclic: pocket and its errors per sample."""
    X = np.column_stack([X, np.ones(len(X))])
    w = pocket = np.zeros(X.shape[1])
    run_now = run_pocket = 0
    best = len(X) + 1
    history = [pocket]
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x) > 0:
                run_now += 1
                if run_now > run_pocket and errors_of(w, X, y) < best:
                    best, run_pocket, pocket = errors_of(w, X, y), run_now, w
            else:
                w, run_now = w + label * x, 0
            history.append(pocket)
    return np.array(history)


@pytest.mark.parametrize("seed", range(9))
def test_it_keeps_in_its_pocket_what_gallant_s_does(seed):
    X, y = cloud(45, 1 + seed % 3, seed)
    tape = run(NAME, X, y, epochs=8, stop_without_mistake=False)
    used = [tape.frame(k).used[0] for k in range(tape.steps + 1)]
    np.testing.assert_allclose(used, gallant(X, y, 8), atol=1e-12)


def test_its_error_never_grows():
    """With the ratchet it cannot, after the pocket has been filled once."""
    X, y = cloud(100, 2, seed=4)
    tape = run(NAME, X, y, epochs=40, order="shuffled")
    error = tape.epochs.training_error
    assert (np.diff(error) <= 0).all()
    plain = run("perceptron", X, y, epochs=40, order="shuffled")
    np.testing.assert_array_equal(all_weights(tape), all_weights(plain))
    assert error[-1] <= plain.epochs.training_error.min()


def test_it_uses_the_pocket_s_weights():
    X, y = cloud(60, 2, seed=5)
    tape = run(NAME, X, y, epochs=10)
    model = tape.model()
    scores = X @ model.coef[0] + model.intercept[0]
    assert model.training_error == (y * scores <= 0).mean()
    assert model.training_error == tape.epochs.training_error[-1]


def test_a_separable_set_ends_with_the_separating_weights_in_the_pocket():
    tape = run(NAME, [[2, 1], [-1, -2], [1, 3], [-2, 0]], [1, -1, 1, -1])
    assert tape.converged
    assert tape.model().training_error == 0
    assert tape.model().weights.tolist() == tape.frame(tape.steps).weights.tolist()


def test_a_mistake_that_changes_no_weight_is_no_update():
    X, y = np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([-1, 1])
    for name in (NAME, "perceptron"):
        tape = run(name, X, y, epochs=2, offset=False, stop_without_mistake=False)
        marks = [(f.mistake, f.update) for f in map(tape.frame, range(1, 5))]
        assert marks == [(True, False), (True, True), (True, False), (False, False)]
