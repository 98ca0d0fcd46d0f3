"""A trained model as a file: JSON (read back too), CSV, NumPy, ONNX, Python code."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError
from engine.export.onnx_model import onnx_bytes, require_onnx
from engine.export.python_code import python_code
from engine.files import JsonFormat, is_finite, write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from engine.models.model import Model

SUFFIXES = (".json", ".csv", ".npz", ".onnx", ".py")
FORMAT = JsonFormat("weights file", "perceptron-lab/weights", 1, most_bytes=64 * 2**20)


def write_weights(
    model: Model, path: str | os.PathLike[str], n_features: int | None = None
) -> None:
    """Write a model in the format that the path's suffix names.

    Parameters
    ----------
    model : Model
    path : path-like
        Ends in ``.json``, ``.csv``, ``.npz``, ``.onnx`` or ``.py``.
    n_features : int, optional
        Features of a sample as drawn, for the code that reads samples (ONNX, Python).
        Default as many as the feature map needs.

    Raises
    ------
    UserError
        If the suffix is unknown, the weights are not finite, the format needs a
        package that is missing, or the file cannot be written.
    """
    check_weights_path(path)
    scaling = [] if model.scaling is None else [model.scaling.mean, model.scaling.scale]
    if not all(np.isfinite(array).all() for array in (model.weights, *scaling)):
        raise UserError(
            f"{path}: the weights are not finite numbers: choose a smaller learning "
            "rate or standardise"
        )
    used = 1 + max(factor.feature for term in model.features.terms for factor in term)
    n_features = used if n_features is None else n_features
    formats: dict[str, Callable[[], bytes]] = {
        ".json": lambda: _json(model),
        ".csv": lambda: _csv(model),
        ".npz": lambda: _npz(model),
        ".onnx": lambda: onnx_bytes(model, n_features),
        ".py": lambda: python_code(model, n_features).encode(),
    }
    write_whole(path, formats[Path(path).suffix.lower()]())


def check_weights_path(path: str | os.PathLike[str]) -> None:
    """Make sure that the suffix names a format that can be written here.

    Raises
    ------
    UserError
        If the suffix is unknown or its format needs a package that is missing.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise UserError(
            f"{path}: weights cannot be written as “{suffix}”: "
            f"end the name in {', '.join(SUFFIXES)}"
        )
    if suffix == ".onnx":
        require_onnx()


def as_dict(model: Model) -> dict[str, Any]:
    """Give a model as plain values, as the JSON file holds them."""
    scaling = model.scaling and {
        "mean": model.scaling.mean.tolist(),
        "scale": model.scaling.scale.tolist(),
    }
    return {
        "format": FORMAT.name,
        "version": FORMAT.version,
        "learner": model.learner,
        "features": list(model.features.names),
        "classes": list(model.class_names),
        "coef": model.coef.tolist(),
        "intercept": model.intercept.tolist(),
        "scaling": scaling,
        "epochs": int(model.epochs),
        "updates": int(model.updates),
        "training_error": float(model.training_error),
    }


def _json(model: Model) -> bytes:
    return (json.dumps(as_dict(model), indent=2, allow_nan=False) + "\n").encode()


def _csv(model: Model) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["class", *model.features.names, "intercept"])
    # Two classes have one output: its score speaks for the second.
    classes = model.class_names[-len(model.weights) :]
    for name, weights in zip(classes, model.weights.tolist(), strict=True):
        writer.writerow([name, *map(repr, weights)])
    return text.getvalue().encode()


def _npz(model: Model) -> bytes:
    plain = as_dict(model)
    arrays: dict[str, Any] = {
        key: np.array(plain[key]) for key in plain if key != "scaling"
    }
    if model.scaling is not None:
        arrays |= {"mean": model.scaling.mean, "scale": model.scaling.scale}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def read_weights(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the weights that `write_weights` has written as JSON.

    Returns
    -------
    dict
        The file's entries: learner, features, classes, coef, intercept, scaling, …

    Raises
    ------
    UserError
        If the file cannot be read or is not exactly of this format.
    """
    return FORMAT.read(path, _check)


def _check(content: Any) -> None:
    terms = _strings(content, "features", least=1)
    classes = _strings(content, "classes", least=2)
    outputs = 1 if classes == 2 else classes
    rows: Any = content.get("coef")
    _require(isinstance(rows, list) and len(rows) == outputs, "coef")
    for row in rows:
        _numbers(row, terms, "coef")
    _numbers(content.get("intercept"), outputs, "intercept")
    _check_scaling(content, terms)
    _require(isinstance(content.get("learner"), str), "learner")
    for name in ("epochs", "updates", "training_error"):
        _numbers([content.get(name)], 1, name)
        whole = name == "training_error" or type(content[name]) is int
        _require(whole and content[name] >= 0, name)


def _check_scaling(content: dict[str, Any], terms: int) -> None:
    scaling = content.get("scaling", "missing")
    if scaling is None:
        return
    _require(isinstance(scaling, dict), "scaling")
    _numbers(scaling.get("mean"), terms, "scaling")
    _numbers(scaling.get("scale"), terms, "scaling")
    _require(all(scale > 0 for scale in scaling["scale"]), "scaling")


def _strings(content: dict[str, Any], name: str, least: int) -> int:
    """Check a list of different strings; return how many."""
    found: Any = content.get(name)
    strings = isinstance(found, list) and all(isinstance(one, str) for one in found)
    _require(strings and len(set(found)) == len(found) >= least, name)
    return len(found)


def _numbers(found: Any, count: int, name: str) -> None:
    _require(isinstance(found, list) and len(found) == count, name)
    _require(all(map(is_finite, found)), name)


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise UserError(f"has no valid “{name}”: write the weights again")
