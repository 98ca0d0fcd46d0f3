"""A layer that cannot draw does not take the program with it."""

import sys

from gui.canvas.layers.points import PointsLayer


def test_an_error_is_told_once_of_a_picture_and_ends_nothing(window, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(kind))
    monkeypatch.setattr(PointsLayer, "draw", lambda layer, painter: 1 / 0)
    for _ in range(3):
        assert not window.canvas.plot.grab().isNull()
    assert told == [ZeroDivisionError]
