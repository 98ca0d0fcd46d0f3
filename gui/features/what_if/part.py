"""What if on the canvas: its tool, and at first use what is seen with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from gui.canvas.layers.layer_stack import LayerHeight
from gui.canvas.tools.tool import ToolSign
from gui.part import STRIP, Part

if TYPE_CHECKING:
    from gui.canvas.tools.tool import Tool
    from gui.part import PartContext

SIGN = ToolSign(
    "what-if", "What if", "W",
    "Where would the boundary be with one more point here? A click adds it",
)  # fmt: skip
RANK, BESIDE, STRIP_RANK = 80, 30, 20
"""Of the tool, among the runs beside the one looked at, and of the map in the strip."""


def attach(context: PartContext) -> None:
    """Let points be tried, and a map of them be asked for."""
    canvas = context.canvas
    map_action = QAction("Map of one more point", canvas)
    map_action.setShortcut("Shift+W")
    button = canvas.toolbar.add_tool(
        SIGN, partial(_begin_tool, context, map_action), RANK
    )
    map_action.triggered.connect(partial(_map, context, button))
    canvas.addAction(map_action)


def _begin_tool(context: PartContext, map_action: QAction) -> Tool:
    """Make the tool, and show what a point would change as long as it is chosen."""
    from gui.features.what_if.added_point import AddedPoint
    from gui.features.what_if.added_point_layer import AddedPointLayer
    from gui.features.what_if.added_point_line import AddedPointLine
    from gui.features.what_if.added_point_map import AddedPointMapper
    from gui.features.what_if.added_point_map_layer import AddedPointMapLayer
    from gui.features.what_if.added_point_map_line import AddedPointMapLine
    from gui.features.what_if.what_if_tool import WhatIfTool

    canvas, plot = context.canvas, context.canvas.plot
    added = AddedPoint.of(context.session)
    mapper = AddedPointMapper.of(context.session)
    tool = WhatIfTool(added)
    plot.layers.add(partial(AddedPointLayer, point=added), LayerHeight.SELECTION + 2)
    context.run(STRIP, AddedPointLine(added), STRIP_RANK + 1)
    canvas.compare_with(lambda: added.compared, added.changed, BESIDE)
    layer = plot.layers.add(
        partial(AddedPointMapLayer, mapper=mapper), LayerHeight.DENSITY - 1
    )
    line = AddedPointMapLine(mapper, layer, plot, plot.theme)
    line.map_wanted.connect(map_action.trigger)
    context.run(STRIP, line, STRIP_RANK)
    canvas.class_changed.connect(mapper.clear)
    canvas.axes.changed.connect(mapper.clear)

    def follow_tool() -> None:
        chosen = canvas.toolbar.tool is tool
        added.close()
        line.offer(chosen)
        if not chosen:
            mapper.clear()

    canvas.toolbar.chosen.connect(follow_tool)
    return tool


def _map(context: PartContext, button: QAction) -> None:
    """Map what one more point of the class that is drawn would change."""
    from gui.features.what_if.added_point_map import AddedPointMapper

    canvas = context.canvas
    if not button.isChecked():
        canvas.toolbar.take(button)
    code = canvas.class_for(other=False)
    mapper = AddedPointMapper.of(context.session)
    mapper.request(canvas.plane.lift, canvas.view_rect, code)


PARTS = (Part("What if", attach=attach),)
