"""Nine classes, drawn as a person does: with keys and mouse."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize("by_key", [True, False])
def test_nine_classes_are_added_chosen_and_drawn(window, hand, by_key):
    data_section = window.panel("Set-up").data
    while data_section.add_button.isVisibleTo(data_section):
        QTest.mouseClick(data_section.add_button, LEFT)
    assert len(hand.session.data.class_names) == 9
    for code in range(9):
        if by_key:
            hand.key(Qt.Key(Qt.Key.Key_1 + code))
        else:
            QTest.mouseClick(data_section.class_buttons[code], LEFT)
        turn = 2 * np.pi * code / 9
        for radius in (2.6, 3.0, 3.4):
            hand.click(radius * np.cos(turn), radius * np.sin(turn))
    assert hand.session.data.counts.tolist() == [3] * 9
    hand.recorded()
    hand.session.to_end()
    assert hand.session.model.weights.shape == (9, 3)
    window.grab()


def test_buttons_of_nine_classes_are_whole_in_a_narrow_panel(window, hand, qtbot):
    data_section = window.panel("Set-up").data
    while data_section.add_button.isVisibleTo(data_section):
        QTest.mouseClick(data_section.add_button, LEFT)
    window.resize(1024, 700)
    qtbot.wait(50)
    buttons = [b for b in data_section.class_buttons if not b.isHidden()]
    assert len(buttons) == 9
    for button in buttons:
        room = button.width() - 16 - button.iconSize().width()
        assert button.fontMetrics().horizontalAdvance(button.text()) < room
        inside = button.mapTo(data_section, button.rect().bottomRight())
        assert data_section.rect().contains(inside)
    images = {
        bytes(button.icon().pixmap(16, 16).toImage().constBits()) for button in buttons
    }
    assert len(images) == 9
