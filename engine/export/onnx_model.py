"""A trained model as ONNX: feature map, scores and class by standard operators."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError, pip_install

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.feature_map import Factor, FeatureMap, Term
    from engine.models.predictor import Predictor

OPSET, IR_VERSION = 13, 8


def require_onnx() -> None:
    """Make sure that the package is there.

    Raises
    ------
    UserError
        If it is not installed; the message says how to get it.
    """
    try:
        import onnx  # noqa: F401
    except ImportError:
        raise UserError(f"ONNX needs the package onnx: {pip_install('onnx')}") from None


def onnx_bytes(model: Predictor) -> bytes:
    """Build the ONNX model: input ``samples``, outputs ``label`` and ``scores``.

    Of standard operators alone, computed in 64 bits. The input has shape
    (n, n_features), float32; the scores have shape (n, n_classes), float64, and of two
    classes the first has minus the score of the second.

    Parameters
    ----------
    model : Predictor

    Raises
    ------
    UserError
        If onnx is not installed.
    """
    require_onnx()
    from onnx import TensorProto, checker, helper

    n_features, n_classes = len(model.features.feature_names), len(model.class_names)
    graph = Graph()
    graph.apply("Cast", ["samples"], "x", to=TensorProto.DOUBLE)
    graph.constants["classes"] = np.array(model.class_names, dtype=object)
    score, divisors = model.onnx(graph, _map(model.features, graph))
    if model.n_outputs == 1:
        other = graph.apply("Neg", [score], "other_score")
        score = graph.apply("Concat", [other, score], "both_scores", axis=1)
    # Numbers for all classes: by one for all, a runtime would divide in 32 bits.
    graph.constants["divisor"] = np.resize(divisors, n_classes)
    graph.apply("Div", [score, "divisor"], "scores")
    last = int(model.n_outputs == 1 and model.tie == "positive")
    options = {"axis": 1, "keepdims": 0, "select_last_index": last}
    best = graph.apply("ArgMax", [score], "best", **options)
    graph.apply("Gather", ["classes", best], "label")
    built = helper.make_model(
        graph.built(n_features, n_classes),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="perceptron-lab",
    )
    helper.set_model_props(built, _about(model))
    checker.check_model(built)
    content: bytes = built.SerializeToString()
    return content


class Graph:
    """A graph that is being built, node by node.

    Attributes
    ----------
    constants : dict
        By name.
    """

    def __init__(self) -> None:
        self.constants: dict[str, NDArray[Any]] = {}
        self._nodes: list[Any] = []

    def apply(
        self, operator: str, inputs: Sequence[str], output: str, **options: Any
    ) -> str:
        """Append a node with one output; give the name of that."""
        from onnx import helper

        self._nodes.append(helper.make_node(operator, inputs, [output], **options))
        return output

    def built(self, n_features: int, n_classes: int) -> Any:
        """Put nodes and constants between the input and the outputs."""
        from onnx import TensorProto, helper, numpy_helper

        value = helper.make_tensor_value_info
        return helper.make_graph(
            self._nodes,
            "perceptron-lab",
            [value("samples", TensorProto.FLOAT, ["n", n_features])],
            [
                value("label", TensorProto.STRING, ["n"]),
                value("scores", TensorProto.DOUBLE, ["n", n_classes]),
            ],
            [numpy_helper.from_array(v, k) for k, v in sorted(self.constants.items())],
        )


def _about(model: Predictor) -> dict[str, str]:
    """Say what a runtime does not need, but a person may."""
    return {
        "learner": model.learner,
        "features": json.dumps(model.features.feature_names),
        "training_error": repr(float(model.training_error)),
    }


def _map(features: FeatureMap, graph: Graph) -> str:
    """Build φ(x); give the name of its result."""
    if features.is_identity(len(features.feature_names)):
        return "x"
    columns = [_term(term, f"term{j}", graph) for j, term in enumerate(features.terms)]
    for factor in {factor for term in features.terms for factor in term}:
        graph.constants[f"index{factor.feature}"] = np.array([factor.feature])
        if factor.power > 1:
            graph.constants[f"power{factor.power}"] = np.array(float(factor.power))
    return graph.apply("Concat", columns, "terms", axis=1)


def _term(term: Term, name: str, graph: Graph) -> str:
    """Append the nodes of a product of factors; return the name of its column."""
    product = _factor(term[0], f"{name}_0", graph)
    for i, factor in enumerate(term[1:], start=1):
        right = _factor(factor, f"{name}_{i}", graph)
        product = graph.apply("Mul", [product, right], f"{name}_{i}_product")
    return product


def _factor(factor: Factor, name: str, graph: Graph) -> str:
    index = f"index{factor.feature}"
    column = graph.apply("Gather", ["x", index], f"{name}_x", axis=1)
    if factor.sine:
        column = graph.apply("Sin", [column], f"{name}_sine")
    if factor.power > 1:
        power = f"power{factor.power}"
        column = graph.apply("Pow", [column, power], f"{name}_power")
    return column
