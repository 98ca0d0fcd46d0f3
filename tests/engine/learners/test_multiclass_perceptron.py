import numpy as np
import pytest

from engine import Dataset, Recipe, Tape

NAME = "multiclass-perceptron"


def recorded(data, **settings):
    tape = Tape(data, Recipe(NAME, stop_without_mistake=False, **settings))
    tape.extend()
    return tape


def by_numpy(X, y, classes, epochs, eta):
    """The rule as Crammer and Singer write it: the right row, the wrongly highest."""
    W = np.zeros((classes, X.shape[1] + 1))
    for _ in range(epochs):
        for x, own in zip(np.column_stack([X, np.ones(len(X))]), y, strict=True):
            z = W[:, -1].copy()  # added from the left, as one would by hand
            for j in range(X.shape[1]):
                z += W[:, j] * x[j]
            z_others = np.where(np.arange(classes) == own, -np.inf, z)
            rival = z_others.argmax()
            if z[own] <= z[rival]:
                W[own] += eta * x
                W[rival] -= eta * x
    return W


@pytest.mark.parametrize("classes", [3, 5])
@pytest.mark.parametrize("d", [2, 6])
def test_it_is_a_loop_in_numpy(classes, d):
    rng = np.random.default_rng(classes)
    X, y = rng.normal(size=(50, d)), rng.permutation(np.arange(50) % classes)
    tape = recorded(Dataset(X, y), epochs=7, learning_rate=0.3)
    np.testing.assert_array_equal(
        tape.frame(tape.steps).weights, by_numpy(X, y, classes, 7, 0.3)
    )


def test_a_mistake_moves_two_classes_and_no_other():
    tape = recorded(Dataset([[2.0, 1], [1, 3], [0, 1]], [0, 1, 2]), epochs=1)
    assert tape.frame(1).weights.tolist() == [[2, 1, 1], [-2, -1, -1], [0, 0, 0]]
    # z = (6, −6, 0): the own class, the second, is behind; the first is highest.
    assert tape.frame(2).weights.tolist() == [[1, -2, 0], [-1, 2, 0], [0, 0, 0]]
    assert tape.epochs.mistakes.tolist() == [3]


def test_of_two_classes_it_is_the_perceptron():
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(40, 2)), rng.integers(0, 2, 40))
    perceptron = Tape(data, Recipe("perceptron", stop_without_mistake=False))
    perceptron.extend()
    tape = recorded(data)
    for k in (1, 30, tape.steps):
        np.testing.assert_array_equal(
            tape.frame(k).weights, perceptron.frame(k).weights
        )


def test_three_clouds_in_a_row():
    """One against the rest no line separates the middle one; together one can."""
    rng = np.random.default_rng(1)
    X = rng.normal(0, 0.3, (60, 2)) + np.repeat([[-3, 0], [0, 0], [3, 0]], 20, axis=0)
    data = Dataset(X, np.repeat([0, 1, 2], 20))
    one_against_all = Tape(data, Recipe("perceptron", epochs=200))
    together = Tape(data, Recipe(NAME, epochs=200))
    for tape in (one_against_all, together):
        tape.extend()
    assert not one_against_all.converged
    assert together.converged
    assert together.model().training_error == 0
