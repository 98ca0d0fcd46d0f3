"""What is said on the plane itself: that it is a slice, and where the boundary is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal

from gui.canvas.contours import nearest_boundary
from gui.canvas.empty_hint import EmptyHint
from gui.canvas.floating_card import PlaneNote, clear_of, occupied
from gui.canvas.layers.legend import emptiest
from gui.style.text import number_of_points

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place
    from gui.canvas.plot import CanvasPlot

MOST_LOOKED_AT = 4000
"""Samples whose ground is looked at: of more a fair share."""
EDGE = 8
"""Pixels between a note and the edge of the view."""
ASIDE = (0, 0.25, -0.25, 0.5, -0.5)
"""Where along the edge a note may be, in half lengths: where it hides few samples."""
ARROWS = "→↗↑↖←↙↓↘"
SLICE = (
    "The features not shown are held at their mean, so that the ground is not what the "
    "model gives points that have other values of them. The margin view (Ctrl+M) shows "
    "each on its side"
)
AWAY = "Show the boundary and all points"


class PlaneNotes(QObject):
    """Two notes over the plot, made when there is first something to say.

    Signals
    -------
    margin_wanted
        The note of the slice was clicked.

    Attributes
    ----------
    hint : EmptyHint
        How one begins.
    boundary : (float, float) or None
        Where the boundary is, if none is in view.
    """

    margin_wanted = Signal()
    boundary_wanted = Signal()

    def __init__(self, plot: CanvasPlot) -> None:
        super().__init__(plot)
        self._plot, self.hint = plot, EmptyHint(plot)
        self._looked_at: tuple[object, ...] = ()
        self.boundary: Place | None = None
        self.slice: PlaneNote | None = None
        self.away: PlaneNote | None = None

    def tell(self, picture: Picture, *, margin_possible: bool) -> None:
        """Say what there is to say of a picture, or nothing."""
        model, plane = picture.model, picture.plane
        there = model is not None and not (model.is_zero or picture.folds)
        held = plane.alike and len(plane.free) < picture.data.n_features
        if (there and held) or self.slice is not None:
            self._tell_of_slice(picture, wanted=there and held and margin_possible)
        out = there and not self._plot.layers.boundary.now
        if out or self.away is not None:
            self._tell_of_boundary(picture, wanted=out)

    def _tell_of_slice(self, picture: Picture, *, wanted: bool) -> None:
        others = occupied(self._plot, self.slice)
        seen = self._room().getRect(), self._plot.view_rect, self._plot.theme, others
        looked_at = (picture.data, picture.model, picture.plane.free, wanted, seen)
        if looked_at == self._looked_at:
            return
        self._looked_at = looked_at
        share = share_on_other_ground(picture) if wanted else 0.0
        self.slice = self.slice or self._note(SLICE, self.margin_wanted)
        self.slice.setVisible(share > 0)
        if share > 0:
            n = picture.data.n_samples
            points = f"{max(1, round(share * n)):,} of {number_of_points(n)}"
            self._write(
                self.slice,
                f"Colours hold for one slice, not for {points} · Margin view",
                f"A slice: colours wrong for {points} · Margin view",
                f"slice: wrong for {round(100 * share)} %",
            )
            width, height = self.slice.size().toTuple()
            room = QRectF(self._room())
            left, low = (room.width() - width) / 2, room.height() - EDGE - height
            boxes = [QRectF(left, top, width, height) for top in (low, EDGE)]
            box = emptiest(clear_of(others, boxes, low), self._plot.symbols())
            self.slice.move((room.topLeft() + box.topLeft()).toPoint())

    def _tell_of_boundary(self, picture: Picture, *, wanted: bool) -> None:
        self.boundary, model = None, picture.model
        rect = self._plot.view_rect
        if wanted and model is not None:
            self.boundary = nearest_boundary(model, picture.plane, rect)
        self.away = self.away or self._note(AWAY, self.boundary_wanted)
        self.away.setVisible(wanted)
        if not wanted:
            return
        self.away.setEnabled(self.boundary is not None)
        room, towards = self._room(), (0.0, 1.0)
        text = "no boundary near here"
        if self.boundary is not None:
            left, bottom, right, top = rect
            x, y = self.boundary
            towards = (
                (x - (left + right) / 2) / (right - left) * room.width(),
                (y - (bottom + top) / 2) / (top - bottom) * room.height(),
            )
            turn = math.atan2(towards[1], towards[0]) / (2 * math.pi)
            arrow = ARROWS[round(turn * len(ARROWS)) % len(ARROWS)]
            text = f"{arrow} the boundary is out of view"
        self._write(self.away, text)
        size = self.away.size()
        half_wide = (room.width() - size.width()) / 2 - EDGE
        half_high = (room.height() - size.height()) / 2 - EDGE
        if not any(towards):  # in the middle: it comes into view just now
            self.away.hide()
            return
        reach = min(
            half / abs(way) if way else math.inf
            for half, way in zip((half_wide, half_high), towards, strict=True)
        )
        ahead = QPointF(reach * towards[0], -reach * towards[1])
        upright = abs(ahead.x()) / half_wide > abs(ahead.y()) / half_high
        boxes = []
        for aside in ASIDE:  # along the edge, as far as that goes
            x = ahead.x() if upright else aside * half_wide + ahead.x()
            y = ahead.y() + aside * half_high if upright else ahead.y()
            x = min(max(x, -half_wide), half_wide)
            y = min(max(y, -half_high), half_high)
            middle = QPointF(room.width() / 2 + x, room.height() / 2 + y)
            box = QRectF(QPointF(), size.toSizeF())
            box.moveCenter(middle)
            boxes.append(box)
        low = room.height() - EDGE - size.height()
        free = clear_of(occupied(self._plot, self.away), boxes, low)
        place = emptiest(free, self._plot.symbols()).topLeft().toPoint()
        self.away.move(room.topLeft() + place)

    def _note(self, tip: str, clicked: SignalInstance) -> PlaneNote:
        note = PlaneNote(self._plot)
        note.setToolTip(tip)
        note.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        note.setCursor(Qt.CursorShape.PointingHandCursor)
        note.clicked.connect(clicked)
        return note

    def _room(self) -> QRect:
        """Give where the view is on the plot."""
        view = self._plot.view.sceneBoundingRect()
        room: QRect = self._plot.mapFromScene(view).boundingRect()
        return room

    def _write(self, note: PlaneNote, *texts: str) -> None:
        """Write the first of the texts for which there is room, or the last."""
        room = self._room().width() - 2 * EDGE
        for text in texts:
            note.setText(text)
            if note.sizeHint().width() <= room:
                break
        note.resize(note.sizeHint())


def share_on_other_ground(picture: Picture) -> float:
    """Tell of how many samples the model says something else than of their place."""
    model, data = picture.model, picture.data
    if model is None or not data.n_samples:
        return 0.0
    X = data.X[:: math.ceil(data.n_samples / MOST_LOOKED_AT)]
    places = picture.plane.lift(picture.plane.project(X))
    given, ground = (model.predict(x) for x in (X, places))
    return float(np.mean(given != ground))
