"""A layer that cannot draw does not take the program with it."""

import sys

import pytest
from PySide6.QtCore import QSize

from gui.canvas.canvas_figure import canvas_plot
from gui.canvas.layers.points import PointsLayer
from gui.plotting.figure import Sheet
from tests.gui.canvas.tools.test_tools import SQUARE


def test_an_error_is_told_once_of_a_picture_and_ends_nothing(window, monkeypatch):
    errors = []
    monkeypatch.setattr(
        sys, "excepthook", lambda kind, error, trace: errors.append(kind)
    )
    monkeypatch.setattr(PointsLayer, "draw", lambda layer, painter: 1 / 0)
    for _ in range(3):
        assert not window.canvas.plot.grab().isNull()
    assert errors == [ZeroDivisionError]


@pytest.mark.parametrize("size", [(300, 20), (20, 300), (1, 1)])
def test_where_there_is_room_for_axes_only_nothing_is_drawn(hand, monkeypatch, size):
    errors = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: errors.append(error))
    hand.session.begin(SQUARE)
    hand.recorded()
    plot = canvas_plot(hand.window.canvas.shown(), Sheet(QSize(400, 300)))
    plot.resize(*size)
    assert not plot.grab().isNull()
    plot.close()
    assert not errors
