"""The step: the sample, the score, the condition, the update, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QGuiApplication,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.learners import learner
from gui.canvas.layers.symbols import draw_symbols
from gui.style.icons import icon
from gui.style.text import number, percent
from gui.tasks.throttle import Throttle
from gui.widgets.formula_sheet import FormulaSheet
from gui.widgets.labels import SteadyLabel

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPaintEvent, QShowEvent

    from engine import Frame, Tape
    from engine.models.model import Model
    from engine.training.explanation import Step
    from gui.session.session import Session
    from gui.style.theme import Theme

BEGIN = "Nothing is learned: draw the boundary on the canvas, or type the weights."
PRESS = "Press Play, or the right arrow key for one step."
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


def manual_weights_note(tape: Tape, model: Model, theme: Theme) -> str:
    """Say how good weights set by hand are."""
    n = tape.problem.n_samples
    wrong = round(model.training_error * n)
    tone = theme.mistake_text if wrong else theme.good
    are = "is" if wrong == 1 else "are"
    return (
        f'<b style="font-size:22px; color:{tone}">'
        f"{percent(model.training_error)}</b> training error<br>"
        f"Nothing is learned: {wrong:,} of {n:,} points {are} wrong."
    )


class UpdatePanel(QWidget):
    """Spells out the step under the playhead.

    Signals
    -------
    copied(str)
        The step is on the clipboard; says as what.
    """

    copied = Signal(str)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session, self._theme = session, theme
        self.caption = SteadyLabel()
        self.message = QLabel(wordWrap=True)
        self.head, self.sheet = FormulaSheet(theme), FormulaSheet(theme)
        self.outputs = OutputsTable()
        self.outputs.hide()
        self.copy_actions = [
            self._action("Copy the step as &LaTeX", self.copy_latex, "Ctrl+Shift+C"),
            self._action("Copy the step as te&xt", self.copy_text, ""),
        ]
        self.tool = self._copy_tool()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for part in (self.message, self.head, self.outputs, self.sheet):
            layout.addWidget(part)
        layout.addStretch()
        self.addActions(self.copy_actions)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        Throttle(session, self.refresh, session.moved)
        self.set_theme(theme)
        self.refresh()

    def _action(self, text: str, act: object, key: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(act)
        return action

    def _copy_tool(self) -> QToolButton:
        tool = QToolButton()
        tool.setToolTip("Copy the step as LaTeX or as text")
        tool.setAccessibleName("Copy the step")
        tool.setProperty("quiet", True)
        tool.setIconSize(QSize(14, 14))
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tool.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(tool)
        menu.addActions(self.copy_actions)
        tool.setMenu(menu)
        return tool

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.tool.setIcon(icon("copy", theme, theme.muted))
        for sheet in (self.head, self.sheet):
            sheet.set_theme(theme)
        self.refresh()

    @property
    def step(self) -> Step | None:
        """The step under the playhead, explained; None at the start of a run."""
        tape, frame = self._session.tape, self._session.frame
        if tape is None or frame is None or not frame.step:
            return None
        from engine.training.explanation import explain

        return explain(tape, frame)

    def refresh(self) -> None:
        """Write the step under the playhead, if it is to be seen."""
        frame = self._session.frame
        for action in self.copy_actions:  # the menu has them, too
            action.setEnabled(frame is not None and frame.step > 0)
        if not self.isVisible():
            return
        text = self._message_text()
        self.message.setText(text)
        self.message.setVisible(bool(text))
        step = None if text in (PRESS, BEGIN) else self.step
        for sheet in (self.head, self.sheet):
            sheet.setVisible(step is not None)
        self.tool.setEnabled(step is not None)
        self._show(step)

    def _show(self, step: Step | None) -> None:
        tape, frame = self._session.tape, self._session.frame
        if step is None or tape is None or frame is None:
            self.caption.setText("set by hand" if self._by_hand else "")
            self.outputs.show_rows([], self._theme)
            return
        from engine.export.step_formulas import step_lines

        many = len(step.X)
        which = f"point {frame.rows[0] + 1:,}" if many == 1 else f"{many:,} points"
        where = "set by hand" if self._by_hand else f"epoch {frame.epoch:,}"
        self.caption.setText(f"{which} · {where}")
        self.caption.setToolTip(self.caption.text())
        tabled = many == 1 and len(step.outputs) > 1
        self.outputs.show_rows(outputs(tape, frame) if tabled else [], self._theme)
        found, names = step_lines(step, tabled=True), step.data.class_names
        self.head.show_lines([one for one in found if one.row == "sample"], names)
        self.sheet.show_lines([one for one in found if one.row != "sample"], names)

    @property
    def _by_hand(self) -> bool:
        return learner(self._session.recipe.learner).by_hand

    def _message_text(self) -> str:
        """Say what to do first, or how good weights set by hand are."""
        tape, frame = self._session.tape, self._session.frame
        model = self._session.model if self._by_hand else None
        if self._by_hand:
            if tape is None or model is None or model.is_zero:
                return BEGIN
            known = learner(tape.recipe.learner).by_hand
            return manual_weights_note(tape, model, self._theme) if known else BEGIN
        if tape is None:
            return self._session.why_no_run or PRESS
        return PRESS if frame is None or not frame.step else ""

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what moved while nobody looked."""
        super().showEvent(event)
        self.refresh()

    def copy_latex(self) -> None:
        """Put the step on the clipboard as LaTeX."""
        from engine.export.step_formulas import as_latex

        self._copy(as_latex, "LaTeX")

    def copy_text(self) -> None:
        """Put the step on the clipboard as plain text."""
        from engine.export.step_formulas import as_text

        self._copy(as_text, "text")

    def _copy(self, write: object, kind: str) -> None:
        step = self.step
        if step is not None and callable(write):
            QGuiApplication.clipboard().setText(write(step))
            self.copied.emit(f"step {step.frame.step} copied as {kind}")


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
        Whether the score is one.
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
    problem = tape.problem_at(frame.step)
    return signs, problem.are_mistakes(frame.scores, signs)


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
        return QSize(SYMBOL + sum(w for _, w in COLUMNS), ROW * (len(self.rows) + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
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
        self._write(painter, room, LEFT, name, strong=row.y > 0)

    def _draw_numbers(self, painter: QPainter, code: int, row: Output) -> None:
        score, sign, product, word = self._cells(code + 1)
        self._write(painter, score, RIGHT, number(row.score, 4))
        self._write(painter, sign, RIGHT, "+1" if row.y > 0 else "−1")
        self._write(painter, product, RIGHT, number(row.y * row.score, 4))
        verdict = "mistake" if row.mistake else "right"
        tone = ""
        if self._theme is not None:
            tone = self._theme.mistake_text if row.mistake else self._theme.good
        self._write(painter, word, RIGHT, verdict, strong=row.mistake, tone=tone)

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
        *,
        strong: bool = False,
        tone: str = "",
    ) -> None:
        font = QFont(self.font())
        font.setBold(strong)
        painter.setFont(font)
        painter.setPen(QColor(tone) if tone else self.palette().text().color())
        painter.drawText(room, side, text)
