"""The step as text: reached by keyboard, read line by line."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from engine.steps.explanation import explain
from engine.steps.step_formulas import as_text
from gui.features.update.step_reader import AT_REST

CTRL = Qt.KeyboardModifier.ControlModifier
TAB = Qt.FocusReason.TabFocusReason


@pytest.fixture
def reader(window, hand):
    """The text of an update that is the first of several."""
    hand.draw_two_classes()
    hand.session.seek(1)
    return window.panel("This update").reader


@pytest.mark.qt_log_ignore("This plugin does not support")  # of the floating panel
def test_a_panel_torn_off_shows_its_formulas(reader, window, qtbot):
    dock = window.docks["This update"]
    dock.setFloating(True)
    dock.activateWindow()
    qtbot.waitUntil(dock.isActiveWindow)
    assert not reader.hasFocus()
    assert reader.geometry() == AT_REST


def press(reader, key, *more):
    QTest.keyClick(reader.window().windowHandle(), key, *more)


def text_of(session):
    return as_text(explain(session.tape, session.frame))


def test_it_is_a_text_to_a_screen_reader(reader, hand, screen_reader):
    hand.session.seek(2)
    told = QAccessible.queryAccessibleInterface(reader)
    assert told.text(QAccessible.Text.Name) == "This update, as text"
    assert told.role() == QAccessible.Role.EditableText
    assert told.state().readOnly
    text = told.textInterface()
    assert text.text(0, text.characterCount()) == text_of(hand.session)


def test_arrows_go_from_line_to_line_and_not_through_the_run(reader, hand):
    reader.setFocus(TAB)
    for _ in range(2):
        press(reader, Qt.Key.Key_Down)
    press(reader, Qt.Key.Key_Right)
    block = reader.textCursor().block()
    assert block.text() == text_of(hand.session).splitlines()[block.blockNumber()]
    assert block.blockNumber() > 0 and hand.session.step == 1


def test_it_follows_the_run_while_it_is_read(reader, hand, qtbot):
    hand.session.seek(0)
    reader.setFocus(TAB)
    press(reader, Qt.Key.Key_Right, CTRL)
    assert hand.session.step == 1
    qtbot.waitUntil(lambda: reader.toPlainText() == text_of(hand.session))


def test_it_is_not_written_anew_at_each_frame_of_a_run_that_plays(reader, hand, qtbot):
    written = []
    reader.setFocus(TAB)
    reader.textChanged.connect(lambda: written.append(hand.session.playing))
    hand.session.set_speed(100.0)
    hand.session.toggle_playing()
    qtbot.waitUntil(lambda: not hand.session.playing)
    qtbot.waitUntil(lambda: reader.toPlainText() == text_of(hand.session))
    assert not any(written)


def test_it_lies_over_the_formulas_only_while_it_has_the_focus(reader, window):
    panel = window.panel("This update")
    reader.setFocus(TAB)
    assert reader.geometry().height() == panel.height()
    window.setFocus()
    assert reader.geometry().height() == 1


def test_a_text_that_nobody_reads_is_not_written(reader, hand):
    hand.session.seek(2)
    assert not reader.toPlainText()


def test_at_the_start_it_says_what_to_do(reader, hand, screen_reader):
    hand.session.seek(0)
    assert reader.toPlainText() == "Press Play, or → for one step."
