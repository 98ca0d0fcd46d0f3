"""Weights read back from JSON, with nothing taken on trust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import UserError
from engine.export.strict_json import check_format, is_finite, read_json

if TYPE_CHECKING:
    import os

WHAT = "weights file"
FORMAT = "perceptron-lab/weights"
VERSION = 1
MOST_BYTES = 64 * 2**20


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
    return read_json(path, WHAT, MOST_BYTES, _check)


def _check(content: Any) -> None:
    check_format(content, WHAT, FORMAT, VERSION)
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
