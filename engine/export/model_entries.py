"""A trained model as plain values, as JSON has them, and back: nothing on trust."""

from __future__ import annotations

import platform
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from engine import __version__
from engine.data.dataset import MOST_CLASSES
from engine.data.feature_map import HIGHEST_POWER, Factor, FeatureMap, map_of
from engine.export.provenance_entry import provenance_entry, provenance_of
from engine.files import JsonFormat
from engine.learners.family import families
from engine.models.entries import require, require_numbers
from engine.models.tie import Tie

if TYPE_CHECKING:
    from engine.models.predictor import Predictor

FORMAT = JsonFormat("weights file", "perceptron-lab/weights", 1, most_bytes=64 * 2**20)


def as_dict(model: Predictor) -> dict[str, Any]:
    """Give a model as plain values, as the JSON file holds them."""
    plain: dict[str, Any] = _plain(entries_of(model))
    return plain


def _plain(value: Any) -> Any:
    """Turn arrays into lists."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def entries_of(model: Predictor) -> dict[str, Any]:
    """Give all that makes a model: numbers as arrays, the rest as plain values.

    The weights of one that votes are its `votes`, those of a network its `layers`, of
    a kernel model those of its `samples`: none has a `coef`, which whoever does not
    know of these would take for the model.
    """
    return {
        "format": FORMAT.name,
        "version": FORMAT.version,
        "versions": {
            "perceptron-lab": __version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
        "learner": model.learner,
        "recipe": None if model.recipe is None else dict(model.recipe),
        "provenance": provenance_entry(model.provenance, model.features.feature_names),
        "feature_names": list(model.features.feature_names),
        "features": list(model.features.names),
        "terms": _terms(model.features),
        "classes": list(model.class_names),
        "tie": model.tie,
        **model.entries(),
        "epochs": int(model.epochs),
        "updates": int(model.updates),
        "training_error": float(model.training_error),
    }


def _terms(features: FeatureMap) -> list[list[dict[str, Any]]]:
    """Write out what the terms' names may leave open: the factors of each."""
    names = features.feature_names
    return [
        [
            {
                "feature": names[factor.feature],
                "power": factor.power,
                "sine": factor.sine,
            }
            for factor in term
        ]
        for term in features.terms
    ]


# Back


def model_of(content: dict[str, Any]) -> Predictor:
    """Make the model of entries that `check_entries` has passed."""
    return _kind_of(content).of_entries(
        content,
        learner=content["learner"],
        features=_features(content),
        class_names=tuple(content["classes"]),
        epochs=content["epochs"],
        updates=content["updates"],
        measure_error=partial(float, content["training_error"]),
        provenance=provenance_of(content["provenance"], content["feature_names"]),
        tie=content["tie"],
        recipe=content["recipe"],
    )


def _kind_of(content: dict[str, Any]) -> type[Predictor]:
    known = families()
    own = (kind for kind in known.values() if kind.entry and kind.entry in content)
    return next(own, known["linear"]).model_type()


def _features(content: dict[str, Any]) -> FeatureMap:
    names = content["feature_names"]
    place = {name: j for j, name in enumerate(names)}
    terms = [
        tuple(
            Factor(place[factor["feature"]], factor["power"], factor["sine"])
            for factor in term
        )
        for term in content["terms"]
    ]
    return map_of(terms, names)


def check_entries(content: Any) -> None:
    """Make sure that entries, whoever has written them, are those of a model.

    Raises
    ------
    UserError
        If one is missing or not as it should be; names it.
    """
    _strings(content.get("feature_names"), "feature_names", least=1)
    terms = _strings(content.get("features"), "features", least=1)
    classes = _strings(content.get("classes"), "classes", least=2)
    require(classes <= MOST_CLASSES, "classes")
    require(content.get("tie") in get_args(Tie), "tie")
    _check_terms(content, terms)
    outputs = 1 if classes == 2 else classes
    _kind_of(content).check_entries(content, outputs, terms)
    require(isinstance(content.get("learner"), str), "learner")
    require(isinstance(content.get("versions"), dict), "versions")
    recipe = content.get("recipe", "missing")
    require(recipe is None or isinstance(recipe, dict), "recipe")
    provenance_of(content.get("provenance", "missing"), content["feature_names"])
    for name in ("epochs", "updates", "training_error"):
        require_numbers([content.get(name)], (1,), name)
        whole = name == "training_error" or type(content[name]) is int
        require(whole and content[name] >= 0, name)
    require(content["training_error"] <= 1, "training_error")


def _check_terms(content: dict[str, Any], count: int) -> None:
    terms: Any = content.get("terms")
    names = set(content["feature_names"])
    require(isinstance(terms, list) and len(terms) == count, "terms")
    for term in terms:
        require(isinstance(term, list) and len(term) > 0, "terms")
        for factor in term:
            require(isinstance(factor, dict), "terms")
            require(
                isinstance(factor.get("feature"), str) and factor["feature"] in names,
                "terms",
            )
            power = factor.get("power")
            require(type(power) is int and 1 <= power <= HIGHEST_POWER, "terms")
            require(isinstance(factor.get("sine"), bool), "terms")
    require(list(_features(content).names) == content["features"], "features")


def _strings(texts: Any, name: str, least: int) -> int:
    """Check a list of different strings; return how many."""
    strings = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    require(strings and len(set(texts)) == len(texts) >= least, name)
    return len(texts)
