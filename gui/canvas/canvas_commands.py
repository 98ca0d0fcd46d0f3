"""What is done with the whole canvas: buttons beside the tools, and lines of menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QAction, QKeySequence

from engine.data.edits import Remove
from gui.canvas.layer_switch import LayerSwitch
from gui.style.icons import icon
from gui.style.text import number_of_points

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.canvas.layers.legend import LegendLayer
    from gui.canvas.tools.toolbar import ToolBar
    from gui.session.session import Session
    from gui.style.theme import Theme


class CanvasCommands:
    """Takes back, fits, clears, snaps, and tells what the marks are.

    Parameters
    ----------
    session : Session
    toolbar : ToolBar
        Where the first four are.
    legend : LegendLayer
    parent : QWidget

    Attributes
    ----------
    undo, redo, fit, clear, snap, legend : QAction
        What `fit` does is for the canvas to say.
    """

    def __init__(
        self, session: Session, toolbar: ToolBar, legend: LegendLayer, parent: QWidget
    ) -> None:
        self._session = session
        self.undo = session.undo_stack.createUndoAction(parent, "&Undo")
        self.undo.setShortcut("Ctrl+Z")
        self.redo = session.undo_stack.createRedoAction(parent, "&Redo")
        self.redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
        self.fit = QAction("Fit", parent)
        self.fit.setToolTip("Show all points (F)")
        self.fit.setShortcut("F")
        self.clear = QAction("Clear all points", parent)
        self.clear.setToolTip("Remove all points (can be undone)")
        self.clear.triggered.connect(self.clear_points)
        for action in (self.undo, self.redo):
            toolbar.add(action)
        for action in (self.fit, self.clear):
            toolbar.add(action, used_much=False)
        self.snap = QAction("Snap to &grid", parent, checkable=True)
        self.legend = LayerSwitch(
            "Leg&end on the canvas", "legend", legend, parent, shown=False
        )
        self.legend.setShortcut("K")
        self.legend.setToolTip("What the marks on the canvas are (K)")

    def set_theme(self, theme: Theme) -> None:
        self.undo.setIcon(icon("undo", theme))
        self.redo.setIcon(icon("redo", theme))
        self.fit.setIcon(icon("zoom-fit", theme))
        self.clear.setIcon(icon("clear", theme))
        self.legend.setIcon(icon("legend", theme, theme.accent_text))

    def clear_points(self) -> None:
        """Remove all samples, undoably."""
        rows = np.arange(self._session.data.n_samples)
        if len(rows):
            self._session.edit(Remove(rows), "clear")
            gone = number_of_points(len(rows))
            self._session.message.emit(f"{gone} removed · Ctrl+Z brings them back")
