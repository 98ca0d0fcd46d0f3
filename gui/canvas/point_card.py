"""What there is to say of the sample under the mouse, in three lines beside it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QLabel

from engine.data.dataset import PART_NAMES, TEST, TRAINING
from engine.errors import excerpt
from gui.canvas.layers.legend import hidden_by
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_part
from gui.canvas.picture import matches
from gui.style.icons import clear_pixmap
from gui.style.text import number, one_line
from gui.widgets.labels import set_text_and_role
from gui.widgets.layouts import in_column, row_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from engine import Dataset
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session
    from gui.style.theme import Theme

RINGS = 16, 56
"""Pixels between a sample and its card: better the nearer."""
ACROSS_BOUNDARY = 5
"""Samples that a boundary counts for, not to be hidden."""
LOOKED_AT_ONCE = "held out for the test: looked at once, at the end"


class PointCard(QFrame):
    """Class, score and verdict of the sample under the mouse.

    It stands where it hides neither other samples nor the boundary, and stays there
    as long as that sample is looked at.

    Signals
    -------
    pointed(row or None)
        Another sample is looked at.

    Attributes
    ----------
    row : int or None
        The sample; None where none is.
    title, score, verdict : QLabel
    """

    pointed = Signal(object)

    def __init__(self, session: Session, plot: CanvasPlot, theme: Theme) -> None:
        super().__init__(plot)
        self._session, self._theme = session, theme
        self._plot = plot
        self._symbol_of: tuple[object, ...] = ()
        self._placed_for: tuple[object, ...] = ()
        self.row: int | None = None
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.symbol, self.title = QLabel(), QLabel()
        self.score, self.verdict = QLabel(), QLabel()
        for label in (self.title, self.score, self.verdict):
            label.setTextFormat(Qt.TextFormat.PlainText)
        head = row_of(self.symbol, (self.title, 1), spacing=6)
        in_column(
            self, head, self.score, self.verdict, margins=(10, 6, 12, 8), spacing=2
        )
        plot.theme_changed.connect(self.set_theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._symbol_of = theme, ()
        self._write()

    def show_row(self, row: int | None, place: QPointF | None) -> None:
        """Tell of a sample at a place of the plot; of none if either is None."""
        row = None if place is None else row
        if row != self.row:
            self.row = row
            self.pointed.emit(row)
        if place is None or row is None:
            self._placed_for = ()
            self.hide()
            return
        self._write()
        placed_for = row, place.toTuple(), self._plot.view_rect
        if placed_for == self._placed_for:
            wanted = self.sizeHint()
            self.resize(wanted.expandedTo(self.size()))  # another number: no jump
        else:
            self._placed_for = placed_for
            self.adjustSize()
            self._stand_beside(place)
        self.show()

    def _stand_beside(self, place: QPointF) -> None:
        """Stand in the view where most of what is around the sample is still seen."""
        view, size = self._plot.view.sceneBoundingRect(), self.size()
        width, height = size.width(), size.height()
        x, y = place.x() - view.x(), place.y() - view.y()
        room = QRectF(0, 0, view.width(), view.height())
        places = [
            QRectF(QPointF(left, top), size.toSizeF())
            for ring in RINGS
            for left, top in product(
                (x + ring, x - ring - width, x - width / 2),
                (y - ring - height, y + ring, y - height / 2),
            )
        ]
        boxes = [box for box in places if room.contains(box) and not box.contains(x, y)]
        seen = np.concatenate([self._plot.symbols(), self._plot.layers.angle.arc])

        def cost(box: QRectF) -> int:
            crossed = self._is_across_boundary(box.translated(view.topLeft()))
            return hidden_by(box, seen) + ACROSS_BOUNDARY * crossed

        box = min(boxes, key=cost) if boxes else places[0]
        left = min(max(box.x(), 0), max(view.width() - width, 0))
        top = min(max(box.y(), 0), max(view.height() - height, 0))
        self.move((view.topLeft() + QPointF(left, top)).toPoint())

    def _is_across_boundary(self, box: QRectF) -> bool:
        """Tell whether the model decides otherwise for some corner of a box."""
        plot, picture = self._plot, self._plot.picture
        if picture is None or picture.model is None or picture.model.is_zero:
            return False
        corners = (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
        in_view = [
            plot.view.mapSceneToView(plot.mapToScene(corner.toPoint())).toTuple()
            for corner in corners
        ]
        X = picture.plane.lift(np.array(in_view))
        return len(np.unique(picture.model.predict(X))) > 1

    def _write(self) -> None:
        data, row = self._session.data, self.row
        if row is None or row >= data.n_samples:
            return
        code, part = int(data.y[row]), int(data.parts[row])
        if (code, part) != self._symbol_of:
            self._symbol_of = code, part
            self.symbol.setPixmap(_symbol(code, part, self._theme, self))
        self.title.setText(point_title(data, row))
        score, verdict, role = self._say_scores(data, row)
        self.score.setText(score)
        self.score.setVisible(bool(score))
        set_text_and_role(self.verdict, verdict, role)
        self.verdict.setVisible(bool(verdict))

    def _say_scores(self, data: Dataset, row: int) -> tuple[str, str, str]:
        """Write score and verdict of the model under the playhead, and its role."""
        session = self._session
        model, tape = session.model, session.tape
        if data.parts[row] == TEST:
            return LOOKED_AT_ONCE, "", ""
        if model is None or tape is None or not matches(tape.data, data):
            return "", "", ""
        if model.is_zero:
            return "no boundary: all weights are 0", "", ""
        from engine.models.prediction import margins_of

        margins = margins_of(model, data.X[[row]], data.y[[row]])
        own = " of its class" if model.n_outputs > 1 else ""
        score = f"{model.score_name}{own} = {number(float(margins.scores[0]))}"
        if not margins.wrong[0]:
            return score, "right", "good"
        on_boundary = ": on the boundary" if not margins.margins[0] else ""
        return score, f"wrong{on_boundary}", "mistake"


def point_title(data: Dataset, row: int) -> str:
    """Give a sample's number, name and class, and its part unless it is learned from.

    Parameters
    ----------
    data : Dataset
    row : int
    """
    code, part = int(data.y[row]), int(data.parts[row])
    name = excerpt(data.name_of(row))
    called = [f"Point {row + 1:,}", *([name] if name else [])]
    called.append(one_line(data.class_names[code]))
    return " · ".join([*called, *([] if part == TRAINING else [PART_NAMES[part]])])


def _symbol(code: int, part: int, theme: Theme, on: QWidget) -> QPixmap:
    ratio, side = on.devicePixelRatioF(), SYMBOL_BOX - 6
    pixmap = clear_pixmap(QSize(round(side * ratio), round(side * ratio)), ratio)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        middle = np.array([[side / 2, side / 2]])
        draw_part(painter, middle, code, part, theme, ratio)
    return pixmap
