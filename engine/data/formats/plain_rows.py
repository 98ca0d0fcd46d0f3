"""Plain rows of a table, read fast; nothing where anything is unusual.

By pyarrow where it is installed and no cell is quoted, else by pandas.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from engine.data.dataset import is_computable
from engine.data.formats.grid import WHITESPACE

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.data.formats.table_form import Form


class PlainRows(NamedTuple):
    """Some samples.

    Attributes
    ----------
    X : ndarray, shape (n, n_features)
    labels : list of str
        The labels that occur.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    """

    X: NDArray[np.float64]
    labels: list[str]
    which: NDArray[np.int64]


def plain_rows(
    text: bytes, form: Form, width: int, features: Sequence[int], spaced: bool
) -> PlainRows | None:
    """Read rows; give None where a closer look is needed.

    Parameters
    ----------
    text : bytes
        Whole rows.
    form : Form
    width : int
        The number of columns.
    features : sequence of int
        The columns to read, besides that of the labels.
    spaced : bool
        There are blanks around the cells.
    """
    from engine.data.formats.pandas_rows import pandas_rows

    quoted = b'"' in text
    rows = None
    if not quoted and not spaced and form.delimiter != WHITESPACE and _arrow():
        from engine.data.formats.arrow_rows import arrow_rows

        rows = arrow_rows(text, form, width, features)
    if rows is None:
        rows = pandas_rows(text, form, width, features, quoted or spaced)
    if rows is None or not is_computable(rows.X):
        return None
    labels = [label.strip() for label in rows.labels]
    if quoted and labels != rows.labels:  # the blanks may be meant
        return None
    return rows._replace(labels=labels) if all(labels) else None


def _arrow() -> bool:
    return find_spec("pyarrow") is not None
