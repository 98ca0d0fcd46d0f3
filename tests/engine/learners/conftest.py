"""What the learners' tests share."""

import numpy as np

from engine import Dataset, Recipe, Tape


def run(learner, X, y, **settings):
    tape = Tape(Dataset(X, y), Recipe(learner, **settings))
    tape.extend()
    return tape


def cloud(n, d, seed, noise=1.0):
    """Two overlapping classes, labels −1 and +1, both there."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X @ rng.normal(size=d) + noise * rng.normal(size=n) > 0, 1, -1)
    y[:2] = -1, 1
    return X, y


def all_weights(tape):
    """Weights of the first output after every step, the start included."""
    return np.array([tape.frame(k).weights[0] for k in range(tape.steps + 1)])


def with_ones(X):
    """Append the column that the offset is multiplied by."""
    return np.column_stack([X, np.ones(len(X))])


def signs_against_rest(y):
    """Labels of one output per class: +1 for the class, −1 for the rest."""
    return [np.where(np.asarray(y) == c, 1, -1) for c in np.unique(y)]


def assert_close(tape, coef, intercept, tolerance=1e-9):
    """Compare the used weights of a finished run."""
    model = tape.model()
    np.testing.assert_allclose(model.coef, coef, rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(
        model.intercept, intercept, rtol=tolerance, atol=tolerance
    )
