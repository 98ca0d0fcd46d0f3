"""What a command is, which there are, and which ones are meant by some words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from engine.data.split import MOST_SHARE, USUAL_SHARE
from engine.errors import UserError
from engine.learners import learner, learners
from gui.part import WORDS
from gui.widgets.number_boxes import read_number
from gui.window.keys_window import keys_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from PySide6.QtGui import QAction

    from engine.data.gallery import Example
    from engine.hyperparameter import Hyperparameter
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from gui.session.session import Session
    from gui.style.theme import Choice

SYNONYMS = {
    "Play": "train run fit learn start pause",
    "To start": "rewind first beginning",
    "To end": "last result",
    "Next mistake": "error wrong misclassified",
    "Previous mistake": "error wrong misclassified",
    "Branch here": "compare two settings fork",
    "New": "empty start over reset",
    "Open": "load file",
    "Import": "load csv excel workbook spss matlab table file",
    "Export a plot": "save figure image picture png svg pdf",
    "Film of the run": "video animation gif mp4",
    "Interactive page": "export html browser web site share",
    "Lab": "export html browser web site share phone draw students",
    "Export weights": "save model coefficients onnx json code python",
    "Export the trace": "save history steps csv",
    "Export code": "save python numpy scikit-learn sklearn jupyter notebook program",
    "Preferences": "options dark light theme colours contrast motion",
    "Fit": "zoom all reset view",
    "Clear all points": "delete remove erase dustbin",
    "Lecture mode": "full screen presentation large beamer",
    "Margin view": "distance support vectors",
    "Same scale on both axes": "stretch units aspect ratio equal unlike",
    "Will it converge?": "separable why not convergence bound",
    "Error per epoch": "loss curve cost accuracy",
    "Weights": "coefficients w b bias intercept",
    "Predict": "classify new point",
    "Points": "table data rows",
    "This update": "rule step why formula",
    "Keys and mouse": "shortcuts keyboard",
    "Reset layout": "panels default",
}  # fmt: skip
"""Other words by which one looks for what has this title."""
COLOURS: dict[str, Choice] = {
    "Dark colours": "dark", "Light colours": "light",
    "Colours as the system": "system",
}  # fmt: skip
HOLD_OUT = "Hold out {} % for validation"
SPLIT_WORDS = "validation split"
SETTING_WORDS = {
    "learning_rate": "eta lr alpha step size",
    "epochs": "iterations passes",
    "strength": "lambda regularisation penalty c",
    "batch_size": "mini-batch sgd",
    "offset": "bias intercept b",
    "standardise": "scale normalise z-score",
    "order": "shuffle permutation",
    "seed": "random",
    "start": "initial weights",
}


@dataclass(frozen=True)
class PaletteCommand:
    """Something that can be done.

    Attributes
    ----------
    title : str
    where : str
        The menu or list in which it is.
    run : callable
    key : str
        The keys that do it, too.
    words : str
        More words by which it is found.
    enabled : bool
    help : str
        A sentence.
    """

    title: str
    where: str
    run: Callable[[], object]
    key: str = ""
    words: str = ""
    enabled: bool = True
    help: str = ""


def matching(commands: Iterable[PaletteCommand], typed: str) -> list[PaletteCommand]:
    """Give the commands that have a word beginning with each that is typed.

    Those whose titles have all of them come first, and among these those whose titles
    begin so.
    """
    wanted = _words(typed)
    ranked: list[tuple[int, PaletteCommand]] = []
    for command in commands:
        title = _words(command.title)
        others = _words(f"{command.where} {command.words}")
        if not all(_begins(word, title + others) for word in wanted):
            continue
        in_title = all(_begins(word, title) for word in wanted)
        first = bool(wanted and title and title[0].startswith(wanted[0]))
        rank = 2
        if in_title:
            rank = 0 if first else 1
        ranked.append((rank, command))
    return [command for _, command in sorted(ranked, key=lambda pair: pair[0])]


def _begins(word: str, words: Sequence[str]) -> bool:
    return any(other.startswith(word) for other in words)


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[^\W_]+", plain)


def menu_commands(
    actions: Iterable[QAction], where: str = "", of: str = ""
) -> Iterator[PaletteCommand]:
    """Give the actions of menus, and those of menus in them after these menus' names.

    But not the panels: they are brought to the front by commands of their own.
    """
    for action in actions:
        title, menu = action.text().replace("&", "").rstrip("…"), action.menu()
        if isinstance(menu, QMenu) and title != "Panels":
            inner = title if where else ""
            yield from menu_commands(menu.actions(), where or title, inner)
        elif title and menu is None and action.isVisible():
            is_on = action.isCheckable() and action.isChecked()
            tip = action.toolTip()
            yield PaletteCommand(
                f"{of}: {title}" if of else title,
                f"{where} · on" if is_on else where,
                action.trigger,
                keys_text(action.shortcuts()),
                f"{action.property(WORDS) or SYNONYMS.get(title, '')} {tip}",
                action.isEnabled(),
                "" if tip.rstrip("…") == title else tip,
            )


def panel_commands(
    titles: Mapping[str, str], bring: Callable[[str], object]
) -> Iterator[PaletteCommand]:
    """Give one for each panel, by its part, that brings it to the front."""
    for name, title in titles.items():
        show = partial(bring, name)
        yield PaletteCommand(
            title, "Panel", show, words=SYNONYMS.get(title, "") + " show"
        )


def setting_commands(
    session: Session, show: Callable[[str], object]
) -> Iterator[PaletteCommand]:
    """Give one for each setting of the learner, that leads to its control."""
    recipe = session.recipe
    for parameter in learner(recipe.learner).all_hyperparameters:
        if parameter.group != "weights" and parameter.matters(recipe.get):
            name = parameter.name
            words = f"{name} {SETTING_WORDS.get(name, '')}"
            run = partial(show, name)
            yield PaletteCommand(
                parameter.label, "Set-up", run, "", words, True, parameter.help
            )


def learner_commands(session: Session) -> Iterator[PaletteCommand]:
    """Give one for each learner, that chooses it."""
    for other in learners().values():
        run = partial(session.choose_learner, other.name)
        yield PaletteCommand(
            other.title, "Learner", run, words=other.line, help=other.line
        )


def example_commands(
    examples: Iterable[Example], begin: Callable[[Example], object]
) -> Iterator[PaletteCommand]:
    """Give one for each example, that opens it."""
    for example in examples:
        run = partial(begin, example)
        yield PaletteCommand(
            example.title, "Example", run, words="data", help=example.about
        )


def lesson_commands(
    lessons: Iterable[tuple[LessonFiles, Lesson]],
    begin: Callable[[LessonFiles, None], object],
) -> Iterator[PaletteCommand]:
    """Give one for each lesson, that opens it where one was."""
    for files, lesson in lessons:
        run = partial(begin, files, None)
        yield PaletteCommand(
            lesson.title, "Lesson", run, words="learn", help=lesson.about
        )


def theme_commands(choose: Callable[[Choice], object]) -> Iterator[PaletteCommand]:
    """Give one for each choice of colours."""
    for title, choice in COLOURS.items():
        run = partial(choose, choice)
        yield PaletteCommand(title, "Preferences", run, words="theme mode")


def split_commands(
    hold_out: Callable[[int], object], *, is_split: bool
) -> Iterator[PaletteCommand]:
    """Give what the box beside the data does: hold the usual share out, or none."""
    usual, none = partial(hold_out, USUAL_SHARE), partial(hold_out, 0)
    yield PaletteCommand(
        HOLD_OUT.format(USUAL_SHARE), "Set-up", usual, words=SPLIT_WORDS
    )
    yield PaletteCommand(
        "No split", "Set-up", none, words="train on all points", enabled=is_split
    )


def hold_out_commands(
    typed: str, hold_out: Callable[[int], object]
) -> Iterator[PaletteCommand]:
    """Give the one that holds out another share, typed as ``hold out 25 %``."""
    words = _words(typed)
    named = _words(f"hold out {SPLIT_WORDS}")
    share = next((int(word) for word in words if word.isdecimal()), 0)
    others = [word for word in words if not word.isdecimal()]
    possible = 0 < share <= MOST_SHARE and share != USUAL_SHARE
    if possible and others and all(_begins(word, named) for word in others):
        yield PaletteCommand(HOLD_OUT.format(share), "Set-up", partial(hold_out, share))


def number_commands(session: Session, typed: str) -> Iterator[PaletteCommand]:
    """Give those that set a number that is typed with its name, as ``eta 0.1``."""
    name, _, number = typed.strip().rpartition(" ")
    value, wanted = read_number(number.removesuffix("%")), _words(name)
    if value is None or not wanted:
        return
    recipe = session.recipe
    for parameter in learner(recipe.learner).all_hyperparameters:
        words = f"{parameter.label} {parameter.name} "
        known = _words(words + SETTING_WORDS.get(parameter.name, ""))
        fits = parameter.kind in ("int", "float") and parameter.group != "weights"
        if not fits or not all(_begins(word, known) for word in wanted):
            continue
        yield _setting(session, parameter, value, number)


def _setting(
    session: Session, parameter: Hyperparameter, value: float, text: str
) -> PaletteCommand:
    whole = parameter.kind == "int" and value == int(value)
    title = f"{parameter.label} = {text}"
    try:
        recipe = session.recipe.replace(
            **{parameter.name: int(value) if whole else value}
        )
    except UserError as error:
        return PaletteCommand(title, str(error), lambda: None, enabled=False)
    run = partial(session.change, recipe, f"set {parameter.label}")
    return PaletteCommand(title, "Set-up", run, help=parameter.help)
