"""The first table of a text in HTML, as a clipboard has it from programs and pages."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

from engine.errors import UserError

CELLS = "td", "th"
NO_TEXT = "script", "style"
EXACT = "sdval"
"""LibreOffice writes there the number of which a cell shows the first digits."""
LITERAL = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|General|Standard|E[-+]', re.I)
"""In the format of a cell, what is no letter of a date."""
LONGEST, MOST_CELLS = 20_000_000, 2_000_000
"""Signs of a text, and cells of a table, up to which it is read."""
MOST_SPANNED = 1000
"""Columns or rows over which a cell may go, as browsers have it."""


class TableReader(HTMLParser):
    """Takes the cells of the first table; a cell of several rows counts in each.

    Attributes
    ----------
    rows : list of list of str
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._depth = self._size = 0
        self._over = False
        self._silent = 0
        self._cell: list[str] | None = None
        self._value = ""
        self._spans = 1, 1
        self._from_above: dict[int, tuple[int, str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a cell or a row; what was not closed before it ends."""
        if self._over:
            return
        if tag == "table":
            self._depth += 1
        elif tag in NO_TEXT:
            self._silent += 1
        elif tag == "br":
            self.handle_data(" ")
        elif self._depth == 1 and tag == "tr":
            self._end_row()
            self.rows.append([])
        elif self._depth == 1 and tag in CELLS:
            self._end_cell()
            self._begin_cell({name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        """End a cell, a row or the table."""
        if self._over:
            return
        if tag in NO_TEXT:
            self._silent = max(0, self._silent - 1)
        elif self._depth == 1 and tag in CELLS:
            self._end_cell()
        elif self._depth == 1 and tag in ("tr", "table"):
            self._end_row()
        if tag == "table" and self._depth:
            self._depth -= 1
            self._over = not self._depth

    def handle_data(self, data: str) -> None:
        """Take text that is in a cell."""
        if self._cell is not None and not (self._silent or self._over):
            self._cell.append(data)

    def close(self) -> None:
        """End what was not closed."""
        super().close()
        self._end_row()

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        if not self.rows:
            self.rows.append([])
        self._fill_from_above()
        self._cell = []
        format_code = attributes.get("sdnum", "").split(";")[-1]
        is_date = re.search(r"[a-z]", LITERAL.sub("", format_code), re.I)
        self._value = "" if is_date else attributes.get(EXACT, "")
        spans = (attributes.get(name, "") for name in ("colspan", "rowspan"))
        wide, high = (int(span) if span.isdecimal() else 1 for span in spans)
        self._spans = min(max(wide, 1), MOST_SPANNED), min(max(high, 1), MOST_SPANNED)

    def _end_cell(self) -> None:
        if self._cell is None:
            return
        self._size += self._spans[0]
        if self._size > MOST_CELLS:
            raise UserError("This table has too many cells: save it as a file and open")
        text = self._value or " ".join("".join(self._cell).split())
        row, (wide, high) = self.rows[-1], self._spans
        if high > 1:
            for column in range(len(row), len(row) + wide):
                self._from_above[column] = high - 1, text
        row += [text] * wide
        self._cell = None

    def _end_row(self) -> None:
        self._end_cell()
        if self.rows:
            while self._from_above and max(self._from_above) >= len(self.rows[-1]):
                self._fill_from_above()
                if self._from_above and max(self._from_above) >= len(self.rows[-1]):
                    self.rows[-1].append("")  # a short row: what goes on stays there

    def _fill_from_above(self) -> None:
        """Repeat what goes on from the row before, as far as the next cell's place."""
        row = self.rows[-1]
        while len(row) in self._from_above:
            left, text = self._from_above.pop(len(row))
            row.append(text)
            if left > 1:
                self._from_above[len(row) - 1] = left - 1, text


def html_table(text: str) -> str:
    """Give the first table of a text in HTML, with tabs between its cells.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        "" if there is none.

    Raises
    ------
    UserError
        If it is larger than what is read in some seconds.
    """
    if len(text) > LONGEST:
        raise UserError("This table is too large to paste: save it as a file and open")
    reader = TableReader()
    reader.feed(_plain_tags(text))
    reader.close()
    written = io.StringIO()
    rows = (row for row in reader.rows if any(row))
    csv.writer(written, delimiter="\t", lineterminator="\n").writerows(rows)
    return written.getvalue()


def _plain_tags(text: str) -> str:
    """Leave out comments, and write a < that begins no tag as text.

    What is then parsed takes a time that grows with the length alone.
    """
    first, *others = text.split("<!--")
    without = first + "".join(part.partition("-->")[2] for part in others)
    return re.sub(r"<(?![^<>]*>)", "&lt;", without)
