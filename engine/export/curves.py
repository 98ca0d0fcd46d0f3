"""The curves of a run as a table: a row per finished epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.files import write_whole

if TYPE_CHECKING:
    import os

    from engine.training.frame import Epochs


def write_curve(epochs: Epochs, path: str | os.PathLike[str]) -> None:
    """Write epoch, mistakes, errors (0 … 1) and loss as CSV.

    Errors on parts that have no samples are left out.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    columns = {
        "mistakes": epochs.mistakes,
        "training_error": epochs.training_error,
        "loss": epochs.loss,
        "validation_error": epochs.validation_error,
        "test_error": epochs.test_error,
    }
    given = {name: column for name, column in columns.items() if column is not None}
    rows = zip(*(column.tolist() for column in given.values()), strict=True)
    lines = [",".join(["epoch", *given])]
    lines += [",".join(map(repr, (k, *row))) for k, row in enumerate(rows, start=1)]
    write_whole(path, ("\n".join(lines) + "\n").encode())
