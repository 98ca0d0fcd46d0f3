"""Markdown as lessons have it: what is known, how much of it, and its faults."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import UserError, excerpt
from engine.lessons import limits
from engine.lessons.entries import FaultInText
from engine.lessons.facts import fact
from engine.lessons.formulas import fault_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PLACEHOLDER = re.compile(r"\{\{\s*(page\.)?([a-z0-9_]+)\s*\}\}")
"""A fact in a text: of the present, or of the page's own state."""
_LEFT_OPEN = {"**": r"\*\*", "$": r"\$", "`": r"\`", "![": r"\!["}
"""What begins something, and how it is written if it begins nothing."""
_LONE_STAR = re.compile(r"(?<!\S)\*(?=\S)|(?<=\S)\*(?!\S)")
"""A mark that begins or ends a word; between blanks, as in 2 * 3, it is a sign."""
_NO_FACTS = re.compile(rf"{PLACEHOLDER.pattern}|(`+).*?\3|\$[^$]*\$")
_DEEPEST_LEVEL = 2 * limits.DEEPEST + 1
"""Of the words of an item: a list and its item are a level each."""
HANDBOOK = "handbook:"
"""With what each link begins: no other leads anywhere."""
FORMULAS = ("math_inline", "math_block")
WORDS = ("text", "text_special", "code_inline")
CODE = ("fence", "code_block")


@cache
def markdown() -> MarkdownIt:
    """Give the parser: CommonMark with tables and formulas, and no HTML."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin

    # What lies deeper than it looks is left out in silence: deeper than is allowed.
    options = {"html": False, "maxNesting": _DEEPEST_LEVEL + 9}
    plain = MarkdownIt("commonmark", options).enable("table")
    return plain.use(front_matter_plugin).use(dollarmath_plugin)


@cache
def blocks_only() -> MarkdownIt:
    """Give a parser that leaves what is within paragraphs as it is: that takes long."""
    return markdown.__wrapped__().disable("inline")


@cache
def _unjoined() -> MarkdownIt:
    """Give a parser that tells a sign that is escaped from one that is not."""
    return markdown.__wrapped__().disable("text_join")


class PageCheck:
    """Looks through the texts of one page, and counts what they have together.

    Parameters
    ----------
    note : callable
        Takes each fault, with its line.
    pictures : mapping, optional
        The pixels of each picture of the lesson, 0 for what is none. None: they are
        not looked at.
    careful : bool
        Name also what does no harm but is not meant: a mark that is left open.
    """

    def __init__(
        self,
        note: Callable[[int, str], None],
        pictures: Mapping[str, int] | None,
        *,
        careful: bool,
    ) -> None:
        self._note, self._pictures, self._careful = note, pictures, careful
        self._facts = self._in_formulas = self._blocks = self._cells = 0
        self._formulas = self._pixels = self._shown = 0

    def look(self, text: str, line: int) -> None:
        """Name what is wrong in a text that begins on this line."""
        try:
            self._look_at_text(text, line)
        except UserError as error:
            self._note(getattr(error, "line", line), str(error))

    def _look_at_text(self, text: str, line: int) -> None:
        for i, words in enumerate(text.split("\n")):
            for match in PLACEHOLDER.finditer(words):
                self._facts += 1
                try:
                    fact(match[2])
                except UserError as error:
                    raise FaultInText(line + i, error) from None
        tokens = blocks_only().parse(text)
        for token in tokens:
            at = line + (token.map[0] if token.map else 0)
            if token.level > _DEEPEST_LEVEL:
                raise FaultInText(
                    at,
                    f"lists and quotes are nested more than {limits.DEEPEST} deep: "
                    "make them flatter",
                )
            if token.type == "inline" and len(token.content) > limits.LONGEST_PARAGRAPH:
                most = f"{limits.LONGEST_PARAGRAPH:,} characters"
                raise FaultInText(at, f"a paragraph is longer than {most}: part it")
            if (
                token.content.count("[") > limits.MOST_BRACKETS
                and token.type == "inline"
            ):
                most = f"{limits.MOST_BRACKETS} square brackets"
                raise FaultInText(at, f"a paragraph has more than {most}: part it")
            if self._careful and token.type == "inline":
                for i, words in enumerate(token.content.split("\n")):
                    if "{{" in _NO_FACTS.sub("", words):
                        said = "“{{” begins no fact: write {{updates}}, for example"
                        raise FaultInText(at + i, said)
            self._blocks += token.type in ("inline", "math_block", "hr")
            if token.type == "inline" or token.type in CODE:
                self._blocks += token.content.count("\n")
            self._cells += token.type in ("td_open", "th_open")
        for counted, largest, counted_name in (
            (self._blocks - self._cells, limits.MOST_BLOCKS, "lines and items"),
            (self._cells, limits.MOST_CELLS, "cells of tables"),
            (self._facts, limits.MOST_FACTS, "facts"),
        ):
            if counted > largest:
                said = f"a page has more than {largest} {counted_name}: part it"
                raise FaultInText(line, said)
        at = line
        for token in _unjoined().parse(text):
            at = line + token.map[0] if token.map else at
            if _longest_word(token) > limits.LONGEST_WORD:
                said = f"a word is longer than {limits.LONGEST_WORD} characters"
                raise FaultInText(at, f"{said}: part it")
            for place, child in _within(token, at):
                if token.children and child.level > limits.DEEPEST:
                    said = f"emphasis is nested more than {limits.DEEPEST} deep"
                    raise FaultInText(place, f"{said}: leave marks out")
                self._check_token(child, place)

    def _check_token(self, token: Token, line: int) -> None:
        if token.type in FORMULAS:
            self._formula(token.content, line)
        elif token.type == "image":
            self._picture(str(token.attrs.get("src", "")), line)
        elif token.type == "link_open" and self._careful:
            if not str(token.attrs.get("href", "")).startswith(HANDBOOK):
                said = "a link leads nowhere but to the handbook"
                raise FaultInText(line, f"{said}: write (handbook:Glossary), say")
        elif token.type == "text" and self._careful:
            for mark, written in _LEFT_OPEN.items():
                if mark in token.content:
                    said = f"“{mark}” is left open: close it"
                    if mark != written:
                        said += f", or write {written} for the sign"
                    raise FaultInText(line, said)
            if _LONE_STAR.search(token.content):
                said = "“*” is left open: close it, or write \\* for the sign"
                raise FaultInText(line, said)

    def _formula(self, content: str, line: int) -> None:
        tex = PLACEHOLDER.sub("0.25", content.strip().replace("−", "-"))
        fault = fault_of(tex)
        if fault is not None and (fault.refused or self._careful):
            raise FaultInText(line, fault.what)
        self._in_formulas += len(tex)
        self._formulas += 1
        most, characters = limits.MOST_FORMULAS, limits.MOST_IN_FORMULAS
        if self._formulas > most or self._in_formulas > characters:
            raise FaultInText(
                line,
                f"a page has more than {most} formulas, or more than {characters:,} "
                "characters in them: part it",
            )

    def _picture(self, name: str, line: int) -> None:
        if self._pictures is None:
            return
        pixels = self._pictures.get(name)
        if pixels is None:
            if self._careful:
                said = f"the lesson has no picture “{excerpt(name)}”"
                raise FaultInText(line, f"{said}: put it into its folder")
            return
        if not pixels:
            said = f"“{excerpt(name)}” is no PNG or JPEG: save the picture as one"
            raise FaultInText(line, said)
        self._pixels, self._shown = self._pixels + pixels, self._shown + 1
        if self._pixels > limits.MOST_PIXELS or self._shown > limits.MOST_PICTURES:
            raise FaultInText(
                line,
                f"a page has more than {limits.MOST_PICTURES} pictures, or more than "
                f"{limits.MOST_PIXELS:,} pixels: make them smaller",
            )


def _within(token: Token, line: int) -> Iterator[tuple[int, Token]]:
    """Give a token, or what stands in it, each with its line."""
    if token.children is None:
        yield line, token
        return
    for child in token.children:
        yield line, child
        line += child.type in ("softbreak", "hardbreak") or child.content.count("\n")


def _longest_word(token: Token) -> int:
    """Count the characters of the longest word, which may have marks in it."""
    text = token.content if token.type in CODE else ""
    for child in token.children or []:
        if child.type in WORDS:
            text += child.content
        elif child.type in ("softbreak", "hardbreak", "image", *FORMULAS):
            text += " "
    return max(map(len, text.split()), default=0)
