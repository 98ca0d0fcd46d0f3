"""The svmlight format: a label, then index:value for what is not zero."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.grid import readable
from engine.errors import UserError
from engine.export.files import write_whole

if TYPE_CHECKING:
    import os

SUFFIXES = (".svm", ".svmlight", ".libsvm")
MOST_VALUES = 50_000_000
"""Values, zeros included, that are held in memory: 400 MB."""


def read_svmlight(path: str | os.PathLike[str], target: str | None = None) -> Dataset:
    """Read an svmlight file by scikit-learn; its features are x1 and on.

    Raises
    ------
    UserError
        If a line cannot be read, or there are too many values.
    """
    from sklearn.datasets import load_svmlight_file

    if target is not None:
        raise UserError(f"{path}: the label comes first in svmlight: leave the target")
    with readable(path):
        content = Path(path).read_bytes()
    try:
        X, y = load_svmlight_file(io.BytesIO(content))
    except (ValueError, OverflowError) as error:
        raise _fault(path, content, str(error)) from None
    if not len(y) or not X.shape[1]:
        raise UserError(f"{path}: is empty: give a line per sample")
    if X.shape[0] * X.shape[1] > MOST_VALUES:
        raise UserError(
            f"{path}: {X.shape[0]:,} samples of {X.shape[1]:,} features are too many "
            f"to hold with their zeros, at most {MOST_VALUES:,} values are possible: "
            "choose fewer samples or features"
        )
    if (found := len(np.unique(y))) > MOST_CLASSES:
        raise UserError(
            f"{path}: has {found} different labels, at most {MOST_CLASSES} are "
            "possible: give classes rather than measurements"
        )
    dense = X.toarray()
    _check_finite(path, content, dense, y)
    return Dataset(dense, y)


def _check_finite(path: str | os.PathLike[str], content: bytes, X: Any, y: Any) -> None:
    bad = ~np.isfinite(np.column_stack([y, X]))
    if not bad.any():
        return
    row, column = np.argwhere(bad)[0].tolist()
    lines = [i for i, line in enumerate(content.splitlines(), 1) if _sample(line)]
    where = f"feature x{column}" if column else "the label"
    raise UserError(
        f"{path}, line {lines[row]}, {where}: is not a finite number: correct it or "
        "delete the line"
    )


def _sample(line: bytes) -> bytes:
    return line.split(b"#")[0].strip()


def _fault(path: str | os.PathLike[str], content: bytes, reason: str) -> UserError:
    """Find the first line that cannot be read alone."""
    from sklearn.datasets import load_svmlight_file

    for number, line in enumerate(content.splitlines(), 1):
        try:
            load_svmlight_file(io.BytesIO(line), zero_based=True)
        except (ValueError, OverflowError):
            return UserError(
                f"{path}, line {number}: is not svmlight: give a number as the label, "
                "then index:value pairs in rising order, such as 1 1:0.5 3:2"
            )
    return UserError(f"{path}: cannot be read as svmlight: {reason}")


def write_svmlight(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Write a data set as svmlight: labels as numbers, no names.

    Class names that are no numbers become −1 and +1, or 0, 1, 2 … for more than two.
    """
    from sklearn.datasets import dump_svmlight_file

    codes = 2 * data.y - 1 if len(data.class_names) == 2 else data.y
    try:
        labels = np.array([float(name) for name in data.class_names])[data.y]
    except ValueError:
        labels = codes.astype(np.float64)
    buffer = io.BytesIO()
    dump_svmlight_file(data.X, labels, buffer, zero_based=False)
    write_whole(path, buffer.getvalue())
