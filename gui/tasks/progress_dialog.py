"""A file being read or written in the background, with a bar and a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QProgressDialog

if TYPE_CHECKING:
    from typing import Any

    from PySide6.QtWidgets import QWidget

    from gui.tasks.background import Background

LOOK = 50
"""Milliseconds between two looks at how far it is."""
SOON = 300
"""Milliseconds after which the bar is shown, if it is not over before."""


class Progress(QObject):
    """Watches one piece of work.

    Parameters
    ----------
    work : Background
    title, text : str
        What is done, and to which file.
    window : QWidget
    tidies : bool
        Whether it has to tidy up when it is stopped, so that a stop takes a moment.
        Otherwise it is left alone at once.

    Signals
    -------
    ended(object, str)
        It is over: the result, or None and why there is none; empty if cancelled.
    """

    ended = Signal(object, str)

    def __init__(
        self,
        work: Background[Any],
        title: str,
        text: str,
        window: QWidget,
        tidies: bool = False,
    ) -> None:
        super().__init__(window)
        self._work, self._tidies = work, tidies
        self._text, self._stopping = text, False
        self.dialog = QProgressDialog(text, "Cancel", 0, 0, window)
        # The bar is too thin for a number: it stands in the text.
        self.dialog.setBar(QProgressBar(textVisible=False))
        self.dialog.setWindowTitle(title)
        self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self.dialog.setMinimumWidth(320)
        self.dialog.setMinimumDuration(SOON)
        self.dialog.setAutoClose(False)
        self.dialog.setAutoReset(False)
        self.dialog.canceled.connect(self.cancel)
        self._clock = QTimer(self, interval=LOOK)
        self._clock.timeout.connect(self._look)
        self._clock.start()

    def cancel(self) -> None:
        """Let it be; everything stays as it was."""
        self._stopping = True
        self._work.cancel()
        if not self._tidies:
            self._end(None, "")

    def close(self) -> None:
        """Let it be, and say nothing."""
        self._clock.stop()
        self._work.cancel()
        if self._tidies:
            self._work.join()

    def _look(self) -> None:
        if self._work.over:
            self._end(self._work.result, self._work.failure)
        elif self._work.share and not self._stopping:
            self.dialog.setMaximum(100)
            percent = round(100 * self._work.share)
            self.dialog.setLabelText(f"{self._text}  {percent} %")
            self.dialog.setValue(percent)

    def _end(self, result: object, failure: str) -> None:
        self._clock.stop()
        self.dialog.canceled.disconnect(self.cancel)
        self.dialog.close()
        self.dialog.deleteLater()
        self.ended.emit(result, failure)
        self.deleteLater()
