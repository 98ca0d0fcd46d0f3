"""The application: names, theme, last-resort error handling, start and stop."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import traceback
from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from engine import __version__
from gui.files.autosave import states
from gui.style.text import plain
from gui.style.theme import current_theme, prepare
from gui.tasks.gc_guard import GcGuard
from gui.tasks.throttle import DelayedCall
from gui.widgets.accessible_roles import install_roles

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType


KEPT = (
    "Nothing is lost: what is unsaved was kept in {}. You can go on, and if the "
    "program should end, the next start offers it."
)
NOT_KEPT = (
    "Your points are still there: save them with Ctrl+S, then start the program again."
)
PASSED = re.compile(r"Error calling Python override of \S+: ")
"""What PySide puts before a message for each override that an error has passed."""
BEGIN_AFTER_MS = 50
"""Milliseconds after which the window begins with something: it is painted before."""
WARM_UP_AFTER_MS = 200
"""Milliseconds after the window is there."""
TURN_SECONDS = 0.0005
"""Seconds after which a thread in Python lets the window's have its turn.

Qt gives its turn away at nearly every call: with the usual 0.005 a window stands still
for seconds while loops are being compiled.
"""


def make_app(argv: list[str]) -> QApplication:
    """Make the QApplication; names come first, or settings go to the wrong place.

    The window puts the style sheet on when it is whole.
    """
    sys.setswitchinterval(TURN_SECONDS)
    QApplication.setOrganizationName("Perceptron Lab")
    QApplication.setApplicationName("Perceptron Lab")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("perceptron-lab")
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(argv)
        install_roles()
    prepare(app, current_theme())
    return app


class ErrorReporter(QObject):
    """Shows what nobody caught, once, instead of letting it vanish.

    What comes again from the same place is counted in the box while that is open: a
    panel that cannot be painted would else open one box after another.
    `sys.excepthook` also receives exceptions from slots, paint events and threads, on
    their own thread: a signal brings them to the GUI's. What is unsaved is kept first.

    Parameters
    ----------
    keep : callable
        Keeps what is unsaved; False if that cannot be.
    """

    _raised = Signal(str, str, str)

    def __init__(self, keep: Callable[[], bool]) -> None:
        super().__init__()
        self._keep = keep
        self._box: QMessageBox | None = None
        self._times = Counter[str]()
        self._raised.connect(self._show_error, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over from the interpreter's own hook."""
        sys.excepthook = self._hook

    def _hook(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        lines = traceback.format_exception(kind, error, trace)
        details = PASSED.sub("", "".join(lines))
        print(details, file=sys.stderr)
        if not issubclass(kind, KeyboardInterrupt):
            frames = traceback.extract_tb(trace)
            place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
            message = PASSED.sub("", str(error)) or kind.__name__
            self._raised.emit(message, details, f"{kind.__name__} {place}")

    def _show_error(self, message: str, details: str, place: str) -> None:
        if self._box is None and not self._times[place]:
            self._times[place] = 1
            self._open_box(message, details, place)
        elif self._times[place]:
            self._times[place] += 1
            if self._box is not None and self._box.objectName() == place:
                times = f"{self._times[place]:,} times"
                self._box.setInformativeText(plain(f"{message} ({times})"))

    def _open_box(self, message: str, details: str, place: str) -> None:
        try:
            kept = self._keep()
        except Exception:  # whatever went wrong may be in the way here too
            kept = False
        self._box = box = QMessageBox(
            QMessageBox.Icon.Warning,
            "Something went wrong",
            "Something went wrong inside Perceptron Lab. "
            + (KEPT.format(states()) if kept else NOT_KEPT),
        )
        box.setObjectName(place)
        box.setInformativeText(plain(message))
        box.setDetailedText(details)
        box.exec()
        self._box = None


def run(argv: list[str], file: Path | None = None) -> NoReturn:
    """Open the window, stay until it is closed, and end the process.

    By then what must be kept is. Nothing else need be finished: threads are not waited
    for, nor is the interpreter taken down, which would take seconds.

    Parameters
    ----------
    argv : list of str
    file : Path, optional
        A data set to open.
    """
    app = make_app(argv)
    GcGuard(app)
    from gui.window.main_window import MainWindow

    window = MainWindow()
    reporter = ErrorReporter(window.files.autosave.keep_now)
    reporter.install()
    window.restore()
    window.show()
    window.activateWindow()
    interrupts = InterruptNotifier(window.close, window.ending.end, window)
    for warm_up in (window.session.warm_up, window.files.recent.remove_left_over):
        DelayedCall(window, warm_up, WARM_UP_AFTER_MS).start()
    app.commitDataRequest.connect(lambda _: window.files.autosave.keep_now())
    if file is None:
        DelayedCall(window, window.begin, BEGIN_AFTER_MS).start()
    else:
        window.files.open_first(file)
    status = app.exec()
    interrupts.setEnabled(False)
    app.shutdown()  # hands over what was copied to the clipboard
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


class InterruptNotifier(QSocketNotifier):
    """Lets signals close the window: Ctrl+C in the terminal asks about what is unsaved.

    The system's own, at its end or the terminal's, ask nothing: what is unsaved is kept
    for the next start. Python only sees a signal when it runs; a byte on a socket wakes
    Qt up for it, and is the signal's number.

    Parameters
    ----------
    ask_to_close : callable
    end : callable
        Closes without a question.
    parent : QObject
    """

    def __init__(
        self,
        ask_to_close: Callable[[], object],
        end: Callable[[], object],
        parent: QObject,
    ) -> None:
        self._read_end, self._write_end = socket.socketpair()
        for socket_end in (self._read_end, self._write_end):
            socket_end.setblocking(False)
        super().__init__(
            self._read_end.fileno(), QSocketNotifier.Type.Read, parent=parent
        )
        self._ask_to_close, self._end = ask_to_close, end
        self.activated.connect(self._close_window)
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if number := getattr(signal, name, None):
                signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._write_end.fileno(), warn_on_full_buffer=False)

    def _close_window(self) -> None:
        if set(self._read_end.recv(64)) <= {signal.SIGINT}:
            self._ask_to_close()
        else:
            self._end()
