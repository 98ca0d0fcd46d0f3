"""Words that differ by blanks or quotes alone: they are one, and that is said."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from engine.data.classes import is_plain
from engine.data.tables.missing_values import MISSING, is_missing
from engine.errors import excerpt, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from engine.data.tables.table_form import TableForm
    from engine.data.tables.typed_columns import Cut, Words


class Spellings:
    """Keeps how the words of each column are written first, and which otherwise too.

    Parameters
    ----------
    known : mapping of int to collection of str
        Words, by their column, of which it is known that they are written otherwise.
    mixed : mapping of int to collection of str
        Likewise, that they are text in some cells and a value in others.
    """

    def __init__(
        self,
        known: Mapping[int, Collection[str]],
        mixed: Mapping[int, Collection[str]],
    ) -> None:
        self._first: dict[int, dict[str, object]] = {}
        self._also_text = {j: {*words} for j, words in mixed.items()}
        self._several = {j: {*words} for j, words in known.items()}
        self._lock = Lock()

    def look(self, form: TableForm, cut: Cut) -> None:
        """Look at the words in some rows."""
        with self._lock:
            for place, words in cut.words.items():
                self._look_at_words(form.features[place], words)
            if cut.labels is not None:
                self._look_at_words(form.label, cut.labels)

    def _look_at_words(self, j: int, words: Words) -> None:
        first = self._first.setdefault(j, {})
        several = self._several.setdefault(j, set())
        for word, written in zip(
            words.levels, words.written or words.levels, strict=True
        ):
            known = first.setdefault(word, written)
            if isinstance(known, str) != isinstance(written, str):
                self._also_text.setdefault(j, set()).add(word)
            elif known != written:
                several.add(word)

    def notes(self, form: TableForm, names: Sequence[str]) -> tuple[str, ...]:
        """Say which words were taken for one, a sentence for each column.

        Numbers are one in any spelling.
        """
        said = []
        for j in (form.label, *(j for j in form.features if j in form.text)):
            words = sorted(
                f"“{excerpt(word)}”"
                for word in self._several.get(j, ())
                if not (is_missing(word) or is_plain(word))
            )
            if words:
                are, each = ("is", "it") if len(words) == 1 else ("are", "each")
                what = "class" if j == form.label else f"word of “{excerpt(names[j])}”"
                said.append(
                    f"{listed(words)} {are} written with other blanks or line ends "
                    f"too: {each} counts as one {what}."
                )
            for word in sorted({*self._also_text.get(j, ())} - MISSING):
                said.append(
                    f"“{excerpt(word)}” of “{excerpt(names[j])}” is text in some rows "
                    "and not in others: both are taken for one."
                )
        return tuple(said)
