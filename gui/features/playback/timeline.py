"""The timeline: the whole run at a glance, and the playhead to drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pyqtgraph.functions import arrayToQPath
from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, QSizeF, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy

from gui.plotting.curve import downsampled
from gui.session.hidden_future import HiddenFuture
from gui.style.theme import faded
from gui.tasks.throttle import GrowthThrottle
from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QPainterPath,
        QPaintEvent,
        QWheelEvent,
    )

    from engine import Tape
    from gui.session.session import Session
    from gui.style.theme import Theme

MARGIN = 8
MARK = 12
"""Height of a mistake's mark in a run that is short enough for one mark per step."""
TOP = 6
"""Pixels from the top to the highest bar and to the greatest error."""
LEAST = 3.0
"""Height of the bar of a column that has any mistake."""
MOST_TICKS = 60
MOST = 2**31 - 1
"""The greatest value of a slider."""
REACH = 6
"""Pixels to each side of the playhead that it may cover."""


class Timeline(QAbstractSlider):
    """Epochs as ticks, mistakes as marks, the error behind; drag to go anywhere.

    Its value is the step, for a screen reader; not while a run plays: each is told.
    """

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(orientation=Qt.Orientation.Horizontal)
        self._session, self._theme = session, theme
        self.mistake_shares, self._error = np.empty(0), downsampled(np.empty(0))
        self._run: QPixmap | None = None
        self._painted_x = 0.0
        self._hidden = HiddenFuture.of(session)
        self._hidden.changed.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Timeline of the run")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Drag to go to any step of the run")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        session.moved.connect(self._move_playhead)
        session.playing_changed.connect(self._take_step)
        self.valueChanged.connect(session.seek)  # set by a screen reader
        GrowthThrottle(session, self._measure_columns)

    def sizeHint(self) -> QSize:
        return QSize(400, 52)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._run = None
        # The picture covers all: else the card and the window are painted first. The
        # style, which is put on now, says otherwise of each slider.
        self.ensurePolished()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.update()

    def _take_step(self) -> None:
        """Have the step for a value, where somebody listens and nothing plays."""
        session = self._session
        if QAccessible.isActive() and not session.playing:
            with QSignalBlocker(self):  # who listens would go there
                self.setRange(0, min(session.last, MOST))
                self.setValue(min(session.step, MOST))

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        """Paint nothing: the session tells what is to be painted."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _move_playhead(self) -> None:
        """Paint anew where the playhead was and where it is."""
        self._take_step()
        before, now = self._painted_x, self.x_of(self._session.step)
        if before == now:
            return  # another recording is measured, and then painted
        if self._hidden.on:
            left, right = sorted((round(before), round(now)))
            self.update(left - REACH, 0, right - left + 2 * REACH, self.height())
            return
        for x in {before, now}:
            self.update(round(x) - REACH, 0, 2 * REACH, self.height())

    def _measure_columns(self) -> None:
        """Find the error, and the share of mistakes under each pixel column."""
        self._take_step()
        tape, columns = self._session.tape, self._columns
        self.mistake_shares, self._error = np.empty(0), downsampled(np.empty(0))
        if tape is not None and tape.steps and columns > 1:
            edges = np.linspace(0, tape.steps, columns + 1).astype(np.int64)
            counts = np.diff(tape.mistake_counts(edges.tolist()))
            # Columns differ by a step: each is divided by its own.
            self.mistake_shares = counts / (
                np.maximum(1, np.diff(edges)) * _samples(tape)
            )
            self._error = downsampled(tape.epochs.training_error)
        self._run = None
        self.update()

    @property
    def _columns(self) -> int:
        return max(0, (self.width() - 2 * MARGIN) // 2)

    def resizeEvent(self, event: object) -> None:
        self._measure_columns()

    def x_of(self, step: float) -> float:
        """Give the place of a step, in pixels from the left."""
        room = self.width() - 2 * MARGIN
        return MARGIN + room * step / max(1, self._session.last)

    def step_at(self, x: float) -> int:
        """Give the step at a place."""
        room = max(1, self.width() - 2 * MARGIN)
        share = min(1.0, max(0.0, (x - MARGIN) / room))
        return round(share * self._session.last)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._session.seek(self.step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._session.seek(self.step_at(event.position().x()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the arrow keys, which are the window's, are seen here."""
        super().focusInEvent(event)
        show_focus(self, event)
        self._take_step()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the run, kept as a picture until it changes, and the playhead."""
        with QPainter(self) as painter:
            if self._run is None:
                self._run = self._run_picture()
            painter.drawPixmap(0, 0, self._run)
            if self._session.last:
                if self._hidden.on:
                    self._hide_future(painter)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._paint_playhead(painter)

    def _hide_future(self, painter: QPainter) -> None:
        """Leave of what is to come how long it is."""
        x, floor = self.x_of(self._session.step), self._floor
        to_come = QRectF(x, 0, self.width() - x, self.height())
        painter.fillRect(to_come, QColor(self._theme.card))
        painter.setPen(QPen(QColor(self._theme.border_strong), 1))
        painter.drawLine(QPointF(x, floor), QPointF(self.width() - MARGIN, floor))

    @property
    def _floor(self) -> float:
        return self.height() - 6.0

    def _run_picture(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap((QSizeF(self.size()) * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.card)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_error(painter, self._floor)
            self._paint_ticks(painter, self._floor)
            self._paint_marks(painter, self._floor)
            painter.setPen(QPen(QColor(self._theme.border_strong), 1))
            ends = (
                QPointF(MARGIN, self._floor),
                QPointF(self.width() - MARGIN, self._floor),
            )
            painter.drawLine(*ends)
        return picture

    def _paint_error(self, painter: QPainter, floor: float) -> None:
        tape, (at, error) = self._session.tape, self._error
        if tape is None or not len(error):
            return
        steps = at * tape.problem.steps_per_epoch
        heights = error * (floor - TOP) / max(float(error.max()), 1e-9)
        across = MARGIN + (self.width() - 2 * MARGIN) * steps / max(1, tape.steps)
        curve = list(map(QPointF, across.tolist(), (floor - heights).tolist()))
        first, last = QPointF(curve[0].x(), floor), QPointF(curve[-1].x(), floor)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._theme.faint, 0.14))
        painter.drawPolygon(QPolygonF([first, *curve, last]))
        painter.setPen(QPen(QColor(self._theme.faint), 1))
        painter.drawPolyline(QPolygonF(curve))

    def _paint_ticks(self, painter: QPainter, floor: float) -> None:
        tape = self._session.tape
        if tape is None:
            return
        epochs = tape.steps // tape.problem.steps_per_epoch
        every = max(1, -(-epochs // MOST_TICKS))
        painter.setPen(QPen(QColor(self._theme.border_strong), 1))
        for epoch in range(0, epochs + 1, every):
            x = self.x_of(epoch * tape.problem.steps_per_epoch)
            painter.drawLine(QPointF(x, floor), QPointF(x, floor + 4))

    def _paint_marks(self, painter: QPainter, floor: float) -> None:
        """Mark every mistake; where a column holds many steps, their share."""
        if not len(self.mistake_shares):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        room = (self.width() - 2 * MARGIN) / len(self.mistake_shares)
        if self._session.last <= len(self.mistake_shares):
            painter.setBrush(QColor(self._theme.mistake))
            for column in np.flatnonzero(self.mistake_shares).tolist():
                x = MARGIN + (column + 0.5) * room
                painter.drawRect(QRectF(x - 0.75, floor - MARK, 1.5, MARK))
            return
        painter.setBrush(faded(self._theme.mistake, 0.75))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawPath(self._bars(floor, room))

    def _bars(self, floor: float, room: float) -> QPainterPath:
        """Give the outline of the bars, full height if all are mistakes."""
        heights = np.clip((floor - TOP) * self.mistake_shares, LEAST, None) * (
            self.mistake_shares > 0
        )
        sides = MARGIN + room * np.arange(len(heights) + 1)
        x = np.repeat(sides, 2)
        y = floor - np.concatenate([[0], np.repeat(heights, 2), [0]])
        outline: QPainterPath = arrayToQPath(x, y)
        return outline

    def _paint_playhead(self, painter: QPainter) -> None:
        x = self._painted_x = self.x_of(self._session.step)
        ink = QColor(self._theme.ink)
        painter.setPen(QPen(ink, 2))
        painter.drawLine(QPointF(x, 4), QPointF(x, self._floor + 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(x, 5), 4, 4)


def _samples(tape: Tape) -> float:
    """Give the samples of a step, on average: an epoch's last batch may be smaller."""
    return tape.problem.n_samples / tape.problem.steps_per_epoch
