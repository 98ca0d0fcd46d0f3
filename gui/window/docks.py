"""The docks of the main window: where they are, and how the room is shared."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QByteArray,
    QChildEvent,
    QCoreApplication,
    QEvent,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar
from shiboken6 import isValid

from gui.part import Panel, Place
from gui.tasks.throttle import DelayedCall
from gui.widgets.card_dock import CardDock
from gui.widgets.under_mouse import focused_by_keys
from gui.window.column import PanelColumn
from gui.window.dock_stacks import LEFT, RIGHT, stack_of, tab_rows
from gui.window.sheet_room import SheetRoom
from gui.window.side_widths import SideWidths
from gui.window.yielding_panels import YieldingPanels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow, QWidget

    from gui.style.theme import Theme

RIGHT_STACKS = Place.TOP_RIGHT, Place.RIGHT, Place.BOTTOM_RIGHT
LAYOUT_VERSION = 2
RESIZED, SHOWN = QEvent.Type.Resize, QEvent.Type.Show
PRESSED = QEvent.Type.MouseButtonPress
RELEASED, POLISHED = QEvent.Type.MouseButtonRelease, QEvent.Type.ChildPolished

ALL_WIDTH = 1260
"""Width of a window that has room for lessons, set-up, canvas and what one reads."""


class Arrangement(NamedTuple):
    """Which docks there are, and which of them in front; in words, too."""

    hidden: tuple[str, ...]
    front: tuple[str, ...]
    shows: str


FIRST_ARRANGEMENT = "Explain"
ARRANGEMENTS = {
    "Draw": Arrangement(
        ("This update",), ("Error per epoch", "Points"), "Error curve and points"
    ),
    "Explain": Arrangement(
        (), ("Error per epoch", "Weights"), "Error curve, each update and weights"
    ),
}
"""What stands for what one is about to do."""
SHEET = "Evaluate"
"""The arrangement in which a sheet has the place of what one reads."""
SHEET_SHOWS = "Beside the canvas: cross-validation, search, orders"


class Docks(QObject):
    """Set-up at the left; at the right a column of three stacks of what one reads.

    Attributes
    ----------
    by_id : dict of str to CardDock
        By the ids of their parts, in the order of the menu of panels.
    column : PanelColumn
        How those at the right share their height.

    Signals
    -------
    help_wanted(str)
        The handbook is to tell of the panel of this title.
    arranged(str)
        The panels stand as in this arrangement; as in none of them: empty.
    room_wanted
        A panel takes the place of the sheet, which is to be closed.
    """

    help_wanted = Signal(str)
    arranged = Signal(str)
    room_wanted = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.by_id: dict[str, CardDock] = {}
        self._left: list[CardDock] = []
        self._far_left: list[CardDock] = []
        self._alternatives: dict[CardDock, CardDock] = {}
        self.column = PanelColumn(window, (), (), ())
        self._sides = SideWidths(window, (), (), ())
        self._pressed: tuple[list[int], list[int]] | None = None
        self._before_visit: QDockWidget | None = None
        self._arrangement = FIRST_ARRANGEMENT
        self._first = QByteArray()
        self._own: QByteArray | None = None
        self._page: tuple[Sequence[str] | None, Sequence[str]] | None = None
        self._in_lecture = False
        self._lecture = QByteArray()
        self._room = SheetRoom(window)
        self._yielding = YieldingPanels(window)
        self._asked: CardDock | None = None
        self._chosen: CardDock | None = None
        self._left_yields = False
        self._later = DelayedCall(self, self.share_room)
        self._names_later = DelayedCall(self, self._show_names)
        self._tell_later = DelayedCall(self, self._tell_arrangement)
        window.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours; larger text has more room."""
        self._sides.theme = theme
        for dock in self.all:
            dock.set_theme(theme)
        self._later.start()

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Have the buttons of the dock that is used by keys; of none, nothing changes.

        Then another program is in front, or the window is going.
        """
        if now is not None:
            for dock in self.all:
                dock.set_focused(focused_by_keys() and dock.isAncestorOf(now))

    def add(self, contents: Mapping[str, tuple[Panel, str, QWidget]]) -> None:
        """Put the panels of parts where they are at first.

        Parameters
        ----------
        contents : mapping
            By the id of a part its panel, its title, and what is in it.
        """
        for name, (panel, title, content) in contents.items():
            self.by_id[name] = CardDock(
                name, title, content, panel.width, scrolls=panel.scrolls, tab=panel.tab
            )
        panels = {self.by_id[name]: panel for name, (panel, *_) in contents.items()}
        self._left = _docks_at(Place.LEFT, panels)
        self._far_left = _docks_at(Place.FAR_LEFT, panels)
        stacks = [_docks_at(place, panels) for place in RIGHT_STACKS]
        self.column = PanelColumn(self._window, *stacks)
        fronts = self.column.fronts
        self._sides = SideWidths(self._window, self._left, fronts, self._far_left)
        self._place_docks(panels)
        for dock in self.all:
            dock.toggleViewAction().triggered.connect(partial(self._bring_shown, dock))
            dock.toggleViewAction().toggled.connect(self._tell_later.start)
            dock.toggleViewAction().toggled.connect(partial(self._shown_anew, dock))
            dock.help_wanted.connect(self.help_wanted)
            dock.crowded.connect(self.column.fit_later.start)
            for changed in (
                dock.visibilityChanged, dock.dockLocationChanged, dock.topLevelChanged
            ):  # fmt: skip
                changed.connect(lambda *_: self._names_later.start())
            dock.visibilityChanged.connect(partial(self._follow_front, dock))
            if dock not in self._left:
                dock.can_maximise = True
                dock.maximise_wanted.connect(partial(self.column.toggle, dock))

    @property
    def all(self) -> list[CardDock]:
        """All docks, in the order of the menu of panels."""
        return list(self.by_id.values())

    def _place_docks(self, panels: Mapping[CardDock, Panel]) -> None:
        window = self._window
        for dock in self.column.fronts:
            window.addDockWidget(RIGHT, dock)
        for dock in (*self._far_left, *self._left):
            window.addDockWidget(LEFT, dock)
        for near, far in product(self._left, self._far_left):
            window.splitDockWidget(far, near, Qt.Orientation.Horizontal)
        for front, *others in self.column.stacks:
            for dock in others:
                window.tabifyDockWidget(front, dock)
        for dock, panel in panels.items():
            if not panel.shown:
                dock.hide()
            if not panel.listed:
                dock.toggleViewAction().setVisible(False)
        self._restore_state(window.saveState(LAYOUT_VERSION))  # no rows are left over
        for front in self.column.fronts:
            front.raise_()

    def __getitem__(self, name: str) -> CardDock:
        """Give the dock of a part."""
        return self.by_id[name]

    def bring_to_front(self, name: str) -> None:
        """Show a panel before the others of its stack; it is to be read whole."""
        if (dock := self.by_id.get(name)) is not None:
            dock.show()
            dock.raise_()
            self.column.read_whole(dock)
            self._widen_in_lecture()

    @property
    def in_front(self) -> list[str]:
        """The titles of the docks that are seen, but the lessons'."""
        docks = [dock for dock in self.all if dock not in self._far_left]
        return [d.objectName() for d in docks if not d.visibleRegion().isEmpty()]

    def bring_forward(self, name: str) -> None:
        """Bring a dock forward, with room that what is read yields."""
        dock = self.by_id.get(name)
        if dock is None:
            return
        self.column.make_room(dock)
        dock.show()
        dock.raise_()
        self.column.put_forward(dock)
        self._widen_in_lecture()

    def share_room(self) -> None:
        """Give the docks their widths and heights.

        Only once the window has its size and style sheet: else they get the least.
        """
        if self._first.isEmpty():
            self._first = self._window.saveState(LAYOUT_VERSION)
        layout = self._window.layout()
        assert layout is not None  # a main window has one
        if not self._room.width:
            self._yielding.release()
        self._make_room()
        layout.activate()
        self._give_widths()
        self.column.share()
        self.column.fit_anew()

    def _make_room(self) -> None:
        """Let panels yield to the canvas; what was asked for last stays longest.

        What is chosen in the menu has the place of the canvas where there is none
        beside it, until it is closed, or the window has another size.
        Which tabs are in front is only known once the window is seen.
        """
        if not self._window.isVisible():
            return
        far = self._far_left
        at_left = [d for d in self.all if self._area_of(d) == LEFT and d not in far]
        at_right = [d for d in self.all if self._area_of(d) == RIGHT]
        plots, *read = self.column.stacks or [[]]

        def is_asked(docks: Sequence[CardDock]) -> bool:
            return self._asked in docks

        across = [*sorted([at_left, at_right], key=is_asked), far]
        up = sorted([plots, *reversed(read)], key=is_asked)
        centre = self._window.centralWidget()
        assert centre is not None  # it is there before any panel
        centre.show()
        self._yielding.fit(across, up)
        if self._chosen is not None and self._yielding.has(self._chosen):
            self._yielding.release()
            centre.hide()
            chosen = self._chosen
            rest = [[d for d in docks if d is not chosen] for docks in across]
            self._yielding.fit(rest, up)

    def _is_closed(self, dock: CardDock) -> bool:
        """Tell whether a panel is hidden, and not only for want of room."""
        yields = self._yielding.has(dock) or self._room.has(dock)
        return dock.isHidden() and not yields

    def _area_of(self, dock: CardDock) -> Qt.DockWidgetArea:
        return self._window.dockWidgetArea(dock)

    def settle(self) -> None:
        """Share the room at once, so that nothing is seen before it is laid out."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.share_room()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def _give_widths(self) -> None:
        self._sides.give(in_lecture=self._in_lecture)

    def fit_anew(self) -> None:
        """Give panels other heights: other things will be told in them."""
        self.column.fit_anew()

    def forget(self) -> None:
        """Let the next lecture begin with its first panels."""
        self._lecture = QByteArray()
        self.column.forget()

    def fit_for(self, kind: object) -> None:
        """Do the same, if something of another kind is told."""
        self.column.fit_for(kind)

    def fit(self) -> None:
        """Let what is read be seen whole now, not a little later."""
        self.column.fit()

    def maximise(self, dock: CardDock | None) -> None:
        """Give the stack of a dock all the height of its column; None shares it."""
        self.column.maximise(dock)

    def _bring_shown(self, dock: CardDock, *_: object) -> None:
        """Let what is asked for be seen before the tabs beside it."""
        if not dock.isHidden():
            dock.raise_()
            self.column.put_plot_forward(dock)
            self._chosen = dock
        self._widen_in_lecture()

    def _widen_in_lecture(self) -> None:
        """Let what is opened in a lecture be read from afar, too."""
        if self._in_lecture:
            self._later.start()

    def _follow_front(self, dock: CardDock, visible: bool) -> None:
        """Have room for what comes to the front; no more for what it is before."""
        if not isValid(self._window) or self._window.isMinimized():
            return
        if self._window.isVisible():
            (self.column.show_front if visible else self.column.leave)(dock)

    def _show_names(self) -> None:
        """Say in a title bar what the panel is, where no tab says it."""
        for dock in self.all:
            beside = self._window.tabifiedDockWidgets(dock)
            dock.show_name(all(other.isHidden() for other in beside))

    def _toggle_tab(self, tabs: QTabBar, place: int) -> None:
        named = [d for d in self.all if d.windowTitle() == tabs.tabText(place)]
        for dock in named:
            if dock not in self._left and not dock.isHidden():
                self.column.toggle(dock)
                break

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size; keep in mind what is dragged.

        Of the mouse the window itself gets only what happens between the docks.
        """
        kind = event.type()
        if kind == POLISHED and isinstance(event, QChildEvent):
            tabs = event.child()
            if isinstance(tabs, QTabBar):
                tabs.tabBarDoubleClicked.connect(partial(self._toggle_tab, tabs))
        elif kind == SHOWN:
            self._make_room()
        elif kind == RESIZED:
            self._chosen = None
            if self._window.isVisible():
                self._yielding.bring_back()
                self._make_room()
                self._give_widths()
                self.column.follow()
        elif kind == PRESSED:
            self._pressed = self._sizes()
        elif kind == RELEASED and self._pressed:
            self._keep_dragged(*self._pressed)
            self._pressed = None
        return False

    def _sizes(self) -> tuple[list[int], list[int]]:
        """Measure the widths of the sides and the heights of the stacks."""
        return self._sides.measure(), [dock.height() for dock in self.column.seen]

    def _keep_dragged(self, widths: list[int], heights: list[int]) -> None:
        """Want the widths and heights to which something was dragged just now."""
        self._sides.keep_dragged(widths, in_lecture=self._in_lecture)
        if heights != [dock.height() for dock in self.column.seen]:
            self.column.keep_dragged()

    def show_lecture(self, on: bool) -> None:
        """Show what a lecture showed last, at first the error curve; or leave it."""
        if on == self._in_lecture:
            return
        room = self._room.width
        self.fill_room()
        self._keep_places()
        self._in_lecture = on
        if self._page is not None:
            if not on and self._own is not None:
                self._restore_state(self._own)
            self._show_panels(*self._page)
        else:
            self._bring_back()
        if room:
            self.leave_room(room)
        self._later.start()

    def _keep_places(self) -> None:
        """Keep in mind where the docks are, before a page or a lecture moves them."""
        self._yielding.release()
        if self._page is None and self._in_lecture:
            self._lecture = self._window.saveState(LAYOUT_VERSION)
        elif self._page is None:
            self._own = self._window.saveState(LAYOUT_VERSION)

    def _bring_back(self) -> None:
        """Bring back the docks of a lecture, or those that there were before."""
        if not self._in_lecture:
            if self._own is not None:
                self._restore_state(self._own)
            self._own = None
        elif self._lecture.isEmpty() or not self._restore_state(self._lecture):
            # What is large has room for one of them beside the canvas.
            lessons = [dock for dock in self._far_left if not dock.isHidden()]
            kept = lessons or self.column.fronts[:1]
            for dock in self.all:
                dock.setVisible(dock in kept)

    def open_far_left(self) -> None:
        """Show what is at the far left; without room for all, the left yields."""
        small = self._window.width() < ALL_WIDTH
        for dock in self._far_left:
            for near in self._left:
                if small and dock.isHidden() and not near.isHidden():
                    near.hide()
                    self._left_yields = True
            dock.show()
            dock.raise_()
        self._later.start()

    def when_closed(self, name: str, act: Callable[[], object]) -> None:
        """Act whenever a panel is closed, not only behind another."""
        dock = self.by_id[name]
        dock.toggleViewAction().toggled.connect(
            lambda: act() if self._is_closed(dock) else None,
            Qt.ConnectionType.QueuedConnection,  # no layout is taken while one changes
        )

    def scroll_to(self, name: str, control: str) -> None:
        """Bring a control of a panel to the middle, by its object name."""
        if (dock := self.by_id.get(name)) is not None:
            dock.scroll_to(control)

    def show_page(self, panels: Sequence[str] | None, pointed: Sequence[str]) -> None:
        """Show beside a lesson the panels of its page.

        Parameters
        ----------
        panels : sequence of str, optional
            None: those that are there, and those that the page points at, to which
            the others yield in a small window and in a lecture.
        pointed : sequence of str
        """
        self.room_wanted.emit()
        self._keep_places()
        self._page = panels, pointed
        self._show_panels(panels, pointed)
        self._later.start()

    def _show_panels(
        self, panels: Sequence[str] | None, pointed: Sequence[str]
    ) -> None:
        wanted = pointed if panels is None else panels
        small = self._in_lecture or self._window.width() < ALL_WIDTH
        stay = panels is None and not small
        seen = [
            dock
            for dock in self.all
            if dock.objectName() in wanted or (stay and not dock.isHidden())
        ]
        for dock in self.all:  # at first, or a small window would grow for a moment
            if dock not in (*seen, *self._far_left):
                dock.hide()
        for dock in (*seen, *self._far_left):
            dock.show()
            if panels is None and dock.objectName() in pointed:
                dock.raise_()

    def leave_pages(self) -> None:
        """Bring back the panels that there were before a lesson."""
        if self._page is not None:
            self.room_wanted.emit()
            closed = all(dock.isHidden() for dock in self._far_left)
            self._page = None
            self._bring_back()
            self._place_alternatives()
            for dock in self._far_left:
                dock.setVisible(not closed)
            if closed:
                self._bring_left_back()
        self._later.start()

    def leave_room(self, width: int) -> None:
        """Let the panels at the right yield to a sheet; where that is not enough, all.

        Parameters
        ----------
        width : int
            Pixels that the canvas and the sheet need together, at least.
        """
        if not self._room.width:
            self._yielding.release()
            self._room.width = width
            at_left = (*self._far_left, *self._left)  # the lesson stays rather
            self._room.take(self.all, at_left)
            self._later.start()
            self._tell_later.start()

    def fill_room(self) -> None:
        """Bring back what has yielded: the sheet is closed."""
        if self._room.width:
            self._room.give_back()
            self._later.start()
            self._tell_later.start()

    def _shown_anew(self, dock: CardDock, shown: bool) -> None:
        """Let what is shown at the right have the place of the sheet.

        What lessons leave is the canvas's, not the set-up's beside them.
        """
        if self._yielding.busy:
            return
        if shown:
            self._asked = dock
        elif dock is self._chosen:
            self._chosen = None
            self._later.start()
        if self._yielding.are_there:
            self._later.start()
        if self._room.width and shown and self._room.is_at(dock, RIGHT):
            self.room_wanted.emit()
        if dock in self._left and shown:
            self._left_yields = False
        if dock in self._far_left and not shown:
            if self._page is None:
                self._bring_left_back()
            self._later.start()

    def _bring_left_back(self) -> None:
        if self._left_yields and not (self._room.width or self._in_lecture):
            for dock in self._left:
                dock.show()

    def arrange(self, name: str = FIRST_ARRANGEMENT) -> None:
        """Put all docks back to where they were at first, for what one is about to do.

        Parameters
        ----------
        name : {"Draw", "Explain"}
        """
        self._own = self._page = None
        self.column.forget_forward()
        self._left_yields = False
        self._arrangement = name
        self._restore_state(self._first)
        self._place_alternatives()
        self._sides.reset()
        self.column.maximise(None)
        chosen = ARRANGEMENTS[name]
        for dock in self.all:
            if dock.objectName() in chosen.hidden:
                dock.hide()
            elif dock.objectName() in chosen.front:
                dock.raise_()
        self._later.start()  # once it is seen which is in front
        self._tell_later.start()

    def _tell_arrangement(self) -> None:
        """Tell whether the panels still stand as they were arranged last."""
        if self._room.width:
            self.arranged.emit(SHEET)
            return
        hidden = ARRANGEMENTS[self._arrangement].hidden
        stands = all(
            self._is_closed(dock) == (dock.objectName() in hidden)
            for dock in (*self._left, *self.column.fronts)
        )
        self.arranged.emit(self._arrangement if stands else "")

    def exchange(self, shown: str, hidden: str) -> None:
        """Show a panel in the place of another."""
        self.room_wanted.emit()
        for name, on in ((shown, True), (hidden, False)):
            if (dock := self.by_id.get(name)) is not None:
                listed = on or dock in self.column.fronts
                dock.toggleViewAction().setVisible(listed)
                dock.setVisible(on)
        if shown in self.by_id:
            self.by_id[shown].raise_()

    def alternate(self, shown: str, hidden: str) -> None:
        """Have the one of two panels that suits the learner, if either is shown."""
        docks = self.by_id.get(shown), self.by_id.get(hidden)
        if docks[0] is None or docks[1] is None:
            return
        former = self._alternatives.get(docks[0])
        self._alternatives.pop(docks[1], None)
        self._alternatives[docks[0]] = docks[1]
        if former is None:
            self._place_alternatives()

    def _place_alternatives(self) -> None:
        """Show the views that the learner has; on a page of a lesson it says which.

        Before one that was in front comes the first of its stack: Qt has any.
        """
        if self._page is not None:
            return
        for shown, hidden in self._alternatives.items():
            if shown.isHidden() and not hidden.isHidden():
                shown.show()
            was_in_front = not hidden.visibleRegion().isEmpty()
            beside = stack_of(self._window, hidden)
            hidden.hide()
            fronts = [dock for dock in self.column.fronts if dock in beside]
            if was_in_front and fronts:
                fronts[0].raise_()

    def visit(self, name: str, *, on: bool) -> None:
        """Show a panel for a while; then what was before it in its stack."""
        visited = self.by_id.get(name)
        if visited is None:
            return
        seen = [dock for dock in self.all if not dock.visibleRegion().isEmpty()]
        wanted = self._page[0] if self._page else None
        if not on and name in (wanted or ()):  # it is the page's, and stays with it
            return
        visited.setVisible(on)
        if not on:
            self._room.forget(visited)
            self.column.give_back(visited)
        else:
            beside = stack_of(self._window, visited)
            self._before_visit = next((d for d in seen if d in beside), None)
            self.column.read_whole(visited)
        front = visited if on else self._before_visit
        if front is not None:
            front.raise_()

    def save(self, settings: QSettings) -> None:
        """Remember the layout."""
        self._yielding.release()
        settings.setValue("geometry", self._window.saveGeometry())
        present = self._window.saveState(LAYOUT_VERSION)
        settings.setValue("layout", self._own or present)
        self._sides.save(settings)
        if self._in_lecture and self._page is None:
            self._lecture = present
        settings.setValue("lecture_layout", self._lecture)
        settings.setValue("heights_dragged", self.column.dragged)
        settings.setValue("arrangement", self._arrangement)

    def restore(self, settings: QSettings) -> None:
        """Take the layout of the last time."""
        geometry, state = settings.value("geometry"), settings.value("layout")
        if geometry is not None:
            self._window.restoreGeometry(geometry)
            # A layout that is restored in a full screen waits for its next size, and
            # Qt crashes if another one comes before.
            full = Qt.WindowState.WindowFullScreen
            self._window.setWindowState(self._window.windowState() & ~full)
        name = settings.value("arrangement")
        if name in ARRANGEMENTS:
            self._arrangement = name
        own = False
        if state is not None and self._restore_state(state):
            self._place_alternatives()
            dragged = settings.value("heights_dragged", False, type=bool)
            self.column.dragged = bool(dragged)
            own = True
        if isinstance(lecture := settings.value("lecture_layout"), QByteArray):
            self._lecture = lecture
        self._sides.restore(settings, own=own)

    def _restore_state(self, state: QByteArray) -> bool:
        self._yielding.forget()
        self._asked = None
        self._later.start()
        former = tab_rows(self._window)
        restored = self._window.restoreState(state, LAYOUT_VERSION)
        if restored:
            for tabs in former:  # Qt leaves them where they were
                tabs.hide()
            for dock in self.all:  # what it was shown for is over
                if not dock.toggleViewAction().isVisible():
                    dock.hide()
        return restored


def _docks_at(place: Place, panels: Mapping[CardDock, Panel]) -> list[CardDock]:
    """Give the docks of a place, in the order of their tabs."""
    ranks = {dock.objectName(): panel.rank for dock, panel in panels.items()}

    def order(dock: CardDock) -> tuple[int, int]:
        panel = panels[dock]
        return ranks.get(panel.beside, panel.rank), panel.rank

    return sorted((d for d, panel in panels.items() if panel.place is place), key=order)
