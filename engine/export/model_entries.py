"""A trained model as plain values, as JSON has them, and back: nothing on trust."""

from __future__ import annotations

import platform
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from engine import __version__
from engine.data.dataset import MOST_CLASSES
from engine.data.feature_map import HIGHEST_POWER, Factor, FeatureMap, map_of
from engine.errors import UserError
from engine.export.provenance_entry import provenance_entry, provenance_of
from engine.files import JsonFormat, is_finite
from engine.models.model import Model, Tie, Votes
from engine.models.scaling import Scaling

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = JsonFormat("weights file", "perceptron-lab/weights", 1, most_bytes=64 * 2**20)


def as_dict(model: Model) -> dict[str, Any]:
    """Give a model as plain values, as the JSON file holds them."""
    plain: dict[str, Any] = _plain(entries_of(model))
    return plain


def _plain(value: Any) -> Any:
    """Turn arrays into lists."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def entries_of(model: Model) -> dict[str, Any]:
    """Give all that makes a model: numbers as arrays, the rest as plain values.

    The weights of one that votes are its `votes`: it has no `coef`, which whoever
    does not know of votes would take for the model.
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
        **_weights(model),
        "scaling": model.scaling and _scaling(model.scaling, model.scaled_weights),
        "epochs": int(model.epochs),
        "updates": int(model.updates),
        "training_error": float(model.training_error),
    }


def _terms(features: FeatureMap) -> list[list[dict[str, Any]]]:
    """Write out what the terms' names may leave open: the factors of each."""
    names = features.feature_names
    return [
        [
            {"feature": names[one.feature], "power": one.power, "sine": one.sine}
            for one in term
        ]
        for term in features.terms
    ]


def _weights(model: Model) -> dict[str, Any]:
    if model.votes is None:
        return _split(model.weights)
    merged = [one.merged for one in model.votes]
    return {
        "votes": [
            {"counts": one.counts.astype(np.int64), **_split(one.weights)}
            for one in merged
        ]
    }


def _split(weights: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return {"coef": weights[:, :-1], "intercept": weights[:, -1]}


def _scaling(scaling: Scaling, weights: NDArray[np.float64]) -> dict[str, Any]:
    """Give a standardisation, with the weights on the terms it has standardised."""
    return {"mean": scaling.mean, "scale": scaling.scale, **_split(weights)}


# Back


def model_of(content: dict[str, Any]) -> Model:
    """Make the model of entries that `check_entries` has passed."""
    votes = None
    if "votes" in content:
        votes = tuple(_votes(one) for one in content["votes"])
        weights = np.concatenate([one.weights[-1:] for one in votes])
    else:
        weights = _matrix(content)
    scaling, scaled = None, weights
    if (entry := content["scaling"]) is not None:
        scaling = Scaling(_array(entry["mean"]), _array(entry["scale"]))
        scaled = _matrix(entry)
    return Model(
        learner=content["learner"],
        features=_features(content),
        class_names=tuple(content["classes"]),
        weights=weights,
        scaled_weights=scaled,
        scaling=scaling,
        epochs=content["epochs"],
        updates=content["updates"],
        measure_error=partial(float, content["training_error"]),
        votes=votes,
        provenance=provenance_of(content["provenance"], content["feature_names"]),
        tie=content["tie"],
        recipe=content["recipe"],
    )


def _votes(entry: dict[str, Any]) -> Votes:
    return Votes(_matrix(entry), _array(entry["counts"]))


def _matrix(entry: dict[str, Any]) -> NDArray[np.float64]:
    coef, intercept = _array(entry["coef"]), _array(entry["intercept"])
    return np.column_stack([coef, intercept])


def _array(numbers: object) -> NDArray[np.float64]:
    return np.array(numbers, dtype=np.float64)


def _features(content: dict[str, Any]) -> FeatureMap:
    names = content["feature_names"]
    place = {name: j for j, name in enumerate(names)}
    terms = [
        tuple(Factor(place[one["feature"]], one["power"], one["sine"]) for one in term)
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
    _require(classes <= MOST_CLASSES, "classes")
    _require(content.get("tie") in get_args(Tie), "tie")
    _check_terms(content, terms)
    outputs = 1 if classes == 2 else classes
    if "votes" in content:
        _require("coef" not in content and "intercept" not in content, "votes")
        _check_votes(content["votes"], outputs, terms)
    else:
        _check_weights(content, outputs, terms)
    _check_scaling(content.get("scaling", "missing"), outputs, terms)
    _require(isinstance(content.get("learner"), str), "learner")
    _require(isinstance(content.get("versions"), dict), "versions")
    recipe = content.get("recipe", "missing")
    _require(recipe is None or isinstance(recipe, dict), "recipe")
    provenance_of(content.get("provenance", "missing"), content["feature_names"])
    for name in ("epochs", "updates", "training_error"):
        _numbers([content.get(name)], (1,), name)
        whole = name == "training_error" or type(content[name]) is int
        _require(whole and content[name] >= 0, name)
    _require(content["training_error"] <= 1, "training_error")
    if content["scaling"] is not None and "votes" not in content:
        _check_agreement(content)


def _check_terms(content: dict[str, Any], count: int) -> None:
    found: Any = content.get("terms")
    names = set(content["feature_names"])
    _require(isinstance(found, list) and len(found) == count, "terms")
    for term in found:
        _require(isinstance(term, list) and len(term) > 0, "terms")
        for one in term:
            _require(isinstance(one, dict), "terms")
            _require(
                isinstance(one.get("feature"), str) and one["feature"] in names, "terms"
            )
            power = one.get("power")
            _require(type(power) is int and 1 <= power <= HIGHEST_POWER, "terms")
            _require(isinstance(one.get("sine"), bool), "terms")
    _require(list(_features(content).names) == content["features"], "features")


def _check_weights(
    entry: dict[str, Any], rows: int, terms: int, within: str = ""
) -> None:
    _numbers(entry.get("coef"), (rows, terms), within or "coef")
    _numbers(entry.get("intercept"), (rows,), within or "intercept")


def _check_votes(found: Any, outputs: int, terms: int) -> None:
    _require(isinstance(found, list) and len(found) == outputs, "votes")
    for one in found:
        _require(isinstance(one, dict), "votes")
        counts = one.get("counts")
        _require(isinstance(counts, list | np.ndarray) and len(counts) > 0, "votes")
        _numbers(counts, (len(counts),), "votes")
        cast = np.asarray(counts)
        _require(cast.dtype.kind in "iu" and bool((cast >= 0).all()), "votes")
        _check_weights(one, len(counts), terms, "votes")


def _check_scaling(scaling: Any, outputs: int, terms: int) -> None:
    if scaling is None:
        return
    _require(isinstance(scaling, dict), "scaling")
    _numbers(scaling.get("mean"), (terms,), "scaling")
    _numbers(scaling.get("scale"), (terms,), "scaling")
    _require(bool((np.asarray(scaling["scale"]) > 0).all()), "scaling")
    _check_weights(scaling, outputs, terms, "scaling")


def _check_agreement(content: dict[str, Any]) -> None:
    """Make sure that the weights in both units are those of one model."""
    model = model_of(content)
    assert model.scaling is not None
    known = model.weights
    with np.errstate(all="ignore"):
        found = model.scaling.to_data_units(model.scaled_weights)
        close = np.allclose(found, known, rtol=1e-6, atol=1e-6 * np.abs(known).max())
    _require(close, "scaling")


def _strings(found: Any, name: str, least: int) -> int:
    """Check a list of different strings; return how many."""
    strings = isinstance(found, list) and all(isinstance(one, str) for one in found)
    _require(strings and len(set(found)) == len(found) >= least, name)
    return len(found)


def _numbers(found: Any, shape: tuple[int, ...], name: str) -> None:
    """Check an array, or lists, of finite numbers."""
    if isinstance(found, np.ndarray):
        _require(found.shape == shape and found.dtype.kind in "fiu", name)
        _require(bool(np.isfinite(found).all()), name)
        return
    _require(isinstance(found, list) and len(found) == shape[0], name)
    if len(shape) == 1:
        _require(all(map(is_finite, found)), name)
    else:
        for row in found:
            _numbers(row, shape[1:], name)


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise UserError(f"has no valid “{name}”: write the weights again")
