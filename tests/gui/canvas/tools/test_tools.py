"""The tools, by mouse and keys: what they do to the points, and one undo a stroke."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QSlider, QToolButton

from engine import Dataset, Recipe
from tests.gui.conftest import bring_mouse, chosen_tool, move_mouse, tool_action

Key, Shape = Qt.Key, Qt.CursorShape
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SQUARE = Dataset(
    [[-2, -2], [-2, 2], [2, -2], [2, 2]], [0, 0, 1, 1], class_names=("A", "B", "C")
)


@pytest.fixture
def square(hand):
    hand.session.begin(SQUARE)
    return hand.session


def slide(window, name, value):
    bring_mouse(window.canvas)
    slider = next(
        s for s in window.canvas.toolbar.findChildren(QSlider, name) if s.isVisible()
    )
    slider.setValue(value)


def undo(hand):
    hand.key(Key.Key_Z, CONTROL)


def points(session):
    return session.data.X.tolist()


def test_the_brush_sprays_within_its_radius_as_densely_as_said(window, hand):
    slide(window, "radius", 40)
    slide(window, "density", 100)
    canvas, buttons = window.canvas, window.canvas.toolbar.findChildren(QToolButton)
    back, again = (
        next(b for b in buttons if b.defaultAction() is action)
        for action in (canvas.commands.undo, canvas.commands.redo)
    )
    assert not back.isEnabled()
    hand.drag((-2, 0), (2, 0), moves=20)
    X, pixel = hand.session.data.X, window.canvas.pixel
    way = 4 / pixel
    assert way * 0.8 < len(X) <= way + 2  # both ends are whole pixels
    assert 30 * pixel < np.abs(X[:, 1]).max() <= 41 * pixel
    QTest.mouseClick(back, LEFT)
    assert not hand.session.data.n_samples
    QTest.mouseClick(again, LEFT)
    np.testing.assert_array_equal(hand.session.data.X, X)
    undo(hand)
    assert not hand.session.data.n_samples


def test_the_pen_leaves_points_exactly_along_its_way(hand):
    hand.key(Key.Key_N)
    hand.drag((-2, 1), (2, 1), button=RIGHT)
    data = hand.session.data
    assert data.n_samples > 10
    np.testing.assert_allclose(data.X[:, 1], 1, atol=0.02)
    steps = np.diff(data.X[:, 0])
    np.testing.assert_allclose(steps, steps.mean(), atol=0.03)
    assert set(data.y) == {1}
    undo(hand)
    assert not hand.session.data.n_samples


def test_a_stroke_stays_with_the_tool_that_was_pressed(hand):
    port, (start, end) = hand.plot.viewport(), (hand.at(-2, 0), hand.at(2, 0))
    hand.key(Key.Key_V)
    QTest.mousePress(port, LEFT, pos=start)
    hand.key(Key.Key_N)  # the pen, for the next stroke
    move_mouse(port, end, LEFT)
    QTest.mouseRelease(port, LEFT, pos=end)
    assert not hand.session.data.n_samples
    hand.drag((-2, 0), (2, 0))
    assert hand.session.data.n_samples


def test_the_eraser_is_as_wide_as_said(window, hand, square):
    hand.key(Key.Key_E)
    hand.click(-1.7, -2)
    assert square.data.n_samples == 4
    slide(window, "radius", 100)
    hand.click(-1.7, -2)
    assert points(square) == [[-2, 2], [2, -2], [2, 2]]


def test_jitter_shakes_what_is_near_and_nothing_else(hand, square):
    hand.key(Key.Key_J)
    hand.drag((-2.1, -2), (-1.9, -2))
    assert points(square)[0] != [-2, -2]
    assert points(square)[1:] == points(square)[1:] == SQUARE.X[1:].tolist()
    assert np.hypot(*(square.data.X[0] - SQUARE.X[0])) < 1
    undo(hand)
    assert points(square) == SQUARE.X.tolist()


@pytest.mark.parametrize(("button", "nearer"), [(LEFT, True), (RIGHT, False)])
def test_the_magnet_pulls_and_with_the_right_button_pushes(
    hand, square, button, nearer
):
    hand.key(Key.Key_G)
    place = (-1.8, -1.9)
    before = np.hypot(*(square.data.X[0] - place))
    hand.click(*place, button=button)
    after = np.hypot(*(square.data.X[0] - place))
    assert (after < before) == nearer
    assert points(square)[1:] == SQUARE.X[1:].tolist()
    undo(hand)
    assert points(square) == SQUARE.X.tolist()


def test_points_snap_to_the_grid_that_is_seen(window, hand):
    window.canvas.commands.snap.trigger()
    step = window.canvas.plot.grid.step()[0]
    hand.click(0.9 * step, 2.1 * step)
    np.testing.assert_allclose(points(hand.session), [[step, 2 * step]])
    hand.key(Key.Key_M)
    hand.drag((step, 2 * step), (-1.1 * step, 1.2 * step))
    np.testing.assert_allclose(points(hand.session), [[-step, step]])


def test_zooming_keeps_the_tool_and_its_settings(window, hand, square):
    hand.key(Key.Key_E)
    slide(window, "radius", 50)
    window.canvas.plot.view.scaleBy((0.5, 0.5))
    hand.key(Key.Key_F)
    assert chosen_tool(window.canvas) == "erase"
    assert window.canvas.tool.radius == 50


def test_the_circle_of_the_tool_follows_the_mouse(window, hand):
    layer = window.canvas.plot.layers.selection_marks
    QTest.mouseMove(window.canvas.plot.viewport(), hand.at(1, 1))
    place, radius = layer.circle
    np.testing.assert_allclose(place, (1, 1), atol=0.05)
    assert radius == window.canvas.tool.radius
    hand.key(Key.Key_V)
    QTest.mouseMove(window.canvas.plot.viewport(), hand.at(1, 2))
    assert layer.circle is None


def test_points_out_of_view_are_counted_and_brought_back(window, hand, square, qtbot):
    note = window.canvas.footer.outside
    window.canvas.plot.view.setRange(xRange=(0, 4), yRange=(0, 4), padding=0)
    qtbot.waitUntil(lambda: note.isVisible())
    assert note.text() == "3 points out of view"
    QTest.mouseClick(note, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not note.isVisible())


def test_settings_stand_beside_each_other_in_the_least_window(window, qtbot):
    toolbar = window.canvas.toolbar
    tool_action(window.canvas, "part").setVisible(True)
    tool_action(window.canvas, "boundary").setVisible(True)
    window.resize(window.minimumSizeHint())
    bring_mouse(window.canvas)
    sliders = [s for s in toolbar.findChildren(QSlider) if s.isVisible()]
    assert len(sliders) == 2
    settings = sliders[0].parentWidget()
    first, second = sliders
    qtbot.waitUntil(lambda: first.geometry().right() < second.geometry().left())
    assert settings.rect().contains(second.geometry())
    assert min(first.width(), second.width()) >= 24


@pytest.mark.parametrize("learner", ["perceptron", "manual-network"])
def test_undo_stays_in_a_small_window_and_names_are_whole_or_not_there(
    window, hand, learner
):
    bar = window.canvas.toolbar
    hand.session.set_recipe(Recipe(learner))
    buttons = bar.findChildren(QToolButton)
    undo = next(b for b in buttons if b.defaultAction() is window.canvas.commands.undo)
    assert not undo.isVisible(), "there is nothing to undo"
    hand.click(1, 1)
    hand.click(2, 2)
    window.session.undo_stack.undo()
    bring_mouse(window.canvas)
    for width in (1440, 1280, 1024):
        window.resize(width, 700)
        QTest.qWait(20)
        buttons = [b for b in bar.findChildren(QToolButton) if b.isVisible()]
        shown = {b.defaultAction() for b in buttons}
        assert {window.canvas.commands.undo, window.canvas.commands.redo} <= shown
        for action in (window.canvas.commands.fit, window.canvas.commands.clear):
            assert action in shown or (
                bar.overflow.isVisible() and action in bar.overflow.menu().actions()
            )
        for name in bar.findChildren(QLabel):
            assert not name.isVisible() or name.width() >= name.sizeHint().width()


def test_the_mouse_s_shape_says_what_each_tool_does(window, hand, square):
    canvas, port, shapes = window.canvas, hand.plot.viewport(), {}
    for action in canvas.tool_actions:
        if action.actionGroup() is not None and action.isVisible():
            action.trigger()
            for place in ((0.0, 0.0), (2.0, 2.0)):
                move_mouse(port, hand.at(*place), Qt.MouseButton.NoButton)
                cursor = port.cursor()
                pixmap = cursor.pixmap()
                look = cursor.shape() if pixmap.isNull() else pixmap.cacheKey()
                shapes.setdefault(action.data(), []).append(look)
    for name in ("select", "move"):
        assert shapes.pop(name) == [Shape.ArrowCursor, Shape.SizeAllCursor]
    drawing = [shapes.pop(name) for name in ("draw", "pen", "what-if")]
    assert drawing == drawing[:1] * 3
    drawn = [look for looks in shapes.values() for look in {*looks}]
    assert len(drawn) == len({*drawn}) == len(shapes) >= 5
    assert not {*drawn} & {*drawing[0], Shape.ArrowCursor}
