"""The outputs of a step with more than two classes: score and condition of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.canvas.layers.symbols import draw_symbols
from gui.style.text import number

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPaintEvent

    from engine import Frame, Tape
    from gui.style.theme import Theme

ROW = 20
"""Height of a row; all lengths are in pixels."""
SYMBOL = 22
COLUMNS = (("score z", 54), ("y", 26), ("y·z", 54), ("", 54))
"""Heads and widths of the columns that follow the names."""
BAR = 44
WITH_BARS = SYMBOL + 34 + BAR + sum(width for _, width in COLUMNS)
"""Width from which the scores are drawn as bars, too."""
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Output(NamedTuple):
    """One class against the rest, on the step's sample.

    Attributes
    ----------
    name : str
    score : float
        z before the step.
    y : int
        +1 if the sample is of the class, else −1.
    mistake : bool
        Whether y·z is not above the tolerance.
    """

    name: str
    score: float
    y: int
    mistake: bool


def outputs(tape: Tape, frame: Frame) -> list[Output]:
    """List what each output says of the step's first sample."""
    signs, wrong = _conditions(tape, frame)
    columns = (frame.scores[0], signs[0], wrong[0])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    names = tape.data.class_names
    return [Output(name, *row) for name, row in zip(names, rows, strict=True)]


def _conditions(
    tape: Tape, frame: Frame
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Give y and whether y·z is a mistake, both (m, n_outputs)."""
    own = tape.problem.codes[frame.rows]
    signs = np.where(own[:, None] == np.arange(frame.scores.shape[1]), 1, -1)
    tolerance = tape.problem_at(frame.step).settings.tolerance
    return signs, signs * frame.scores <= tolerance


class OutputsTable(QWidget):
    """A row per class: symbol, name, score with a bar, y, y·z, verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Output] = []
        self._theme: Theme | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_rows(self, rows: list[Output], theme: Theme) -> None:
        """Show other outputs; none hides the table."""
        if len(rows) != len(self.rows):
            self.setVisible(bool(rows))
            self.updateGeometry()
        self.rows, self._theme = rows, theme
        self.setFixedHeight(ROW * (len(rows) + 1))
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for room for the numbers."""
        return QSize(SYMBOL + sum(w for _, w in COLUMNS), ROW * (len(self.rows) + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the heads, then the rows."""
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(QColor(self._theme.muted))
        for cell, (head, _) in zip(self._cells(0), COLUMNS, strict=True):
            painter.drawText(cell, RIGHT, head)
        largest = max((abs(row.score) for row in self.rows), default=0.0)
        for code, row in enumerate(self.rows):
            self._draw_name(painter, code, row)
            self._draw_numbers(painter, code, row)
            if largest and self._has_bars:
                self._draw_bar(painter, code, row.score / largest)
        painter.end()

    @property
    def _has_bars(self) -> bool:
        return self.width() >= WITH_BARS

    def _names_width(self) -> float:
        bars = BAR if self._has_bars else 0
        return self.width() - float(bars + sum(width for _, width in COLUMNS))

    def _cells(self, line: int) -> list[QRectF]:
        """Lay out the cells of a line after the name."""
        left, cells = self.width() - float(sum(w for _, w in COLUMNS)), []
        for _, width in COLUMNS:
            cells.append(QRectF(left, ROW * line, width, ROW))
            left += width
        return cells

    def _draw_name(self, painter: QPainter, code: int, row: Output) -> None:
        top = ROW * (code + 1)
        colour = self._theme.class_colour(code) if self._theme else ""
        place = np.array([[8.0, top + ROW / 2]])
        ratio = self.devicePixelRatioF()
        draw_symbols(painter, place, code, colour, colour, 0.0, ratio)
        room = QRectF(SYMBOL, top, self._names_width() - SYMBOL, ROW)
        short = Qt.TextElideMode.ElideRight
        name = self.fontMetrics().elidedText(row.name, short, int(room.width()))
        self._write(painter, room, LEFT, name, row.y > 0)

    def _draw_numbers(self, painter: QPainter, code: int, row: Output) -> None:
        score, sign, product, word = self._cells(code + 1)
        self._write(painter, score, RIGHT, number(row.score, 4))
        self._write(painter, sign, RIGHT, "+1" if row.y > 0 else "−1")
        self._write(painter, product, RIGHT, number(row.y * row.score, 4))
        verdict = "mistake" if row.mistake else "right"
        tone = ""
        if self._theme is not None:
            tone = self._theme.mistake_text if row.mistake else self._theme.good
        self._write(painter, word, RIGHT, verdict, row.mistake, tone)

    def _draw_bar(self, painter: QPainter, code: int, share: float) -> None:
        """Draw the score as a bar from the middle, to the right if positive."""
        if self._theme is None:
            return
        middle, top = self._names_width() + BAR / 2, ROW * (code + 1)
        bar = QRectF(middle, top + 6, share * BAR / 2, ROW - 12).normalized()
        painter.fillRect(bar, QColor(self._theme.class_colour(code)))
        zero = QRectF(middle - 0.5, top + 3, 1, ROW - 6)
        painter.fillRect(zero, QColor(self._theme.faint))

    def _write(
        self,
        painter: QPainter,
        room: QRectF,
        side: Qt.AlignmentFlag,
        text: str,
        strong: bool = False,
        tone: str = "",
    ) -> None:
        font = QFont(self.font())
        font.setBold(strong)
        painter.setFont(font)
        painter.setPen(QColor(tone) if tone else self.palette().text().color())
        painter.drawText(room, side, text)
