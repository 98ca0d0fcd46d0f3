"""The linear model: a score is w·φ(x) + b, for each output a row of weights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from engine.models.entries import (
    array_of,
    joined,
    require,
    require_numbers,
    require_weights,
    split,
)
from engine.models.lengths import lengths_of
from engine.models.linear_scores import linear_scores
from engine.models.predictor import (
    Capability,
    OnnxGraph,
    ParameterTable,
    Predictor,
    PythonParts,
)
from engine.models.scaling import Scaling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.models.entries import Entries
    from engine.models.predictor import StartLayers, Trained

DEFINITIONS = """\
COEF = {coef}
INTERCEPT = {intercept}
"""
SCORES = "_score(row, offset, phi) for row, offset in zip(COEF, INTERCEPT)"


@dataclass(frozen=True, eq=False, kw_only=True)
class LinearModel(Predictor):
    """Rows of weights, one for each output.

    Attributes
    ----------
    weights : ndarray, shape (n_outputs, n_terms + 1)
        In data units, the offset last.
    scaled_weights : ndarray, same shape
        As trained; equal to `weights` without standardisation.
    """

    capabilities: ClassVar[frozenset[Capability]] = frozenset({"linear"})

    weights: NDArray[np.float64]
    scaled_weights: NDArray[np.float64]

    @classmethod
    def as_trained(cls, rule: Any, trained: Trained, **context: Any) -> LinearModel:
        """Make the model of rows of weights."""
        rows, scaling = trained.parameters, context["scaling"]
        units = rows if scaling is None else scaling.to_data_units(rows)
        return LinearModel(weights=units, scaled_weights=rows, **context)

    def newest_weights(self, *, as_trained: bool = False) -> NDArray[np.float64]:
        """Give its rows of weights."""
        return self.scaled_weights if as_trained else self.weights

    def start_layers(self) -> StartLayers:
        """Give its rows of weights; there are no further layers."""
        return self.weights, self.scaled_weights, ()

    @property
    def coef(self) -> NDArray[np.float64]:
        """Weights in data units, shape (n_outputs, n_terms)."""
        return self.weights[:, :-1]

    @property
    def intercept(self) -> NDArray[np.float64]:
        """Offsets in data units, shape (n_outputs,)."""
        return self.weights[:, -1]

    @cached_property
    def weights_of_features(self) -> NDArray[np.float64]:
        """Those of a straight model by feature, shape (n_outputs, n_features).

        One that no term reads has 0.
        """
        factors = [factor for (factor,) in self.features.terms]
        last = max((factor.feature for factor in factors), default=-1)
        n_features = max(len(self.features.feature_names), last + 1)
        weights = np.zeros((self.n_outputs, n_features))
        for coef, factor in zip(self.coef.T, factors, strict=True):
            weights[:, factor.feature] += coef
        return weights

    @cached_property
    def n_outputs(self) -> int:
        """One for each row of weights."""
        return len(self.weights)

    def scores_of_terms(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give w·φ + b, added as in training where there are few terms."""
        return linear_scores(phi, self.scaled_weights)

    @property
    def parameters(self) -> Sequence[NDArray[np.float64]]:
        """The weights in data units."""
        return (self.weights,)

    @cached_property
    def is_straight(self) -> bool:
        """Whether no term is a product, power or sine."""
        return self.features.is_linear

    def distances(
        self, scores: NDArray[np.float64], y: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Divide what a class is ahead by the length of the weights' difference."""
        if self.n_outputs == 1:
            ahead = np.where(y == 1, 1.0, -1.0)[:, None] * scores
            lengths = lengths_of(self.coef)[None]
        else:
            rows = np.arange(len(y))
            ahead = scores[rows, y][:, None] - scores
            lengths = lengths_of(self.coef[y][:, None] - self.coef[None])
            lengths[rows, y] = 0.0
        distances = np.full(ahead.shape, np.nan)
        np.divide(ahead, lengths, out=distances, where=lengths > 0)
        return distances

    def on_slice(self, held: NDArray[np.float64], free: Sequence[int]) -> LinearModel:
        """Gather the terms that differ only in a constant factor.

        With two of 30 features free, the 495 terms of degree 2 are five and the offset.
        """
        if len(held) == len(free) or self.is_straight:
            return self
        from engine.models.slices import gathered

        features, gather = gathered(self.features, held, free)
        weights = self.weights @ gather
        return replace(
            self,
            features=features,
            weights=weights,
            scaled_weights=weights,
            scaling=None,
        )

    def tables(self) -> list[ParameterTable]:
        """Give a row of weights for each class that has a score."""
        columns = (*self.features.names, "intercept")
        rows = zip(self.scored_classes, self.weights.tolist(), strict=True)
        return [ParameterTable(name, columns, [row]) for name, row in rows]

    def entries(self) -> Entries:
        """Give `coef` and `intercept`, with the standardisation."""
        return split(self.weights) | {
            "scaling": scaling_entries(self.scaling, self.scaled_weights)
        }

    @classmethod
    def of_entries(cls, entries: Entries, **context: Any) -> LinearModel:
        """Make the model of entries that have been checked.

        Parameters
        ----------
        entries : dict
        **context
            What every model has, but for the scaling.
        """
        weights = joined(entries)
        scaling, scaled = scaling_of(entries)
        return cls(
            weights=weights,
            scaled_weights=weights if scaled is None else scaled,
            scaling=scaling,
            **context,
        )

    @staticmethod
    def check_entries(entries: Entries, n_outputs: int, n_terms: int) -> None:
        """Make sure that there are weights for so many outputs and terms.

        Raises
        ------
        UserError
            If not, or if those in data units are not those as trained.
        """
        require_weights(entries, n_outputs, n_terms)
        check_scaling(entries, n_outputs, n_terms)
        require_same_weights(entries, joined(entries))

    def onnx(self, graph: OnnxGraph, terms: str) -> tuple[str, NDArray[np.float64]]:
        """Multiply the terms by the weights."""
        score = onnx_scores(graph, terms, self.weights)
        return score, np.ones(self.n_outputs)

    def python(self) -> PythonParts:
        """Give the weights, and the sum that scores with them."""
        from engine.models.python_text import column

        definitions = DEFINITIONS.format(
            coef=column([repr(row) for row in self.coef.tolist()]),
            intercept=column([repr(offset) for offset in self.intercept.tolist()]),
        )
        return PythonParts(definitions, SCORES, "w·φ(x) + b")


def scaling_entries(
    scaling: Scaling | None, scaled_weights: NDArray[np.float64]
) -> Entries | None:
    """Give a standardisation, with the weights on the terms it has standardised."""
    if scaling is None:
        return None
    return {"mean": scaling.mean, "scale": scaling.scale, **split(scaled_weights)}


def scaling_of(entries: Entries) -> tuple[Scaling | None, NDArray[np.float64] | None]:
    """Give what `scaling_entries` wrote; None where nothing was standardised."""
    scaling = units_of(entries)
    return scaling, None if scaling is None else joined(entries["scaling"])


def units_of(entries: Entries) -> Scaling | None:
    """Give the standardisation alone."""
    known = entries["scaling"]
    return known and Scaling(array_of(known["mean"]), array_of(known["scale"]))


def check_scaling(entries: Entries, n_outputs: int, n_terms: int) -> None:
    """Make sure that there is a standardisation, or None, of so many terms.

    Raises
    ------
    UserError
        If it is not as `scaling_entries` writes it.
    """
    check_units(entries, n_terms)
    if entries["scaling"] is not None:
        require_weights(entries["scaling"], n_outputs, n_terms, "scaling")


def check_units(entries: Entries, n_terms: int) -> None:
    """Make sure of the standardisation alone.

    Raises
    ------
    UserError
        If mean and scale are not those of so many terms.
    """
    scaling = entries.get("scaling", "missing")
    if scaling is None:
        return
    require(isinstance(scaling, dict), "scaling")
    require_numbers(scaling.get("mean"), (n_terms,), "scaling")
    require_numbers(scaling.get("scale"), (n_terms,), "scaling")
    require(bool((np.asarray(scaling["scale"]) > 0).all()), "scaling")


def require_same_weights(entries: Entries, known: NDArray[np.float64]) -> None:
    """Make sure that weights in data units are those as trained.

    Raises
    ------
    UserError
        If they are not.
    """
    scaling, scaled = scaling_of(entries)
    if scaling is None or scaled is None:
        return
    with np.errstate(all="ignore"):
        made = scaling.to_data_units(scaled)
        close = np.allclose(made, known, rtol=1e-6, atol=1e-6 * np.abs(known).max())
    require(close, "scaling")


def onnx_scores(
    graph: OnnxGraph, terms: str, weights: NDArray[np.float64], suffix: str = ""
) -> str:
    """Score the terms in a graph with rows of weights; name what is (n, rows)."""
    graph.constants[f"coef{suffix}"] = np.ascontiguousarray(weights[:, :-1].T)
    graph.constants[f"intercept{suffix}"] = np.ascontiguousarray(weights[:, -1])
    product = graph.apply("MatMul", [terms, f"coef{suffix}"], f"product{suffix}")
    return graph.apply("Add", [product, f"intercept{suffix}"], f"score{suffix}")
