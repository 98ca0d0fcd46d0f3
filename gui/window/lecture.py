"""Lecture mode: the screen shows what a lecture needs, to be read from afar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction

from gui.style.theme import in_lecture, lecture_scale, set_lecture
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from gui.window.appearance import Appearance
    from gui.window.docks import Docks


class LectureMode(QAction):
    """Begins a lecture and ends it; text is as large as the window allows.

    Parameters
    ----------
    window : QMainWindow
    docks : Docks
        Of which fewer are shown.
    appearance : Appearance
    """

    def __init__(
        self, window: QMainWindow, docks: Docks, appearance: Appearance
    ) -> None:
        super().__init__("Lect&ure mode", window, checkable=True)
        self._window, self._docks, self._appearance = window, docks, appearance
        self._enlarge = DelayedCall(self, appearance.follow)
        self.setShortcut("F11")
        self.setChecked(in_lecture())
        self.toggled.connect(self._show_lecture)

    def resume(self) -> None:
        """Go on with a lecture of the last time."""
        if in_lecture():
            self._docks.show_lecture(True)
            self._fill_screen(True)

    def _show_lecture(self, on: bool) -> None:
        set_lecture(self._window.screen().size() if on else None)
        # What is large needs more room than a small window has for all docks.
        if on:
            self._docks.show_lecture(on)
            self._fill_screen(on)
        self._appearance.follow()
        if not on:
            self._fill_screen(on)
            self._docks.show_lecture(on)

    def _fill_screen(self, on: bool) -> None:
        full, state = Qt.WindowState.WindowFullScreen, self._window.windowState()
        self._window.setWindowState(state | full if on else state & ~full)

    def follow_size(self, size: QSize) -> None:
        """Let text be as large as a window of this size allows."""
        before = lecture_scale()
        if before is not None:
            set_lecture(size)
            if lecture_scale() != before:
                self._enlarge.start()
