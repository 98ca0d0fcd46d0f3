"""After any control of the window the keys are the run's, and undo the window's."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionSpinBox,
)
from shiboken6 import isValid

from engine import Dataset
from gui.widgets.drag_label import DragLabel
from tests.gui.conftest import LEFT, bring_mouse, settle
from tests.gui.windows import controls, is_seen, name_of

CTRL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
Key, Tab = Qt.Key, Qt.FocusReason.TabFocusReason
LEAST = 60
"""Controls that there are at first."""
TYPED = {"Add a term": "x1^4"}
"""What is typed into a line that takes no numbers."""


def kind_and_name(control):
    name = control.text() if isinstance(control, DragLabel) else name_of(control)
    return type(control).__name__, name, control.objectName()


def all_of(window):
    """Give what can be used with the mouse there, by its kind and name."""
    for card in (window.canvas, *window.docks.all):
        bring_mouse(card)
    every = [*controls(window), *window.findChildren(DragLabel)]
    usable = [c for c in every if is_seen(c) and c.isEnabled()]
    return {kind_and_name(control): control for control in usable}


def press(window, key, modifier=NONE):
    QTest.keyClick(window.windowHandle(), key, modifier)


def click(control, place=None):
    place = control.rect().center() if place is None else place
    within = control.mapTo(control.window(), place)
    QTest.mouseClick(control.window().windowHandle(), LEFT, pos=within)


def drag(control, way):
    window, start = control.window(), control.rect().center()
    handle, start = window.windowHandle(), control.mapTo(window, start)
    QTest.mousePress(handle, LEFT, pos=start)
    for share in (1, 2, 3):
        QTest.mouseMove(handle, start + way * share / 3)
    QTest.mouseRelease(handle, LEFT, pos=start + way)


def choose_next(box, window):
    if box.view().isVisible():
        QTest.keyClick(box.view(), Key.Key_Down)
        QTest.keyClick(box.view(), Key.Key_Return)


def arrow_of(box):
    option, style = QStyleOptionSpinBox(), QStyle.ComplexControl.CC_SpinBox
    box.initStyleOption(option)
    up = QStyle.SubControl.SC_SpinBoxUp
    return box.style().subControlRect(style, option, up, box).center()


def type_in(line, window):
    QTest.keyClicks(line, TYPED.get(name_of(line), "2"))
    press(window, Key.Key_Return)


def by_mouse(control, window):
    """Use a control as one does with a mouse; a line is typed into, then."""
    if isinstance(control, QAbstractSpinBox):
        click(control, arrow_of(control))
    elif isinstance(control, DragLabel):
        drag(control, QPoint(60, 0))
    elif isinstance(control, QCheckBox):
        click(control, QPoint(8, control.height() // 2))
    else:
        click(control)
    if isinstance(control, QComboBox):
        choose_next(control, window)
    elif isinstance(control, QLineEdit):
        type_in(control, window)


def by_wheel(box, window):
    click(box)
    place = QPointF(box.rect().center())
    turn = QWheelEvent(
        place, box.mapToGlobal(place), QPoint(), QPoint(0, 120),
        Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, turn)


def by_typing(box, window):
    click(box)
    type_in(box, window)


def by_keys(control, window):
    """Use a control that was reached by Tab, and stay there."""
    control.setFocus(Tab)
    if isinstance(control, QLineEdit):
        type_in(control, window)
    elif isinstance(control, (QComboBox, QAbstractSpinBox, QAbstractSlider)):
        up = isinstance(control, QAbstractSpinBox)
        press(window, Key.Key_Up if up else Key.Key_Down)
        assert window.focusWidget() is control or not isValid(control)
    elif isinstance(control, QAbstractButton):
        press(window, Key.Key_Space)


class Trial:
    """Uses one control after another, and has all as before in between."""

    def __init__(self, window, hand, qtbot):
        self.window, self.hand, self.session = window, hand, hand.session
        self.qtbot = qtbot
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        X = [[-2.0, -1.0], [-1.0, -2.0], [2.0, 1.0], [1.0, 2.0], [-1.0, 0.5]]
        self.session.set_recipe(self.session.recipe.replace(epochs=3))
        self.session.set_data(Dataset(X, ["A", "A", "B", "B", "A"]))
        hand.click(0.5, 1.5)
        hand.click(1.5, 0.5)
        hand.recorded()
        self.edits = self.session.undo_stack.index()
        self.docks = self.shown_docks()
        self.closer = QTimer(window, interval=5)
        self.closer.timeout.connect(self.close_others)

    def shown_docks(self):
        return [(dock.isVisible(), dock.size()) for dock in self.window.docks.all]

    def close_others(self):
        """Leave a menu, a dialog or another window."""
        for other in QApplication.topLevelWidgets():
            chosen_from = other.inherits("QComboBoxPrivateContainer")
            if other.isVisible() and other is not self.window and not chosen_from:
                other.close()
                self.window.activateWindow()

    def faults(self, control, use):
        """Use a control; give which of the three keys did not do what it has to."""
        window, session = self.window, self.session
        self.closer.start()
        use(control, window)
        settle()
        self.qtbot.waitUntil(window.isActiveWindow)
        self.closer.stop()
        found, edits = [], session.undo_stack.index()
        press(window, Key.Key_Z, CTRL)
        if session.undo_stack.index() != edits - 1:
            found.append("Ctrl+Z")
        if use is by_keys:
            press(window, Key.Key_Return)
        self.pause()
        self.undo_all()
        press(window, Key.Key_Space)
        if not session.playing:
            found.append("Space")
        self.pause()
        session.seek(3)
        press(window, Key.Key_Home)
        if session.step:
            found.append("Home")
        self.tidy_up()
        return found

    def pause(self):
        if self.session.playing:
            self.session.toggle_playing()

    def undo_all(self):
        """Have the data and the recipe of the start."""
        self.session.undo_stack.setIndex(self.edits)
        self.hand.recorded()

    def tidy_up(self):
        focused = QApplication.focusWidget()
        if focused is not None:
            focused.clearFocus()
        self.window.canvas.toolbar.choose_first()
        if self.shown_docks() != self.docks:
            self.window.arrange()
            settle()
            self.docks = self.shown_docks()


@pytest.mark.qt_log_ignore("This plugin does not support")  # of menus
def test_after_every_control_undo_play_and_home_are_the_window_s(
    window, hand, qtbot, answer
):
    answer("")
    trial, faults = Trial(window, hand, qtbot), []
    found = all_of(window)
    assert len(found) >= LEAST
    kinds = set()
    for name in tuple(found):
        if not isValid(found[name]) or not is_seen(found[name]):
            found |= all_of(window)
        control, uses = found[name], [by_mouse]
        if isinstance(control, QAbstractSpinBox):
            uses += [by_wheel, by_typing]
        if type(control) not in kinds and not isinstance(control, DragLabel):
            uses += [by_keys]
        kinds.add(type(control))
        faults += [(name, use.__name__, trial.faults(control, use)) for use in uses]
    assert not [fault for fault in faults if fault[-1]]
