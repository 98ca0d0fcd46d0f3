"""What the canvas shows at a moment, and when a change is drawn."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from engine.data.edits import Weigh
from engine.data.gallery import example
from gui.session.recording_swap import RecordingSwap
from tests.gui.conftest import move_mouse


def test_a_sample_of_weight_zero_is_not_ringed(window, hand):
    X = [[-1.0, 0], [1, 0], [2, 0], [-2, 0]]
    start = Recipe("manual-neuron", start=((1, 0, 0),))
    hand.session.begin(Dataset(X, [-1, 1, -1, 1]), start)
    hand.recorded()
    assert window.canvas.shown().wrong.tolist() == [2, 3]
    hand.session.edit(Weigh(np.array([2]), np.array([0.0])), "weigh")
    hand.recorded()
    assert window.canvas.shown().wrong.tolist() == [3]
    assert window.canvas.shown().wrong_among(np.array([1, 2])).tolist() == []


def test_a_drag_is_drawn_with_its_run_and_without_it_in_what_it_changed(
    window, hand, qtbot, monkeypatch
):
    canvas, session = window.canvas, hand.session
    session.begin(example("xor").make(), Recipe("multi-layer-perceptron", hidden=3))
    hand.recorded()
    canvas.fit()
    layers, pictures, show = canvas.plot.layers, [], canvas.plot.show_picture
    port, (x, y) = canvas.plot.viewport(), session.data.X[0]
    monkeypatch.setattr(
        canvas.plot, "show_picture", lambda shown: (pictures.append(shown), show(shown))
    )
    monkeypatch.setattr(RecordingSwap, "take_soon", lambda *_: None)
    hand.key(Qt.Key.Key_V)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=hand.at(x, y))
    pictures.clear()
    move_mouse(port, hand.at(x + 0.1, y), Qt.MouseButton.LeftButton)
    assert not pictures  # not before there was time for the run
    hand.recorded()
    assert pictures[-1].recorded is session.data
    lines, units = layers.boundary.now, layers.hidden_units.lines
    with monkeypatch.context() as awaited:
        awaited.setattr(RecordingSwap, "take", lambda *_: None)
        move_mouse(port, hand.at(x + 0.2, y), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: pictures[-1].data is session.data)
        assert layers.boundary.now is lines
        assert layers.hidden_units.lines is units
        move_mouse(port, hand.at(x + 0.3, y), Qt.MouseButton.LeftButton)
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=hand.at(x + 0.3, y))
        assert pictures[-1].data is session.data  # at the end of the stroke at once
    hand.recorded()
    assert layers.boundary.now is not lines
