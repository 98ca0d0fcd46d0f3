"""Vowpal Wabbit's text: recognised, so that nobody takes it for a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from engine.data.formats.file_format import FileFormat
from engine.data.tables.row_blocks import begins_like
from engine.errors import UserError

if TYPE_CHECKING:
    import os

_LINE = re.compile(
    rb"\s*[^|,;\t\n]*\|\w*(?::[\d.]+)? +[^\n]*?[^\s|:,]+:[+-]?[\d.][^\n]*"
)


def refuse(path: str | os.PathLike[str], _: object) -> NoReturn:
    """Say what the file is.

    Raises
    ------
    UserError
        Always.
    """
    raise UserError(
        f"{path}: is a file of Vowpal Wabbit (label | name:value …), which is not read "
        "here: save it as CSV, or as svmlight (label 1:value …)"
    )


FORMAT = FileFormat(
    name="Vowpal Wabbit",
    suffixes=(),
    table=refuse,
    begins=begins_like(_LINE),
    has_columns=False,
)
