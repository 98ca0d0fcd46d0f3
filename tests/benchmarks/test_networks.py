"""How fast a network is recorded and any of its steps rebuilt."""

import ctypes
import shutil
import subprocess
import time
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from engine import Recipe, Tape
from engine.training.compiled.tiered_loops import run_loop
from tests.benchmarks.conftest import clouds, seconds_in_turns
from tests.benchmarks.test_learners import recording

NAME, N, HIDDEN, RATE = "multi-layer-perceptron", 100_000, 4, 0.01


@pytest.fixture(scope="module", autouse=True)
def compiled_network():
    run_loop(NAME).compiled()


def test_an_epoch_against_scikit_learn(report):
    """Theirs of a tenth of the samples: a whole epoch takes half a minute."""
    few = clouds(N // 10)
    theirs = MLPClassifier(
        (HIDDEN,), activation="tanh", solver="sgd", batch_size=1, momentum=0.0,
        learning_rate_init=RATE, max_iter=1, shuffle=False,
    )  # fmt: skip

    def fit():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            theirs.fit(few.X, few.y)

    others, ours = seconds_in_turns(
        fit, recording(clouds(N), NAME, 1, learning_rate=RATE),
        times=3, clock=time.process_time,
    )  # fmt: skip
    report(
        "a network's epoch, times scikit-learn's speed", 10 * others / ours, ("≥", 30)
    )


@pytest.mark.parametrize("level", ["-O2", "-O3"])
def test_an_epoch_against_c(report, tmp_path, level):
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc")
    epochs, data = 3, clouds(N)
    library = tmp_path / "network.so"
    subprocess.run(
        ["gcc", level, "-march=native", "-shared", "-fPIC", "-o", library,
         Path(__file__).parent / "network.c", "-lm"],
        check=True,
    )  # fmt: skip
    train = ctypes.CDLL(str(library)).train
    record = recording(data, NAME, epochs, learning_rate=RATE, momentum=0.5)
    start = record().frame(0).weights
    weights, velocity = start.copy(), np.zeros_like(start)
    codes, marks = data.y.astype(np.int64), np.zeros(N, np.uint8)
    log, losses = np.zeros((epochs, 3), np.int64), np.zeros(epochs)

    def at(array):
        return ctypes.c_void_p(array.ctypes.data)

    def in_c():
        weights[:], velocity[:] = start, 0.0
        train(
            at(data.X), at(codes), *map(ctypes.c_int64, (N, 2, HIDDEN, epochs)),
            *map(ctypes.c_double, (RATE, 0.0, 0.5)),
            *map(at, (weights, velocity, marks, log, losses)),
        )  # fmt: skip

    ours, c = seconds_in_turns(record, in_c, times=5, clock=time.process_time)
    tape = record()
    np.testing.assert_allclose(weights, tape.frame(tape.steps).weights, atol=1e-7)
    np.testing.assert_array_equal(log[:, 0], tape.epochs.mistakes)
    report(f"a network's epoch, times C's speed, {level}", c / ours, ("≥", 0.8))


def test_any_step_of_a_million_and_its_memory(report):
    data = clouds(N)
    tracemalloc.start()
    tape = Tape(data, Recipe(NAME, epochs=10, learning_rate=RATE, momentum=0.5))
    tape.extend()
    tape.frame(tape.steps // 2)
    kept = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    assert tape.steps == 1_000_000
    taken = []
    for k in np.random.default_rng(1).integers(0, tape.steps, 1_000):
        start = time.perf_counter()
        tape.frame(int(k))
        taken.append(time.perf_counter() - start)
    slowest = 1e3 * float(np.percentile(taken, 99))
    report("a network's frame(k) of a million steps, 99 %", slowest, ("≤", 16), " ms")
    report("memory of a network's tape of a million steps", kept, ("≤", 64), " MB")
