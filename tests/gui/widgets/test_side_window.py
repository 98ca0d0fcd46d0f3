"""Windows beside the main one are closed as one expects of a window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data import gallery
from gui.widgets.number_boxes import NumberBox

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
OPENED_BY = {
    "Race": (Key.Key_R, Ctrl),
    "Handbook": (Key.Key_F1, NONE),
    "Keys and mouse": (Key.Key_F1, Qt.KeyboardModifier.ShiftModifier),
}


@pytest.fixture(params=OPENED_BY)
def opened(request, window, hand, qtbot):
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.recorded()
    hand.key(*OPENED_BY[request.param])
    qtbot.waitUntil(lambda: QApplication.activeWindow() not in (window, None))
    beside = QApplication.activeWindow()
    assert request.param in beside.windowTitle()
    return beside


@pytest.mark.parametrize(
    ("key", "modifier"), [(Key.Key_W, Ctrl), (Key.Key_Escape, NONE)]
)
def test_ctrl_w_and_escape_close_it(opened, window, key, modifier):
    QTest.keyClick(opened.windowHandle(), key, modifier)
    assert not opened.isVisible()
    assert window.isVisible()


def test_escape_leaves_a_number_first(window, hand, qtbot):
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.recorded()
    hand.key(*OPENED_BY["Race"])
    beside = window.part("Race").window
    qtbot.waitUntil(beside.isActiveWindow)
    box = next(b for b in beside.findChildren(NumberBox) if b.isVisible())
    box.setFocus()
    for still_open in (True, False):
        QTest.keyClick(beside.windowHandle(), Key.Key_Escape)
        assert beside.isVisible() is still_open
