"""A lesson as a page: one HTML file with its texts, its runs and most of its tasks.

A page of the lesson begins with the run of its state, where the player has the rule of
its learner. A task can be done there if it is a question, or asks for what steps and
dragged points can bring about; of others it is said that they are for the program.
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any

from engine.errors import UserError
from engine.export.page import html_of, plays, run_entries
from engine.files import write_whole
from engine.learners import learner
from engine.lessons.facts import fact
from engine.lessons.lesson_faults import situation_of, sound_lesson
from engine.lessons.markdown import FORMULAS, PLACEHOLDER, markdown

if TYPE_CHECKING:
    import os

    from engine.lessons.facts import Situation
    from engine.lessons.lesson import Lesson, LessonTask, Page
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.state import LessonState

LIVE = (
    "step", "epoch", "updates", "mistakes", "mistake", "sample", "label", "score",
    "error", "validation_error", "w1", "w2", "b", "norm", "cost", "run_steps",
    "run_epochs", "run_updates", "run_error", "recent_error", "converges",
)  # fmt: skip
"""The facts that the player tells; all others are those of the page's begin."""
IN_THE_PROGRAM = (
    "This is done in Perceptron Lab: download the lesson and open it there."
)
NO_RUN = "What belongs to this page is seen in Perceptron Lab."
_MARK = re.compile("\ue000(\\w+)\ue001([^\ue002]*)\ue002")


def write_lesson_page(path: str | os.PathLike[str], files: LessonFiles) -> None:
    """Write a lesson as a page.

    Raises
    ------
    UserError
        If the lesson has a fault, or the file cannot be written.
    """
    lesson = sound_lesson(files)
    try:
        page = LessonPage(lesson, files).html()
    except UserError as error:
        raise UserError(
            f"{files.place}: {error}: correct that (`lesson check` lists all faults)"
        ) from None
    write_whole(path, page.encode())


class LessonPage:
    """Makes the page of a lesson: the HTML of its pages, and their runs."""

    def __init__(self, lesson: Lesson, files: LessonFiles) -> None:
        self._lesson, self._files = lesson, files
        self._runs: list[dict[str, Any]] = []

    def html(self) -> str:
        """Make the whole page.

        Raises
        ------
        UserError
            If a state cannot be made.
        """
        articles, run = [], ""
        for page, state in self._lesson.pages_with_states:
            if page.state is not None and state is not None:
                run = self._run_of(state)
            articles.append(self._article(page, state, run))
        return html_of(
            {"title": self._lesson.title, "runs": self._runs},
            self._files.packed(),
            kind="lesson",
            lesson="\n".join(articles),
            language=self._lesson.language,
        )

    def _run_of(self, state: LessonState) -> str:
        """Keep the run of a state; give its place, or nothing where none is played."""
        saved = state.saved(self._files)
        goes_on = state.stream is not None or saved.branched_from is not None
        rule = learner(saved.recipe.learner)
        if goes_on or not saved.data.n_samples or not plays(rule):
            return ""
        self._runs.append(run_entries(saved))
        return str(len(self._runs) - 1)

    def _article(self, page: Page, state: LessonState | None, run: str) -> str:
        begun = None
        if state is not None:
            begun = situation_of(state.saved(self._files), state.game)
        text = self._text(page.text, begun)
        missing = "" if run else f'<p class="hint">{NO_RUN}</p>'
        task = "" if page.task is None else self._task(page.task, begun, state, run)
        return (
            f'<article data-run="{run}" hidden><h2>{escape(page.title)}</h2>'
            f"{text}{missing}{task}</article>"
        )

    def _task(
        self,
        task: LessonTask,
        begun: Situation | None,
        state: LessonState | None,
        run: str,
    ) -> str:
        def part(kind: str, text: str, hidden: str = " hidden") -> str:
            return f'<div class="{kind}"{hidden}>{self._text(text, begun)}</div>'

        parts, kind, entries = [part("do", task.do, "")], "program", ""
        if task.choices:
            order = task.shown_order
            kind = "choices"
            entries = f' data-answer="{order.index(task.answer)}"'
            for place in order:
                choice = self._text(task.choices[place], begun)
                parts.append(f'<button type="button" class="choice">{choice}</button>')
            parts += [
                part("reply", task.replies[place]) for place in order if task.replies
            ]
        elif run and self._can_be_reached(task, begun):
            kind = "until"
            asked = [
                f"{condition.name} {condition.low} {condition.high} "
                f"{'|'.join(condition.words)}"
                for condition in task.until
                if condition.name in LIVE
            ]
            entries = f' data-until="{escape(";".join(asked))}"'
        else:
            parts.append(f'<p class="hint">{IN_THE_PROGRAM}</p>')
        if task.hint:
            hint = self._text(task.hint, begun)
            parts.append(f"<details><summary>Hint</summary>{hint}</details>")
        if task.show is not None and (shown := self._run_of(task.show.after(state))):
            parts.append(
                f'<button type="button" class="show" data-run="{shown}">'
                "Show me</button>"
            )
        parts.append(part("because", task.because))
        return f'<div class="task" data-kind="{kind}"{entries}>{"".join(parts)}</div>'

    @staticmethod
    def _can_be_reached(task: LessonTask, begun: Situation | None) -> bool:
        """Tell whether steps and dragged points can bring about what is asked for."""
        if begun is None or task.predict or not task.until:
            return False
        if task.show is None or task.show.settings or task.show.split:
            return False
        kept = [c for c in task.until if c.name not in LIVE]
        return len(kept) < len(task.until) and all(c.holds(begun) for c in kept)

    def _text(self, text: str, begun: Situation | None) -> str:
        """Turn Markdown into HTML: facts in it are outputs, formulas MathML."""

        def fact_in(match: re.Match[str]) -> str:
            name = match[2]
            value = "–" if begun is None else fact(name).text(begun)
            live = name if name in LIVE and not match[1] else ""
            return f"\ue000{live or '_'}\ue001{value}\ue002"

        tokens = markdown().parse(PLACEHOLDER.sub(fact_in, text))
        for token in [inner for t in tokens for inner in (t, *(t.children or []))]:
            self._prepare_token(token)
        html: str = markdown().renderer.render(tokens, markdown().options, {})
        return _MARK.sub(
            lambda m: (
                m[2] if m[1] == "_" else f'<output data-fact="{m[1]}">{m[2]}</output>'
            ),
            html,
        )

    def _prepare_token(self, token: Any) -> None:
        """Make formulas MathML and pictures part of the page; follow no link."""
        if token.type in FORMULAS:
            from ziamath.tex import tex2mml

            tex = _MARK.sub(lambda m: m[2], token.content.replace("−", "-"))
            inline = token.type == "math_inline"
            try:
                token.content = tex2mml(tex.strip(), inline=inline)
            except Exception:  # whatever a library of formulas objects to
                token.content = escape(tex)
            token.type = "html_inline" if inline else "html_block"
        elif token.type == "image":
            content = self._files.contents.get(str(token.attrs.get("src", "")), b"")
            kind = "png" if content.startswith(b"\x89PNG") else "jpeg"
            token.attrs["src"] = (
                f"data:image/{kind};base64,{b64encode(content).decode()}"
            )
        elif token.type in ("link_open", "link_close"):
            token.tag, token.attrs = "span", {}
