"""The card “Will it converge?”: separable or not, and what follows from it."""

from __future__ import annotations

import math
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLabel, QProgressBar, QPushButton

from engine.data.feature_map import pretty
from engine.learners import MAP, learner
from engine.numbers import figures
from gui.canvas.layers.largest_margin import LargestMargin
from gui.panels.setting_notes import only_scales, rate_note
from gui.style.text import number, without_mnemonic
from gui.tasks.throttle import Throttle
from gui.widgets.labels import SteadyLabel, set_text_and_role, show_words
from gui.widgets.layouts import STRETCH, in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from engine import Tape
    from engine.evaluation.convergence import Diagnosis, Separation
    from engine.evaluation.remedies import Remedy
    from engine.evaluation.weight_cycle import Cycle
    from engine.training.learning_rates import RateLimits
    from gui.canvas.layers.largest_margin import LargestMarginLayer
    from gui.session.diagnosis import DiagnosisRunner, OutcomeRunner
    from gui.session.session import Session

FULL = 1000
CLOSE = "margin: 0 0 4px 0"
DIGITS = 4
MOST_WRITTEN = 4
"""Terms up to which the updates of a cycle are written as vectors."""
PRIMES = (
    "With an offset the theorem holds for samples x′ = (x, 1) and weights w′ = (w, b) "
    "through the origin: R′ is the largest ‖x′‖, γ′ the largest margin of a w′ of "
    "length 1. γ is the margin of the line itself, ‖w‖ = 1, as it is drawn."
)
ORIGIN = "R is the largest ‖x‖, γ the largest margin of a w of length 1, no offset."
KERNEL = (
    "w is a sum of samples in the kernel's features. R is the largest √K(x, x), with "
    "an offset √(K(x, x) + 1); γ the largest margin of a w of length 1, b a part of it."
)
TOGETHER = (
    "w has the weights of all classes, with an offset also b. R is the largest ‖x‖, "
    "with an offset ‖(x, 1)‖; γ the most by which each own class leads if ‖w‖ = 1."
)


class ConvergencePanel(SeenWidget):
    """Says what the diagnosis found, and counts the updates against their bound.

    It asks for one while it is seen, or the line is shown; unseen it does nothing.

    Attributes
    ----------
    line_action : QAction
        Shows the line of largest margin on the canvas.
    """

    def __init__(
        self,
        session: Session,
        diagnoser: DiagnosisRunner,
        outcome: OutcomeRunner,
        layer: LargestMarginLayer,
    ) -> None:
        super().__init__()
        self._session, self._diagnoser, self._layer = session, diagnoser, layer
        self._outcome = outcome
        self.caption = SteadyLabel()
        self.outcome = QLabel(wordWrap=True)
        self.verdict = QLabel(wordWrap=True)
        self.reason = QLabel(wordWrap=True)
        self.text = QLabel(wordWrap=True)
        self.updates = QLabel(wordWrap=True)
        self.bar = QProgressBar(textVisible=False, maximum=FULL)
        self.line_action = QAction("Line of &largest margin", self, checkable=True)
        self.line_box = QCheckBox("Show the line of largest margin")
        self.remedy = QPushButton()
        self.remedy.clicked.connect(self._take_remedy)
        in_column(
            self, self.outcome, self.verdict, self.remedy, self.reason, self.updates,
            self.bar, self.text, self.line_box, STRETCH, spacing=6,
        )  # fmt: skip
        self.line_box.toggled.connect(self.line_action.setChecked)
        self.line_action.toggled.connect(self.line_box.setChecked)
        self.line_action.toggled.connect(self._toggle_line)
        self._stale = True
        diagnoser.changed.connect(self._follow)
        outcome.changed.connect(partial(self.act_if_seen, self._show_outcome))
        counting = Throttle(session, partial(self.act_if_seen, self._count))
        session.moved.connect(partial(self.act_if_seen, counting.trigger))
        self._show()

    def _follow(self) -> None:
        if self.seen or self.line_action.isChecked():
            self.refresh()
        else:
            self._stale = True

    def refresh(self) -> None:
        """Show the newest diagnosis; while another is to come, greyed."""
        self._stale = False
        self._diagnoser.ask()
        self._show()

    def _show(self) -> None:
        diagnosis, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        looking = self._diagnoser.looking
        split = tape is not None and tape.data.is_split
        of = "of the training part" if split else ""
        self.caption.setText("looking…" if looking else of)
        for label in (self.verdict, self.reason, self.text):
            label.setEnabled(not looking)
        why = ""
        if diagnosis is not None and tape is not None:
            verdict, role = verdict_text(diagnosis), "title"
            why = reason(diagnosis, by_hand=learner(tape.recipe.learner).by_hand)
            texts = paragraphs(diagnosis, self._diagnoser.rates, tape)
            if self._remedy is not None:
                why += f"<p style='{CLOSE}'>{remedy_text(self._remedy)}</p>"
            elif diagnosis.is_perceptron and not (
                diagnosis.separable or diagnosis.ties_are_right
            ):
                other = _other_space(diagnosis, tape)
                texts[:0] = [f"{other} may separate them."] if other else []
            self.text.setToolTip(_symbols(diagnosis, offset=tape.recipe.offset))
        else:
            verdict, role = self._without_diagnosis(), "muted"
            texts = []
            self.text.setToolTip("")
        set_text_and_role(self.verdict, verdict, role)
        self._show_outcome()
        show_words(self.reason, why)
        self.text.setText("".join(f"<p style='{CLOSE}'>{p}</p>" for p in texts))
        self.text.setVisible(bool(texts))
        self._show_remedy()
        self._show_line()
        self._count()

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
        return self._diagnoser.remedy if linear else None

    def _show_remedy(self) -> None:
        """Offer the change that makes them separable, while it is known."""
        remedy, looking = self._remedy, self._diagnoser.looking
        self.remedy.setVisible(remedy is not None)
        self.remedy.setEnabled(not looking)
        if remedy is not None:
            added = f"Add {pretty(remedy.term)}" if remedy.term else "Add the offset b"
            self.remedy.setText(without_mnemonic(added))

    def _take_remedy(self) -> None:
        remedy = self._diagnoser.remedy
        if remedy is not None:
            text = f"add {remedy.term}" if remedy.term else "add the offset"
            self._session.change(remedy.recipe, text)

    def _without_diagnosis(self) -> str:
        if self._diagnoser.looking:
            return "looking…"
        return self._diagnoser.failure or self._session.why_no_run or "No run yet."

    def _count(self) -> None:
        """Show the updates up to the playhead."""
        frame, diagnosis = self._session.frame, self._diagnoser.diagnosis
        if frame is None or diagnosis is None or self._diagnoser.looking:
            counts = bounded = False
        else:
            counts, bounded = diagnosis.is_perceptron, is_bounded(diagnosis)
            offset = self._session.recipe.offset
            self.updates.setText(updates_text(diagnosis, frame.updates, offset=offset))
            self.bar.setValue(round(FULL * min(1.0, frame.updates / diagnosis.bound)))
        self.updates.setVisible(counts)
        self.bar.setVisible(bounded)

    def _toggle_line(self) -> None:
        self._show_line()
        self._follow()

    def _show_line(self) -> None:
        diagnosis, tape = self._diagnoser.diagnosis, self._diagnoser.tape
        margin = None
        if diagnosis is not None and tape is not None and self._still_applies(tape):
            margin = LargestMargin.of(diagnosis, tape)
        has_line = margin is not None and bool(margin.models)
        self.line_box.setVisible(has_line)
        self._layer.show_margin(margin if self.line_action.isChecked() else None)

    def _still_applies(self, tape: Tape) -> bool:
        """Tell whether the line is still that of the present data and features."""
        then, now = tape.recipe, self._session.recipe
        alike = all(
            then.get(parameter.name) == now.get(parameter.name) for parameter in MAP
        )
        return (
            tape.data is self._session.data and alike and then.features == now.features
        )


def verdict_text(diagnosis: Diagnosis) -> str:
    """Say whether the samples are separable, and where."""
    where = "in these features"
    if diagnosis.space == "kernel":
        where = "in the kernel's features"
    elif not diagnosis.is_linear:
        where = "by a line"
    if not diagnosis.separable:
        return f"Not separable {where}"
    return "Separable" if diagnosis.is_linear else f"Separable {where}"


def _other_space(diagnosis: Diagnosis, tape: Tape) -> str:
    """Name what may separate what is not separable; no kernel tells equals apart."""
    if diagnosis.space != "kernel":
        return "Other features"
    return "" if tape.recipe.get("kernel") == "rbf" else "Another kernel"


def _symbols(diagnosis: Diagnosis, *, offset: bool) -> str:
    """Say what R and γ are."""
    if diagnosis.space == "kernel":
        return KERNEL
    if diagnosis.space == "classes":
        return TOGETHER
    return PRIMES if offset else ORIGIN


NOT_LINEAR = (
    "Margin γ, (R/γ)², safe η and cycles are told of weights that make a line: here "
    "there are none."
)


def reason(diagnosis: Diagnosis, *, by_hand: bool = False) -> str:
    """Say why there can be no rest, as rich text; empty where they are separable."""
    if diagnosis.separable:
        return ""
    if not diagnosis.is_linear and by_hand:
        return "Nothing is learned here: set the lines of two or more units."
    if not diagnosis.is_linear and not diagnosis.is_perceptron:
        return "Its boundary can bend: the error may come to 0 all the same."
    if not diagnosis.is_perceptron:
        return "No weights have every sample right: the error cannot come to 0."
    if diagnosis.ties_are_right:
        return (
            "No weights have every sample beside the boundary: the perceptron can come "
            "to rest only where samples of the positive class lie on it."
        )
    return (
        "No weights have every sample right: the perceptron will <b>never converge</b>."
    )


def remedy_text(remedy: Remedy) -> str:
    """Say what would make the samples separable."""
    if not remedy.term:
        return (
            "Not separable <b>through the origin</b>; with an <b>offset b</b>, which "
            "moves the boundary away from it, they are."
        )
    from html import escape

    term = escape(pretty(remedy.term))
    return f"With one more term, <b>{term}</b>, they are separable."


def paragraphs(
    diagnosis: Diagnosis, limits: RateLimits | None, tape: Tape
) -> list[str]:
    """Give what follows the verdict and its reason, as rich text."""
    if diagnosis.space != "features":
        return _in_its_space(diagnosis, tape)
    if not diagnosis.is_linear:
        return [] if learner(tape.recipe.learner).by_hand else [NOT_LINEAR]
    if len(diagnosis.separations) > 1:
        texts = [_classes(diagnosis, tape)]
    else:
        texts = _margins(diagnosis.separations[0], tape)
    if not diagnosis.separable:
        texts += _without_end(diagnosis, tape)
    else:
        texts += _unbounded(diagnosis)
    rates, _ = rate_note(limits, tape.recipe)
    from engine.evaluation.rate_scaling import rate_only_scales

    if rate_only_scales(tape):
        scales = only_scales(tape.recipe)
        texts.append(f"{scales}: the same mistakes, the same boundary")
    return texts + ([f"learning rate {rates}"] if rates else [])


def _unbounded(diagnosis: Diagnosis) -> list[str]:
    """Say why there is no bound, where something speaks against it."""
    if not diagnosis.broken_assumptions:
        return []
    why = "; ".join(diagnosis.broken_assumptions)
    return [f"(R/γ)² bounds no updates here: {why}."]


def _in_its_space(diagnosis: Diagnosis, tape: Tape) -> list[str]:
    """Give what follows among a kernel's features, or those of all classes."""
    is_rbf = diagnosis.space == "kernel" and tape.recipe.get("kernel") == "rbf"
    texts = []
    if is_rbf and diagnosis.separable:
        texts.append("An RBF kernel separates all samples that differ.")
    elif is_rbf:
        texts.append("Samples of different classes are at the same place.")
    elif diagnosis.space == "classes" and diagnosis.separable:
        texts.append("Weights exist with which each sample's own class scores highest.")
    if len(diagnosis.separations) > 1:
        texts.append(_classes(diagnosis, tape))
    elif diagnosis.separable:
        (separation,) = diagnosis.separations
        texts.append(_radius_and_margin(diagnosis, separation, tape))
    return texts + (_unbounded(diagnosis) if diagnosis.separable else [])


def _radius_and_margin(
    diagnosis: Diagnosis, separation: Separation | None, tape: Tape
) -> str:
    if separation is None:
        return ""
    # Of all classes together a row has x twice.
    samples = 2.0 if diagnosis.space == "classes" else 1.0
    radius = _short(separation.radius / math.sqrt(samples))
    if separation.margin:
        return f"R = {radius}, γ = {_short(separation.margin)}"
    from engine.evaluation.feature_spaces import MOST_SAMPLES

    many = tape.problem.n_samples > MOST_SAMPLES
    why = "not computed of so many samples" if many else "too small to be computed"
    return f"R = {radius}; the margin γ is {why}"


def _margins(separation: Separation | None, tape: Tape) -> list[str]:
    """Write γ of the line, then R and γ of the bound, of two classes."""
    if separation is None:
        return []
    scaled = " of the standardised features" if tape.problem.scaling else ""
    if separation.line is not None:
        texts = [f"largest margin <b>γ = {_short(separation.line.margin)}</b>{scaled}"]
    elif tape.recipe.offset and len(set(tape.problem.training.codes.tolist())) < 2:
        texts = ["only one class to learn from: nothing limits γ"]
    else:
        texts = ["the margin is too small to be computed"]
    if separation.margin:
        texts.append(_radius(separation, tape))
    return texts


def _radius(separation: Separation, tape: Tape) -> str:
    if not tape.recipe.offset:
        return f"longest sample R = {_short(separation.radius)}"
    radius, margin = _short(separation.radius), _short(separation.margin)
    return f"with b as a weight: R′ = {radius}, γ′ = {margin}"


def _classes(diagnosis: Diagnosis, tape: Tape) -> str:
    """Lay out a row for each class against the rest."""
    from html import escape  # it brings thousands of names of characters

    rows = []
    for name, separation in zip(
        tape.data.class_names, diagnosis.separations, strict=True
    ):
        if separation is None:
            facts = "<td colspan=2>not separable from the rest</td>"
        else:
            width = separation.line.margin if separation.line else separation.margin
            known = width and (separation.line or diagnosis.space == "kernel")
            margin = f"γ = {_short(width)}" if known else "separable"
            bounded = not diagnosis.broken_assumptions and separation.margin
            most = f"≤ {_whole(separation.bound)} updates" if bounded else ""
            facts = f"<td>{margin}&nbsp;&nbsp;</td><td>{most}</td>"
        rows.append(f"<tr><td><b>{escape(name)}</b>&nbsp;&nbsp;</td>{facts}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _without_end(diagnosis: Diagnosis, tape: Tape) -> list[str]:
    """Say whether the weights of a perceptron repeat."""
    if not diagnosis.is_perceptron:
        return []
    texts = []
    cycle = diagnosis.cycle
    if cycle is not None and not cycle.updates:
        texts.append(f"It <b>rests</b> from epoch {cycle.before + 1:,} on.")
    elif cycle is not None:
        every = "epoch" if cycle.epochs == 1 else f"{cycle.epochs:,} epochs"
        texts.append(
            f"The weights <b>repeat every {every}</b>, from epoch {cycle.before + 1:,} "
            f"on: a cycle of {cycle.updates:,} update{'s'[: cycle.updates != 1]}."
        )
        texts.append(cycle_text(cycle, tape))
    elif diagnosis.searched:
        since = "" if tape.branched_at is None else " after the branch"
        within = f"within {diagnosis.searched:,} epochs{since}"
        texts.append(f"The weights do not repeat {within}.")
    elif tape.problem.plan.shuffled:
        texts.append("Each epoch has another order: the weights need not repeat.")
    else:
        texts.append("η changes with the step: the weights need not repeat.")
    return texts


def cycle_text(cycle: Cycle, tape: Tape) -> str:
    """Say why it goes round: its updates take each other back."""
    why = "Its updates sum to zero, so it is where it was"
    if not cycle.changes or tape.problem.n_outputs > 1:
        return f"{why}."
    if cycle.changes[0].size > MOST_WRITTEN + 1:
        return f"{why}."
    last = None if tape.recipe.offset else -1
    terms = [change[0][:last].tolist() for change in cycle.changes]
    written = " + ".join(f"({', '.join(map(_short, term))})" for term in terms)
    sums = [sum(map(_as_shown, column)) for column in zip(*terms, strict=True)]
    of = "w, b" if tape.recipe.offset else "w"
    return f"{why}; added to ({of}): {written} {'≈' if any(sums) else '='} 0."


def updates_text(diagnosis: Diagnosis, made: int, *, offset: bool) -> str:
    """Write the updates so far, beside their bound if there is one."""
    so_far = f"updates so far <b>{made:,}</b>"
    if not is_bounded(diagnosis):
        return so_far
    formula = "(R′/γ′)²" if offset and diagnosis.space == "features" else "(R/γ)²"
    if diagnosis.space == "classes":
        formula = f"2 {formula}"
    if len(diagnosis.separations) > 1:
        formula = f"Σ {formula}"
    return f"{so_far} of at most {formula} = <b>{_short(diagnosis.bound)}</b>"


def is_bounded(diagnosis: Diagnosis) -> bool:
    """Tell whether there is a bound to show."""
    return not diagnosis.broken_assumptions and diagnosis.bound < float("inf")


def _as_shown(value: float) -> Decimal:
    """Round a number as it is written for the eye, exactly as it stands there."""
    figure, power = figures(value, DIGITS)
    return Decimal(figure).scaleb(power)


def _short(value: float) -> str:
    return number(value, DIGITS)


def _whole(bound: float) -> str:
    """Write how many updates there can be: whole ones."""
    return f"{int(bound):,}" if bound < 1e6 else _short(bound)
