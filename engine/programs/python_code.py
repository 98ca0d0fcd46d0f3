"""A trained model as a Python file that needs nothing but Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models.python_text import ABOVE, column, product

if TYPE_CHECKING:
    from engine.data.provenance import Provenance
    from engine.models.predictor import Predictor

_CODE = '''\
"""A {kind}, trained with Perceptron Lab.

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
{definitions}

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
    return [{scores}]
'''


def python_code(model: Predictor) -> str:
    """Write a stand-alone Python module with a function ``predict(X)``.

    Parameters
    ----------
    model : Predictor
    """
    terms = model.features.terms
    sine = any(factor.sine for term in terms for factor in term)
    two = model.n_outputs == 1
    output = "the score" if two else "the score of every class"
    parts = model.python()
    return _CODE.format(
        learner=repr(model.learner),
        error=repr(float(model.training_error)),
        n_features=len(model.features.feature_names),
        kind=parts.kind,
        imports="\nimport math\n" if sine or "math." in parts.definitions else "",
        classes=column([repr(name) for name in model.class_names]),
        features=_features(model),
        names=column([repr(name) for name in model.features.names]),
        definitions=parts.definitions,
        meaning=f"{output}, {parts.meaning}",
        terms=column([product(term) for term in terms], indent="    "),
        decision=f"CLASSES[z[0] {ABOVE[model.tie]} 0]"
        if two
        else "CLASSES[z.index(max(z))]",
        scores=parts.scores,
    )


def _features(model: Predictor) -> str:
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
    for read in table.columns:
        name = repr(read.name)
        if read.kind == "one-hot":
            own_notes = [
                f"1 where {name} is {level!r}, else 0" for level in read.levels
            ]
        elif read.kind == "binary":
            low, high = map(repr, read.levels)
            own_notes = [f"0 where {name} is {low}, 1 where it is {high}"]
        else:
            own_notes = [""]
        if read.mean is not None:
            missing = f"{read.mean!r} where it is missing"
            own_notes = [
                f"{text}; {missing}" if text else missing for text in own_notes
            ]
        notes += own_notes
    return notes
