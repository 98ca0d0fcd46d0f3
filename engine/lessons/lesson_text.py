"""The text of a lesson: Markdown with front matter, and blocks of entries."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import UserError, excerpt
from engine.lessons.entries import Entries, FaultInText
from engine.lessons.facts import Condition, fact
from engine.lessons.lesson import PREDICTIONS, Lesson, Page, Task
from engine.lessons.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PLACEHOLDER = re.compile(r"\{\{\s*(page\.)?([a-z0-9_]+)\s*\}\}")
"""A fact in a text: of the present, or of the page's own state."""
BLOCKS = ("state", "spotlight", "task")
MOST_BYTES = 256 * 2**10


class Fault(NamedTuple):
    """What is wrong in a file of a lesson, and on which line, from 1."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        """Write it as compilers do."""
        return f"{self.file}:{self.line}: {self.what}"


@cache
def markdown() -> MarkdownIt:
    """Give the parser: CommonMark with tables and formulas, and no HTML."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin

    plain = MarkdownIt("commonmark", {"html": False}).enable("table")
    return plain.use(front_matter_plugin).use(dollarmath_plugin)


def parse_lesson(content: bytes, file: str) -> tuple[Lesson, list[Fault]]:
    """Read a lesson's text.

    Parameters
    ----------
    content : bytes
        In UTF-8.
    file : str
        What the file is called in faults.

    Returns
    -------
    Lesson, list of Fault
        What could be read, and all that is wrong.
    """
    return _Parser(file).lesson(content)


class _Parser:
    def __init__(self, file: str) -> None:
        self._file = file
        self._faults: list[Fault] = []

    @contextmanager
    def _noting(self, line: int) -> Iterator[None]:
        try:
            yield
        except FaultInText as fault:
            self._note(fault.line, fault)
        except UserError as error:
            self._note(line, error)

    def _note(self, line: int, what: object) -> None:
        self._faults.append(Fault(self._file, line, str(what)))

    def lesson(self, content: bytes) -> tuple[Lesson, list[Fault]]:
        try:
            text = content[: MOST_BYTES + 1].decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            self._note(line, "is not UTF-8: save the file as UTF-8")
            return Lesson(""), self._faults
        if len(content) > MOST_BYTES:
            self._note(1, f"is larger than {MOST_BYTES >> 10} kB: not a lesson's text")
            return Lesson(""), self._faults
        lines = text.splitlines()
        try:
            tokens = markdown().parse(text)
        except RecursionError:
            self._note(1, "is nested too deeply")
            return Lesson(""), self._faults
        head = Lesson("")
        blocks = [one for one in tokens if one.level == 0 and one.map is not None]
        if blocks and blocks[0].type == "front_matter":
            head = self._head(blocks.pop(0))
        else:
            self._note(1, "begins without front matter: “---”, title: …, “---”")
        starts = [
            i for i, one in enumerate(blocks) if one.type == "heading_open"
            and one.tag == "h1"
        ]  # fmt: skip
        if not starts:
            self._note(len(lines) or 1, "has no page: begin one with “# Title”")
        elif starts[0]:
            self._note(_line(blocks[0]), "stands before the first page’s “# Title”")
        pages = [
            self._page(blocks[a:z], tokens, lines)
            for a, z in pairwise([*starts, len(blocks)])
        ]
        return (
            Lesson(head.title, head.about, head.level, head.language, tuple(pages)),
            self._faults,
        )

    def _head(self, block: Token) -> Lesson:
        with self._noting(1):
            entries = Entries.parse(block.content, 2)
            found = Lesson(
                entries.text("title"),
                entries.text("about", ""),
                entries.text("level", ""),
                entries.text("language", "en"),
            )
            entries.refuse_rest()
            return found
        return Lesson("")

    def _page(self, blocks: list[Token], tokens: list[Token], lines: list[str]) -> Page:
        heading, *rest = blocks
        title = tokens[tokens.index(heading) + 1].content
        given: dict[str, Entries] = {}
        text: list[str] = []
        for block in rest:
            begin, end = block.map or (0, 0)
            name = block.info.strip() if block.type == "fence" else ""
            if name in BLOCKS:
                if name in given:
                    self._note(begin + 1, f"the page has two blocks “{name}”")
                with self._noting(begin + 1):
                    given[name] = Entries.parse(block.content, begin + 2)
            else:
                with self._noting(begin + 1):
                    text.append(checked_text("\n".join(lines[begin:end])))
        return Page(
            title,
            "\n\n".join(text),
            self._read(given.get("state"), State.of),
            self._read(given.get("spotlight"), _spotlights) or (),
            self._read(given.get("task"), _task),
            _line(heading),
        )

    def _read(self, entries: Entries | None, of: Callable[[Entries], Any]) -> Any:
        if entries is not None:
            with self._noting(entries.line):
                return of(entries)
        return None


def _line(block: Token) -> int:
    return block.map[0] + 1 if block.map else 1


def _spotlights(entries: Entries) -> tuple[str, ...]:
    found = tuple(entries.texts("on"))
    entries.refuse_rest()
    return found


def _task(entries: Entries) -> Task:
    until = entries.entries("until")
    show = entries.entries("show")
    choices, answer = entries.texts("choices"), entries.text("answer", "1")
    predict = entries.text("predict", "")
    if [bool(until), bool(predict), bool(choices)].count(True) != 1:
        raise FaultInText(entries.line, "write one of “until”, “predict”, “choices”")
    if predict and predict not in PREDICTIONS:
        entries.fault(
            "predict", f"“{excerpt(predict)}” is not one of {', '.join(PREDICTIONS)}"
        )
    if answer not in map(str, range(1, max(1, len(choices)) + 1)):
        entries.fault("answer", "write the number of the right choice, from 1")
    replies = entries.texts("replies")
    if replies and len(replies) != len(choices) - 1:
        said = f"write {max(0, len(choices) - 1)}, one for each wrong choice in turn"
        entries.fault("replies", said)
    if replies:
        replies.insert(int(answer) - 1, "")
    task = Task(
        checked_text(entries.text("do")),
        _conditions(until),
        predict,
        tuple(checked_text(one) for one in choices),
        int(answer) - 1,
        tuple(checked_text(one) for one in replies),
        checked_text(entries.text("because", "")),
        checked_text(entries.text("hint", "")),
        None if show is None else State.of(show),
        entries.line,
    )
    entries.refuse_rest()
    return task


def _conditions(entries: Entries | None) -> tuple[Condition, ...]:
    found = []
    for name, text in {} if entries is None else entries.rest().items():
        try:
            found.append(Condition.parse(name, text))
        except UserError as error:
            entries.fault(name, error)  # type: ignore[union-attr]
    return tuple(found)


def checked_text(text: str) -> str:
    """Give a text back if there are all facts of which it speaks.

    Raises
    ------
    UserError
        If there is no such fact.
    """
    for found in PLACEHOLDER.finditer(text):
        fact(found[2])
    return text
