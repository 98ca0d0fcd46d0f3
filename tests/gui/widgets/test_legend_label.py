"""The items of a plot's legend, told of under the mouse."""

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from gui.features.error.error_curve import ERROR, MISTAKES
from gui.style.theme import LIGHT
from gui.widgets.legend_label import LegendLabel, legend_item


def test_each_item_has_its_sentence(qtbot):
    label = LegendLabel()
    qtbot.addWidget(label)
    items = [("▲", "one", "the first: 1 < 2"), ("●", "two", "the second")]
    words = [legend_item(LIGHT, LIGHT.ink, *item) for item in items]
    label.setText(" &nbsp; ".join(words))
    label.resize(400, 30)
    label.show()
    seen = []
    for x in range(2, 200, 6):
        QTest.mouseMove(label, QPoint(x, 15))
        if label.toolTip() and label.toolTip() not in seen:
            seen.append(label.toolTip())
    assert seen == [tip for _, _, tip in items]


def test_a_mark_is_never_the_last_on_a_line(qtbot):
    label = LegendLabel()
    qtbot.addWidget(label)
    marked = legend_item(LIGHT, LIGHT.ink, "●", "error", "")
    label.setText(marked)
    assert label.heightForWidth(30) == label.heightForWidth(300)


def test_the_error_curve_says_when_each_of_its_numbers_is_counted(window, hand):
    hand.draw_two_classes()
    text = window.panel("Error per epoch").legend.text()
    assert MISTAKES in text
    assert ERROR in text
    assert "while the weights change" in MISTAKES
    assert "at the end of the epoch" in ERROR
