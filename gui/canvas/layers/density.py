"""Very many samples as a picture of their density, vermilion where they are wrong.

Arrays are worked on in place: of a view of so many cells, new ones cost more than what
is done with them.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from engine.families.capabilities import can
from gui.canvas.contours import (
    fine_scores,
    full_side,
    grid_scores,
    quick_side,
    value_of_leader,
)
from gui.canvas.density_grid import DensityGrid
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend_rows import LegendRow
from gui.canvas.layers.symbols import SYMBOL_BOX
from gui.canvas.point_index import MOST_SYMBOLS, index_of, rows_as_symbols
from gui.style.theme import rgb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor
    from gui.canvas.density_grid import Cells
    from gui.canvas.picture import Picture
    from gui.canvas.point_index import EditedPointIndex, PointIndex
    from gui.style.theme import Theme

HINT = QPainter.RenderHint
SWATCH = (24, 12)
"""Columns and rows of cells of the density in a legend."""
MANY = "So many that no symbol could be told apart: the stronger, the more samples"
HATCHED = "Density of samples that are held out: they are not learned from"
WRONG = "The share of the samples there that the model gives another class"
MISTAKES_OPACITY = 0.8
"""Opacity of the mistakes' colour where all samples are mistakes."""


class DensityLayer(Layer):
    """Draws how many samples are where, while they are too many for symbols.

    The image is made again only when data, view or model change.
    """

    _bare_of: tuple[object, ...] = ()
    _image_of: tuple[object, ...] = ()
    _strength: Cells
    _bare: QImage
    _image: QImage

    def is_empty(self) -> bool:
        return self.picture is None or self.picture.data.n_samples <= MOST_SYMBOLS

    def draw(self, painter: QPainter) -> None:
        picture = self.picture
        if (
            picture is None
            or rows_as_symbols(picture, self.around_view(SYMBOL_BOX)) is not None
        ):
            return
        index = index_of(picture)
        density = index.density(*self.cells())
        self._update_image(picture, density, index)
        for hint in (HINT.Antialiasing, HINT.SmoothPixmapTransform):
            painter.setRenderHint(hint, False)
        left, bottom, right, top = density.rect
        corners = self.pixels(np.array([[left, top], [right, bottom]]))
        first, last = (QPointF(x, y) for x, y in corners.tolist())
        painter.drawImage(QRectF(first, last), self._image)

    def legend(self) -> list[LegendRow]:
        picture = self.picture
        if (
            picture is None
            or rows_as_symbols(picture, self.around_view(SYMBOL_BOX)) is not None
        ):
            return []
        kinds = ((False, "many samples", MANY), (True, "held out", HATCHED))
        rows = [
            LegendRow(partial(self._draw_swatch, hatched=hatched), text, tip)
            for hatched, text, tip in kinds[: 1 + picture.data.is_split]
        ]
        wrong = partial(self._draw_swatch, hatched=False, tone=self.theme.mistake)
        if picture.model is not None and not picture.model.is_zero:
            rows.append(LegendRow(wrong, "many mistakes", WRONG))
        return rows

    def _draw_swatch(
        self, painter: QPainter, centre: QPointF, hatched: bool, tone: str = ""
    ) -> None:
        columns, rows = SWATCH
        counts = np.zeros((2, 1, rows, columns), np.float32)
        counts[int(hatched)] = 1 + np.arange(columns)
        density = DensityGrid(counts, (0.0, 0.0, 1.0, 1.0))
        image = density_image(density, opacity(density), self.theme)
        if tone:
            image = tinted(image, 0.8 * opacity(density), tone)
        painter.drawImage(centre - QPointF(columns, rows) / 2, image)

    def _update_image(
        self,
        picture: Picture,
        density: DensityGrid,
        index: PointIndex | EditedPointIndex,
    ) -> None:
        bare_of = density, self.theme
        if self._bare_of != bare_of:
            self._bare_of = bare_of
            self._strength = opacity(density)
            self._bare = density_image(density, self._strength, self.theme)
        of_folds = picture.held_out_wrong is not None, picture.folds
        image_of = *bare_of, picture.model, picture.one_vs_rest, of_folds
        if self._image_of != image_of:
            self._image_of, self._image = image_of, self._bare
            wrong = count_mistakes(picture, density, index)
            if wrong is not None:
                share = np.minimum(wrong / np.maximum(density.total, 1), 1)
                share *= MISTAKES_OPACITY * self._strength
                self._image = tinted(self._bare, share, self.theme.mistake)


LEAST = 0.4
"""Opacity of a cell with one sample; that of the fullest cell is 1."""
HOLLOW = 0.75
"""What cells that hold only samples held out lose of it, in a hatching."""
PIXEL_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
"""The only one that Qt stretches fast."""
STRIPE = 3
"""Width of a stripe of the hatching in cells."""


def density_image(density: DensityGrid, strength: Cells, theme: Theme) -> QImage:
    """Colour each cell by its classes, so strong; hatch what is held out."""
    n, rows, columns = density.by_class.shape
    colours = np.array([rgb(theme.class_colour(k)) for k in range(n)], np.float32)
    counts = np.maximum(density.total, 1)
    mixed = (colours.T @ density.by_class.reshape(n, -1)).reshape(3, rows, columns)
    mixed /= counts
    if density.held_out is not None:
        hollow = density.held_out.sum(axis=0) / counts
        strength = strength * (1 - HOLLOW * hollow * _stripes((rows, columns)))
    return _image(mixed, strength)


def opacity(density: DensityGrid) -> Cells:
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


def tinted(image: QImage, share: Cells, colour: str) -> QImage:
    """Cover cells with a colour, as strongly as a share, 0 … 1, says."""
    strengths = np.arange(256) / 255
    r, g, b = np.outer(np.array(rgb(colour), np.float32), strengths).astype(np.uint32)
    table = (np.arange(256) << 24 | r << 16 | g << 8 | b).astype(np.uint32)
    pixels = table[(255 * share).astype(np.uint8)]
    (rows, columns), result = share.shape, image.copy()
    with QPainter(result) as painter:
        painter.drawImage(0, 0, QImage(pixels.data, columns, rows, PIXEL_FORMAT))
    return result


def _stripes(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    rows, columns = np.indices(shape, sparse=True)
    stripes: NDArray[np.bool_] = (rows + columns) % (2 * STRIPE) < STRIPE
    return stripes


def _image(mixed: NDArray[np.float32], strength: Cells) -> QImage:
    rows, columns = strength.shape
    mixed *= strength
    pixels = (255 * strength).astype(np.uint32)
    for part in mixed.astype(np.uint32):
        pixels <<= 8
        pixels |= part
    # A copy: the array goes when this ends.
    return QImage(pixels.data, columns, rows, PIXEL_FORMAT).copy()


MOST_PRODUCTS = 4_000_000
"""Products of a weight and a term up to which each sample is scored: some 10 ms."""
PER_BLOCK = 4
"""Samples of a fair sample that a block has, where there is one to each cell."""


def count_mistakes(
    picture: Picture, density: DensityGrid, index: PointIndex | EditedPointIndex
) -> Cells | None:
    """Count the samples in each cell that are marked: all but the test part's may be.

    What the model says of the middle of a cell is taken for all of it, unless there
    are features that are not shown: then of the samples themselves, of too many of a
    fair sample, in blocks of cells.
    """
    if picture.held_out_wrong is not None:
        wrong = picture.data.X[picture.held_out_wrong]
        return density.tally(picture.plane.project(wrong))
    model = picture.model
    if model is None or model.is_zero:
        return None
    if len(picture.plane.free) < picture.data.n_features:
        return _by_sample(picture, model, density, index)
    return _by_cell(picture, model, density)


def _by_cell(picture: Picture, model: Predictor, density: DensityGrid) -> Cells:
    samples = density.marked
    if can(model, "linear"):
        scores = grid_scores(model, picture.plane, *density.middles)
    else:
        side = full_side(model) if picture.fine_in is None else quick_side(model)
        scores = fine_scores(model, picture.plane, density.rect, *density.middles, side)
    total = samples.sum(axis=0)
    if scores.shape[2] == 1:
        own = samples[1 if picture.one_vs_rest is None else picture.one_vs_rest]
        right = np.where(scores[:, :, 0] > 0, own, total - own)
    else:
        right = value_of_leader(scores, samples)
    wrong: Cells = total - right
    return wrong


def _by_sample(
    picture: Picture,
    model: Predictor,
    density: DensityGrid,
    index: PointIndex | EditedPointIndex,
) -> Cells:
    rows = index.rows_near(density.rect)
    every = math.ceil(len(rows) * model.products / MOST_PRODUCTS)
    rows = rows[:: max(every, 1)]
    wrong, all_counted = (
        density.tally(picture.plane.project(picture.data.X[chosen]))
        for chosen in (picture.wrong_among(rows), rows)
    )
    if every <= 1:
        return wrong
    side = math.ceil(math.sqrt(PER_BLOCK * every))
    share = _in_blocks(wrong, side) / np.maximum(_in_blocks(all_counted, side), 1)
    return np.asarray(share * density.total, np.float32)


def _in_blocks(cells: Cells, side: int) -> NDArray[np.float32]:
    """Give each cell the sum over its block of so many rows and columns."""
    rows, columns = cells.shape
    sums = np.add.reduceat(cells, np.arange(0, rows, side), axis=0)
    sums = np.add.reduceat(sums, np.arange(0, columns, side), axis=1)
    wide = sums.repeat(side, axis=0).repeat(side, axis=1)
    return wide[:rows, :columns]
