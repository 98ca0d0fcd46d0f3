"""Curves of scores as CSV: ROC, precision–recall, calibration."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from engine.data.tables.formula_cells import csv_bytes
from engine.files import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping
    from typing import Any

    from engine.evaluation.calibration import ReliabilityCurve
    from engine.evaluation.roc import ThresholdCurve


def write_roc(
    curves: Mapping[str, ThresholdCurve], path: str | os.PathLike[str], *, safe: bool
) -> None:
    """Write a row for each threshold of each class, falling.

    From a threshold on scores are positive; the first, inf, leaves all negative.

    Parameters
    ----------
    curves : mapping
        By the name of the class against the rest.
    path : path-like
    safe : bool
        Names are kept from being formulas in a spreadsheet.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    heads = ("class", "threshold", "false_positive_rate", "true_positive_rate")
    rows = {
        name: (curve.thresholds, curve.false_positive_rates, curve.true_positive_rates)
        for name, curve in curves.items()
    }
    _write(heads, rows, path, safe=safe)


def write_precision(
    curves: Mapping[str, ThresholdCurve], path: str | os.PathLike[str], *, safe: bool
) -> None:
    """Write recall and precision at each threshold, as `write_roc` does."""
    heads = ("class", "threshold", "recall", "precision")
    rows = {
        name: (curve.thresholds, curve.true_positive_rates, curve.precisions)
        for name, curve in curves.items()
    }
    _write(heads, rows, path, safe=safe)


def write_calibration(
    curves: Mapping[str, ReliabilityCurve], path: str | os.PathLike[str], *, safe: bool
) -> None:
    """Write a row for each bin of probabilities that has samples, as `write_roc`."""
    _write(("class", "predicted", "observed", "samples"), curves, path, safe=safe)


def _write(
    heads: tuple[str, ...],
    columns: Mapping[str, Iterable[Any]],
    path: str | os.PathLike[str],
    *,
    safe: bool,
) -> None:
    rows = (
        (name, *row)
        for name, values in columns.items()
        for row in zip(*(column.tolist() for column in values), strict=True)
    )
    write_whole(path, csv_bytes(chain([heads], rows), safe=safe))
