from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from engine import Dataset, Recipe, Tape
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_text

NAME = "softmax-regression"


def clouds(n=90, d=2, classes=3, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % classes)
    return rng.normal(rng.normal(0, 2, (classes, d))[y], 1.0), y


def run(X, y, **settings):
    tape = Tape(Dataset(X, y), Recipe(NAME, **settings))
    tape.extend()
    return tape


def by_the_formula(X, y, eta, strength, epochs, batch, counts=None):
    """W ← (1 − ηλ)·W + η/m·Σ s·(t − p)·x, b ← b + η/m·Σ s·(t − p)."""
    classes = y.max() + 1
    counts = np.ones(len(y)) if counts is None else counts
    W, b = np.zeros((classes, X.shape[1])), np.zeros(classes)
    states = [np.column_stack([W, b])]
    for _ in range(epochs):
        for first in range(0, len(X), batch):
            rows = slice(first, first + batch)
            z = X[rows] @ W.T + b
            p = np.exp(z - z.max(axis=1, keepdims=True))
            p /= p.sum(axis=1, keepdims=True)
            pull = (np.eye(classes)[y[rows]] - p) * counts[rows, None]
            W = (1 - eta * strength) * W + eta * (pull.T @ X[rows]) / len(pull)
            b = b + eta * pull.mean(axis=0)
            states.append(np.column_stack([W, b]))
    return np.array(states)


def test_the_worked_case():
    tape = run([[0, 0], [1, 0], [0, 1]], [0, 1, 2], learning_rate=1.0, epochs=3)
    expected = [
        [-1.072994, -0.825556, 0.203962],
        [1.637203, -0.835416, -0.158610],
        [-0.564210, 1.660972, -0.045352],
    ]
    np.testing.assert_allclose(tape.frame(9).weights, expected, atol=5e-7)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("batch", [1, 7, 0])
@pytest.mark.parametrize("d", [1, 2, 10])
def test_every_step_follows_the_formula(d, batch, weighted):
    X, y = clouds(40, d, seed=d)
    counts = np.random.default_rng(1).uniform(0.5, 2.0, 40) if weighted else None
    recipe = Recipe(NAME, learning_rate=0.3, strength=0.05, batch_size=batch, epochs=5)
    tape = Tape(Dataset(X, y, sample_weights=counts), recipe)
    tape.extend()
    states = by_the_formula(X, y, 0.3, 0.05, 5, batch or 40, counts)
    made = tape.weights(range(tape.steps + 1))
    np.testing.assert_allclose(made, states, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("balanced", [False, True])
def test_the_full_batch_ends_at_scikit_learn_s_optimum(balanced):
    X, y = clouds(90)
    strength, weight = 0.02, "balanced" if balanced else None
    tape = run(
        X, y, learning_rate=1.0, strength=strength, batch_size=0, epochs=4000,
        class_weight=weight,
    )  # fmt: skip
    other = LogisticRegression(
        C=1 / (strength * len(y)), tol=1e-12, max_iter=10_000, class_weight=weight
    ).fit(X, y)
    model = tape.model()
    np.testing.assert_allclose(model.coef, other.coef_, atol=1e-6)
    ours = model.intercept - model.intercept.mean()
    np.testing.assert_allclose(
        ours, other.intercept_ - other.intercept_.mean(), atol=1e-6
    )


@pytest.mark.parametrize("settings", [{}, {"batch_size": 5}, {"strength": 0.1}])
def test_of_two_classes_it_is_logistic_regression(settings):
    X, y = clouds(60, classes=2)
    ours = run(X, y, epochs=4, **settings)
    other = Tape(Dataset(X, y), Recipe("logistic-regression", epochs=4, **settings))
    other.extend()
    steps = range(ours.steps + 1)
    np.testing.assert_allclose(ours.weights(steps), other.weights(steps), atol=1e-14)
    np.testing.assert_allclose(ours.epochs.loss, other.epochs.loss, rtol=1e-12)
    assert ours.epochs.mistakes.tolist() == other.epochs.mistakes.tolist()


def test_a_mistake_is_a_class_that_is_not_strictly_ahead():
    X, y = clouds(60, seed=3)
    tape = run(X, y, epochs=2)
    for k in range(1, tape.steps + 1, 7):
        frame = tape.frame(k)
        own = int(y[frame.rows[0]])
        ahead = np.delete(frame.scores[0], own) < frame.scores[0, own]
        assert frame.mistake == (not ahead.all())
    model = tape.model()
    assert tape.epochs.training_error[-1] == model.training_error


def test_the_explanation_s_numbers_are_those_of_the_step():
    X, y = clouds(30, seed=5)
    tape = run(X, y, epochs=2, learning_rate=0.7, strength=0.1, batch_size=4)
    for k in (1, 6, tape.steps):
        frame = tape.frame(k)
        step = explain(tape, frame)
        for output in step.outputs:
            after = output.before + step.eta / len(step.X) * output.total
            after[:-1] -= step.eta * 0.1 * output.before[:-1]
            np.testing.assert_allclose(output.after, after, rtol=1e-12, atol=1e-15)
            np.testing.assert_allclose(
                sum(o.pulls for o in step.outputs), 0, atol=1e-15
            )


def test_a_step_is_written_out():
    tape = run([[0, 0], [1, 0], [0, 1]], [0, 1, 2], learning_rate=1.0, epochs=3)
    text = as_text(explain(tape, tape.frame(1)))
    assert "rule    w ← w + η·(t − p)·x, b ← b + η·(t − p)" in text
    assert "update  (t − p) = (1 − 0.33333) = 0.66667" in text
    assert "check   z = 0 ≤ 0  → mistake → update" in text
    assert text.count("1.0986 → 0.55144  loss") == 1


def test_averaged_branches_and_goes_on():
    X, y = clouds(40, seed=8)
    whole, first = run(X, y, epochs=6), run(X, y, epochs=3)
    rest = Tape(Dataset(X, y), Recipe(NAME, epochs=3), after=first.checkpoint())
    rest.extend()
    np.testing.assert_array_equal(
        whole.frame(whole.steps).weights, rest.frame(rest.steps).weights
    )
