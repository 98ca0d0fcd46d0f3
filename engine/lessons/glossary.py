"""The handbook's glossary, and what a text names of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[2] / "resources" / "handbook" / "glossary.md"
LINK = re.compile(r"\s*\[[^\]]*\]\(handbook:Glossary\)")
"""How a text leads there."""
_ROW = re.compile(r"^\| (?!term |---)(?P<term>[^|]+) \| (?P<said>.+) \|$", re.MULTILINE)
_EMPHASISED = re.compile(r"\*([^*]+)\*")


class GlossaryEntry(NamedTuple):
    """One line of the glossary, in Markdown."""

    term: str
    said: str

    @property
    def names(self) -> set[str]:
        """All that it explains: its terms, and what is emphasised beside them."""
        return {*map(_plain, self.term.split(", ")), *_emphasised(self.said)}


def named_entries(text: str) -> list[GlossaryEntry]:
    """Give the entries for what a paragraph that leads there emphasises, in order."""
    paragraphs = [part for part in text.split("\n\n") if LINK.search(part)]
    wanted = _emphasised("\n".join(paragraphs))
    return [entry for entry in _entries() if wanted & entry.names]


@cache
def _entries() -> tuple[GlossaryEntry, ...]:
    rows = _ROW.finditer(FILE.read_text(encoding="utf-8"))
    return tuple(GlossaryEntry(row["term"].strip(), row["said"]) for row in rows)


def _emphasised(text: str) -> set[str]:
    return {_plain(name) for name in _EMPHASISED.findall(text.replace("\n", " "))}


def _plain(name: str) -> str:
    """Write a name small, in the singular and without whose theorem it is."""
    return name.strip().lower().removeprefix("perceptron ").removesuffix("s")
