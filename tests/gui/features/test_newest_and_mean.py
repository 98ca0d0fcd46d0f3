"""Newest and mean w of one run together: at every step, following data and recipe."""

import numpy as np
import pytest
from PySide6.QtCore import QSize

from engine import Recipe, Tape
from engine.data import gallery
from engine.data.stream_sources import SOURCES
from engine.training.recipe_combination import with_combination
from gui.canvas.canvas_figure import canvas_as_shown
from gui.features.newest_and_mean import NewestAndMean
from gui.plotting.figure import Sheet
from gui.session.stream import Stream
from tests.gui.conftest import switch


@pytest.fixture
def canvas(window, hand):
    window.files.begin_with(gallery.example("noisy-clusters").make())
    window.session.set_recipe(Recipe(epochs=4, order="shuffled", seed=3))
    hand.recorded()
    return window.canvas


def settle(canvas, qtbot):
    layer = canvas.plot.layers.compared_boundaries
    qtbot.waitUntil(lambda: model_of(layer) is not None)
    return layer


def model_of(layer):
    """The other weights that are drawn; None where there are none."""
    return layer.runs[0].models[0] if layer.runs else None


def alone(session, combination):
    other = with_combination(session.recipe, combination)
    tape = Tape(session.data, other)
    tape.extend()
    return tape


def test_the_mean_of_a_plain_run_is_seen_at_every_step(canvas, window, hand, qtbot):
    layer, session = canvas.plot.layers.compared_boundaries, window.session
    session.seek(100)
    assert layer.is_empty()
    switch(canvas, "counterpart").trigger()
    settle(canvas, qtbot)
    averaged = alone(session, "averaged")
    for step in (100, 101, 7, session.last):
        session.seek(step)
        assert np.array_equal(model_of(layer).weights, averaged.model(step).weights)
        assert len(layer.lines[0]) == 1
    assert [row.text for row in layer.legend()] == [
        "used: newest w", "mean of all w so far",
    ]  # fmt: skip
    session.seek(0)
    assert layer.is_empty()  # weights of 0 have no boundary
    session.seek(9)
    assert not layer.is_empty()
    switch(canvas, "counterpart").trigger()
    assert layer.is_empty()
    assert model_of(layer) is None


def test_of_an_averaged_run_it_is_the_newest(canvas, window, hand, qtbot):
    session = window.session
    session.set_recipe(with_combination(session.recipe, "averaged"))
    hand.recorded()
    switch(canvas, "counterpart").trigger()
    plain = alone(session, "last")
    layer = canvas.plot.layers.compared_boundaries
    for step in (1, 60, session.last):
        session.seek(step)
        assert np.array_equal(model_of(layer).weights, plain.model(step).weights)
    assert [row.text for row in layer.legend()] == [
        "used: mean of all w so far", "newest w",
    ]  # fmt: skip
    switch(canvas, "counterpart").trigger()


def test_it_follows_data_and_recipe(canvas, window, hand, qtbot):
    session, layer = window.session, canvas.plot.layers.compared_boundaries
    switch(canvas, "counterpart").trigger()
    session.set_recipe(session.recipe.replace(seed=8, learning_rate=0.5))
    hand.drag((0, 0), (0.5, 0.5))
    hand.recorded()
    session.seek(50)

    def is_current():
        model = model_of(layer)
        there = alone(session, "averaged").model(50).weights
        return model is not None and np.array_equal(model.weights, there)

    qtbot.waitUntil(is_current)
    session.set_recipe(Recipe("logistic-regression", epochs=2))
    hand.recorded()
    session.seek(20)
    assert not switch(canvas, "counterpart").isEnabled()
    assert model_of(layer) is None
    session.set_recipe(Recipe("adaline", epochs=2))
    hand.recorded()
    session.seek(20)
    assert switch(canvas, "counterpart").isEnabled()
    qtbot.waitUntil(is_20(session, layer))
    switch(canvas, "counterpart").trigger()


def is_20(session, layer):
    def there():
        model = model_of(layer)
        theirs = alone(session, "averaged").model(20).weights
        return model is not None and np.array_equal(model.weights, theirs)

    return there


def test_with_a_branch_there_are_two_boundaries_enough(canvas, window, qtbot):
    session = window.session
    session.seek(30)
    switch(canvas, "counterpart").trigger()
    layer = settle(canvas, qtbot)
    session.branches.begin()
    qtbot.waitUntil(lambda: len(layer.runs) > 0)
    assert [run.label for run in layer.runs] == ["run 1, without it"]
    session.branches.go_back()
    session.seek(31)
    settle(canvas, qtbot)
    switch(canvas, "counterpart").trigger()


def test_exports_have_it(canvas, window, hand, qtbot):
    session = window.session
    session.seek(90)
    switch(canvas, "counterpart").trigger()
    layer = settle(canvas, qtbot)
    plot = canvas_as_shown(canvas, Sheet(QSize(500, 400)))
    drawn = plot.layers.compared_boundaries.lines
    assert len(drawn[0]) == len(layer.lines[0]) == 1
    plot.close()
    switch(canvas, "counterpart").trigger()


def test_many_classes(canvas, window, hand, qtbot):
    window.files.begin_with(gallery.example("iris").make())
    window.session.set_recipe(Recipe(epochs=2, order="shuffled"))
    hand.recorded()
    window.session.seek(200)
    switch(canvas, "counterpart").trigger()
    settle(canvas, qtbot)
    assert canvas.plot.layers.compared_boundaries.lines[0]
    switch(canvas, "counterpart").trigger()


def test_nothing_is_recorded_beside_a_stream(canvas, window, hand, qtbot):
    hand.draw_two_classes()
    switch(canvas, "counterpart").trigger()
    s, counterpart = window.session, NewestAndMean.of(canvas.session)
    qtbot.waitUntil(lambda: counterpart.model_at_playhead() is not None)
    window.panel("Stream").action.trigger()
    Stream.of(window.session).choose(SOURCES[1].name)
    recorded = []
    counterpart.changed.connect(lambda: recorded.append(s.step))
    s.set_speed(300.0)
    s.toggle_playing()
    n = s.data.n_samples
    qtbot.waitUntil(lambda: s.data.n_samples > n + 20)
    s.set_playing(False)
    assert not recorded
    window.panel("Stream").action.trigger()
    qtbot.waitUntil(lambda: counterpart.model_at_playhead() is not None)
