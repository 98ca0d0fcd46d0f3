"""The picture of very many samples: each class's colour, the denser the stronger.

Arrays are worked on in place: of a view of so many cells, new ones cost more than what
is done with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.density import Cells, Density
    from gui.style.theme import Theme

LEAST = 0.4
"""Opacity of a cell with one sample; that of the fullest cell is 1."""
HOLLOW = 0.75
"""What cells that hold only samples held out lose of it, in a hatching."""
FORM = QImage.Format.Format_ARGB32_Premultiplied
"""The only one that Qt stretches fast."""
STRIPE = 3
"""Width of a stripe of the hatching in cells."""


def density_image(density: Density, strength: Cells, theme: Theme) -> QImage:
    """Colour each cell by its classes, so strong; hatch what is held out."""
    n, rows, columns = density.by_class.shape
    colours = _rgb([theme.class_colour(k) for k in range(n)])
    some = np.maximum(density.total, 1)
    mixed = (colours.T @ density.by_class.reshape(n, -1)).reshape(3, rows, columns)
    mixed /= some
    if density.held_out is not None:
        hollow = density.held_out.sum(axis=0) / some
        strength = strength * (1 - HOLLOW * hollow * _stripes((rows, columns)))
    return _image(mixed, strength)


def opacity(density: Density) -> Cells:
    """Give the opacity of each cell, 0 … 1; it grows with the logarithm of all.

    Full is what was the fullest cell in view: none out of view makes the others pale.
    """
    total, full = density.total, np.float32(max(density.fullest, 2.0))
    strength: Cells = np.clip(total, 1, full)
    np.log(strength, out=strength)
    strength /= np.log(full)
    strength *= 1 - LEAST
    strength += LEAST
    strength *= total > 0
    return strength


def covered(image: QImage, share: Cells, colour: str) -> QImage:
    """Cover cells with a colour, as strongly as a share, 0 … 1, says."""
    strengths = np.arange(256) / 255
    r, g, b = (np.outer(_rgb([colour])[0], strengths)).astype(np.uint32)
    table = (np.arange(256) << 24 | r << 16 | g << 8 | b).astype(np.uint32)
    pixels = table[(255 * share).astype(np.uint8)]
    result = image.copy()
    with QPainter(result) as painter:
        painter.drawImage(0, 0, QImage(pixels.data, *share.shape[::-1], FORM))
    return result


def _stripes(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    rows, columns = np.indices(shape, sparse=True)
    stripes: NDArray[np.bool_] = (rows + columns) % (2 * STRIPE) < STRIPE
    return stripes


def _rgb(colours: list[str]) -> NDArray[np.float32]:
    """Give colours as rows of red, green and blue, 0 … 255."""
    parts = [QColor(colour).getRgb() for colour in colours]
    return np.array([p[:3] for p in parts if isinstance(p, tuple)], np.float32)


def _image(mixed: NDArray[np.float32], strength: Cells) -> QImage:
    rows, columns = strength.shape
    mixed *= strength
    pixels = (255 * strength).astype(np.uint32)
    for part in mixed.astype(np.uint32):
        pixels <<= 8
        pixels |= part
    # A copy: the array goes when this ends.
    return QImage(pixels.data, columns, rows, FORM).copy()
