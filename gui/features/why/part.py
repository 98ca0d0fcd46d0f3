"""Why on the canvas: its tool, and at first use what is seen with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.canvas.layers.layer_stack import LayerHeight
from gui.canvas.tools.tool import ToolSign
from gui.part import Part

if TYPE_CHECKING:
    from gui.canvas.tools.tool import Tool
    from gui.part import PartContext

SIGN = ToolSign(
    "explain", "Why", "Y",
    "Explain a score: click a place, and see which points pull for and against it",
)  # fmt: skip
RANK = 90


def attach(context: PartContext) -> None:
    """Let scores be explained."""
    context.canvas.toolbar.add_tool(SIGN, partial(_begin_tool, context), RANK)


def _begin_tool(context: PartContext) -> Tool:
    """Make the tool, and show what it explains as long as it is chosen."""
    from gui.features.why.explain_tool import ExplainTool
    from gui.features.why.explanation import Explanation
    from gui.features.why.explanation_card import ExplanationCard
    from gui.features.why.explanation_layer import ExplanationLayer

    session, plot = context.session, context.canvas.plot
    made = Explanation.of(session)
    layer = plot.layers.add(
        partial(ExplanationLayer, explanation=made), LayerHeight.LEGEND + 2
    )
    ExplanationCard(session, made, plot, plot.theme)
    made.changed.connect(layer.update)
    context.canvas.toolbar.chosen.connect(made.clear)
    return ExplainTool(made)


PARTS = (Part("Why", attach=attach),)
