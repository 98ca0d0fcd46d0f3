"""Where the validation error was lowest, and whether the run over-fits after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from engine.data.dataset import VALIDATION
from engine.numbers import percent, percentage
from gui.style.theme import current_theme
from gui.widgets.labels import WrappedLabel

if TYPE_CHECKING:
    from engine import Tape
    from engine.diagnosis.overfitting import ValidationCourse
    from gui.session.session import Session

STOP, NBSP = "stop", "\N{NO-BREAK SPACE}"
WHAT = (
    "Over-fitting: from that epoch on the training error falls and the validation error"
    " rises, at the end of the run and as a trend. What is learned then holds for the"
    " samples learned from only. “Stop there” sets Epochs to it."
)


class ValidationNote(WrappedLabel):
    """A sentence on the validation error, with a link that ends the run at its lowest.

    Nothing is seen of it where no samples are held out to validate with.

    Attributes
    ----------
    course : ValidationCourse or None
        What it tells.
    tells_overfitting : bool
        Whether that is told here, or elsewhere.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.course: ValidationCourse | None = None
        self.tells_overfitting = True
        self._known: tuple[object, ...] = ()
        self.setProperty("role", "muted")
        self.setToolTip(WHAT)
        links = Qt.TextInteractionFlag
        self.setTextInteractionFlags(
            links.LinksAccessibleByMouse | links.LinksAccessibleByKeyboard
        )
        self.linkActivated.connect(self._stop_at_best)
        self.hide()

    def refresh(self, until: int | None = None) -> None:
        """Tell of the run shown, or only of its epochs up to one."""
        tape = None if self._session.endless else self._session.tape
        tells = self.tells_overfitting
        known = (tape, finished_epochs(tape), until, current_theme(), tells)
        if known == self._known:
            return
        self._known = known
        self.course = _course(tape, until)
        text = ""
        if self.course is not None and (tells or not self.course.overfits):
            text = course_text(self.course)
        if text:
            theme = current_theme()
            text = text.replace("<a ", f"<a style='color: {theme.accent_text}' ")
            text = f"<span style='font-size: {theme.legend_pt}pt'>{text}</span>"
        self.setText(text)
        self.setVisible(bool(text))

    def _stop_at_best(self) -> None:
        """Let the run end where the validation error is lowest."""
        if self.course is not None:
            recipe = self._session.recipe.replace(epochs=self.course.best)
            self._session.change(recipe, f"stop after epoch {self.course.best:,}")


def finished_epochs(tape: Tape | None) -> int:
    """Count the epochs that a tape has recorded."""
    return 0 if tape is None else tape.steps // tape.problem.steps_per_epoch


def is_validated(tape: Tape | None) -> bool:
    """Tell whether a run has samples to choose by."""
    return tape is not None and len(tape.problem.parts[VALIDATION].X) > 0


def _course(tape: Tape | None, until: int | None) -> ValidationCourse | None:
    if tape is None or not is_validated(tape):
        return None
    from engine.diagnosis.overfitting import course_of

    return course_of(tape, until)


def course_text(course: ValidationCourse) -> str:
    """Write it as rich text."""
    best, (lowest, last) = course.best, course.validation
    stop = f" <a href='{STOP}'>Stop{NBSP}there</a>"
    if course.overfits:
        return (
            f"<b>Over-fitting</b> after epoch {best:,}: by epoch {course.last:,} "
            f"training {_change(*course.training)}, "
            f"validation {_change(lowest, last)}.{stop}"
        )
    text = f"Epoch {best:,} had the lowest validation error, {percent(lowest)}"
    if last <= lowest:
        return f"{text}."
    return f"{text}; after epoch {course.last:,} it is {percent(last)}.{stop}"


def _change(before: float, after: float) -> str:
    return f"{percentage(before)} → {percent(after)}".replace(" ", NBSP)
