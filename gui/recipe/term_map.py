"""A small picture of a term's value over the plane: where it is below 0, and above."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage, QPixmap

from engine.data.feature_map import map_of
from gui.style.theme import mixed

if TYPE_CHECKING:
    from engine import Dataset
    from engine.data.feature_map import Term
    from gui.style.theme import Theme

Range = tuple[float, float]
EMPTY: Range = (-3.0, 3.0)
"""Of a feature, where there are no points."""
SHADES = 32
"""Shades of each of the two colours."""


def rounded_ranges(data: Dataset) -> tuple[Range, ...]:
    """Give the ranges of two features, so round that few edits change them."""
    features = range(min(data.n_features, 2))
    if not data.n_samples:
        return (EMPTY,) * len(features)
    return tuple(_rounded(*data.span(j)) for j in features)


def _rounded(low: float, high: float) -> Range:
    extent = high - low
    if not extent or not math.isfinite(extent):
        return EMPTY
    step = 10.0 ** math.floor(math.log10(extent))
    if not step:  # the extent is the least that there is
        return EMPTY
    return math.floor(low / step) * step, math.ceil(high / step) * step


@lru_cache(maxsize=256)
def term_map(
    term: Term, ranges: tuple[Range, ...], theme: Theme, side: int, ratio: float
) -> QPixmap:
    """Draw a term of one or two features.

    Its values go from the first class's colour over the field's, at 0, to the second's.

    Parameters
    ----------
    term : Term
    ranges : tuple of (float, float)
        Of the features, from left to right and from below.
    theme : Theme
    side : int
        In logical pixels, of which each has `ratio` physical ones.
    ratio : float
    """
    n = round(side * ratio)
    places = [low + (np.arange(n) + 0.5) / n * (high - low) for low, high in ranges]
    columns = [np.tile(places[0], n), *(np.repeat(up[::-1], n) for up in places[1:])]
    features = map_of([term], [""] * len(ranges))
    with np.errstate(over="ignore", under="ignore"):
        values = np.nan_to_num(features.transform(np.column_stack(columns))[:, 0])
        shares = values / (np.abs(values).max() or 1.0)
    levels = np.rint(SHADES * shares).astype(np.intp) + SHADES
    pixels = np.ascontiguousarray(_shades(theme)[levels])
    image = QImage(pixels.data, n, n, 4 * n, QImage.Format.Format_RGB32)
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _shades(theme: Theme) -> np.ndarray:
    field, below, above = map(QColor, (theme.field, *theme.classes[:2]))
    shares = np.linspace(-1.0, 1.0, 2 * SHADES + 1).tolist()
    colours = (mixed(field, above if s > 0 else below, abs(s)).rgb() for s in shares)
    return np.fromiter(colours, np.uint32)
