"""The picture of a confusion matrix: layout, painter, and the view with its mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy

from engine.numbers import percent
from gui.canvas.layers.symbols import draw_symbols
from gui.plotting.figure import Figure
from gui.style.text import amount
from gui.style.theme import mixed
from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import (
        QFocusEvent,
        QFontMetrics,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
    )

    from engine.evaluation.report import Report
    from gui.plotting.figure import Sheet
    from gui.style.theme import Theme

LEAST, MOST = 22.0, 128.0
"""Sides of a cell, in pixels."""
LONGEST = 110.0
"""Pixels of a name; longer ones end in …"""
SYMBOL = 20.0
GAP = 8.0
EDGE = 2.0


@dataclass(frozen=True)
class ConfusionMatrixLayout:
    """Sizes in pixels.

    Attributes
    ----------
    n : int
        Number of classes.
    cell : float
        Side of a cell.
    left, top : float
        Room for the names of rows and columns, and what both are.
    line : float
        Height of a line of text.
    upright : bool
        Whether the columns' names stand upright, as there is no room across.
    """

    n: int
    cell: float
    left: float
    top: float
    line: float
    upright: bool

    @classmethod
    def of(
        cls, names: Sequence[str], metrics: QFontMetrics, room: QSizeF
    ) -> ConfusionMatrixLayout:
        """Make the cells as large as there is room, but not too small to be read."""
        line = float(metrics.height())
        longest = max(metrics.horizontalAdvance(name) for name in names)
        name = min(longest + 2.0, LONGEST) + SYMBOL
        left = line + GAP + name + GAP
        flat = line + GAP + line + GAP
        cell = _cell(len(names), room, left, flat)
        if name + GAP <= cell:
            return cls(len(names), cell, left, flat, line, False)
        cell = _cell(len(names), room, left, left)
        return cls(len(names), cell, left, left, line, True)

    @property
    def size(self) -> QSize:
        """Pixels that it takes in all."""
        side = self.n * self.cell + EDGE
        return QSize(math.ceil(self.left + side), math.ceil(self.top + side))

    def rect(self, row: int, column: int) -> QRectF:
        """Give the place of a cell."""
        x, y = self.left + column * self.cell, self.top + row * self.cell
        return QRectF(x, y, self.cell, self.cell)

    def cell_at(self, place: QPointF) -> tuple[int, int] | None:
        """Give row and column at a place; None beside the cells."""
        row = math.floor((place.y() - self.top) / self.cell)
        column = math.floor((place.x() - self.left) / self.cell)
        inside = 0 <= row < self.n and 0 <= column < self.n
        return (row, column) if inside else None


def _cell(n: int, room: QSizeF, left: float, top: float) -> float:
    side = min(room.width() - left, room.height() - top) - EDGE
    return float(min(max(math.floor(side / n), LEAST), MOST))


LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
FAINTEST, STRONGEST = 0.08, 0.42
"""Opacity of a cell's colour, for the share 0 and 1 of its row."""
WITH_SHARE = 54.0
"""Side of a cell in which the share stands under the count."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class ConfusionMatrixPainter:
    """Paints a report's counts with the names of its classes.

    Attributes
    ----------
    report : Report
    layout : ConfusionMatrixLayout
    theme : Theme
    font : QFont
    pointed : (int, int) or None
        The cell that is outlined, whose names are bold.
    """

    report: Report
    layout: ConfusionMatrixLayout
    theme: Theme
    font: QFont
    pointed: Cell | None = None

    def cells(self, painter: QPainter, rows: range, columns: range) -> None:
        """Draw some of the cells."""
        counts, shares = self.report.confusion, self.report.shares
        grid = QPen(QColor(self.theme.card), 2 if self.layout.cell >= 40 else 1)
        for row in rows:
            for column in columns:
                rect = self.layout.rect(row, column)
                share = float(shares[row, column])
                count = counts[row, column].item()
                painter.setPen(grid)
                painter.setBrush(self._ground(share, count, wrong=row != column))
                painter.drawRect(rect)
                self._number(painter, rect, count, share)
        if self.pointed is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.theme.ink), 2))
            rect = self.layout.rect(*self.pointed)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _ground(self, share: float, count: float, *, wrong: bool) -> QColor:
        if not count:
            return QColor(self.theme.hover)
        tone = QColor(self.theme.mistake if wrong else self.theme.accent)
        field = QColor(self.theme.field)
        # By the root, so that a rare mistake is still seen beside frequent ones.
        strength = FAINTEST + (STRONGEST - FAINTEST) * float(np.sqrt(share))
        return mixed(field, tone, strength)

    def _number(
        self, painter: QPainter, rect: QRectF, count: float, share: float
    ) -> None:
        cell = self.layout.cell
        font = QFont(self.font)
        large = cell >= WITH_SHARE and count > 0
        font.setPixelSize(17 if large else 13 if cell >= 30 else 10)
        font.setWeight(QFont.Weight.DemiBold if large else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(self.theme.ink if count else self.theme.muted))
        text = amount(count)
        if QFontMetricsF(font).horizontalAdvance(text) > cell - 4:
            text = short(count)
        if not large:
            painter.drawText(rect, CENTRE, text)
            return
        middle = rect.center().y()
        upper = QRectF(rect.left(), middle - 20, cell, 22)
        painter.drawText(upper, CENTRE, text)
        painter.setFont(self.font)
        painter.drawText(upper.translated(0, 20), CENTRE, percent(share))

    def row_names(self, painter: QPainter, rows: Iterable[int]) -> None:
        """Write the true classes at the left."""
        layout = self.layout
        for row in rows:
            height = layout.cell
            box = QRectF(layout.line + GAP, layout.rect(row, 0).top(), 0, height)
            box.setRight(layout.left - GAP)
            self._name(painter, box, row, self.pointed is not None and
                       self.pointed[0] == row, RIGHT)  # fmt: skip

    def column_names(self, painter: QPainter, columns: Iterable[int]) -> None:
        """Write the classes decided for at the top; upright where cells are narrow."""
        layout = self.layout
        bold = None if self.pointed is None else self.pointed[1]
        for column in columns:
            rect = layout.rect(0, column)
            if not layout.upright:
                box = QRectF(rect.left(), layout.line + GAP, layout.cell, layout.line)
                self._name(painter, box, column, bold == column, CENTRE)
                continue
            painter.save()
            painter.translate(rect.center().x(), layout.top - GAP)
            painter.rotate(-90)
            long = layout.top - layout.line - 2 * GAP
            box = QRectF(0, -layout.line / 2, long, layout.line)
            self._name(painter, box, column, bold == column, LEFT)
            painter.restore()
            here = QPointF(rect.center().x(), layout.top - GAP - SYMBOL / 2 + 2)
            self._symbol(painter, here, column)

    def _name(
        self, painter: QPainter, box: QRectF, code: int, bold: bool,
        side: Qt.AlignmentFlag,
    ) -> None:  # fmt: skip
        """Write a name, its symbol nearest to the cells or before it."""
        font = QFont(self.font)
        font.setBold(bold)
        metrics = QFontMetricsF(font)
        name = self.report.class_names[code]
        room = box.width() - SYMBOL
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
        wide = metrics.horizontalAdvance(text)
        middle = box.center().y()
        if side == RIGHT:
            place = QPointF(box.right() - SYMBOL / 2 + 2, middle)
            words = QRectF(box.left(), box.top(), room, box.height())
        else:
            start = box.left() if side == LEFT else box.center().x() - wide / 2 - 10
            place = QPointF(start + SYMBOL / 2 - 2, middle)
            words = QRectF(start + SYMBOL - 2, box.top(), wide + 2, box.height())
        painter.setFont(font)
        painter.setPen(QColor(self.theme.ink))
        painter.drawText(words, RIGHT if side == RIGHT else LEFT, text)
        if side != LEFT:  # upright names have theirs drawn upright by itself
            self._symbol(painter, place, code)

    def _symbol(self, painter: QPainter, place: QPointF, code: int) -> None:
        colour = self.theme.class_colour(code)
        at = np.array([[place.x(), place.y()]])
        draw_symbols(painter, at, code, colour, self.theme.card, 1.0, 2.0)

    def titles(self, painter: QPainter, wide: float, high: float) -> None:
        """Say what columns and rows are, over so much of them as is seen."""
        layout = self.layout
        painter.setFont(self.font)
        painter.setPen(QColor(self.theme.muted))
        across = QRectF(layout.left, 0, wide, layout.line)
        painter.drawText(across, CENTRE, "decided")
        painter.save()
        painter.translate(0, layout.top + high)
        painter.rotate(-90)
        painter.drawText(QRectF(0, 0, high, layout.line), CENTRE, "true class")
        painter.restore()

    def whole(self, painter: QPainter) -> None:
        """Draw all of it from (0, 0) on."""
        every = range(self.layout.n)
        self.cells(painter, every, every)
        self.row_names(painter, every)
        self.column_names(painter, every)
        side = self.layout.n * self.layout.cell
        self.titles(painter, side, side)


def short(count: float) -> str:
    """Write a number in three or four characters."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if count >= size:
            value = count / size
            return f"{value:.0f}{letter}" if value >= 10 else f"{value:.1f}{letter}"
    return f"{count:.3g}"


MARGIN = 16
MOVES = {
    Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1),
}  # fmt: skip


class ConfusionMatrixView(QAbstractScrollArea):
    """Draws the report's counts; arrows move the cell pointed at, Enter chooses it.

    Signals
    -------
    pointed
        Another cell, `cell`, is pointed at; or none.
    chosen(int, int)
        A cell was clicked: row and column.
    """

    accessible_role = QAccessible.Role.Chart

    pointed = Signal()
    chosen = Signal(int, int)

    own_keys = frozenset(MOVES)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.report: Report | None = None
        self.cell: tuple[int, int] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Confusion matrix")
        self.setAccessibleDescription(
            "Arrows go from cell to cell, Enter selects its samples on the canvas"
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 200)

    def set_theme(self, theme: Theme) -> None:
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

    def figure(self, sheet: Sheet) -> Figure | None:
        """Give the whole matrix, laid out on paper."""
        if self.report is None:
            return None
        room = QSizeF(sheet.size) - QSizeF(2 * MARGIN, 2 * MARGIN)
        layout = ConfusionMatrixLayout.of(
            self.report.class_names, self.fontMetrics(), room
        )
        theme = sheet.theme
        paper = ConfusionMatrixPainter(self.report, layout, theme, self.font())

        def paint(painter: QPainter) -> None:
            painter.translate(MARGIN, MARGIN)
            paper.whole(painter)

        size = layout.size + QSize(2 * MARGIN, 2 * MARGIN)
        return Figure(size, QColor(theme.card), paint)

    def layout_now(self) -> ConfusionMatrixLayout | None:
        """Give where the cells are, before scrolling."""
        if self.report is None:
            return None
        room = QSizeF(self.maximumViewportSize())
        return ConfusionMatrixLayout.of(
            self.report.class_names, self.fontMetrics(), room
        )

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
        matrix = ConfusionMatrixPainter(
            self.report, layout, self.theme, self.font(), self.cell
        )
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            at, corner, view = self._scrolled(), self._corner(), self.viewport().size()
            painter.translate(corner)
            wide = view.width() - layout.left - corner.x()
            high = view.height() - layout.top - corner.y()
            rows = _seen(at.y(), high, layout)
            columns = _seen(at.x(), wide, layout)
            parts: tuple[tuple[Callable[[], None], QRectF], ...] = (
                (lambda: matrix.cells(painter, rows, columns),
                 QRectF(layout.left, layout.top, wide, high)),
                (lambda: matrix.row_names(painter, rows),
                 QRectF(0, layout.top, layout.left, high)),
                (lambda: matrix.column_names(painter, columns),
                 QRectF(layout.left, 0, wide, layout.top)),
            )  # fmt: skip
            for part, clip in parts:
                painter.save()
                painter.setClipRect(clip)
                across = at.x() if clip.left() else 0
                down = at.y() if clip.top() else 0
                painter.translate(-across, -down)
                part()
                painter.restore()
            side = layout.n * layout.cell
            matrix.titles(painter, min(wide, side), min(high, side))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._cell_under(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_under(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self._point_at(cell)
            self.chosen.emit(*cell)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
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


def _seen(start: float, length: float, layout: ConfusionMatrixLayout) -> range:
    first = math.floor(start / layout.cell)
    last = math.ceil((start + length) / layout.cell)
    return range(max(0, first), min(layout.n, last))
