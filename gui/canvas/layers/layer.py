"""A layer draws a part of the picture over the whole view; an item paints all."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsObject, QWidget

from gui.canvas.contours import full_side, quick_side
from gui.canvas.picture import Picture
from gui.plotting.figure import PNG_SCALE
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pyqtgraph as pg
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor
    from gui.canvas.layers.legend_rows import LegendRow
    from gui.canvas.plane import Rect
    from gui.style.theme import Theme

VECTORS = (
    QPaintEngine.Type.SVG,
    QPaintEngine.Type.Pdf,
    QPaintEngine.Type.Picture,
    QPaintEngine.Type.MacPrinter,
)
CELL = 2.0
"""Side of a cell of the density, in pixels."""
LOWEST = -50
"""Above the view's ground and its own items, which are at −100 and below."""

Shown = TypeVar("Shown")
FLAT = Qt.PenCapStyle.FlatCap
SMOOTH = 0.9
"""Cosine of the turn at a corner, up to which it is hardly seen."""
DIMMED = 0.4
"""Opacity of what is of another step than the picture."""
OVERLAP = 0.35
"""Pixels by which lines reach over such a corner, so that no gap shines through."""
Polyline = list[list[float]]
"""x and y, in pixels of the view, of each of its points."""


class LayerItem(QGraphicsObject):
    """The item that paints layers, one over the other, over a whole view.

    They are no items themselves: Qt asks each item many things at every paint, also
    where it has nothing to draw.

    It is a child of the view box itself, not of the group that pyqtgraph scales: its
    bounds then never change while Qt is painting, which crashes Qt.

    Parameters
    ----------
    view : pyqtgraph.ViewBox
    height : int
        Its place among the items of the view, 0 the lowest.

    Attributes
    ----------
    layers : list of PictureLayer
        What it paints, the lowest first.
    ratio : float
        Physical pixels in a logical one of the screen that was painted last; 0 where
        it was another device.
    rect : QRectF
        The view's rectangle in pixels.
    size : (float, float)
        Its width and height.
    scene_rect : QRectF
        What it covers of the scene: Qt adds half a pixel, at the right and below.
    exposed : QRect
        What is painted for it.
    range : Rect
        The part of the plane in view: left, bottom, right, top.
    """

    def __init__(self, view: pg.ViewBox, height: int) -> None:
        super().__init__(view)
        self.layers: list[PictureLayer[Any]] = []
        self.view = view
        self.ratio = 0.0
        self._note_view()
        self.setZValue(LOWEST + height)
        view.sigResized.connect(self._view_changed)
        view.sigRangeChanged.connect(self._view_changed)

    def _view_changed(self, *_: object) -> None:
        self.prepareGeometryChange()
        self._note_view()
        for layer in self.layers:
            if layer.picture is not None:
                layer.prepare(layer.picture)

    def _note_view(self) -> None:
        """Note what is in view: layers ask for it many times a frame."""
        self.rect: QRectF = self.view.rect()
        self.size = self.rect.width(), self.rect.height()
        shown = QRectF(self.view.scenePos(), self.rect.size() + QSizeF(0.5, 0.5))
        self.scene_rect, self.exposed = shown, shown.toAlignedRect()
        (left, right), (bottom, top) = self.view.viewRange()
        self.range: Rect = left, bottom, right, top

    def show_picture(self, picture: object, theme: Theme) -> None:
        """Let all its layers draw another picture."""
        for layer in self.layers:
            layer.picture, layer.theme = picture, theme
            layer.prepare(picture)
        self.redraw()

    def redraw(self) -> None:
        """Have the view painted soon, and nothing around it, as `update` would."""
        for plot in self.scene().views():
            plot.viewport().update(self.exposed)

    def boundingRect(self) -> QRectF:
        return self.rect

    def paint(
        self, painter: QPainter, option: object, widget: QWidget | None = None
    ) -> None:
        self.ratio = widget.devicePixelRatioF() if widget is not None else 0.0
        if self.rect.isEmpty():
            return  # in a plot with room for its axes only
        for layer in self.layers:
            if layer.isVisible() and not layer.is_empty():
                painter.save()
                layer.paint(painter)
                painter.restore()


class PictureLayer(Generic[Shown]):
    """Draws in the view's pixels, over the whole view.

    A subclass prepares in `prepare` what depends on the picture or the view, and draws
    it in `draw`.

    Parameters
    ----------
    item : LayerItem
        What paints it, over the layers that it has already.

    Attributes
    ----------
    height : float
        What is higher is drawn over what is lower.
    """

    height: float = 0

    def __init__(self, item: LayerItem) -> None:
        self.theme: Theme = LIGHT
        self.picture: Shown | None = None
        self._failed: Shown | None = None
        self._visible = True
        self._item, self._view = item, item.view
        item.layers.append(self)

    def prepare(self, picture: Shown) -> None:
        """Prepare for a picture or for another view of it."""

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared, in the coordinates of `pixels`."""
        raise NotImplementedError

    def is_empty(self) -> bool:
        """Tell, fast, whether there is nothing to draw."""
        return self.picture is None

    def prepare_again(self) -> None:
        """Prepare and draw anew: something else than the picture has changed."""
        if self.picture is not None:
            self.prepare(self.picture)
        self.update()

    def update(self) -> None:
        """Have it drawn soon."""
        self._item.redraw()

    def isVisible(self) -> bool:
        """Tell whether it is drawn."""
        return self._visible

    def setVisible(self, visible: bool) -> None:
        """Be drawn from now on, or not."""
        self._visible = visible
        self.update()

    def rect(self) -> QRectF:
        """Give the view's rectangle in pixels."""
        return self._item.rect

    @property
    def ratio(self) -> float:
        """Physical pixels in a logical one of the screen; 0 on other devices."""
        return self._item.ratio

    def paint(self, painter: QPainter) -> None:
        """Draw, if there is anything to draw.

        An error that left this method would end the program, not only the drawing: it
        is told of once, and the same picture is not drawn again.
        """
        if self.picture is self._failed:
            return
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        try:
            self.draw(painter)
        except Exception:
            self._failed = self.picture
            sys.excepthook(*sys.exc_info())

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map points (n, 2) of the plane to pixels of the view."""
        (left, bottom, right, top), (width, height) = self.view(), self._item.size
        scale = width / (right - left), height / (bottom - top)
        with np.errstate(over="ignore"):
            places = (points - (left, top)) * scale
        # Far outside the view Qt's rasteriser overflows.
        return np.asarray(np.minimum(np.maximum(places, -1e6), 1e6))

    def polygon(self, line: NDArray[np.float64]) -> QPolygonF:
        """Map a polyline (n, 2) of the plane to pixels of the view."""
        return QPolygonF([QPointF(x, y) for x, y in self.pixels(line).tolist()])

    def draw_lines(
        self, painter: QPainter, lines: Iterable[NDArray[np.float64]]
    ) -> None:
        """Draw polylines of the plane."""
        all_lines = list(lines)
        if all(len(line) == 2 for line in all_lines):
            draw_polylines(painter, self.in_pixels(all_lines))
        else:
            ends = np.cumsum([len(line) for line in all_lines])[:-1]
            places = self.pixels(np.concatenate(all_lines))
            draw_bent(painter, np.split(places, ends))

    def in_pixels(self, lines: list[NDArray[np.float64]]) -> list[Polyline]:
        """Map polylines of the plane to pixels of the view."""
        if not lines:
            return []
        places = iter(self.pixels(np.concatenate(lines)).tolist())
        return [list(islice(places, len(line))) for line in lines]

    def near_view(
        self, points: NDArray[np.float64], margin: float
    ) -> NDArray[np.float64]:
        """Map those points of the plane to pixels that are in view, or so near it."""
        places = self.pixels(points)
        ends = np.array(self._item.size) + margin
        near: NDArray[np.float64] = places[
            ((places > -margin) & (places < ends)).all(axis=1)
        ]
        return near

    def places(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map pixels (n, 2) of the view to points of the plane."""
        (left, bottom, right, top), (width, height) = self.view(), self._item.size
        x = left + pixels[:, 0] * ((right - left) / width)
        y = top - pixels[:, 1] * ((top - bottom) / height)
        return np.column_stack([x, y])

    def cells(self) -> tuple[Rect, int, int]:
        """Give the view and how many rows and columns of cells it has."""
        width, height = self._item.size
        rows, columns = height / CELL, width / CELL
        return self.view(), max(1, round(rows)), max(1, round(columns))

    def around_view(self, margin: float) -> Rect:
        """Give the part of the plane in view, and so many pixels around it."""
        (left, bottom, right, top), (width, height) = self.view(), self._item.size
        across = margin * (right - left) / width
        up = margin * (top - bottom) / height
        return left - across, bottom - up, right + across, top + up

    def view(self) -> Rect:
        """Give the part of the plane in view: left, bottom, right, top."""
        return self._item.range


class Layer(PictureLayer[Picture]):
    """A layer of the canvas.

    Attributes
    ----------
    in_legend : bool
        Whether a legend tells of it without having been asked for.
    of_one_run : bool
        Whether it speaks of one run alone: not drawn where several are compared.
    on_paper : bool
        Whether one on a sheet draws, too, what this one was told beside the picture.
    of_one_step : bool
        Whether that is of one step alone, and not for a film.
    """

    in_legend = of_one_run = on_paper = of_one_step = False

    @property
    def may_be_coarse(self) -> bool:
        """Whether what takes long is traced coarsely at first: not in a figure."""
        return self.picture is not None and self.picture.fine_in is not None

    def side(self, model: Predictor) -> int:
        """Give the places along a side at which its boundary is traced in this view."""
        fine_in = None if self.picture is None else self.picture.fine_in
        if fine_in is None or fine_in == self.view():
            return full_side(model)
        return quick_side(model)

    def legend(self) -> list[LegendRow]:
        """Give the kinds of marks that it has drawn."""
        return []

    def show_like(self, other: Self) -> None:
        """Draw what another one was told beside the picture."""


@lru_cache(maxsize=256)
def pen(
    colour: str,
    width: float,
    dashes: tuple[float, ...] = (),
    cap: Qt.PenCapStyle = Qt.PenCapStyle.SquareCap,
) -> QPen:
    """Give a pen, always the same one, not to be changed: to make it takes its time.

    Parameters
    ----------
    colour : str
    width : float
        In pixels.
    dashes : tuple of float
        Lengths of dashes and gaps, in widths.
    cap : Qt.PenCapStyle
    """
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(cap)
    if dashes:
        pen.setDashPattern(list(dashes))
    return pen


def draw_polylines(painter: QPainter, lines: list[Polyline]) -> None:
    """Draw polylines of the view."""
    if all(len(line) == 2 for line in lines):
        # Qt draws lines without corners some six times faster.
        if lines:
            painter.drawLines([QLineF(*start, *end) for start, end in lines])
        return
    draw_bent(painter, [np.array(line, np.float64) for line in lines])


def draw_pointer(
    painter: QPainter,
    place: Sequence[float],
    towards: Sequence[float],
    tip: float,
    foot: float,
    aside: float,
) -> None:
    """Draw a triangle that points from a place, by how far its corners are from it."""
    (x, y), (to_x, to_y) = place, towards
    painter.drawPolygon(
        [
            QPointF(x + along * to_x - across * to_y, y + along * to_y + across * to_x)
            for along, across in ((tip, 0.0), (foot, aside), (foot, -aside))
        ]
    )


def draw_bent(painter: QPainter, lines: list[NDArray[np.float64]]) -> None:
    """Draw polylines (n, 2) of the view that have corners.

    As many short lines, or dashes: so they are drawn some four or ten times faster.
    """
    own = painter.pen()
    dashes = [length * own.widthF() for length in own.dashPattern()]
    if is_vector(painter):
        for line in lines:
            painter.drawPolyline([QPointF(x, y) for x, y in line.tolist()])
        return
    if dashes:
        pieces = np.concatenate([dashes_along(line, dashes) for line in lines])
    else:
        pieces = pieces_of(lines, own.widthF() / 2)
    painter.setPen(pen(own.color().name(), own.widthF(), (), FLAT))
    array = PrimitiveArray(QLineF, 4)
    array.resize(len(pieces))
    array.ndarray()[:] = pieces
    draw: Any = painter.drawLines  # from an address: unknown to its stub
    draw(*array.drawargs())
    painter.setPen(own)


def pieces_of(lines: list[NDArray[np.float64]], half: float) -> NDArray[np.float64]:
    """Part polylines into straight lines that hide their joints.

    Parameters
    ----------
    lines : list of ndarray, shape (m, 2)
        In pixels.
    half : float
        Half a line's width: so far the ends reach out, and those at sharp corners.

    Returns
    -------
    ndarray, shape (n, 4)
        x, y, to x, to y of each.

    Examples
    --------
    >>> pieces_of([np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 5.0]])], 1.0)
    array([[-1.,  0., 10.,  0.],
           [ 9., -1.,  9.,  6.]])
    """
    points = np.concatenate(lines)
    ways = np.diff(points, axis=0)
    lengths = np.hypot(ways[:, 0], ways[:, 1])
    lengths[np.cumsum([len(line) for line in lines[:-1]], dtype=np.intp) - 1] = 0.0
    kept = np.flatnonzero(lengths)
    starts, ends = points[kept], points[kept + 1]
    ways = ways[kept] / lengths[kept, None]
    reach = np.full((len(kept) + 1, 1), half)
    smooth = (ways[1:] * ways[:-1]).sum(axis=1) > SMOOTH
    reach[1:-1][smooth & (starts[1:] == ends[:-1]).all(axis=1)] = OVERLAP
    return np.hstack([starts - reach[:-1] * ways, ends + reach[1:] * ways])


def dashes_along(
    line: NDArray[np.float64], dashes: Sequence[float]
) -> NDArray[np.float64]:
    """Part a bent line into dashes, each (x, y, to x, to y), shape (n, 4).

    Parameters
    ----------
    line : ndarray, shape (m, 2)
    dashes : sequence of float
        The length of a dash and of the gap after it, in pixels.

    Examples
    --------
    >>> dashes_along(np.array([[0, 0], [6, 0], [6, 2]]), (3.0, 2.0))
    array([[0., 0., 3., 0.],
           [5., 0., 6., 2.]])
    """
    along = np.append(0.0, np.cumsum(np.hypot(*np.diff(line, axis=0).T)))
    starts = np.arange(0.0, along[-1], sum(dashes))
    ends = np.minimum(starts + dashes[0], along[-1])
    at = [np.interp(edge, along, side) for edge in (starts, ends) for side in line.T]
    return np.column_stack(at)


def is_vector(painter: QPainter) -> bool:
    """Tell whether what is painted stays lines and curves."""
    return painter.paintEngine().type() in VECTORS


@contextmanager
def pixels_on(painter: QPainter, rect: QRectF) -> Iterator[QPainter]:
    """Give what paints pixels into a rectangle: to vectors they come as one image.

    It is as fine as a PNG: what reads a PDF shows the pixels of a coarser one.
    """
    if not is_vector(painter):
        yield painter
        return
    size = (rect.size() * PNG_SCALE).toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as own:
        own.scale(size.width() / rect.width(), size.height() / rect.height())
        own.translate(-rect.topLeft())
        yield own
    painter.drawImage(rect, image)


def draw_smooth(
    painter: QPainter, rect: QRectF, image: QImage, part: QRectF | None = None
) -> None:
    """Stretch an image, or a part of it, smoothly over a rectangle."""
    with pixels_on(painter, rect) as pixels:
        pixels.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        pixels.drawImage(rect, image, QRectF(image.rect()) if part is None else part)
