"""The network: hidden layers of units, then a score for each output."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import numpy as np

from engine.families.linear.model import (
    LinearModel,
    check_scaling,
    onnx_scores,
    require_same_weights,
    scaling_entries,
    scaling_of,
)
from engine.families.network.layers import Activation, Forward, forward, unit_names
from engine.models.entries import (
    joined,
    require,
    require_numbers,
    require_weights,
    split,
)
from engine.models.predictor import (
    Capability,
    OnnxGraph,
    ParameterTable,
    Predictor,
    PythonParts,
)
from engine.numbers import counted, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.families.network.network_learner import NetworkLearner
    from engine.models.entries import Entries
    from engine.models.predictor import StartLayers, Trained

DEFINITIONS = '''\
LAYERS = {layers}


def _activation(z):
    return {activation}


def _network(phi):
    """Run the terms through the hidden layers, then score with the last."""
    for layer in LAYERS[:-1]:
        phi = [_activation(_score(row, offset, phi)) for row, offset in layer]
    return [_score(row, offset, phi) for row, offset in LAYERS[-1]]
'''
IN_PYTHON: dict[Activation, str] = {
    "tanh": "math.tanh(z)",
    "sigmoid": "0.5 + 0.5 * math.tanh(0.5 * z)",
    "relu": "max(z, 0.0)",
    "step": "float(z > 0)",
}
IN_ONNX: dict[Activation, str] = {"tanh": "Tanh", "sigmoid": "Sigmoid", "relu": "Relu"}
MOST_UNITS = 1024
"""Of a layer in a file."""


@dataclass(frozen=True, eq=False, kw_only=True)
class NetworkModel(Predictor):
    """Layers of units, the last of which gives the scores.

    Attributes
    ----------
    layers : tuple of ndarray, shape (units, inputs + 1)
        A row for each unit, the offset last; the first layer's in data units.
    scaled_first : ndarray
        The first layer as trained; equal to the other without standardisation.
    activation : {"tanh", "sigmoid", "relu", "step"}
        Of the hidden units.
    """

    capabilities: ClassVar[frozenset[Capability]] = frozenset({"network"})
    row_of: ClassVar[str] = "unit"

    layers: tuple[NDArray[np.float64], ...]
    scaled_first: NDArray[np.float64]
    activation: Activation

    @classmethod
    def as_trained(
        cls, rule: NetworkLearner, trained: Trained, **context: Any
    ) -> NetworkModel:
        """Make the network of layers that see terms as trained."""
        n_terms, scaling = len(context["features"].names), context["scaling"]
        first, *others = rule.layers(trained.parameters, n_terms, trained.settings)
        units = first if scaling is None else scaling.to_data_units(first)
        return cls(
            layers=(units, *others),
            scaled_first=first,
            activation=rule.activation_of(trained.settings),
            **context,
        )

    def start_layers(self) -> StartLayers:
        """Give its layers."""
        return self.layers[0], self.scaled_first, self.layers[1:]

    @property
    def outline(self) -> str:
        """How many units there are: ``network: 2 terms, 4 tanh units, 1 score``."""
        hidden = [
            f"{len(layer)} {self.activation} {plural('unit', len(layer))}"
            for layer in self.layers[:-1]
        ]
        n_terms = counted(len(self.features.names), "term")
        parts = n_terms, *hidden, counted(self.n_outputs, "score")
        return f"network: {', '.join(parts)}"

    def fitted(self, kind: Any) -> dict[str, Any]:
        """Give its layers under the names that `MLPClassifier` has."""
        return {
            "coefs_": [layer[:, :-1].T.astype(kind) for layer in self.layers],
            "intercepts_": [layer[:, -1].astype(kind) for layer in self.layers],
        }

    @cached_property
    def first_layer(self) -> LinearModel:
        """The linear model whose scores are the inputs of the first hidden layer."""
        return LinearModel(
            learner=self.learner,
            features=self.features,
            class_names=self.unit_names[0],
            weights=self.layers[0],
            scaled_weights=self.scaled_first,
            scaling=self.scaling,
            epochs=self.epochs,
            updates=self.updates,
            measure_error=float,
        )

    @cached_property
    def scaled_layers(self) -> tuple[NDArray[np.float64], ...]:
        """The layers as trained."""
        return (self.scaled_first, *self.layers[1:])

    @cached_property
    def unit_names(self) -> tuple[tuple[str, ...], ...]:
        """The units of each layer by their names; the outputs' are the classes."""
        hidden = [len(layer) for layer in self.layers[:-1]]
        return unit_names(hidden, self.scored_classes)

    @cached_property
    def n_outputs(self) -> int:
        """One for each unit of the last layer."""
        return len(self.layers[-1])

    def scores_of_terms(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Run the terms through all layers."""
        return forward(self.scaled_layers, self.activation, phi).scores

    def forward(self, X: NDArray[np.float64]) -> Forward:
        """Run samples X (n, n_features), as drawn, through the layers.

        The first activations are the terms as trained.
        """
        phi = self.terms_of(np.asarray(X, np.float64))
        return forward(self.scaled_layers, self.activation, phi)

    @property
    def parameters(self) -> Sequence[NDArray[np.float64]]:
        """The layers, the first in data units."""
        return self.layers

    def on_slice(self, held: NDArray[np.float64], free: Sequence[int]) -> NetworkModel:
        """Gather the first layer's terms that differ only in a constant factor."""
        if len(held) == len(free):
            return self
        from engine.models.slices import gathered

        features, gather = gathered(self.features, held, free)
        first = self.layers[0] @ gather
        return replace(
            self,
            features=features,
            layers=(first, *self.layers[1:]),
            scaled_first=first,
            scaling=None,
        )

    def tables(self) -> list[ParameterTable]:
        """Give a row of weights for each unit, layer by layer."""
        inputs = self.features.names
        tables = []
        for names, layer in zip(self.unit_names, self.layers, strict=True):
            columns = (*inputs, "intercept")
            tables += [
                ParameterTable(name, columns, [row])
                for name, row in zip(names, layer.tolist(), strict=True)
            ]
            inputs = names
        return tables

    def entries(self) -> Entries:
        """Give the layers, with the standardisation; no `coef` for the whole."""
        return {
            "activation": self.activation,
            "layers": [split(layer) for layer in self.layers],
            "scaling": scaling_entries(self.scaling, self.scaled_first),
        }

    @classmethod
    def of_entries(cls, entries: Entries, **context: Any) -> NetworkModel:
        """Make the model of entries that have been checked.

        Parameters
        ----------
        entries : dict
        **context
            What every model has, but for the scaling.
        """
        layers = tuple(joined(layer) for layer in entries["layers"])
        scaling, scaled = scaling_of(entries)
        return cls(
            layers=layers,
            scaled_first=layers[0] if scaled is None else scaled,
            activation=entries["activation"],
            scaling=scaling,
            **context,
        )

    @staticmethod
    def check_entries(entries: Entries, n_outputs: int, n_terms: int) -> None:
        """Make sure that there are layers for so many outputs and terms.

        Raises
        ------
        UserError
            If not, or if those in data units are not those as trained.
        """
        require("coef" not in entries and "intercept" not in entries, "layers")
        require(entries.get("activation") in get_args(Activation), "activation")
        layers = entries["layers"]
        require(isinstance(layers, list) and 2 <= len(layers) <= 3, "layers")
        inputs = n_terms
        for layer in layers:
            require(isinstance(layer, dict), "layers")
            offsets = layer.get("intercept")
            require(isinstance(offsets, list | np.ndarray), "layers")
            require(0 < len(offsets) <= MOST_UNITS, "layers")
            require_weights(layer, len(offsets), inputs, "layers")
            inputs = len(offsets)
        require_numbers(layers[-1]["intercept"], (n_outputs,), "layers")
        check_scaling(entries, len(layers[0]["intercept"]), n_terms)
        require_same_weights(entries, joined(layers[0]))

    def onnx(self, graph: OnnxGraph, terms: str) -> tuple[str, NDArray[np.float64]]:
        """Multiply by each layer's weights, with the activation between."""
        name = terms
        for i, layer in enumerate(self.layers[:-1], start=1):
            z = onnx_scores(graph, name, layer, str(i))
            name = self._onnx_activation(graph, z, i)
        return onnx_scores(graph, name, self.layers[-1]), np.ones(self.n_outputs)

    def _onnx_activation(self, graph: OnnxGraph, z: str, i: int) -> str:
        if self.activation != "step":
            return graph.apply(IN_ONNX[self.activation], [z], f"hidden{i}")
        sign = graph.apply("Sign", [z], f"sign{i}")
        return graph.apply("Relu", [sign], f"hidden{i}")

    def python(self) -> PythonParts:
        """Give the layers, and the functions that run a sample through them."""
        from engine.models.python_text import column

        layers = [
            column([repr((row[:-1], row[-1])) for row in layer.tolist()], "    ")
            for layer in self.layers
        ]
        definitions = DEFINITIONS.format(
            layers=column(layers), activation=IN_PYTHON[self.activation]
        )
        scores = "z for z in _network(phi)"
        meaning = "what the output units sum up"
        return PythonParts(definitions, scores, meaning, "network")
