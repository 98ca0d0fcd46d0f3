"""Samples coloured by how often the rule had them wrong in the run so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from engine.data.dataset import TRAINING
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend import PADDING, PLACE, draw_card
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_symbols
from gui.canvas.point_index import rows_as_symbols

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.style.theme import Theme

LEVELS = 5
"""Colours at most: none, then up to four of more and more mistakes."""
SWATCH = 12.0
"""Side of a colour in the legend, in pixels."""
TITLE = "mistakes made so far"


class MistakeCountsLayer(Layer):
    """Fills the samples learned from anew, each in the colour of its mistakes.

    The symbol keeps saying which class it is. Not shown, it does nothing.

    Attributes
    ----------
    counts : ndarray of int, shape (n_samples,), or None
        None where they are not known.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.counts: NDArray[np.int64] | None = None
        self.setVisible(False)

    def set_shown(self, shown: bool) -> None:
        self.setVisible(shown)

    def show_counts(self, counts: NDArray[np.int64] | None) -> None:
        """Colour by these; None: none."""
        if counts is not self.counts:
            self.counts = counts
            self.update()

    def draw(self, painter: QPainter) -> None:
        picture, counts = self.picture, self.counts
        if picture is None or counts is None or len(counts) != picture.data.n_samples:
            return
        rows = rows_as_symbols(picture, self.around_view(SYMBOL_BOX))
        if rows is None:
            return
        data = picture.data
        rows = np.arange(data.n_samples)[rows]
        in_view = self.pixels(picture.plane.project(data.X[rows]))
        learned = data.parts[rows] == TRAINING
        if data.sample_weights is not None:
            learned &= data.sample_weights[rows] > 0
        rows, places = rows[learned], in_view[learned]
        bounds = level_bounds(int(counts[rows].max(initial=0)))
        levels = np.searchsorted(bounds, counts[rows], side="right") - 1
        edge = self.theme.muted
        for level in range(len(bounds)):  # those of most mistakes on top
            fill = level_colour(level, len(bounds), self.theme)
            for code in np.unique(data.y[rows[levels == level]]).tolist():
                of = (levels == level) & (data.y[rows] == code)
                draw_symbols(
                    painter, places[of], code, fill, edge, 1.0, self.ratio or 2
                )
        self._draw_legend(painter, bounds, int(counts[rows].max(initial=0)), in_view)

    def _draw_legend(
        self,
        painter: QPainter,
        bounds: list[int],
        most: int,
        places: NDArray[np.float64],
    ) -> None:
        """Draw the colours and what they stand for where it hides fewest samples."""
        metrics, texts = painter.fontMetrics(), level_names(bounds, most)
        line = metrics.height() + 4.0
        widths = [SWATCH + 4 + metrics.horizontalAdvance(text) for text in texts]
        row = sum(widths) + PADDING * (len(texts) - 1)
        width = max(row, metrics.horizontalAdvance(TITLE)) + 2 * PADDING
        height = 2 * line + PADDING
        box = self._emptiest_place(width, height, places)
        draw_card(painter, box, self.theme)
        painter.setPen(QColor(self.theme.ink))
        x, up = box.left() + PADDING, box.top() + PADDING / 2
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(x, up, width, line), middle, TITLE)
        for level, (text, wide) in enumerate(zip(texts, widths, strict=True)):
            swatch = QRectF(QPointF(x, up + line + (line - SWATCH) / 2), QPointF())
            swatch.setSize(QRectF(0, 0, SWATCH, SWATCH).size())
            painter.setPen(QPen(QColor(self.theme.muted), 1.0))
            painter.setBrush(QColor(level_colour(level, len(texts), self.theme)))
            painter.drawRoundedRect(swatch, 2, 2)
            painter.setPen(QColor(self.theme.ink))
            place = QRectF(x + SWATCH + 4, up + line, wide, line)
            painter.drawText(place, middle, text)
            x += wide + PADDING

    def _emptiest_place(
        self, width: float, height: float, places: NDArray[np.float64]
    ) -> QRectF:
        """Give a box at an edge that is free; not in the corner of other legends."""
        x, y = PLACE.x(), PLACE.y()
        right, low = self.rect().width() - x - width, self.rect().height() - y - height
        found, fewest = QRectF(), len(places) + 1
        for left, top in (
            (x, low), (right, low), (right, y), (right / 2, low), (right / 2, y)
        ):  # fmt: skip
            inside = (np.abs(places - (left + width / 2, top + height / 2))) < (
                width / 2 + SYMBOL_BOX / 2,
                height / 2 + SYMBOL_BOX / 2,
            )
            hidden = int(inside.all(axis=1).sum())
            if hidden < fewest:
                found, fewest = QRectF(left, top, width, height), hidden
        return found


def level_bounds(most: int) -> list[int]:
    """Give the least count of each colour: 0, 1, and then as many times more each.

    Examples
    --------
    >>> level_bounds(0), level_bounds(3), level_bounds(80)
    ([0], [0, 1, 2, 3], [0, 1, 3, 9, 27])
    """
    if most < LEVELS:
        return list(range(most + 1))
    steps = LEVELS - 1
    bounds = [round((most + 1) ** (i / steps)) for i in range(steps)]
    spread = np.maximum(bounds, np.arange(1, LEVELS))  # small ones may be alike
    return [0, *sorted(set(spread.tolist()))]


def level_names(bounds: list[int], most: int) -> list[str]:
    """Write which counts each colour stands for.

    Examples
    --------
    >>> level_names([0, 1, 3, 9], 9)
    ['0', '1–2', '3–8', '9']
    """
    ends = [*(bound - 1 for bound in bounds[1:]), most]
    return [
        f"{low:,}" if low >= high else f"{low:,}–{high:,}"
        for low, high in zip(bounds, ends, strict=True)
    ]


def level_colour(level: int, levels: int, theme: Theme) -> str:
    """Give the colour of a level: from the ground's to that of mistakes."""
    share = 0.0 if level == 0 else 0.25 + 0.75 * level / max(levels - 1, 1)
    ground, full = QColor(theme.border), QColor(theme.mistake)
    a = np.array([ground.red(), ground.green(), ground.blue()])
    b = np.array([full.red(), full.green(), full.blue()])
    return QColor(*np.rint(a + share * (b - a)).astype(int).tolist()).name()
