"""The handbook: its pages and sections, and what can be found in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.lessons.markdown import WORDS, markdown
from gui.style.theme import RESOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from markdown_it.token import Token

FOLDER = RESOURCES / "handbook"
CONTENTS = "README.md"
"""The page with the list of all: the name under which a Git host shows it."""
LISTED = re.compile(r"^- \[[^\]]+\]\(([\w-]+\.md)\)", re.MULTILINE)


class HandbookSection(NamedTuple):
    """What stands under a heading, down to the next one.

    Attributes
    ----------
    title : str
    anchor : str
        What a link has behind its ``#``.
    level : int
        1 for the title of the page.
    words : str
        Heading and text without marks, in lower case: what is searched.
    """

    title: str
    anchor: str
    level: int
    words: str

    def has(self, words: Sequence[str]) -> bool:
        """Tell whether all of these words, in lower case, stand in it."""
        return all(word in self.words for word in words)


@dataclass(frozen=True)
class HandbookPage:
    """A page of the handbook.

    Attributes
    ----------
    file : Path
    text : str
        Markdown; it begins with a heading.
    sections : tuple of HandbookSection
    """

    file: Path
    text: str
    sections: tuple[HandbookSection, ...]

    @property
    def title(self) -> str:
        """The first heading."""
        return self.sections[0].title

    def place(self, anchor: str) -> int | None:
        """Tell which section an anchor names, from 0; None if there is no such."""
        anchors = [section.anchor for section in self.sections]
        return anchors.index(anchor) if anchor in anchors else None

    def pictures(self) -> dict[str, bytes]:
        """Read the pictures of the page, by the names that it has for them."""
        named = (
            str(piece.attrs["src"])
            for token in markdown().parse(self.text)
            for piece in token.children or []
            if piece.type == "image"
        )
        return {name: (self.file.parent / name).read_bytes() for name in named}


class HandbookPlace(NamedTuple):
    """A section of a page."""

    page: HandbookPage
    section: int


def read_page(file: Path) -> HandbookPage:
    """Read a page from its file."""
    text = file.read_text(encoding="utf-8")
    return HandbookPage(file, text, tuple(_sections(markdown().parse(text))))


@cache
def handbook() -> tuple[HandbookPage, ...]:
    """Give the contents, and the pages in the order in which they are listed there."""
    contents = read_page(FOLDER / CONTENTS)
    return (
        contents,
        *(read_page(FOLDER / name) for name in LISTED.findall(contents.text)),
    )


def place_of(link: str, page: HandbookPage) -> HandbookPlace | None:
    """Tell where a link on a page leads within the handbook; None where it does not.

    Parameters
    ----------
    link : str
        ``tables.md#header``, ``tables.md`` or ``#header``.
    page : HandbookPage
    """
    name, _, anchor = link.partition("#")
    for other in handbook():
        if other.file.name == (name or page.file.name):
            section = other.place(anchor) if anchor else 0
            return None if section is None else HandbookPlace(other, section)
    return None


def place_titled(title: str) -> HandbookPlace | None:
    """Find the section of this title: as a panel or a window is called."""
    for page in handbook():
        for i, section in enumerate(page.sections):
            if section.title == title:
                return HandbookPlace(page, i)
    return None


def anchor_of(title: str) -> str:
    """Make an anchor of a heading, as Git hosts do."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _sections(tokens: Sequence[Token]) -> Iterator[HandbookSection]:
    """Part what was parsed at its headings."""
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        title = _words(tokens[start + 1])
        words = " ".join(map(_words, tokens[start:end])).lower()
        level = int(tokens[start].tag.removeprefix("h"))
        yield HandbookSection(title, anchor_of(title), level, " ".join(words.split()))


def _words(token: Token) -> str:
    """Give the text of a token without marks."""
    if token.children is None:
        return token.content
    words = ""
    for piece in token.children:
        if piece.type in (*WORDS, "math_inline"):
            words += piece.content
        elif "break" in piece.type:
            words += " "
    return words
