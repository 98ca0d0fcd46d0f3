"""Number boxes by themselves: their series of steps, and a unit after the number."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QLineEdit,
)

from gui.widgets.number_boxes import (
    IntegerBox,
    NumberBox,
    NumberLine,
    OptionalBox,
    along_the_series,
)


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


def click(line):
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())


def a_box(kind, unit=""):
    box = kind(0.0, 1e6, log=True) if kind is OptionalBox else kind()
    box.setRange(min(box.minimum(), 0), 1e6)
    box.setSuffix(unit)
    return box


@pytest.mark.parametrize(
    ("kind", "unit", "before", "after"),
    [
        (NumberBox, "", 1.0, "10"),
        (NumberBox, "", 0.5, "10"),
        (IntegerBox, "", 2000, "10"),
        (IntegerBox, " %", 20, "10 %"),
        (OptionalBox, "", 0.01, "10"),
        (OptionalBox, "", -1.0, "10"),
    ],
)
def test_a_click_selects_the_number_and_a_second_one_places_the_caret(
    qtbot, kind, unit, before, after
):
    box = a_box(kind, unit)
    qtbot.addWidget(box)
    box.setValue(before)
    box.show()
    qtbot.waitUntil(box.isActiveWindow)
    line = box.lineEdit()
    click(line)
    QTest.keyClicks(box, "10")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (box.value(), box.text()) == (10, after)
    click(line)
    assert line.selectedText() == "10"
    click(line)
    assert not line.hasSelectedText()
    QTest.keyClick(box, Qt.Key.Key_Home)
    QTest.keyClicks(box, "3")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == 310


def test_a_double_click_selects_what_a_point_parts(qtbot):
    box = a_box(NumberBox)
    qtbot.addWidget(box)
    box.setValue(0.01)
    box.show()
    qtbot.waitUntil(box.isActiveWindow)
    line = box.lineEdit()
    click(line)
    QTest.mouseDClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())
    assert line.selectedText() == "0.01"


def test_what_is_pressed_and_dragged_over_is_replaced_alone(qtbot):
    line = NumberLine()
    qtbot.addWidget(line)
    line.setText("12345")
    line.show()
    start, end = line.cursorRect().center(), line.rect().topLeft()
    QTest.mousePress(line, Qt.MouseButton.LeftButton, pos=start)
    line.setCursorPosition(3)
    line.cursorBackward(True, 2)
    QTest.mouseRelease(line, Qt.MouseButton.LeftButton, pos=end)
    assert line.selectedText() == "23"


def test_while_a_number_is_typed_undo_is_the_line_s(window, hand):
    hand.draw_two_classes()
    box = window.panel("Set-up").findChild(IntegerBox, "epochs")
    points, undo = hand.session.data.n_samples, Qt.Key.Key_Z
    click(box.lineEdit())
    QTest.keyClicks(box, "7")
    QTest.keyClick(box, undo, Qt.KeyboardModifier.ControlModifier)
    assert (box.text(), hand.session.data.n_samples) == ("20", points)
    QTest.keyClick(box, undo, Qt.KeyboardModifier.ControlModifier)
    assert hand.session.data.n_samples == points - 1


def test_every_number_of_the_window_and_its_dialogs_is_selected_at_a_click(
    window, hand, qtbot
):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_End)
    hand.recorded()
    window.panel("Set-up").learner.choice.setCurrentIndex(
        window.panel("Set-up").learner.choice.findData("manual-neuron")
    )
    window.docks["Weights"].raise_()
    hand.recorded()
    film = window.exports.film_dialog(hand.session.tape)
    lines = [window.panel("Playback").step_box.box]
    for place in (window, film):
        place.show()
        boxes = [b for b in place.findChildren(QAbstractSpinBox) if b.isVisible()]
        lines += [box.findChild(QLineEdit) for box in boxes]
    lines += [*window.panel("Predict").findChildren(NumberLine)]
    assert len(lines) >= 10
    for line in lines:
        box = line.parent()
        number = box.text() if isinstance(box, QAbstractSpinBox) else line.text()
        line.window().activateWindow()
        qtbot.waitUntil(line.isActiveWindow)
        click(line)
        chosen = line.selectedText()
        assert number.startswith(chosen) and bool(chosen) == bool(number), number
        assert box.rect().contains(line.geometry())
    film.close()
