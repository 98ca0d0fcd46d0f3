"""As large as numbers may be, and as far as the wheel turns."""

import ast

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Dataset
from engine.data.dataset import LARGEST
from tests.gui.canvas.tools.test_tools import SQUARE
from tests.gui.conftest import move_mouse, plain_numbers

AT = QPoint(200, 150)


def turn(plot, delta):
    """Turn the wheel very far in one go."""
    port, none = plot.viewport(), Qt.MouseButton.NoButton
    for _ in range(60):
        at = QPointF(AT)
        event = QWheelEvent(
            at, port.mapToGlobal(at), QPoint(), QPoint(0, delta), none,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(port, event)


@pytest.mark.parametrize("delta", [-3000, 3000])
def test_a_point_can_be_drawn_however_far_it_is_zoomed(window, hand, delta):
    hand.session.begin(SQUARE)
    turn(hand.plot, delta)
    QTest.mouseClick(hand.plot.viewport(), Qt.MouseButton.LeftButton, pos=AT)
    X = hand.session.data.X
    assert len(X) == len(SQUARE.X) + 1
    assert np.abs(X).max() <= LARGEST
    window.grab()


def test_the_smallest_values_are_drawn_and_read(window, hand):
    """A view as narrow as they are could not be turned back from pixels to places."""
    hand.session.begin(Dataset([[1e-200, 0], [0, 1e-200], [-1e-200, 0]], [0, 1, 0]))
    hand.recorded()
    window.canvas.fit()
    window.run("evaluation", "Scores")
    port = hand.plot.viewport()
    move_mouse(port, port.rect().center(), Qt.MouseButton.NoButton)
    x, y = ast.literal_eval(plain_numbers(window.canvas.reading.readout.reading.place))
    assert max(abs(x), abs(y)) < 1e-140
    window.centre.sheet.close()
    window.grab()


@pytest.mark.parametrize("value", [1e17, 1e90, -LARGEST])
def test_samples_that_are_all_in_one_far_place_are_drawn(window, hand, value):
    hand.session.begin(Dataset([[value, value]] * 2, [0, 1]))
    window.canvas.fit()
    left, bottom, right, top = window.canvas.view_rect
    assert left <= value <= right and bottom <= value <= top
    assert left < right and bottom < top
    window.grab()


@pytest.mark.parametrize("width", [2, 3])
def test_the_largest_values_are_drawn(window, hand, tmp_path, width):
    path = tmp_path / "large.csv"
    rows = (["1e150"] * width, ["-1e150"] * width, ["0"] * width)
    lines = [",".join([*row, "ab"[i % 2]]) for i, row in enumerate(rows)]
    path.write_text("\n".join(lines))
    window.open_file(path)
    assert hand.session.data.X.max() == LARGEST
    hand.recorded()
    window.grab()
    assert window.canvas.view_rect[2] >= LARGEST
