"""What may not be meant in a table of text: totals, stray marks, long quoted cells."""

from __future__ import annotations

import re
from threading import Lock
from typing import TYPE_CHECKING

from engine.data.tables.row_blocks import RowBlock, line_ends
from engine.data.tables.text_table import TextTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.data.tables.table import Table, TableBlock
    from engine.data.tables.typed_columns import Cut, Rows

_TOTALS = frozenset(
    ["all", "average", "avg", "gesamt", "mean", "mittel", "mittelwert", "subtotal",
     "sum", "summe", "total", "totals"]
)  # fmt: skip
"""What a last row is called that is no sample."""
_TOLD = {
    "total": "The last row, on line {line}, is taken for a sample: if it is a total, "
    "delete it.",
    "span": "A quoted cell on line {line} goes on over several lines: if that is not "
    "meant, a quotation mark is missing there.",
    "mark": "A quotation mark on line {line} is read as part of a word: if that is not "
    "meant, delete it or quote the whole cell.",
}
"""What may not be meant, by a word."""
_OTHER_QUOTES = re.compile(r"'.+'|[“„«‘‚].+[”“»’‘]")


class TextDoubts:
    """Keeps the first line of each thing that may not be meant.

    Parameters
    ----------
    table : Table

    Attributes
    ----------
    at_first : tuple of str
        What is doubtful in the first rows, in sentences.
    """

    def __init__(self, table: Table) -> None:
        self._delimiter = table.delimiter
        self._first: dict[str, tuple[int, int]] = {}
        self._lock = Lock()
        self.at_first: tuple[str, ...] = ()
        self._is_text = isinstance(table, TextTable)
        if not isinstance(table, TextTable):
            return
        first = RowBlock(table.path, table.text.encode(), 0, 1.0, table.line)
        if (quotes := first.quotes(table.delimiter)) and quotes.span >= 0:
            line = first.line + line_ends(first.text[: quotes.span])
            self.at_first = (_TOLD["span"].format(line=line),)
            self._first["span"] = 0, 0  # is told

    @property
    def notes(self) -> tuple[str, ...]:
        """What is doubtful in the rows below, in sentences."""
        lines = sorted((what, line) for what, (_, line) in self._first.items() if line)
        return tuple(_TOLD[what].format(line=line) for what, line in lines)

    def look(self, block: TableBlock, cut: Cut) -> None:
        """Look at a block of text, and at what was read of it."""
        if not self._is_text or not isinstance(block, RowBlock):
            return
        quotes = block.quotes(self._delimiter)
        if quotes is not None and quotes.span >= 0:
            self._keep_first_line("span", block, quotes.span)
        words = [cut.rows.labels, *(words.levels for words in cut.words.values())]
        stray = (word for levels in words for word in levels if _is_stray(word, levels))
        # Where a cell is quoted its marks are doubled.
        matches = [_as_it_stands(word).search(block.text) for word in stray]
        if places := [match.start() for match in matches if match]:
            self._keep_first_line("mark", block, min(places))
        if block.share == 1 and _ends_in_a_total(cut.rows):
            self._keep_first_line("total", block, len(block.text.rstrip()))

    def _keep_first_line(self, what: str, block: RowBlock, at: int) -> None:
        """Keep the first line of what may not be meant: to count lines takes long."""
        with self._lock:
            known = self._first.get(what)
            if known is None or block.start < known[0]:
                line = block.line + line_ends(block.text[:at])
                self._first[what] = block.start, line


def _is_stray(label: str, labels: Sequence[str]) -> bool:
    """Tell whether a label has a mark of quotation that it should not have.

    That of inches stands after a digit.
    """
    if _OTHER_QUOTES.fullmatch(label):
        return True
    if label.count('"') % 2 == 0:
        return False
    return label.replace('"', "") in labels or re.search(r'\d"', label) is None


def _ends_in_a_total(rows: Rows) -> bool:
    """Tell whether the last row is called so, and no other."""
    if not rows.labels or not len(rows.which):
        return False
    last = rows.which[-1]
    called_so = rows.labels[last].rstrip(" :").lower() in _TOTALS
    return called_so and int((rows.which == last).sum()) == 1


def _as_it_stands(word: str) -> re.Pattern[bytes]:
    return re.compile(rb'(?<!")' + re.escape(word.encode()) + rb'(?!")')
