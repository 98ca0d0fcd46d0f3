"""Contributions: its tool, and its panel as long as a place is explained."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.canvas.layers.layer_stack import LayerHeight
from gui.canvas.tools.tool import ToolSign
from gui.part import Panel, Part, Place, lazy
from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from gui.canvas.tools.tool import Tool
    from gui.part import PartContext
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

SIGN = ToolSign(
    "explain", "Contributions", "Y",
    "Explain a score: click a place, and see which points pull for and against it",
)  # fmt: skip
ID, RANK = "Contributions", 90


def attach(context: PartContext) -> None:
    """Let scores be explained."""
    context.canvas.toolbar.add_tool(SIGN, partial(_begin_tool, context), RANK)


def _begin_tool(context: PartContext) -> Tool:
    """Make the tool, and show what it explains as long as it is chosen."""
    from gui.features.contributions.explain_tool import ExplainTool
    from gui.features.contributions.explanation import Explanation
    from gui.features.contributions.explanation_layer import ExplanationLayer

    session, plot = context.session, context.canvas.plot
    made = Explanation.of(session)
    layer = plot.layers.add(
        partial(ExplanationLayer, explanation=made), LayerHeight.LEGEND + 2
    )
    panel = context.panel(ID)
    assert isinstance(panel, LazyView)
    panel.open()
    made.changed.connect(layer.update)
    made.toggled.connect(lambda on: context.panels.visit(ID, on=on))
    context.panels.when_closed(ID, made.clear)
    context.canvas.toolbar.chosen.connect(made.clear)
    context.signals.closing.connect(made.clear)
    return ExplainTool(made)


def _make_panel(context: PartContext, theme: Theme, _: QLabel) -> ShownView:
    from gui.features.contributions.explanation import Explanation
    from gui.features.contributions.explanation_panel import ExplanationPanel

    session = context.session
    return ExplanationPanel(session, Explanation.of(session), theme)


PARTS = (
    Part(
        ID,
        attach=attach,
        panel=Panel(
            lazy(_make_panel, lambda _: ()),
            Place.BOTTOM_RIGHT,
            85,
            tab="Pulls",
            shown=False,
            listed=False,
        ),
    ),
)
