"""The scores of a step's sample, class by class: a table that covers no digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QPainter,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.canvas.layers.symbols import draw_symbols
from gui.style.text import elide_mode, number, one_line, plain

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from engine import Frame, Tape
    from gui.style.theme import Theme

LINE = 20
"""Height of a line; all lengths are in pixels."""
SYMBOL = 22
CENTRE = np.zeros((1, 2))
GAP = 9
"""Between two columns, at least."""
LEAST_NAME = 48
"""Room for a name, from which it stands beside its numbers rather than above them."""
BAR = 40
HEADS = ("score z", "y", "y·z", "")
COUPLED_HEADS = ("score z", "t", "p", "")
"""Of outputs that learn together: a score says something beside the others."""
DIGITS = 4
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Output(NamedTuple):
    """One class on the step's sample.

    Attributes
    ----------
    name : str
    score : float
        z before the step.
    y : int
        +1 if the sample is of the class, else −1.
    mistake : bool
        Whether the score is one, by the rule.
    probability : float, optional
        Of the class, where the outputs learn together; else it is learned against the
        rest.
    """

    name: str
    score: float
    y: int
    mistake: bool
    probability: float | None = None

    @property
    def heads(self) -> tuple[str, str, str, str]:
        """The names of the columns."""
        return HEADS if self.probability is None else COUPLED_HEADS

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """What stands in the columns."""
        verdict = "mistake" if self.mistake else "right"
        score = number(self.score, DIGITS)
        if self.probability is not None:
            share = number(self.probability, DIGITS)
            return score, "1" if self.y > 0 else "0", share, verdict
        sign = "+1" if self.y > 0 else "−1"
        return score, sign, number(self.y * self.score, DIGITS), verdict

    @property
    def in_full(self) -> str:
        """All of it, with all digits."""
        _, label, last, _ = self.heads
        value = self.probability
        if value is None:
            value = self.y * self.score
        score, digits = (f"{n!r}".replace("-", "−") for n in (self.score, value))
        own = f"{label} = {self.texts[1]}"
        return f"{one_line(self.name)}: z = {score}, {own}, {last} = {digits}"


def outputs(tape: Tape, frame: Frame) -> list[Output]:
    """List what each output says of a step's first sample; more than two classes."""
    problem, own = tape.problem_at(frame.step), tape.problem.codes[frame.rows][:1]
    scores, classes = frame.scores[:1], np.arange(frame.scores.shape[1])
    rule = tape.learner_at(frame.step)
    signs = np.where(own[:, None] == classes, 1, -1)
    wrong = problem.mistakes_by_output(scores, own)
    columns = [scores[0], signs[0], wrong[0]]
    if problem.coupled:
        from engine.evaluation.probabilities import log_probabilities

        columns.append(np.exp(log_probabilities(rule, scores))[0])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    names = tape.data.class_names
    return [Output(name, *row) for name, row in zip(names, rows, strict=True)]


class PlacedText(NamedTuple):
    """A text of the table, as it is drawn, and its place."""

    text: str
    rect: QRectF
    side: Qt.AlignmentFlag = RIGHT
    strong: bool = False
    tone: str = ""


class OutputsTable(QWidget):
    """A row per class: symbol, name, score with a bar, y, y·z, verdict.

    Where the classes learn together, t, 1 for the sample's own, and p stand for y, y·z.

    Columns are as wide as their numbers. Where there is little room the bars go, then
    names are cut, then each class takes two lines, its name above its numbers.

    Attributes
    ----------
    rows : list of Output
    """

    accessible_role = QAccessible.Role.StaticText

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Scores of this step")
        self.rows: list[Output] = []
        self._texts: list[tuple[str, str, str, str]] = []
        self._theme: Theme | None = None
        self._line, self._indent = LINE, SYMBOL
        self._head_names = HEADS
        self._widths = [0.0] * len(HEADS)
        self._named = 0.0
        self._lines = 1
        self._ends = [0.0] * len(HEADS)
        self._name_end = 0.0
        self._bars_at: float | None = None
        self._elide = elide_mode(())
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

    @property
    def placed(self) -> list[PlacedText]:
        """All that is drawn, in sight or not."""
        rows = range(len(self.rows))
        return [*self._heads(), *(text for i in rows for text in self._texts_of(i))]

    def show_rows(self, rows: list[Output], theme: Theme) -> None:
        """Show other outputs; none hides the table."""
        names = [row.name for row in rows]
        together = bool(rows) and rows[0].probability is not None
        heads = COUPLED_HEADS if together else HEADS
        if names != [row.name for row in self.rows] or heads != self._head_names:
            self._head_names = heads
            self._forget_widths()
            self._elide = elide_mode(tuple(names))
        self.rows, self._theme = rows, theme
        self._line = round(LINE * theme.scale)
        self._indent = round(SYMBOL * theme.scale)
        if QAccessible.isActive():
            self.setAccessibleDescription("; ".join(row.in_full for row in rows))
        self._texts = [row.texts for row in rows]
        self.setVisible(bool(rows))
        self._lay_out()

    def tip_at(self, y: float) -> str:
        """Give a row with all digits: that at so many pixels from the top."""
        i = int((y / self._line - 1) // self._lines)
        return self.rows[i].in_full if 0 <= i < len(self.rows) else ""

    def event(self, event: QEvent) -> bool:
        """Find the tip when it is asked for."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self.setToolTip(plain(self.tip_at(event.pos().y())))
        return super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    # Layout

    def _forget_widths(self) -> None:
        self._widths = [
            self._plain.horizontalAdvance(head) for head in self._head_names
        ]
        self._named = 0.0

    def _measure(self) -> None:
        """Let columns grow with their texts, but not shrink: they would tremble."""
        for j, texts in enumerate(zip(*self._texts, strict=True)):
            metrics = self._plain if self._head_names[j] else self._bold
            widest = max(map(metrics.horizontalAdvance, set(texts)))
            self._widths[j] = max(self._widths[j], widest)
        if not self._named and self.rows:
            names = (one_line(row.name) for row in self.rows)
            self._named = max(map(self._bold.horizontalAdvance, names))

    def _lay_out(self) -> None:
        self._measure()
        numbers = sum(self._widths[:-1]) + 2 * GAP
        room = self.width() - self._indent - numbers - self._widths[-1] - 2 * GAP
        lines = 1 if room >= min(self._named, LEAST_NAME) else 2
        self._place(lines, bars=lines == 1 and room >= self._named + BAR + GAP)
        self.setMinimumWidth(round(numbers + 0.5))
        self.setFixedHeight(self._line * (lines * len(self.rows) + 1))
        self.update()

    def _place(self, lines: int, *, bars: bool) -> None:
        """Find where the columns end, each class on so many lines."""
        width = float(self.width())
        ends, end = [width] * len(HEADS), width
        if lines == 1:
            end -= self._widths[-1] + GAP
        for j in (2, 1, 0):
            ends[j], end = end, end - self._widths[j] - GAP
        self._lines, self._ends, self._bars_at = lines, ends, end if bars else None
        self._name_end = end - (BAR + GAP if bars else 0.0)
        if lines == 2:
            self._name_end = width - self._widths[-1] - GAP

    def _heads(self) -> list[PlacedText]:
        tone = self._theme.muted if self._theme else ""
        return [
            PlacedText(head, self._cell(j, 0), tone=tone)
            for j, head in enumerate(self._head_names[:-1])
        ]

    def _texts_of(self, i: int) -> list[PlacedText]:
        """Put the texts of a row in their places."""
        row, theme, top = self.rows[i], self._theme, self._top(i)
        *numbers, verdict = self._texts[i]
        named = QRectF(self._indent, top, self._name_end - self._indent, self._line)
        own = row.y > 0
        name = self._cut(row.name, named.width(), strong=own)
        below = top + self._line * (self._lines - 1)
        tone = "" if theme is None else theme.good
        if row.mistake and theme is not None:
            tone = theme.mistake_text
        return [
            PlacedText(name, named, LEFT, own),
            *(PlacedText(text, self._cell(j, below)) for j, text in enumerate(numbers)),
            PlacedText(verdict, self._cell(3, top), RIGHT, row.mistake, tone),
        ]

    def _top(self, i: int) -> float:
        return float(self._line * (1 + self._lines * i))

    def _cell(self, column: int, top: float) -> QRectF:
        width = self._widths[column]
        return QRectF(self._ends[column] - width, top, width, self._line)

    def _cut(self, name: str, width: float, *, strong: bool) -> str:
        metrics = self._bold if strong else self._plain
        return metrics.elidedText(one_line(name), self._elide, width)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows in sight."""
        if self._theme is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            largest = max((abs(row.score) for row in self.rows), default=0.0)
            height, seen = self._line * self._lines, event.rect()
            first = max(0, (seen.top() - self._line) // height)
            last = max(0, (seen.bottom() - self._line) // height + 1)
            placed, ratio = self._heads(), self.devicePixelRatioF()
            for code, row in enumerate(self.rows[first:last], first):
                top = self._top(code)
                self._draw_symbol(painter, top, code, ratio)
                if self._bars_at is not None:
                    bar = QRectF(self._bars_at - BAR, top, BAR, self._line)
                    self._draw_bar(painter, bar, code, row.score / (largest or 1.0))
                placed += self._texts_of(code)
            font, ink = QFont(self.font()), self.palette().text().color()
            for text in placed:
                font.setBold(text.strong)
                painter.setFont(font)
                painter.setPen(QColor(text.tone) if text.tone else ink)
                painter.drawText(text.rect, text.side, text.text)

    def _draw_symbol(
        self, painter: QPainter, top: float, code: int, ratio: float
    ) -> None:
        """Draw the symbol of a class, as large as the text beside it."""
        if self._theme is None:
            return
        scale, colour = self._theme.scale, self._theme.class_colour(code)
        painter.save()
        painter.translate(8 * scale, top + self._line / 2)
        painter.scale(scale, scale)
        draw_symbols(painter, CENTRE, code, colour, colour, 0.0, ratio * scale)
        painter.restore()

    def _draw_bar(
        self, painter: QPainter, room: QRectF, code: int, share: float
    ) -> None:
        """Draw the score as a bar from the middle, to the right if positive."""
        if self._theme is None:
            return
        middle = room.center().x()
        bar = QRectF(
            middle, room.top() + 6, share * BAR / 2, self._line - 12
        ).normalized()
        painter.fillRect(bar, QColor(self._theme.class_colour(code)))
        zero = QRectF(middle - 0.5, room.top() + 3, 1, self._line - 6)
        painter.fillRect(zero, QColor(self._theme.faint))
