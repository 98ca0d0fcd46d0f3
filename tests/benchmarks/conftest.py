"""Measuring: ratios in one run, medians of several, printed with their goals."""

import json
import os
import statistics
import time
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset
from engine.training.compiled.tiered_loops import run_loop


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """Let no run measured be interpreted."""
    run_loop("perceptron").compiled()


FIGURES = os.environ.get("BENCHMARK_FIGURES")


@pytest.fixture
def report(capsys):
    """Print a figure beside its goal."""

    def line(label, value, goal, unit=""):
        sign, bound = goal
        met = value >= bound if sign == "≥" else value <= bound
        with capsys.disabled():
            print(
                f"\n  {'✓' if met else '✗'} {label}: {value:.2f}{unit} ({sign} {bound})"
            )
        if FIGURES:  # of `record.py`
            figure = {"what": label, "value": value, "goal": goal, "unit": unit}
            with Path(FIGURES).open("a", encoding="utf-8") as file:
                file.write(json.dumps(figure, ensure_ascii=False) + "\n")

    return line


def seconds(act, times=7, warm_up=True, clock=time.perf_counter):
    """Median of several runs, after one that warms up."""
    if warm_up:
        act()
    taken = []
    for _ in range(times):
        start = clock()
        act()
        taken.append(clock() - start)
    return statistics.median(taken)


def seconds_in_turns(*acts, times=7, clock=time.perf_counter):
    """Medians of some that take turns, so that a busy machine slows all of them."""
    for act in acts:
        act()
    taken = [[seconds(act, 1, False, clock) for act in acts] for _ in range(times)]
    return tuple(statistics.median(column) for column in zip(*taken, strict=True))


def seconds_of_both(first, other, times=7):
    """Medians of two that take turns."""
    return seconds_in_turns(first, other, times=times)


def clouds(n, d=2, seed=0, noise=0.3):
    """Two overlapping classes that no line separates."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    side = X @ np.linspace(1.0, 0.5, d) + noise * rng.normal(size=n)
    return Dataset(X, np.where(side > 0, 1, -1))
