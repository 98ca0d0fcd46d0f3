"""The text of a lesson: Markdown with front matter, and blocks of entries."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import UserError, excerpt, meant
from engine.learners import learners
from engine.lessons.entries import Entries, FaultInText
from engine.lessons.figures.figure import figure_in
from engine.lessons.guard import OF_DATA, OF_WEIGHTS
from engine.lessons.lesson import Lesson, LessonTask, Page
from engine.lessons.limits import (
    MOST_CHOICES,
    MOST_LINES,
    MOST_NAMES,
    MOST_ON_PAGE,
    MOST_PAGES,
)
from engine.lessons.markdown import PageCheck, blocks_only
from engine.lessons.predictions.prediction import predictions
from engine.lessons.state import LessonState
from engine.lessons.task_condition import TaskCondition
from engine.lessons.window_parts import objection_to_panel, objection_to_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from markdown_it.token import Token

BLOCKS = ("state", "spotlight", "figure", "task")
MOST_BYTES = 256 * 2**10
_MAY_BEGIN = re.compile(r" {0,3}(#(\s|$)|=+\s*$)")
"""A line that may begin a page, or stand below its title."""


_PLACE_OF_CHOICE = re.compile(
    r"\b((all|none|both) of (these|the above)"
    r"|(first|second|third|last) (answer|choice)"
    r"|(answers?|choices?) (above|below|\d))\b",
    re.IGNORECASE,
)
"""What in a choice means another by where it stands."""
_EMPTY_LIST = re.compile(r"\d{1,9}[.)]|[-+*]")
"""What is shown as nothing: the mark of a list whose item has no words."""


class Fault(NamedTuple):
    """What is wrong in a file of a lesson, and on which line, from 1."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        """Write it as compilers do."""
        return f"{self.file}:{self.line}: {self.what}"


def parse_lesson(
    content: bytes,
    file: str,
    pictures: Mapping[str, int] | None = None,
    *,
    careful: bool = False,
) -> tuple[Lesson, list[Fault]]:
    """Read a lesson's text.

    Parameters
    ----------
    content : bytes
        In UTF-8.
    file : str
        What the file is called in faults.
    pictures : mapping, optional
        The pixels of each picture that it may show; None: it is not looked at.
    careful : bool
        Name also what can be shown, but is not meant.

    Returns
    -------
    Lesson, list of Fault
        What could be read, and all that is wrong.
    """
    known = None if pictures is None else tuple(pictures.items())
    lesson, faults = _parsed(content, file, known, careful)
    return lesson, [*faults]


@lru_cache(maxsize=32)
def _parsed(
    content: bytes,
    file: str,
    pictures: tuple[tuple[str, int], ...] | None,
    careful: bool,
) -> tuple[Lesson, tuple[Fault, ...]]:
    known = None if pictures is None else dict(pictures)
    lesson, faults = _Parser(file, known, careful=careful).lesson(content)
    return lesson, tuple(faults)


class _Parser:
    def __init__(
        self, file: str, pictures: Mapping[str, int] | None, *, careful: bool
    ) -> None:
        self._file, self._pictures, self._careful = file, pictures, careful
        self._faults: list[Fault] = []

    @contextmanager
    def _noting(self, line: int) -> Iterator[None]:
        try:
            yield
        except FaultInText as fault:
            self._note_fault(fault.line, fault)
        except UserError as error:
            self._note_fault(line, error)

    def _note_fault(self, line: int, message: object) -> None:
        self._faults.append(Fault(self._file, line, str(message)))

    def lesson(self, content: bytes) -> tuple[Lesson, list[Fault]]:
        try:
            text = content[: MOST_BYTES + 1].decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            self._note_fault(line, "is not UTF-8: save the file as UTF-8")
            return Lesson(""), self._faults
        if len(content) > MOST_BYTES:
            self._note_fault(
                1, f"is larger than {MOST_BYTES >> 10} kB: make two lessons of it"
            )
            return Lesson(""), self._faults
        # As Markdown counts them: other ends of lines are characters to it.
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        head = Lesson("")
        begins = [i for i, line in enumerate(lines) if _MAY_BEGIN.match(line)]
        if self._is_too_long(begins, lines, 2 * MOST_ON_PAGE):
            return head, self._faults
        tokens = blocks_only().parse(text)
        blocks = [
            token for token in tokens if token.level == 0 and token.map is not None
        ]
        if blocks and blocks[0].type == "front_matter":
            head = self._head(blocks.pop(0))
        else:
            self._note_fault(
                1, "has no front matter: begin with lines “---”, “title: …”, “---”"
            )
        starts = [
            i for i, block in enumerate(blocks) if block.type == "heading_open"
            and block.tag == "h1"
        ]  # fmt: skip
        if not starts:
            self._note_fault(
                len(text.rstrip().split("\n")), "has no page: begin one with “# Title”"
            )
        elif starts[0]:
            self._note_fault(
                _line(blocks[0]),
                "stands before the first page: begin it with “# Title”",
            )
        begins = [_line(blocks[i]) - 1 for i in starts]
        if self._is_too_long(begins, lines, MOST_ON_PAGE):
            return head, self._faults
        titles = [
            within.content for token, within in pairwise(tokens)
            if token.type == "heading_open" and token.tag == "h1" and not token.level
        ]  # fmt: skip
        pages = [
            self._page(title, blocks[a:z], lines)
            for title, (a, z) in zip(
                titles, pairwise([*starts, len(blocks)]), strict=True
            )
        ]
        if self._careful:
            self._look_for_twins(pages)
        return replace(head, pages=tuple(pages)), self._faults

    def _look_for_twins(self, pages: list[Page]) -> None:
        """Note titles that two pages have."""
        seen: dict[str, int] = {}
        for page in pages:
            title = _as_read(page.title).casefold()
            if title and title in seen:
                said = f"the page on line {seen[title]} has this title, too: change one"
                self._note_fault(page.line, said)
            seen.setdefault(title, page.line)

    def _is_too_long(self, begins: list[int], lines: list[str], most: int) -> bool:
        """Note what is too long to be looked at more closely."""
        if len(lines) > MOST_LINES:
            self._note_fault(MOST_LINES, f"has more than {MOST_LINES:,} lines: part it")
            return True
        for begin, end in pairwise([0, *begins, len(lines)]):
            if sum(map(len, lines[begin:end])) > most:
                said = f"a page is longer than {MOST_ON_PAGE:,} characters: part it"
                self._note_fault(begin + 1, said)
                return True
        if len(begins) > MOST_PAGES and most == MOST_ON_PAGE:
            line = begins[MOST_PAGES] + 1
            self._note_fault(
                line, f"has more than {MOST_PAGES} pages: make two lessons of it"
            )
            return True
        return False

    def _head(self, block: Token) -> Lesson:
        with self._noting(1):
            entries = Entries.parse(block.content, 2)
            lesson = Lesson(
                entries.text("title"),
                entries.text("about", ""),
                entries.text("level", ""),
                entries.text("language", "en"),
                language_line=entries.line_of("language"),
            )
            entries.refuse_rest()
            return lesson
        return Lesson("")

    def _page(self, title: str, blocks: list[Token], lines: list[str]) -> Page:
        heading, *rest = blocks
        check = PageCheck(self._note_fault, self._pictures, careful=self._careful)
        check.look(title, _line(heading))
        if self._careful and not title.strip():
            self._note_fault(
                _line(heading), "the page has no title: write one after “#”"
            )
        given: dict[str, Entries] = {}
        text: list[str] = []
        for block in rest:
            begin, end = block.map or (0, 0)
            name = block.info.strip() if block.type == "fence" else ""
            if self._careful and block.type == "fence":
                self._look_for_end(block, lines[begin + 1 : end])
            if name in BLOCKS:
                if name in given:
                    said = f"the page has two blocks “{name}”: make one of them"
                    self._note_fault(begin + 1, said)
                with self._noting(begin + 1):
                    given[name] = Entries.parse(block.content, begin + 2)
            else:
                if self._careful and (near := meant(name, BLOCKS)):
                    self._note_fault(
                        begin + 1, f"there is no block “{excerpt(name)}”{near}"
                    )
                text.append("\n".join(lines[begin:end]))
                check.look(text[-1], begin + 1)
        for line, words in _texts(given.get("task")):
            check.look(words, line)
        if self._careful:
            self._look_for_parts(given)
            self._look_for_answer(given.get("task"))
            if not text and all(block.info.strip() != "task" for block in rest):
                said = "the page is empty: write below its title what it tells"
                self._note_fault(_line(heading), said)
        return Page(
            title,
            "\n\n".join(text),
            self._read_entries(given.get("state"), LessonState.of),
            self._read_entries(given.get("spotlight"), _spotlights) or (),
            self._read_entries(given.get("figure"), figure_in),
            self._read_entries(given.get("task"), _task),
            _line(heading),
        )

    def _look_for_answer(self, task: Entries | None) -> None:
        """Note choices of which none is said to be right, and replies without words."""
        if task is None or "choices" not in task:
            return
        if "answer" not in task:
            said = "“answer” is missing: write the number of the right choice"
            self._note_fault(task.line_of("choices"), said)
        for line, reply in task.scalars("replies"):
            if not reply.strip():
                self._note_fault(
                    line, "replies: one has no words: say why it is not so"
                )

    def _look_for_end(self, block: Token, lines: list[str]) -> None:
        if not lines or not lines[-1].strip().startswith(block.markup):
            self._note_fault(
                _line(block), f"the block is never closed: end it with {block.markup}"
            )

    def _look_for_parts(self, given: Mapping[str, Entries]) -> None:
        """Note panels and parts of the window that there are none of."""
        for block, name, objection_to in (
            ("state", "panels", objection_to_panel),
            ("spotlight", "on", objection_to_part),
        ):
            for line, part in given[block].scalars(name) if block in given else ():
                if objection := objection_to(part):
                    self._note_fault(line, objection)

    def _read_entries(
        self, entries: Entries | None, of: Callable[[Entries], Any]
    ) -> Any:
        if entries is not None:
            with self._noting(entries.line):
                return of(entries)
        return None


def _as_read(text: str) -> str:
    """Give a text without blanks that one does not see."""
    return " ".join(text.split())


def _line(block: Token) -> int:
    return block.map[0] + 1 if block.map else 1


def _spotlights(entries: Entries) -> tuple[str, ...]:
    names = tuple(entries.texts("on"))
    if len(names) > MOST_NAMES:
        entries.fault("on", f"has {len(names)} names: write at most {MOST_NAMES}")
    entries.refuse_rest()
    return names


def _task(entries: Entries) -> LessonTask:
    until = entries.entries("until")
    show = entries.entries("show")
    choices, answer = entries.texts("choices"), entries.text("answer", "1")
    predict = entries.text("predict", "")
    if [bool(until), bool(predict), bool(choices)].count(True) != 1:
        asks = "several things" if until or predict or choices else "nothing"
        raise FaultInText(
            entries.line,
            f"the task asks for {asks}: write one of “until”, “predict”, “choices”",
        )
    if predict and predict not in predictions():
        entries.fault(
            "predict",
            f"“{excerpt(predict)}” is not one of {', '.join(predictions())}: write one",
        )
    if choices and not 2 <= len(choices) <= MOST_CHOICES:
        entries.fault(
            "choices", f"are {len(choices)} in number: give 2 to {MOST_CHOICES}"
        )
    as_read = [*map(_as_read, choices)]
    for choice in choices:
        if as_read.count(_as_read(choice)) > 1:
            entries.fault("choices", f"“{excerpt(choice)}” stands twice: change one")
        if _EMPTY_LIST.fullmatch(choice):
            said = f"“{choice}” is read as a list with nothing in it: add a word"
            entries.fault("choices", said)
        if match := _PLACE_OF_CHOICE.search(choice):
            said = (
                f"“{match[0]}” tells a place, but choices are shown in another order: "
                "say what is meant"
            )
            entries.fault("choices", said)
    if answer not in map(str, range(1, max(1, len(choices)) + 1)):
        entries.fault(
            "answer",
            f"there is no choice “{excerpt(answer)}”: write the number of the right "
            f"one, 1 to {max(1, len(choices))}",
        )
    replies = entries.texts("replies")
    if replies and len(replies) != len(choices) - 1:
        said = (
            f"are {len(replies)} in number: give {max(0, len(choices) - 1)}, one for "
            "each wrong choice in turn"
        )
        entries.fault("replies", said)
    if replies:
        replies.insert(int(answer) - 1, "")
    task = LessonTask(
        entries.text("do"),
        _conditions(until),
        predict,
        tuple(choices),
        int(answer) - 1,
        tuple(replies),
        entries.text("because", ""),
        entries.text("hint", ""),
        None if show is None else LessonState.of(show),
        _change(entries),
        entries.line,
    )
    entries.refuse_rest()
    return task


def _change(entries: Entries) -> tuple[str, ...] | None:
    """Read what may change; None where it is not said."""
    if "change" not in entries:
        return None
    names = tuple(entries.texts("change"))
    known = {"learner", "features", *OF_DATA, *OF_WEIGHTS}
    known |= {name for rule in learners().values() for name in rule.by_name}
    for name in names:
        if names.count(name) > 1:
            entries.fault("change", f"“{excerpt(name)}” stands twice: delete one")
        if name not in known:
            near = meant(name, known) or ": write the name of a setting, or samples"
            entries.fault("change", f"there is no “{excerpt(name)}”{near}")
    return names


def _conditions(entries: Entries | None) -> tuple[TaskCondition, ...]:
    conditions = []
    asked = {} if entries is None else entries.rest()
    if entries is not None and len(asked) > MOST_NAMES:
        raise FaultInText(
            entries.line,
            f"the task asks for {len(asked)} facts: ask for at most {MOST_NAMES}",
        )
    for name, text in asked.items():
        try:
            conditions.append(TaskCondition.parse(name, text))
        except UserError as error:
            entries.fault(name, error.fault)  # type: ignore[union-attr]
    return tuple(conditions)


def _texts(task: Entries | None) -> Iterator[tuple[int, str]]:
    """Give what a task tells in Markdown, each text with its line."""
    if task is not None:
        for name in ("do", "choices", "replies", "because", "hint"):
            yield from task.scalars(name)
