"""A lesson in the window: page after page, and the person's own work after it."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.lessons.lesson_files import read_files
from gui.lessons.contents import OURS, our_lessons

EXAMPLE = Path(__file__).parent / "example"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lessons(window, hand):
    hand.key(Qt.Key.Key_F2)
    return window.lessons.view


def press(button):
    QTest.mouseClick(button, LEFT)


def open_example(lessons, hand):
    lessons.contents.chosen.emit(read_files(EXAMPLE))
    hand.recorded()


def test_every_lesson_of_ours_is_in_the_contents():
    folders = {path.parent.name for path in OURS.glob("*/lesson.md")}
    assert {one.files.name for one in our_lessons()} == folders


def test_what_ours_point_at_is_in_the_window(window):
    named = {
        name
        for one in our_lessons()
        for page in one.lesson.pages
        for name in page.spotlights
    }
    assert {name for name in named if window.findChild(QWidget, name) is None} == set()


def test_page_after_page_and_the_own_work_comes_back(window, hand, lessons, qtbot):
    hand.draw_two_classes()
    session, stack = hand.session, hand.session.undo_stack
    own, undone = session.data, stack.index()
    hand.key(Qt.Key.Key_End)
    end = session.step
    open_example(lessons, hand)
    page = lessons.page
    assert session.data.n_samples == 80
    assert window.docks.update.isVisible() and not window.docks.setup.isVisible()
    qtbot.waitUntil(lambda: "68 updates" in page.text.toPlainText())
    assert "until this step: 0" in page.task.state.text()
    hand.key(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    press(page.next_button)
    press(page.task.choices.button(0))
    assert page.task.state.text() == "Not that one"
    press(page.task.choices.button(1))
    assert "Done" in page.task.state.text()
    press(page.next_button)
    press(page.task.show_button)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    press(page.contents_button)
    hand.recorded()
    np.testing.assert_array_equal(session.data.X, own.X)
    assert (session.step, stack.index(), stack.canRedo()) == (end, undone, False)
    assert window.docks.setup.isVisible()
    stack.undo()
    assert session.data.n_samples == own.n_samples - 1


def test_opening_something_else_leaves_the_lesson_first(window, hand, lessons):
    open_example(lessons, hand)
    window.files.new()
    assert lessons.currentIndex() == 0
    assert not hand.session.data.n_samples
