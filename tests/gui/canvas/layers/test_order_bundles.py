"""Bundles of boundaries on a plot of their own."""

from dataclasses import replace

from PySide6.QtCore import QSize

from engine import Recipe, Tape
from engine.data import gallery
from gui.canvas.layers import order_bundles
from gui.canvas.layers.order_bundles import BoundaryBundle
from gui.canvas.picture import picture_of_step
from gui.canvas.plot import CanvasPlot
from gui.style.theme import LIGHT


def test_boundaries_are_traced_once_when_they_are_painted(qtbot, monkeypatch):
    """Of votes they take long: not at each change of the layout on the way."""
    traced, trace = [], order_bundles.boundaries

    def boundaries(model, *where):
        traced.append(model)
        return trace(model, *where)

    monkeypatch.setattr(order_bundles, "boundaries", boundaries)
    tape = Tape(gallery.example("two-clusters").make(), Recipe("voted-perceptron"))
    tape.extend()
    model = tape.model(tape.steps)
    shown = picture_of_step(tape, tape.data, tape.frame(tape.steps), model)
    models = (model, replace(model))
    plot = CanvasPlot(LIGHT)
    qtbot.addWidget(plot)
    plot.show_picture(shown)
    names = tape.data.feature_names
    plot.layers.order_bundles.show_bundles((BoundaryBundle("voted", 2, names, models),))
    for width in (300, 340, 320):
        plot.resize(QSize(width, 240))
        plot.view.setRange(xRange=(-width / 100, 3))
        plot.show_picture(shown)
    assert not traced
    plot.grab()
    assert traced == [*models]
    plot.close()
