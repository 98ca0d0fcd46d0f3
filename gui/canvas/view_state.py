"""What of the session is in view: features or margin, folds, runs, the axes' ranges."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from gui.canvas.fine_tracing import FineTracing
from gui.canvas.margin_view import MARGIN_PLANE, MarginProjection
from gui.canvas.picture import Picture, current_picture, matches, rect_around
from gui.canvas.ranked import Ranked

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.axes_bar import AxesBar
    from gui.canvas.fold_view import FoldView
    from gui.canvas.plane import Place, Plane, Rect
    from gui.canvas.plot import CanvasPlot
    from gui.session.compared_run import ComparedRun
    from gui.session.session import Session

BEFORE = 20
"""Rank, among the runs beside the one looked at, of the run before a stroke."""
SMALLEST = 0.3
"""Share of the view down to which the points may shrink before it follows them."""
ROOM = 0.1
"""Share of the view around a place that is brought into it."""
EDGE = 0.03
"""Share of the view at each side that samples stay clear of: symbols have a size."""


class ViewState:
    """Looks at the playhead's moment as is chosen: two features, or the margin.

    With the runs beside it, as far as they say anything about the data. Folds have no
    other weights, and along one model's no others are seen.

    Attributes
    ----------
    folds : FoldView or None
        Shown instead of the moment.
    runs : tuple of ComparedRun
        Drawn beside it, also beside folds.
    further : Ranked of callable
        Each gives another one, or None.
    """

    def __init__(self, session: Session, axes: AxesBar, plot: CanvasPlot) -> None:
        self._session, self._axes, self._plot = session, axes, plot
        self._projection = MarginProjection()
        self._margin = False
        self._automatic = True  # until a person zooms or shifts the view
        self.folds: FoldView | None = None
        self.runs: tuple[ComparedRun, ...] = ()
        self.further: Ranked[Callable[[], ComparedRun | None]] = Ranked()
        self.further.add(self._before_stroke, BEFORE)
        self._tracing = FineTracing(plot)
        plot.view.sigRangeChangedManually.connect(self._leave_automatic)
        plot.view.sigRangeChanged.connect(self._tracing.request)

    def shown(self, plane: Plane) -> Picture:
        """Give what is to be drawn, in the plane of the chosen features."""
        return self._tracing.finer(self._chosen(plane))

    def _chosen(self, plane: Plane) -> Picture:
        session, axes = self._session, self._axes
        shown = current_picture(session, plane)
        possible = self._projection.is_possible(shown)
        axes.follow(
            session.data, session.recipe, margin=possible or shown.model is None
        )
        margin = axes.view_choice.margin and possible and session.tape is not None
        if self.folds is not None:
            shown = self.folds.on(shown, along_weights=margin)
        if not margin or session.tape is None:
            return self._with_others(shown)
        return self._projection.project(shown, session.tape, axes.view_choice.code)

    def _with_others(self, shown: Picture) -> Picture:
        runs = [*self.runs]
        if not shown.legend:
            for give in self.further:
                if (run := give()) is not None:
                    runs.append(run)
        beside = tuple(run for run in runs if matches(run.data, shown.data))
        return replace(shown, compared=shown.compared + beside) if beside else shown

    def _before_stroke(self) -> ComparedRun | None:
        return self._session.before if self._session.stroking else None

    def fit(self, shown: Picture) -> None:
        """Have all samples in view; without any, the first view."""
        self._automatic = True
        self._plot.view.setRange(rect_around(shown), padding=0)

    def fit_with(self, shown: Picture, place: Place) -> None:
        """Have all samples in view, and a place besides."""
        rect = rect_around(shown)
        x, y = place
        left, right = min(rect.left(), x), max(rect.right(), x)
        top, bottom = min(rect.top(), y), max(rect.bottom(), y)
        whole = QRectF(left, top, right - left, bottom - top)
        self._plot.view.setRange(whole, padding=ROOM)

    def follow(self, shown: Picture) -> None:
        """Have traced finely what is drawn now, and points that move kept in view."""
        self._follow_points(shown)
        self._tracing.request()

    def close(self) -> None:
        """Stop what is traced."""
        self._tracing.drop()

    def _follow_points(self, shown: Picture) -> None:
        """In the margin view, where points move, let the view follow them."""
        before, self._margin = self._margin, shown.plane is MARGIN_PLANE
        if not self._automatic:
            return
        if before != self._margin:
            self.fit(shown)
        elif self._margin:
            rect = range_with_samples(shown, self._plot.view_rect)
            self._plot.view.setRange(rect, padding=0)

    def _leave_automatic(self, *_: object) -> None:
        self._automatic = False


def range_with_samples(shown: Picture, rect: Rect) -> QRectF:
    """Give a view with all samples in it: the present one, as long as it will do.

    It grows where samples have left it, and is chosen anew where they have shrunk to
    a small part of it: it stands still for most steps of a run.
    """
    left, bottom, right, top = rect
    present = QRectF(left, bottom, right - left, top - bottom)
    if not shown.data.n_samples:
        return present
    wanted = rect_around(shown)
    if (
        wanted.width() < SMALLEST * present.width()
        or wanted.height() < SMALLEST * present.height()
    ):
        return wanted
    low, high = shown.plane.corners(shown.data)
    edge = EDGE * np.array([present.width(), present.height()])
    inside = (low >= rect[:2] + edge).all() and (high <= rect[2:] - edge).all()
    return present if inside else present.united(wanted)
