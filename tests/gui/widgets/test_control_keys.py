"""Which control gets its keys before they are the window's shortcuts."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QSlider, QVBoxLayout, QWidget

from gui.widgets.control_keys import ControlKeys


@pytest.fixture
def sliders(qtbot, qapp):
    """Two sliders in a window that is active."""
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    both = [QSlider(Qt.Orientation.Horizontal) for _ in range(2)]
    for slider in both:
        slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout.addWidget(slider)
    ControlKeys(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    both[0].setFocus()
    yield both  # the window lives as long


def has_its_keys(control):
    none = Qt.KeyboardModifier.NoModifier
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right, none)
    event.ignore()
    QApplication.sendEvent(control, event)
    return event.isAccepted()


def click(control):
    window = control.window()
    place = control.mapTo(window, control.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize("by_keys", [True, False])
def test_after_a_dialog_it_counts_as_before(sliders, qtbot, by_keys):
    first, second = sliders
    if by_keys:
        QTest.keyClick(first, Qt.Key.Key_Tab)
    else:
        click(second)
    assert second.hasFocus()
    assert has_its_keys(second) == by_keys
    dialog = QDialog(second.window())
    QSlider(dialog)
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.close()
    second.window().activateWindow()
    qtbot.waitUntil(second.hasFocus)
    assert has_its_keys(second) == by_keys
    QTest.keyClick(second, Qt.Key.Key_Tab)
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert has_its_keys(second)
