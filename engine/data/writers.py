"""One way to write data to a file: the suffix tells the format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.data.arff import write_arff
from engine.data.orange import write_orange
from engine.data.parquet import write_parquet
from engine.data.svmlight import SUFFIXES, write_svmlight
from engine.data.tables import write_table

if TYPE_CHECKING:
    import os

    from engine.data.dataset import Dataset

WRITERS = {
    ".csv": write_table,
    ".tsv": write_table,
    ".tab": write_orange,
    ".arff": write_arff,
    ".parquet": write_parquet,
    **dict.fromkeys(SUFFIXES, write_svmlight),
}


def write_data(data: Dataset, path: str | os.PathLike[str]) -> None:
    """Write a data set in the format of the suffix; of an unknown one, as CSV.

    Raises
    ------
    UserError
        If the file cannot be written, or a name cannot stand in it.
    """
    WRITERS.get(Path(path).suffix.lower(), write_table)(data, path)
