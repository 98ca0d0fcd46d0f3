"""Frames of the screen against a plain pyqtgraph window's, and with many classes."""

import time

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.polynomial_terms import polynomial_terms
from tests.benchmarks.conftest import clouds
from tests.benchmarks.plain_window import PlainWindow
from tests.benchmarks.test_time_machine import show, window, worst_of_100

__all__ = ["window"]  # a fixture

BLOCKS, FRAMES = 8, 25
"""The two take turns, so that a busy machine slows both."""


def recipe(points):
    epochs = 100 if points < 100_000 else 5
    return Recipe(epochs=epochs, stop_without_mistake=False)


def frames_in_turns(qapp, *runs):
    """Measure frames in milliseconds: of each (seek, last step), in blocks."""
    taken = [[] for _ in runs]
    for block in range(BLOCKS):
        for (seek, last), own in zip(runs, taken, strict=True):
            steps = np.linspace(1, last, BLOCKS * FRAMES).astype(int)[block::BLOCKS]
            seek(int(steps[-1]))
            qapp.processEvents()
            for step in steps.tolist():
                began = time.perf_counter()
                seek(step)
                qapp.processEvents()
                own.append(1e3 * (time.perf_counter() - began))
    return taken


@pytest.mark.parametrize(
    ("points", "goal"), [(1000, 0.2), (10_000, 0.2), (1_000_000, 0.35)]
)
def test_a_frame_against_a_plain_window(report, window, qtbot, qapp, points, goal):
    show(window, qtbot, clouds(points), recipe(points))
    s, tape = window.session, window.session.tape
    if points > 10_000:  # so many would take a plain window a second
        tape = Tape(clouds(10_000), recipe(10_000))
        tape.extend()
    plain = PlainWindow(tape)
    plain.show()
    ours, bare = frames_in_turns(qapp, (s.seek, s.last), (plain.show_step, tape.steps))
    plain.close()
    unit = float(np.median(bare))
    label = f"a frame of {points:,} points, times a plain window's"
    report(f"{label}, median", float(np.median(ours)) / unit, ("≤", goal))
    report(f"{label}, 99 %", worst_of_100(ours) / unit, ("≤", 2 * goal))


def ring(k):
    """A thousand points in classes on a ring."""
    rng = np.random.default_rng(0)
    y = np.arange(1000) % k
    turn = 2 * np.pi * y / k
    middles = 1.3 * np.column_stack([np.cos(turn), np.sin(turn)])
    names = [f"class {i:02}" for i in range(k)]
    return Dataset(middles + rng.normal(0, 0.3, (1000, 2)), y, None, names)


@pytest.mark.timeout(900)
def test_a_frame_of_many_classes_against_one_of_two(report, window, qtbot, qapp):
    medians = {}
    for k in (2, 3, 9, 30, 100):
        show(window, qtbot, ring(k), recipe(1000))
        s = window.session
        (taken,) = frames_in_turns(qapp, (s.seek, s.last))
        medians[k] = float(np.median(taken))
    for k, goal in ((3, 1.5), (9, 2), (30, 3), (100, 5)):
        label = f"a frame of {k} classes, times that of two"
        report(label, medians[k] / medians[2], ("≤", goal))


def medians_in_turns(qapp, session, prepare, n):
    """Measure frames of several views of a run in turns; medians in milliseconds."""
    taken = [[] for _ in range(n)]
    for _ in range(3):
        for i, own in enumerate(taken):
            prepare(i)
            own += frames_in_turns(qapp, (session.seek, session.last))[0]
    return [float(np.median(own)) for own in taken]


def test_a_frame_with_a_view_in_front_against_a_usual_one(report, window, qtbot, qapp):
    """What usually is in front is the error curve."""
    show(window, qtbot, clouds(1000), recipe(1000))
    titles = ("Error per epoch", "Weight space", "Lifted space")
    docks = {dock.objectName(): dock for dock in window.docks.all}

    def bring(i):
        docks[titles[i]].raise_()
        qtbot.wait(500)

    usual, *others = medians_in_turns(qapp, window.session, bring, len(titles))
    for title, taken in zip(titles[1:], others, strict=True):
        label = f"a frame with {title.lower()} in front, times a usual one"
        report(label, taken / usual, ("≤", 1.5))


def test_a_frame_of_many_terms_against_one_of_two(report, window, qtbot, qapp):
    """Thirty features, their squares and products, of which two are drawn."""
    data = clouds(1000, 30)
    terms = polynomial_terms(data.feature_names, 2)
    assert len(terms) == 495
    two = data.feature_names[:2]
    short = Recipe(epochs=5, stop_without_mistake=False)
    chosen = [short.replace(features=features) for features in (two, terms)]

    def learn(i):
        show(window, qtbot, data, chosen[i])

    few, many = medians_in_turns(qapp, window.session, learn, 2)
    report("a frame of 495 terms, times that of two", many / few, ("≤", 1.5))


@pytest.mark.parametrize("hidden", [4, 16])
def test_a_frame_of_a_network_against_a_linear_one(report, window, qtbot, qapp, hidden):
    """The boundary and the regions are found by running a grid through the units."""
    data = clouds(1000)
    network = Recipe("multi-layer-perceptron", hidden=hidden, epochs=5)
    recipes = [Recipe(epochs=5, stop_without_mistake=False), network]

    def learn(i):
        show(window, qtbot, data, recipes[i])

    linear, bent = medians_in_turns(qapp, window.session, learn, 2)
    label = f"a frame of a network of {hidden} hidden units, times a linear one"
    report(label, bent / linear, ("≤", 1.5))
