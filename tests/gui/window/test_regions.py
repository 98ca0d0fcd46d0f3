"""F6 goes round the parts of the window; the first Tab leads to the canvas."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.features.evaluation.evaluation_sheet import EvaluationSheet

F6, TAB, SHIFT = Qt.Key.Key_F6, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def press(window, qtbot):
    """Press a key; ``press(key)`` is what has the focus then."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.setFocus()

    def press(key, *more):
        QTest.keyClick(window.windowHandle(), key, *more)
        return QApplication.focusWidget()

    return press


def title(window, control):
    """Name the part of the window in which a control is."""
    parts = {"canvas": window.canvas, **window.docks.by_id}
    parts["playback"] = window.panel("Playback")
    return next(name for name, part in parts.items() if part.isAncestorOf(control))


ROUND = ["canvas", "playback", "Error per epoch", "This update", "Weights", "Set-up"]


def test_f6_goes_round_and_with_shift_back(press, window, hand):
    hand.draw_two_classes()
    window.setFocus()
    there = [title(window, press(F6)) for _ in range(7)]
    assert there == [*ROUND, "canvas"]
    back = [title(window, press(F6, SHIFT)) for _ in range(6)]
    assert back == [*reversed(ROUND[1:]), "canvas"]


def test_it_enters_plot_timeline_and_the_text_of_the_step(press, window):
    assert press(F6) is window.canvas.plot
    assert press(F6) is window.panel("Playback").timeline
    assert window.panel("This update").reader in (press(F6), press(F6))


def test_it_goes_into_a_sheet_too(press, window, hand):
    hand.draw_two_classes()
    window.arrange("Evaluate")
    sheet = window.centre.sheet
    assert isinstance(sheet, EvaluationSheet)
    reached = [press(F6) for _ in range(6)]
    assert any(sheet.isAncestorOf(control) for control in reached)


def test_the_first_tab_leads_to_the_canvas(press, window):
    assert press(TAB) is window.canvas.plot
