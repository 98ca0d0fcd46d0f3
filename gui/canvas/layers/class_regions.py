"""The ground: which class the model gives each place, and how surely."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPolygonF

from engine.families.capabilities import can
from gui.canvas.boundary_lines import first_two, implicit_lines
from gui.canvas.contours import (
    fine_scores,
    grid_scores,
    is_slow,
    leading_class,
    scores_traced,
    straight_scores,
)
from gui.canvas.layers.layer import Layer, draw_smooth, pixels_on
from gui.canvas.layers.legend_rows import LegendRow
from gui.canvas.step_cells import has_step_cells, has_steps, step_cells, step_scores
from gui.style.theme import mixed, rgb

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from engine.families.network.model import NetworkModel
    from engine.models.predictor import Predictor
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Plane, Rect
    from gui.style.theme import Theme

    Line = tuple[float, float, float]
    """a, b, c of a score a·x + b·y + c."""

CELLS, STEP_CELLS = 96, 384
"""Along a side; more of them where the ground changes in steps on bent lines."""
SHADES = 64
FAINTEST = 0.07
LEADS = -np.log1p(-np.arange(1, SHADES - 1) / (SHADES - 1))
"""From which leads on, over their mean, the shade is the next stronger one.

A shade's strength grows with 1 − exp(−lead): the inverse gives where each begins.
"""
TURNS = np.concatenate([[-np.inf], -LEADS[::-1], [0.0], LEADS, [np.inf]])
"""At which scores, over the mean lead, the shade is another one.

From −∞ to ∞, so that each shade, of the one class strong to faint and of the other
faint to strong, lies between two of them.
"""
SWATCH = (24.0, 11.0)
"""Size of the ground in a legend, in pixels."""
GROUND = (
    "The class that the model gives each place; the stronger, the further it is from "
    "the boundary"
)
SLICE = "The features not shown are held at their mean"
MOST_SHIFT = 1 << 16
"""Pixels by which a row may be shifted against another one."""


class ClassRegionsLayer(Layer):
    """Shades the plane in the classes' colours, lighter towards the boundary.

    Attributes
    ----------
    unit : tuple of int or None
        Of a network the layer, from 0, and the unit that is shown instead: how active
        it is.
    """

    of_one_run = True
    unit: tuple[int, int] | None = None
    _made_of: tuple[object, ...] = ()

    def show_unit(self, unit: tuple[int, int] | None) -> None:
        """Show how active a unit is; None shows the classes again."""
        if unit != self.unit:
            self.unit = unit
            self.prepare_again()

    def prepare(self, picture: Picture) -> None:
        """Forget the image where another is due: it is made where it is drawn."""
        made_of = (
            picture.model, picture.plane, picture.one_vs_rest,
            len(picture.data.class_names), self.view(), self.theme, self.unit,
            picture.model and self.side(picture.model),
        )  # fmt: skip
        if made_of != self._made_of:
            self._made_of = made_of
            self._image: QImage | None = None
            self._cells: list[tuple[QPolygonF, QColor]] = []
            self._size = (0, 0)

    def _colours(self, picture: Picture) -> tuple[str, ...]:
        """Give each class's colour; of one class against the rest, the rest's first."""
        if picture.one_vs_rest is not None:
            return self.theme.muted, self.theme.class_colour(picture.one_vs_rest)
        return tuple(map(self.theme.class_colour, range(len(picture.data.class_names))))

    def is_empty(self) -> bool:
        """Tell whether no class has a place; else they cover all of the view."""
        picture = self.picture
        return picture is None or picture.model is None or picture.model.is_zero

    def draw(self, painter: QPainter) -> None:
        picture = self.picture
        if picture is None or picture.model is None:
            return
        painter.setRenderHint(painter.RenderHint.Antialiasing, False)
        if self.unit is not None and can(picture.model, "network"):
            self._draw_unit(painter, picture, picture.model, self.unit)
            return
        model, shades = picture.model, shade_table(self.theme, self._colours(picture))
        if model.n_outputs == 1 and model.is_straight:
            a, b, c = implicit_lines(model, picture.plane)[0].tolist()
            with pixels_on(painter, self.rect()) as pixels:
                self._draw_pixels(pixels, (a, b, c), shades)
            return
        if has_step_cells(model):
            self._draw_cells(painter, model, picture.plane, shades)
            return
        if self._image is None:
            x, y = _cell_centres(self.view())
            if model.is_straight and model.n_outputs > 1:
                lines = implicit_lines(model, picture.plane)
                seen = first_two(lines, self.view())
                scores, shades = straight_scores(lines[seen], x, y), shades[seen]
            elif has_steps(model):
                x, y = _cell_centres(self.view(), STEP_CELLS)
                inputs = fine_scores(
                    model.first_layer, picture.plane, self.view(), x, y
                )
                scores = step_scores(model, inputs)
            elif self._to_edges(model):  # the boundary has been traced on them
                view, side = self.view(), self.side(model)
                scores = scores_traced(model, picture.plane, view, side)[2][::-1]
            else:
                scores = grid_scores(model, picture.plane, x, y)
            self._image = self._image_of(region_pixels(scores, shades))
        whole = QRectF(self._image.rect())
        if self._to_edges(model):
            whole.adjust(0.5, 0.5, -0.5, -0.5)  # the grid goes from edge to edge
        draw_smooth(painter, self.rect(), self._image, whole)

    def _to_edges(self, model: Predictor) -> bool:
        """Tell whether the ground is of the scores on which the boundary is traced."""
        if has_steps(model):
            return False
        return can(model, "network") or (self.may_be_coarse and is_slow(model))

    def legend(self) -> list[LegendRow]:
        picture = self.picture
        if picture is None or picture.model is None or picture.model.is_zero:
            return []
        tones, full = self._colours(picture)[:2], self.theme.region
        field = QColor(self.theme.field)

        def draw(painter: QPainter, centre: QPointF) -> None:
            swatch = QRectF(centre - QPointF(*SWATCH) / 2, QSizeF(*SWATCH))
            ground = QLinearGradient(swatch.topLeft(), swatch.topRight())
            for side, tone in enumerate(tones):
                for share, at in ((full, side), (FAINTEST, 0.5 + 0.02 * side)):
                    ground.setColorAt(at, mixed(field, QColor(tone), share))
            painter.fillRect(swatch, ground)

        held = picture.data.n_features - len(picture.plane.free)
        slice_too = f"{GROUND}. {SLICE}" if held and picture.plane.alike else GROUND
        return [LegendRow(draw, "the class the model gives", slice_too)]

    def _draw_unit(
        self,
        painter: QPainter,
        picture: Picture,
        model: NetworkModel,
        unit: tuple[int, int],
    ) -> None:
        from gui.canvas.layers.unit_maps import (
            pixels_of_levels,
            unit_levels,
            unit_shades,
        )

        layer, place = unit
        if self._image is None:
            levels = unit_levels(model, picture.plane, *_cell_centres(self.view()))
            shades = unit_shades(self.theme, model, layer, place, self.theme.region)
            pixels = pixels_of_levels(levels[layer][place], shades)
            self._image = self._image_of(pixels)
        draw_smooth(painter, self.rect(), self._image)

    def _draw_pixels(
        self, painter: QPainter, line: Line, shades: NDArray[np.uint32]
    ) -> None:
        """Copy an image of the device's own pixels: Qt need not stretch or blend it."""
        to_device = painter.deviceTransform()
        device = to_device.mapRect(self.rect())
        ends = device.left(), device.top(), device.right(), device.bottom()
        left, top, right, bottom = (math.floor(end + 0.5) for end in ends)
        size = right - left, bottom - top
        if self._image is None or size != self._size:
            self._size = size
            pixels, self._every = straight_regions(line, self.view(), shades, *size)
            self._image = self._image_of(pixels)
        painter.scale(1 / to_device.m11(), 1 / to_device.m22())
        columns, rows = size
        place = QRectF(left - to_device.dx(), top - to_device.dy(), columns, rows)
        painter.drawImage(place, self._image, QRectF(0, 0, columns / self._every, rows))

    def _draw_cells(
        self,
        painter: QPainter,
        model: NetworkModel,
        plane: Plane,
        shades: NDArray[np.uint32],
    ) -> None:
        """Fill the cells between the lines of step units: each is of one colour."""
        if not self._cells:
            polygons, scores, areas = step_cells(model, plane, self.view())
            pixels = region_pixels(scores[:, None], shades, areas[:, None])
            self._cells = [
                (self.polygon(np.array(polygon)), QColor(pixel))
                for polygon, pixel in zip(polygons, pixels[:, 0].tolist(), strict=True)
            ]
        painter.setPen(Qt.PenStyle.NoPen)
        for polygon, colour in self._cells:
            painter.setBrush(colour)
            painter.drawPolygon(polygon)

    def _image_of(self, pixels: NDArray[np.uint32]) -> QImage:
        rows, columns = pixels.shape
        # Kept with the image: QImage does not copy the buffer.
        self._pixels = pixels
        return QImage(
            pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32
        )


@lru_cache(maxsize=2)
def _cell_centres(
    view: Rect, cells: int = CELLS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the middles of the columns and, from the top, of the rows of a grid."""
    left, bottom, right, top = view
    middles = (np.arange(cells) + 0.5) / cells
    return left + middles * (right - left), top + middles * (bottom - top)


@lru_cache(maxsize=8)
def shade_table(theme: Theme, colours: tuple[str, ...]) -> NDArray[np.uint32]:
    """Mix each colour with the ground, faint to strong, (n_colours, SHADES)."""
    ground = np.array(rgb(theme.field))
    table = np.empty((len(colours), SHADES), np.uint32)
    for k, name in enumerate(colours):
        own = np.array(rgb(name))
        share = np.linspace(FAINTEST, theme.region, SHADES)[:, None]
        r, g, b = (ground + share * (own - ground)).round().astype(np.uint32).T
        table[k] = 0xFF000000 | r << 16 | g << 8 | b
    return table


def region_pixels(
    scores: NDArray[np.float64],
    shades: NDArray[np.uint32],
    areas: NDArray[np.float64] | None = None,
) -> NDArray[np.uint32]:
    """Turn scores (h, w, n_outputs) into pixels (h, w), of like areas or of these."""
    if scores.shape[2] == 1:
        codes = (scores[:, :, 0] > 0).astype(np.intp)
        lead = np.abs(scores[:, :, 0])
    else:
        codes, lead = leading_class(scores)
    mean = lead.mean() if areas is None else np.average(lead, weights=areas)
    if not np.isfinite(mean):  # scores beyond all numbers: where they are, it is sure
        lead, mean = np.where(lead == np.inf, np.inf, 0.0), 1.0
    lead /= -(mean or 1.0)
    sureness = np.subtract(1.0, np.exp(lead, out=lead), out=lead)
    sureness *= SHADES - 1
    codes *= SHADES
    codes += sureness.astype(np.intp)
    pixels: NDArray[np.uint32] = shades.ravel().take(codes)
    return pixels


def straight_regions(
    line: Line, view: Rect, shades: NDArray[np.uint32], columns: int, rows: int
) -> tuple[NDArray[np.uint32], int]:
    """Colour each pixel of a view by a score that is linear.

    All rows are pieces of one long row, each cut out a little further along: a row
    further down every score is larger by the same amount, which is what so many pixels
    (the shift) change it along a row. So each shade is found once, not in each row.

    Parameters
    ----------
    line : tuple of float
        a, b, c of the score a·x + b·y + c.
    view : tuple of float
        left, bottom, right, top
    shades : ndarray of uint32, shape (2, SHADES)
        Colours where the score is below 0 and where it is above, the faintest first.
    columns, rows : int
        Size of the view in pixels.

    Returns
    -------
    pixels : ndarray of uint32, shape (rows, ceil(columns / every))
    every : int
        How wide each is: 1, unless the score hardly changes along a row.
    """
    a, b, c = line
    x, y = _cell_centres(view)
    scores = np.add.outer(b * y + c, a * x)
    total = np.add.reduce(np.abs(scores, out=scores), axis=None)
    mean = float(total) / scores.size or 1.0
    left, bottom, right, top = view
    across = a * (right - left) / columns / mean
    down = b * (bottom - top) / rows / mean
    least = abs(down) * rows / MOST_SHIFT
    every = 1
    if abs(across) <= least:
        every = min(columns, math.ceil(least / abs(across))) if across else columns
    step = math.copysign(max(abs(across) * every, least), across) or 1.0
    shift = down / step
    first = 0 if shift >= 0 else rows - 1
    starts = np.rint(shift * np.arange(-first, rows - first)).astype(np.intp)
    begin = (a * left + b * top + c) / mean + across * every / 2 + down * (first + 0.5)
    width = -(-columns // every)
    length = int(starts[-1 - first]) + width  # the last row, or the first
    colours = np.concatenate([shades[0, -2::-1], shades[1, :-1]])
    ends = np.ceil((TURNS - begin) / step)
    ends = np.minimum(np.maximum(ends, 0), length).astype(np.intp)
    if step < 0:
        ends, colours = ends[::-1], colours[::-1]
    long_row = colours.repeat(ends[1:] - ends[:-1])
    # Of each start a row as one item: so they are copied in one go.
    row = np.dtype((np.void, width * long_row.itemsize))
    cut = np.ndarray(len(long_row) - width + 1, row, long_row, 0, long_row.strides)
    return cut[starts].view(np.uint32).reshape(rows, width), every
