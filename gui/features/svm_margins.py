"""The linear SVM's margins on the canvas: switched, counted, of the class drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.layer_switch import LayerSwitch
from gui.canvas.layers.svm_margins import is_svm
from gui.part import Part

if TYPE_CHECKING:
    from gui.part import PartContext

RANK = 30


def attach(context: PartContext) -> None:
    """Let them be hidden, and say how many support vectors there are."""
    canvas, layer = context.canvas, context.canvas.plot.layers.svm_margins
    switch = LayerSwitch(
        "Margins and su&pport vectors", "support_vectors", layer, canvas
    )
    canvas.switches.add_where(switch, RANK, is_svm)
    canvas.class_changed.connect(lambda: layer.set_class(canvas.current_class))
    canvas.class_changed.connect(canvas.footer.show_caption)
    canvas.footer.add_caption(lambda: layer.summary, switch.toggled, RANK)


PARTS = (Part("SVM margins", attach=attach),)
