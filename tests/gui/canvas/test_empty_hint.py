"""What an empty canvas says of how one begins."""

import pytest
from PySide6.QtCore import Qt

from tests.gui.conftest import tool_action

Key = Qt.Key
DRAWN = "<b>Draw two classes of points</b><br>{}<br>then press <b>Play</b>"


@pytest.mark.parametrize(
    ("tool", "key", "words"),
    [
        ("draw", Key.Key_1, "click or drag: class A · right button: class B"),
        ("draw", Key.Key_2, "click or drag: class B · right button: class A"),
        (
            "pen",
            Key.Key_1,
            "click, or drag for a row: class A · right button: class B",
        ),
        ("what-if", Key.Key_2, "click: class B · right button: class A"),
    ],
)
def test_it_tells_the_gesture_of_the_tool_and_the_class(window, hand, tool, key, words):
    hint = window.canvas.hint
    hand.key(key)
    tool_action(window.canvas, tool).trigger()
    assert hint.isVisible()
    assert hint.text() == DRAWN.format(words)


@pytest.mark.parametrize("tool", ["erase", "select", "move", "magnet", "predict"])
def test_a_tool_that_makes_no_points_names_one_that_does(window, hand, tool):
    tool_action(window.canvas, tool).trigger()
    assert "the brush draws some: press <b>D</b>" in window.canvas.hint.text()
    hand.key(Key.Key_D)
    assert "click or drag: class A" in window.canvas.hint.text()
    hand.click(0, 0)
    assert not window.canvas.hint.isVisible()
