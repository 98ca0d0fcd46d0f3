from __future__ import annotations

import math
import re

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from engine import Dataset, Recipe, Tape
from engine.learners import learner
from engine.steps.explanation import explain
from engine.steps.step_formulas import step_lines


def run(X, y, **settings):
    tape = Tape(Dataset(X, y), Recipe("adaline", **settings))
    tape.extend()
    return tape


def by_the_formula(X, y, eta, epochs, batch, offset=True):
    """w ← w + η·Σ (y − z)·x and b ← b + η·Σ (y − z), batch after batch, in NumPy.

    Returns w and b after every step, the start included.
    """
    w, b = np.zeros(X.shape[1]), 0.0
    states = [np.append(w, b)]
    for _ in range(epochs):
        for first in range(0, len(X), batch):
            chosen, labels = X[first : first + batch], y[first : first + batch]
            error = labels - (chosen @ w + b)
            w = w + eta * error @ chosen
            b = b + eta * error.sum() if offset else 0.0
            states.append(np.append(w, b))
    return np.array(states)


def cloud(n, d, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X @ rng.normal(size=d) + rng.normal(size=n) > 0, 1, -1)


def all_weights(tape):
    return np.array([tape.frame(k).weights[0] for k in range(tape.steps + 1)])


def test_one_step_on_both_samples_by_hand():
    """Errors 1 and −1 at zero: w = 0.1·(1·2 − 1·(−1)) = 0.3, b = 0; then 0.4, 0.7 …

    Scores 0.6 and −0.3; errors 0.4 and −0.7; w = 0.3 + 0.1·(0.8 + 0.7) = 0.45 and
    b = 0.1·(0.4 − 0.7) = −0.03.
    """
    tape = run([[2], [-1]], [1, -1], learning_rate=0.1, batch_size=0, epochs=2)
    expected = [[0, 0], [0.3, 0], [0.45, -0.03]]
    np.testing.assert_allclose(all_weights(tape), expected, atol=1e-15)
    np.testing.assert_allclose(tape.frame(2).scores, [[0.6], [-0.3]])
    # J = ½ Σ (y − z)² with scores 0.6, −0.3; then 0.87 and −0.48.
    first, second = 0.5 * (0.4**2 + 0.7**2), 0.5 * (0.13**2 + 0.52**2)
    np.testing.assert_allclose(tape.epochs.loss, [first, second])


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize("batch", [1, 2, 7, 23, 24, 0, 1000])
def test_every_step_follows_the_formula(d, batch, offset):
    """Per sample, mini-batches (the last one smaller), one batch; the plane and not."""
    X, y = cloud(23, d, seed=d)
    tape = run(
        X, y, learning_rate=0.02, batch_size=batch, epochs=4, offset=offset
    )  # fmt: skip
    size = min(batch or 23, 23)
    assert tape.steps == 4 * -(-23 // size)
    states = by_the_formula(X, y, 0.02, 4, size, offset)
    np.testing.assert_allclose(all_weights(tape), states, rtol=1e-11, atol=1e-13)


def test_the_last_mini_batch_is_what_is_left():
    X, y = cloud(10, 2, seed=1)
    tape = run(X, y, batch_size=4, epochs=2)
    rows = [tape.frame(k).rows.tolist() for k in range(1, tape.steps + 1)]
    assert rows == 2 * [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert [tape.frame(k).epoch for k in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert tape.frame(3).scores.shape == (2, 1)


@pytest.mark.parametrize("batch", [1, 4, 0])
def test_epochs_are_measured_at_their_end_mistakes_on_the_way(batch):
    X, y = cloud(11, 3, seed=2)
    size = batch or len(X)
    tape = run(X, y, learning_rate=0.03, batch_size=batch, epochs=6)
    states = by_the_formula(X, y, 0.03, 6, size)
    per_epoch = -(-len(X) // size)
    for epoch in range(6):
        w = states[(epoch + 1) * per_epoch]
        scores = X @ w[:-1] + w[-1]
        assert tape.epochs.loss[epoch] == pytest.approx(0.5 * ((y - scores) ** 2).sum())
        assert tape.epochs.training_error[epoch] == (y * scores <= 0).mean()
        mistakes = 0
        for step in range(per_epoch):
            v = states[epoch * per_epoch + step]
            part = slice(step * size, (step + 1) * size)
            mistakes += (y[part] * (X[part] @ v[:-1] + v[-1]) <= 0).sum()
        assert tape.epochs.mistakes[epoch] == mistakes


def test_a_full_batch_goes_downhill_to_the_least_squares_solution():
    X, y = cloud(30, 2, seed=3)
    tape = run(X, y, learning_rate=0.01, batch_size=0, epochs=3000)
    assert (np.diff(tape.epochs.loss) <= 1e-12).all()
    solution = np.linalg.lstsq(np.column_stack([X, np.ones(30)]), y, rcond=None)[0]
    np.testing.assert_allclose(tape.model().weights[0], solution, rtol=1e-8)


def test_regularised_steps_by_hand():
    """Scores 0.6 and −0.3 at w = 0.3: w = (1 − 0.1·0.5)·0.3 + 0.1·(0.8 + 0.7) = 0.435.

    The offset does not shrink: b = 0.1·(0.4 − 0.7) = −0.03.
    """
    tape = run(
        [[2], [-1]], [1, -1], learning_rate=0.1, strength=0.5, batch_size=0, epochs=2
    )
    expected = [[0, 0], [0.3, 0], [0.435, -0.03]]
    np.testing.assert_allclose(all_weights(tape), expected, atol=1e-15)


def test_a_regularised_full_batch_goes_to_the_ridge_solution():
    X, y = cloud(30, 2, seed=3)
    tape = run(X, y, learning_rate=0.01, strength=4.0, batch_size=0, epochs=3000)
    A = np.column_stack([X, np.ones(30)])
    solution = np.linalg.solve(A.T @ A + np.diag([4.0, 4.0, 0.0]), A.T @ y)
    np.testing.assert_allclose(tape.model().weights[0], solution, rtol=1e-8)


@pytest.mark.parametrize("averaged", [False, True])
@pytest.mark.parametrize("d", [2, 12])
def test_it_learns_as_scikit_learn_with_a_penalty_and_a_mean(d, averaged):
    X, y = cloud(40, d, seed=5)
    theirs = SGDClassifier(
        loss="squared_error", alpha=0.3, learning_rate="constant", eta0=0.02,
        average=averaged, shuffle=False, tol=None, max_iter=5,
    ).fit(X, y)  # fmt: skip
    model = run(
        X, y, learning_rate=0.02, strength=0.3, averaged=averaged, epochs=5
    ).model()
    np.testing.assert_allclose(model.coef, theirs.coef_, rtol=1e-12)
    np.testing.assert_allclose(model.intercept, theirs.intercept_, rtol=1e-12)


@pytest.mark.parametrize("settings", [{"schedule": "constant"}, {"batch_size": 3}])
def test_without_a_penalty_the_rule_shows_none(settings):
    X, y = cloud(7, 2, seed=1)
    for strength, shown in ((0.0, False), (0.5, True)):
        tape = run(X, y, strength=strength, **settings)
        lines = step_lines(explain(tape, tape.frame(5)))
        assert any(r"\lambda" in line.tex for line in lines) is shown
        rule = learner("adaline").formula_lines(tape.recipe.rule_settings)
        assert any(r"\lambda" in line for line in rule) is shown


def test_the_order_within_a_full_batch_does_not_matter():
    X, y = cloud(25, 4, seed=4)
    given = run(X, y, batch_size=0, epochs=10)
    shuffled = run(X, y, batch_size=0, epochs=10, order="shuffled", seed=9)
    np.testing.assert_allclose(all_weights(given), all_weights(shuffled), rtol=1e-11)


@pytest.mark.parametrize(("batch", "eta"), [(0, 0.5), (2, 0.5), (1, 1.0)])
def test_a_step_without_any_error_left_is_no_update(batch, eta):
    """At w = 1, reached in the first step, y − z is 0 for both samples."""
    tape = run(
        [[1], [-1]], [1, -1], learning_rate=eta, batch_size=batch, epochs=3,
        offset=False,
    )  # fmt: skip
    assert tape.frame(1).weights.tolist() == [[1, 0]]
    updates = [tape.frame(k).update for k in range(1, tape.steps + 1)]
    assert updates == [True] + (tape.steps - 1) * [False]
    assert tape.model().updates == 1


def test_it_goes_on_without_mistakes_unless_told_to_stop():
    X, y = [[1.0, 0.0], [-1.0, 0.0]], [1, -1]
    assert run(X, y, epochs=12).epochs.mistakes.tolist() == [2] + 11 * [0]
    stopped = run(X, y, epochs=12, stop_without_mistake=True)
    assert stopped.converged
    assert stopped.epochs.mistakes.tolist() == [2, 0]


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("batch", [1, 5, 0])
def test_too_large_a_rate_ends_the_run_while_the_weights_are_numbers(batch, d):
    X, y = cloud(20, d, seed=6)
    tape = run(X, y, learning_rate=40.0, batch_size=batch, epochs=10_000)
    assert tape.finished
    assert not tape.converged
    start = f"diverged after step {tape.steps}: learning rate too large; safe below "
    assert tape.reason.startswith(start)
    assert tape.steps > 0
    last = tape.frame(tape.steps)
    assert np.isfinite(last.weights).all()
    assert np.isfinite(last.scores).all()
    assert np.isfinite(tape.epochs.loss).all()
    assert np.abs(last.weights).max() <= 1e100
    # The step after it would have gone beyond.
    size = min(batch or 20, 20)
    states = by_the_formula(X, y, 40.0, -(-(tape.steps + 1) * size // 20) + 1, size)
    assert np.abs(states[tape.steps + 1]).max() > 1e100
    np.testing.assert_allclose(last.weights[0], states[tape.steps], rtol=1e-6)


def safe_rate(X, y, **settings):
    tape = run(X, y, learning_rate=1e6, epochs=100_000, **settings)
    match = re.fullmatch(
        r"diverged after step \d+: learning rate too large; safe below (\S+)",
        tape.reason,
    )
    return float(match[1])


def test_the_safe_rate_by_hand():
    """X with ones: rows (1, 1), (2, 1): ‖x‖² = 2, 5; Σ x·xᵀ = [5 3; 3 2], λ ≈ 6.854."""
    X, y = [[1.0], [2.0]], [1, -1]
    assert safe_rate(X, y) == pytest.approx(2 / 5)
    largest = (7 + math.sqrt(45)) / 2
    assert safe_rate(X, y, batch_size=0) == 0.291 < 2 / largest  # rounded down
    assert safe_rate(X, y, offset=False) == pytest.approx(2 / 4)
    # With λ = 3, but for the offset: [4 + 3 2; 2 1], λmax = 4 + √13.
    penalised = safe_rate(X, y, strength=3.0)
    assert penalised == 0.262 < 2 / (4 + math.sqrt(13))


@pytest.mark.parametrize("order", ["given", "shuffled"])
@pytest.mark.parametrize("d", [1, 2, 3, 8])
@pytest.mark.parametrize("batch", [1, 3, 7, 0])
def test_below_the_safe_rate_it_does_not_diverge(batch, d, order):
    X, y = cloud(20, d, seed=d)
    X *= np.linspace(0.2, 3, 20)[:, None]
    settings = {"batch_size": batch, "order": order}
    safe = safe_rate(X, y, **settings)
    calm = run(X, y, learning_rate=0.99 * safe, epochs=20_000, **settings)
    assert calm.reason.startswith("stopped at the limit")
    if batch == 0:
        wild = run(X, y, learning_rate=1.01 * safe, epochs=100_000, **settings)
        assert wild.reason.startswith("diverged")


def test_a_first_step_that_diverges_leaves_the_start():
    tape = run([[1e80]], [1], learning_rate=1e6, epochs=3)
    tape2 = run([[1e97]], [1], learning_rate=1e6, epochs=3)
    assert tape.steps == 1
    assert tape2.steps == 0
    assert tape2.frame(0).weights.tolist() == [[0, 0]]
    assert len(tape2.epochs) == 0
    assert tape2.model().training_error == 1.0
