"""More than two features: the two shown, and the margin view, by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset
from engine.data.dataset import VALIDATION
from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.margin_lens import COMPONENT, DISTANCE, NO_BOUNDARY
from gui.canvas.readout import REST

CTRL = Qt.KeyboardModifier.ControlModifier


def cloud(classes=2, d=4, n=60, names=None):
    rng = np.random.default_rng(classes)
    y = np.arange(n) % classes
    X = rng.normal(size=(n, d)) + y[:, None] * np.linspace(2, 0.5, d)
    return Dataset(X, y, names, ("A", "B", "C")[:classes])


def open_data(window, hand, data, **settings):
    window.files._begin_with(data, None)
    hand.session.set_recipe(hand.session.recipe.replace(epochs=4, **settings))
    hand.recorded()


def choose(choice, index):
    """Pick from the list, which then says that it was picked."""
    choice.setCurrentIndex(index)
    choice.activated.emit(index)


def boundary(window):
    layers = window.canvas.plot.layers
    return next(layer for layer in layers if isinstance(layer, BoundaryLayer))


def labels(window):
    return [window.canvas.plot.getAxis(side).labelText for side in ("bottom", "left")]


def test_two_features_need_no_choice(window, hand):
    open_data(window, hand, cloud(d=2))
    assert not window.canvas.axes.isVisible()


def test_other_features_are_shown_and_remembered(window, hand, qtbot):
    data = cloud()
    open_data(window, hand, data)
    axes, canvas = window.canvas.axes, window.canvas
    assert axes.isVisible()
    assert axes.note.text() == "slice at the mean of the 2 other features"
    choose(axes.across, 3)
    assert labels(window) == ["x₄", "x₂"]
    qtbot.mouseClick(axes.swap, Qt.MouseButton.LeftButton)
    assert labels(window) == ["x₂", "x₄"]
    np.testing.assert_array_equal(canvas.plane.project(data.X), data.X[:, [1, 3]])
    open_data(window, hand, cloud(names=("a", "b", "c", "d")))
    assert labels(window) == ["a", "b"]
    open_data(window, hand, data)
    assert labels(window) == ["x₂", "x₄"]


def test_the_same_feature_twice_swaps(window, hand):
    open_data(window, hand, cloud())
    choose(window.canvas.axes.across, 1)
    assert labels(window) == ["x₂", "x₁"]


def test_points_are_drawn_in_the_plane_shown(window, hand):
    data = cloud()
    open_data(window, hand, data)
    choose(window.canvas.axes.up, 2)
    hand.click(0.5, 1.5)
    drawn = hand.session.data.X[-1]
    assert drawn[[0, 2]] == pytest.approx([0.5, 1.5], abs=window.canvas.pixel)
    assert drawn[[1, 3]] == pytest.approx(data.centre[[1, 3]])


@pytest.mark.parametrize("standardise", [False, True])
def test_the_margin_view_puts_the_boundary_upright(window, hand, standardise):
    open_data(window, hand, cloud(), standardise=standardise)
    hand.session.to_end()
    hand.key(Qt.Key.Key_M, CTRL)
    shown, model = window.canvas.shown(), hand.session.model
    assert labels(window) == [DISTANCE, COMPONENT]
    length = np.linalg.norm(model.scaled_weights[0, :-1])
    scores = model.scores(hand.session.data.X)[:, 0]
    np.testing.assert_allclose(shown.data.X[:, 0], scores / length, atol=1e-9)
    (line,) = boundary(window)._now
    assert line[:, 0].tolist() == pytest.approx([0, 0], abs=1e-9)
    np.testing.assert_array_equal(
        shown.wrong, np.flatnonzero(model.mistaken(shown_X(hand), hand.session.data.y))
    )
    assert ("standardised" in window.canvas.axes.note.text()) == standardise


def shown_X(hand):
    return hand.session.data.X


def test_nothing_can_be_drawn_in_the_margin_view(window, hand):
    open_data(window, hand, cloud())
    hand.key(Qt.Key.Key_M, CTRL)
    n = hand.session.data.n_samples
    hand.click(0, 0)
    hand.key(Qt.Key.Key_E)
    hand.drag((-1, -1), (1, 1))
    assert hand.session.data.n_samples == n
    assert not window.canvas.tool_actions[0].isEnabled()
    assert "Ctrl+M" in window.canvas.tool_actions[0].toolTip()
    hand.key(Qt.Key.Key_M, CTRL)
    assert window.canvas.tool_actions[0].isEnabled()
    hand.click(0, 0)
    assert hand.session.data.n_samples == n + 1


def test_one_class_is_seen_against_the_rest(window, hand):
    open_data(window, hand, cloud(3))
    hand.session.to_end()
    hand.key(Qt.Key.Key_M, CTRL)
    choose(window.canvas.axes.code, 2)
    shown, model = window.canvas.shown(), hand.session.model
    z = model.scores(shown_X(hand))[:, 2]
    length = np.linalg.norm(model.weights[2, :-1])
    np.testing.assert_allclose(shown.data.X[:, 0], z / length, atol=1e-9)
    wrong = (z > 0) != (hand.session.data.y == 2)
    np.testing.assert_array_equal(shown.wrong, np.flatnonzero(wrong))
    for across, winner in ((-0.5, REST), (0.5, 2)):
        window.canvas.readout.point_at((across, 0.0), 0.01)
        assert window.canvas.readout.reading.winner == winner
        window.canvas.readout.grab()


def test_the_margin_view_before_the_first_update(window, hand):
    open_data(window, hand, cloud())
    hand.session.seek(0)
    hand.key(Qt.Key.Key_M, CTRL)
    assert labels(window)[0] == NO_BOUNDARY
    assert not boundary(window)._now


def test_votes_are_not_looked_along(window, hand):
    open_data(window, hand, cloud(), learner="voted-perceptron")
    hand.session.to_end()
    hand.key(Qt.Key.Key_M, CTRL)
    assert labels(window) == ["x₁", "x₂"]
    assert "otes" in window.canvas.axes.note.text()


def test_another_data_set_has_its_own_view_and_its_tools(window, hand):
    open_data(window, hand, cloud())
    hand.key(Qt.Key.Key_M, CTRL)
    open_data(window, hand, cloud(d=2))
    assert not window.canvas.axes.margin_action.isChecked()
    hand.click(0, 0)
    assert hand.session.data.n_samples == 61


def test_playing_never_loses_the_points(window, hand):
    open_data(window, hand, cloud(d=6), learning_rate=50.0)
    hand.key(Qt.Key.Key_M, CTRL)
    for step in range(0, hand.session.last, 7):
        hand.session.seek(step)
        left, bottom, right, top = window.canvas.rect
        points = window.canvas.shown().data.X
        inside = (points > (left, bottom)) & (points < (right, top))
        assert inside.all(axis=1).mean() >= 0.5


def test_held_out_samples_are_not_marked(window, hand):
    data = cloud(n=40)
    parts = np.where(np.arange(40) % 2, VALIDATION, 0)
    noisy = np.where(np.arange(40) % 5, data.y, 1 - data.y)
    open_data(window, hand, Dataset(data.X, noisy, parts=parts))
    hand.session.to_end()
    wrong = window.canvas.shown().wrong
    assert len(wrong)
    assert not parts[wrong].any()
