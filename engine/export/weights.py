"""A trained model as a file: JSON and NumPy (read back too), CSV, ONNX, Python code."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.tables.formula_cells import csv_bytes
from engine.errors import UserError
from engine.export.model_entries import (
    FORMAT,
    as_dict,
    check_entries,
    entries_of,
    model_of,
)
from engine.files import read_arrays, write_whole
from engine.learners.family import families

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.models.predictor import Predictor

MOST_BYTES = {".json": FORMAT.most_bytes, ".npz": 512 * 2**20, ".py": 16 * 2**20}
"""Larger files are neither written nor read: for more code than that, Python would need
more than ten seconds and a gigabyte."""
AS_TEXT = ("versions", "recipe", "provenance", "terms")
"""Entries that NumPy has no array for: JSON in its files."""
SCALED = ("mean", "scale", "coef", "intercept")


def write_weights(
    model: Predictor, path: str | os.PathLike[str], *, safe: bool = False
) -> None:
    """Write a model in the format that the path's suffix names.

    Parameters
    ----------
    model : Predictor
    path : path-like
        Ends in ``.json``, ``.csv``, ``.npz``, ``.onnx`` or ``.py``.
    safe : bool
        Names in a CSV file are kept from being formulas in a spreadsheet.

    Raises
    ------
    UserError
        If the suffix is unknown, the weights are not finite or too many for the
        format, it needs a package that is missing, or the file cannot be written.
    """
    check_weights_path(path)
    if not model.is_finite:
        raise UserError(
            f"{path}: the weights are not finite numbers: choose a smaller learning "
            "rate or standardise"
        )
    suffix = Path(path).suffix.lower()
    with_safety = safe and suffix == ".csv"
    content = _csv(model, safe=True) if with_safety else FORMATS[suffix](model)
    most = MOST_BYTES.get(suffix)
    if most is not None and len(content) > most:
        rows = sum(len(table.rows) for table in model.tables())
        others = [other for other in (".npz", ".onnx") if other != suffix]
        raise UserError(
            f"{path}: {rows:,} {model.rows_are} make a file of "
            f"{len(content) / 2**20:,.0f} MB, as “{suffix}” it can have "
            f"at most {most >> 20} MB: write "
            f"{' or '.join(others)}, or train for fewer epochs"
        )
    write_whole(path, content)


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
        from engine.export.onnx_model import require_onnx

        try:
            require_onnx()
        except UserError as error:
            raise UserError(f"{path}: {error}") from None


def votes_size(model: Predictor, path: str | os.PathLike[str]) -> str:
    """Say how many weight vectors vote in a file that was written, and how large it is.

    Nothing of a model without votes.
    """
    if not model.voters:
        return ""
    count = sum(model.voters)
    size = os.stat(path).st_size
    large = f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} kB"
    return f"{count:,} weight vectors that vote, {large}"


def _json(model: Predictor) -> bytes:
    return (_laid_out(as_dict(model)) + "\n").encode()


def _laid_out(value: Any, indent: str = "") -> str:
    """Write JSON with a line for each entry and each row, not for each number."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        items = [f"{json.dumps(k)}: {_laid_out(v, inner)}" for k, v in value.items()]
        begin, end = "{", "}"
    elif isinstance(value, list) and any(
        isinstance(item, list | dict) for item in value
    ):
        items = [_laid_out(item, inner) for item in value]
        begin, end = "[", "]"
    else:
        return json.dumps(value, allow_nan=False)
    lines = f",\n{inner}".join(items)
    return f"{begin}\n{inner}{lines}\n{indent}{end}"


def _csv(model: Predictor, *, safe: bool = False) -> bytes:
    lines: list[list[Any]] = []
    columns: tuple[str, ...] = ()
    for table in model.tables():
        if table.columns != columns:  # of a network each layer has its own
            columns = table.columns
            lines.append([model.row_of, *columns])
        lines += [[table.title, *row] for row in table.rows]
    return csv_bytes(lines, safe=safe)


def _npz(model: Predictor) -> bytes:
    entries = entries_of(model)
    scaling = entries.pop("scaling")
    own = _entries_of_families()
    lists = [name for name in own if isinstance(entries.get(name), list)]
    listed = {name: entries.pop(name) for name in lists}
    for name in entries.keys() & {*AS_TEXT, *own}:
        if not isinstance(entries[name], np.ndarray):
            entries[name] = json.dumps(entries[name], allow_nan=False)
    if scaling is not None:
        entries |= {_scaled(name): scaling[name] for name in scaling}
    for start, parts in listed.items():
        for i, part in enumerate(parts):
            entries |= {f"{start}{i}_{name}": array for name, array in part.items()}
    file = io.BytesIO()
    np.savez_compressed(file, **entries)
    return file.getvalue()


def _entries_of_families() -> list[str]:
    """Name those that only models of one family have."""
    return [family.entry for family in families().values() if family.entry]


def _scaled(name: str) -> str:
    """Name an entry of the standardisation apart from that in data units."""
    return f"scaled_{name}" if name in ("coef", "intercept") else name


def _onnx(model: Predictor) -> bytes:
    from engine.export.onnx_model import onnx_bytes

    return onnx_bytes(model)


def _python(model: Predictor) -> bytes:
    from engine.programs.python_code import python_code

    return python_code(model).encode()


FORMATS: dict[str, Callable[[Predictor], bytes]] = {
    ".json": _json,
    ".csv": _csv,
    ".npz": _npz,
    ".onnx": _onnx,
    ".py": _python,
}
SUFFIXES = tuple(FORMATS)


# Back


def read_model(path: str | os.PathLike[str]) -> Predictor:
    """Read a model that `write_weights` has written as JSON or for NumPy.

    It decides and scores as the one that was written, bit for bit.

    Raises
    ------
    UserError
        If the file cannot be read or is not exactly of one of these formats.
    """
    return model_of(read_weights(path))


def read_weights(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the entries of weights written as JSON or for NumPy.

    Returns
    -------
    dict
        learner, features, classes, coef and intercept or votes, scaling, …

    Raises
    ------
    UserError
        If the file cannot be read or is not exactly of one of these formats.
    """
    if Path(path).suffix.lower() != ".npz":
        return FORMAT.read(path, check_entries)
    arrays = read_arrays(path, MOST_BYTES[".npz"])
    try:
        content = _entries(arrays)
        FORMAT.check(content, check_entries)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return content


def _entries(arrays: dict[str, Any]) -> dict[str, Any]:
    """Put the arrays of a file in the place that they have in JSON."""
    own = [name for name in SCALED if _scaled(name) in arrays]
    scaling = {name: arrays.pop(_scaled(name)) for name in own}
    listed = {name: _parts(arrays, name) for name in _entries_of_families()}
    content = {
        name: array if array.ndim and array.dtype.kind == "f" else array.tolist()
        for name, array in arrays.items()
    }
    for name in content.keys() & {*AS_TEXT, *_entries_of_families()}:
        if not isinstance(content[name], np.ndarray):
            content[name] = FORMAT.parse(str(content[name]))
    content["scaling"] = scaling or None
    return content | {name: parts for name, parts in listed.items() if parts}


def _parts(arrays: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Take the arrays of an entry that is a list out of those of a file."""
    parts: list[dict[str, Any]] = []
    while own := [key for key in arrays if key.startswith(f"{name}{len(parts)}_")]:
        start = f"{name}{len(parts)}_"
        parts.append({key.removeprefix(start): arrays.pop(key) for key in own})
    return parts
