"""A lesson: pages, each with text, state, spotlights, at most a figure and a task."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from engine.lessons.figures.figure import LessonFigure
    from engine.lessons.state import LessonState
    from engine.lessons.task_condition import TaskCondition


@dataclass(frozen=True)
class LessonTask:
    """What a page asks the reader to do, checked by the program.

    Attributes
    ----------
    do : str
        What is to be done, as Markdown.
    until : tuple of TaskCondition
        All of them hold when it is done.
    predict : str
        What is to be said before it is shown: a name of
        `engine.lessons.predictions`. Or empty.
    choices : tuple of str
        Answers to choose from, shown in another order. Or empty.
    answer : int
        The place of the right one, from 0.
    replies : tuple of str
        What is said to each of them that is not right, as Markdown; empty in the place
        of the right one. Or none.
    because : str
        Said with the answer, as Markdown.
    hint : str
        As Markdown.
    show : LessonState, optional
        What fulfils the task: “Show me” brings it on.
    change : tuple of str, optional
        Which settings, and what of the data, may be otherwise than on the page; None:
        it does not say.
    line : int
        Where it stands in the file.
    """

    do: str
    until: tuple[TaskCondition, ...] = ()
    predict: str = ""
    choices: tuple[str, ...] = ()
    answer: int = 0
    replies: tuple[str, ...] = ()
    because: str = ""
    hint: str = ""
    show: LessonState | None = None
    change: tuple[str, ...] | None = None
    line: int = 0

    @property
    def shown_order(self) -> list[int]:
        """The places of the choices in the order in which they are shown.

        It looks random, and is the same each time: no habit of who wrote them tells
        the right one.
        """
        marks = [crc32(f"{self.do}\n{choice}".encode()) for choice in self.choices]
        return sorted(range(len(marks)), key=marks.__getitem__)

    @property
    def may_change(self) -> tuple[str, ...]:
        """What may change; where it does not say, what “Show me” brings on."""
        if self.change is not None:
            return self.change
        return () if self.show is None else self.show.changes


@dataclass(frozen=True)
class Page:
    """One page of a lesson.

    Attributes
    ----------
    title : str
    text : str
        Markdown; formulas between dollar signs, ``{{updates}}`` for a fact.
    state : LessonState, optional
        With what it begins; without one, with what the page before left.
    spotlights : tuple of str
        Parts of the window that it points at.
    figure : LessonFigure, optional
        Drawn below the text.
    task : LessonTask, optional
    line : int
        Where it stands in the file.
    """

    title: str
    text: str = ""
    state: LessonState | None = None
    spotlights: tuple[str, ...] = ()
    figure: LessonFigure | None = None
    task: LessonTask | None = None
    line: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """All that it tells in Markdown."""
        task = self.task
        if task is None:
            return (self.text,)
        return (
            self.text,
            task.do,
            task.because,
            task.hint,
            *task.choices,
            *task.replies,
        )


@dataclass(frozen=True)
class Lesson:
    """A lesson in one language.

    Attributes
    ----------
    title : str
    about : str
        The question it answers, in one line.
    level : str
    language : str
        Code, such as ``en``.
    pages : tuple of Page
    language_line : int
        Where the language stands in the file.
    """

    title: str
    about: str = ""
    level: str = ""
    language: str = "en"
    pages: tuple[Page, ...] = field(default=())
    language_line: int = field(default=1, compare=False)

    @cached_property
    def pages_with_states(self) -> tuple[tuple[Page, LessonState | None], ...]:
        """Each page with its state, or that with which it would have been come to."""

        def come_to(
            before: LessonState | None, own: LessonState | None
        ) -> LessonState | None:
            return before if own is None else own.after(before)

        states = accumulate((page.state for page in self.pages), come_to)
        return tuple(zip(self.pages, states, strict=True))
