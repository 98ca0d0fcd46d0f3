"""The card “Will it converge?”: separable or not, and what follows from it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLabel, QProgressBar, QPushButton

from engine.data.feature_map import pretty
from engine.learners import MAP
from gui.canvas.layers.layer_stack import LayerHeight
from gui.features.convergence.hulls import Hulls, HullsLayer, has_hulls
from gui.features.convergence.largest_margin import LargestMargin, LargestMarginLayer
from gui.session.diagnosis import DiagnosisRunner, OutcomeRunner
from gui.session.open_task import OpenTask
from gui.style.text import without_mnemonic
from gui.tasks.task import Task
from gui.tasks.throttle import Throttle
from gui.widgets.dimming import Dimming
from gui.widgets.labels import SteadyLabel, set_text_and_role, show_words
from gui.widgets.layouts import STRETCH, in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import Tape
    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.sentences import Sentences
    from engine.diagnosis.separating_terms import Remedy
    from gui.canvas.canvas import Canvas
    from gui.session.session import Session

FULL = 1000
RANK = 60
"""In the menu Layers."""
CLOSE = "margin: 0 0 4px 0"


class ConvergencePanel(SeenWidget):
    """Says what the diagnosis found, and counts the updates against their bound.

    It asks for one while it is seen, or the line is shown; unseen it does nothing.

    Attributes
    ----------
    line_action : QAction
        Shows the line of largest margin on the canvas.
    hulls_action : QAction
        Shows the hulls of the classes there, and what no line separates.
    """

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__()
        self._session = session
        self._layer = canvas.plot.layers.add(
            LargestMarginLayer, LayerHeight.DENSITY + 1
        )
        self._hulls = canvas.plot.layers.add(HullsLayer, LayerHeight.DENSITY + 1)
        self._diagnoser = diagnoser = DiagnosisRunner.of(session)
        outcome = OutcomeRunner.of(session)
        self._outcome = outcome
        self._open_task = OpenTask.of(session)
        self.caption = SteadyLabel()
        self.outcome = QLabel(wordWrap=True)
        self.verdict = QLabel(wordWrap=True)
        self.reason = QLabel(wordWrap=True)
        self.text = QLabel(wordWrap=True)
        self.updates = QLabel(wordWrap=True)
        self.bar = QProgressBar(textVisible=False, maximum=FULL)
        self.line_action = QAction("Line of &largest margin", self, checkable=True)
        canvas.switches.add(self.line_action, RANK)
        self.line_box = QCheckBox("Show the line of largest margin")
        self.hulls_action = QAction("&Hulls of the classes", self, checkable=True)
        canvas.switches.add(self.hulls_action, RANK + 1)
        self.hulls_box = QCheckBox("Show the hulls of the classes")
        self.remedy = QPushButton()
        self.remedy.clicked.connect(self._take_remedy)
        in_column(
            self, self.outcome, self.verdict, self.remedy, self.reason, self.hulls_box,
            self.updates, self.bar, self.text, self.line_box, STRETCH, spacing=6,
        )  # fmt: skip
        for box, action in (
            (self.line_box, self.line_action), (self.hulls_box, self.hulls_action),
        ):  # fmt: skip
            box.toggled.connect(action.setChecked)
            action.toggled.connect(box.setChecked)
            action.toggled.connect(self._toggle_layer)
        self._making = Task("hulls", self, self._take_hulls)
        self._made: tuple[Diagnosis | None, Hulls | None] = None, None
        self._stale = True
        diagnoser.changed.connect(self._follow_diagnosis)
        outcome.changed.connect(partial(self.act_if_seen, self._show_outcome))
        self._open_task.changed.connect(self._follow_diagnosis)
        counting = Throttle(
            session,
            partial(self.act_if_seen, self._show_updates),
            late=Dimming(lambda: (self.updates, self.bar)),
        )
        session.moved.connect(partial(self.act_if_seen, counting.trigger))
        self._show_diagnosis()

    def _follow_diagnosis(self) -> None:
        drawn = self.line_action.isChecked() or self.hulls_action.isChecked()
        if self.seen or drawn:
            self.refresh()
        else:
            self._stale = True

    def refresh(self) -> None:
        """Show the newest diagnosis; while another is to come, greyed."""
        self._stale = False
        self._diagnoser.ask()
        self._show_diagnosis()

    def _show_diagnosis(self) -> None:
        diagnosis, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        looking = self._diagnoser.looking
        split = tape is not None and tape.data.is_split
        of = "of the training part" if split else ""
        self.caption.setText("looking…" if looking else of)
        for label in (self.verdict, self.reason, self.text):
            label.setEnabled(not looking)
        if diagnosis is not None and tape is not None:
            from engine.diagnosis.sentences import sentences, symbols

            said = sentences(
                diagnosis, tape, remedy=self._remedy, rates=self._diagnoser.rates
            )
            set_text_and_role(self.verdict, said.verdict, "title")
            why, what_follows = rich_text(said)
            self.text.setToolTip(symbols(diagnosis, offset=tape.recipe.offset))
        else:
            set_text_and_role(self.verdict, self._without_diagnosis(), "muted")
            why = what_follows = ""
            self.text.setToolTip("")
        self._show_outcome()
        show_words(self.reason, why)
        show_words(self.text, what_follows)
        self._show_remedy()
        self._show_layers()
        self._show_updates()

    def _show_outcome(self) -> None:
        """Say first how the run ends."""
        outcome = self._outcome.outcome
        self.outcome.setVisible(outcome is not None)
        if outcome is not None:
            set_text_and_role(self.outcome, outcome.text, outcome.role or "title")

    @property
    def _remedy(self) -> Remedy | None:
        """What would let lines separate, where the learner has no others."""
        diagnosis = self._diagnoser.diagnosis
        linear = diagnosis is None or diagnosis.is_linear
        offered = linear and not self._open_task.on
        return self._diagnoser.remedy if offered else None

    def _show_remedy(self) -> None:
        """Offer the change that makes them separable, while it is known."""
        remedy, looking = self._remedy, self._diagnoser.looking
        self.remedy.setVisible(remedy is not None)
        self.remedy.setEnabled(not looking)
        if remedy is not None:
            self.remedy.setText(without_mnemonic(remedy.text))

    def _take_remedy(self) -> None:
        remedy = self._remedy
        if remedy is not None:
            text = f"add {pretty(remedy.term)}" if remedy.term else "add the offset"
            self._session.change(remedy.recipe, text)

    def _without_diagnosis(self) -> str:
        if self._diagnoser.looking:
            return "looking…"
        return self._diagnoser.failure or self._session.why_no_run or "No run yet."

    def _show_updates(self) -> None:
        """Show the updates up to the playhead."""
        frame, diagnosis = self._session.frame, self._diagnoser.diagnosis
        if frame is None or diagnosis is None or self._diagnoser.looking:
            counts = bounded = False
        else:
            from engine.diagnosis.sentences import bound_text

            counts, bounded = diagnosis.is_perceptron, diagnosis.is_bounded
            bound = bound_text(diagnosis, offset=self._session.recipe.offset)
            of = f" of {bound}" if bound else ""
            self.updates.setText(f"updates so far <b>{frame.updates:,}</b>{of}")
            self.bar.setValue(round(FULL * min(1.0, frame.updates / diagnosis.bound)))
        self.updates.setVisible(counts)
        self.bar.setVisible(bounded)

    def _toggle_layer(self) -> None:
        self._show_layers()
        self._follow_diagnosis()

    def _show_layers(self) -> None:
        """Draw what is asked for, and offer what there is to draw."""
        diagnosis, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        margin, hulls, possible = None, None, False
        if diagnosis is not None and tape is not None and self._still_applies(tape):
            margin = LargestMargin.of(diagnosis, tape)
            possible = has_hulls(diagnosis, tape)
            if possible and self.hulls_action.isChecked():
                hulls = self._hulls_of(diagnosis, tape)
        if not possible:
            self._making.drop()
            self._made = None, None
        has_line = margin is not None and bool(margin.models)
        self.line_box.setVisible(has_line)
        self.hulls_box.setVisible(possible)
        self._layer.show_margin(margin if self.line_action.isChecked() else None)
        self._hulls.show_hulls(hulls)

    def _hulls_of(self, diagnosis: Diagnosis, tape: Tape) -> Hulls | None:
        """Give what is drawn: of a million samples, made beside, it comes later."""
        if self._made[0] is not diagnosis:
            self._made = diagnosis, None
            self._making.start(lambda _: Hulls.of(diagnosis, tape), wait=True)
        return self._made[1]

    def _take_hulls(self, hulls: Hulls | None, _: str) -> None:
        self._made = self._made[0], hulls
        self._show_layers()

    def _still_applies(self, tape: Tape) -> bool:
        """Tell whether the line is still that of the present data and features."""
        then, now = tape.recipe, self._session.recipe
        alike = all(
            then.get(parameter.name) == now.get(parameter.name) for parameter in MAP
        )
        return (
            tape.data is self._session.data and alike and then.features == now.features
        )


def rich_text(said: Sentences) -> tuple[str, str]:
    """Lay out why it is so, and what follows: paragraphs, and a row for each class."""
    from html import escape  # it brings thousands of names of characters

    def paragraphs(texts: Iterable[str]) -> str:
        return "".join(f"<p style='{CLOSE}'>{escape(text)}</p>" for text in texts)

    rows = "".join(
        f"<tr><td><b>{escape(row.name)}</b>&nbsp;&nbsp;</td>"
        f"<td>{row.margin}&nbsp;&nbsp;</td><td>{row.bound}</td></tr>"
        for row in said.classes
    )
    table = f"<table>{rows}</table>" if rows else ""
    why = paragraphs(filter(None, (said.reason, said.remedy)))
    return why, table + paragraphs(said.facts)
