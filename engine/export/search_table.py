"""The results of a search as a table: a row per recipe."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from engine.evaluation.heatmap import setting
from engine.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from engine.evaluation.search import Results


def write_search(
    results: Results, names: Sequence[str], path: str | os.PathLike[str]
) -> None:
    """Write the searched settings, the errors on each fold, mean and standard error.

    Parameters
    ----------
    results : Results
    names : sequence of str
        The hyperparameters that were searched.
    path : path-like
        Of a CSV file.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    k = results.errors.shape[1]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    folds = [f"fold_{i}" for i in range(1, k + 1)]
    table.writerow([*names, *folds, "mean", "standard_error"])
    columns = (results.errors.tolist(), results.mean, results.standard_error)
    for recipe, errors, mean, deviation in zip(results.recipes, *columns, strict=True):
        settings = [_plain(setting(recipe, name)) for name in names]
        table.writerow([*settings, *errors, float(mean), float(deviation)])
    write_whole(path, text.getvalue().encode())


def _plain(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, tuple) else value
