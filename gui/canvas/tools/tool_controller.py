"""The mouse over the plot is given to the tool that is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QCursor

from gui.canvas.tools.tool import BESIDE, Tool
from gui.style.icons import icon

if TYPE_CHECKING:
    from gui.canvas.plane import Place
    from gui.canvas.plot import CanvasPlot
    from gui.canvas.tools.tool import ToolContext
    from gui.canvas.tools.toolbar import ToolBar
    from gui.style.theme import Theme

CURSOR_SHAPES = {
    "": Qt.CursorShape.ArrowCursor,
    "draw": Qt.CursorShape.CrossCursor,
    "point": Qt.CursorShape.PointingHandCursor,
    "shift": Qt.CursorShape.SizeAllCursor,
    "across": Qt.CursorShape.SplitHCursor,
}

CLASS = "class "
"""Begins the name of the shape that shows a class."""


class ToolController(QObject):
    """Passes presses and moves to the tool; shows its circle, outline and cursor.

    Parameters
    ----------
    plot : CanvasPlot
        Where the mouse is.
    toolbar : ToolBar
        Where the tool is chosen.
    context : ToolContext
        What the tool works on.
    """

    def __init__(
        self, plot: CanvasPlot, toolbar: ToolBar, context: ToolContext
    ) -> None:
        super().__init__(plot)
        self._plot, self._toolbar, self._context = plot, toolbar, context
        self._overlay = plot.layers.selection_marks
        self._no_tool = self._pressed = Tool()
        self._lent: Tool | None = None
        self._cursor = ""
        toolbar.chosen.connect(self.reset)
        plot.pressed.connect(self._press)
        plot.pressed_again.connect(self._press_again)
        plot.dragged.connect(self._drag)
        plot.released.connect(self._release)
        plot.hovered.connect(self._hover)

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse: while tools are off the idle one."""
        if self._lent is not None:
            return self._lent
        return self._toolbar.tool if self._toolbar.tools_enabled else self._no_tool

    @property
    def enabled(self) -> bool:
        """Whether the tools can be chosen."""
        return self._toolbar.tools_enabled

    def lend(self, tool: Tool | None) -> None:
        """Give the mouse to another tool than the chosen one; None gives it back."""
        self._lent = tool
        self._overlay.show_outline(self.tool.outline)
        self.reset()

    def set_idle(self, tool: Tool) -> None:
        """Let a tool have the mouse while the others are off."""
        self._no_tool = tool

    @property
    def _held(self) -> Tool:
        """The tool of the stroke: another that is chosen meanwhile waits for the next.

        While tools are off, none goes on.
        """
        return self._no_tool if self.tool is self._no_tool else self._pressed

    def takes_hold(self, place: Place) -> bool:
        """Tell whether a press there begins what goes on until it is let go."""
        return self.tool.takes_hold(self._context, place)

    def reset(self) -> None:
        """Show no circle and no cursor of a tool until the mouse moves."""
        self._cursor = ""
        self._overlay.show_circle(None, 0)
        self._plot.viewport().unsetCursor()

    def _hover(self, place: Place | None) -> None:
        tool = self.tool
        self._overlay.show_circle(place, tool.radius)
        if not self._plot.stroking:
            tool.hover(self._context, place)
        if place is None or self._plot.stroking:
            return
        if tool.draws_class:
            self._show_class(place)
        else:
            self._show_cursor(tool.cursor(self._context, place))

    def _show_cursor(self, shape: str) -> None:
        if shape != self._cursor:
            self._cursor = shape
            ratio = self._plot.devicePixelRatioF()
            self._plot.viewport().setCursor(_cursor(shape, self._plot.theme, ratio))

    def show_class(self) -> None:
        """Show another class at the mouse, if a class is shown there."""
        if self._cursor.startswith(CLASS):
            self._show_class()

    def _show_class(self, place: Place | None = None, *, other: bool = False) -> None:
        """Show the class that is drawn; with `other`, that of the right button."""
        context, theme = self._context, self._plot.theme
        code = context.class_for(other=other)
        if place is not None:
            X = context.plane.lift(np.array([place]))
            code = int(context.classes_at(X, other=other)[0])
        shape = f"{CLASS}{code} {theme.class_colour(code)}"
        if shape != self._cursor:
            from gui.canvas.tools.cross_cursor import class_cursor

            self._cursor = shape
            ratio = self._plot.devicePixelRatioF()
            self._plot.viewport().setCursor(class_cursor(code, theme, ratio))

    def _press(self, place: Place, other: bool) -> None:
        self._context.session.begin_stroke()
        self._pressed = self.tool
        if other and self._pressed.draws_class:
            self._show_class(place, other=True)
        self._pressed.press(self._context, place, other=other)

    def _press_again(self, place: Place, other: bool) -> None:
        self._pressed = self.tool
        self._pressed.press_again(self._context, place, other=other)

    def _drag(self, place: Place, other: bool) -> None:
        self._held.move(self._context, place, other=other)
        self._overlay.show_outline(self._held.outline)

    def _release(self) -> None:
        self._held.release(self._context)
        self._overlay.show_outline(self.tool.outline)
        self.show_class()
        self._context.session.end_stroke()


def _cursor(name: str, theme: Theme, ratio: float) -> QCursor:
    """Give the mouse's shape of a name: one of Qt's, or an icon's."""
    if name in CURSOR_SHAPES:
        return QCursor(CURSOR_SHAPES[name])
    if name.startswith(BESIDE):
        from gui.canvas.tools.cross_cursor import icon_cursor

        return icon_cursor(name.removeprefix(BESIDE), theme, ratio)
    return QCursor(icon(name, theme).pixmap(QSize(18, 18)))
