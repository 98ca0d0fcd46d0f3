"""Advice: what settings do here, in the numbers of this run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSizePolicy

from engine.diagnosis.sample_order import is_sorted_by_class
from engine.learners import adaline, learner, linear_svm
from engine.numbers import rounded_down
from gui.features.setup.setting_effects import SettingEffectsRunner
from gui.session.diagnosis import DiagnosisRunner
from gui.style.text import number, one_line
from gui.widgets.cards import Section
from gui.widgets.labels import WrappedLabel, set_text_and_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Recipe
    from engine.diagnosis.conditioning import StandardisationEffect
    from engine.evaluation.batch_costs import BatchCost
    from engine.evaluation.regularisation import WeightLengths
    from gui.session.session import Session

NOTES = ("order", "learning_rate", "strength", "batch_size", "standardise")
"""The hyperparameters of which something may be said, in this order."""
DIGITS, FEWER = 4, 3
MOST_CLASSES = 5
"""Up to which each has a row; of more the narrowest margin has one."""
NAME = 10
"""Characters of a class's name beside its margin."""
ROW = "<tr>{cells}</tr>"
NOT_THERE_YET = (
    "larger λ → smaller ‖w‖ where J is least: not all of these runs are there yet"
)
NEVER_LARGER = "larger λ → ‖w‖ smaller, or as it was"
MUCH_BETTER = 10
"""By how much a smaller condition number makes standardising worth a hint."""
EIGENVALUE = (
    " λmax is the largest eigenvalue of Σ x·xᵀ over a batch (of one sample ‖x‖²); with"
    " a penalty λ, of Σ x·xᵀ + λ·diag(1, …, 1, 0), as the offset is not penalised."
)
WHY_IT_SCALES = (
    "Every update is η·y·x, so from zero all of w is η times a sum of samples. Another "
    "η makes the weights so many times longer: the same mistakes at the same steps, "
    "the same boundary. For 2·η, 4·η, η/2 … this is so to the last digit, for to "
    "double is exact. "
    "With any other η products are rounded; where z is 0 but for that, a mistake more "
    "or less can come of it, and the runs part. So it is for the perceptrons with "
    "tolerance 0; not for Adaline, logistic regression and the SVM, whose updates "
    "depend on how large z is."
)
SORTED = "samples come class after class: let Order be shuffled (More)"
WHY_SHUFFLE = (
    "An epoch has all samples of one class, then all of the next: the weights follow "
    "the one, then the other. In a shuffled order the classes take turns."
)
WHY_SHORTER = (
    "‖w‖ at the end of this run, and of runs that differ in λ only, as trained, without"
    " the offset. The penalty λ/2·‖w‖² makes long weights costly."
)
WHY_WIDER = " The lines y·z = ±1 lie 1/‖w‖ from the boundary: that is the margin."
WHY_TOGETHER = " ‖w‖ is that of the weights of all classes together."
WHY_OF_EACH = " A margin is that of one class against the rest, by its own weights."
WHY_BATCH = (
    "Of this run, and of runs that differ in the batch size only. Per sample, that is"
    " stochastic, an epoch has a step for each; with the full batch it has one. Where a"
    " step sums over its batch, as in Adaline, larger batches need a smaller η."
)
WHY_STANDARDISE = (
    "κ = λmax/λmin of XᵀX, each row a sample as the learner sees it, with its terms and"
    " the 1 of the offset. Steps have to be small for the steepest direction of w, and"
    " are then too small for the flattest, by κ."
)
WHY_HALVED = (
    " Halved in so many epochs, at half of the safe η: the slowest part of the distance"
    " to where the weights come to rest."
)


def rate_help(recipe: Recipe) -> str:
    """Explain the note on the learning rate."""
    title = learner(recipe.learner).title
    words = f"Below it no step of {title} can grow without end; above it some may."
    if recipe.learner == adaline.LEARNER.name:
        words += EIGENVALUE
    return words


def strength_note(effect: WeightLengths | None, recipe: Recipe) -> tuple[str, str]:
    """Say what λ does to the weights, and to the margin of the linear SVM.

    Returns
    -------
    note : str
        As rich text; empty where there is nothing to say.
    help : str
        What the numbers are.
    """
    if effect is None:
        return "", ""
    has_margin = recipe.learner == linear_svm.LEARNER.name
    rows: list[tuple[str, tuple[float, ...]]]
    rows = [("λ", effect.strengths), ("‖w‖", effect.lengths)]
    if has_margin:
        rows += _margins(effect)
    heading = ""
    if effect.shrink and len(effect.lengths) > 1:
        heading = "larger λ → smaller ‖w‖"
        if has_margin and effect.widen:
            heading += " → wider margin"
    elif effect.grow:
        heading = NOT_THERE_YET
    elif len(effect.lengths) > 1:
        heading = NEVER_LARGER
    cells = [
        [name, *(number(value, FEWER if i else DIGITS) for value in values)]
        for i, (name, values) in enumerate(rows)
    ]
    why = WHY_SHORTER
    if has_margin:
        why += WHY_WIDER
    if effect.class_names:
        why += WHY_TOGETHER
    if effect.class_names and has_margin:
        why += WHY_OF_EACH
    return _with_table(heading, cells, effect.present), why


def _margins(effect: WeightLengths) -> list[tuple[str, tuple[float, ...]]]:
    """Give the margin for each λ: of each class, or of many the narrowest.

    A row without numbers is a heading.
    """
    if not effect.class_names:
        return [("margin", effect.margins[0])]
    if len(effect.class_names) > MOST_CLASSES:
        narrowest = tuple(map(min, zip(*effect.margins, strict=True)))
        return [("least margin", narrowest)]
    from html import escape  # it brings thousands of names of characters

    each = [
        (escape(_short(one_line(name))), row)
        for name, row in zip(effect.class_names, effect.margins, strict=True)
    ]
    return [("margin", ()), *each]


def _short(name: str) -> str:
    return name if len(name) <= NAME else f"{name[:NAME]}…"


def batch_note(costs: Sequence[BatchCost], recipe: Recipe) -> tuple[str, str]:
    """Say where batches of other sizes end; note and help as of `strength_note`.

    Of the usual size nothing.
    """
    is_usual = recipe.get("batch_size") == _usual(recipe).get("batch_size")
    if not costs or is_usual:
        return "", ""
    lines = ["cost J at the end of the run:"]
    for batch_cost in costs:
        outcome = (
            "diverges"
            if batch_cost.cost is None
            else f"J = {number(batch_cost.cost, DIGITS)}"
        )
        if (
            batch_cost.safe is not None
            and recipe.learning_rate >= batch_cost.safe.value
        ):
            outcome += f", safe η below {batch_cost.safe.said}"
        text = f"{_batch(batch_cost.batch)}: {outcome}"
        lines.append(f"<b>{text}</b>" if batch_cost.is_own else text)
    return "<br>".join(lines), WHY_BATCH


def _usual(recipe: Recipe) -> dict[str, object]:
    return {p.name: p.default for p in learner(recipe.learner).all_hyperparameters}


def _batch(size: int) -> str:
    return {0: "full batch", 1: "per sample"}.get(size, f"batches of {size:,}")


def standardise_note(
    effect: StandardisationEffect | None, recipe: Recipe
) -> tuple[str, str]:
    """Say what standardising does to gradients; note and help as of `strength_note`.

    Nothing where it does little: where the scales of the features are alike.
    """
    if effect is None:
        return "", ""
    both = (effect.plain, effect.standardised)
    least, most = sorted(conditioning.condition for conditioning in both)
    if most <= MUCH_BETTER * least < float("inf"):
        return "", ""
    present = int(recipe.standardise)

    def change(*values: float) -> str:
        numbers = [number(value, FEWER) for value in values]
        numbers[present] = f"<b>{numbers[present]}</b>"
        return " → ".join(numbers)

    heading = "one direction of w is learned κ times as slowly as another"
    if both[present].condition == float("inf"):
        heading = "the samples leave a direction of w undetermined"
    worth = effect.standardised.condition * MUCH_BETTER < effect.plain.condition
    advice = "tick Standardise" if worth and not present else "standardised"
    lines = [f"{heading}; {advice}:"]
    lines.append(
        f"κ of XᵀX {change(*(conditioning.condition for conditioning in both))}"
    )
    rates = [
        rounded_down(conditioning.limits.safe.value, FEWER)
        for conditioning in both
        if conditioning.limits is not None
    ]
    if len(rates) == len(both):
        lines.append(f"safe η below {change(*rates)}")
    epochs = [
        conditioning.epochs_to_halve
        for conditioning in both
        if conditioning.epochs_to_halve is not None
    ]
    if len(epochs) == len(both):
        lines.append(f"slowest error halved in {change(*epochs)} epochs")
    why = WHY_STANDARDISE
    if len(epochs) > 1:
        why += WHY_HALVED
    return "<br>".join(lines), why


def _with_table(heading: str, rows: Sequence[Sequence[str]], present: int) -> str:
    """Lay out a heading and a table whose column `present` is that of this run."""
    lines = []
    for name, *values in rows:
        cells = [f"<td>{name}&nbsp;</td>"]
        for i, value in enumerate(values):
            text = f"<b>{value}</b>" if i == present else value
            cells.append(f"<td align=right>&nbsp;{text}</td>")
        lines.append(ROW.format(cells="".join(cells)))
    return f"{heading}<table cellspacing=1>{''.join(lines)}</table>"


class AdviceSection(Section):
    """A note for each setting of which there is something to say; else it is not there.

    It is the last in its panel: what comes and goes moves nothing else.

    Attributes
    ----------
    notes : dict of str to QLabel
        By the names of hyperparameters.
    """

    def __init__(self, session: Session) -> None:
        super().__init__("Advice")
        self._session = session
        self._diagnoser = diagnoser = DiagnosisRunner.of(session)
        self._effects = effects = SettingEffectsRunner.of(session)
        self.notes = {name: WrappedLabel() for name in NOTES}
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        for note in self.notes.values():
            note.setSizePolicy(policy)
            note.hide()
            self.rows.addWidget(note)
        self.hide()
        diagnoser.changed.connect(self._say_of_rate)
        diagnoser.changed.connect(self._say_of_scales)
        session.tape_changed.connect(self._say_of_rate)
        session.tape_changed.connect(self._say_of_order)
        effects.changed.connect(self._say_of_effects)

    def _say_advice(
        self, name: str, text: str, role: str, more: str, *, outdated: bool = False
    ) -> None:
        note = self.notes[name]
        set_text_and_role(note, text, role)
        note.setToolTip(more)
        note.setEnabled(not outdated)
        note.setVisible(bool(text))
        self.setVisible(any(bool(note.text()) for note in self.notes.values()))

    def _say_of_effects(self) -> None:
        recipe, looking = self._session.recipe, self._effects.looking
        lengths, costs = self._effects.effects
        for name, (note, more) in (
            ("strength", strength_note(lengths, recipe)),
            ("batch_size", batch_note(costs, recipe)),
        ):
            self._say_advice(name, note, "muted", more, outdated=looking)

    def _say_of_scales(self) -> None:
        effect, recipe = self._diagnoser.effect, self._session.recipe
        note, more = standardise_note(effect if self._is_same else None, recipe)
        self._say_advice(
            "standardise", note, "muted", more, outdated=self._diagnoser.looking
        )

    def _say_of_order(self) -> None:
        s, text = self._session, ""
        if s.tape is not None and not s.endless:
            codes = s.tape.problem.training.codes
            text = SORTED * is_sorted_by_class(codes, s.tape.recipe)
        if text != self.notes["order"].text():
            self._say_advice("order", text, "warning", WHY_SHUFFLE)

    @property
    def _is_same(self) -> bool:
        """Whether what was found, maybe of other settings, is of this learner."""
        tape = self._diagnoser.tape
        return tape is not None and tape.recipe.learner == self._session.recipe.learner

    def _say_of_rate(self) -> None:
        from engine.diagnosis.rate_notes import only_scales, rate_note

        recipe = self._session.recipe
        rates, same = self._diagnoser.rates, self._is_same
        if rates is not None and same:
            text, safe = rate_note(rates, recipe)
            role = "muted" if safe else "warning"
            self._say_advice("learning_rate", text, role, rate_help(recipe))
        elif self._only_scales(recipe):
            self._say_advice(
                "learning_rate", only_scales(recipe), "muted", WHY_IT_SCALES
            )
        elif not (same and self._diagnoser.looking):
            self._say_advice("learning_rate", "", "muted", "")

    def _only_scales(self, recipe: Recipe) -> bool:
        tape = self._session.tape
        if tape is None or tape.recipe.learner != recipe.learner:
            return False
        if recipe.get("learning_rate") == _usual(recipe).get("learning_rate"):
            return False
        from engine.diagnosis.rate_notes import rate_only_scales

        return rate_only_scales(tape)
