"""Lists to choose from: what is typed in them is theirs."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QStyleOptionComboBox,
    QWidget,
)

from gui.widgets.combo_boxes import ComboBox

KEYS = "bhpvgecls1-+"
"""All of them keys of actions. M finds the manual neuron, which takes a tool."""


def fields(panel):
    kinds = (QComboBox, QAbstractSpinBox, QLineEdit)
    widgets = [w for w in panel.findChildren(QWidget) if isinstance(w, kinds)]
    return [w for w in widgets if w.isVisible() and w.focusProxy() is None]


def test_no_letter_typed_in_a_field_is_a_shortcut(window, hand, qtbot):
    hand.draw_two_classes()
    setup = window.panel("Set-up")
    for section in (setup.more, setup.split, *setup.further):
        section.fold_button.setChecked(True)
    window.run("add point")
    hand.recorded()
    qtbot.wait(20)
    triggered = []
    for owner in (window, *window.findChildren(QWidget)):
        for action in owner.actions():
            action.triggered.connect(lambda *_, a=action: triggered.append(a.text()))
    for key in KEYS:
        tried = [
            *fields(setup),
            *fields(window.panel("Points")),
            *fields(window.panel("Playback")),
        ]
        assert len(tried) > 15
        for field in tried:
            field.setFocus()
            if field.hasFocus():
                QTest.keyClick(field, key)
            assert triggered == [], (key, field, field.accessibleName())


def test_a_letter_finds_an_entry_of_the_list(window):
    choice = window.panel("Set-up").learner.choice
    choice.setFocus()
    # Letters typed sooner after others are searched for as one word.
    QTest.keyClick(choice, "a", delay=QApplication.keyboardInputInterval() + 1)
    assert choice.currentText().startswith("A")


def test_an_entry_for_which_there_is_no_room_ends_in_dots(qtbot):
    box = ComboBox()
    qtbot.addWidget(box)
    box.addItem("Averaged perceptron")
    ends = []
    for width in (400, 100):
        box.resize(width, 30)
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.fontMetrics.horizontalAdvance(option.currentText) < width
        ends.append(option.currentText[-1])
    assert ends == ["n", "…"]
