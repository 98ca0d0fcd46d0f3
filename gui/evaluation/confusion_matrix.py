"""A confusion matrix to look at, point at and click; its names stay when it scrolls."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy

from gui.evaluation.confusion.layout import MatrixLayout
from gui.evaluation.confusion.painter import MatrixPainter
from gui.plotting.figure import Figure
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from engine.evaluation.report import Report
    from gui.style.theme import Theme

MARGIN = 16
MOVES = {
    Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1),
}  # fmt: skip


class MatrixView(QAbstractScrollArea):
    """Draws the report's counts; arrows move the cell pointed at, Enter chooses it.

    Signals
    -------
    pointed
        Another cell, `cell`, is pointed at; or none.
    chosen(int, int)
        A cell was clicked: row and column.
    """

    pointed = Signal()
    chosen = Signal(int, int)

    own_keys = frozenset(MOVES)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.report: Report | None = None
        self.cell: tuple[int, int] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        """Stay large enough for some cells."""
        return QSize(240, 200)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self.viewport().update()

    def show_report(self, report: Report | None) -> None:
        """Draw another one; None draws nothing."""
        before, self.report = self.report, report
        n = 0 if report is None else len(report.class_names)
        if self.cell is not None and max(self.cell) >= n:
            self._point_at(None)
        if report is None or before is None or before.class_names != report.class_names:
            self._lay_out()
        self.viewport().update()

    def figure(self) -> Figure | None:
        """Give the whole matrix, dressed for paper."""
        if self.report is None:
            return None
        room = QSizeF(640, 640)
        layout = MatrixLayout.of(self.report.class_names, self.fontMetrics(), room)
        paper = MatrixPainter(self.report, layout, LIGHT, self.font())

        def paint(painter: QPainter) -> None:
            painter.translate(MARGIN, MARGIN)
            paper.whole(painter)

        size = layout.size + QSize(2 * MARGIN, 2 * MARGIN)
        return Figure(size, QColor(LIGHT.card), paint)

    def layout_now(self) -> MatrixLayout | None:
        """Give where the cells are, before scrolling."""
        if self.report is None:
            return None
        room = QSizeF(self.maximumViewportSize())
        return MatrixLayout.of(self.report.class_names, self.fontMetrics(), room)

    def place_of(self, row: int, column: int) -> QPointF:
        """Give the middle of a cell in the viewport."""
        layout = self.layout_now()
        if layout is None:
            return QPointF()
        return layout.rect(row, column).center() - self._scrolled() + self._corner()

    def _scrolled(self) -> QPointF:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        return QPointF(across.value(), down.value())

    def _corner(self) -> QPointF:
        """Give where the whole begins: in the middle, if there is room."""
        layout = self.layout_now()
        if layout is None:
            return QPointF()
        left = self.viewport().size() - layout.size
        return QPointF(max(0, left.width() // 2), max(0, left.height() // 2))

    def _lay_out(self) -> None:
        """Let the bars scroll as far as the cells reach."""
        layout = self.layout_now()
        view = self.viewport().size()
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        for bar, whole, seen in zip(
            bars,
            (0, 0) if layout is None else layout.size.toTuple(),
            view.toTuple(),
            strict=True,
        ):
            bar.setRange(0, max(0, whole - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(22)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the size."""
        super().resizeEvent(event)
        self._lay_out()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw anew: the names stay where they are."""
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells in view, clipped to beside the names."""
        layout = self.layout_now()
        if self.report is None or layout is None:
            return
        sheet = MatrixPainter(self.report, layout, self.theme, self.font(), self.cell)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        at, corner, view = self._scrolled(), self._corner(), self.viewport().size()
        painter.translate(corner)
        wide = view.width() - layout.left - corner.x()
        high = view.height() - layout.top - corner.y()
        rows = _seen(at.y(), high, layout)
        columns = _seen(at.x(), wide, layout)
        for part, clip in (
            (lambda: sheet.cells(painter, rows, columns),
             QRectF(layout.left, layout.top, wide, high)),
            (lambda: sheet.row_names(painter, rows),
             QRectF(0, layout.top, layout.left, high)),
            (lambda: sheet.column_names(painter, columns),
             QRectF(layout.left, 0, wide, layout.top)),
        ):  # fmt: skip
            painter.save()
            painter.setClipRect(clip)
            across = at.x() if clip.left() else 0
            down = at.y() if clip.top() else 0
            painter.translate(-across, -down)
            part()
            painter.restore()
        side = layout.n * layout.cell
        sheet.titles(painter, min(wide, side), min(high, side))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the cell under the mouse."""
        self._point_at(self._cell_under(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the mouse."""
        cell = self._cell_under(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self._point_at(cell)
            self.chosen.emit(*cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cell pointed at, or choose it."""
        layout = self.layout_now()
        move = MOVES.get(Qt.Key(event.key()))
        if layout is not None and move is not None:
            row, column = self.cell or (0, 0)
            to = (row + move[0]) % layout.n, (column + move[1]) % layout.n
            self._point_at((0, 0) if self.cell is None else to)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cell:
            self.chosen.emit(*self.cell)
        else:
            super().keyPressEvent(event)

    def _cell_under(self, place: QPointF) -> tuple[int, int] | None:
        layout, place = self.layout_now(), place - self._corner()
        if layout is None or place.x() < layout.left or place.y() < layout.top:
            return None
        return layout.cell_at(place + self._scrolled())

    def _point_at(self, cell: tuple[int, int] | None) -> None:
        if cell != self.cell:
            self.cell = cell
            self.viewport().setCursor(
                Qt.CursorShape.ArrowCursor
                if cell is None
                else Qt.CursorShape.PointingHandCursor
            )
            self.pointed.emit()
            self.viewport().update()


def _seen(start: float, length: float, layout: MatrixLayout) -> range:
    first = math.floor(start / layout.cell)
    last = math.ceil((start + length) / layout.cell)
    return range(max(0, first), min(layout.n, last))
