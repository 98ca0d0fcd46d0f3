"""A lesson as a page: one HTML file with its texts, its runs and most of its tasks.

A page of the lesson begins with the run of its state, where the player has the rule of
its learner, else with a picture that is drawn here. What the page's script cannot bring
about is said to be for the program (`engine.lessons.page_tasks`).
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any

from engine.data import gallery
from engine.errors import UserError
from engine.export.page import html_of, plays, run_entries
from engine.export.session_file import SavedSession
from engine.export.still_picture import still_entries
from engine.files import write_whole
from engine.learners import learner
from engine.lessons.facts import fact
from engine.lessons.figures.svg import svg_of
from engine.lessons.formulas import mathml
from engine.lessons.glossary import LINK, named_entries
from engine.lessons.lesson_faults import situation_of, sound_lesson
from engine.lessons.markdown import FORMULAS, PLACEHOLDER, markdown
from engine.lessons.page_tasks import JUDGES, LIVE, PageTask
from engine.lessons.predictions import error_curve, next_mistake
from engine.numbers import enumerated
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    import os

    from engine.lessons.facts import Situation
    from engine.lessons.figures.figure import LessonFigure
    from engine.lessons.lesson import Lesson, LessonTask, Page
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.state import LessonState

BY_NUMBER = (
    '<p class="set-up">Press the point, or write its number: <input type="number" '
    'class="number" min="1" aria-label="Number of the point"></p>'
)
AGAIN = '<button type="button" class="again" hidden>Draw it again</button>'
IN_THE_PROGRAM = (
    "This is done in Perceptron Lab: download the lesson and open it there."
)
ABOUT_THE_WINDOW = (
    "This tells of Perceptron Lab’s window. Here its run is played, but points are "
    "not drawn."
)
BEGUN = 40
"""The step from which a page shows a run where it is about what one has open."""
STILL = "A still picture of step {step:,}: Perceptron Lab plays the run in its window."
NO_POINTS = "No points yet: draw some in Perceptron Lab, or let its stream bring them."
SPOTLIGHTS = {
    "Canvas": "plane", "Playback": "playback", "Play": "play", "Step": "forward",
    "Step back": "back", "Next mistake": "next-mistake", "To start": "to-start",
    "Previous mistake": "last-mistake", "To end": "to-end", "Weights": "weights",
    "This update": "update", "Error per epoch": "curve",
}  # fmt: skip
"""Parts of the window that a page has, with their ids there."""
_MARK = re.compile("\ue000(\\w+)\ue001([^\ue002]*)\ue002")
_AFTER_FORMULA = re.compile(
    r"(<math(?: [^>]*)?>(?:(?!<math).)*?</math>[.,;:!?)]+)", re.S
)
"""A formula with the signs after it, which no line is to begin with."""


def _only_in_the_program(
    task: LessonTask | None, page_task: PageTask | None, state: LessonState | None
) -> str:
    """Say that a page is about the window, and which panels in front no page has."""
    said = []
    if state is None and task is None:
        said = [ABOUT_THE_WINDOW]
    elif task is not None and not task.choices:
        can_be_done = page_task is not None and page_task.can_be_done
        said = [] if can_be_done else [IN_THE_PROGRAM]
    panels = () if state is None else state.panels
    missing = [panel for panel in panels if panel not in {*SPOTLIGHTS, "Set-up"}]
    if missing:
        named = enumerated([f"<em>{escape(panel)}</em>" for panel in missing], "and")
        said.append(f"Perceptron Lab has a panel for this: {named}.")
    return "".join(f'<p class="hint">{sentence}</p>' for sentence in said)


def _speaks_of_cost(page: Page) -> bool:
    """Tell whether the cost is what a page has its reader watch."""
    facts = {match[2] for match in PLACEHOLDER.finditer(page.text)}
    asked = () if page.task is None else page.task.until
    facts |= {condition.name for condition in asked}
    return bool(facts & {"cost", "run_cost"})


def _output(name: str, value: str) -> str:
    """Give a fact that a page's script tells anew."""
    still = "" if name in LIVE else ' data-still="yes"'
    return f'<output data-fact="{name}"{still}>{value}</output>'


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
        self._stills: list[dict[str, Any]] = []
        self._set_ups: list[dict[str, Any]] = []

    def html(self) -> str:
        """Make the whole page.

        Raises
        ------
        UserError
            If a state cannot be made.
        """
        articles, begun, shown = [], None, ""
        for page, state in self._lesson.pages_with_states:
            if page.state is not None and state is not None:
                begun = situation_of(state.saved(self._files), state.game)
                shown = self._shown(state, begun)
            shown = shown or self._shown(None, None)
            articles.append(self._article(page, state, begun, shown))
        return html_of(
            {
                "title": self._lesson.title,
                "runs": self._runs,
                "stills": self._stills,
                "setUps": self._set_ups,
            },
            self._files.packed(),
            kind="lesson",
            lesson="\n".join(articles),
            judges=JUDGES,
            language=self._lesson.language,
        )

    def _shown(self, state: LessonState | None, begun: Situation | None) -> str:
        """Keep the run of a state, or a picture; give the attribute that names it."""
        if state is None:  # it is about what one has open
            saved = SavedSession(gallery.two_clusters(), Recipe(), BEGUN)
        else:
            saved = state.saved(self._files)
        rule = learner(saved.recipe.learner)
        goes_on = saved.branched_from is not None or (
            state is not None and state.stream is not None
        )
        if saved.data.n_samples and plays(rule) and not goes_on:
            self._runs.append(run_entries(saved))
            return f'data-run="{len(self._runs) - 1}"'
        if begun is None:
            begun = situation_of(saved)
        entries = still_entries(saved, begun.tape)
        step = entries["step"]
        caption = STILL.format(step=step) if saved.data.n_samples else NO_POINTS
        self._stills.append(entries | {"caption": caption})
        return f'data-still="{len(self._stills) - 1}"'

    def _article(
        self,
        page: Page,
        state: LessonState | None,
        begun: Situation | None,
        shown: str,
    ) -> str:
        glossary = self._glossary(page.text)
        text = self._text(LINK.sub("", page.text) if glossary else page.text, begun)
        text += glossary + self._figure(page.figure, begun)
        page_task, task = None, ""
        if page.task is not None:
            if shown.startswith("data-run") and begun is not None:
                page_task = PageTask(page.task, begun, state)
            task = self._task(page.task, begun, state, page_task)
        lit = " ".join(SPOTLIGHTS[on] for on in page.spotlights if on in SPOTLIGHTS)
        shown += f' data-spotlight="{lit}"' if lit else ""
        shown += ' data-plots="cost"' if _speaks_of_cost(page) else ""
        head = f"<h2>{escape(page.title)}</h2>"
        head += _only_in_the_program(page.task, page_task, state)
        return f"<article {shown} hidden>{head}{text}{task}</article>"

    def _glossary(self, text: str) -> str:
        """Give what the handbook says of the words that a text names with its link."""
        said = "".join(
            f"<dt>{escape(entry.term)}</dt>"
            f"<dd>{markdown().renderInline(entry.said)}</dd>"
            for entry in named_entries(text)
        )
        if not said:
            return ""
        return (
            '<details class="glossary"><summary>Glossary</summary>'
            f"<dl>{said}</dl></details>"
        )

    def _figure(self, figure: LessonFigure | None, begun: Situation | None) -> str:
        """Draw a figure in the colours of the page's style."""
        if figure is None:
            return ""
        svg = svg_of(figure.draw(begun), "var(--{})".format, alt=figure.alt)
        return f"<figure>{svg}</figure>"

    def _task(
        self,
        task: LessonTask,
        begun: Situation | None,
        state: LessonState | None,
        page_task: PageTask | None,
    ) -> str:
        def part(kind: str, text: str, hidden: str = " hidden") -> str:
            return f'<div class="{kind}"{hidden}>{self._text(text, begun)}</div>'

        parts, entries = [part("do", task.do, "")], ""
        if task.choices:
            order = task.shown_order
            entries = f' data-answer="{order.index(task.answer)}"'
            for place in order:
                choice = self._text(task.choices[place], begun)
                parts.append(f'<button type="button" class="choice">{choice}</button>')
            parts += [
                part("reply", task.replies[place]) for place in order if task.replies
            ]
        elif page_task is not None and page_task.can_be_done:
            entries = self._done_by(page_task, parts)
        if task.hint:
            hint = self._text(task.hint, begun)
            parts.append(f"<details><summary>Hint</summary>{hint}</details>")
        if task.show is None and "data-predict" in entries:
            parts.append('<button type="button" class="show">Show me</button>')
        elif task.show is not None:
            by_it = ""
            after = task.show.after(state)
            if page_task is not None and "data-set-up" in entries:
                by_it = page_task.set_by(after.saved(self._files))
            by_it = f"data-set='{escape(by_it)}'" if by_it else self._shown(after, None)
            parts.append(f'<button type="button" class="show" {by_it}>Show me</button>')
        parts.append(part("because", task.because))
        return f'<div class="task"{entries}>{"".join(parts)}</div>'

    def _done_by(self, page_task: PageTask, parts: list[str]) -> str:
        """Add what a task is done with; give what the page's script reads of it."""
        entries = ""
        if page_task.predict:
            entries += f' data-predict="{page_task.predict}"'
            if page_task.predict == next_mistake.PREDICTION.name:
                parts.append(BY_NUMBER)
        else:
            entries += f' data-until="{escape(page_task.until)}"'
        if page_task.moves:
            entries += ' data-moves="yes"'
        if page_task.settings:
            self._set_ups.append(page_task.set_up)
            place = len(self._set_ups) - 1
            entries += f' data-set-up="{place}"'
            parts.append(f'<div class="set-up fields" id="set-up-{place}"></div>')
        parts.append('<p class="objection" role="status"></p>')
        if page_task.predict == error_curve.PREDICTION.name:
            parts.append(AGAIN)
        return entries

    def _text(self, text: str, begun: Situation | None) -> str:
        """Turn Markdown into HTML: facts in it are outputs, formulas MathML."""

        def fact_in(match: re.Match[str]) -> str:
            name = match[2]
            value = "–" if begun is None else fact(name).text(begun)
            return f"\ue000{'_' if match[1] else name}\ue001{value}\ue002"

        tokens = markdown().parse(PLACEHOLDER.sub(fact_in, text))
        for token in [inner for t in tokens for inner in (t, *(t.children or []))]:
            self._prepare_token(token)
        html: str = markdown().renderer.render(tokens, markdown().options, {})
        html = _AFTER_FORMULA.sub(r'<span class="whole">\1</span>', html)
        return _MARK.sub(lambda m: m[2] if m[1] == "_" else _output(*m.groups()), html)

    def _prepare_token(self, token: Any) -> None:
        """Make formulas MathML and pictures part of the page; follow no link."""
        if token.type in FORMULAS:
            tex = _MARK.sub(lambda m: m[2], token.content.replace("−", "-"))
            inline = token.type == "math_inline"
            try:
                token.content = mathml(tex.strip(), inline=inline)
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
