"""Number boxes by themselves: their series of steps, and a unit after the number."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gui.widgets.number_boxes import IntegerBox, along_the_series


@pytest.mark.parametrize(
    "value", [-20, -0.5, 1e-7, 0.3, 1, 1.0000001, 999, 1000, 4.9e5]
)
def test_the_series_has_a_neighbour_on_either_side(value):
    assert along_the_series(value, up=False) < value < along_the_series(value, up=True)


def test_a_number_before_its_unit_is_changed_sign_by_sign(qtbot):
    box = IntegerBox()
    qtbot.addWidget(box)
    box.setSuffix(" %")
    box.setRange(0, 90)
    box.setValue(20)
    box.show()
    box.lineEdit().setFocus()
    box.lineEdit().setCursorPosition(2)
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    QTest.keyClicks(box, "5")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (box.value(), box.text()) == (25, "25 %")
