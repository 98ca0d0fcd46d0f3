"""The boundary set by hand on the canvas, made when weights are first set so."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.learners import learner
from gui.canvas.tools.tool import ToolSign
from gui.part import Part

if TYPE_CHECKING:
    from gui.features.by_hand.boundary_by_hand import BoundaryByHand
    from gui.part import PartContext

SIGN = ToolSign(
    "boundary", "Boundary", "B",
    "Drag the boundary to shift it, its ends or its arrow to turn it; "
    "double-click to flip the sides",
)  # fmt: skip
RANK = 110


def attach(context: PartContext) -> None:
    """Let the boundary be dragged where weights are set by hand."""
    session, canvas = context.session, context.canvas

    @cache
    def boundary() -> BoundaryByHand:
        from gui.features.by_hand.boundary_by_hand import BoundaryByHand

        return BoundaryByHand(canvas, button, SIGN.hint)

    def begin() -> None:
        if learner(session.recipe.learner).by_hand:
            session.recipe_changed.disconnect(begin)
            session.recipe_changed.connect(boundary().follow_recipe)
            boundary().follow_recipe()

    button = canvas.toolbar.add_tool(SIGN, lambda: boundary().tool, RANK)
    button.setVisible(False)
    session.recipe_changed.connect(begin)


PARTS = (Part("By hand", attach=attach),)
