"""The mouse over the plane is given to the tool that is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.learners import learner
from gui.canvas.boundary_handle import boundary_handle_on
from gui.canvas.tools.boundary_tool import BoundaryTool
from gui.canvas.tools.cursors import cursor
from gui.canvas.tools.tool import Tool

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.canvas.oriented_line import Place

NOT_IN_MARGIN = (
    "In the margin view points are no free places: leave it to change them (Ctrl+M)"
)
NO_HAND = "There is not one straight boundary to drag: type the weights"


class Handling(QObject):
    """Lets tools work on the canvas, and shows what they are about to touch."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas, self._plot, self._bar = canvas, canvas.plot, canvas.bar
        self._idle = Tool()
        self._cursor = ""
        self._by_hand = False
        self._bar.chosen.connect(self._choose)
        self._plot.pressed.connect(self._press)
        self._plot.pressed_again.connect(lambda *at: self.tool.press_again(canvas, *at))
        self._plot.dragged.connect(self._drag)
        self._plot.released.connect(self._release)
        self._plot.hovered.connect(self._hover)
        canvas.session.recipe_changed.connect(self.show_hand)
        canvas.session.recipe_changed.connect(self._follow_learner)

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse; in the margin view points are no free places."""
        return self._idle if self._canvas.axes.aspect.margin else self._bar.tool

    def _choose(self) -> None:
        self._cursor = ""
        self._plot.selection.show_circle(None, 0)
        self._plot.viewport().unsetCursor()
        self.show_hand()

    def follow_aspect(self) -> None:
        """Take the tools away in the margin view, and give them back."""
        on = not self._canvas.axes.aspect.margin
        if on != self._bar.on:
            self._bar.set_on(on, NOT_IN_MARGIN)
            self._canvas.selecting.set_on(on, NOT_IN_MARGIN)
            self._canvas.snap_action.setEnabled(on)
            self._choose()

    def _follow_learner(self) -> None:
        """Offer the boundary tool, and choose it, where weights are set by hand."""
        session = self._canvas.session
        by_hand = learner(session.recipe.learner).by_hand
        came, self._by_hand = by_hand and not self._by_hand, by_hand
        self._bar.boundary.setVisible(by_hand)
        if not came:
            return
        self._canvas.refresh()  # out of the margin view, if it was not asked for
        if self._canvas.hand is not None and session.data.n_samples:
            self._bar.boundary.trigger()

    def show_hand(self) -> None:
        """Show the handles of a boundary set by hand, while its tool is chosen."""
        canvas, button = self._canvas, self._bar.boundary
        session = canvas.session
        canvas.hand = boundary_handle_on(session.recipe, session.data, canvas.plane)
        button.setEnabled(canvas.hand is not None)
        button.setToolTip(BoundaryTool.hint if canvas.hand else NO_HAND)
        chosen = button.isChecked() and not canvas.axes.aspect.margin
        if chosen and canvas.hand is None:
            self._bar.choose_first()
        else:
            self._plot.handles.show_hand(canvas.hand if chosen else None)
            canvas.hint.setVisible(not session.data.n_samples and not chosen)

    def _hover(self, place: Place | None) -> None:
        tool = self.tool
        self._plot.selection.show_circle(place, getattr(tool, tool.circle, 0))
        if place is None or self._plot.stroking:
            return
        shape = tool.cursor(self._canvas, place)
        if shape != self._cursor:
            self._cursor = shape
            self._plot.viewport().setCursor(cursor(shape, self._plot.theme))

    def _press(self, place: Place, other: bool) -> None:
        self._canvas.session.stroking = True
        self.tool.press(self._canvas, place, other)

    def _drag(self, place: Place, other: bool) -> None:
        self.tool.move(self._canvas, place, other)
        self._plot.selection.show_outline(self.tool.outline)

    def _release(self) -> None:
        self.tool.release(self._canvas)
        self._plot.selection.show_outline(None)
        self._canvas.session.stroking = False
        self._canvas.session.stroke_ended.emit()
