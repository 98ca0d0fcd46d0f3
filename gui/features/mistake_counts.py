"""Samples coloured by how often the rule had them wrong in the run so far."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPen

from engine.data.dataset import TRAINING
from gui.canvas.layer_switch import LayerSwitch
from gui.canvas.layers.layer import DIMMED, Layer
from gui.canvas.layers.layer_stack import LayerHeight
from gui.canvas.layers.legend_rows import LegendRow
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_symbols
from gui.canvas.point_index import rows_as_symbols
from gui.part import Part
from gui.session.mistake_counts import MistakeCounts
from gui.style.theme import mixed

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.part import PartContext
    from gui.style.theme import Theme

LEVELS = 5
"""Colours at most: none, then up to four of more and more mistakes."""
SWATCH = 12.0
"""Side of a colour in the legend, in pixels."""
RANK = 40
"""In the menu Layers."""
TIP = "How often the rule had the sample wrong in the run up to this step"


class MistakeCountsLayer(Layer):
    """Fills the samples learned from anew, each in the colour of its mistakes.

    The symbol keeps saying which class it is. Not shown, it does nothing.

    Attributes
    ----------
    counts : ndarray of int, shape (n_samples,), or None
        None where they are not known.
    late : bool
        Whether they are of another step, while those of this are counted.
    """

    on_paper = of_one_step = True

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.counts: NDArray[np.int64] | None = None
        self.late = False
        self._names: list[str] = []
        self.setVisible(False)

    def set_shown(self, shown: bool) -> None:
        self.setVisible(shown)

    def show_like(self, other: Self) -> None:
        self.show_counts(other.counts)
        self.set_shown(other.isVisible())

    def show_counts(self, counts: NDArray[np.int64] | None) -> None:
        """Colour by these; None: none."""
        if counts is not self.counts or self.late:
            self.counts, self.in_legend = counts, counts is not None
            self.late = False
            self.update()

    def show_late(self) -> None:
        """Let the counts be seen faintly: they are of another step."""
        if not self.late:
            self.late = True
            self.update()

    def draw(self, painter: QPainter) -> None:
        picture, counts = self.picture, self.counts
        self._names = []
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
        painter.setOpacity(DIMMED if self.late else 1.0)
        for level in range(len(bounds)):  # those of most mistakes on top
            fill = level_colour(level, len(bounds), self.theme)
            for code in np.unique(data.y[rows[levels == level]]).tolist():
                of = (levels == level) & (data.y[rows] == code)
                draw_symbols(
                    painter, places[of], code, fill, edge, 1.0, self.ratio or 2
                )
        painter.setOpacity(1.0)
        self._names = level_names(bounds, int(counts[rows].max(initial=0)))

    def legend(self) -> list[LegendRow]:
        """Tell of each colour; where none is drawn, of none."""
        if self.counts is None:
            return []
        names = self._names
        return [
            LegendRow(
                partial(self._draw_swatch, level=level),
                name if level else f"{name} mistakes so far",
                TIP,
                always=True,
            )
            for level, name in enumerate(names)
        ]

    def _draw_swatch(self, painter: QPainter, centre: QPointF, level: int) -> None:
        side = SWATCH * self.theme.scale
        painter.setPen(QPen(QColor(self.theme.muted), 1.0))
        painter.setBrush(QColor(level_colour(level, len(self._names), self.theme)))
        corner = centre - QPointF(side, side) / 2
        painter.drawRoundedRect(QRectF(corner, QSizeF(side, side)), 2, 2)


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
    return mixed(QColor(theme.border), QColor(theme.mistake), share).name()


def attach(context: PartContext) -> None:
    """Colour the samples, if asked, at every step."""
    canvas, counts = context.canvas, MistakeCounts.of(context.session)
    layer = canvas.plot.layers.add(MistakeCountsLayer, LayerHeight.MISTAKES + 1)
    switch = LayerSwitch(
        "Colour by &mistakes made", "mistake_counts", layer, canvas, shown=False
    )

    def show() -> None:
        """Show the counts; while others are counted, those before, faintly."""
        if not switch.isChecked():
            return
        now, n = counts.at_playhead(), context.session.data.n_samples
        if now is not None or layer.counts is None or len(layer.counts) != n:
            layer.show_counts(now)
        else:
            layer.show_late()

    canvas.switches.add(switch, RANK)
    for changed in (canvas.refreshed, switch.toggled, counts.changed):
        changed.connect(show)
    show()


PARTS = (Part("Mistake counts", attach=attach),)
