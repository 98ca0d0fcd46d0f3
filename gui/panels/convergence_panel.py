"""The card “Will it converge?”: separable or not, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLabel, QProgressBar, QVBoxLayout, QWidget

from engine.learners import MAP
from gui.canvas.layers.largest_margin import Margin
from gui.panels import convergence_words as words
from gui.widgets.labels import SteadyLabel
from gui.widgets.section import dress

if TYPE_CHECKING:
    from engine import Tape
    from gui.canvas.layers.largest_margin import MarginLayer
    from gui.session.diagnosis import DiagnosisRunner
    from gui.session.session import Session

FULL = 1000
CLOSE = "margin: 0 0 4px 0"


class ConvergencePanel(QWidget):
    """Says what the diagnosis found, and counts the updates against their bound.

    Attributes
    ----------
    line_action : QAction
        Shows the line of largest margin on the canvas.
    """

    def __init__(
        self, session: Session, diagnoser: DiagnosisRunner, layer: MarginLayer
    ) -> None:
        super().__init__()
        self._session, self._diagnoser, self._layer = session, diagnoser, layer
        self.caption = SteadyLabel()
        self.verdict = QLabel(wordWrap=True)
        self.text = QLabel(wordWrap=True)
        self.updates = QLabel(wordWrap=True)
        self.bar = QProgressBar(textVisible=False, maximum=FULL)
        self.line_action = QAction("Line of &largest margin", self, checkable=True)
        self.line_box = QCheckBox("Show the line of largest margin")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for part in (self.verdict, self.text, self.updates, self.bar, self.line_box):
            layout.addWidget(part)
        layout.addStretch()
        self.line_box.toggled.connect(self.line_action.setChecked)
        self.line_action.toggled.connect(self.line_box.setChecked)
        self.line_action.toggled.connect(self._show_line)
        diagnoser.changed.connect(self.refresh)
        session.moved.connect(self._count)
        self.refresh()

    def refresh(self) -> None:
        """Show the newest diagnosis; while another is to come, greyed."""
        told, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        looking = self._diagnoser.looking
        split = tape is not None and tape.data.is_split
        of = "of the training part" if split else ""
        self.caption.setText("looking…" if looking else of)
        for label in (self.verdict, self.text):
            label.setEnabled(not looking)
        if told is not None and tape is not None:
            verdict, role = words.headline(told)
            paragraphs = words.paragraphs(told, tape)
            self.text.setToolTip(words.PRIMES if tape.recipe.offset else words.ORIGIN)
        else:
            verdict, role = self._without_diagnosis(), "muted"
            paragraphs = []
            self.text.setToolTip("")
        dress(self.verdict, verdict, role)
        self.text.setText("".join(f"<p style='{CLOSE}'>{p}</p>" for p in paragraphs))
        self.text.setVisible(bool(paragraphs))
        self._show_line()
        self._count()

    def _without_diagnosis(self) -> str:
        if self._diagnoser.looking:
            return "looking…"
        return self._diagnoser.failure or "No run yet."

    def _count(self) -> None:
        """Show the updates up to the playhead."""
        frame, told = self._session.frame, self._diagnoser.diagnosis
        if frame is None or told is None or self._diagnoser.looking:
            counts = bounded = False
        else:
            counts, bounded = told.is_perceptron, words.is_bounded(told)
            offset = self._session.recipe.offset
            self.updates.setText(words.updates(told, frame.updates, offset))
            self.bar.setValue(round(FULL * min(1.0, frame.updates / told.bound)))
        self.updates.setVisible(counts)
        self.bar.setVisible(bounded)

    def _show_line(self) -> None:
        told, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        margin = None
        if told is not None and tape is not None and self._holds(tape):
            margin = Margin.of(told, tape)
        some = margin is not None and bool(margin.models)
        self.line_box.setVisible(some)
        self._layer.show_margin(margin if self.line_action.isChecked() else None)

    def _holds(self, tape: Tape) -> bool:
        """Tell whether the line is still that of the present data and features."""
        then, now = tape.recipe, self._session.recipe
        alike = all(
            then.get(parameter.name) == now.get(parameter.name) for parameter in MAP
        )
        return (
            tape.data is self._session.data and alike and then.features == now.features
        )
