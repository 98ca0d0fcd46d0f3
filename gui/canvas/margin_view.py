"""The margin view: pictures projected along the weights of their model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine import Dataset
from engine.data.feature_map import feature_map
from engine.families.capabilities import can
from engine.spaces.margin_view import MarginView, PrincipalComponents
from gui.canvas.plane import Plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Tape
    from engine.families.linear.model import LinearModel
    from engine.models.predictor import Predictor
    from gui.canvas.picture import Picture
    from gui.session.compared_run import ComparedRun

DISTANCE = "signed distance to the boundary"
COMPONENT = "first principal component of the rest"
NO_BOUNDARY = "first principal component (no boundary)"
SECOND = "second principal component"
MARGIN_PLANE = Plane(0, 1, np.zeros(2), alike=False)


class MarginProjection:
    """Turns pictures of many features into pictures of two, distance and component.

    What is drawn of them then needs to know nothing of the projection. It remembers the
    last component, so that the picture does not jump while it plays, and the samples
    in the units of the training, which cost the most.
    """

    def __init__(self) -> None:
        self._tape: Tape | None = None
        self._code = 0
        self._weights = np.empty(0)
        self._components: PrincipalComponents
        self._view: MarginView
        self._terms_of: list[tuple[Dataset, NDArray[np.float64]]] = []
        self._projected: list[tuple[Dataset, Dataset]] = []

    @staticmethod
    def is_possible(shown: Picture) -> bool:
        """Tell whether there are weights to look along: votes have none."""
        return can(shown.model, "linear")

    def project(self, shown: Picture, tape: Tape, code: int) -> Picture:
        """Project a picture along the weights of its model.

        Parameters
        ----------
        shown : Picture
            Of the tape; `is_possible` for it.
        tape : Tape
        code : int
            Of more than two classes the one that is shown against the rest.
        """
        model, several = shown.model, tape.data.n_outputs > 1
        if not can(model, "linear"):
            return shown
        output = code if several else 0
        self._turn_to(tape, output, model.scaled_weights[output])
        data = self._samples(shown.data, tape)
        same = shown.recorded is shown.data
        return replace(
            shown,
            data=data,
            plane=MARGIN_PLANE,
            recorded=data if same else self._samples(shown.recorded, tape),
            model=self._with_weights(model, self._view.own_weights),
            before=self._before(shown.before, output),
            compared=self._compared(shown.compared, tape, output),
            one_vs_rest=code if several else None,
        )

    def _turn_to(self, tape: Tape, output: int, weights: NDArray[np.float64]) -> None:
        """Look along other weights, unless they are the same."""
        fresh = tape is not self._tape or output != self._code
        if fresh:
            self._tape, self._code, self._terms_of = tape, output, []
            self._components = PrincipalComponents.of(tape.problem.X)
        elif np.array_equal(weights, self._weights):
            return
        before = None if fresh else self._view
        self._view = MarginView.of(self._components, weights, before)
        self._weights, self._projected = weights, []

    def _samples(self, data: Dataset, tape: Tape) -> Dataset:
        """Give the samples' places as a data set; made once for each view."""
        for source, projected in self._projected:
            if source is data:
                return projected
        places = np.nan_to_num(self._view.places(self._terms(data, tape)))
        names = (DISTANCE, COMPONENT) if self._view.length else (NO_BOUNDARY, SECOND)
        projected = Dataset(places, data.y, names, data.class_names, data.parts)
        self._projected = [*self._projected[-1:], (data, projected)]
        return projected

    def _terms(self, data: Dataset, tape: Tape) -> NDArray[np.float64]:
        """Give the terms as trained; of other samples than the tape's once each."""
        if data is tape.data:
            return tape.problem.X
        for source, phi in self._terms_of:
            if source is data:
                return phi
        phi = tape.problem.features.transform(data.X)
        if tape.problem.scaling is not None:
            phi = tape.problem.scaling.apply(phi)
        self._terms_of = [(data, phi)]
        return phi

    def _with_weights(
        self, model: LinearModel, weights: NDArray[np.float64]
    ) -> LinearModel:
        return replace(
            model,
            features=feature_map(("x1", "x2")),
            weights=weights,
            scaled_weights=weights,
            scaling=None,
        )

    def _before(self, model: Predictor | None, output: int) -> Predictor | None:
        if not can(model, "linear"):
            return None
        row = model.scaled_weights[output : output + 1]
        return self._with_weights(model, self._view.weights(row))

    def _other_model(
        self, model: Predictor, tape: Tape, output: int
    ) -> Predictor | None:
        """Project the model of another run or fold, if its terms are the same."""
        terms = tape.problem.features.terms
        if not can(model, "linear") or model.features.terms != terms:
            return None
        row, scaling = model.weights[output : output + 1], tape.problem.scaling
        if scaling is not None:
            row = scaling.from_data_units(row)
        return self._with_weights(model, self._view.weights(row))

    def _compared(
        self, runs: tuple[ComparedRun, ...], tape: Tape, output: int
    ) -> tuple[ComparedRun, ...]:
        """Project other runs along the weights of this one; leave out who cannot be."""
        compared = []
        for run in runs:
            projected = [self._other_model(model, tape, output) for model in run.models]
            models = tuple(model for model in projected if model is not None)
            if models or not run.models:
                compared.append(replace(run, models=models))
        return tuple(compared)
