"""A file is written in the background, while its caller waits and the window lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QObject

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from gui.files.file_dialogs import FileDialogs
    from gui.tasks.background import Background
    from gui.tasks.progress_dialog import Progress


class Saving(QObject):
    """Writes what a window holds, one file at a time.

    Attributes
    ----------
    writing : Progress, optional
        The file that is being written.
    """

    def __init__(self, window: QWidget, asking: FileDialogs) -> None:
        super().__init__(window)
        self._window, self._asking = window, asking
        self.writing: Progress | None = None

    def save(
        self, path: Path, write: Callable[[Callable[[float], bool]], None]
    ) -> bool:
        """Write a file; tell whether it is there, and say why if it is not.

        Parameters
        ----------
        path : Path
        write : callable
            ``write(report)``, in another thread: it reads only what does not change.
        """
        from gui.tasks.background import Background

        if self.writing is not None:
            self._asking.say("a file is being saved: wait until it is there")
            return False

        def work(report: Callable[[float], bool]) -> bool:
            write(report)
            return True

        job = Background(work, f"{path}: the file could not be written")
        failure = job.failure if job.is_over_soon() else self._wait(path, job)
        if failure:
            self._asking.warn(failure)
        elif not job.result:
            self._asking.say("nothing saved")
        return bool(job.result)

    def _wait(self, path: Path, job: Background[bool]) -> str:
        """Let the window live until the file is there; give why it is not."""
        from gui.tasks.progress_dialog import Progress

        text = f"Saving {path.name}…"
        self.writing = Progress(job, "Save", text, self._window, tidies=True)
        loop = QEventLoop()
        self.writing.ended.connect(loop.quit)
        loop.exec()
        self.writing = None
        return job.failure
