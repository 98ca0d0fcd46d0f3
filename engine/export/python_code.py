"""A trained model as a Python file that needs nothing but Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.data.feature_map import Factor
    from engine.models.model import Model

_CODE = '''\
"""A linear classifier, trained with Perceptron Lab.

Call predict(x) with a sample: a sequence of {n_features} numbers.
"""
{imports}
LEARNER = {learner}
CLASSES = {classes}
TERMS = {names}
COEF = {coef}
INTERCEPT = {intercept}


def terms(x):
    """Map a sample x to the terms φ(x) that the weights belong to."""
    if len(x) != {n_features}:
        raise ValueError(f"a sample has {n_features} numbers, not {{len(x)}}")
    return {terms}


def scores(x):
    """Score a sample x: w·φ(x) + b for every row of weights."""
    phi = terms(x)
    return [
        sum(weight * term for weight, term in zip(row, phi)) + offset
        for row, offset in zip(COEF, INTERCEPT)
    ]


def predict(x):
    """Name the class of a sample x."""
    z = scores(x)
    return {decision}
'''


def python_code(model: Model, n_features: int) -> str:
    """Write a stand-alone Python module with a function ``predict(x)``.

    Parameters
    ----------
    model : Model
    n_features : int
        Features of a sample as drawn.
    """
    terms = model.features.terms
    sine = any(factor.sine for term in terms for factor in term)
    two = len(model.weights) == 1
    return _CODE.format(
        learner=repr(model.learner),
        n_features=n_features,
        imports="\nimport math\n" if sine else "",
        classes=_column([repr(name) for name in model.class_names]),
        names=_column([repr(name) for name in model.features.names]),
        coef=_column([_row(row) for row in model.coef.tolist()]),
        intercept=_column([repr(offset) for offset in model.intercept.tolist()]),
        terms=_column([_product(term) for term in terms], indent="    "),
        decision="CLASSES[z[0] > 0]" if two else "CLASSES[z.index(max(z))]",
    )


def _product(term: tuple[Factor, ...]) -> str:
    return " * ".join(_factor(factor) for factor in term)


def _factor(factor: Factor) -> str:
    value = f"x[{factor.feature}]"
    value = f"math.sin({value})" if factor.sine else value
    return f"{value} ** {factor.power}" if factor.power > 1 else value


def _row(numbers: list[float]) -> str:
    return "[" + ", ".join(map(repr, numbers)) + "]"


def _column(items: list[str], indent: str = "") -> str:
    """Lay a list out with an item per line."""
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"[\n{lines}{indent}]"
