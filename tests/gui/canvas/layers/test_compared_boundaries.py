"""Bundles of boundaries on a plot of their own."""

from dataclasses import replace

from PySide6.QtCore import QSize

from engine import Recipe, Tape
from engine.data import gallery
from gui.canvas.layers import compared_boundaries
from gui.canvas.picture import picture_of_step
from gui.canvas.plot import CanvasPlot
from gui.session.compared_run import ComparedRun
from gui.style.theme import LIGHT


def test_boundaries_are_traced_once_when_they_are_painted(qtbot, monkeypatch):
    """Of votes they take long: not at each change of the layout on the way."""
    traced, trace = [], compared_boundaries.boundaries

    def boundaries(model, *where, **how):
        traced.append(model)
        return trace(model, *where, **how)

    monkeypatch.setattr(compared_boundaries, "boundaries", boundaries)
    tape = Tape(gallery.example("two-clusters").make(), Recipe("voted-perceptron"))
    tape.extend()
    model = tape.model(tape.steps)
    shown = picture_of_step(tape, tape.data, tape.frame(tape.steps), model)
    models = (model, replace(model))
    plot = CanvasPlot(LIGHT)
    qtbot.addWidget(plot)
    run = ComparedRun("voted", "", tape.data, 2, models=models)
    shown = replace(shown, compared=(run,))
    plot.show_picture(shown)
    for width in (300, 340, 320):
        plot.resize(QSize(width, 240))
        plot.view.setRange(xRange=(-width / 100, 3))
        plot.show_picture(shown)
    assert not traced
    plot.grab()
    assert traced == [*models]
    plot.close()
