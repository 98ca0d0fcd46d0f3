"""One window for test after test: emptied as a person empties it, or else made anew.

To make a window takes longer than most tests of it. So it goes on to the next test, if
by then it is as it was made: all that is seen in it and can be used, and all that it
remembers. What a test has opened beside it, moved in it or had remembered gives the
next test a window of its own.
"""

from __future__ import annotations

import shutil
from collections import Counter, deque
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from gui.features.error.cost_curves import CostActions
from gui.session import diagnosis, undo
from gui.session.diagnosis import DiagnosisRunner
from gui.session.stream import Stream
from gui.style.theme import current_theme
from gui.tasks import task, throttle
from gui.widgets.cards import FoldButton
from gui.window.keys_window import KeysWindow
from gui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

SIZE = 1400, 860
TURNS = 100
"""The most turns of the event loop in which an emptied window comes to rest."""
ARRANGED = "size", "layout", "view", "actions", "widgets"
"""What is told of a window whose docks were moved, or have given way to each other."""
STATES = {
    QAbstractButton: lambda button: (button.text(), button.isChecked()),
    QComboBox: lambda box: (box.currentText(), box.count()),
    QAbstractSlider: lambda slider: (
        slider.value(), slider.minimum(), slider.maximum()
    ),
    QAbstractSpinBox: lambda box: (box.text(),),
    QLineEdit: lambda line: (line.text(),),
    QTabBar: lambda tabs: (tabs.currentIndex(), tabs.count()),
    QLabel: lambda label: (label.text(),),
    QWidget: lambda widget: (),
}  # fmt: skip
"""What is read of each kind of widget."""
PLAIN = bool, int, float, str, bytes, Enum, type(None)
SEQUENCES = list, tuple, deque, set, frozenset
EXPORT = "Export..."
"""pyqtgraph's own in each plot, of which a view that is seen makes more."""
ROOMS = (
    "gui.session", "gui.canvas.axes_bar", "gui.files",
    "gui.window.docks", "gui.window.column", "gui.window.side_widths",
    "gui.window.sheet_room",
)  # fmt: skip
"""In which what a person did is remembered, though it is not seen."""
PASSING = {
    ("Session", "_derived"),
    ("PlayheadTimer", "_measured"),
    ("RecordingSwap", "_asked"),
    ("AxesBar", "_stretches"),
    ("PanelColumn", "_needed"),
}
"""What was measured last, or when, and what was computed for a choice."""


class WindowKeeper:
    """Lends one test after the other a window.

    Attributes
    ----------
    wanted : bool
        Whether the next test wants one, too.
    home : Path or None
        Where the next window that is made is to live; None: in a new folder.
    lent, made : int
        Tests that had a window, and windows that were made for them.
    reasons : Counter
        Why a window went no further; empty: it did.

    Parameters
    ----------
    settle : callable
        Lets happen what follows at once.
    """

    def __init__(self, settle: Callable[[], None]) -> None:
        self.wanted = False
        self.home: Path | None = None
        self.lent = self.made = 0
        self.reasons: Counter[str] = Counter()
        self._settle = settle
        self._window: MainWindow | None = None
        self._home: Path | None = None
        self._as_made: dict[str, Hashable] = {}
        self._layout = QByteArray()
        self._choices: dict[str, bool] = {}
        self._widths: list[int] = []

    def lend(
        self, patch: pytest.MonkeyPatch, make_home: Callable[[], Path]
    ) -> MainWindow:
        """Give the window that is there, else one in a new home for what it keeps."""
        self.lent += 1
        if self._window is not None:
            self._prepare(patch)
            self._window.activateWindow()  # a test's own window may have been before it
            return self._window
        self._home = make_home()
        self._prepare(patch)
        self._window = self._make()
        if not self._as_made:
            self._as_made = dict(_signs(self._window))
        return self._window

    def take_back(self) -> None:
        """Keep the window for the next test, if that wants one and it is as made."""
        window, self._window = self._window, None
        if window is None:
            return
        with pytest.MonkeyPatch.context() as patch:
            self._prepare(patch)
            try:
                reason = self._why_not(window) if self.wanted else "not wanted"
            except Exception:
                _close(window)
                raise
            self.reasons[reason] += 1
            if reason:
                _close(window)
                QSettings().clear()  # a test without a window begins with none
            else:
                self._window = window

    def close(self) -> None:
        """Close the window that nobody wants any more."""
        self.wanted = False
        self.take_back()

    def _prepare(self, patch: pytest.MonkeyPatch) -> None:
        """Let the window have settings of its own, and nothing to wait for."""
        ini = QSettings.Format.IniFormat
        QSettings.setDefaultFormat(ini)
        QSettings.setPath(ini, QSettings.Scope.UserScope, str(self._home))
        patch.setenv("XDG_STATE_HOME", f"{self._home}/state")
        # What is short is there at once, however slow the machine is at the moment.
        patch.setattr(task, "WAIT_SECONDS", 60.0)
        patch.setattr(undo, "PAUSE_SECONDS", 60.0)
        # Each change is followed at once, by what follows now and then, too.
        patch.setattr(throttle, "INTERVAL_MS", 0)
        patch.setattr(throttle, "SHORTEST_REST", 0.0)
        patch.setattr(throttle, "REST_FACTOR", 0.0)

    def _make(self) -> MainWindow:
        self.made += 1
        # As when the program starts: under a style sheet it takes longer.
        _app().setStyleSheet("")
        window = MainWindow()
        window.resize(*SIZE)
        window.show()
        self._settle()
        assert window.windowHandle().isExposed()
        self._fit(window)
        self._layout = window.saveState()
        self._choices = {a.text(): a.isChecked() for a in _choices(window)}
        self._widths = [
            window.docks["Set-up"].width(),
            window.docks["Error per epoch"].width(),
        ]
        return window

    def _why_not(self, window: MainWindow) -> str:
        """Empty a window; tell in what it differs from one just made, if it does."""
        self._empty(window)
        if left := _left_open(window):
            return left
        reason = self._difference(window)
        if reason in ARRANGED:
            window.resize(*SIZE)
            window.restoreState(self._layout)
            sides = [window.docks["Set-up"], window.docks["Error per epoch"]]
            window.resizeDocks(sides, self._widths, Qt.Orientation.Horizontal)
            self._rest(window)
            self._fit(window)
            window.canvas.fit()
            self._rest(window)
            reason = self._difference(window)
        return reason

    def _fit(self, window: MainWindow) -> None:
        """Let panels have at once the heights that else they have a little later."""
        window.docks.fit()
        self._settle()
        window.docks.fit_anew()

    def _empty(self, window: MainWindow) -> None:
        for dialog in window.findChildren(QDialog):
            dialog.close()
            if not isinstance(dialog, KeysWindow):  # the Help menu keeps it
                dialog.deleteLater()
        self._switch_back(window)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(diagnosis, "LOOK_AFTER_MS", 0)
            window.reset()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QSettings().clear()
        for came_of_lessons in Path(f"{self._home}/state").glob("*/*/lessons"):
            shutil.rmtree(came_of_lessons)
        for cost in window.findChildren(CostActions):
            for action in reversed(cost.all):  # the first one disables the others
                action.setChecked(False)
            QSettings().clear()
            cost.changed.emit()
        for left in (window.canvas.plot, window.canvas, *window.docks.all):
            QApplication.sendEvent(left, QEvent(QEvent.Type.Leave))
        window.canvas.footer.count()  # else a little later
        # Offscreen, no window is active once a dialog is closed: keys were not heard.
        window.activateWindow()
        window.setFocus()
        self._rest(window)

    def _switch_back(self, window: MainWindow) -> None:
        """Choose what was chosen at first, and fold what was folded."""
        for fold in window.findChildren(FoldButton):
            fold.setChecked(False)
        chosen = dict(self._choices)
        for action in _choices(window):
            if action.isChecked() != chosen.get(action.text(), action.isChecked()):
                action.trigger()

    def _rest(self, window: MainWindow) -> None:
        """Wait until nothing follows any more from what was done."""
        for _ in range(TURNS):
            self._settle()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            if window.session.idle and not DiagnosisRunner.of(window.session).looking:
                break

    def _difference(self, window: MainWindow) -> str:
        for name, sign in _signs(window):
            if self._as_made.get(name) != sign:
                return name
        return ""


def _choices(window: MainWindow) -> list[QAction]:
    """Give what is on or off, and of choices that exclude each other what is on.

    Not what shares its words with another.
    """
    choices = [
        action for action in window.findChildren(QAction) if action.isCheckable()
    ]
    named = Counter(action.text() for action in choices)
    return [action for action in choices if named[action.text()] == 1]


def _app() -> QApplication:
    return QApplication.instance()


def _close(window: MainWindow) -> None:
    """Close a window with all of it; pyqtgraph leaves the menus of its plots behind.

    What stays of it would be styled in every test that follows.
    """
    window.session.undo_stack.clear()
    window.close()
    window.deleteLater()
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMenu):
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _left_open(window: MainWindow) -> str:
    """Name what there is beside a window, or what it has had remembered."""
    if not window.isVisible():
        return "closed"
    for dialog in window.findChildren(QDialog):
        if not isinstance(dialog, KeysWindow):
            return f"dialog {type(dialog).__name__}"
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible():
            return type(widget).__name__
    return "autosave" if window.files.autosave.others() else ""


def _signs(window: MainWindow) -> Iterator[tuple[str, Hashable]]:
    """Give all by which a window can differ from another, under a name each."""
    session, canvas = window.session, window.canvas
    yield "active", window.isActiveWindow()
    yield "size", window.size().toTuple()
    yield "layout", tuple(_place(window, dock) for dock in window.docks.all)
    yield "title", (window.windowTitle(), window.isWindowModified())
    yield "theme", (current_theme(), canvas.plot.theme)
    yield "sheet", hash(_app().styleSheet())
    yield "data", (session.data.n_samples, session.data.class_names)
    yield "feature names", session.data.feature_names
    yield "playing", (session.speed, session.playing, session.endless)
    yield "undo", (session.undo_stack.count(), session.undo_stack.isClean())
    yield "stream", Stream.of(window.session).on
    yield "tool", (type(canvas.tool).__name__, canvas.plot.stroking)
    across, up = canvas.plot.view.viewRange()  # the axis's numbers leave it its width
    yield "view", (sum(across), *up)
    yield "current class", canvas.current_class
    yield "focus", type(window.focusWidget()).__name__
    for name, held in _memory(window):
        yield f"memory: {name}", held
    named = [action for action in window.findChildren(QAction) if action.text()]
    seen = _in_sight(window)
    told = set(seen)
    actions = [
        action for action in named if action.text() != EXPORT and _is_told(action, told)
    ]
    yield "actions", _counted(map(_action_state, actions))
    yield "widgets", _counted(map(_state, seen))


def _in_sight(window: MainWindow) -> list[QWidget]:
    """Give the widgets that are seen, but those behind a tab: data begin them anew."""
    behind = {
        widget
        for dock in window.docks.all
        if dock.isVisible() and dock.visibleRegion().isEmpty()
        for widget in (dock, *dock.findChildren(QWidget))
    }
    widgets = window.findChildren(QWidget)
    return [widget for widget in widgets if widget.isVisible() and widget not in behind]


def _is_told(action: QAction, seen: set[QWidget]) -> bool:
    """Tell whether an action is of what is seen, or in a menu; so is that of a dock."""
    owner = action.parent()
    is_in_menu = isinstance(owner, (QDockWidget, QMenu))
    return is_in_menu or not isinstance(owner, QWidget) or owner in seen


def _place(window: MainWindow, dock: QDockWidget) -> Hashable:
    """Tell where a dock is.

    The state that Qt saves has its least height, too, which comes out by luck: of some
    it is asked before all that is in them is styled.
    """
    beside = frozenset(one.objectName() for one in window.tabifiedDockWidgets(dock))
    area = window.dockWidgetArea(dock)
    return dock.objectName(), dock.isHidden(), dock.isFloating(), area, beside


def _counted(states: Iterator[Hashable]) -> Hashable:
    return frozenset(Counter(states).items())


def _action_state(action: QAction) -> Hashable:
    return action.text(), action.isChecked(), action.isEnabled(), action.isVisible()


def _state(widget: QWidget) -> Hashable:
    read = next(read for kind, read in STATES.items() if isinstance(widget, kind))
    blank = isinstance(widget, QLabel) and not widget.text()
    place = None if blank else widget.geometry().getRect()
    return type(widget).__name__, widget.isEnabled(), place, *read(widget)


def _memory(window: MainWindow) -> Iterator[tuple[str, Hashable]]:
    """Give what is held behind what is seen: numbers, words, how many there are."""
    seen: set[int] = set()
    coming: deque[tuple[str, object]] = deque(
        [
            ("session", window.session),
            ("axes", window.canvas.axes),
            ("files", window.files),
            ("docks", window.docks),
        ]
    )
    while coming:
        name, held = coming.popleft()
        if isinstance(held, PLAIN):
            yield name, held
            continue
        if isinstance(held, QByteArray):
            yield name, held.isEmpty()
            continue
        if id(held) in seen:
            continue
        seen.add(id(held))
        if isinstance(held, dict):
            yield name, len(held)
            coming.extend((f"{name}[{key}]", part) for key, part in held.items())
        elif isinstance(held, SEQUENCES):
            yield name, len(held)
            coming.extend((f"{name}[{i}]", part) for i, part in enumerate(held))
        elif type(held).__module__.startswith(ROOMS):
            kind = type(held).__name__
            coming.extend(
                (f"{name}.{key}", part)
                for key, part in vars(held).items()
                if (kind, key) not in PASSING
            )
