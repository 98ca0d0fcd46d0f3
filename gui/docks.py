"""The docks of the main window: where they are, and how the room is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar

from gui.widgets.card_dock import CardDock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow, QWidget

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
LAYOUT_VERSION = 2
PREDICTION = 400
"""Height in which a prediction of three classes is seen as a whole, in pixels."""


class Docks(QObject):
    """Set-up at the left; at the right three heaps of what one reads.

    Attributes
    ----------
    setup, curve, update, weights, convergence : CardDock
    running, runs, predict, points : CardDock
    all : list of CardDock
        In the order of the View menu.
    """

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
        further: Mapping[str, QWidget],
    ) -> None:
        super().__init__(window)
        self._window = window
        self.setup = CardDock("Set-up", setup, 244, scrolls=True)
        self.curve = CardDock("Error per epoch", curve, 260)
        self.update = CardDock("This update", update, 260, scrolls=True)
        self.weights = CardDock("Weights", weights, 260, scrolls=True)
        self.convergence = CardDock("Will it converge?", convergence, 260, scrolls=True)
        self.running = CardDock("Running mistakes", running, 260)
        self.runs = CardDock("Runs", runs, 260, scrolls=True)
        self.predict = CardDock("Predict", predict, 260)
        self.points = CardDock("Points", points, 260)
        views = [CardDock(title, view, 260) for title, view in further.items()]
        self._main = [self.setup, self.curve, self.update, self.weights]
        self.all = [*self._main, self.convergence, *views]
        self.all += [self.running, self.runs, self.predict, self.points]
        self._sides = {self.setup: 262, self.update: 340}
        self._size = window.size()
        self._giving = False
        self._place(views)
        for widget in (window, *self._sides):
            widget.installEventFilter(self)

    def _place(self, views: list[CardDock]) -> None:
        window = self._window
        for dock in self._main:
            window.addDockWidget(LEFT if dock is self.setup else RIGHT, dock)
        for dock in (*views, self.running):
            window.tabifyDockWidget(self.curve, dock)
        self.running.hide()
        self.running.toggleViewAction().setVisible(False)
        layout = window.layout()
        assert layout is not None  # a main window has one
        layout.activate()  # or an empty row of tabs would be left over
        for dock in (self.convergence, self.runs, self.predict, self.points):
            window.tabifyDockWidget(self.weights, dock)
        self.runs.hide()
        self.curve.raise_()
        self.weights.raise_()

    def show_points(self) -> None:
        """Bring the table of points to the front."""
        self.points.show()
        self.points.raise_()

    def show_prediction(self) -> None:
        """Bring what the model predicts for a place to the front, with room for it."""
        if self.predict.visibleRegion().isEmpty() and not self.predict.isFloating():
            high = max(self.weights.height(), PREDICTION)
            self._window.resizeDocks([self.weights], [high], Qt.Orientation.Vertical)
        self.predict.show()
        self.predict.raise_()

    def share_room(self) -> None:
        """Give the docks their widths and heights.

        Only once the window has its size and style sheet: else they get the least.
        """
        self._give_widths(list(self._sides))
        self._window.resizeDocks(
            self._main[1:], [270, 290, 200], Qt.Orientation.Vertical
        )

    def _give_widths(self, docks: list[CardDock]) -> None:
        """Let sides be as wide as they are wanted, or as there is room for."""
        self._giving = True
        self._window.resizeDocks(
            docks, [self._sides[dock] for dock in docks], Qt.Orientation.Horizontal
        )
        self._giving = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep in mind how wide the sides are wanted; give it as the window grows."""
        if isinstance(event, QResizeEvent) and self._window.isVisible():
            if watched is self._window:
                self._size = event.size()
                if event.size().width() > event.oldSize().width():
                    self._widen()
            elif not self._giving:
                self._follow_width(
                    self.setup if watched is self.setup else self.update, event
                )
        return super().eventFilter(watched, event)

    def _follow_width(self, dock: CardDock, event: QResizeEvent) -> None:
        """Want the width that a side is dragged to, or had before it was squeezed."""
        if dock.isFloating():
            return
        if self._window.size() == self._size:
            self._sides[dock] = event.size().width()
        elif self._window.width() < self._size.width():
            self._sides[dock] = max(self._sides[dock], event.oldSize().width())

    def _widen(self) -> None:
        """Give sides that were squeezed their width back."""
        self._give_widths(
            [
                dock
                for dock, width in self._sides.items()
                if dock.width() < width
                and self._window.dockWidgetArea(dock) in (LEFT, RIGHT)
            ]
        )

    def show_stream(self, on: bool) -> None:
        """Show running mistakes in the place of those per epoch, or these again."""
        self.running.toggleViewAction().setVisible(on)
        self.running.setVisible(on)
        self.curve.setVisible(not on)
        (self.running if on else self.curve).raise_()

    def show_runs(self, branched: bool) -> None:
        """Bring the table of runs to the front with a branch, away without one."""
        self.runs.setVisible(branched)
        self.runs.raise_()

    def save(self, settings: QSettings) -> None:
        """Remember the layout."""
        settings.setValue("geometry", self._window.saveGeometry())
        settings.setValue("layout", self._window.saveState(LAYOUT_VERSION))

    def restore(self, settings: QSettings) -> None:
        """Take the layout of the last time."""
        geometry, state = settings.value("geometry"), settings.value("layout")
        if geometry is not None:
            self._window.restoreGeometry(geometry)
        former = self._window.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        if state is not None and self._window.restoreState(state, LAYOUT_VERSION):
            for tabs in former:  # Qt leaves them where they were
                tabs.hide()
            self._sides = dict.fromkeys(self._sides, 0)
