"""The colours of errors and their scale: even steps, the lowest error the strongest."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from engine.numbers import decimals, percent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.style.theme import Theme

LEVELS = 256
WIDTH, GAP = 14, 8
"""Pixels of the scale, and beside it."""
WIDEST = "00.00 %"
ANCHORS = {
    "light": ("#00436b", "#3f8fb5", "#a9cfd6", "#f1eee4"),
    "dark": ("#b9ecff", "#57a9cf", "#2f5f7d", "#2b3038"),
    "light, high contrast": ("#7ab2da", "#a3cdea", "#d3e8f6", "#ffffff"),
    "dark, high contrast": ("#ffffff", "#d3e8f6", "#a3cdea", "#7ab2da"),
}
"""From the lowest error to the highest, for each theme.

In high contrast all are light: text on a colour in between has not 7:1 in any colour.
"""

# Björn Ottosson, "A perceptual color space for image processing", 2020.
_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


@lru_cache(maxsize=2)
def ramp(theme: Theme) -> NDArray[np.uint8]:
    """Give the colours from the lowest error to the highest, (LEVELS, 3)."""
    lab = np.array([_lab(colour) for colour in ANCHORS[theme.name]])
    # Lightness changes evenly along the whole way.
    way = (lab[:, 0] - lab[0, 0]) / (lab[-1, 0] - lab[0, 0])
    at = np.linspace(0.0, 1.0, LEVELS)
    return _rgb(np.column_stack([np.interp(at, way, lab[:, i]) for i in range(3)]))


def level(errors: NDArray[np.float64], low: float, high: float) -> NDArray[np.intp]:
    """Give the place on the ramp of errors between the lowest and the highest."""
    share = (errors - low) / (high - low) if high > low else np.zeros_like(errors)
    places: NDArray[np.intp] = np.round(share * (LEVELS - 1)).astype(np.intp)
    return places.clip(0, LEVELS - 1)


@lru_cache(maxsize=2)
def text_colours(theme: Theme) -> list[QColor]:
    """Give the colour of text that can be read on each colour of the ramp."""
    lightness = [_lab(QColor(*colour).name())[0] for colour in ramp(theme).tolist()]
    return [QColor("#ffffff" if light < 0.62 else "#111820") for light in lightness]


def _lab(colour: str) -> NDArray[np.float64]:
    tone = QColor(colour)
    srgb = np.array([tone.redF(), tone.greenF(), tone.blueF()])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    lab: NDArray[np.float64] = _TO_LAB @ np.cbrt(_TO_LMS @ linear)
    return lab


def _rgb(lab: NDArray[np.float64]) -> NDArray[np.uint8]:
    linear = (lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_LMS).T
    linear = linear.clip(0.0, 1.0)
    srgb = np.where(
        linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055
    )
    return np.round(255 * srgb).astype(np.uint8)


class ErrorScale(pg.ColorBarItem):
    """What the colours mean, at the right of a plot, the highest error at the top."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(width=WIDTH, interactive=False, colorMapMenu=False)
        for side in ("left", "top", "bottom"):
            self.hideAxis(side)
        self.axis.setStyle(tickLength=0, hideOverlappingLabels=False)
        self.axis.setWidth(GAP + plot.fontMetrics().horizontalAdvance(WIDEST))
        layout = plot.getPlotItem().layout
        layout.addItem(self, 2, 5)
        layout.setColumnFixedWidth(4, GAP)

    def set_theme(self, theme: Theme) -> None:
        self.setColorMap(pg.ColorMap(None, ramp(theme)))
        self.axis.setPen(None)
        self.axis.setTextPen(pg.mkPen(theme.muted))

    def show_span(self, low: float, high: float) -> None:
        """Write the errors from the lowest to the highest."""
        texts = scale_texts(low, high)
        self.axis.setTicks([[(1 - down, text) for text, down in texts]])


def scale_texts(low: float, high: float) -> list[tuple[str, float]]:
    """Write what the colours mean, each with its share of the way down.

    As many digits as tell the errors apart; one text where two do not.
    """
    for digits in (1, 2):
        ends = ((high, 0.0), ((low + high) / 2, 0.5), (low, 1.0))
        texts = [(f"{decimals(100 * error, digits)} %", share) for error, share in ends]
        if len(dict(texts)) == len(texts):
            return texts
    if texts[0][0] != texts[-1][0]:
        return [texts[0], texts[-1]]
    return [(percent(low), 1.0)]
