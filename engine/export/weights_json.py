"""Weights read back from JSON, with nothing taken on trust."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.errors import UserError
from engine.export.files import reason

if TYPE_CHECKING:
    import os

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
    try:
        content = json.loads(
            _text(path),
            parse_constant=_no_constant,
            object_pairs_hook=_no_duplicates,
        )
        _check(content)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    except RecursionError:
        raise UserError(f"{path}: is nested too deeply: not a weights file") from None
    except ValueError as error:
        raise UserError(f"{path}: is not JSON: {error}") from None
    checked: dict[str, Any] = content
    return checked


def _text(path: str | os.PathLike[str]) -> bytes:
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise UserError(f"is larger than {MOST_BYTES >> 20} MB: not a weights file")
        return Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"cannot be read: {reason(error)}") from None


def _no_constant(name: str) -> NoReturn:
    raise UserError(f"holds {name}: every number must be finite")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"has “{twice}” twice: delete one")
    return content


def _check(content: Any) -> None:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UserError(f"is not a weights file: “format” must be “{FORMAT}”")
    if content.get("version") != VERSION or content["version"] is True:
        raise UserError(f"has another version than {VERSION}: update Perceptron Lab")
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
    _require(all(type(x) in (int, float) and _finite(x) for x in found), name)


def _finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise UserError(f"has no valid “{name}”: write the weights again")
