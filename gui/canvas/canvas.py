"""The canvas: tool bar, plot, and the words that stand with them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QLabel, QMenu

from engine.data.dataset import LARGEST, VALIDATION
from engine.data.edits import Remove
from engine.errors import Cancelled
from engine.learners import learner
from engine.learners.combination import USED
from gui.canvas.axes_bar import AxesBar
from gui.canvas.boundary_handle import BoundaryHandle, boundary_handles_on
from gui.canvas.contours import boundaries, full_side
from gui.canvas.layers.hidden_units import has_network
from gui.canvas.layers.layer_stack import Height
from gui.canvas.layers.svm_margins import is_svm
from gui.canvas.margin_view import MARGIN_PLANE
from gui.canvas.picture import matches
from gui.canvas.plane_notes import PlaneNotes
from gui.canvas.plot import CanvasPlot
from gui.canvas.plot_footer import PlotFooter
from gui.canvas.point_index import rows_as_symbols
from gui.canvas.readout import Readout, spoken_state
from gui.canvas.selection import Selection, SelectionActions
from gui.canvas.tools.boundary_tool import BoundaryTool
from gui.canvas.tools.select_tool import SelectTool
from gui.canvas.tools.tool import GRAB_RADIUS
from gui.canvas.tools.tool_controller import ToolController
from gui.canvas.tools.toolbar import ToolBar
from gui.canvas.tools.what_if_tool import WhatIfTool
from gui.canvas.view_state import ViewState
from gui.session.added_point import AddedPoint
from gui.session.mistake_counts import MistakeCounts
from gui.session.newest_and_mean import NewestAndMean
from gui.session.predicted_point import PredictedPoint
from gui.style.icons import icon
from gui.style.text import number, number_of_points
from gui.tasks.task import Task
from gui.tasks.throttle import DelayedCall, Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from gui.canvas.added_point_card import AddedPointCard
    from gui.canvas.added_point_map_card import AddedPointMapCard
    from gui.canvas.crosshair import Crosshair
    from gui.canvas.explanation_card import ExplanationCard
    from gui.canvas.fold_view import FoldView
    from gui.canvas.layers.score_threshold import ScoreThresholdLayer
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place, Rect
    from gui.canvas.point_card import PointCard
    from gui.canvas.tools.tool import Tool
    from gui.session.added_point_map import AddedPointMapper
    from gui.session.compared_run import ComparedRun
    from gui.session.explanation import Explanation
    from gui.session.score_threshold import ScoreThreshold
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

EMPTY_HINT = (
    "<b>Draw two classes of points</b><br>"
    "left button: class A · right button: class B<br>"
    "then press <b>Play</b>"
)
BY_KEYS = (
    "Tab leads here; arrows move a crosshair, with Shift in larger steps, Enter uses "
    "the tool there, Ctrl+Enter as the right button, 1 to 9 choose the class, Escape "
    "leaves"
)
NOT_IN_MARGIN_VIEW = (
    "In the margin view points are no free places: leave it to change them (Ctrl+M)"
)
NO_BOUNDARY_HANDLE = (
    "There is not one straight boundary to drag: type the weights in the panel Weights"
)
MEAN_TIP = (
    "Two boundaries of one run: of its newest weights, and of the mean of all so far"
)
CLASS_LINES_TIP = (
    "A thin line for each class, beyond which its own score is positive (L);\n"
    "the mouse on a class's name shows that of this class"
)
SOON = 20
"""Milliseconds for which a stroke waits for the run of what it has changed: both are
drawn at once then."""
COPIES_ASIDE = np.array([14.0, -14.0])
"""Pixels by which copies stand beside what they are copies of."""


class Canvas(QFrame):
    """Where data are drawn and the boundary is seen to move.

    It is the `ToolContext` of its tools.

    Attributes
    ----------
    plane : Plane
        The two features chosen, of the present data.
    boundary_handle : BoundaryHandle or None
        The boundary set by hand, if there is one: in a network the line of the hidden
        unit that is chosen.
    boundary_handles : tuple of BoundaryHandle
        The lines of all hidden units.
    predicted : PredictedPoint
        What the model predicts for.
    added : AddedPoint
        What the tool What if would add.
    mistake_counts : MistakeCounts
        How often each sample was a mistake.
    newest_and_mean : NewestAndMean
        The mean of the weights beside the newest, or these beside their mean.
    place_actions, points_actions : list of QAction
        In the menu of an empty place, and in that of the selected samples.
    crosshair : Crosshair or None
        By which it is used by keyboard; None as long as it is not.

    Signals
    -------
    class_changed
        Another class is the one drawn: `current_class`.
    folds_shown(bool)
        Folds stand in the place of the run's moment, or it is back.
    recoloured
        The classes of the data have other colours.
    """

    class_changed = Signal()
    folds_shown = Signal(bool)
    recoloured = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("Canvas")
        self.setProperty("card", True)
        self.session = session
        self.current_class = 0
        self.current_part = VALIDATION
        self._class_colours = session.data.class_colours
        self.axes = AxesBar(theme)
        self.plane = self.axes.plane(session.data)
        self.plot = CanvasPlot(theme)
        self.readout = Readout(theme)
        self.toolbar = ToolBar()
        self.part_action = self.toolbar.part
        self.predicted = PredictedPoint.of(session)
        self.plot.layers.predicted_point.follow(self.predicted)
        self.added = AddedPoint.of(session)
        self.plot.layers.added_point.point = self.added
        self.selection = Selection(session)
        self.selection_actions = SelectionActions(
            session, self.selection, self._moved_aside
        )
        self.mistake_counts = MistakeCounts.of(session)
        self.newest_and_mean = NewestAndMean.of(session)
        self._compared: tuple[ComparedRun, ...] = ()
        self._card: PointCard | None = None
        self._threshold_layer: ScoreThresholdLayer | None = None
        self._added_card: AddedPointCard | None = None
        self.added_map: AddedPointMapper | None = None
        self._map_card: AddedPointMapCard | None = None
        self._explanation: Explanation | None = None
        self._explanation_card: ExplanationCard | None = None
        self.boundary_handle: BoundaryHandle | None = None
        self.boundary_handles: tuple[BoundaryHandle, ...] = ()
        self._unit = 0
        self._handle_of: tuple[object, ...] = ()
        self._by_hand = False
        self._captioned = 0.0
        self.view_state = ViewState(session, self.axes, self.plot)
        self.footer = PlotFooter(self.plot)
        self.notes = PlaneNotes(self.plot)
        self._hints = True
        self.hint = with_role(QLabel(EMPTY_HINT, self.plot), "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._tools = ToolController(self.plot, self.toolbar, self)
        self.class_changed.connect(self._tools.show_class)
        self.place_actions: list[QAction] = []
        changes = self.selection_actions
        self.points_actions: list[QAction] = [changes.double, changes.delete]
        self.plot.describe("Canvas", BY_KEYS)
        self.crosshair: Crosshair | None = None
        self.plot.make_keys = self._make_crosshair
        self._lay_out()
        self._mouse: Place | None = None
        read = Dimming(self._read_of_step)
        self._reading = Throttle(session, self._read, late=read)
        said = Dimming(lambda: [self.footer.caption])
        self._captioning = Throttle(session, self._show_caption, late=said)
        self._drawing = DelayedCall(self, self.refresh, SOON)
        self._traced: Picture | None = None
        self._tracing = Task("boundaries", self, self._take_traced)
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        layout = in_column(self, margins=(12, 10, 12, 10), spacing=8)
        self.fit_action = QAction("Fit", self)
        self.fit_action.setToolTip("Show all points (F)")
        self.fit_action.setShortcut("F")
        self.fit_action.triggered.connect(self.fit)
        self.clear_action = QAction("Clear all points", self)
        self.clear_action.setToolTip("Remove all points (can be undone)")
        self.clear_action.triggered.connect(self.clear)
        self.map_action = QAction("Map of one more point", self)
        self.map_action.setShortcut("Shift+W")
        self.map_action.triggered.connect(self._map_added)
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
        layout.addWidget(self.toolbar)
        layout.addWidget(self.axes)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.readout)
        layers = self.plot.layers
        self.class_lines_action = LayerSwitch(
            "Each &class against the rest",
            "class_lines",
            layers.class_boundaries,
            self,
            shown=False,
        )
        self.class_lines_action.setToolTip(CLASS_LINES_TIP)
        self.class_lines_action.setShortcut("L")
        self.units_action = LayerSwitch(
            "&Hidden units", "hidden_units", layers.hidden_units, self
        )
        self.support_action = LayerSwitch(
            "Margins and su&pport vectors", "support_vectors", layers.svm_margins, self
        )
        self.mistakes_action = LayerSwitch(
            "Colour by &mistakes made",
            "mistake_counts",
            layers.mistake_counts,
            self,
            shown=False,
        )
        self.mean_action = LayerSwitch(
            "Ne&west and mean w together",
            "counterpart",
            self.newest_and_mean,
            self,
            shown=False,
        )
        self.mean_action.setToolTip(MEAN_TIP)
        self.legend_action = LayerSwitch(
            "Leg&end on the canvas", "legend", layers.legend, self, shown=False
        )
        self.legend_action.setShortcut("K")
        self.legend_action.setToolTip("What the marks on the canvas are (K)")
        self.footer.legend.setDefaultAction(self.legend_action)
        self.set_theme(self.plot.theme)

    def _connect(self) -> None:
        session, layers = self.session, self.plot.layers
        self.mean_action.setEnabled(self.newest_and_mean.is_possible)
        self.toolbar.chosen.connect(self._show_boundary_handle)
        self.axes.changed.connect(self._change_view)
        self.selection.changed.connect(
            lambda: layers.selection_marks.select(self.selection.rows)
        )
        self.readout.class_pointed.connect(self.point_at_class)
        self.plot.hovered.connect(self._hover)
        self.plot.pressed.connect(self._press)
        self.mistakes_action.toggled.connect(self._colour_by_mistakes)
        self.mistake_counts.changed.connect(self._colour_by_mistakes)
        self.mean_action.toggled.connect(self.refresh)
        self.newest_and_mean.changed.connect(self.refresh)
        self.added.changed.connect(self._show_added)
        self.toolbar.chosen.connect(self.added.close)
        self.toolbar.chosen.connect(self._offer_map)
        for changed in (self.selection.changed, self.plot.view.sigRangeChanged):
            changed.connect(self._tell_of_point)
        self.support_action.toggled.connect(self._show_caption)
        self.plot.view.sigRangeChanged.connect(self._follow_magnification)
        self.plot.view.sigRangeChanged.connect(lambda *_: self._trace())
        self.footer.outside.clicked.connect(self.fit)
        self.plot.view.sigRangeChanged.connect(lambda *_: self._captioning.trigger())
        self.plot.view.sigResized.connect(lambda *_: self._captioning.trigger())
        queued = Qt.ConnectionType.QueuedConnection
        self.plot.legend_moved.connect(self._captioning.trigger, queued)
        self.notes.margin_wanted.connect(self.axes.margin_action.trigger)
        self.notes.boundary_wanted.connect(self._show_boundary)
        session.recipe_changed.connect(self._recipe_changed)
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
        if self._card is not None:
            self._card.set_theme(theme)
        if self._explanation_card is not None:
            self._explanation_card.set_theme(theme)
        if self._map_card is not None:
            self._map_card.set_theme(theme)
        self._read()

    @cached_property
    def threshold(self) -> ScoreThreshold:
        """From which scores are called positive: dragged in the margin view."""
        from gui.session.score_threshold import ScoreThreshold

        return ScoreThreshold.of(self.session)

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, as actions for a menu."""
        return self.toolbar.tool_actions

    @property
    def tool(self) -> Tool:
        """The tool that has the mouse."""
        return self._tools.tool

    def set_class(self, code: int) -> None:
        """Draw another class from now on."""
        if code != self.current_class and code < len(self.session.data.class_names):
            self.current_class = code
            self.plot.layers.svm_margins.set_class(code)
            self._show_caption()
            self.class_changed.emit()

    def set_part(self, part: int) -> None:
        """Let the tool Part put samples into another part from now on."""
        self.current_part = part

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
        if self.snap_action.isChecked():
            step = np.array(self.plot.grid.step())
            places = np.round(places / step) * step
        digits = max(0, math.ceil(-math.log10(max(self.pixel, 1 / LARGEST))))
        return places.round(digits)

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

    def _hover(self, place: Place | None) -> None:
        self._mouse = place
        self._reading.trigger()

    def _read_of_step(self) -> list[QWidget]:
        """Give what reads scores of a step now."""
        read: list[QWidget] = [] if self._mouse is None else [self.readout]
        return read if self._card is None else [*read, self._card]

    def _read(self) -> None:
        if self.plot.picture is not None:
            self.readout.show_scores(
                self.plot.picture, self._mouse, self.pixel, self.plot.theme
            )

        self._tell_of_point()
        if self.crosshair is not None:
            self.crosshair.tell()

    def _make_crosshair(self) -> Crosshair:
        from gui.canvas.crosshair import Crosshair

        self.crosshair = Crosshair(
            self.plot, self._tools.takes_hold, self._grid_step, self._crosshair_words
        )
        return self.crosshair

    def _grid_step(self) -> tuple[float, float] | None:
        return self.plot.grid.step() if self.snap_action.isChecked() else None

    def _crosshair_words(self, place: Place) -> str:
        """Describe the state for those who do not see it, with the crosshair there."""
        picture = self.plot.picture
        if picture is None:
            return ""
        said = spoken_state(
            picture, place, self.pixel, self.session.frame, self._row_under_mouse()
        )
        layer = self._threshold_layer
        return "; ".join([said, *(layer.words if layer is not None else [])])

    @property
    def point_card(self) -> PointCard:
        """What is said of the sample under the mouse, or of the only one selected."""
        from gui.canvas.point_card import PointCard

        if self._card is None:
            theme = self.plot.theme
            self._card = PointCard(self.session, self.plot, theme)
        return self._card

    def _offer_map(self) -> None:
        """Offer the map with the tool What if; with another there is none."""
        offered = isinstance(self.toolbar.tool, WhatIfTool)
        if offered and self._map_card is None:
            self._make_map()
        if self._map_card is not None and self.added_map is not None:
            self._map_card.offer(offered)
            if not offered:
                self.added_map.clear()

    def _make_map(self) -> None:
        from gui.canvas.added_point_map_card import AddedPointMapCard
        from gui.canvas.layers.added_point_map import AddedPointMapLayer
        from gui.session.added_point_map import AddedPointMapper

        plot, mapper = self.plot, AddedPointMapper.of(self.session)
        layer = plot.layers.add(
            lambda item: AddedPointMapLayer(item, mapper), Height.DENSITY - 1
        )
        self.added_map = mapper
        self._map_card = AddedPointMapCard(mapper, layer, plot, plot.theme)
        self._map_card.wanted.connect(self._map_added)
        self.class_changed.connect(mapper.clear)
        self.axes.changed.connect(mapper.clear)

    def _map_added(self) -> None:
        """Map what one more point of the class that is drawn would change."""
        tool = next(t for t in self.toolbar.tools if isinstance(t, WhatIfTool))
        self.toolbar.choose(tool)
        if self.added_map is not None:
            code = self.class_for(other=False)
            self.added_map.request(self.plane.lift, self.view_rect, code)

    @property
    def explanation(self) -> Explanation:
        """What the tool Explain explains: made, with its card, when first asked for."""
        if self._explanation is None:
            from gui.canvas.explanation_card import ExplanationCard
            from gui.canvas.layers.explanation import ExplanationLayer
            from gui.session.explanation import Explanation

            plot, made = self.plot, Explanation.of(self.session)
            layer = plot.layers.add(
                lambda item: ExplanationLayer(item, made), Height.LEGEND + 2
            )
            self._explanation = made
            self._explanation_card = ExplanationCard(
                self.session, made, plot, plot.theme
            )
            made.changed.connect(layer.update)
            self.toolbar.chosen.connect(made.clear)
        return self._explanation

    def _show_added(self) -> None:
        if self._added_card is None:
            from gui.canvas.added_point_card import AddedPointCard

            self._added_card = AddedPointCard(self.added, self.plot)
            self._added_card.show_effect()
        self.refresh()

    def _tell_of_point(self, *_: object) -> None:
        """Tell of the sample under the mouse, else of the only one selected."""
        row, picture = self._looked_at(), self.plot.picture
        self.plot.layers.angle.look_at(row)
        if row is None or picture is None:
            if self._card is not None:
                self._card.show_row(None, None)
            return
        x, y = picture.plane.project(picture.data.X[[row]])[0].tolist()
        place = self.plot.mapFromScene(self.plot.view.mapViewToScene(QPointF(x, y)))
        seen = self.plot.view.sceneBoundingRect().contains(QPointF(place))
        self.point_card.show_row(row, QPointF(place) if seen else None)

    def _looked_at(self) -> int | None:
        """Give the row that there is something to say of: only Select asks."""
        selects = isinstance(self.tool, SelectTool)
        if self.session.stroking or not (selects or not self.toolbar.tools_enabled):
            return None
        row = self._row_under_mouse()
        if row is None and len(self.selection) == 1:
            row = int(self.selection.rows[0])
        return row

    def _row_under_mouse(self) -> int | None:
        """Find the sample under the mouse, in the margin view, too."""
        picture, place = self.plot.picture, self._mouse
        if picture is None or place is None:
            return None
        reach = GRAB_RADIUS * self.pixel
        left, bottom, right, top = self.view_rect
        upright = self.plot.view.viewPixelSize()[1] / self.pixel
        rows = rows_as_symbols(picture, (left, bottom, right, top))
        if rows is None or not picture.data.n_samples:
            return None
        away = picture.plane.project(picture.data.X[rows]) - np.array(place)
        with np.errstate(over="ignore"):  # farther off than any reach
            distances = np.hypot(away[:, 0], away[:, 1] / upright)
        if not len(distances) or distances.min() > reach:
            return None
        nearest = int(distances.argmin())
        return nearest if isinstance(rows, slice) else int(rows[nearest])

    def _press(self, place: Place, other: bool) -> None:
        """In the margin view, where no tool does it, select by a click."""
        held = self._tools.takes_hold(place)
        if not self.toolbar.tools_enabled and not other and not held:
            row = self._row_under_mouse()
            chosen = [] if row is None else [row]
            self.selection.set(np.array(chosen, np.int64), adding=self.adding)

    def _data_changed(self) -> None:
        data = self.session.data
        self.plane = self.axes.plane(data)
        if data.class_colours != self._class_colours:
            self._class_colours = data.class_colours
            self.recoloured.emit()

    def _recipe_changed(self) -> None:
        """Offer the boundary tool, and choose it, where weights are set by hand."""
        session = self.session
        self.plane = self.axes.plane(session.data)  # they may be new ones, too
        self.mean_action.setEnabled(self.newest_and_mean.is_possible)
        by_hand = learner(session.recipe.learner).by_hand
        came, self._by_hand = by_hand and not self._by_hand, by_hand
        self.toolbar.boundary.setVisible(by_hand)
        if not came:
            return
        self.refresh()
        if self.boundary_handle is not None and session.data.n_samples:
            self.toolbar.boundary.trigger()

    def choose_unit(self, unit: int) -> None:
        """Let another hidden unit's line be dragged, if they are set by hand."""
        if unit < len(self.boundary_handles):
            self._unit = unit
            self._show_boundary_handle()
            if not self.toolbar.boundary.isChecked():
                self.toolbar.boundary.trigger()

    def lend_mouse(self, tool: Tool | None) -> None:
        """Give the mouse to another tool than the chosen one; None gives it back."""
        self._tools.lend(tool)

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
        self._colour_by_mistakes()
        self.plot.show_picture(shown)
        self.view_state.follow(shown)
        self._trace()
        self._reading.trigger()
        # With two classes their boundary is the only one.
        several = len(shown.data.class_names) > 2
        self.class_lines_action.setEnabled(
            several and not learner(self.session.recipe.learner).coupled
        )
        self.units_action.setEnabled(has_network(shown))
        self.support_action.setEnabled(is_svm(shown))
        self._show_boundary_handle()
        self._captioning.trigger()

    def _trace(self) -> None:
        """Have what was traced coarsely, and marks that are late, made in a thread."""
        picture, traced = self.plot.picture, self._traced
        if picture is None or picture.fine_in is None:
            return
        view = self.view_rect
        if traced is not None and traced.data is not picture.data:
            self._traced = None  # of data that are gone nothing is kept
        if picture.marks_late or (picture.fine_in != view and picture.slow_models):
            work = partial(_traced, replace(picture, fine_in=view))
            self._tracing.request(work, quick=False)

    def _take_traced(self, traced: Picture | None, _: str) -> None:
        if traced is None:
            return
        self._traced, picture = traced, self.plot.picture
        if picture is not None and picture.fine_in is not None:
            self.plot.show_picture(self._finer(picture))
        self._trace()

    def _finer(self, picture: Picture) -> Picture:
        """Show what has been traced of it in the thread; the rest is coarse."""
        if not (picture.marks_late or picture.slow_models):
            return picture
        traced = self._traced
        if traced is None or traced.plane != picture.plane:
            return replace(picture, fine_in=())
        same = traced.slow_models == picture.slow_models
        of = attrgetter("model", "data", "old", "one_vs_rest")
        return replace(
            picture,
            fine_in=traced.fine_in if same else (),
            mistaken=traced.mistaken if of(traced) == of(picture) else None,
        )

    def _enable_tools(self) -> None:
        """Take the tools away in the margin view, and give them back."""
        enabled = not self.axes.view_choice.margin
        if enabled != self.toolbar.tools_enabled:
            if self._threshold_layer is None:
                self._make_threshold_layer()
            self.toolbar.enable_tools(enabled, NOT_IN_MARGIN_VIEW)
            self.selection_actions.set_enabled(enabled, NOT_IN_MARGIN_VIEW)
            self.snap_action.setEnabled(enabled)
            self._tools.reset()

    def _make_threshold_layer(self) -> None:
        """Have the threshold drawn and dragged, at the first margin view."""
        from gui.canvas.layers.score_threshold import ScoreThresholdLayer
        from gui.canvas.tools.threshold_tool import ThresholdTool

        layer = self.plot.layers.add(
            lambda item: ScoreThresholdLayer(item, self.threshold), Height.LEGEND + 1
        )
        self._threshold_layer = layer
        self._tools.set_idle(
            ThresholdTool(
                self.threshold,
                layer,
                lambda: self._row_under_mouse() is not None,
                lambda: float(self.plot.view.viewPixelSize()[1]),
            )
        )

    def _colour_by_mistakes(self, *_: object) -> None:
        """Show the counts; while others are counted, those before, faintly."""
        if not self.mistakes_action.isChecked():
            return
        layer, n = self.plot.layers.mistake_counts, self.session.data.n_samples
        counts = self.mistake_counts.at_playhead()
        if counts is not None or layer.counts is None or len(layer.counts) != n:
            layer.show_counts(counts)
        else:
            layer.show_late()

    def _show_boundary_handle(self) -> None:
        """Show the handles of a boundary set by hand, while its tool is chosen."""
        recipe, data, plane = self.session.recipe, self.session.data, self.plane
        handle_of = (recipe, data, plane)
        if handle_of != self._handle_of:
            self._handle_of = handle_of
            self.boundary_handles = boundary_handles_on(recipe, data, plane)
        if self._unit >= len(self.boundary_handles):
            self._unit = 0
        handles = self.boundary_handles
        self.boundary_handle = handles[self._unit] if handles else None
        handle, button = self.boundary_handle, self.toolbar.boundary
        button.setEnabled(handle is not None)
        button.setToolTip(
            BoundaryTool.hint_of(handle) if handle else NO_BOUNDARY_HANDLE
        )
        chosen = button.isChecked() and not self.axes.view_choice.margin
        if chosen and handle is None:
            self.toolbar.choose_first()
        else:
            self.plot.layers.boundary_handles.show_handle(handle if chosen else None)
            self.hint.setVisible(self._hints and not data.n_samples and not chosen)

    def set_hinting(self, on: bool) -> None:
        """Say on an empty plane how one begins, or leave that to others."""
        self._hints = on
        self._show_boundary_handle()

    def _follow_magnification(self) -> None:
        if self.plot.layers.weight_arrows.magnification != self._captioned:
            self._show_caption()

    def _show_caption(self, *_: object) -> None:
        self._captioned = self.plot.layers.weight_arrows.magnification
        self.footer.show_caption(self._captions())
        if self.plot.picture is not None:
            possible = self.axes.margin_action.isEnabled()
            self.notes.tell(self.plot.picture, margin_possible=possible)

    def _captions(self) -> list[str]:
        """Give the texts of the caption, the fullest first."""
        if self.plot.picture is not None and self.plot.picture.legend:
            return ["folds, not the run"]
        frame, layers = self.session.frame, self.plot.layers
        support = layers.svm_margins.summary
        if frame is None or not frame.step:
            return [support]
        if self.session.obstacle:
            return [f"the run before: step {frame.step:,}"]
        # Where the plane is stretched no length is a true one.
        scale = layers.weight_arrows.magnification if self.plane.stretch == 1 else 1
        arrows = "" if scale == 1 else f"arrows × {number(scale)}"
        tape = self.session.tape
        combination = "last" if tape is None else tape.combination_at(frame.step)
        used = "" if combination == "last" else f"used: {USED[combination]}"
        return [" · ".join(filter(None, (used, support, arrows))), arrows]

    def shown(self) -> Picture:
        """Look at the playhead's moment as is chosen: two features, or the margin.

        With the runs compared with it, as far as they say anything about the data.
        Folds have no other weights, and along one model's no others are seen.
        """
        return self._finer(self._with_others(self.view_state.shown(self.plane)))

    def _with_others(self, shown: Picture) -> Picture:
        if shown.plane is MARGIN_PLANE:
            return shown
        other = None if shown.legend else self.newest_and_mean.compared
        dragged = self.session.stroking and not shown.legend
        before = self.session.before if dragged else None
        added = None if shown.legend else self.added.compared
        runs = (*self._compared, *filter(None, (other, before, added)))
        beside = tuple(run for run in runs if matches(run.data, shown.data))
        return replace(shown, compared=shown.compared + beside) if beside else shown

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
        self.plane = self.axes.plane(self.session.data)
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


class SwitchableLayer(Protocol):
    """What can be drawn or not."""

    def set_shown(self, shown: bool) -> None:
        """Be drawn from now on, or not."""


class LayerSwitch(QAction):
    """Shows a layer or hides it; remembered under a key, at first as `shown`."""

    def __init__(
        self,
        text: str,
        key: str,
        layer: SwitchableLayer,
        parent: QObject,
        *,
        shown: bool = True,
    ) -> None:
        super().__init__(text, parent)
        self.setCheckable(True)
        self._key, self._layer = key, layer
        self.setChecked(bool(QSettings().value(key, shown, type=bool)))
        layer.set_shown(self.isChecked())
        self.toggled.connect(self._turn)

    def _turn(self, shown: bool) -> None:
        QSettings().setValue(self._key, shown)
        self._layer.set_shown(shown)


def _traced(picture: Picture, control: TaskControl) -> Picture:
    """Trace the boundaries that take long: they are known when they are drawn."""
    for model in reversed(picture.slow_models):  # the ground is of the first
        if control.cancelled() or not picture.fine_in:
            raise Cancelled
        once, view = model is picture.before, picture.fine_in
        side = full_side(model)
        boundaries(model, picture.plane, view, each_once=once, side=side)
    return picture.with_marks() if picture.marks_late else picture
