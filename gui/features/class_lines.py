"""A line for each class against the rest, on the canvas: switched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import learner
from gui.canvas.layer_switch import LayerSwitch
from gui.part import Part

if TYPE_CHECKING:
    from gui.canvas.picture import Picture
    from gui.part import PartContext

TIP = (
    "A thin line for each class, beyond which its own score is positive (L);\n"
    "the mouse on a class's name shows that of this class"
)
RANK = 10


def attach(context: PartContext) -> None:
    """Let them be shown where each class has a score of its own."""
    session, canvas = context.session, context.canvas
    layer = canvas.plot.layers.class_boundaries
    switch = LayerSwitch(
        "Each &class against the rest", "class_lines", layer, canvas, shown=False
    )
    switch.setToolTip(TIP)
    switch.setShortcut("L")

    def has_lines(shown: Picture) -> bool:
        # With two classes their boundary is the only one.
        several = len(shown.data.class_names) > 2
        return several and not learner(session.recipe.learner).coupled

    canvas.switches.add_where(switch, RANK, has_lines)


PARTS = (Part("Class lines", attach=attach),)
