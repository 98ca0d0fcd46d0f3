"""The lines of a network's hidden units on the canvas: switched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.layer_switch import LayerSwitch
from gui.canvas.layers.hidden_units import has_network
from gui.part import Part

if TYPE_CHECKING:
    from gui.part import PartContext

RANK = 20


def attach(context: PartContext) -> None:
    """Let them be hidden."""
    canvas, layer = context.canvas, context.canvas.plot.layers.hidden_units
    switch = LayerSwitch("&Hidden units", "hidden_units", layer, canvas)
    canvas.switches.add_where(switch, RANK, has_network)


PARTS = (Part("Hidden units", attach=attach),)
