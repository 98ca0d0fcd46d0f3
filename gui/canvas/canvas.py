"""The canvas: tool bar, plot, and the words that stand with them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from engine.data.dataset import LARGEST
from gui.canvas.axes_bar import AxesBar
from gui.canvas.canvas_commands import CanvasCommands
from gui.canvas.empty_hint import EmptyHint
from gui.canvas.layer_switch import LayerSwitches
from gui.canvas.place_reading import PlaceReading
from gui.canvas.plane_notes import PlaneNotes
from gui.canvas.plot import CanvasPlot
from gui.canvas.plot_footer import PlotFooter
from gui.canvas.plot_menus import PlotMenus
from gui.canvas.selection import Selection, SelectionActions
from gui.canvas.tools.tool_controller import ToolController
from gui.canvas.tools.toolbar import ToolBar
from gui.canvas.view_state import ViewState
from gui.tasks.throttle import DelayedCall, Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.layouts import in_column
from gui.widgets.shown_in_use import ShownInUse

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QAction, QResizeEvent

    from engine.data.feature_condition import FeatureCondition
    from gui.canvas.fold_view import FoldView
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place, Rect
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
    "Points cannot be changed in the margin view: leave it first (Ctrl+M)"
)
STROKE_MS = 8
"""Milliseconds for which a stroke waits for the run of what it has changed: both are
drawn at once then. Of a longer run the samples go first, under the mouse."""
COPIES_ASIDE = np.array([14.0, -14.0])
"""Pixels by which copies stand beside what they are copies of."""
LEGEND = 90
"""Rank of the legend in the menu Layers."""


class Canvas(QFrame):
    """Where data are drawn and the boundary is seen to move.

    It is the `ToolContext` of its tools. Features add layers (`plot.layers.add`), tools
    (`toolbar.add_tool`), lines of the menu Layers (`switches.add`), runs to compare
    with (`compare_with`), words of the caption (`footer.add_caption`) and for those who
    do not see the plot (`reading.words`), and, by Qt's `addAction`, actions that go
    with tools.

    Attributes
    ----------
    entrance : QWidget
        Where F6 leads.
    rule : FeatureCondition or None
        What is drawn is of the class of the button where it holds, else of the other.
    plane : Plane
        The two features chosen, of the present data.
    tools : ToolController
        Who has the mouse.
    reading : PlaceReading
        What is told of the place under the mouse.
    switches : LayerSwitches
        The lines of the menu Layers.
    commands : CanvasCommands
        What is done with all of it.

    Signals
    -------
    class_changed
        Another class is the one drawn: `current_class`.
    folds_shown(bool)
        Folds stand in the place of the run's moment, or it is back.
    refreshed
        The playhead's moment is drawn anew.
    unit_chosen(int)
        A hidden unit is to be the one that is dragged, where units are.
    """

    class_changed = Signal()
    folds_shown = Signal(bool)
    refreshed = Signal()
    unit_chosen = Signal(int)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("Canvas")
        self.setProperty("card", True)
        self.session = session
        self.current_class = 0
        self.rule: FeatureCondition | None = None
        self.axes = AxesBar(theme)
        self.plane = self.axes.plane(session.data)
        self.plot = plot = CanvasPlot(theme)
        plot.describe("Canvas", BY_KEYS)
        self.entrance = plot
        self.toolbar = ToolBar(theme)
        self.tools = ToolController(plot, self.toolbar, self)
        self.selection = Selection(session)
        self.selection_actions = SelectionActions(
            session, self.selection, self._moved_aside
        )
        self.menus = PlotMenus(session, plot, self.selection, self.selection_actions)
        legend = plot.layers.legend
        self.commands = CanvasCommands(session, self.toolbar, legend, self)
        self.switches = LayerSwitches()
        self.switches.add(self.commands.legend, LEGEND)
        self.view_state = ViewState(session, self.axes, plot)
        self.footer = PlotFooter(session, plot, lambda: self.plane)
        self.footer.legend.setDefaultAction(self.commands.legend)
        self.notes = PlaneNotes(plot, self.footer)
        self.hint = EmptyHint(plot)
        self.reading = PlaceReading(
            session, plot, self.selection, self.tools, self._grid_step
        )
        in_column(
            self, self.toolbar, self.axes, (plot, 1), self.reading.readout,
            margins=(12, 10, 12, 10), spacing=8,
        )  # fmt: skip
        self.yields = (self.reading.readout,)
        self._in_use = ShownInUse(self)
        self._in_use.add(self.footer.corner)
        self._in_use.add(self.toolbar.settings)
        self.set_theme(theme)
        late = Dimming(lambda: [self.footer.caption])
        self._telling = Throttle(session, self._tell_picture, late=late)
        self._drawing = DelayedCall(self, self.refresh, STROKE_MS)
        self._connect()
        self._show_hint()
        self.refresh()

    def _connect(self) -> None:
        session, plot, view = self.session, self.plot, self.plot.view
        self.commands.fit.triggered.connect(self.fit)
        self.class_changed.connect(self.tools.show_class)
        for changed in (
            self.toolbar.chosen, self.toolbar.enabled_changed, session.data_changed,
            self.class_changed,
        ):  # fmt: skip
            changed.connect(self._show_hint)
        self.axes.changed.connect(self._change_view)
        self.selection.changed.connect(
            lambda: plot.layers.selection_marks.select(self.selection.rows)
        )
        self.reading.readout.class_pointed.connect(self.point_at_class)
        plot.pressed.connect(self._select_pressed)
        self.footer.outside.clicked.connect(self.fit)
        for changed in (view.sigRangeChanged, view.sigResized):
            changed.connect(lambda *_: self._telling.trigger())
        queued = Qt.ConnectionType.QueuedConnection
        plot.legend_moved.connect(self._telling.trigger, queued)
        self.notes.margin_wanted.connect(self.axes.margin_action.trigger)
        self.notes.boundary_wanted.connect(self._show_boundary)
        for changed in (session.recipe_changed, session.data_changed):
            changed.connect(self._take_plane)  # with a recipe may come new data, too
        session.data_changed.connect(self.footer.count_soon)
        session.changed.connect(self._follow_session)
        session.stroke_ended.connect(self._draw_waiting)
        session.branches.changed.connect(self.refresh)

    def set_theme(self, theme: Theme) -> None:
        self.toolbar.set_theme(theme)
        self.commands.set_theme(theme)
        self.footer.set_theme(theme)
        self.axes.set_theme(theme)
        self.plot.set_theme(theme)
        self.reading.read()

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
        self.view_state.further.add(give, rank)
        changed.connect(self.refresh)

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, and what goes with them, as actions for a menu."""
        return [*self.toolbar.tool_actions, *self.actions(), self.commands.snap]

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse."""
        return self.tools.tool

    def set_class(self, code: int) -> None:
        """Draw another class from now on."""
        if code != self.current_class and code < len(self.session.data.class_names):
            self.current_class = code
            self.class_changed.emit()

    def set_rule(self, rule: FeatureCondition | None) -> None:
        """Draw by a rule from now on, or by the chosen class alone."""
        self.rule = rule

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

    def classes_at(self, X: NDArray[np.float64], *, other: bool) -> NDArray[np.int64]:
        """Give the classes of samples that a button draws: by the rule, if any."""
        own = self.class_for(other=other)
        if self.rule is None:
            return np.full(len(X), own)
        return np.where(self.rule.holds(X), own, self.class_for(other=not other))

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
        return self.plot.grid.step() if self.commands.snap.isChecked() else None

    def row_at(self, place: Place) -> int | None:
        """Find the sample that is seen at a place of the plane."""
        return self.reading.row_at(place)

    def open_menu(self, place: Place) -> None:
        self.menus.open(place)

    def _moved_aside(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.plane.moved(X, COPIES_ASIDE * self.pixel)

    def _select_pressed(self, place: Place, other: bool) -> None:
        """In the margin view, where no tool does it, select by a click."""
        held = self.tools.takes_hold(place)
        if not self.toolbar.tools_enabled and not other and not held:
            row = self.reading.row_at(place)
            chosen = [] if row is None else [row]
            self.selection.set(np.array(chosen, np.int64), adding=self.adding)
            if row is not None and not self.adding:
                self.selection.clicked.emit(row)

    def _take_plane(self) -> None:
        self.plane = self.axes.plane(self.session.data)

    def point_at_class(self, code: int) -> None:
        """Show where a class begins against the rest, while its name is pointed at.

        At −1 none is.
        """
        self.plot.layers.class_boundaries.point_at(None if code < 0 else code)

    def _follow_session(self) -> None:
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
        self.reading.follow()
        self.switches.follow(shown)
        self.refreshed.emit()
        self._telling.trigger()

    def _enable_tools(self) -> None:
        """Take the tools away in the margin view, and give them back."""
        enabled = not self.axes.view_choice.margin
        if enabled != self.toolbar.tools_enabled:
            self.toolbar.enable_tools(enabled, NOT_IN_MARGIN_VIEW)
            self.selection_actions.set_enabled(enabled, NOT_IN_MARGIN_VIEW)
            self.commands.snap.setEnabled(enabled)
            self.tools.reset()

    def _show_hint(self) -> None:
        names, tool = self.session.data.class_names, self.tools.tool
        left, right = (names[self.class_for(other=other)] for other in (False, True))
        self.hint.tell(tool.gesture, left, right)
        empty = not self.session.data.n_samples
        self.hint.follow(empty=empty and tool.needs_points)

    def _tell_picture(self) -> None:
        """Write what is shown under the plot, and what is to be said on it."""
        self.footer.show_caption()
        if self.plot.picture is not None:
            possible = self.axes.margin_action.isEnabled()
            self.notes.tell(self.plot.picture, margin_possible=possible)

    def shown(self) -> Picture:
        """Look at the playhead's moment as is chosen, and at the runs beside it."""
        return self.view_state.shown(self.plane)

    def compare(self, runs: tuple[ComparedRun, ...]) -> None:
        """Draw these beside what is shown, until others or none are given."""
        if runs or self.view_state.runs:
            self.view_state.runs = runs
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

    def reset(self) -> None:
        """Draw as at first: with the first tool, the first class, all in view."""
        self.axes.forget()
        self.tool_actions[0].trigger()
        self.set_class(0)
        self.fit()

    def fit(self) -> None:
        """Show all samples; without any, the first view."""
        self.view_state.fit(self.shown())

    def _show_boundary(self) -> None:
        """Bring a boundary that is out of view into it, with all samples."""
        if self.notes.boundary is not None:
            self.view_state.fit_with(self.shown(), self.notes.boundary)

    def close_tools(self) -> None:
        """Stop what is traced."""
        self.view_state.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.hint.resize(self.plot.size())
