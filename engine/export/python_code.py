"""A trained model as a Python file that needs nothing but Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.data.feature_map import Factor
    from engine.data.provenance import Provenance
    from engine.models.model import Model, Votes

_CODE = '''\
"""A linear classifier, trained with Perceptron Lab.

Call predict(X) with a sample, a sequence of {n_features} numbers, or with many:
a list of samples, or a NumPy array with a row for each. FEATURES says what the
numbers are.
"""
{imports}
LEARNER = {learner}
TRAINING_ERROR = {error}
CLASSES = {classes}
FEATURES = {features}
TERMS = {names}
{weights}

def predict(X):
    """Name the class of a sample, or of each of many."""
    return _each(_class, X)


def scores(X):
    """Give {meaning}, of a sample or of each of many."""
    return _each(_scores, X)


def terms(x):
    """Map a sample x to the terms φ(x) that the weights belong to."""
    if len(x) != {n_features}:
        raise ValueError(f"a sample has {n_features} numbers, not {{len(x)}}")
    return {terms}


def _each(function, X):
    X = X.tolist() if hasattr(X, "tolist") else X
    many = all(hasattr(x, "__len__") for x in X)
    return [_each(function, x) for x in X] if many else function(X)


def _class(x):
    z = _scores(x)
    return {decision}


def _score(row, offset, phi):
    return sum(weight * term for weight, term in zip(row, phi)) + offset


def _scores(x):
    phi = terms(x)
    return [{score}]
'''
_LINEAR = """\
COEF = {coef}
INTERCEPT = {intercept}
"""
_ABOVE = {"mistake": ">", "positive": ">="}
_VOTED = '''\
# For each output the weight vectors that vote: how often, weights, offset.
VOTES = {votes}


def _share(votes, phi):
    """Sum cᵢ·sign(wᵢ·φ + bᵢ) and divide by the number of votes."""
    z = [(count, _score(row, offset, phi)) for count, row, offset in votes]
    total = sum(count * ((score {above} 0) - (score < 0)) for count, score in z)
    return total / max(sum(count for count, _ in z), 1)
'''


def python_code(model: Model) -> str:
    """Write a stand-alone Python module with a function ``predict(X)``.

    Parameters
    ----------
    model : Model
    """
    terms = model.features.terms
    sine = any(factor.sine for term in terms for factor in term)
    two = len(model.weights) == 1
    voted = model.votes is not None
    above = _ABOVE[model.tie]
    output = "the score" if two else "the score of every class"
    return _CODE.format(
        learner=repr(model.learner),
        error=repr(float(model.training_error)),
        n_features=len(model.features.feature_names),
        imports="\nimport math\n" if sine else "",
        classes=_column([repr(name) for name in model.class_names]),
        features=_features(model),
        names=_column([repr(name) for name in model.features.names]),
        weights=_weights(model),
        meaning=f"{output}, the mean of the votes"
        if voted
        else f"{output}, w·φ(x) + b",
        terms=_column([_product(term) for term in terms], indent="    "),
        decision=f"CLASSES[z[0] {above} 0]" if two else "CLASSES[z.index(max(z))]",
        score="_share(votes, phi) for votes in VOTES"
        if voted
        else "_score(row, offset, phi) for row, offset in zip(COEF, INTERCEPT)",
    )


def _weights(model: Model) -> str:
    if model.votes is None:
        return _LINEAR.format(
            coef=_column([repr(row) for row in model.coef.tolist()]),
            intercept=_column([repr(offset) for offset in model.intercept.tolist()]),
        )
    outputs = [_column(_rows(one.merged), indent="    ") for one in model.votes]
    return _VOTED.format(votes=_column(outputs), above=_ABOVE[model.tie])


def _rows(votes: Votes) -> list[str]:
    counts = votes.counts.astype(np.int64).tolist()
    return [
        repr((count, row[:-1], row[-1]))
        for count, row in zip(counts, votes.weights.tolist(), strict=True)
    ]


def _features(model: Model) -> str:
    """Name the numbers of a sample, and say how they are found in a table."""
    names = model.features.feature_names
    table = model.provenance
    known = table is not None and table.feature_names == names
    notes = _notes(table) if known and table is not None else [""] * len(names)
    lines = [
        f"    {name!r},{note and f'  # {note}'}\n"
        for name, note in zip(names, notes, strict=True)
    ]
    return f"[\n{''.join(lines)}]"


def _notes(table: Provenance) -> list[str]:
    """Say how each number is found in the columns of the table that was read."""
    notes = []
    for column in table.columns:
        name = repr(column.name)
        if column.kind == "one-hot":
            found = [f"1 where {name} is {level!r}, else 0" for level in column.levels]
        elif column.kind == "binary":
            low, high = map(repr, column.levels)
            found = [f"0 where {name} is {low}, 1 where it is {high}"]
        else:
            found = [""]
        if column.mean is not None:
            missing = f"{column.mean!r} where it is missing"
            found = [f"{one}; {missing}" if one else missing for one in found]
        notes += found
    return notes


def _product(term: tuple[Factor, ...]) -> str:
    return " * ".join(_factor(factor) for factor in term)


def _factor(factor: Factor) -> str:
    value = f"x[{factor.feature}]"
    value = f"math.sin({value})" if factor.sine else value
    return f"{value} ** {factor.power}" if factor.power > 1 else value


def _column(items: list[str], indent: str = "") -> str:
    """Lay a list out with an item per line."""
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"[\n{lines}{indent}]"
