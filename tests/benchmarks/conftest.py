"""Measuring: ratios in one run, medians of several, printed with their goals."""

import statistics
import time

import numpy as np
import pytest

from engine import Dataset
from engine.training.tiered_loops import run_loop


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """Let no run measured be interpreted."""
    run_loop("perceptron").compiled()


@pytest.fixture
def report(capsys):
    """Print a figure beside its goal."""

    def line(what, value, goal, unit=""):
        sign, bound = goal
        met = value >= bound if sign == "≥" else value <= bound
        with capsys.disabled():
            print(
                f"\n  {'✓' if met else '✗'} {what}: {value:.2f}{unit} ({sign} {bound})"
            )

    return line


def seconds(act, times=7, warm_up=True):
    """Median of several runs, after one that warms up."""
    if warm_up:
        act()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def seconds_of_both(one, other, times=7):
    """Medians of two that take turns, so that a busy machine slows both."""
    one(), other()
    taken = [(seconds(one, 1, False), seconds(other, 1, False)) for _ in range(times)]
    return tuple(statistics.median(column) for column in zip(*taken, strict=True))


def clouds(n, d=2, seed=0, noise=0.3):
    """Two overlapping classes that no line separates."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    side = X @ np.linspace(1.0, 0.5, d) + noise * rng.normal(size=n)
    return Dataset(X, np.where(side > 0, 1, -1))
