"""What is to be known of the picture: that it is a slice, and where the boundary is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from gui.canvas.contours import nearest_boundary
from gui.style.text import number_of_points

if TYPE_CHECKING:
    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place
    from gui.canvas.plot import CanvasPlot
    from gui.canvas.plot_footer import PlotFooter

MOST_LOOKED_AT = 4000
"""Samples whose ground is looked at: of more a fair share."""
ARROWS = "→↗↑↖←↙↓↘"
SLICE = (
    "The features not shown are held at their mean, so that the ground is not what the "
    "model gives points that have other values of them. The margin view (Ctrl+M) shows "
    "each on its side"
)
AWAY = "Show the boundary and all points"
NOWHERE = "no boundary near here"


class PlaneNotes(QObject):
    """A note at the lower edge of the plot, a click on which helps.

    Signals
    -------
    margin_wanted
        It said that the picture is a slice.
    boundary_wanted
        It said that the boundary is out of view.

    Attributes
    ----------
    boundary : (float, float) or None
        Where the boundary is, if none is in view.
    """

    margin_wanted = Signal()
    boundary_wanted = Signal()

    def __init__(self, plot: CanvasPlot, footer: PlotFooter) -> None:
        super().__init__(plot)
        self._plot, self._footer = plot, footer
        self._looked_at: tuple[object, ...] = ()
        self._share = 0.0
        self.boundary: Place | None = None
        footer.note.clicked.connect(self._ask_for_boundary)

    def tell(self, picture: Picture, *, margin_possible: bool) -> None:
        """Say what there is to say of a picture, or nothing."""
        model, plane = picture.model, picture.plane
        there = model is not None and not (model.is_zero or picture.folds)
        self.boundary = None
        if there and not self._plot.layers.boundary.now:
            self._tell_of_boundary(picture)
            return
        held = plane.alike and len(plane.free) < picture.data.n_features
        if there and held and margin_possible:
            self._tell_of_slice(picture)
        else:
            self._footer.show_note()

    def _ask_for_boundary(self) -> None:
        if self.boundary is None:
            self.margin_wanted.emit()
        else:
            self.boundary_wanted.emit()

    def _tell_of_slice(self, picture: Picture) -> None:
        looked_at = picture.data, picture.model, picture.plane.free
        if looked_at != self._looked_at:
            self._looked_at = looked_at
            self._share = share_on_other_ground(picture)
        if not self._share:
            self._footer.show_note()
            return
        n = picture.data.n_samples
        points = f"{max(1, round(self._share * n)):,} of {number_of_points(n)}"
        self._footer.show_note(
            f"Colours hold for one slice, not for {points} · Margin view",
            f"A slice: colours wrong for {points} · Margin view",
            f"slice: wrong for {round(100 * self._share)} %",
            "a slice",
            tip=SLICE,
        )

    def _tell_of_boundary(self, picture: Picture) -> None:
        assert picture.model is not None  # there is none out of view without one
        left, bottom, right, top = rect = self._plot.view_rect
        self.boundary = nearest_boundary(picture.model, picture.plane, rect)
        if self.boundary is None:
            self._footer.show_note(NOWHERE)
            return
        x, y = self.boundary
        across = (x - (left + right) / 2) / (right - left) * self._plot.view.width()
        up = (y - (bottom + top) / 2) / (top - bottom) * self._plot.view.height()
        turn = math.atan2(up, across) / (2 * math.pi)
        arrow = ARROWS[round(turn * len(ARROWS)) % len(ARROWS)]
        self._footer.show_note(
            f"{arrow} the boundary is out of view", f"{arrow} boundary", tip=AWAY
        )


def share_on_other_ground(picture: Picture) -> float:
    """Tell of how many samples the model says something else than of their place."""
    model, data = picture.model, picture.data
    if model is None or not data.n_samples:
        return 0.0
    X = data.X[:: math.ceil(data.n_samples / MOST_LOOKED_AT)]
    places = picture.plane.lift(picture.plane.project(X))
    given, ground = (model.predict(x) for x in (X, places))
    return float(np.mean(given != ground))
