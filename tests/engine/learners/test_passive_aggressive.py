from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from engine.learners import learner
from engine.learners.latex import plain
from tests.engine.learners.conftest import (
    all_weights,
    assert_close,
    cloud,
    run,
    with_ones,
)

NAME = "passive-aggressive"


def test_its_formula_divides_by_what_is_computed():
    """The offset adds its own 1 to the squared length of a sample, as one step shows.

    Here x = 3 without and with an offset: τ = 1/9 and 1/10.
    """
    for offset, squared, norm in ((False, 9, "‖x‖²"), (True, 10, "(‖x‖² + 1)")):
        tape = run(NAME, [[3]], [1], epochs=1, offset=offset)
        np.testing.assert_allclose(all_weights(tape)[1][0], 3 / squared)
        rule = [plain(line) for line in learner(NAME).formula_lines(offset=offset)]
        assert f"τ = min(C, (1 − y·z)/{norm})" in rule
        said = "(+ 1 for the offset: the weight of a feature that is always 1)" in rule
        assert said == offset


def test_one_step_by_hand():
    """x = (1, 2), with the 1 of b: ‖x‖² = 6, τ = 1/6; the margin is met exactly."""
    tape = run(NAME, [[1, 2]], [1], epochs=2)
    np.testing.assert_allclose(all_weights(tape)[1], [1 / 6, 2 / 6, 1 / 6])
    np.testing.assert_allclose(tape.frame(2).scores, [[1.0]])
    short = run(NAME, [[1, 2]], [1], epochs=1, aggressiveness=0.125)
    assert all_weights(short)[1].tolist() == [0.125, 0.25, 0.125]


@pytest.mark.parametrize("seed", range(4))
def test_a_step_that_c_does_not_bound_meets_the_margin(seed):
    X, y = cloud(30, 2, seed)
    tape = run(NAME, X, y, epochs=2, aggressiveness=1e9)
    for k in range(1, tape.steps + 1):
        frame = tape.frame(k)
        w, row = frame.weights[0], frame.rows[0]
        assert y[row] * (X[row] @ w[:-1] + w[-1]) >= 1 - 1e-9
        if y[row] * frame.scores[0, 0] >= 1:
            assert not frame.update


@pytest.mark.parametrize("c", [0.01, 0.3, 1e6])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_it_is_scikit_learn_s_through_the_origin(d, c):
    X, y = cloud(60, d, seed=40 + d)
    tape = run(NAME, X, y, epochs=5, offset=False, aggressiveness=c)
    other = SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=c, shuffle=False,
        tol=None, max_iter=5, fit_intercept=False,
    ).fit(X, y)  # fmt: skip
    assert_close(tape, other.coef_, [0.0])


@pytest.mark.parametrize("c", [0.01, 1e6])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_its_offset_is_the_weight_of_a_feature_that_is_always_1(d, c):
    """scikit-learn's own intercept is left out of ‖x‖²: there the margin is overshot.

    Crammer et al. have no offset; as one more feature it is theirs.
    """
    X, y = cloud(60, d, seed=50 + d)
    tape = run(NAME, X, y, epochs=5, aggressiveness=c)
    other = SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=c, shuffle=False,
        tol=None, max_iter=5, fit_intercept=False,
    ).fit(with_ones(X), y)  # fmt: skip
    assert_close(tape, other.coef_[:, :-1], other.coef_[:, -1])


def test_a_sample_at_the_origin_without_offset_changes_nothing():
    tape = run(NAME, [[0, 0], [0, 0]], [1, -1], offset=False, epochs=3)
    assert not all_weights(tape).any()
    assert tape.model().updates == 0
