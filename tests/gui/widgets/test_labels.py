"""Labels that give way, or can be selected."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.widgets.labels import ValueLabel


@pytest.fixture
def label(qtbot):
    label = ValueLabel()
    qtbot.addWidget(label)
    label.setText("−3.25")
    label.resize(label.sizeHint())
    with qtbot.waitExposed(label):
        label.show()
    return label


def enter(label):
    place = QPointF(2, 2)
    QApplication.sendEvent(label, QEnterEvent(place, place, place))


def test_a_number_is_selected_with_the_mouse(label):
    enter(label)
    QTest.mouseDClick(label, Qt.MouseButton.LeftButton, pos=label.rect().center())
    assert label.selectedText() in label.text()
    assert label.hasSelectedText()
    QApplication.sendEvent(label, QEvent(QEvent.Type.Leave))
    assert label.hasSelectedText(), "what is selected stays so"


def test_a_number_looks_the_same_under_the_mouse(label):
    before = label.grab().toImage()
    enter(label)
    under = label.grab().toImage()
    QApplication.sendEvent(label, QEvent(QEvent.Type.Leave))
    assert label.grab().toImage() == before
    assert under == before


def test_another_number_is_shown_wherever_the_mouse_is(label):
    enter(label)
    label.setText("4.5")
    assert label.text() == "4.5"
    label.setSelection(0, 3)
    assert label.selectedText() == "4.5"
