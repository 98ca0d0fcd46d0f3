"""Work that a person waits for: a dialog with a bar and a way to stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressBar, QProgressDialog

from gui.style.text import plain
from gui.tasks.task import NOT_COMPUTED, Task

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.tasks.task import Work

DELAY_MS = 300
"""Milliseconds after which the dialog is shown, if the work is not over before."""


class TaskWithDialog(Task):
    """Does one piece of work once, with a dialog if it takes long.

    The work reports the share that is done, 0 … 1, where it is known.

    Parameters
    ----------
    title, text : str
        What is done, and to which file.
    window : QWidget
    tidies_up : bool
        Whether a stop takes a moment, as a file must be tidied up: it has ended when
        the work has. Otherwise the work is left alone at once.

    Attributes
    ----------
    dialog : QProgressDialog, optional
        There as long as the work is done, and is not over at once.
    """

    def __init__(
        self, title: str, text: str, window: QWidget, *, tidies_up: bool = False
    ) -> None:
        super().__init__(title, window)
        self._title, self._text, self._window = title, plain(text), window
        self._tidies_up = tidies_up
        self.dialog: QProgressDialog | None = None
        self.progressed.connect(self._show_share)

    def start(
        self, work: Work[object], *, trouble: str = NOT_COMPUTED, wait: bool = False
    ) -> None:
        super().start(work, trouble=trouble, wait=wait)
        if self.running:
            self._make_dialog()

    def run(
        self, work: Work[object], *, trouble: str = NOT_COMPUTED
    ) -> tuple[Any, str]:
        """Do the work while the caller waits and the window lives.

        Returns
        -------
        object, str
            What `ended` tells; nothing if the program ends before.
        """
        ends: list[tuple[Any, str]] = []
        loop = QEventLoop()
        self.ended.connect(lambda result, failure: ends.append((result, failure)))
        self.ended.connect(loop.quit)
        self.start(work, trouble=trouble, wait=True)
        if not ends:
            loop.exec()
        return ends[0] if ends else (None, "")

    def cancel(self) -> None:
        super().cancel()
        if self.running and not self._tidies_up:
            self._end_work(None, "")

    def drop(self) -> None:
        super().drop()
        self._close_dialog()

    def _make_dialog(self) -> None:
        dialog = self.dialog = QProgressDialog(self._text, "Cancel", 0, 0, self._window)
        # The bar is too thin for a number: it stands in the text.
        dialog.setBar(QProgressBar(textVisible=False))
        dialog.setWindowTitle(self._title)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setMinimumWidth(320)
        dialog.setMinimumDuration(DELAY_MS)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        dialog.canceled.connect(self.cancel)

    def _show_share(self, share: float) -> None:
        percent, dialog = round(100 * share), self.dialog
        if dialog is None or dialog.wasCanceled() or percent == dialog.value():
            return
        dialog.setMaximum(100)
        dialog.setLabelText(f"{self._text}  {percent} %")
        dialog.setValue(percent)

    def _close_dialog(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.canceled.disconnect(self.cancel)
            dialog.close()
            dialog.deleteLater()

    def _end_work(self, result: object, failure: str) -> None:
        self._close_dialog()
        super()._end_work(result, failure)
        self.deleteLater()
