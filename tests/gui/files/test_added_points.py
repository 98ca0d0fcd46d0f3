"""Data that were not drawn are not drawn into unnoticed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.data.gallery import example
from gui.canvas.tools.drawing_tools import BrushTool
from gui.canvas.tools.select_tool import SelectTool
from gui.files.added_points import AddedPointsNotice

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def flowers(window, hand):
    iris = example("iris-two-kinds")
    window.files.open_example(iris, iris.make(), None)
    hand.recorded()
    return window


def told(window):
    return window.findChild(AddedPointsNotice)


def notice(window):
    return told(window).words.text()


def test_a_stray_click_adds_no_flower(flowers, hand):
    assert isinstance(flowers.canvas.tool, SelectTool)
    hand.click(5, 3)
    assert hand.session.data.n_samples == 100


def test_a_point_added_is_told_and_taken_back(flowers, hand):
    hand.key(Qt.Key.Key_D)
    assert isinstance(flowers.canvas.tool, BrushTool)
    hand.click(5, 3)
    assert told(flowers).isVisible()
    assert notice(flowers) == "Added to “Iris, two kinds”: 1 point of your own"
    QTest.mouseClick(told(flowers).undo_button, LEFT)
    assert hand.session.data.n_samples == 100
    assert not told(flowers).isVisible()
    hand.click(5, 3)
    assert told(flowers).isVisible()
    hand.click(6, 3)
    assert not told(flowers).isVisible()
    hand.click(6, 4)
    assert not told(flowers).isVisible()


def test_points_that_undo_brings_back_are_not_told_but_new_ones_are(flowers, hand):
    hand.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    hand.key(Qt.Key.Key_Delete)
    assert hand.session.data.n_samples == 0
    hand.session.undo_stack.undo()
    assert hand.session.data.n_samples == 100
    assert not told(flowers).isVisible()
    hand.key(Qt.Key.Key_D)
    hand.click(5, 3)
    assert notice(flowers) == "Added to “Iris, two kinds”: 1 point of your own"
    assert told(flowers).isVisible()


def test_all_points_of_a_stroke_are_told_and_taken_back(flowers, hand):
    hand.key(Qt.Key.Key_D)
    hand.drag((4.5, 3), (6.5, 4), moves=30)
    added = hand.session.data.n_samples - 100
    assert added > 1
    assert f"{added} points" in notice(flowers)
    QTest.mouseClick(told(flowers).undo_button, LEFT)
    assert hand.session.data.n_samples == 100


def test_a_file_is_told_by_its_name_and_drawing_tools_come_back(
    window, hand, tmp_path, qtbot
):
    hand.key(Qt.Key.Key_N)
    pen = window.canvas.tool
    path = tmp_path / "mine.csv"
    path.write_text("x1,x2,class\n0,1,A\n1,0,B\n")
    window.open_file(path)
    qtbot.waitUntil(lambda: hand.session.data.n_samples == 2)
    assert isinstance(window.canvas.tool, SelectTool)
    hand.session.edit(*removal_of_first())
    assert not window.findChild(AddedPointsNotice).isVisible()
    hand.key(Qt.Key.Key_D)
    hand.click(0.5, 0.5)
    assert "“mine.csv”: 1 point" in notice(window)
    hand.session.undo_stack.clear()
    hand.key(Qt.Key.Key_V)
    window.files.new()
    assert window.canvas.tool is pen
    assert not window.findChild(AddedPointsNotice).isVisible()


def removal_of_first():
    import numpy as np

    from engine.data.edits import Remove

    return Remove(np.array([0])), "remove"


def test_what_was_drawn_or_made_up_is_drawn_on(window, hand):
    chosen = example("separable")
    window.files.open_example(chosen, chosen.make(), None)
    assert isinstance(window.canvas.tool, BrushTool)
    hand.click(0, 3)
    assert not window.findChild(AddedPointsNotice).isVisible()


def test_features_too_many_for_the_plane_have_select_too(window, hand):
    """The margin view takes the tools away: Select is chosen when they come back."""
    chosen = example("breast-cancer")
    window.files.open_example(chosen, chosen.make(), None)
    hand.recorded()
    window.canvas.axes.margin_action.setChecked(False)
    assert isinstance(window.canvas.tool, SelectTool)
