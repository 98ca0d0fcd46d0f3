"""The scores of a step's sample, class by class: a table that covers no digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.canvas.layers.symbols import draw_symbols
from gui.style.text import number, one_line

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from engine import Frame, Tape
    from gui.style.theme import Theme

LINE = 20
"""Height of a line; all lengths are in pixels."""
SYMBOL = 22
GAP = 9
"""Between two columns, at least."""
LEAST_NAME = 48
"""Room for a name, from which it stands beside its numbers rather than above them."""
BAR = 40
HEADS = ("score z", "y", "y·z", "")
DIGITS = 4
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
        Whether the score is one, by the rule.
    """

    name: str
    score: float
    y: int
    mistake: bool

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """What stands in the columns under `HEADS`."""
        return (
            number(self.score, DIGITS),
            "+1" if self.y > 0 else "−1",
            number(self.y * self.score, DIGITS),
            "mistake" if self.mistake else "right",
        )


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
    """Give y and whether z is a mistake, both (m, n_outputs)."""
    own = tape.problem.codes[frame.rows]
    signs = np.where(own[:, None] == np.arange(frame.scores.shape[1]), 1, -1)
    return signs, tape.problem_at(frame.step).are_mistakes(frame.scores, signs)


class PlacedText(NamedTuple):
    """A text of the table, as it is drawn, and its place."""

    text: str
    rect: QRectF
    side: Qt.AlignmentFlag = RIGHT
    strong: bool = False
    tone: str = ""


class OutputsTable(QWidget):
    """A row per class: symbol, name, score with a bar, y, y·z, verdict.

    Columns are as wide as their numbers. Where there is little room the bars go, then
    names are cut, then each class takes two lines, its name above its numbers.

    Attributes
    ----------
    rows : list of Output
    placed : list of PlacedText
        What is drawn.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Output] = []
        self.placed: list[PlacedText] = []
        self._theme: Theme | None = None
        self._widths = [0.0] * len(HEADS)
        self._named = 0.0
        self._bars: list[QRectF] = []
        self._bold, self._plain = self._metrics()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    def _metrics(self) -> tuple[QFontMetricsF, QFontMetricsF]:
        font = QFont(self.font())
        font.setBold(True)
        return QFontMetricsF(font), QFontMetricsF(self.font())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._bold, self._plain = self._metrics()
            self._forget_widths()
            self._lay_out()

    def show_rows(self, rows: list[Output], theme: Theme) -> None:
        """Show other outputs; none hides the table."""
        if [one.name for one in rows] != [one.name for one in self.rows]:
            self._forget_widths()
        self.rows, self._theme = rows, theme
        self.setVisible(bool(rows))
        self.setToolTip("\n".join(map(_in_full, rows)))
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    # Layout

    def _forget_widths(self) -> None:
        self._widths = [self._plain.horizontalAdvance(head) for head in HEADS]
        self._named = 0.0

    def _measure(self) -> None:
        """Let columns grow with their texts, but not shrink: they would tremble."""
        for row in self.rows:
            for j, text in enumerate(row.texts):
                metrics = self._plain if HEADS[j] else self._bold
                width = metrics.horizontalAdvance(text)
                self._widths[j] = max(self._widths[j], width)
            name = self._bold.horizontalAdvance(one_line(row.name))
            self._named = max(self._named, name)

    def _lay_out(self) -> None:
        self._measure()
        numbers = sum(self._widths[:-1]) + 2 * GAP
        room = self.width() - SYMBOL - numbers - self._widths[-1] - 2 * GAP
        lines = 1 if room >= min(self._named, LEAST_NAME) else 2
        self._place(lines, bars=lines == 1 and room >= self._named + BAR + GAP)
        self.setMinimumWidth(round(numbers + 0.5))
        self.setFixedHeight(LINE * (lines * len(self.rows) + 1))
        self.update()

    def _place(self, lines: int, *, bars: bool) -> None:
        """Put every text in its place, each class on so many lines."""
        theme, width = self._theme, float(self.width())
        self.placed, self._bars = [], []
        ends, end = [width] * len(HEADS), width
        if lines == 1:
            end -= self._widths[-1] + GAP
        for j in (2, 1, 0):
            ends[j], end = end, end - self._widths[j] - GAP
        last = end - (BAR + GAP if bars else 0.0)
        if lines == 2:
            last = width - self._widths[-1] - GAP
        for j, head in enumerate(HEADS[:-1]):
            tone = theme.muted if theme else ""
            self.placed.append(PlacedText(head, self._cell(j, ends, 0), tone=tone))
        for i, row in enumerate(self.rows):
            top = LINE * (1 + lines * i)
            named = QRectF(SYMBOL, top, last - SYMBOL, LINE)
            own = row.y > 0
            name = self._cut(row.name, named.width(), strong=own)
            self.placed.append(PlacedText(name, named, LEFT, own))
            below = top + LINE * (lines - 1)
            for j, text in enumerate(row.texts[:-1]):
                self.placed.append(PlacedText(text, self._cell(j, ends, below)))
            verdict = self._cell(3, ends, top)
            tone = "" if theme is None else theme.good
            if row.mistake and theme is not None:
                tone = theme.mistake_text
            said = PlacedText(row.texts[-1], verdict, RIGHT, row.mistake, tone)
            self.placed.append(said)
            if bars:
                self._bars.append(QRectF(end - BAR, top, BAR, LINE))

    def _cell(self, column: int, ends: list[float], top: float) -> QRectF:
        width = self._widths[column]
        return QRectF(ends[column] - width, top, width, LINE)

    def _cut(self, name: str, width: float, *, strong: bool) -> str:
        metrics = self._bold if strong else self._plain
        return metrics.elidedText(one_line(name), Qt.TextElideMode.ElideRight, width)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        largest = max((abs(row.score) for row in self.rows), default=0.0)
        lines = (self.height() // LINE - 1) // max(1, len(self.rows))
        for code in range(len(self.rows)):
            middle = LINE * (1 + lines * code) + LINE / 2
            colour = self._theme.class_colour(code)
            place, ratio = np.array([[8.0, middle]]), self.devicePixelRatioF()
            draw_symbols(painter, place, code, colour, colour, 0.0, ratio)
        for code, (row, bar) in enumerate(zip(self.rows, self._bars, strict=False)):
            self._draw_bar(painter, bar, code, row.score / largest if largest else 0.0)
        font, ink = QFont(self.font()), self.palette().text().color()
        for one in self.placed:
            font.setBold(one.strong)
            painter.setFont(font)
            painter.setPen(QColor(one.tone) if one.tone else ink)
            painter.drawText(one.rect, one.side, one.text)
        painter.end()

    def _draw_bar(
        self, painter: QPainter, room: QRectF, code: int, share: float
    ) -> None:
        """Draw the score as a bar from the middle, to the right if positive."""
        if self._theme is None:
            return
        middle = room.center().x()
        bar = QRectF(middle, room.top() + 6, share * BAR / 2, LINE - 12).normalized()
        painter.fillRect(bar, QColor(self._theme.class_colour(code)))
        zero = QRectF(middle - 0.5, room.top() + 3, 1, LINE - 6)
        painter.fillRect(zero, QColor(self._theme.faint))


def _in_full(row: Output) -> str:
    """Write a row with all its digits."""
    score, product = (
        f"{value!r}".replace("-", "−") for value in (row.score, row.y * row.score)
    )
    return f"{one_line(row.name)}: z = {score}, y = {row.texts[1]}, y·z = {product}"
