"""The docks of the main window: where they are, and how the room is shared."""

from __future__ import annotations

from functools import partial
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
from PySide6.QtWidgets import QDockWidget, QTabBar

from gui.tasks.throttle import DelayedCall
from gui.widgets.card_dock import CardDock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow, QWidget

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
GAP = 10
"""Pixels between two columns."""
LAYOUT_VERSION = 2
RESIZED, PRESSED = QEvent.Type.Resize, QEvent.Type.MouseButtonPress
RELEASED, POLISHED = QEvent.Type.MouseButtonRelease, QEvent.Type.ChildPolished
FORWARD = 400
"""Height in which a prediction of three classes, why a perceptron never rests, or a
plot that was asked for is seen as a whole, in pixels."""
PLOT, TEXT = 220, 140
"""Least heights of a panel that shows as much as it has room for, and of one that is
read; these have what they need, before the others share what is left."""
HEAD = 72
"""Height that is left to the update beside what was asked for, in a low window."""
STEP = 300
"""Height of a whole step of two classes, kept for it before there is a step."""
REST = 300
"""Milliseconds without a change after which panels get the height that they need."""
WIDTHS = (262, 0)
"""Of the set-up, and of what one reads; 0: as wide as suits the window."""
READING, NARROWEST, WIDEST = 0.28, 340, 520
"""Of the window's width for what one reads, but at least, and at most, so many pixels:
formulas have fewer lines there, while the plane is no higher for being wider."""

LESSON, LESSON_SHARE = 320, 0.22
"""The same of a lesson: 320 pixels at least."""
ALL_WIDTH = 1260
"""Width of a window that has room for lessons, set-up, canvas and what one reads."""
LECTURE_SHARES = (1 / 3, 0.29, 0.22)
"""Of the window's width in a lecture for each side, where there are one, two, three."""
LECTURE_LESSON = (1 / 3, 1 / 3, 0.28)
"""The same of a lesson: its formulas need more."""


TABS = {"Lifted space": "Lifted", "Will it converge?": "Converge?"}
"""Shorter words for tabs, with which all are read whole in a narrow window."""


NETWORKS = {True: "Network", False: "Weight space"}
"""The views of which a learner has one: by whether it is a network."""


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
    setup, curve, update, weights, convergence : CardDock
    running, runs, predict, points : CardDock
    all : list of CardDock
        In the order of the menu of panels.

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

    def __init__(
        self,
        window: QMainWindow,
        *,
        setup: QWidget,
        curve: QWidget,
        running: QWidget,
        update: QWidget,
        weights: QWidget,
        convergence: QWidget,
        runs: QWidget,
        predict: QWidget,
        points: QWidget,
        lessons: QWidget,
        further: Mapping[str, QWidget],
    ) -> None:
        super().__init__(window)
        self._window = window
        self.setup = CardDock("Set-up", setup, 244, scrolls=True)
        self.curve = CardDock("Error per epoch", curve, 260, tab="Error")
        self.update = CardDock("This update", update, 260, scrolls=True)
        self.weights = CardDock("Weights", weights, 260, scrolls=True)
        title = "Will it converge?"
        self.convergence = CardDock(
            title, convergence, 260, scrolls=True, tab=TABS[title]
        )
        self.running = CardDock("Running mistakes", running, 260, tab="Error")
        self.runs = CardDock("Runs", runs, 260, scrolls=True)
        # What scrolls needs no height: no edge jumps when its tab comes to the front.
        self.predict = CardDock("Predict", predict, 260, scrolls=True)
        self.points = CardDock("Points", points, 260, scrolls=True)
        self.lessons = CardDock("Lessons", lessons, 230)
        views = [
            CardDock(title, view, 260, scrolls=True, tab=TABS.get(title, ""))
            for title, view in further.items()
        ]
        by_title = dict(zip(further, views, strict=True))
        self._networks = {on: by_title[title] for on, title in NETWORKS.items()}
        self._network = False
        self._main = [self.setup, self.curve, self.update, self.weights]
        self.all = [*self._main, self.convergence, *views]
        self.all += [self.running, self.runs, self.predict, self.points]
        self.all += [self.lessons]
        self._widths, self._lecture_widths = list(WIDTHS), [0, 0, 0]
        self._pressed: tuple[list[int], list[int]] | None = None
        self._heights_dragged = False
        self._maximised: CardDock | None = None
        self._before_runs: QDockWidget | None = None
        self._needed: dict[QDockWidget, int] = {}
        self._forward: CardDock | None = None
        self._kind: object = None
        self._arrangement = FIRST_ARRANGEMENT
        self._first = QByteArray()
        self._own: QByteArray | None = None
        self._page: tuple[Sequence[str] | None, Sequence[str]] | None = None
        self._in_lecture = False
        self._lecture = QByteArray()
        self._room = 0
        self._yielding: list[CardDock] = []
        self._setup_yields = False
        self._front: list[CardDock] = []
        self._plots = [self.curve, self.running, *views]
        self._later = DelayedCall(self, self.share_room)
        self._fit_later = DelayedCall(self, self.fit, REST)
        self._name_later = DelayedCall(self, self._name)
        self._tell_later = DelayedCall(self, self._tell_arrangement)
        window.installEventFilter(self)
        self._place(views)
        for dock in self.all:
            dock.toggleViewAction().triggered.connect(partial(self._bring_shown, dock))
            dock.toggleViewAction().toggled.connect(self._tell_later.start)
            dock.toggleViewAction().toggled.connect(partial(self._shown_anew, dock))
            dock.help_wanted.connect(self.help_wanted)
            dock.crowded.connect(self._fit_later.start)
            for changed in (
                dock.visibilityChanged, dock.dockLocationChanged, dock.topLevelChanged
            ):  # fmt: skip
                changed.connect(lambda *_: self._name_later.start())
        for dock in self.all[1:]:
            dock.maximise_button.show()
            dock.maximise_wanted.connect(partial(self._toggle, dock))

    def _place(self, views: list[CardDock]) -> None:
        window = self._window
        for dock in self._main:
            window.addDockWidget(LEFT if dock is self.setup else RIGHT, dock)
        window.addDockWidget(LEFT, self.lessons)
        window.splitDockWidget(self.lessons, self.setup, Qt.Orientation.Horizontal)
        self.lessons.hide()
        for dock in (self.running, *views):  # the two of the error in one place
            window.tabifyDockWidget(self.curve, dock)
        self.running.hide()
        self.running.toggleViewAction().setVisible(False)
        for dock in (self.convergence, self.runs, self.predict, self.points):
            window.tabifyDockWidget(self.weights, dock)
        self.runs.hide()
        self._networks[True].hide()
        self._restore_state(window.saveState(LAYOUT_VERSION))  # no rows are left over
        self.curve.raise_()
        self.weights.raise_()

    def show_points(self) -> None:
        """Bring the table of points to the front."""
        self.points.show()
        self.points.raise_()
        self._widen_in_lecture()

    @property
    def in_front(self) -> list[str]:
        """The titles of the docks that are seen, but the lessons'."""
        docks = [dock for dock in self.all if dock is not self.lessons]
        return [d.objectName() for d in docks if not d.visibleRegion().isEmpty()]

    def bring_forward(self, title: str) -> None:
        """Bring the dock of this title forward, with room that the update yields."""
        dock = next(dock for dock in self.all if dock.objectName() == title)
        stacks = self._shown(self._main[1:])
        heights = {stack: stack.height() for stack in stacks}
        for front in stacks:
            if front in self._stack_of(dock) and dock.visibleRegion().isEmpty():
                more = max(0, FORWARD - heights[front])
                heights[front] += more
                if self.update in heights:
                    heights[self.update] = max(1, heights[self.update] - more)
        wanted = list(heights.values())
        self._window.resizeDocks(stacks, wanted, Qt.Orientation.Vertical)
        dock.show()
        dock.raise_()
        self._forward = dock
        self._needed.setdefault(dock, 0)  # what was asked for is to be read whole
        self._fit_later.start()
        self._widen_in_lecture()

    def share_room(self) -> None:
        """Give the docks their widths and heights.

        Only once the window has its size and style sheet: else they get the least.
        """
        if self._first.isEmpty():
            self._first = self._window.saveState(LAYOUT_VERSION)
        layout = self._window.layout()
        assert layout is not None  # a main window has one
        layout.activate()
        self._give_widths()
        self._give_heights()
        self.fit_anew()

    def settle(self) -> None:
        """Share the room at once, so that nothing is seen before it is laid out."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.share_room()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def _give_widths(self) -> None:
        """Let sides be as wide as they are wanted, or as there is room for."""
        sides = [self._shown([self.setup]), self._shown(self._main[1:])]
        wanted = [self._widths[0], self._width_for_reading()]
        if lessons := self._shown([self.lessons]):
            sides.append(lessons)
            wanted.append(max(LESSON, round(LESSON_SHARE * self._window.width())))
        if self._in_lecture:
            others = max(1, sum(map(bool, sides))) - 1
            shares = [LECTURE_SHARES[others]] * 2 + [LECTURE_LESSON[others]]
            wanted = [
                width or round(share * self._window.width())
                for width, share in zip(self._lecture_widths, shares, strict=True)
            ][: len(sides)]
        given = [(d[0], w) for d, w in zip(sides, wanted, strict=True) if d]
        docks, widths = [dock for dock, _ in given], [width for _, width in given]
        self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def _bring_shown(self, dock: CardDock, *_: object) -> None:
        """Let what is asked for be seen before the tabs beside it."""
        if not dock.isHidden():
            dock.raise_()
            if dock in self._plots:
                self._forward = dock
                self._fit_later.start()
        self._widen_in_lecture()

    def _widen_in_lecture(self) -> None:
        """Let what is opened in a lecture be read from afar, too."""
        if self._in_lecture:
            self._later.start()

    def _width_for_reading(self) -> int:
        share = round(READING * self._window.width())
        return self._widths[1] or min(max(NARROWEST, share), WIDEST)

    def fit_anew(self, *_: object) -> None:
        """Forget how much height panels needed: other things will be told in them."""
        self._needed = {}
        self._fit_later.start()

    def fit_for(self, kind: object) -> None:
        """Give panels other heights where something of another kind is told."""
        if kind != self._kind:
            self._kind = kind
            self.fit_anew()

    def fit(self) -> None:
        """Let what is read be seen whole, at steps to come, too.

        Not for another tab: no edge jumps when it is brought to the front.
        """
        known = bool(self._needed)
        for dock in self._shown(self._main[1:]):
            if dock in self._needed or not known:
                needed = max(self._needed.get(dock, 0), dock.needed_height)
                self._needed[dock] = needed
        if not self._heights_dragged:
            self._give_heights()

    def _name(self) -> None:
        """Say in a title bar what the panel is, where no tab says it."""
        for dock in self.all:
            beside = self._window.tabifiedDockWidgets(dock)
            dock.show_name(all(other.isHidden() for other in beside))

    def _give_heights(self) -> None:
        """Let what is read have the height that it needs, and plots the rest."""
        stacks = self._shown(self._main[1:])
        full = self._stack_of(self._maximised)
        if any(dock in full for dock in stacks):
            wanted = {dock: self._window.height() * (dock in full) for dock in stacks}
        else:
            wanted = self._heights(stacks, sum(dock.height() for dock in stacks))
        heights = [max(1, wanted[dock]) for dock in stacks]  # of 0 Qt wants nothing
        if heights != [dock.height() for dock in stacks]:
            tabs = self._tab_heights()
            with_tabs = [
                height + tabs.get(dock.windowTitle(), 0)
                for dock, height in zip(stacks, heights, strict=True)
            ]
            self._window.resizeDocks(stacks, with_tabs, Qt.Orientation.Vertical)

    def _tab_heights(self) -> dict[str, int]:
        """Give the height of the tabs over each panel that has some, by its tab."""
        return {
            tabs.tabText(place): tabs.height()
            for tabs in self._tab_rows()
            if tabs.isVisible()
            for place in range(tabs.count())
        }

    def _tab_rows(self) -> list[QTabBar]:
        return self._window.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        )

    def _heights(self, docks: list[CardDock], room: int) -> dict[CardDock, int]:
        """Share the room of a column; where it is short, the update scrolls first."""
        stacks = {dock: self._stack_of(dock) for dock in docks}
        growing = [d for d in docks if any(plot in stacks[d] for plot in self._plots)]
        read = [dock for dock in docks if dock not in growing]
        heights = dict.fromkeys(growing, PLOT) | dict.fromkeys(read, TEXT)
        for dock in growing:
            if self._forward in stacks[dock]:
                heights[dock] = max(PLOT, min(FORWARD, room - TEXT * len(read)))
        if self.update in read and self._forward in read:
            heights[self.update] = HEAD
        room -= sum(heights.values())
        for dock in sorted(read, key=lambda dock: dock is self.update):
            least = STEP if dock is self.update else TEXT
            needed = max([least, *(self._needed.get(d, 0) for d in stacks[dock])])
            more = min(needed - heights[dock], max(0, room))
            heights[dock] += more
            room -= more
        takers = growing or read
        for dock in takers:
            heights[dock] += max(0, room) // len(takers)
        return heights

    def _stack_of(self, dock: CardDock | None) -> list[QDockWidget]:
        """Give a dock, and those before and behind it as tabs."""
        return [dock, *self._window.tabifiedDockWidgets(dock)] if dock else []

    def maximise(self, dock: CardDock | None) -> None:
        """Give the stack of a dock all the height of its column; None shares it."""
        self._maximised = dock
        self._mark_maximised()
        self._heights_dragged = False
        self._give_heights()

    def _mark_maximised(self) -> None:
        full = self._stack_of(self._maximised)
        for dock in self.all:
            dock.maximise_button.setChecked(dock in full)

    def _toggle(self, dock: CardDock) -> None:
        full = self._stack_of(self._maximised)
        self.maximise(None if dock in full else dock)

    def _toggle_tab(self, tabs: QTabBar, place: int) -> None:
        named = [d for d in self.all if d.windowTitle() == tabs.tabText(place)]
        for dock in named:
            if dock is not self.setup and not dock.isHidden():
                self._toggle(dock)
                break

    def _shown(self, docks: list[CardDock]) -> list[CardDock]:
        """Give those that are seen, each with those behind and before it as tabs."""
        on_screen, shown = self._window.isVisible(), []
        for dock in docks:
            tabs = self._stack_of(dock)
            shown += [
                tab
                for tab in tabs
                if isinstance(tab, CardDock)
                and not tab.isHidden()
                and not tab.isFloating()
                and not (on_screen and tab.visibleRegion().isEmpty())
                and self._window.dockWidgetArea(tab) in (LEFT, RIGHT)
            ][:1]
        return shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size; keep in mind what is dragged.

        Of the mouse the window itself gets only what happens between the docks.
        """
        kind = event.type()
        if kind == POLISHED and isinstance(event, QChildEvent):
            tabs = event.child()
            if isinstance(tabs, QTabBar):
                tabs.tabBarDoubleClicked.connect(partial(self._toggle_tab, tabs))
        elif kind == RESIZED:
            if self._window.isVisible():
                self._give_widths()
                if not self._heights_dragged:
                    self._give_heights()
        elif kind == PRESSED:
            self._pressed = self._sizes()
        elif kind == RELEASED and self._pressed:
            self._keep_dragged(*self._pressed)
            self._pressed = None
        return False

    def _sizes(self) -> tuple[list[int], list[int]]:
        """Measure the widths of the sides and the heights of the stacks."""
        sides = [self._shown([self.setup]), self._shown(self._main[1:])]
        sides.append(self._shown([self.lessons]))
        widths = [docks[0].width() if docks else 0 for docks in sides]
        return widths, [dock.height() for dock in self._shown(self._main[1:])]

    def _keep_dragged(self, widths: list[int], heights: list[int]) -> None:
        """Want the widths and heights to which something was dragged just now."""
        now_wide, now_high = self._sizes()
        kept = self._lecture_widths if self._in_lecture else self._widths
        for i, (before, now) in enumerate(zip(widths, now_wide, strict=True)):
            if now != before and i < len(kept):
                kept[i] = now
        if heights != now_high:
            self._heights_dragged = True
            self._maximised = None
            self._mark_maximised()

    def show_lecture(self, on: bool) -> None:
        """Show what a lecture showed last, at first the error curve; or leave it."""
        if on == self._in_lecture:
            return
        room = self._room
        self.fill_room()
        self._keep()
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

    def _keep(self) -> None:
        """Keep in mind where the docks are, before a page or a lecture moves them."""
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
            kept = self.curve if self.lessons.isHidden() else self.lessons
            for dock in self.all:
                dock.setVisible(dock is kept)

    def open_lessons(self) -> None:
        """Show the lessons; where there is no room for all, the set-up yields."""
        small = self._window.width() < ALL_WIDTH
        if small and self.lessons.isHidden() and not self.setup.isHidden():
            self.setup.hide()
            self._setup_yields = True
        self.lessons.show()
        self.lessons.raise_()
        self._later.start()

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
        self._keep()
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
            if dock not in (*seen, self.lessons):
                dock.hide()
        for dock in (*seen, self.lessons):
            dock.show()
            if panels is None and dock.objectName() in pointed:
                dock.raise_()

    def leave_pages(self) -> None:
        """Bring back the panels that there were before a lesson."""
        if self._page is not None:
            self.room_wanted.emit()
            closed, self._page = self.lessons.isHidden(), None
            self._bring_back()
            self._place_network()
            self.lessons.setVisible(not closed)
            if closed:
                self._bring_setup_back()
        self._later.start()

    def leave_room(self, width: int) -> None:
        """Let the panels at the right yield to a sheet; where that is not enough, all.

        Parameters
        ----------
        width : int
            Pixels that the canvas and the sheet need together, at least.
        """
        if self._room:
            return
        self._front = [dock for dock in self.all if self._is_in_front(dock)]
        right = [dock for dock in self.all if self._is_at(dock, RIGHT)]
        room = self._window.contentsRect().width() - width
        for dock in (self.lessons, self.setup):  # the lesson stays rather
            if self._is_at(dock, LEFT) and dock not in right:
                room -= dock.minimumSizeHint().width() + GAP
                if room < 0:
                    right.append(dock)
                    room += dock.minimumSizeHint().width() + GAP
        self._room, self._yielding = width, right
        for dock in right:
            dock.hide()
        self._later.start()
        self._tell_later.start()

    def fill_room(self) -> None:
        """Bring back what has yielded: the sheet is closed."""
        if not self._room:
            return
        self._room = 0
        for dock in self._yielding:
            dock.show()
        for dock in self._front:
            dock.raise_()
        self._yielding, self._front = [], []
        self._later.start()
        self._tell_later.start()

    def _is_at(self, dock: CardDock, area: Qt.DockWidgetArea) -> bool:
        hidden = dock.isHidden() or dock.isFloating()
        return not hidden and self._window.dockWidgetArea(dock) == area

    def _is_in_front(self, dock: CardDock) -> bool:
        return not (dock.isHidden() or dock.visibleRegion().isEmpty())

    def _shown_anew(self, dock: CardDock, shown: bool) -> None:
        """Let what is shown at the right have the place of the sheet.

        What lessons leave is the canvas's, not the set-up's beside them.
        """
        if self._room and shown and self._is_at(dock, RIGHT):
            self.room_wanted.emit()
        if dock is self.setup and shown:
            self._setup_yields = False
        if dock is self.lessons and not shown:
            if self._page is None:
                self._bring_setup_back()
            self._later.start()

    def _bring_setup_back(self) -> None:
        if self._setup_yields and not (self._room or self._in_lecture):
            self.setup.show()

    def arrange(self, name: str = FIRST_ARRANGEMENT) -> None:
        """Put all docks back to where they were at first, for what one is about to do.

        Parameters
        ----------
        name : {"Draw", "Explain"}
        """
        self._own = self._page = self._forward = None
        self._setup_yields = False
        self._arrangement = name
        self._restore_state(self._first)
        self._place_network()
        self._widths = list(WIDTHS)
        self.maximise(None)
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
        if self._room:
            self.arranged.emit(SHEET)
            return
        hidden = ARRANGEMENTS[self._arrangement].hidden
        stands = all(
            dock.isHidden() == (dock.objectName() in hidden) for dock in self._main
        )
        self.arranged.emit(self._arrangement if stands else "")

    def show_stream(self, on: bool) -> None:
        """Show running mistakes in the place of those per epoch, or these again."""
        self.room_wanted.emit()
        self.running.toggleViewAction().setVisible(on)
        self.running.setVisible(on)
        self.curve.setVisible(not on)
        (self.running if on else self.curve).raise_()

    def show_network(self, on: bool) -> None:
        """Show the view of a network in the place of that of two weights, or back."""
        if on != self._network:
            self._network = on
            self._place_network()

    def _place_network(self) -> None:
        """Show the view that the learner has; on a page of a lesson it says which."""
        shown, hidden = self._networks[self._network], self._networks[not self._network]
        if self._page is None and shown.isHidden() and not hidden.isHidden():
            shown.show()
        if self._page is None:
            hidden.hide()

    def show_runs(self, branched: bool) -> None:
        """Bring the table of runs to the front with a branch; then what was there."""
        seen = [dock for dock in self.all if not dock.visibleRegion().isEmpty()]
        self.runs.setVisible(branched)
        if branched:
            beside = self._stack_of(self.runs)
            self._before_runs = next((d for d in seen if d in beside), None)
            self._needed.setdefault(self.runs, 0)  # it is to be read whole
        front = self.runs if branched else self._before_runs
        if front is not None:
            front.raise_()

    def save(self, settings: QSettings) -> None:
        """Remember the layout."""
        settings.setValue("geometry", self._window.saveGeometry())
        present = self._window.saveState(LAYOUT_VERSION)
        settings.setValue("layout", self._own or present)
        settings.setValue("sides", self._widths)
        if self._in_lecture and self._page is None:
            self._lecture = present
        settings.setValue("lecture_layout", self._lecture)
        settings.setValue("lecture_sides", self._lecture_widths)
        settings.setValue("heights_dragged", self._heights_dragged)
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
        if state is not None and self._restore_state(state):
            self._place_network()
            dragged = settings.value("heights_dragged", False, type=bool)
            self._heights_dragged = bool(dragged)
            self._widths = _widths_of(settings, "sides", self._widths)
        if isinstance(lecture := settings.value("lecture_layout"), QByteArray):
            self._lecture = lecture
        self._lecture_widths = _widths_of(
            settings, "lecture_sides", self._lecture_widths
        )

    def _restore_state(self, state: QByteArray) -> bool:
        former = self._tab_rows()
        restored = self._window.restoreState(state, LAYOUT_VERSION)
        if restored:
            for tabs in former:  # Qt leaves them where they were
                tabs.hide()
        return restored


def _widths_of(settings: QSettings, key: str, usual: list[int]) -> list[int]:
    """Read widths that were dragged, as many as there are sides."""
    kept = settings.value(key)
    if isinstance(kept, list) and len(kept) == len(usual):
        return [int(width) for width in kept]
    return usual
