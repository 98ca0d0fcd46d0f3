"""Weights, as a part of the window."""

from __future__ import annotations

from functools import partial

from gui.features.weights.weights_panel import WeightsPanel
from gui.part import Panel, Part, PartContext, Place

ID = "Weights"


def _make(context: PartContext) -> WeightsPanel:
    return WeightsPanel(context.session, context.theme())


def _connect(context: PartContext) -> None:
    panel = context.panel(ID)
    assert isinstance(panel, WeightsPanel)
    panel.copy_wanted.connect(partial(context.run, "copy weights"))
    panel.export_wanted.connect(partial(context.run, "export weights"))


PARTS = (Part(ID, panel=Panel(_make, Place.BOTTOM_RIGHT, 30), connect=_connect),)
