"""The plot of weight space: layers on axes of one scale that follow the path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPen, QPolygonF

from engine.spaces.weight_space import losses, wrong_counts
from gui.canvas.layers.layer import (
    LayerItem,
    PictureLayer,
    draw_smooth,
    is_vector,
)
from gui.canvas.layers.weight_arrows import draw_arrow
from gui.features.weight_space.weight_picture import (
    PathPicture,
    WeightPicture,
    fitted_view,
    merge_repeated,
)
from gui.plotting.plot import Plot
from gui.plotting.plot_style import name_axis
from gui.style.theme import faded, rgb

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from engine.spaces.weight_space import WeightPlane
    from gui.features.weight_space.weight_picture import Rect
    from gui.style.theme import Theme

MOST_LINES = 300
"""Of more samples a fair choice has its lines drawn."""
FEW = 40
"""Lines up to which they are drawn strongest."""
MOST_DOTS = 150
"""Places up to which each is a dot."""
DOT, NOW, LARGEST_VOTE = 1.6, 5.5, 11.0
"""Radii in pixels."""
CELLS, LOSS_CELLS = 128, 48
LOW = 240
"""Height in pixels below which the lower axis has its name inside."""
NAME_PX = 11
FAINTEST, STRONGEST = 0.07, 0.42
LEVELS = 9


class SampleLinesLayer(PictureLayer[WeightPicture]):
    """Draws y·z = 0 of every sample in its class's colour, the step's sample strong."""

    def prepare(self, picture: WeightPicture) -> None:
        drawn = picture.plane.first(MOST_LINES)
        self._codes = drawn.codes
        self._ends = self._in_pixels(drawn)
        self._strong = self._in_pixels(picture.looked_at)

    def _in_pixels(self, samples: WeightPlane) -> NDArray[np.float64]:
        ends = line_ends(samples, self.view()).reshape(-1, 2)
        return self.pixels(ends).reshape(-1, 4)

    def draw(self, painter: QPainter) -> None:
        """Draw all lines faintly, then those of the step."""
        if self.picture is None:
            return
        colours = self.theme.classes
        strength = 0.75 if len(self._codes) <= FEW else 0.4
        if self.picture.by_loss:
            strength *= 0.5
        for code in np.unique(self._codes).tolist():
            painter.setPen(QPen(faded(colours[code % len(colours)], strength), 1))
            self._draw_line(painter, self._ends[self._codes == code])
        for line, code, mistaken in zip(
            self._strong, self.picture.looked_at.codes, self.picture.mistaken,
            strict=True,
        ):  # fmt: skip
            own = colours[code % len(colours)]
            tone = QColor(self.theme.mistake if mistaken else own)
            painter.setPen(QPen(tone, 2.25))
            self._draw_line(painter, line[None])

    def _draw_line(self, painter: QPainter, ends: NDArray[np.float64]) -> None:
        seen = ends[np.isfinite(ends).all(axis=1)]
        if is_vector(painter):  # an SVG of Qt does not clip
            seen = parts_inside(seen, self.rect().size().toTuple())
        lines = [QLineF(*four) for four in seen.tolist()]
        if lines:
            painter.drawLines(lines)


def parts_inside(
    ends: NDArray[np.float64], size: tuple[float, float]
) -> NDArray[np.float64]:
    """Give the parts of lines that are in a rectangle from (0, 0) on.

    Parameters
    ----------
    ends : ndarray, shape (m, 4)
        x and y of one end, then of the other.
    size : tuple of float

    Examples
    --------
    >>> import numpy as np
    >>> lines = np.array([[-4.0, 1, 8, 1], [3, -1, 3, 1], [-1, 0, -1, 2]])
    >>> parts_inside(lines, (6.0, 2.0)).tolist()
    [[0.0, 1.0, 6.0, 1.0], [3.0, 0.0, 3.0, 1.0]]
    """
    start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
    with np.errstate(all="ignore"):
        bounds = np.stack([-start / way, (size - start) / way])
    # A line along an edge is between its two sides everywhere, or nowhere.
    within = (start >= 0) & (start <= size)
    first = np.where(way != 0, bounds.min(axis=0), np.where(within, -np.inf, np.inf))
    last = np.where(way != 0, bounds.max(axis=0), np.where(within, np.inf, -np.inf))
    enters = np.maximum(first.max(axis=1), 0.0)
    leaves = np.minimum(last.min(axis=1), 1.0)
    crossing = enters < leaves
    start, way = start[crossing], way[crossing]
    enters, leaves = enters[crossing, None], leaves[crossing, None]
    return np.column_stack([start + enters * way, start + leaves * way])


def line_ends(samples: WeightPlane, rect: Rect) -> NDArray[np.float64]:
    """Give two points of each sample's line, on either side of a rectangle.

    Parameters
    ----------
    samples : WeightPlane
    rect : tuple of float
        left, bottom, right, top

    Returns
    -------
    ndarray, shape (m, 2, 2)
        Only of the lines that come near the rectangle, in their order; a line that
        does not, or that is no line, is NaN.
    """
    low, high = np.array(rect[:2]), np.array(rect[2:])
    middle, reach = (low + high) / 2, float(np.hypot(*(high - low)))
    normals = np.column_stack([samples.a, samples.b])
    lengths = np.hypot(samples.a, samples.b)
    with np.errstate(all="ignore"):
        units = normals / lengths[:, None]
        away = -(normals @ middle + samples.c) / lengths
    far = ~(np.abs(away) <= reach)
    feet = middle + away[:, None] * units
    along = reach * np.column_stack([-units[:, 1], units[:, 0]])
    ends = np.stack([feet - along, feet + along], axis=1)
    ends[far] = np.nan
    return ends


class WeightPathLayer(PictureLayer[PathPicture]):
    """Draws where the weights have been; what votes is a cloud of its votes."""

    def prepare(self, picture: PathPicture) -> None:
        """Merge the steps that changed nothing."""
        places, self._lengths = merge_repeated(picture.path)
        self._places = self.pixels(places)

    def draw(self, painter: QPainter) -> None:
        if self.picture is None or not len(self._places):
            return
        if self.picture.by_votes:
            self._draw_votes(painter)
            return
        places = self._places
        if self.picture.whole:
            end = self.pixels(self.picture.before[None])
            places = np.vstack([places, end])
        short = len(places) <= MOST_DOTS
        tone = faded(self.theme.ink, 0.55)
        painter.setPen(QPen(tone, 1.25 if short else 1))
        painter.drawPolyline(arrayToQPolygonF(*np.ascontiguousarray(places.T)))
        if short:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone)
            for place in self._places:
                painter.drawEllipse(QPointF(*place), DOT, DOT)

    def _draw_votes(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self.theme.accent, 0.35))
        radii = LARGEST_VOTE * np.sqrt(self._lengths / self._lengths.max())
        for place, radius in zip(self._places, radii, strict=True):
            painter.drawEllipse(QPointF(*place), max(DOT, radius), max(DOT, radius))


class WeightMarksLayer(PictureLayer[PathPicture]):
    """Draws the update's arrow and the weights that have a name."""

    def prepare(self, picture: PathPicture) -> None:
        places = [picture.start, picture.before, picture.now]
        places += [] if picture.used is None else [picture.used[1]]
        places += [] if picture.widest is None else [picture.widest]
        self._at = [QPointF(*place) for place in self.pixels(np.array(places))]

    def draw(self, painter: QPainter) -> None:
        """Draw the start, the arrow, the weights now, and those that are used."""
        if self.picture is None:
            return
        start, before, now, *named = self._at
        widest = [] if self.picture.widest is None else [named.pop()]
        ground = QColor(self.theme.field)
        painter.setPen(QPen(QColor(self.theme.ink), 1.5))
        painter.setBrush(ground)
        painter.drawEllipse(start, 4.0, 4.0)
        painter.setPen(QPen(ground, 1.5))
        painter.setBrush(QColor(self.theme.ink))
        painter.drawEllipse(now, NOW, NOW)
        if self.picture.changed:
            tail, tip = ((place.x(), place.y()) for place in (before, now))
            draw_arrow(painter, tail, tip, self.theme.mistake, 2.0)
        painter.setPen(QPen(ground, 1.5))
        painter.setBrush(QColor(self.theme.good))
        for place in named:
            painter.drawPolygon(_diamond(place))
        for place in widest:
            painter.drawPolygon(_star(place))


def _star(middle: QPointF, size: float = 8.5) -> QPolygonF:
    angles = np.pi * (np.arange(10) / 5 - 0.5)
    radii = np.where(np.arange(10) % 2, 0.45 * size, size)
    points = np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])
    return QPolygonF([middle + QPointF(*point) for point in points.tolist()])


def _diamond(middle: QPointF, size: float = 7.5) -> QPolygonF:
    sides = ((0, -size), (size, 0), (0, size), (-size, 0))
    return QPolygonF([middle + QPointF(*side) for side in sides])


class MistakesLayer(PictureLayer[WeightPicture]):
    """Shades the plane; where no sample is wrong it stays as it is."""

    _seen: tuple[object, ...] = ()

    def prepare(self, picture: WeightPicture) -> None:
        """Measure a grid over the view, unless it is measured."""
        seen = (picture.plane, picture.by_loss, self.view(), self.theme)
        if seen == self._seen:
            return
        self._seen = seen
        self.contours: list[NDArray[np.float64]] = []
        shares = self._losses(picture) if picture.by_loss else self._wrong(picture)
        self._image = shaded(shares, self.theme)

    def _wrong(self, picture: WeightPicture) -> NDArray[np.float64]:
        counts = wrong_counts(picture.plane, *self._grid(CELLS))
        return ground_of_mistakes(counts / max(len(picture.plane.y), 1))

    def _losses(self, picture: WeightPicture) -> NDArray[np.float64]:
        u, v = self._grid(LOSS_CELLS)
        loss = losses(picture.plane, picture.rule, picture.problem.settings, u, v)
        shares, self.contours = ground_of_losses(u, v, loss)
        return shares

    def _grid(self, cells: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        left, bottom, right, top = self.view()
        middles = (np.arange(cells) + 0.5) / cells
        return left + middles * (right - left), bottom + middles * (top - bottom)

    def draw(self, painter: QPainter) -> None:
        """Stretch the grid over the view, and draw the lines of equal loss."""
        lines = map(self.polygon, self.contours)
        draw_ground(painter, self.rect(), self._image, lines, self.theme)


def draw_ground(
    painter: QPainter,
    rect: QRectF,
    image: QImage,
    lines: Iterable[QPolygonF],
    theme: Theme,
) -> None:
    """Stretch a grid's image over where it is, and draw lines of equal loss on it."""
    draw_smooth(painter, rect, image)
    painter.setPen(QPen(faded(theme.ink, 0.28), 1))
    for line in lines:
        painter.drawPolyline(line)


def ground_of_mistakes(share: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give how much ink lies where so many samples are wrong: where none is, none."""
    shade = FAINTEST + (STRONGEST - FAINTEST) * np.sqrt(share)
    return np.where(share > 0, shade, 0.0)


def ground_of_losses(
    u: NDArray[np.float64], v: NDArray[np.float64], loss: NDArray[np.float64]
) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """Give how much ink lies where a loss is that large, and lines of equal loss."""
    low, high = float(loss.min()), float(loss.max())
    if not np.isfinite(high) or high <= low:
        return np.zeros_like(loss), []
    share = np.sqrt((loss - low) / (high - low))
    return STRONGEST * share, level_lines(u, v, share)


def shaded(shares: NDArray[np.float64], theme: Theme) -> QImage:
    """Mix ink into the ground by its shares, 0 … 1, the lowest first; a pixel each."""
    ground, ink = (np.array(rgb(tone), float) for tone in (theme.field, theme.muted))
    mixed = ground + shares[..., None] * (ink - ground)
    red, green, blue = np.moveaxis(mixed.round().astype(np.uint32), -1, 0)
    pixels = np.ascontiguousarray((0xFF000000 | red << 16 | green << 8 | blue)[::-1])
    high, wide = pixels.shape
    kind = QImage.Format.Format_RGB32
    return QImage(pixels.data, wide, high, 4 * wide, kind).copy()


def level_lines(
    u: NDArray[np.float64], v: NDArray[np.float64], share: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Draw lines at even shares: of a loss's root, they are denser near its least."""
    from contourpy import contour_generator

    generator = contour_generator(u, v, share)
    levels = (np.arange(LEVELS) + 0.5) / LEVELS
    lines = [line for level in levels for line in generator.lines(level)]
    return cast("list[NDArray[np.float64]]", lines)


class AxisNameLayer(PictureLayer[PathPicture]):
    """Writes what is across into the lower right corner, if it is to."""

    text = ""

    def is_empty(self) -> bool:
        return not self.text or super().is_empty()

    def draw(self, painter: QPainter) -> None:
        font = painter.font()
        font.setPixelSize(round(NAME_PX * self.theme.scale))
        painter.setFont(font)
        corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        room = self.rect().adjusted(0, 0, -5, -3)
        words = painter.fontMetrics().elidedText(
            self.text, Qt.TextElideMode.ElideRight, int(room.width())
        )
        ground = painter.boundingRect(room, corner, words)
        painter.fillRect(ground, faded(self.theme.field, 0.8))
        painter.setPen(QColor(self.theme.muted))
        painter.drawText(room, corner, words)


KINDS = (MistakesLayer, SampleLinesLayer, WeightPathLayer, WeightMarksLayer)


class WeightPlot(Plot):
    """Draws a picture; wheel and drag look elsewhere, until told to follow again.

    Parameters
    ----------
    theme : Theme
    kinds : tuple of type
        Its layers, from the lowest.

    Signals
    -------
    following_changed
        Whether the view follows the path: `following`.
    """

    following_changed = Signal()

    def __init__(
        self, theme: Theme, kinds: tuple[type[PictureLayer[Any]], ...] = KINDS
    ) -> None:
        super().__init__(moves=True, has_grid=False)
        self.following = True
        self.setMinimumSize(200, 100)
        # Only so is the update at a right angle to its sample's line.
        self.view.setAspectLocked(True)
        self.view.sigRangeChangedManually.connect(self._looked_elsewhere)
        self._item = LayerItem(self.view, 0)
        self.layers = [kind(self._item) for kind in kinds]
        self._name_inside = AxisNameLayer(self._item)
        self.view.sigResized.connect(self._place_name)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.layers[0].picture is not None:
            self.redraw(self.layers[0].picture)

    @property
    def in_view(self) -> Rect:
        """The part of the plane in view: left, bottom, right, top."""
        (left, right), (bottom, top) = self.view.viewRange()
        return left, bottom, right, top

    def sizeHint(self) -> QSize:
        # A hint is what a scroll area gives what stands under wrapped text.
        return QSize(self.minimumSize())

    def name_axes(self, across: str, up: str) -> None:
        """Write which weights are across and up."""
        name_axis(self, "bottom", across)
        name_axis(self, "left", up)
        self._place_name()

    def _place_name(self) -> None:
        """Write the name of the lower axis inside where there is little height."""
        axis, low = self.getAxis("bottom"), self.height() < LOW
        if axis.label.isVisible() == low:
            axis.showLabel(not low)
        self._name_inside.text = axis.labelText if low else ""

    def show_picture(
        self, picture: PathPicture, also: NDArray[np.float64], *, anew: bool = False
    ) -> None:
        """Draw another moment.

        Parameters
        ----------
        picture : PathPicture
        also : ndarray, shape (m, 2)
            Further places to have in view.
        anew : bool
            Choose the view as if there were none.
        """
        if self.following:
            now = None if anew else self.in_view
            rect = fitted_view(now, np.vstack([picture.places, also]))
            if rect is not None:
                corner, size = rect[:2], (rect[2] - rect[0], rect[3] - rect[1])
                self.view.setRange(QRectF(*corner, *size), padding=0)
        self.redraw(picture)

    def redraw(self, picture: PathPicture) -> None:
        """Draw a picture where the view is."""
        self._item.show_picture(picture, self.theme)

    def _looked_elsewhere(self, *_: object) -> None:
        self.follow(False)

    def follow(self, following: bool) -> None:
        """Let the view follow the path, or stay."""
        if following != self.following:
            self.following = following
            self.following_changed.emit()
