"""How fast each learner is recorded, beside others that do the same."""

import ctypes
import shutil
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import Perceptron, SGDClassifier

from engine import Dataset, Recipe, Tape
from engine.learners import learner
from tests.benchmarks.conftest import clouds, seconds_of_both

N, EPOCHS = 100_000, 10
FIXED = {"learning_rate": "constant", "eta0": 0.01}
THEIRS = {
    "perceptron": Perceptron(),
    "averaged-perceptron": SGDClassifier(
        loss="perceptron", penalty=None, average=True, learning_rate="constant",
        eta0=1.0,
    ),
    "logistic-regression": SGDClassifier(loss="log_loss", alpha=1e-4, **FIXED),
    "linear-svm": SGDClassifier(loss="hinge", alpha=1e-4, **FIXED),
    "passive-aggressive": SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0
    ),
    "adaline": SGDClassifier(loss="squared_error", penalty=None, **FIXED),
}  # fmt: skip
OURS = {
    "logistic-regression": {"learning_rate": 0.01, "strength": 1e-4},
    "linear-svm": {"schedule": "constant", "learning_rate": 0.01, "strength": 1e-4},
    "adaline": {"learning_rate": 0.01, "batch_size": 1},
}


def recording(data, name, epochs, **settings):
    """Give a call that records a run to its last epoch."""
    parameters = {parameter.name for parameter in learner(name).all_hyperparameters}
    if "stop_without_mistake" in parameters:
        settings["stop_without_mistake"] = False

    def record():
        tape = Tape(data, Recipe(name, epochs=epochs, **settings))
        tape.extend()
        assert tape.steps == epochs * data.n_samples

    return record


def fitting(data, estimator, epochs, shuffle=False):
    """Give a call that fits scikit-learn's for as many epochs."""
    signs = np.where(data.y == 1, 1, -1)
    estimator.set_params(shuffle=shuffle, tol=None, max_iter=epochs)

    def fit():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            estimator.fit(data.X, signs)

    return fit


@pytest.mark.parametrize("name", THEIRS)
def test_a_learner_against_scikit_learn(report, name):
    data = clouds(N)
    theirs, ours = seconds_of_both(
        fitting(data, THEIRS[name], EPOCHS),
        recording(data, name, EPOCHS, **OURS.get(name, {})),
    )
    goal = ("≥", 4 if name == "perceptron" else 2)
    report(f"{name}, times scikit-learn's speed", theirs / ours, goal)


def test_a_shuffled_million_against_scikit_learn(report):
    data = clouds(1_000_000)
    theirs, ours = seconds_of_both(
        fitting(data, Perceptron(), 3, shuffle=True),
        recording(data, "perceptron", 3, order="shuffled"),
    )
    report("a shuffled million, times scikit-learn's speed", theirs / ours, ("≥", 4))


def test_a_hundred_features_against_scikit_learn(report):
    data = clouds(N, d=100)
    theirs, ours = seconds_of_both(
        fitting(data, Perceptron(), 5), recording(data, "perceptron", 5)
    )
    report("d = 100, times scikit-learn's speed", theirs / ours, ("≥", 1))


def test_averaging_costs_little(report):
    data = clouds(N)
    plain, averaged = seconds_of_both(
        recording(data, "perceptron", EPOCHS),
        recording(data, "averaged-perceptron", EPOCHS),
    )
    report("averaged, times the plain perceptron's time", averaged / plain, ("≤", 1.5))


def ring(n, classes):
    """Classes around the origin, neighbours four deviations apart."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, classes, n)
    angle = 2 * np.pi * y / classes
    radius = 2 / np.sin(np.pi / classes)
    middles = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    return Dataset(middles + rng.normal(size=(n, 2)), y)


@pytest.mark.parametrize("classes", [3, 5])
def test_one_against_all(report, classes):
    two, more = seconds_of_both(
        recording(ring(N, 2), "perceptron", EPOCHS),
        recording(ring(N, classes), "perceptron", EPOCHS),
    )
    what = f"{classes} classes, times the time of two"
    report(what, more / two, ("≤", round(1.2 * classes, 1)))


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc")
def test_the_perceptron_against_c(report, tmp_path):
    source, library = Path(__file__).parent / "perceptron.c", tmp_path / "perceptron.so"
    subprocess.run(
        ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source],
        check=True,
    )
    train = ctypes.CDLL(str(library)).train
    data, weights, marks = clouds(N), np.zeros(3), np.zeros(N, np.uint8)
    log, losses = np.zeros((EPOCHS, 3), np.int64), np.zeros(EPOCHS)

    def in_c():
        weights[:] = 0.0
        train(
            *(ctypes.c_void_p(array.ctypes.data) for array in (data.X, data.y)),
            ctypes.c_int64(N), ctypes.c_int64(EPOCHS), ctypes.c_double(1.0),
            *(ctypes.c_void_p(array.ctypes.data)
              for array in (weights, marks, log, losses)),
        )  # fmt: skip

    in_c()
    tape = Tape(data, Recipe(epochs=EPOCHS, stop_without_mistake=False))
    tape.extend()
    np.testing.assert_allclose(weights, tape.frame(tape.steps).weights[0], rtol=1e-9)
    np.testing.assert_array_equal(log[:, 0], tape.epochs.mistakes)
    np.testing.assert_allclose(losses, tape.epochs.loss)
    c, ours = seconds_of_both(in_c, recording(data, "perceptron", EPOCHS))
    report("the perceptron, times C's speed", c / ours, ("≥", 0.7))
