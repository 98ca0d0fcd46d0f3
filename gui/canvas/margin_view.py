"""The lens of the margin view: a picture seen along the weights."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from engine import Dataset
from engine.data.features import feature_map
from engine.evaluation.margin_view import MarginView, PrincipalComponents
from gui.canvas.picture import around
from gui.canvas.plane import Plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from engine.models.model import Model
    from gui.canvas.boundary_lines import Rect
    from gui.canvas.picture import Picture

DISTANCE = "signed distance to the boundary"
COMPONENT = "first principal component of the rest"
NO_BOUNDARY = "first principal component (no boundary yet)"
SECOND = "second principal component"
FLAT = Plane(0, 1, np.zeros(2), alike=False)
SMALLEST = 0.3
"""Share of the view down to which the points may shrink before it follows them."""
EDGE = 0.03
"""Share of the view at each side that samples stay clear of: symbols have a size."""


class MarginLens:
    """Turns pictures of many features into pictures of two, distance and component.

    What is drawn of them then needs to know nothing of the lens. It remembers the
    last component, so that the picture does not jump while it plays, and the samples
    in the units of the training, which cost the most.
    """

    def __init__(self) -> None:
        self._tape: Tape | None = None
        self._code = 0
        self._weights: NDArray[np.float64] | None = None

    @staticmethod
    def sees(shown: Picture) -> bool:
        """Tell whether there are weights to look along: votes have none."""
        return shown.model is not None and shown.model.votes is None

    def look(self, shown: Picture, tape: Tape, code: int) -> Picture:
        """See a picture along the weights of its model.

        Parameters
        ----------
        shown : Picture
            Of the tape; `sees` it.
        tape : Tape
        code : int
            Of more than two classes the one that is seen against the rest.
        """
        model, several = shown.model, tape.data.n_outputs > 1
        if model is None:
            return shown
        output = code if several else 0
        self._turn(tape, output, model.scaled_weights[output])
        data = self._seen(shown.data, tape)
        same = shown.recorded is shown.data
        return replace(
            shown,
            data=data,
            plane=FLAT,
            recorded=data if same else self._seen(shown.recorded, tape),
            model=self._through(model, self._view.own_weights),
            before=self._before(shown.before, output),
            kept=self._kept(shown.kept, tape, output),
            folds=self._folds(shown.folds, tape, output),
            mine=code if several else None,
        )

    def _turn(self, tape: Tape, output: int, weights: NDArray[np.float64]) -> None:
        """Look along other weights, unless they are the same."""
        fresh = tape is not self._tape or output != self._code
        if fresh:
            self._tape, self._code, self._samples = tape, output, []
            self._spread = PrincipalComponents.of(tape.problem.X)
        elif np.array_equal(weights, self._weights):
            return
        before = None if fresh else self._view
        self._view = MarginView.of(self._spread, weights, before)
        self._weights, self._data = weights, []

    def _seen(self, data: Dataset, tape: Tape) -> Dataset:
        """Give the samples' places as a data set; made once for each view."""
        for source, seen in self._data:
            if source is data:
                return seen
        places = np.nan_to_num(self._view.places(self._terms(data, tape)))
        names = (DISTANCE, COMPONENT) if self._view.length else (NO_BOUNDARY, SECOND)
        seen = Dataset(places, data.y, names, data.class_names, data.parts)
        self._data = [*self._data[-1:], (data, seen)]
        return seen

    def _terms(self, data: Dataset, tape: Tape) -> NDArray[np.float64]:
        """Give the terms as trained; of other samples than the tape's once each."""
        if data is tape.data:
            return tape.problem.X
        for source, phi in self._samples:
            if source is data:
                return phi
        phi = tape.problem.features.transform(data.X)
        if tape.problem.scaling is not None:
            phi = tape.problem.scaling.apply(phi)
        self._samples = [(data, phi)]
        return phi

    def _through(self, model: Model, weights: NDArray[np.float64]) -> Model:
        return replace(
            model,
            features=feature_map(("x1", "x2")),
            weights=weights,
            scaled_weights=weights,
            scaling=None,
        )

    def _before(self, model: Model | None, output: int) -> Model | None:
        if model is None:
            return None
        row = model.scaled_weights[output : output + 1]
        return self._through(model, self._view.weights(row))

    def _kept(self, model: Model | None, tape: Tape, output: int) -> Model | None:
        """See the run that was left, if its terms are the same."""
        terms = tape.problem.features.terms
        if model is None or model.votes is not None or model.features.terms != terms:
            return None
        row, scaling = model.weights[output : output + 1], tape.problem.scaling
        if scaling is not None:
            offset = row[:, -1:] + row[:, :-1] @ scaling.mean[:, None]
            row = np.hstack([row[:, :-1] * scaling.scale, offset])
        return self._through(model, self._view.weights(row))

    def _folds(
        self, models: tuple[Model, ...], tape: Tape, output: int
    ) -> tuple[Model, ...]:
        """See the folds' models along the weights of the run."""
        seen = (self._kept(model, tape, output) for model in models)
        return tuple(model for model in seen if model is not None)


def in_sight(shown: Picture, rect: Rect) -> QRectF:
    """Give a view with all samples in it: the present one, as long as it will do.

    It grows where samples have left it, and is chosen anew where they have shrunk to
    a small part of it: it stands still for most steps of a run.
    """
    left, bottom, right, top = rect
    present = QRectF(left, bottom, right - left, top - bottom)
    if not shown.data.n_samples:
        return present
    wanted = around(shown)
    if (
        wanted.width() < SMALLEST * present.width()
        or wanted.height() < SMALLEST * present.height()
    ):
        return wanted
    low, high = shown.plane.corners(shown.data)
    edge = EDGE * np.array([present.width(), present.height()])
    inside = (low >= rect[:2] + edge).all() and (high <= rect[2:] - edge).all()
    return present if inside else present.united(wanted)
