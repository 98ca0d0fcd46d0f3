"""What comes from the web in place of a table: a page, or a pointer to the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.data.tables.data_file import beginning
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.tables.data_file import DataFile

_MARKS = re.compile(rb"\xef\xbb\xbf|\xff\xfe|\xfe\xff|\0")
"""Of UTF-8 and UTF-16, of which the rest of each letter is 0."""
_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|table|thead"
    rb"|tbody|tr|div|section|article|main|center|pre|p|h[1-6])[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_XML = re.compile(rb"\s*<\?xml\s", re.IGNORECASE)
_POINTER = re.compile(rb"version https?://git-lfs\.github\.com/")
_LOOKED_AT = 2**14


def require_data(file: DataFile) -> None:
    """Make sure that a file is no web page and no pointer of Git LFS.

    Raises
    ------
    UserError
        If it is; says how the data are had.
    """
    first = _MARKS.sub(b"", beginning(file)[:_LOOKED_AT])
    if _PAGE.match(first):
        raise UserError(
            f"{file}: is a web page (HTML), not the data: download the file itself, or "
            "save the table on the page as CSV"
        )
    if _XML.match(first):
        raise UserError(f"{file}: is XML, not a table: save the table as CSV")
    if _POINTER.match(first):
        raise UserError(
            f"{file}: is a placeholder of Git LFS in place of the data: get the data "
            "by `git lfs pull`"
        )
