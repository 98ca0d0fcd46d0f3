"""How fast a run is recorded and any of its steps rebuilt."""

import time
import tracemalloc
import warnings

import numpy as np
from sklearn.linear_model import Perceptron

from engine import Recipe, Tape
from tests.benchmarks.conftest import clouds, seconds


def test_recording_against_scikit_learn(report):
    data = clouds(100_000)
    signs = np.where(data.y == 1, 1, -1)

    def ours():
        tape = Tape(data, Recipe(epochs=10, stop_without_mistake=False))
        tape.extend()
        assert tape.steps == 1_000_000

    def theirs():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            Perceptron(shuffle=False, tol=None, max_iter=10).fit(data.X, signs)

    ratio = seconds(theirs) / seconds(ours)
    report("recording 100,000 × 10, times scikit-learn's speed", ratio, ("≥", 3))


def test_any_step_of_ten_million(report):
    tape = Tape(clouds(100_000), Recipe(epochs=100, stop_without_mistake=False))
    tape.extend()
    assert tape.steps == 10_000_000
    taken = []
    for k in np.random.default_rng(1).integers(0, tape.steps, 2_000):
        start = time.perf_counter()
        tape.frame(int(k))
        taken.append(time.perf_counter() - start)
    slowest = 1e3 * float(np.percentile(taken, 99))
    report("frame(k) of 10 million steps, 99 %", slowest, ("≤", 16), " ms")


def test_memory_of_ten_million_steps(report):
    data = clouds(100_000)
    tracemalloc.start()
    tape = Tape(data, Recipe(epochs=100, stop_without_mistake=False))
    tape.extend()
    tape.frame(tape.steps // 2)
    kept = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    report("memory of a tape of 10 million steps", kept, ("≤", 64), " MB")
