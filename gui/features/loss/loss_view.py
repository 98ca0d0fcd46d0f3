"""The loss with its words, following the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QWidget

from gui.features.loss.loss_picture import LossPicture, loss_picture
from gui.features.loss.loss_plot import LossPlot
from gui.plotting.plot import STEPS
from gui.style.text import number, plain
from gui.widgets.combo_boxes import ComboBox, offer
from gui.widgets.labels import FittingLabel, hint_label
from gui.widgets.layouts import in_column, row_of

if TYPE_CHECKING:
    from engine import Tape
    from gui.session.session import Session
    from gui.style.theme import Theme

NO_RUN = "Draw points of two classes:<br>their losses will stand here"
LARGEST_PULL = "by pull"
CLASSES = "The class against all others; by pull: the one whose sample pulls hardest"
TOOLTIP = (
    "What a sample costs, over y·z: how far it is on its right side.\n"
    "Ticks are the samples by the newest weights, those of y = +1 in the upper row.\n"
    "The sample of this step is hollow before the update and filled after it; the\n"
    "slope of the loss there is its pull, and the update is η · pull · x."
)


class LossView(QWidget):
    """Losses over y·z, the samples on the axis, the step on the learner's own curve.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says the loss of the step's sample before and after.
    """

    def __init__(self, session: Session, theme: Theme, caption: QLabel) -> None:
        super().__init__()
        self._session, self._caption = session, caption
        self.picture: LossPicture | None = None
        self.reading = FittingLabel()
        self.output = ComboBox("The class against all others", CLASSES)
        self.output.setProperty("compact", True)
        self.output.setMinimumContentsLength(len(LARGEST_PULL))
        self.output.currentIndexChanged.connect(self.refresh)
        self.plot = LossPlot(theme)
        self.plot.setToolTip(TOOLTIP)
        self.plot.describe("Losses over y·z", STEPS, self._words)
        self.hint = hint_label()
        in_column(
            self,
            (self.hint, 1),
            (self.plot, 1),
            row_of((self.reading, 1), self.output, spacing=4),
            spacing=4,
        )
        self._shown: tuple[object, ...] = ()

    def set_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)

    @property
    def chosen_output(self) -> int | None:
        """Which output a person chose; None: the one that pulls hardest."""
        at = self.output.currentIndex()
        return at - 1 if at > 0 else None

    def refresh(self) -> None:
        """Draw the playhead's moment."""
        tape, frame = self._session.tape, self._session.frame
        why = self._session.why_no_run or NO_RUN
        there = tape is not None and frame is not None
        if tape is not None and frame is not None:
            why = tape.problem_at(frame.step).why_no_row.capitalize()
            there = not why
        for part in (self.plot, self.reading):
            part.setVisible(there)
        self.hint.setVisible(not there)
        self.hint.setText(why)
        self.picture = None
        if tape is None or frame is None or not there:
            self.output.hide()
            self._caption.setText("")
            return
        self._offer_outputs(tape)
        picture = loss_picture(tape, frame, self.chosen_output)
        self.picture = picture
        # Another learner or other samples are another picture: look at it afresh.
        shown = (tape.data, picture.own.name, self.chosen_output)
        self.plot.show_picture(picture, anew=shown != self._shown)
        self._shown = shown
        self.reading.set_alternatives(*picture.reading)
        self._say_formula(tape, picture)
        self.plot.tell()

    def _words(self) -> str:
        """Say what is read of the step."""
        picture = self.picture
        return (
            "" if picture is None else f"{self._caption.text()}. {picture.reading[0]}"
        )

    def _offer_outputs(self, tape: Tape) -> None:
        names = tape.data.class_names if tape.problem.n_outputs > 1 else ()
        wanted = [LARGEST_PULL, *names] if names else []
        self.output.setVisible(bool(wanted))
        offer(self.output, wanted)

    def _say_formula(self, tape: Tape, picture: LossPicture) -> None:
        formula, of = f"{picture.own.name}: {picture.formula}", ""
        if tape.problem.n_outputs > 1:
            of = tape.data.class_names[picture.output]
            formula += f"; {of} against the rest"
        self.reading.setToolTip(plain(f"{formula}\n{picture.reading[0]}"))
        words = ""
        if len(picture.before):
            before, after = picture.before[0, 1], picture.after[0, 1]
            qualifier = (
                f" of point {picture.first + 1:,}:" if picture.in_batch > 1 else ""
            )
            words = f"loss{qualifier} {number(before, 3)} → {number(after, 3)}"
        self._caption.setText(f"{of}: {words}" if of and words else words)
        self._caption.setToolTip(plain(self._caption.text()))
