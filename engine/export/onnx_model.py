"""A trained model as ONNX: feature map, scores and class by standard operators."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError, pip_install

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.feature_map import Factor, FeatureMap
    from engine.models.model import Model

OPSET, IR_VERSION = 13, 8
Nodes = list[Any]
Constants = dict[str, "NDArray[Any]"]


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


def onnx_bytes(model: Model) -> bytes:
    """Build the ONNX model: input ``samples``, outputs ``label`` and ``scores``.

    Of standard operators alone, computed in 64 bits. The input has shape
    (n, n_features), float32; the scores have shape (n, n_classes), float64, and of two
    classes the first has minus the score of the second.

    Parameters
    ----------
    model : Model

    Raises
    ------
    UserError
        If onnx is not installed.
    """
    require_onnx()
    from onnx import TensorProto, checker, helper

    n_features, n_classes = len(model.features.feature_names), len(model.class_names)
    nodes: Nodes = [helper.make_node("Cast", ["samples"], ["x"], to=TensorProto.DOUBLE)]
    constants: Constants = {"classes": np.array(model.class_names, dtype=object)}
    terms = _map(model.features, nodes, constants)
    if model.votes is None:
        score = _linear(model.weights, terms, nodes, constants, "")
    else:
        score = _totals(model, terms, nodes, constants)
    if len(model.weights) == 1:
        other = _apply("Neg", [score], "other_score", nodes)
        score = _apply("Concat", [other, score], "both_scores", nodes, axis=1)
    cast = [1.0] if model.votes is None else [one.counts.sum() for one in model.votes]
    # Numbers for all classes: by one for all, a runtime would divide in 32 bits.
    constants["divisor"] = np.resize(np.maximum(cast, 1.0), n_classes)
    _apply("Div", [score, "divisor"], "scores", nodes)
    last = int(len(model.weights) == 1 and model.tie == "positive")
    options = {"axis": 1, "keepdims": 0, "select_last_index": last}
    best = _apply("ArgMax", [score], "best", nodes, **options)
    _apply("Gather", ["classes", best], "label", nodes)
    graph = _graph(nodes, constants, n_features, n_classes)
    built = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="perceptron-lab",
    )
    helper.set_model_props(built, _about(model))
    checker.check_model(built)
    content: bytes = built.SerializeToString()
    return content


def _graph(nodes: Nodes, constants: Constants, n_features: int, n_classes: int) -> Any:
    """Put nodes and constants between the input and the outputs."""
    from onnx import TensorProto, helper, numpy_helper

    value = helper.make_tensor_value_info
    return helper.make_graph(
        nodes,
        "perceptron-lab",
        [value("samples", TensorProto.FLOAT, ["n", n_features])],
        [
            value("label", TensorProto.STRING, ["n"]),
            value("scores", TensorProto.DOUBLE, ["n", n_classes]),
        ],
        [numpy_helper.from_array(v, k) for k, v in sorted(constants.items())],
    )


def _about(model: Model) -> dict[str, str]:
    """Say what a runtime does not need, but a person may."""
    return {
        "learner": model.learner,
        "features": json.dumps(model.features.feature_names),
        "training_error": repr(float(model.training_error)),
    }


def _linear(
    weights: NDArray[np.float64], terms: str, nodes: Nodes, constants: Constants, k: str
) -> str:
    """Score the terms with rows of weights: (n, rows)."""
    constants[f"coef{k}"] = np.ascontiguousarray(weights[:, :-1].T)
    constants[f"intercept{k}"] = np.ascontiguousarray(weights[:, -1])
    product = _apply("MatMul", [terms, f"coef{k}"], f"product{k}", nodes)
    return _apply("Add", [product, f"intercept{k}"], f"score{k}", nodes)


def _totals(model: Model, terms: str, nodes: Nodes, constants: Constants) -> str:
    """Let the vectors of each output vote: Σ cᵢ·sign(wᵢ·φ + bᵢ)."""
    totals = []
    if model.tie == "positive":
        constants["half"] = np.array(0.5)
    for k, one in enumerate(one.merged for one in model.votes or ()):
        constants[f"count{k}"] = one.counts[:, None]
        z = _linear(one.weights, terms, nodes, constants, str(k))
        sign = _apply("Sign", [z], f"sign{k}", nodes)
        if model.tie == "positive":  # the sign of 0 is 1
            raised = _apply("Add", [sign, "half"], f"raised{k}", nodes)
            sign = _apply("Sign", [raised], f"vote{k}", nodes)
        totals.append(_apply("MatMul", [sign, f"count{k}"], f"total{k}", nodes))
    return _apply("Concat", totals, "totals", nodes, axis=1)


def _map(features: FeatureMap, nodes: Nodes, constants: Constants) -> str:
    """Build φ(x); give the name of its result."""
    if features.is_identity(len(features.feature_names)):
        return "x"
    columns = [_term(term, f"term{j}", nodes) for j, term in enumerate(features.terms)]
    for factor in {factor for term in features.terms for factor in term}:
        constants[f"index{factor.feature}"] = np.array([factor.feature])
        if factor.power > 1:
            constants[f"power{factor.power}"] = np.array(float(factor.power))
    return _apply("Concat", columns, "terms", nodes, axis=1)


def _term(term: tuple[Factor, ...], name: str, nodes: list[Any]) -> str:
    """Append the nodes of a product of factors; return the name of its column."""
    product = _factor(term[0], f"{name}_0", nodes)
    for i, factor in enumerate(term[1:], start=1):
        right = _factor(factor, f"{name}_{i}", nodes)
        product = _apply("Mul", [product, right], f"{name}_{i}_product", nodes)
    return product


def _factor(factor: Factor, name: str, nodes: list[Any]) -> str:
    index = f"index{factor.feature}"
    column = _apply("Gather", ["x", index], f"{name}_x", nodes, axis=1)
    if factor.sine:
        column = _apply("Sin", [column], f"{name}_sine", nodes)
    if factor.power > 1:
        power = f"power{factor.power}"
        column = _apply("Pow", [column, power], f"{name}_power", nodes)
    return column


def _apply(
    operator: str, inputs: list[str], output: str, nodes: list[Any], **options: Any
) -> str:
    from onnx import helper

    nodes.append(helper.make_node(operator, inputs, [output], **options))
    return output
