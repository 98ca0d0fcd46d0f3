"""The pictures of a film: a plot of the run, step after step, with its words."""

from __future__ import annotations

from math import ceil
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QRect, QSize, QTimer
from PySide6.QtGui import QImage

from engine.errors import Cancelled
from gui.plotting.figure import FigureFrame, Sheet
from gui.session.run_caption import run_caption, run_title

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine import Tape
    from gui.plotting.figure import Figure, RunDrawing
    from gui.style.theme import Theme

USUAL = QSize(800, 600)
"""The size in pixels at which text is as large as on the screen; it grows beyond."""
INTERVAL_MS = 2
"""Milliseconds between two looks at what is asked for: the window lives between."""
LOOK_SECONDS = 0.1
"""Seconds between two looks at whether a picture is still wanted."""


class FilmPainter:
    """Paints the steps of a run, all of the same size.

    Parameters
    ----------
    tape : Tape
    last : int
        The last step: its caption is the longest.
    drawing : callable
        ``drawing(sheet)`` gives what is filmed.
    size : QSize
        In pixels.
    theme : Theme
    legend, caption : bool
        Whether they are there.
    title : str or None
        None for none, empty for that of the run.

    Attributes
    ----------
    colours : tuple of str
        Those that mean something, each ``'#rrggbb'``.
    """

    def __init__(
        self,
        tape: Tape,
        last: int,
        drawing: Callable[[Sheet], RunDrawing],
        *,
        size: QSize,
        theme: Theme,
        legend: bool = True,
        caption: bool = False,
        title: str | None = None,
    ) -> None:
        self._tape, self._captioned = tape, caption
        # Sides of an MP4 are even.
        self._size = QSize(*(n + n % 2 for n in size.toTuple()))
        wide, high = self._size.toTuple()
        self._scale = max(1.0, min(wide / USUAL.width(), high / USUAL.height()))
        logical = QSize(ceil(wide / self._scale), ceil(high / self._scale))
        longest = run_caption(tape, last) if caption else ""
        self._frame = FigureFrame(
            Sheet(logical, theme, legend),
            title=run_title(tape) if title == "" else title or "",
            caption=longest,
        )
        self.colours = (*theme.classes, *theme.runs, theme.mistake, theme.field)
        self._drawing = drawing(self._frame.inner)

    def figure(self, step: int) -> Figure:
        """Draw a step; it can be painted until another one is drawn."""
        caption = run_caption(self._tape, step) if self._captioned else ""
        return self._frame.around(self._drawing.figure(step), caption)

    def paint(self, step: int) -> NDArray[np.uint8]:
        """Paint a step: an array (height, width, 3)."""
        whole = (
            self.figure(step)
            .image(self._scale)
            .copy(QRect(0, 0, *self._size.toTuple()))
        )
        image = whole.convertToFormat(QImage.Format.Format_RGB888)
        buffer = np.frombuffer(image.constBits(), np.uint8)
        rows = buffer.reshape(image.height(), image.bytesPerLine())
        return rows[:, : 3 * image.width()].reshape(image.height(), -1, 3).copy()

    def close(self) -> None:
        """Paint no more."""
        self._drawing.close()


class PaintRelay(QObject):
    """Has pictures painted in the GUI thread that another thread asks for.

    The thread touches no QObject: a timer looks for what it has asked.

    Parameters
    ----------
    paint : callable
        ``paint(step)`` paints in the GUI thread.
    parent : QObject
    """

    def __init__(
        self, paint: Callable[[int], NDArray[np.uint8]], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._paint = paint
        self._asked: SimpleQueue[int] = SimpleQueue()
        self._answers: SimpleQueue[NDArray[np.uint8] | Exception] = SimpleQueue()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._answer)
        self._timer.start()

    def picture(self, step: int, cancelled: Callable[[], bool]) -> NDArray[np.uint8]:
        """Ask for a step and wait for it, in the other thread.

        Raises
        ------
        Cancelled
            If it is no longer wanted.
        """
        self._asked.put(step)
        while not cancelled():
            try:
                answer = self._answers.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            if isinstance(answer, Exception):
                raise answer
            return answer
        raise Cancelled

    def _answer(self) -> None:
        try:
            step = self._asked.get_nowait()
        except Empty:
            return
        try:
            self._answers.put(self._paint(step))
        except Exception as error:  # what it says is told where it was asked for
            self._answers.put(error)
