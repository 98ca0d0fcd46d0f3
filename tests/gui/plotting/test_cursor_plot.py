"""A cursor over a plot: only its strips are painted anew, and nothing under it."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import Curve
from gui.plotting.plot_style import style_plot
from gui.style.theme import LIGHT
from tests.gui.pixels import pixels


class CountedCurve(Curve):
    paints = 0

    def paint(self, painter, *rest):
        self.paints += 1
        super().paint(painter, *rest)


@pytest.fixture
def plot(qtbot):
    plot = CursorPlot()
    qtbot.addWidget(plot)
    style_plot(plot, LIGHT)
    plot.set_cursor_colour("#d55e00")
    plot.curve = CountedCurve(plot, "o")
    plot.curve.set_colour("#0072b2")
    plot.curve.set_values(np.arange(101.0), np.arange(101.0) % 7)
    plot.view.setRange(xRange=(0, 100), yRange=(0, 7), padding=0)
    plot.resize(500, 300)
    with qtbot.waitExposed(plot):
        plot.show()
    qtbot.wait(50)
    return plot


def on_screen(plot):
    return pixels(plot.screen().grabWindow(plot.winId()).toImage())


def test_while_it_moves_the_curve_is_not_painted(plot, qapp):
    plot.move_cursor(1.0)
    qapp.processEvents()
    before = plot.curve.paints
    for at in np.linspace(2.0, 99.0, 40):
        plot.move_cursor(float(at))
        qapp.processEvents()
    assert plot.curve.paints == before


@pytest.mark.parametrize("stops", [(20, 60), (20, 20.1, 20.4, 21), (99.9, 0.05, 50.3)])
def test_what_is_on_the_screen_is_what_painting_all_would_give(plot, qapp, stops):
    for at in stops:
        plot.move_cursor(at)
        qapp.processEvents()
        np.testing.assert_array_equal(on_screen(plot), pixels(plot.grab().toImage()))


def test_two_moves_before_a_painting_leave_nothing_behind(plot, qapp):
    for at in (20, 40, 60):
        plot.move_cursor(at)
    qapp.processEvents()
    np.testing.assert_array_equal(on_screen(plot), pixels(plot.grab().toImage()))


def test_another_curve_is_seen_under_it(plot, qapp):
    plot.move_cursor(30)
    qapp.processEvents()
    plot.curve.set_values(np.arange(101.0), 7 - np.arange(101.0) % 7)
    plot.move_cursor(31)
    qapp.processEvents()
    plot.move_cursor(32)
    qapp.processEvents()
    np.testing.assert_array_equal(on_screen(plot), pixels(plot.grab().toImage()))


def on_paper(plot):
    """An export draws the scene, not the widget."""
    image = QImage(500, 300, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter, whole = QPainter(image), QRectF(0, 0, 500, 300)
    plot.scene().render(painter, whole, whole)
    painter.end()
    return pixels(image)


@pytest.mark.parametrize("look", [on_screen, on_paper])
def test_it_is_seen_on_screen_and_on_paper_unless_hidden(plot, qapp, look):
    plot.move_cursor(50)
    qapp.processEvents()
    shown = look(plot)
    plot.cursor.setVisible(False)
    qapp.processEvents()
    _, columns = np.nonzero(shown != look(plot))
    place = plot.view.mapViewToScene(QPointF(50, 0)).x()
    assert set(columns.tolist()) <= {int(place) - 1, int(place), int(place) + 1}
    assert len(columns) > 100
