"""Where a plot is pressed or dragged with the left button."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.plot_mouse import PlotScrubber

LEFT, NO = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PRESS, RELEASE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease
MOVE = QEvent.Type.MouseMove


@pytest.fixture
def plot(qtbot):
    plot = CursorPlot()
    qtbot.addWidget(plot)
    plot.resize(300, 200)
    plot.show()
    return plot


def send(port, kind, x, button, buttons):
    place, none = QPointF(x, 80.0), Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(kind, place, port.mapToGlobal(place), button, buttons, none)
    QApplication.sendEvent(port, event)


def test_a_drag_counts_where_it_was_pressed_and_until_it_is_let_go(plot):
    gone = []
    PlotScrubber(plot, gone.append)
    port = plot.viewport()
    send(port, MOVE, 150, NO, LEFT)
    assert not gone, "it has begun elsewhere"
    send(port, PRESS, 150, LEFT, LEFT)
    send(port, MOVE, 180, NO, LEFT)
    assert len(gone) == 2
    assert gone[1] > gone[0]
    send(port, RELEASE, 180, LEFT, NO)
    send(port, MOVE, 150, NO, LEFT)
    assert len(gone) == 2
