"""A monkey at the window: mouse, keys and menu lines, drawn from a seed.

    python -m tests.reliability.monkey --seed 1 --size 5000

Nothing may be raised, nor Qt warn of anything. Now and then, and at the end,

- the run on screen at rest must be that of the present data and recipe, to the bit;
- undo to the start must come to what was begun with, redo to the end to what was left.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field

TIMEOUT = 60.0
"""Seconds in which the window must come to rest."""
CHECK_EVERY = 250
"""Events between two checks."""
MOST_POINTS = 500
"""With more, the data are begun anew: the monkey is to press, not to wait."""
LEFT_ALONE = ("Quit", "Open", "Import", "Save", "Export", "About", "Colours of the")
LEFT_ALONE += ("Light", "Dark", "On", "Off", "As the system", "Lecture mode")
"""Lines of menus that only open the system's dialogs, end all, or are slow."""
KEYS = "1 2 3 B E S P M J R V C F G T + - [ ] Space Home End Left Right Up Down Del"
KEYS += " Esc Ctrl+A Ctrl+D Ctrl+C Ctrl+V Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Y Tab Return"


@dataclass
class Figure:
    """What came of a monkey."""

    seed: int
    events: int = 0
    checks: int = 0
    undone: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"monkey, seed {self.seed}: {self.events:,} events, {self.checks} checks, "
            f"{self.undone:,} commands undone and redone, {len(self.faults)} faults"
        )


class Monkey:
    """Presses whatever is there.

    Parameters
    ----------
    window : MainWindow
    figure : Figure
    """

    def __init__(self, window, figure: Figure) -> None:
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        self.window, self.session, self.figure = window, window.session, figure
        self.stack = window.session.undo_stack
        self.app = QApplication.instance()
        self.rng = random.Random(figure.seed)
        self.answers = random.Random(figure.seed)  # asked for as the clock has it
        self.last = ""
        self.beginning = self.state()
        self.busy = False
        # What waits for its answer in a loop of its own gets one from here.
        self._answers = QTimer(window, interval=20)
        self._answers.timeout.connect(self.answer)
        self._answers.start()

    # What is pressed

    def event(self) -> None:
        """Press something."""
        self.busy = True
        self.press()
        self.busy = False
        for _ in range(3):
            self.app.processEvents()
        if not self.stack.count():
            self.beginning = self.state()

    def press(self) -> None:
        modal = self.app.activeModalWidget()
        popup = self.app.activePopupWidget()
        if popup is not None:
            self.last = f"popup {type(popup).__name__}"
            self.in_popup(popup)
        elif modal is not None:
            self.last = f"dialog {modal.windowTitle()}"
            self.in_dialog(modal)
        else:
            acts = {
                self.on_canvas: 8, self.by_key: 4, self.by_action: 3,
                self.on_control: 6, self.close_window: 3,
            }  # fmt: skip
            self.rng.choices([*acts], [*acts.values()])[0]()

    def on_canvas(self) -> None:
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        port = self.window.canvas.plot.viewport()
        width, height = max(port.width(), 1), max(port.height(), 1)
        places = [
            QPoint(self.rng.randrange(width), self.rng.randrange(height))
            for _ in range(self.rng.randint(1, 6))
        ]
        left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
        button = self.rng.choice((left, left, right))
        keys = Qt.KeyboardModifier
        held = self.rng.choice((keys.NoModifier,) * 4 + (keys.ShiftModifier,))
        self.last = f"mouse {button.name} at {[p.toTuple() for p in places]}"
        QTest.mousePress(port, button, held, places[0])
        for place in places[1:]:
            move_mouse(port, place, button)
            if self.rng.random() < 0.3:
                self.app.processEvents()
        QTest.mouseRelease(port, button, held, places[-1])
        if len(places) == 1 and self.rng.random() < 0.1:
            QTest.mouseDClick(port, button, held, places[0])

    def by_key(self) -> None:
        from PySide6.QtGui import QKeySequence
        from PySide6.QtTest import QTest

        key = self.rng.choice(KEYS.split())
        self.last = f"key {key}"
        focus = self.app.focusWidget() or self.window
        if self.rng.random() < 0.5:
            focus = self.window
        QTest.keySequence(focus, QKeySequence(key))

    def by_action(self) -> None:
        from PySide6.QtGui import QAction

        actions = [
            action
            for action in self.window.findChildren(QAction)
            if action.isEnabled()
            and action.menu() is None
            and action.text()
            and not plain(action.text()).startswith(LEFT_ALONE)
        ]
        action = self.rng.choice(actions)
        self.last = f"action {plain(action.text())}"
        action.trigger()

    def on_control(self) -> None:
        windows = [
            window for window in self.app.topLevelWidgets() if window.isVisible()
        ]
        self.press_in(self.rng.choice([self.window, *windows]))

    def close_window(self) -> None:
        """Close one of the windows beside the main one: each that is open costs."""
        windows = [
            window for window in self.app.topLevelWidgets() if window.isVisible()
        ]
        windows.remove(self.window)
        if windows:
            window = self.rng.choice(windows)
            self.last = f"close {window.windowTitle()}"
            window.close()

    def in_dialog(self, dialog) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        if self.rng.random() < 0.2:
            key = self.rng.choice((Qt.Key.Key_Escape, Qt.Key.Key_Return))
            QTest.keyClick(dialog, key)
        else:
            self.press_in(dialog)

    def in_popup(self, popup) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        keys = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Escape)
        QTest.keyClick(popup, self.rng.choice(keys))
        if popup is self.app.activePopupWidget() and self.rng.random() < 0.5:
            popup.close()

    def press_in(self, window) -> None:
        """Click, turn the wheel or type on a control of a window."""
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import (
            QAbstractButton,
            QAbstractItemView,
            QAbstractSlider,
            QAbstractSpinBox,
            QComboBox,
            QDialogButtonBox,
            QFileDialog,
            QLineEdit,
            QWidget,
        )

        kinds = (
            QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox,
            QComboBox, QLineEdit,
        )  # fmt: skip
        if isinstance(window, QFileDialog):
            window.reject()
            return
        there = [
            control
            for control in window.findChildren(QWidget)
            if isinstance(control, kinds) and control.isEnabled() and is_seen(control)
        ]
        if not there:
            return
        control = self.rng.choice(there)
        name = control.accessibleName() or control.objectName()
        self.last = f"{type(control).__name__} {name}"
        target = (
            control.viewport() if isinstance(control, QAbstractItemView) else control
        )
        place = QPoint(
            self.rng.randrange(max(target.width(), 1)),
            self.rng.randrange(max(target.height(), 1)),
        )
        if isinstance(control, QAbstractButton) and isinstance(
            control.parent(), QDialogButtonBox
        ):
            place = target.rect().center()
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=place)
        if isinstance(control, QAbstractItemView) and self.rng.random() < 0.3:
            QTest.mouseDClick(target, Qt.MouseButton.LeftButton, pos=place)
        typed = isinstance(control, (QAbstractItemView, QAbstractSpinBox, QLineEdit))
        if typed and self.rng.random() < 0.7:
            focus = self.app.focusWidget() or control
            text = self.rng.choice(("0", "1", "2.5", "-3", "1e3", "A", "x1", "", "0.1"))
            QTest.keyClicks(focus, text)
            QTest.keyClick(self.app.focusWidget() or control, Qt.Key.Key_Return)

    def answer(self) -> None:
        """Answer what waits in a loop of its own: press a button of a message."""
        from PySide6.QtWidgets import QMenu, QMessageBox

        modal = self.app.activeModalWidget()
        if isinstance(modal, QMessageBox):
            said = modal.text().partition("\n")[0]
            if "Something went wrong" in said:
                self.fault(f"{said} {modal.informativeText()}")
            self.answers.choice(modal.buttons()).click()
        elif self.busy and modal is not None and self.answers.random() < 0.2:
            modal.reject()
        popup = self.app.activePopupWidget()
        if isinstance(popup, QMenu) and self.answers.random() < 0.2:
            popup.close()

    # What is looked at

    def state(self) -> tuple:
        """Give the data and the person's own recipe, to the bit."""
        return (*bits(self.session.data), self.session.own_recipe)

    def rest(self) -> bool:
        """Pause, close what is modal, and wait until the run is there.

        A run that is recorded on, maybe for hours, is there.
        """
        from PySide6.QtCore import QEventLoop

        for _ in range(50):
            top = self.app.activePopupWidget() or self.app.activeModalWidget()
            if top is None:
                break
            top.close()
            self.app.processEvents()
        s = self.session
        s.set_playing(False)
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            self.app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            grows = s.tape is not None and not s.tape.finished
            if (s.idle or grows) and (s.up_to_date or s.obstacle):
                return True
            time.sleep(0.002)
        return False

    def check(self) -> None:
        """Look whether the run is that of the data, and undo and redo all."""
        self.window.files.take_back()  # undo would end a lesson, and redo not begin it
        if not self.rest():
            self.fault(f"no rest in {TIMEOUT:.0f} s: {self.description()}")
            return
        self.check_tape("as left")
        left, playhead = self.state(), self.stack.index()
        while self.stack.canUndo():
            self.stack.undo()
            self.figure.undone += 1
        self.compare("undo to the start", self.beginning)
        if not self.rest():
            self.fault(f"no rest in {TIMEOUT:.0f} s after undo: {self.description()}")
        self.check_tape("after undo to the start")
        while self.stack.index() < playhead and self.stack.canRedo():
            self.stack.redo()
        self.compare("redo to the end", left)
        if not self.rest():
            self.fault(f"no rest in {TIMEOUT:.0f} s after redo: {self.description()}")
        self.check_tape("after redo to the end")
        self.figure.checks += 1

    def compare(self, when: str, expected: tuple) -> None:
        """Tell where the state is another than it should be."""
        names = ("X", "y", "parts", "weights", "features", "classes", "recipe")
        state = self.state()
        for name, a, b in zip(names, state, expected, strict=True):
            if a != b:
                texts = [self.stack.text(i) for i in range(self.stack.count())][-12:]
                about = "" if isinstance(a, bytes) else f": {b} → {a}"
                self.fault(f"{when}: other {name}{about}; commands {texts}")

    def check_tape(self, when: str) -> None:
        """Compare the recording with one made anew."""
        from engine import Tape

        s = self.session
        if s.obstacle or not s.data.n_samples:
            return
        if s.tape is None:
            self.fault(f"{when}: no tape: {self.description()}")
            return
        if bits(s.tape.data) != bits(s.data) or s.tape.recipe != s.recipe:
            self.fault(
                f"{when}: the tape is of other data or recipe: {self.description()}"
            )
            return
        fresh = Tape(s.data, s.recipe, branch=s.branches.branch)
        fresh.extend(max_seconds=2.0)
        if not fresh.finished or not s.tape.finished:
            return
        if fresh.steps != s.tape.steps:
            self.fault(f"{when}: {s.tape.steps} steps, anew {fresh.steps}")
        for step in {0, fresh.steps // 2, fresh.steps}:
            was, now = s.tape.frame(step), fresh.frame(step)
            if was.weights.tobytes() != now.weights.tobytes():
                self.fault(f"{when}: step {step} has other weights than anew")

    def description(self) -> str:
        s = self.session
        return (
            f"idle {s.idle}, up to date {s.up_to_date}, obstacle {s.obstacle!r}, "
            f"preparing {s.preparing}, samples {s.data.n_samples}, {s.recipe}"
        )

    def told_by_qt(self, text: str) -> None:
        if not text.startswith("This plugin does not support"):
            self.fault(f"Qt: {text}")

    def fault(self, message: str) -> None:
        text = f"after event {self.figure.events} ({self.last}): {message}"
        print(text, file=sys.stderr, flush=True)
        self.figure.faults.append(text)


def is_seen(widget) -> bool:
    """Tell whether a person could press it: docks behind others are visible to Qt."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def bits(data) -> tuple:
    """Give all of a data set so that it can be compared to the bit."""
    weights = data.sample_weights
    return (
        data.X.tobytes(),
        data.y.tobytes(),
        data.parts.tobytes(),
        b"" if weights is None else weights.tobytes(),
        data.feature_names,
        data.class_names,
    )


def plain(text: str) -> str:
    return text.replace("&", "")


def move_mouse(port, place, button) -> None:
    from PySide6.QtCore import QEvent, QPointF, Qt
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(place), QPointF(port.mapToGlobal(place)),
        Qt.MouseButton.NoButton, button, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def main(seed: int, size: int, verbose: bool = False) -> Figure:
    """Let a monkey of this seed press `size` times, in folders of its own."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    figure = Figure(seed)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            os.environ[name] = os.path.join(folder, name)
        _press(figure, size, verbose)
    return figure


def _press(figure: Figure, size: int, verbose: bool) -> None:
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QFileDialog

    from gui.app import make_app
    from gui.tasks.gc_guard import GcGuard
    from gui.window.main_window import MainWindow

    app = make_app(["monkey"])
    GcGuard(app)
    for name in ("getOpenFileName", "getSaveFileName"):
        setattr(QFileDialog, name, staticmethod(lambda *_, **__: ("", "")))
    window = MainWindow()
    monkey = Monkey(window, figure)

    def raised(kind, error, trace) -> None:
        lines = traceback.format_exception(kind, error, trace)
        monkey.fault("".join(lines).strip())

    sys.excepthook = raised
    qInstallMessageHandler(lambda kind, where, text: monkey.told_by_qt(text))
    window.show()
    window.begin()
    monkey.beginning = monkey.state()
    try:
        for i in range(size):
            figure.events = i + 1
            monkey.event()
            if verbose:
                print(i + 1, monkey.last, flush=True)
            if monkey.session.data.n_samples > MOST_POINTS:
                monkey.last = "new"
                window.files.take_back()  # what is under a lesson is changed, too
                monkey.session.undo_stack.setClean()
                window.files.new()
            if (i + 1) % CHECK_EVERY == 0:
                monkey.check()
        if size % CHECK_EVERY:
            monkey.check()
        monkey.rest()
    finally:
        window.session.undo_stack.setClean()
        window.close()
        app.clipboard().clear()  # an image there crashes Qt at its offscreen end
        qInstallMessageHandler(None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=5000)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    result = main(given.seed, given.size, given.verbose)
    print(result)
    sys.exit(1 if result.faults else 0)
