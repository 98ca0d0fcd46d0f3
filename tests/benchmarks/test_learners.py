"""How fast each learner is recorded, beside others that do the same."""

import ctypes
import shutil
import subprocess
import time
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import Perceptron, SGDClassifier

from engine import Dataset, Recipe, Tape
from engine.learners import learner
from engine.training.compiled.tiered_loops import votes_loop
from tests.benchmarks.conftest import clouds, seconds_in_turns, seconds_of_both

N, EPOCHS, STRENGTH = 100_000, 10, 1e-4
FIXED = {"learning_rate": "constant", "eta0": 0.01}
THEIRS = {
    "perceptron": Perceptron(),
    "averaged-perceptron": SGDClassifier(
        loss="perceptron", penalty=None, average=True, learning_rate="constant",
        eta0=1.0,
    ),
    "logistic-regression": SGDClassifier(loss="log_loss", alpha=STRENGTH, **FIXED),
    "linear-svm": SGDClassifier(loss="hinge", alpha=STRENGTH, **FIXED),
    "passive-aggressive": SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0
    ),
    "adaline": SGDClassifier(loss="squared_error", penalty=None, **FIXED),
}  # fmt: skip
OURS = {
    "logistic-regression": {"learning_rate": 0.01, "strength": STRENGTH},
    "linear-svm": {"schedule": "constant", "learning_rate": 0.01, "strength": STRENGTH},
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
        return tape

    return record


def fitting(data, estimator, epochs, shuffle=False):
    """Give a call that fits scikit-learn's for as many epochs."""
    estimator.set_params(shuffle=shuffle, tol=None, max_iter=epochs)

    def fit():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            estimator.fit(data.X, data.y)

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
    label = f"{classes} classes, times the time of two"
    report(label, more / two, ("≤", round(1.2 * classes, 1)))


class InC:
    """The loop of `learners.c` around a learner's rule."""

    RULES = (
        "perceptron", "averaged-perceptron", "adaline", "linear-svm",
        "logistic-regression", "passive-aggressive",
    )  # fmt: skip

    def __init__(self, folder, name):
        source, library = Path(__file__).parent / "learners.c", folder / f"{name}.so"
        subprocess.run(
            ["gcc", "-O3", "-march=native", f"-DRULE={self.RULES.index(name)}",
             "-shared", "-fPIC", "-o", library, source, "-lm"],
            check=True,
        )  # fmt: skip
        self._train = ctypes.CDLL(str(library)).train

    def fitting(self, data, epochs, shuffled, rate):
        """Give a call that learns, and what it leaves: weights, mistakes and errors."""
        n, d = data.X.shape
        weights, memory = np.zeros(d + 1), np.zeros(d + 1)
        codes, order = data.y.astype(np.int64), np.zeros(n, np.int32)
        marks, losses = np.zeros(n, np.uint8), np.zeros(epochs)
        log = np.zeros((epochs, 3), np.int64)

        def at(array):
            return ctypes.c_void_p(array.ctypes.data)

        def train():
            weights[:] = memory[:] = 0.0
            self._train(
                at(data.X), at(codes), at(order) if shuffled else None,
                *map(ctypes.c_int64, (n, d, epochs)),
                *map(ctypes.c_double, (rate, STRENGTH, 1.0)),
                *map(at, (weights, memory, marks, log, losses)),
            )  # fmt: skip

        return train, weights, log


@pytest.fixture(scope="module")
def in_c(tmp_path_factory):
    """Give the loop around a learner's rule, compiled once, where there is a gcc."""
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc")
    folder = tmp_path_factory.mktemp("c")
    return cache(lambda name: InC(folder, name))


@pytest.fixture(scope="module")
def table():
    """Print what was measured, at the end: ns a sample, and how many times as fast."""
    rows = []
    yield rows
    print("\n| d | order | learner | ours, ns | × scikit-learn | × C |")
    print("| --: | --- | --- | --: | --: | --: |")
    for d, order, name, ours, theirs, c in rows:
        print(
            f"| {d} | {order} | {name} | {ours:.1f} | {theirs / ours:.2f} "
            f"| {c / ours:.2f} |"
        )


@pytest.mark.parametrize("name", InC.RULES)
@pytest.mark.parametrize("order", ["given", "shuffled"])
@pytest.mark.parametrize("d", [2, 10, 100, 500])
def test_a_learner_against_scikit_learn_and_c(report, table, in_c, d, order, name):
    epochs, shuffled = 3, order == "shuffled"
    data = clouds(max(20_000, 2_000_000 // d if d > 2 else N), d)
    fixed = name in ("perceptron", "averaged-perceptron", "passive-aggressive")
    rate = 1.0 if fixed else min(0.01, 0.1 / d)
    settings = {} if fixed else OURS[name] | {"learning_rate": rate}
    theirs = clone(THEIRS[name]).set_params(**{} if fixed else {"eta0": rate})
    train, weights, log = in_c(name).fitting(data, epochs, shuffled, rate)
    record = recording(data, name, epochs, order=order, **settings)
    times = seconds_in_turns(
        fitting(data, theirs, epochs, shuffled), record, train,
        times=5, clock=time.process_time,
    )  # fmt: skip
    tape = record()
    np.testing.assert_allclose(
        weights, tape.frame(tape.steps).weights[0], rtol=1e-7, atol=1e-9
    )
    np.testing.assert_array_equal(log[:, 0], tape.epochs.mistakes)
    others, ours, c = (1e9 * t / tape.steps for t in times)
    table.append((d, order, name, ours, others, c))
    label = f"{name}, d = {d}, {order}, times"
    report(f"{label} scikit-learn's speed", others / ours, ("≥", 1.3))
    report(f"{label} C's speed", c / ours, ("≥", 0.8))


@pytest.mark.parametrize("name", ["pocket-perceptron", "voted-perceptron"])
def test_one_that_looks_at_all_samples_against_the_plain_perceptron(report, name):
    """What bounds them: a count of errors, or of votes, over all samples."""
    votes_loop().compiled()
    data = clouds(10_000)
    plain, ours = seconds_in_turns(
        recording(data, "perceptron", 5), recording(data, name, 5),
        clock=time.process_time,
    )  # fmt: skip
    report(f"{name}, times the plain perceptron's time", ours / plain, ("≤", 10))
