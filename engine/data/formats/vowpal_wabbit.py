"""Vowpal Wabbit's text: recognised, so that nobody takes it for a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from engine.data.formats.data_file import open_text
from engine.data.formats.file_format import FileFormat
from engine.data.formats.row_blocks import HEAD_BYTES
from engine.errors import UserError

if TYPE_CHECKING:
    import os

_LINE = re.compile(
    rb"\s*[^|,;\t\n]*\|\w*(?::[\d.]+)? +[^\n]*?[^\s|:,]+:[+-]?[\d.][^\n]*"
)


def begins_as_vowpal_wabbit(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file begins with a label, a bar and name:value."""
    try:
        with open_text(path) as file:
            return _LINE.match(file.read(HEAD_BYTES)) is not None
    except UserError:
        return False


def refuse(path: str | os.PathLike[str], _: object) -> NoReturn:
    """Say what the file is.

    Raises
    ------
    UserError
        Always.
    """
    raise UserError(
        f"{path}: is a file of Vowpal Wabbit (label | name:value …): save it as CSV, "
        "or as svmlight (label 1:value …)"
    )


FORMAT = FileFormat(
    name="Vowpal Wabbit",
    suffixes=(),
    table=refuse,
    begins=begins_as_vowpal_wabbit,
    has_columns=False,
)
