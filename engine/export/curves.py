"""The curves of a run as a table: a row per finished epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.export.files import write_whole

if TYPE_CHECKING:
    import os

    from engine.training.frame import Epochs


def write_curve(epochs: Epochs, path: str | os.PathLike[str]) -> None:
    """Write epoch, mistakes, training error (0 … 1) and loss as CSV.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    columns = (epochs.mistakes, epochs.training_error, epochs.loss)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    lines = ["epoch,mistakes,training_error,loss"]
    lines += [",".join(map(repr, (k, *row))) for k, row in enumerate(rows, start=1)]
    write_whole(path, ("\n".join(lines) + "\n").encode())
