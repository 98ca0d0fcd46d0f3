"""The canvas: tool bar, plot, and the words that stand with them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QMenu

from engine.data.dataset import LARGEST
from engine.data.edits import Remove
from gui.canvas.axes_bar import AxesBar
from gui.canvas.caption import Caption
from gui.canvas.empty_hint import EmptyHint
from gui.canvas.fine_tracing import FineTracing
from gui.canvas.layer_switch import LayerSwitch
from gui.canvas.margin_view import MARGIN_PLANE
from gui.canvas.picture import matches
from gui.canvas.place_reading import PlaceReading
from gui.canvas.plane_notes import PlaneNotes
from gui.canvas.plot import CanvasPlot
from gui.canvas.plot_footer import PlotFooter
from gui.canvas.ranked import Ranked
from gui.canvas.readout import Readout
from gui.canvas.selection import Selection, SelectionActions
from gui.canvas.tools.tool_controller import ToolController
from gui.canvas.tools.toolbar import ToolBar
from gui.canvas.view_state import ViewState
from gui.style.icons import icon
from gui.style.text import number_of_points
from gui.tasks.throttle import DelayedCall, Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from gui.canvas.crosshair import Crosshair
    from gui.canvas.fold_view import FoldView
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place, Rect
    from gui.canvas.point_card import PointCard
    from gui.canvas.tools.tool import Tool
    from gui.session.compared_run import ComparedRun
    from gui.session.session import Session
    from gui.style.theme import Theme

BY_KEYS = (
    "Tab leads here; arrows move a crosshair, with Shift in larger steps, Enter uses "
    "the tool there, Ctrl+Enter as the right button, 1 to 9 choose the class, Escape "
    "leaves"
)
NOT_IN_MARGIN_VIEW = (
    "In the margin view points are no free places: leave it to change them (Ctrl+M)"
)
SOON = 20
"""Milliseconds for which a stroke waits for the run of what it has changed: both are
drawn at once then."""
COPIES_ASIDE = np.array([14.0, -14.0])
"""Pixels by which copies stand beside what they are copies of."""
BEFORE = 20
"""Rank, among the runs beside the one looked at, of the run before a stroke."""
LEGEND = 90
"""Rank of the legend in the menu Layers."""


class Canvas(QFrame):
    """Where data are drawn and the boundary is seen to move.

    It is the `ToolContext` of its tools. Features add layers (`plot.layers.add`), tools
    (`add_tool`), lines of the menu Layers (`add_switch`), runs to compare with
    (`compare_with`), words under the plot (`caption.add`) and for those who do not see
    it (`reading.words`), and, by Qt's `addAction`, actions beside the tools'.

    Attributes
    ----------
    plane : Plane
        The two features chosen, of the present data.
    tools : ToolController
        Who has the mouse.
    reading : PlaceReading
        What is told of the place under the mouse.
    switches : Ranked of QAction
        The lines of the menu Layers.
    place_actions, points_actions : list of QAction
        In the menu of an empty place, and in that of the selected samples.

    Signals
    -------
    class_changed
        Another class is the one drawn: `current_class`.
    folds_shown(bool)
        Folds stand in the place of the run's moment, or it is back.
    recoloured
        The classes of the data have other colours.
    refreshed
        The playhead's moment is drawn anew.
    unit_chosen(int)
        A hidden unit is to be the one that is dragged, where units are.
    """

    class_changed = Signal()
    folds_shown = Signal(bool)
    recoloured = Signal()
    refreshed = Signal()
    unit_chosen = Signal(int)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("Canvas")
        self.setProperty("card", True)
        self.session = session
        self.current_class = 0
        self._class_colours = session.data.class_colours
        self.axes = AxesBar(theme)
        self.plane = self.axes.plane(session.data)
        self.plot = CanvasPlot(theme)
        self.plot.describe("Canvas", BY_KEYS)
        self.readout = Readout(theme)
        self.toolbar = ToolBar(theme)
        self.tools = ToolController(self.plot, self.toolbar, self)
        self.selection = Selection(session)
        self.selection_actions = SelectionActions(
            session, self.selection, self._moved_aside
        )
        self.view_state = ViewState(session, self.axes, self.plot)
        self.footer = PlotFooter(self.plot)
        self.notes = PlaneNotes(self.plot)
        self.caption = Caption(session, self.plot, self.footer, lambda: self.plane)
        self.hint = EmptyHint(self.plot)
        self.reading = PlaceReading(
            session, self.plot, self.selection, self.tools, self.readout,
            self._grid_step,
        )  # fmt: skip
        self.place_actions: list[QAction] = []
        changes = self.selection_actions
        self.points_actions: list[QAction] = [changes.double, changes.delete]
        self.switches: Ranked[QAction] = Ranked()
        self._possible: dict[QAction, Callable[[Picture], bool]] = {}
        self._compared: tuple[ComparedRun, ...] = ()
        self._beside: Ranked[Callable[[], ComparedRun | None]] = Ranked()
        self._beside.add(self._before_stroke, BEFORE)
        self._lay_out()
        said = Dimming(lambda: [self.footer.caption])
        self._telling = Throttle(session, self._tell, late=said)
        self._drawing = DelayedCall(self, self.refresh, SOON)
        self._tracing = FineTracing(self.plot)
        self._connect()
        self._show_hint()
        self.refresh()

    def _lay_out(self) -> None:
        self.fit_action = QAction("Fit", self)
        self.fit_action.setToolTip("Show all points (F)")
        self.fit_action.setShortcut("F")
        self.fit_action.triggered.connect(self.fit)
        self.clear_action = QAction("Clear all points", self)
        self.clear_action.setToolTip("Remove all points (can be undone)")
        self.clear_action.triggered.connect(self.clear)
        self.snap_action = QAction("Snap to &grid", self, checkable=True)
        stack = self.session.undo_stack
        self.undo_action = stack.createUndoAction(self, "&Undo")
        self.undo_action.setShortcut("Ctrl+Z")
        self.redo_action = stack.createRedoAction(self, "&Redo")
        self.redo_action.setShortcuts(
            [QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")]
        )
        for action in (
            self.undo_action, self.redo_action, self.fit_action, self.clear_action,
        ):  # fmt: skip
            self.toolbar.add(action)
        in_column(
            self, self.toolbar, self.axes, (self.plot, 1), self.readout,
            margins=(12, 10, 12, 10), spacing=8,
        )  # fmt: skip
        layer = self.plot.layers.legend
        self.legend_action = LayerSwitch(
            "Leg&end on the canvas", "legend", layer, self, shown=False
        )
        self.legend_action.setShortcut("K")
        self.legend_action.setToolTip("What the marks on the canvas are (K)")
        self.add_switch(self.legend_action, LEGEND)
        self.footer.legend.setDefaultAction(self.legend_action)
        self.set_theme(self.plot.theme)

    def _connect(self) -> None:
        session, view = self.session, self.plot.view
        self.class_changed.connect(self.tools.show_class)
        for changed in (
            self.toolbar.chosen, self.toolbar.enabled_changed, session.data_changed,
        ):  # fmt: skip
            changed.connect(self._show_hint)
        self.axes.changed.connect(self._change_view)
        self.selection.changed.connect(
            lambda: self.plot.layers.selection_marks.select(self.selection.rows)
        )
        self.readout.class_pointed.connect(self.point_at_class)
        self.plot.pressed.connect(self._press)
        view.sigRangeChanged.connect(self._tracing.request)
        self.footer.outside.clicked.connect(self.fit)
        view.sigRangeChanged.connect(lambda *_: self._telling.trigger())
        view.sigResized.connect(lambda *_: self._telling.trigger())
        queued = Qt.ConnectionType.QueuedConnection
        self.plot.legend_moved.connect(self._telling.trigger, queued)
        self.notes.margin_wanted.connect(self.axes.margin_action.trigger)
        self.notes.boundary_wanted.connect(self._show_boundary)
        session.recipe_changed.connect(self._take_plane)  # they may be new ones, too
        session.data_changed.connect(self.footer.count_soon)
        session.data_changed.connect(self._data_changed)
        session.changed.connect(self._follow)
        session.stroke_ended.connect(self._draw_waiting)
        session.branches.changed.connect(self.refresh)

    def set_theme(self, theme: Theme) -> None:
        self.toolbar.set_theme(theme)
        self.fit_action.setIcon(icon("zoom-fit", theme))
        self.clear_action.setIcon(icon("clear", theme))
        self.undo_action.setIcon(icon("undo", theme))
        self.redo_action.setIcon(icon("redo", theme))
        self.legend_action.setIcon(icon("legend", theme, theme.accent_text))
        self.footer.layers.setIcon(icon("layers", theme, theme.accent_text))
        self.footer.export.setIcon(icon("save", theme, theme.accent_text))
        self.axes.set_theme(theme)
        self.plot.set_theme(theme)
        self.reading.read()

    def add_switch(
        self,
        switch: QAction,
        rank: int,
        possible: Callable[[Picture], bool] | None = None,
    ) -> None:
        """Put a line into the menu Layers.

        Parameters
        ----------
        switch : QAction
        rank : int
            It is below those of a lower one.
        possible : callable, optional
            Tells of a picture whether there is anything to show.
        """
        self.switches.add(switch, rank)
        if possible is not None:
            self._possible[switch] = possible
            switch.setEnabled(possible(self.shown()))

    def compare_with(
        self,
        give: Callable[[], ComparedRun | None],
        changed: SignalInstance,
        rank: int,
    ) -> None:
        """Draw another run beside the one looked at, as long as one is given.

        Parameters
        ----------
        give : callable
        changed : SignalInstance
            Another one is given, or none.
        rank : int
            Those of a lower one are drawn before it.
        """
        self._beside.add(give, rank)
        changed.connect(self.refresh)

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, and what goes with them, as actions for a menu."""
        return [*self.toolbar.tool_actions, *self.actions(), self.snap_action]

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse."""
        return self.tools.tool

    @property
    def point_card(self) -> PointCard:
        """What is said of the sample under the mouse, or of the only one selected."""
        return self.reading.point_card

    @property
    def crosshair(self) -> Crosshair | None:
        """By which it is used by keyboard; None as long as it is not."""
        return self.reading.crosshair

    def set_class(self, code: int) -> None:
        """Draw another class from now on."""
        if code != self.current_class and code < len(self.session.data.class_names):
            self.current_class = code
            self.class_changed.emit()

    def pick_class(self, code: int) -> None:
        """Give the selected samples a class; without any, draw it from now on."""
        if len(self.selection):
            self.selection_actions.relabel(code)
        else:
            self.set_class(code)

    def class_for(self, *, other: bool) -> int:
        """Give the class of the left button, or the next one for the right."""
        n = len(self.session.data.class_names)
        return (self.current_class + other) % n

    @property
    def pixel(self) -> float:
        """Length of a screen pixel in the plane."""
        return self.plot.pixel

    @property
    def view_rect(self) -> Rect:
        """The part of the plane in view."""
        return self.plot.view_rect

    @property
    def adding(self) -> bool:
        """Whether Shift was down at the press."""
        return bool(self.plot.modifiers & Qt.KeyboardModifier.ShiftModifier)

    def snapped(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Put places on the grid while points snap to it; else round to a pixel."""
        if (steps := self._grid_step()) is not None:
            step = np.array(steps)
            places = np.round(places / step) * step
        digits = max(0, math.ceil(-math.log10(max(self.pixel, 1 / LARGEST))))
        return places.round(digits)

    def _grid_step(self) -> tuple[float, float] | None:
        return self.plot.grid.step() if self.snap_action.isChecked() else None

    def open_menu(self, place: Place) -> None:
        if len(self.selection):
            menu = self.points_menu(self)
        else:
            menu = QMenu(self)
            menu.addActions(self.place_actions)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        scene = self.plot.view.mapViewToScene(QPointF(*place))
        menu.popup(self.plot.viewport().mapToGlobal(self.plot.mapFromScene(scene)))

    def points_menu(self, parent: QWidget) -> QMenu:
        """Make the menu of the selected samples."""
        from gui.canvas.points_menu import PointsMenu

        return PointsMenu(
            self.session, self.selection, self.selection_actions,
            self.points_actions, self.plot.theme, parent,
        )  # fmt: skip

    def _moved_aside(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.plane.moved(X, COPIES_ASIDE * self.pixel)

    def _press(self, place: Place, other: bool) -> None:
        """In the margin view, where no tool does it, select by a click."""
        held = self.tools.takes_hold(place)
        if not self.toolbar.tools_enabled and not other and not held:
            row = self.reading.row_at_mouse()
            chosen = [] if row is None else [row]
            self.selection.set(np.array(chosen, np.int64), adding=self.adding)

    def _take_plane(self) -> None:
        self.plane = self.axes.plane(self.session.data)

    def _data_changed(self) -> None:
        data = self.session.data
        self._take_plane()
        if data.class_colours != self._class_colours:
            self._class_colours = data.class_colours
            self.recoloured.emit()

    def lend_mouse(self, tool: Tool | None) -> None:
        """Give the mouse to another tool than the chosen one; None gives it back."""
        self.tools.lend(tool)

    def point_at_class(self, code: int) -> None:
        """Show where a class begins against the rest, while its name is pointed at.

        Parameters
        ----------
        code : int
            −1: none is pointed at.
        """
        self.plot.layers.class_boundaries.point_at(None if code < 0 else code)

    def _follow(self) -> None:
        """Draw a change: during a stroke with its run, if that is there soon."""
        session = self.session
        if not session.stroking or session.up_to_date or session.obstacle:
            self.refresh()
        elif not self._drawing.isActive():
            self._drawing.start()

    def _draw_waiting(self) -> None:
        """Draw at a stroke's end what waits, and take away what was before it."""
        shown = self.plot.picture
        if self._drawing.isActive() or (
            shown is not None and any(run.faint for run in shown.compared)
        ):
            self.refresh()

    def refresh(self) -> None:
        """Draw the playhead's moment."""
        self._drawing.stop()
        if self.current_class >= len(self.session.data.class_names):
            self.set_class(0)
        shown = self.shown()
        self._enable_tools()
        self.plot.show_picture(shown)
        self.view_state.follow(shown)
        self._tracing.request()
        self.reading.follow()
        for switch, possible in self._possible.items():
            switch.setEnabled(possible(shown))
        self.refreshed.emit()
        self._telling.trigger()

    def _enable_tools(self) -> None:
        """Take the tools away in the margin view, and give them back."""
        enabled = not self.axes.view_choice.margin
        if enabled != self.toolbar.tools_enabled:
            self.toolbar.enable_tools(enabled, NOT_IN_MARGIN_VIEW)
            self.selection_actions.set_enabled(enabled, NOT_IN_MARGIN_VIEW)
            self.snap_action.setEnabled(enabled)
            self.tools.reset()

    def _show_hint(self) -> None:
        empty = not self.session.data.n_samples
        self.hint.follow(empty=empty and self.tools.tool.needs_points)

    def _tell(self) -> None:
        """Write what is shown under the plot, and what is to be said on it."""
        self.caption.write()
        if self.plot.picture is not None:
            possible = self.axes.margin_action.isEnabled()
            self.notes.tell(self.plot.picture, margin_possible=possible)

    def shown(self) -> Picture:
        """Look at the playhead's moment as is chosen: two features, or the margin.

        With the runs compared with it, as far as they say anything about the data.
        Folds have no other weights, and along one model's no others are seen.
        """
        return self._tracing.finer(self._with_others(self.view_state.shown(self.plane)))

    def _with_others(self, shown: Picture) -> Picture:
        if shown.plane is MARGIN_PLANE:
            return shown
        runs = [*self._compared]
        if not shown.legend:
            for give in self._beside:
                if (run := give()) is not None:
                    runs.append(run)
        beside = tuple(run for run in runs if matches(run.data, shown.data))
        return replace(shown, compared=shown.compared + beside) if beside else shown

    def _before_stroke(self) -> ComparedRun | None:
        return self.session.before if self.session.stroking else None

    def compare(self, runs: tuple[ComparedRun, ...]) -> None:
        """Draw these beside what is shown, until others or none are given."""
        if runs or self._compared:
            self._compared = runs
            self.refresh()

    def show_folds(self, folds: FoldView | None) -> None:
        """Show folds instead of the playhead's moment; None: the moment again."""
        if folds is not None or self.view_state.folds is not None:
            self.view_state.folds = folds
            self.refresh()
            self.folds_shown.emit(folds is not None)

    def _change_view(self) -> None:
        """Show other features or the margin view, with all points in view."""
        self._take_plane()
        self.refresh()
        self.fit()

    def clear(self) -> None:
        """Remove all samples, undoably."""
        rows = np.arange(self.session.data.n_samples)
        if len(rows):
            self.session.edit(Remove(rows), "clear")
            gone = number_of_points(len(rows))
            self.session.message.emit(f"{gone} removed · Ctrl+Z brings them back")

    def fit(self) -> None:
        """Show all samples; without any, the first view."""
        self.view_state.fit(self.shown())

    def _show_boundary(self) -> None:
        """Bring a boundary that is out of view into it, with all samples."""
        if self.notes.boundary is not None:
            self.view_state.fit_with(self.shown(), self.notes.boundary)

    def close_tools(self) -> None:
        """Stop what is traced."""
        self._tracing.drop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.hint.resize(self.plot.size())
