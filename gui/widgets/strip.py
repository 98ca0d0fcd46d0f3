"""A strip of one line: what is now at the left, what matters most at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.style.text import plain
from gui.widgets.labels import FittingLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

GAP = 12
"""Pixels between what is at the left and at the right."""


class StripWords(FittingLabel):
    """Asks for the room of the most words, and has the tool tip say them."""

    def sizeHint(self) -> QSize:
        longest = self.fontMetrics().horizontalAdvance(self.alternatives[0]) + 2
        return QSize(longest, self.fontMetrics().height())

    def set_alternatives(self, *texts: str) -> None:
        super().set_alternatives(*texts)
        self.setToolTip(plain(texts[0]))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())


class StripLine(QWidget):
    """Something to be said at the right of a strip, as long as it is wanted there.

    Attributes
    ----------
    words : StripWords
        What it says.
    rank : int
        Of what is wanted, the highest is seen.

    Signals
    -------
    wanted_changed
        It is to be seen, or not any more: `wanted`.
    """

    wanted_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = StripWords()
        right, middle = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignVCenter
        self.words.setAlignment(right | middle)
        self.wanted = False
        self.rank = 0

    @property
    def least(self) -> int:
        """Pixels of the fewest words, and of what stands beside them."""
        beside = self.sizeHint().width() - self.words.sizeHint().width()
        return beside + self.words.room_for(0) + 1

    def rise(self, rank: int) -> None:
        """Be before or behind others from now on."""
        if rank != self.rank:
            self.rank = rank
            self.wanted_changed.emit()

    def want(self, wanted: bool) -> None:
        """Be seen from now on, unless something of a higher rank is; or no longer."""
        if wanted != self.wanted:
            self.wanted = wanted
            self.wanted_changed.emit()


class Strip(QWidget):
    """Has a fixed height, so that nothing moves when something is said.

    It has no layout: each text that changes would have the window laid out anew.

    Parameters
    ----------
    now : FittingLabel
        At the left; it says less where there is little room, the least only where the
        right could not be read beside more.
    """

    def __init__(self, now: FittingLabel) -> None:
        super().__init__()
        self.now = now
        now.setParent(self)
        # Else all that is under it is painted with each change of it.
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Button)
        self._lines: list[StripLine] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def line(self) -> StripLine | None:
        """What is said at the right: of what is wanted, that of the highest rank."""
        wanted = (line for line in self._lines if line.wanted)
        return max(wanted, key=lambda line: line.rank, default=None)

    def add(self, line: StripLine, rank: int) -> None:
        """Let a line be seen at the right where none of a higher rank is wanted."""
        line.rank = rank
        self._lines.append(line)
        line.setParent(self)
        line.wanted_changed.connect(self._place_line)
        self.updateGeometry()
        self._place_line()

    def sizeHint(self) -> QSize:
        """Be as high as the highest of what may be said."""
        parts = [self.now, *self._lines]
        return QSize(0, max(part.sizeHint().height() for part in parts))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Place anew what says something else."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.FontChange):
            self._place_line()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_line()

    def _place_line(self) -> None:
        """Give the line at the right what it needs, and what is now the rest."""
        shown, width, height = self.line, self.width(), self.height()
        for line in self._lines:
            line.setVisible(line is shown)
        wide = 0
        if shown is not None:
            spare = width - GAP - self.now.room_for(1)
            if spare < shown.least:
                spare = width - GAP - self.now.room_for(0)
            wide = max(0, min(shown.sizeHint().width(), spare))
            shown.setGeometry(width - wide, 0, wide, height)
            wide += GAP
        self.now.setGeometry(0, 0, width - wide, height)
