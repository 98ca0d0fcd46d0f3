"""The canvas: tool bar, plot, and the words that stand with them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from engine.data.dataset import LARGEST, VALIDATION
from engine.data.edits import Remove
from gui.canvas.axes_bar import AxesBar
from gui.canvas.handling import Handling
from gui.canvas.layer_switch import LayerSwitch
from gui.canvas.layers.svm_margins import is_svm
from gui.canvas.notes import Notes
from gui.canvas.plot import CanvasPlot
from gui.canvas.readout import Readout
from gui.canvas.selecting import Selecting
from gui.canvas.selection import Selection
from gui.canvas.tools.toolbar import ToolBar
from gui.canvas.view_state import ViewState
from gui.style.icons import icon
from gui.tasks.throttle import Throttle

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QResizeEvent

    from gui.canvas.boundary_handle import BoundaryHandle
    from gui.canvas.contours import Rect
    from gui.canvas.fold_view import FoldView
    from gui.canvas.oriented_line import Place
    from gui.canvas.picture import Picture
    from gui.canvas.tools.tool import Tool
    from gui.session.session import Session
    from gui.style.theme import Theme

EMPTY_HINT = (
    "<b>Draw two classes of points</b><br>"
    "left button: class A · right button: class B · drag to spray<br>"
    "then press <b>Play</b>"
)


class Canvas(QFrame):
    """Where data are drawn and the boundary is seen to move.

    Signals
    -------
    class_changed
        Another class is the one drawn: `current_class`.
    """

    class_changed = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.session = session
        self.current_class = 0
        self.current_part = VALIDATION
        self.axes = AxesBar(theme)
        self.plane = self.axes.plane(session.data)
        self.plot = CanvasPlot(theme)
        self.readout = Readout(theme)
        self.bar = ToolBar()
        self.part_action = self.bar.part
        self.selection = Selection(session)
        self.hand: BoundaryHandle | None = None
        self.sight = ViewState(session, self.axes, self.plot)
        self.notes = Notes(self)
        self.selecting = Selecting(self)
        self.hint = QLabel(EMPTY_HINT, self.plot)
        self.hint.setProperty("role", "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.handling = Handling(self)
        self._lay_out()
        self._mouse: Place | None = None
        self._reading = Throttle(session, self._read)
        self.axes.changed.connect(self._look_anew)
        self.selection.changed.connect(self._show_selection)
        self.plot.hovered.connect(self._hover)
        session.data_changed.connect(self._data_changed)
        session.moved.connect(self.refresh)
        session.branches.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        self.fit_action = QAction("Fit", self, toolTip="Show all points (F)")
        self.fit_action.setShortcut("F")
        self.fit_action.triggered.connect(self.fit)
        self.clear_action = QAction("Clear all points", self)
        self.clear_action.setToolTip("Remove all points (can be undone)")
        self.clear_action.triggered.connect(self.clear)
        self.snap_action = QAction("Snap to &grid", self, checkable=True)
        for action in (self.fit_action, self.clear_action):
            self.bar.add(action)
        layout.addWidget(self.bar)
        layout.addWidget(self.axes)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.readout)
        self._add_switches()
        self.set_theme(self.plot.theme)

    def _add_switches(self) -> None:
        self.class_lines_action = LayerSwitch(
            "Boundary of each &class", "class_lines", self.plot.class_lines, self
        )
        self.class_lines_action.setShortcut("L")
        self.support_action = LayerSwitch(
            "Margins and support &vectors", "support_vectors", self.plot.support, self
        )
        self.support_action.toggled.connect(self.notes.say_what_is_shown)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.bar.set_theme(theme)
        self.fit_action.setIcon(icon("zoom-fit", theme))
        self.clear_action.setIcon(icon("clear", theme))
        self.axes.set_theme(theme)
        self.plot.set_theme(theme)
        self._read()

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, as actions for a menu."""
        return self.bar.actions_of_tools

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse."""
        return self.handling.tool

    def set_class(self, code: int) -> None:
        """Draw another class from now on."""
        if code != self.current_class and code < len(self.session.data.class_names):
            self.current_class = code
            self.plot.support.set_class(code)
            self.notes.say_what_is_shown()
            self.class_changed.emit()

    def pick_class(self, code: int) -> None:
        """Give the selected samples a class; without any, draw it from now on."""
        if len(self.selection):
            self.selecting.relabel(code)
        else:
            self.set_class(code)

    def class_for(self, other: bool) -> int:
        """Give the class of the left button, or the next one for the right."""
        n = len(self.session.data.class_names)
        return (self.current_class + other) % n

    @property
    def pixel(self) -> float:
        """Length of a screen pixel in the plane."""
        return self.plot.pixel

    @property
    def rect(self) -> Rect:
        """The part of the plane in view: left, bottom, right, top."""
        return self.plot.handles.view()

    @property
    def adding(self) -> bool:
        """Whether Shift was down at the press."""
        return bool(self.plot.modifiers & Qt.KeyboardModifier.ShiftModifier)

    def tidied(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Put places on the grid while points snap to it; else round to a pixel."""
        if self.snap_action.isChecked():
            step = np.array(self.plot.grid.step())
            places = np.round(places / step) * step
        digits = max(0, math.ceil(-math.log10(max(self.pixel, 1 / LARGEST))))
        return places.round(digits)

    def _show_selection(self) -> None:
        self.plot.selection.select(self.selection.rows)

    def _hover(self, place: Place | None) -> None:
        self._mouse = place
        self._reading.trigger()

    def _read(self) -> None:
        picture = self.plot.layers[0].picture
        if picture is not None:
            self.readout.show_picture(picture, self.plot.theme)
            self.readout.point_at(self._mouse, self.pixel)

    def _data_changed(self) -> None:
        # Otherwise the move that follows draws the new data with their run.
        self.plane = self.axes.plane(self.session.data)
        if not self.session.up_to_date:
            self.refresh()

    def refresh(self) -> None:
        """Draw the playhead's moment."""
        if self.current_class >= len(self.session.data.class_names):
            self.set_class(0)
        self.plane = self.axes.plane(self.session.data)
        shown = self.shown()
        self.handling.follow_aspect()
        self.plot.show_picture(shown)
        self.sight.follow(shown)
        self._reading.trigger()
        # With two classes their boundary is the only one.
        self.class_lines_action.setEnabled(len(shown.data.class_names) > 2)
        self.support_action.setEnabled(is_svm(shown))
        self.handling.show_hand()
        self.notes.say_what_is_shown()

    def shown(self) -> Picture:
        """Look at the playhead's moment as is chosen: two features, or the margin."""
        return self.sight.shown()

    def show_folds(self, folds: FoldView | None) -> None:
        """Show folds instead of the playhead's moment; None: the moment again."""
        if folds is not None or self.sight.folds is not None:
            self.sight.folds = folds
            self.refresh()

    def _look_anew(self) -> None:
        """Show other features or the margin view, with all points in sight."""
        self.refresh()
        self.fit()

    def clear(self) -> None:
        """Remove all samples, undoably."""
        rows = np.arange(self.session.data.n_samples)
        if len(rows):
            self.session.edit(Remove(rows), "clear")

    def fit(self) -> None:
        """Show all samples; without any, the first view."""
        self.sight.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the hint in the middle."""
        super().resizeEvent(event)
        self.hint.resize(self.plot.size())
