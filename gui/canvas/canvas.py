"""The canvas: tool bar, plot, and the words that stand with them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from engine.data.dataset import VALIDATION
from engine.data.edits import Remove
from engine.learners import learner
from gui.canvas.axes_bar import AxesBar
from gui.canvas.boundary_tool import BoundaryTool
from gui.canvas.cursors import cursor
from gui.canvas.hand import Hand, hand_on
from gui.canvas.layers.support import is_svm
from gui.canvas.margin_lens import FLAT, MarginLens, in_sight
from gui.canvas.notes import Notes
from gui.canvas.picture import Picture, around, picture
from gui.canvas.plot import CanvasPlot
from gui.canvas.readout import Readout
from gui.canvas.selecting import Selecting
from gui.canvas.selection import Selection
from gui.canvas.toolbar import ToolBar
from gui.canvas.tools import Tool
from gui.icons import icon

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QResizeEvent

    from gui.canvas.fold_view import FoldView
    from gui.canvas.levels import Rect
    from gui.canvas.line import Place
    from gui.session import Session
    from gui.theme import Theme

EMPTY_HINT = (
    "<b>Draw two classes of points</b><br>"
    "left button: class A · right button: class B · drag to spray<br>"
    "then press <b>Play</b>"
)

NOT_IN_MARGIN = (
    "In the margin view points are no free places: leave it to change them (Ctrl+M)"
)
NO_HAND = "There is not one straight boundary to drag: type the weights"


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
        self._lens = MarginLens()
        self._flat = False
        self._follows = True  # until the view is zoomed or shifted by hand
        self.plane = self.axes.plane(session.data)
        self.plot = CanvasPlot(theme)
        self.readout = Readout(theme)
        self.bar = ToolBar()
        self.part_action = self.bar.part
        self._idle = Tool()
        self.selection = Selection(session)
        self.hand: Hand | None = None
        self._by_hand = False
        self.folds: FoldView | None = None
        self._cursor = ""
        self.notes = Notes(self)
        self.selecting = Selecting(self)
        self._hint = QLabel(EMPTY_HINT, self.plot)
        self._hint.setProperty("role", "muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._lay_out()
        self.axes.changed.connect(self._look_anew)
        self.plot.view.sigRangeChangedManually.connect(self._leave_view)
        self.bar.chosen.connect(self._choose)
        self.selection.changed.connect(self._show_selection)
        self.plot.pressed.connect(self._press)
        self.plot.pressed_again.connect(self._press_again)
        self.plot.dragged.connect(self._drag)
        self.plot.released.connect(self._release)
        self.plot.hovered.connect(self._hover)
        session.recipe_changed.connect(self._show_hand)
        session.recipe_changed.connect(self._follow_learner)
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
        self._add_class_lines()
        self._add_support()
        self.set_theme(self.plot.theme)

    def _add_class_lines(self) -> None:
        on = QSettings().value("class_lines", True, type=bool)
        self.class_lines_action = QAction("Boundary of each &class", self)
        self.class_lines_action.setCheckable(True)
        self.class_lines_action.setChecked(on)
        self.class_lines_action.setShortcut("L")
        self.class_lines_action.toggled.connect(self._show_class_lines)
        self.plot.class_lines.set_on(on)

    def _add_support(self) -> None:
        on = QSettings().value("support_vectors", True, type=bool)
        self.support_action = QAction("Margins and support &vectors", self)
        self.support_action.setCheckable(True)
        self.support_action.setChecked(on)
        self.support_action.toggled.connect(self._show_support)
        self.plot.support.set_on(on)

    def _show_support(self, on: bool) -> None:
        QSettings().setValue("support_vectors", on)
        self.plot.support.set_on(on)
        self.notes.say(self._words())

    def _show_class_lines(self, on: bool) -> None:
        QSettings().setValue("class_lines", on)
        self.plot.class_lines.set_on(on)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.bar.set_theme(theme)
        self.fit_action.setIcon(icon("zoom-fit", theme))
        self.clear_action.setIcon(icon("clear", theme))
        self.axes.set_theme(theme)
        self.plot.set_theme(theme)
        if self.plot.layers[0].picture is not None:
            self.readout.show_picture(self.plot.layers[0].picture, theme)

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, as actions for a menu."""
        return self.bar.actions_of_tools

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse; in the margin view points are no free places."""
        return self._idle if self.axes.aspect.margin else self.bar.tool

    def _choose(self) -> None:
        self._cursor = ""
        self.plot.selection.show_circle(None, 0)
        self.plot.viewport().unsetCursor()
        self._show_hand()

    def _follow_learner(self) -> None:
        """Offer the boundary tool, and choose it, where weights are set by hand."""
        by_hand = learner(self.session.recipe.learner).by_hand
        came, self._by_hand = by_hand and not self._by_hand, by_hand
        self.bar.boundary.setVisible(by_hand)
        if came and self.hand is not None and self.session.data.n_samples:
            self.bar.boundary.trigger()

    def _show_hand(self) -> None:
        """Show the handles of a boundary set by hand, while its tool is chosen."""
        session = self.session
        self.hand = hand_on(session.recipe, session.data, self.plane)
        self.bar.boundary.setEnabled(self.hand is not None)
        self.bar.boundary.setToolTip(BoundaryTool.hint if self.hand else NO_HAND)
        chosen = self.bar.boundary.isChecked() and not self.axes.aspect.margin
        if chosen and self.hand is None:
            self.bar.choose_first()
        else:
            self.plot.handles.show_hand(self.hand if chosen else None)
            self._hint.setVisible(not session.data.n_samples and not chosen)

    def set_class(self, code: int) -> None:
        """Draw another class from now on."""
        if code != self.current_class and code < len(self.session.data.class_names):
            self.current_class = code
            self.plot.support.set_class(code)
            self.notes.say(self._words())
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
        digits = max(0, math.ceil(-math.log10(self.pixel)))
        return places.round(digits)

    def _show_selection(self) -> None:
        self.plot.selection.select(self.selection.rows)

    def _press(self, place: Place, other: bool) -> None:
        self.tool.press(self, place, other)

    def _press_again(self, place: Place, other: bool) -> None:
        self.tool.press_again(self, place, other)

    def _hover(self, place: Place | None) -> None:
        self.readout.point_at(place, self.pixel)
        self.plot.selection.show_circle(place, getattr(self.tool, self.tool.circle, 0))
        if place is None or self.plot.stroking:
            return
        shape = self.tool.cursor(self, place)
        if shape != self._cursor:
            self._cursor = shape
            self.plot.viewport().setCursor(cursor(shape, self.plot.theme))

    def _drag(self, place: Place, other: bool) -> None:
        self.tool.move(self, place, other)
        self.plot.selection.show_outline(self.tool.outline)

    def _release(self) -> None:
        self.tool.release(self)
        self.plot.selection.show_outline(None)

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
        self._follow_aspect()
        self.plot.show_picture(shown)
        self._keep_in_sight(shown)
        self.readout.show_picture(shown, self.plot.theme)
        # With two classes their boundary is the only one.
        self.class_lines_action.setEnabled(len(shown.data.class_names) > 2)
        self.support_action.setEnabled(is_svm(shown))
        self._show_hand()
        self.notes.say(self._words())

    def shown(self) -> Picture:
        """Look at the playhead's moment as is chosen: two features, or the margin."""
        session = self.session
        shown = picture(session, self.plane)
        sees = self._lens.sees(shown)
        self.axes.follow(session.data, session.recipe, sees or shown.model is None)
        margin = self.axes.aspect.margin and sees and session.tape is not None
        if self.folds is not None:
            shown = self.folds.on(shown, margin)
        if not margin or session.tape is None:
            return shown
        return self._lens.look(shown, session.tape, self.axes.aspect.code)

    def show_folds(self, folds: FoldView | None) -> None:
        """Show folds instead of the playhead's moment; None: the moment again."""
        if folds is not None or self.folds is not None:
            self.folds = folds
            self.refresh()

    def _look_anew(self) -> None:
        """Show other features or the margin view, with all points in sight."""
        self.refresh()
        self.fit()

    def _keep_in_sight(self, shown: Picture) -> None:
        """In the margin view, where points move, let the view follow them."""
        came, self._flat = self._flat, shown.plane is FLAT
        if not self._follows:
            return
        if came != self._flat:
            self.fit()
        elif self._flat:
            self.plot.view.setRange(in_sight(shown, self.rect), padding=0)

    def _leave_view(self, *_: object) -> None:
        self._follows = False

    def _follow_aspect(self) -> None:
        """Take the tools away in the margin view, and give them back."""
        on = not self.axes.aspect.margin
        if on != self.bar.on:
            self.bar.set_on(on, NOT_IN_MARGIN)
            self.selecting.set_on(on, NOT_IN_MARGIN)
            self.snap_action.setEnabled(on)
            self._choose()

    def _words(self) -> str:
        if self.plot.selection.picture and self.plot.selection.picture.legend:
            return "folds, not the run"
        frame, support = self.session.frame, self.plot.support.words
        if frame is None or not frame.step:
            return support
        support = f"{support} · " if support else ""
        scale = self.plot.arrows.scale
        bare = scale == 1 or self.plane.stretch != 1
        arrows = "" if bare else f" · arrows × {scale:g}"
        if len(frame.rows) > 1:
            return f"{support}step {frame.step} · {len(frame.rows)} points{arrows}"
        verdict = "mistake on" if frame.mistake else "right on"
        return (
            f"{support}step {frame.step} · {verdict} point {frame.rows[0] + 1}{arrows}"
        )

    def clear(self) -> None:
        """Remove all samples, undoably."""
        rows = np.arange(self.session.data.n_samples)
        if len(rows):
            self.session.edit(Remove(rows), "clear")

    def fit(self) -> None:
        """Show all samples; without any, the first view."""
        self._follows = True
        self.plot.view.setRange(around(self.shown()), padding=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the hint in the middle."""
        super().resizeEvent(event)
        self._hint.resize(self.plot.size())
