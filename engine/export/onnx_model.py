"""A trained model as ONNX: the feature map in standard operators, then a classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError, pip_install

if TYPE_CHECKING:
    from engine.data.feature_map import Factor, FeatureMap
    from engine.models.model import Model

OPSET, OPSET_ML, IR_VERSION = 13, 3, 8


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


def onnx_bytes(model: Model, n_features: int) -> bytes:
    """Build the ONNX model: input ``samples``, outputs ``label`` and ``scores``.

    Parameters
    ----------
    model : Model
    n_features : int
        Features of a sample as drawn; the input has shape (n, n_features), float32.

    Raises
    ------
    UserError
        If onnx is not installed or a weight is beyond float32.
    """
    require_onnx()
    from onnx import TensorProto, checker, helper

    terms, nodes, constants = _map(model.features, n_features)
    graph = helper.make_graph(
        [*nodes, _classifier(model, terms)],
        "perceptron-lab",
        [
            helper.make_tensor_value_info(
                "samples", TensorProto.FLOAT, ["n", n_features]
            )
        ],
        [
            helper.make_tensor_value_info("label", TensorProto.STRING, ["n"]),
            helper.make_tensor_value_info(
                "scores", TensorProto.FLOAT, ["n", len(model.class_names)]
            ),
        ],
        constants,
    )
    opsets = [("", OPSET), ("ai.onnx.ml", OPSET_ML)]
    built = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid(*opset) for opset in opsets],
        ir_version=IR_VERSION,
        producer_name="perceptron-lab",
    )
    checker.check_model(built)
    content: bytes = built.SerializeToString()
    return content


def _classifier(model: Model, terms: str) -> Any:
    from onnx import helper

    # A classifier has a row per class: two classes get ± the one row of weights.
    weights = model.weights
    rows = np.concatenate([-weights, weights]) if len(weights) == 1 else weights
    if np.abs(rows).max() > np.finfo(np.float32).max:
        raise UserError(
            "a weight is too large for ONNX's 32-bit numbers: choose a smaller "
            "learning rate or write JSON"
        )
    return helper.make_node(
        "LinearClassifier",
        [terms],
        ["label", "scores"],
        domain="ai.onnx.ml",
        coefficients=rows[:, :-1].ravel().tolist(),
        intercepts=rows[:, -1].tolist(),
        classlabels_strings=list(model.class_names),
        post_transform="NONE",
    )


def _map(features: FeatureMap, n_features: int) -> tuple[str, list[Any], list[Any]]:
    """Build φ(x): the name of its result, the nodes and their constants."""
    from onnx import helper, numpy_helper

    if features.is_identity(n_features):
        return "samples", [], []
    nodes: list[Any] = []
    columns = [_term(term, f"term{j}", nodes) for j, term in enumerate(features.terms)]
    nodes.append(helper.make_node("Concat", columns, ["terms"], axis=1))
    factors = {factor for term in features.terms for factor in term}
    constants = {f"index{f.feature}": np.array([f.feature]) for f in factors}
    constants |= {
        f"power{f.power}": np.array(f.power, np.float32) for f in factors if f.power > 1
    }
    tensors = [numpy_helper.from_array(v, k) for k, v in sorted(constants.items())]
    return "terms", nodes, tensors


def _term(term: tuple[Factor, ...], name: str, nodes: list[Any]) -> str:
    """Append the nodes of a product of factors; return the name of its column."""
    product = _factor(term[0], f"{name}_0", nodes)
    for i, factor in enumerate(term[1:], start=1):
        right = _factor(factor, f"{name}_{i}", nodes)
        product = _apply("Mul", [product, right], f"{name}_{i}_product", nodes)
    return product


def _factor(factor: Factor, name: str, nodes: list[Any]) -> str:
    index = f"index{factor.feature}"
    column = _apply("Gather", ["samples", index], f"{name}_x", nodes, axis=1)
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
