"""The boundary set by hand: its tool is offered, and what that takes hold of shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.learners import learner
from gui.canvas.layers.layer_stack import LayerHeight
from gui.features.by_hand.boundary_handles_layer import BoundaryHandlesLayer
from gui.features.by_hand.boundary_tool import BoundaryTool
from gui.features.by_hand.handled_boundary import HandledBoundary

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from gui.canvas.canvas import Canvas
    from gui.features.by_hand.boundary_handle import BoundaryHandle

NO_BOUNDARY = (
    "There is not one straight boundary to drag: type the weights in the panel Weights"
)


class BoundaryByHand(QObject):
    """Offers the tool where weights are set by hand, and shows what it takes hold of.

    Parameters
    ----------
    canvas : Canvas
    button : QAction
        Chooses the tool.
    hint : str
        What the tool does with one boundary.

    Attributes
    ----------
    tool : BoundaryTool
    """

    def __init__(self, canvas: Canvas, button: QAction, hint: str) -> None:
        super().__init__(canvas)
        self._canvas, self._session = canvas, canvas.session
        self._button, self._hint = button, hint
        self._boundary = HandledBoundary(self)
        self._by_hand = False
        self.tool = BoundaryTool(self._boundary)
        layers = canvas.plot.layers
        self._layer = layers.add(
            partial(BoundaryHandlesLayer, units=layers.hidden_units),
            LayerHeight.ANGLE + 1,
        )
        self._boundary.chosen.connect(self._take_tool)
        canvas.unit_chosen.connect(self._boundary.choose)
        canvas.toolbar.chosen.connect(self._show_handle)
        canvas.refreshed.connect(self._show_handle)

    def follow_recipe(self) -> None:
        """Offer the tool, and choose it, where weights are now set by hand."""
        by_hand = learner(self._session.recipe.learner).by_hand
        came, self._by_hand = by_hand and not self._by_hand, by_hand
        self._button.setVisible(by_hand)
        if not came:
            return
        self._canvas.refresh()
        if self._boundary.handle is not None and self._session.data.n_samples:
            self._button.trigger()

    def _take_tool(self) -> None:
        self._show_handle()
        if not self._button.isChecked():
            self._button.trigger()

    def _show_handle(self) -> None:
        """Show the handles of the boundary while its tool is chosen."""
        canvas, boundary = self._canvas, self._boundary
        boundary.look(self._session.recipe, self._session.data, canvas.plane)
        handle = boundary.handle
        self._button.setEnabled(handle is not None)
        self._button.setToolTip(self._hint_of(handle) if handle else NO_BOUNDARY)
        chosen = self._button.isChecked() and not canvas.axes.view_choice.margin
        if chosen and handle is None:
            canvas.toolbar.choose_first()
        else:
            self._layer.show_handle(handle if chosen else None)

    def _hint_of(self, handle: BoundaryHandle) -> str:
        """Say what the tool does with a boundary, or with the line of a hidden unit."""
        if not handle.name:
            return self._hint
        return self._hint.replace("the boundary", "a hidden unit’s line")
