"""The map of one more point: asked for, drawn, told of, and gone at any change."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from engine.evaluation.added_sample_effects import added_sample_effects
from gui.features.what_if.added_point_map import AddedPointMapper
from gui.features.what_if.added_point_map_line import AddedPointMapLine

X = [[0, 0], [1, 1], [0, 1], [1, 0], [2, 2], [2, 0.5]]
Y = [0, 0, 1, 1, 0, 1]


@pytest.fixture
def mapped(window, hand, qtbot):
    """Have the map by its key."""
    window.session.begin(Dataset(X, Y), Recipe(epochs=5))
    hand.recorded()
    window.canvas.fit()
    hand.key(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    mapper = AddedPointMapper.of(window.session)
    qtbot.waitUntil(lambda: mapper.map is not None)
    (line,) = window.findChildren(AddedPointMapLine)
    yield mapper, line
    window.canvas.toolbar.choose_first()


def test_every_place_is_a_run_with_a_point_there(window, mapped):
    mapper, line = mapped
    shown = mapper.map
    assert shown.shape == (16, 24)
    left, bottom, right, top = shown.rect
    low_left = [left + (right - left) / 48, bottom + (top - bottom) / 32]
    high_right = [right - (right - left) / 48, top - (top - bottom) / 32]
    s = window.session
    effects = added_sample_effects(
        s.data, s.recipe, np.array([low_left, high_right]), 0
    )
    values = shown.values(turns=False)
    assert [values[0, 0], values[-1, -1]] == effects.wrong.tolist()
    turns = shown.values(turns=True)
    np.testing.assert_allclose([turns[0, 0], turns[-1, -1]], effects.turns)
    assert line.words.text() == "Wrong at the end with one more 0:"
    assert line.high.text() == f"+{max(0, values.max()):.0f}"


def test_the_turn_is_shown_instead_and_it_is_hidden_again(mapped, qtbot):
    mapper, line = mapped
    qtbot.mouseClick(line.other, Qt.MouseButton.LeftButton)
    assert line.words.text().startswith("Turn at the end with")
    assert line.high.text().endswith("°")
    qtbot.mouseClick(line.other, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(line.close_button, Qt.MouseButton.LeftButton)
    assert mapper.map is None
    assert line.ask.isVisible()


@pytest.mark.parametrize(
    "change",
    [
        lambda window: window.session.change(Recipe(epochs=6), "epochs"),
        lambda window: window.canvas.set_class(1),
        lambda window: window.canvas.commands.clear_points(),
        lambda window: window.canvas.toolbar.choose_first(),
    ],
)
def test_a_change_takes_it_away(window, mapped, change):
    mapper, _ = mapped
    change(window)
    assert mapper.map is None
    window.canvas.set_class(0)


def test_where_there_is_none_it_says_why(window, hand, mapped):
    _, line = mapped
    window.session.change(Recipe("manual-neuron"), "learner")
    hand.key(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert line.words.text() == "Weights set by hand follow no point"
