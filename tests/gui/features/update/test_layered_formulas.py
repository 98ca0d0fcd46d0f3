"""A network's step, folded layer by layer."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from engine import Recipe
from engine.data.gallery import example


def test_the_outputs_are_open_first_and_a_click_opens_a_layer(window, hand):
    window.session.set_data(example("xor").make())
    recipe = Recipe("multi-layer-perceptron", hidden=3, epochs=5)
    window.session.set_recipe(recipe)
    hand.recorded()
    window.session.seek(6)
    panel = window.panel("This update")
    hand.qtbot.waitUntil(lambda: panel.layers is not None and panel.layers.isVisible())
    assert not panel.sheet.isVisible()
    assert {line.layer for line in panel.layers.lines} == {-1, 2}
    heads = [
        head for head in panel.layers.findChildren(QToolButton) if head.isVisible()
    ]
    assert [head.text() for head in heads] == [
        "Hidden layer", "Output", "Output: new w", "Hidden layer: new w",
    ]  # fmt: skip
    QTest.mouseClick(heads[0], Qt.MouseButton.LeftButton)
    opened = [line for line in panel.layers.lines if line.layer == 1]
    assert [line.row for line in opened] == ["score"] * 3
    window.session.seek(7)
    assert any(line.layer == 1 for line in panel.layers.lines)
    window.session.set_recipe(Recipe())
    hand.recorded()
    hand.qtbot.waitUntil(lambda: panel.sheet.isVisible())
    assert not panel.layers.isVisible()
