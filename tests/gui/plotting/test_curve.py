"""Curves of numbers per epoch, as they are painted."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtGui import QImage, QPainter

from gui.plotting.curve import Curve


def thickness(plot, ratio):
    """How many pixels of the image's middle column the red line takes."""
    image = QImage(plot.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    with QPainter(image) as painter:
        plot.render(painter)
    column = image.width() // 2
    return sum(image.pixelColor(column, y).redF() for y in range(image.height()))


def test_a_line_is_as_wide_where_a_screen_has_twice_the_pixels(qtbot):
    plot = pg.PlotWidget(background="k")
    qtbot.addWidget(plot)
    plot.resize(300, 200)
    for side in ("left", "bottom"):
        plot.hideAxis(side)
    curve = Curve(plot, "")
    curve.set_colour("#ff0000")
    plot.setRange(xRange=(0, 1), yRange=(0, 1), padding=0)
    with qtbot.waitExposed(plot):
        plot.show()
    curve.set_values(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    once = thickness(plot, 1)
    assert 1 < once < 2
    assert thickness(plot, 2) == pytest.approx(2 * once, rel=0.1)
