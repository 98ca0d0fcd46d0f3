"""Each class's line against the rest: of the class pointed at, or of all."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSettings, QSize, Qt
from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from gui.canvas.canvas_figure import canvas_plot
from gui.canvas.contours import level_lines
from gui.canvas.layers.class_boundaries import points_along
from gui.plotting.figure import Sheet, image_of
from gui.style.theme import LIGHT
from tests.gui.canvas.test_contours import ring
from tests.gui.conftest import switch
from tests.gui.pixels import number, pixels


@pytest.fixture
def show(window, hand):
    def shown(k, step=None, of_all=True, **settings):
        hand.session.set_recipe(Recipe(**{"epochs": 10} | settings))
        hand.session.set_data(ring(k))
        hand.recorded()
        hand.session.seek(hand.session.last if step is None else step)
        window.canvas.fit()
        switch(window.canvas, "class_lines").setChecked(of_all)
        return window.canvas.plot.layers.class_boundaries

    return shown


def drawn(layer):
    return [code for code, lines in enumerate(layer.now) if lines]


def test_two_classes_have_none(show, window):
    layer = show(2)
    assert drawn(layer) == []
    assert not switch(window.canvas, "class_lines").isEnabled()


def test_classes_that_learn_together_have_none(show, window):
    """A score of 0 means nothing where only the differences of scores do."""
    assert drawn(show(3)) == [0, 1, 2]
    assert drawn(show(3, learner="softmax-regression")) == []
    assert not switch(window.canvas, "class_lines").isEnabled()


@pytest.mark.parametrize("squares", [False, True])
def test_each_class_has_a_marker_that_points_to_its_own_side(show, squares):
    for k in (3, 5, 9):
        layer = show(k, squares=squares)
        model, plane = layer.picture.model, layer.picture.plane
        assert len(layer.markers) >= min(len(drawn(layer)), 3)
        places = np.array([marker.place for marker in layer.markers])
        apart = np.hypot(*(places[:, None] - places[None]).T)
        assert apart[np.triu_indices(len(places), 1)].min() >= 20
        for marker in layer.markers:
            there = layer.places((marker.place + 12 * marker.towards)[None])
            behind = layer.places((marker.place - 12 * marker.towards)[None])
            ahead = model.scores(plane.lift(there))[0, marker.code]
            assert ahead > model.scores(plane.lift(behind))[0, marker.code]


def test_the_lines_of_votes_have_markers_too(show):
    layer = show(3, learner="voted-perceptron")
    assert drawn(layer) == [0, 1, 2]
    assert {marker.code for marker in layer.markers} == {0, 1, 2}


def test_only_outputs_that_changed_have_a_line_before(show, hand):
    layer = show(5)
    tape = hand.session.tape
    seen = 0
    for step in range(2, tape.steps + 1, 3):
        hand.session.seek(step)
        frame, before = hand.session.frame, layer.picture.before
        changed = (frame.weights != frame.weights_before).any(axis=1)
        if not frame.update:
            assert not any(layer.before)
            continue
        view = layer.view()
        there = [
            bool(lines) for lines in level_lines(before, layer.picture.plane, view)
        ]
        wanted = np.logical_and(changed, there)
        assert [bool(lines) for lines in layer.before] == wanted.tolist()
        seen += wanted.any()
    assert seen > 3


def test_a_key_shows_and_hides_them_and_it_is_remembered(show, window, hand):
    layer = show(3, of_all=False)
    action = switch(window.canvas, "class_lines")
    assert not action.isChecked()
    assert drawn(layer) == []
    hand.key(Qt.Key.Key_L)
    assert action.isChecked()
    assert drawn(layer) == [0, 1, 2]
    assert QSettings().value("class_lines", type=bool) is True
    hand.key(Qt.Key.Key_L)
    assert drawn(layer) == []


def test_while_the_mouse_is_on_its_name_a_class_has_its_line(show, window, qtbot):
    """In the set-up and in the strip under the canvas; it goes with the mouse."""
    layer = show(3, of_all=False)
    chip = window.panel("Set-up").data.class_buttons[1]
    QTest.mouseMove(chip)
    qtbot.waitUntil(lambda: drawn(layer) == [1])
    window.session.seek(window.session.last - 1)
    assert drawn(layer) == [1]
    window.docks["Set-up"].hide()  # else the strip does not name the classes again
    strip = window.canvas.reading.readout
    QTest.mouseMove(strip, QPoint(strip.width() - 4, strip.height() // 2))
    qtbot.waitUntil(lambda: drawn(layer) == [])
    QTest.mouseMove(strip, QPoint(112, strip.height() // 2))
    qtbot.waitUntil(lambda: drawn(layer) == [0])
    QTest.mouseMove(window.canvas.toolbar, QPoint(300, 10))
    qtbot.waitUntil(lambda: drawn(layer) == [])


def test_a_picture_has_them_in_the_classes_colours_if_wanted(show, window):
    shown = show(3).picture
    counts = []
    for like in (window.canvas.plot.layers, None):
        plot = canvas_plot(shown, Sheet(QSize(500, 400)), like=like)
        image = image_of(plot)
        plot.close()
        counts.append((pixels(image) == number(LIGHT.classes[0])).sum())
    assert counts[0] > counts[1] + 300


def test_steps_are_equal_along_each_bent_line_with_a_repeated_point():
    bent = np.array([[0.0, 0.0], [30.0, 0.0], [30.0, 0.0], [30.0, 40.0]])
    lines = [bent, bent[:1], np.array([[5.0, 5.0], [5.0, 30.0]])]
    places, normals, of_place, lengths = points_along(lines)
    np.testing.assert_allclose(places[:3], [[6, 0], [18, 0], [30, 0]])
    np.testing.assert_allclose(places[3:6], [[30, 12], [30, 24], [30, 36]])
    np.testing.assert_allclose(places[6:], [[5, 11], [5, 23]])
    np.testing.assert_allclose(normals[[0, 5, 6]], [[0, 1], [-1, 0], [-1, 0]])
    assert of_place.tolist() == [0] * 6 + [2, 2]
    assert lengths.tolist() == [70, 0, 25]


@pytest.mark.parametrize("squares", [False, True])
def test_of_very_many_classes_those_have_a_line_that_have_most_of_the_view(
    show, hand, squares
):
    layer = show(3, squares=squares)
    rng, turn = np.random.default_rng(1), np.arange(300) / 300 * 2 * np.pi
    circle = 3 * np.column_stack([np.cos(turn), np.sin(turn)])
    X = circle + rng.normal(0, 0.3, (300, 2))
    hand.session.set_data(Dataset(X, np.arange(300) // 10))
    hand.recorded()
    hand.session.seek(hand.session.last)
    view, model = layer.view(), layer.picture.model
    x, y = np.meshgrid(np.linspace(*view[::2], 200), np.linspace(*view[1::2], 200))
    places = np.column_stack([x.ravel(), y.ravel()])
    shares = np.bincount(model.predict(layer.picture.plane.lift(places)), minlength=30)
    own = drawn(layer)
    assert 3 <= len(own) <= 9
    ahead = np.flatnonzero(shares > 0.05 * shares.sum()).tolist()
    assert ahead
    lines = level_lines(model, layer.picture.plane, view)
    assert {code for code in ahead if lines[code]} <= set(own)
    assert {marker.code for marker in layer.markers} <= set(own)


def test_markers_of_lines_on_each_other_stand_side_by_side(show, hand):
    """After the first step of zero weights all lines are the same."""
    layer = show(9)
    hand.session.seek(1)
    places = np.array([marker.place for marker in layer.markers])
    assert len(places) == 9
    for from_an_end in (places[::2], places[1::2]):
        apart = np.hypot(*np.diff(from_an_end, axis=0).T)
        np.testing.assert_allclose(apart, 36)
