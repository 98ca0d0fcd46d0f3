"""The lower edge of the plot: how arrows are drawn, and what is out of view."""

import math
import re

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from engine import Recipe
from engine.data.gallery import example
from gui.canvas.plot import CanvasPlot
from gui.canvas.plot_footer import PlotFooter
from gui.session.session import Session
from gui.style.theme import LIGHT
from tests.gui.conftest import settle


def factor(window):
    """Give how many times their length the caption says that the arrows are drawn."""
    match = re.search(r"↗ × ([\d.e+-]+)$", window.canvas.footer.caption.text())
    return 1.0 if match is None else float(match[1])


def turn_wheel(window, hand, notches):
    settle()  # the axis's numbers leave the view its width
    port = hand.plot.viewport()
    at = QPointF(port.mapTo(window, port.rect().center()))
    QTest.wheelEvent(window.windowHandle(), at, QPoint(0, 120 * notches))
    settle()


def test_the_caption_tells_how_the_arrows_are_drawn(window, hand):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_Home)
    assert window.canvas.footer.caption.text() == ""
    hand.key(Qt.Key.Key_Right)
    assert factor(window) == window.canvas.plot.layers.weight_arrows.magnification


def test_the_arrows_factor_is_never_cut(window, hand):
    """Where there is no room for all, the rest goes first."""
    hand.draw_two_classes()
    hand.session.set_recipe(Recipe("averaged-perceptron"))
    hand.recorded()
    hand.session.to_end()
    turn_wheel(window, hand, -20)
    caption = window.canvas.footer.caption
    assert factor(window) > 1
    assert caption.text().startswith("used: mean · ↗")
    for width in range(1440, 1000, -40):
        window.resize(width, 900)
        QTest.qWait(10)
        assert factor(window) > 1
        if caption.width() >= 120:
            needed = caption.fontMetrics().horizontalAdvance(caption.text())
            assert needed <= caption.width()


def test_the_arrows_factor_in_the_caption_follows_the_zoom(window, hand):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_Home)
    hand.key(Qt.Key.Key_Right)
    arrows, seen = window.canvas.plot.layers.weight_arrows, []
    for notches in (-10, -10, 2):
        if notches > 0:  # out there no boundary may be in view
            window.canvas.fit()
        turn_wheel(window, hand, notches)
        assert factor(window) == arrows.magnification
        seen.append(factor(window))
    assert seen[0] > 1
    assert seen[1] > 2 * seen[0]
    assert seen[-1] < 1
    assert math.isclose(float(f"{seen[1]:.0e}"), seen[1])  # a round number
    turn_wheel(window, hand, -40)
    assert window.canvas.footer.caption.text().endswith("↗ not to scale")


def test_how_many_points_are_out_of_view_is_never_cut(window, hand, qtbot):
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    hand.session.begin(example("moons").make())
    outside = window.canvas.footer.outside
    window.canvas.plot.view.setRange(QRectF(20, 20, 1, 1), padding=0)
    qtbot.waitUntil(outside.isVisible)
    assert "200" in outside.text()
    assert outside.width() >= outside.sizeHint().width()


def test_the_button_of_the_legend_is_as_large_before_points_are_counted(qtbot):
    plot = CanvasPlot(LIGHT)
    qtbot.addWidget(plot)
    plot.show()
    footer = PlotFooter(Session(plot), plot, lambda: None)
    plot.resize(500, 400)
    before = footer.legend.size()
    footer.outside.setText("0 out of view")
    plot.resize(500, 401)
    assert footer.legend.size() == before
