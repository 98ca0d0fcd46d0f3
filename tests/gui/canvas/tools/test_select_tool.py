"""Selecting by mouse, and what the keys do with the selection."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine import Recipe
from engine.data.lecture_examples import empty
from engine.data.split import split
from tests.gui.canvas.tools.test_tools import CONTROL, SHIFT, SQUARE, Key, points, undo
from tests.gui.conftest import move_mouse

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def square(hand):
    hand.session.begin(SQUARE)
    hand.key(Key.Key_V)
    return hand.session


def chosen(hand):
    return hand.window.canvas.selection.rows.tolist()


def test_a_rectangle_selects_and_a_click_on_nothing_clears(hand, square):
    hand.drag((-3, -3), (-1, 3))
    assert chosen(hand) == [0, 1]
    hand.drag((1, -1), (3, -3))
    assert chosen(hand) == [2]
    hand.click(0, 0)
    assert chosen(hand) == []


def test_the_right_button_draws_a_lasso(hand, square):
    port = hand.plot.viewport()
    QTest.mousePress(port, RIGHT, pos=hand.at(-3, -3))
    for x, y in ((3, -3), (3, 3), (1.5, 3), (1.5, -1), (-3, -1)):
        move_mouse(port, hand.at(x, y), RIGHT)
    assert hand.plot.layers.selection_marks.outline is not None
    QTest.mouseRelease(port, RIGHT, pos=hand.at(-3, -1))
    assert chosen(hand) == [0, 2, 3]
    assert hand.plot.layers.selection_marks.outline is None


def test_shift_adds_and_takes_out_again(hand, square):
    port = hand.plot.viewport()
    for x, y in ((-2, -2), (2, 2), (2, -2), (2, -2)):
        QTest.mouseClick(port, LEFT, SHIFT, hand.at(x, y))
    assert chosen(hand) == [0, 3]


def test_all_and_none_by_key(hand, square):
    hand.key(Key.Key_A, CONTROL)
    assert chosen(hand) == [0, 1, 2, 3]
    hand.key(Key.Key_Escape)
    assert chosen(hand) == []


@pytest.mark.parametrize("tool", [Key.Key_V, Key.Key_M])
def test_a_drag_moves_all_that_is_selected_as_one_undo(hand, square, tool):
    hand.drag((-3, -3), (-1, 3))
    hand.key(tool)
    hand.drag((-2, 2), (-1, 1))
    np.testing.assert_allclose(
        points(square), [[-1, -3], [-1, 1], [2, -2], [2, 2]], atol=0.03
    )
    assert chosen(hand) == [0, 1]
    undo(hand)
    assert points(square) == SQUARE.X.tolist()
    assert chosen(hand) == [0, 1]


def test_a_click_moves_nothing(hand, square):
    hand.click(-2.05, 2.05)
    port, start = hand.plot.viewport(), hand.at(2, 2)
    QTest.mousePress(port, LEFT, pos=start)
    move_mouse(port, start + QPoint(1, 1), LEFT)
    QTest.mouseRelease(port, LEFT, pos=start)
    assert points(square) == SQUARE.X.tolist()
    assert chosen(hand) == [3]


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Backspace])
def test_deleting(hand, square, key):
    hand.drag((-3, -3), (-1, 3))
    hand.key(key)
    assert points(square) == [[2, -2], [2, 2]]
    assert chosen(hand) == []
    undo(hand)
    assert points(square) == SQUARE.X.tolist()


def test_copies_stand_aside_selected_in_the_part_of_their_samples(hand, square):
    parted = split(SQUARE, 0.25, 0.25, stratified=False)
    square.set_data(parted)
    hand.key(Key.Key_A, CONTROL)
    hand.key(Key.Key_D, CONTROL)
    data, pixel = square.data, hand.window.canvas.pixel
    assert chosen(hand) == [4, 5, 6, 7]
    np.testing.assert_allclose(
        data.X[4:] - data.X[:4], np.tile([14 * pixel, -14 * pixel], (4, 1))
    )
    assert data.y.tolist() == [0, 0, 1, 1] * 2
    assert data.parts.tolist() == parted.parts.tolist() * 2
    undo(hand)
    assert points(square) == SQUARE.X.tolist()


def test_a_number_relabels_the_selection_else_chooses_the_class(hand, square):
    hand.key(Key.Key_2)
    assert hand.window.canvas.current_class == 1
    hand.drag((-3, -3), (-1, 3))
    hand.key(Key.Key_3)
    assert square.data.y.tolist() == [2, 2, 1, 1]
    assert chosen(hand) == [0, 1]
    assert hand.window.canvas.current_class == 1
    hand.key(Key.Key_9)
    undo(hand)
    assert square.data.y.tolist() == [0, 0, 1, 1]


def test_it_stays_while_points_come_and_goes_where_rows_no_longer_fit(hand, square):
    hand.drag((1, -3), (3, 3))
    hand.key(Key.Key_D)
    hand.click(0, 0)
    assert chosen(hand) == [2, 3]
    hand.key(Key.Key_E)
    hand.click(-2, -2)
    assert chosen(hand) == []


def test_an_undo_while_dragging_ends_the_drag(hand, square):
    port = hand.plot.viewport()
    QTest.mousePress(port, LEFT, pos=hand.at(2, 2))
    move_mouse(port, hand.at(1, 1), LEFT)
    undo(hand)
    move_mouse(port, hand.at(0, 0), LEFT)
    QTest.mouseRelease(port, LEFT, pos=hand.at(0, 0))
    assert points(square) == SQUARE.X.tolist()


def test_nothing_is_told_of_a_sample_selected_before_other_data_came(hand):
    """The canvas is refreshed at once where weights are now set by hand."""
    hand.draw_two_classes()
    hand.key(Key.Key_V)
    hand.click(0.5, 1)
    assert hand.window.canvas.selection.rows.tolist() == [7]
    hand.window.files.begin_with(empty(), recipe=Recipe("manual-neuron"))
    assert not len(hand.window.canvas.selection)
