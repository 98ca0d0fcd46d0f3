"""What is found of a run, in sentences: for the panel, a lesson, the command line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.feature_map import pretty
from engine.diagnosis.convergence import has_rested
from engine.diagnosis.feature_spaces import MOST_SAMPLES
from engine.diagnosis.rate_notes import only_scales, rate_note, rate_only_scales
from engine.learners import learner
from engine.numbers import counted, enumerated, figures
from engine.numbers import with_power as number
from engine.training.loops.rate_schedule import CONSTANT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.separability import Separation
    from engine.diagnosis.separating_terms import Remedy
    from engine.diagnosis.weight_cycle import Cycle
    from engine.training.safe_rates import RateLimits
    from engine.training.tape import Tape

DIGITS = 4
MOST_NAMED = 3
"""Classes up to which each is named in a sentence."""
MOST_POINTS = 6
"""Points that no weights have right, up to which each is named."""
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


NOT_LINEAR = (
    "Margin γ, (R/γ)², safe η and cycles are told of weights that make a line: here "
    "there are none."
)
NOT_TOLD = (
    "There are too many terms to decide it exactly, and the samples lie too near to "
    "each other for less."
)
AT_ONE_PLACE = "Samples of different classes are at the same place"
ROUNDED = (
    "Standardised samples are rounded, until the classes lie together; as they are in "
    "the data, they are separable."
)
RIGHT_ALL_THE_SAME = "This run has every sample right all the same: scores are rounded."


class ClassRow(NamedTuple):
    """What is found of one class against the rest.

    Attributes
    ----------
    name : str
        Of the class.
    margin : str
        Its margin, or that it is not separable.
    bound : str
        At most how many updates; empty where there is no bound.
    """

    name: str
    margin: str
    bound: str


@dataclass(frozen=True)
class Sentences:
    """What is found, as plain text.

    Attributes
    ----------
    verdict : str
        A headline.
    reason : str
        Why there can be no rest, or no error of 0; else empty.
    remedy : str
        What would make the samples separable; else empty.
    classes : tuple of ClassRow
        Of several classes, each against the rest.
    facts : tuple of str
        What follows: margin, cycle, learning rate.
    """

    verdict: str
    reason: str
    remedy: str
    classes: tuple[ClassRow, ...]
    facts: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, one after the other."""
        rows = (": ".join((row.name, row.margin)) for row in self.classes)
        bounds = (f", {row.bound}" if row.bound else "" for row in self.classes)
        classes = (row + bound for row, bound in zip(rows, bounds, strict=True))
        said = (self.verdict, self.reason, self.remedy, *classes, *self.facts)
        return tuple(filter(None, said))


def sentences(
    diagnosis: Diagnosis,
    tape: Tape,
    *,
    remedy: Remedy | None = None,
    rates: RateLimits | None = None,
) -> Sentences:
    """Say what is found of a run.

    Parameters
    ----------
    diagnosis : Diagnosis
    tape : Tape
        The run.
    remedy : Remedy, optional
        What would make the samples separable.
    rates : RateLimits, optional
        Learning rates that are safe.
    """
    several = len(diagnosis.separations) > 1
    facts = _facts(diagnosis, rates, tape)
    if remedy is None and diagnosis.never_rests:
        other = _other_space(diagnosis, tape)
        facts[:0] = [f"{other} may separate them."] if other else []
    if diagnosis.obstacle == "rounding":
        facts[:0] = [ROUNDED]
    elif diagnosis.obstacle == "place" and tape.recipe.get("kernel") != "rbf":
        facts[:0] = [f"{AT_ONE_PLACE}: no features separate them."]
    return Sentences(
        verdict_text(diagnosis),
        _reason(diagnosis, tape),
        "" if remedy is None else _remedy_text(remedy),
        _classes(diagnosis, tape)
        if several and (diagnosis.is_linear or diagnosis.space == "kernel")
        else (),
        tuple(facts),
    )


def verdict_text(diagnosis: Diagnosis) -> str:
    """Say whether the samples are separable, and where."""
    where = "in these features"
    if diagnosis.space == "kernel":
        where = "in the kernel's features"
    elif not diagnosis.is_linear:
        where = "by a line"
    elif len(diagnosis.separations) > 1:
        where = "one against the rest"
    if diagnosis.separable is None:
        return "Separable or not: this is not told"
    if not diagnosis.separable:
        return f"Not separable {where}"
    return "Separable" if diagnosis.is_linear else f"Separable {where}"


def _other_space(diagnosis: Diagnosis, tape: Tape) -> str:
    """Name what may separate what is not separable."""
    if diagnosis.obstacle:
        return ""
    if diagnosis.space != "kernel":
        return "Other features"
    return "" if tape.recipe.get("kernel") == "rbf" else "Another kernel"


def symbols(diagnosis: Diagnosis, *, offset: bool) -> str:
    """Say what R and γ are."""
    if diagnosis.space == "kernel":
        return KERNEL
    if diagnosis.space == "classes":
        return TOGETHER
    return PRIMES if offset else ORIGIN


def _reason(diagnosis: Diagnosis, tape: Tape) -> str:
    """Say why there can be no rest, or no error of 0."""
    if diagnosis.separable is not False:
        return "" if diagnosis.separable else NOT_TOLD
    if diagnosis.ties_are_right:
        return (
            "No weights have every sample beside the boundary: the perceptron can come "
            "to rest, if at all, only where samples of the positive class lie on it."
        )
    if not (diagnosis.is_linear or diagnosis.is_perceptron):
        if learner(tape.recipe.learner).by_hand:
            return "Nothing is learned here: set the lines of two or more units."
        if diagnosis.obstacle == "place":
            return f"{AT_ONE_PLACE}: the error cannot come to 0."
        if tape.recipe.get("hidden") == 1 and tape.problem.n_outputs == 1:
            return "With one hidden unit the boundary stays straight."
        return "Its boundary can bend: the error may come to 0 all the same."
    said = [_what_is_missing(diagnosis, tape)]
    if diagnosis.is_perceptron and has_rested(tape):
        said[0] += "."
        said.append(RIGHT_ALL_THE_SAME)
    elif diagnosis.is_perceptron:
        said[0] += ": the perceptron will never converge."
    elif len(diagnosis.separations) == 1:
        said[0] += f": {_no_error_of_zero(tape)}"
    else:
        said[0] += ": its own score is wrong on some samples."
    if len(diagnosis.separations) > 1 and diagnosis.can_be_right:
        said.append("The highest score can be right on all samples.")
    elif len(diagnosis.separations) > 1 and diagnosis.can_be_right is False:
        said.append(
            "No weights have every sample's own class ahead of the others: "
            f"{_no_error_of_zero(tape)}"
        )
    return " ".join(f"{each[:1].upper()}{each[1:]}" for each in said)


def _what_is_missing(diagnosis: Diagnosis, tape: Tape) -> str:
    if len(diagnosis.separations) == 1:
        if diagnosis.space == "classes":
            return "No weights have every sample's own class ahead of the others"
        return _which_cannot_be_right(diagnosis, tape)
    inseparable = [
        name
        for name, each in zip(tape.data.class_names, diagnosis.separations, strict=True)
        if each.separable is False
    ]
    if len(inseparable) > MOST_NAMED:
        return f"No weights separate {len(inseparable)} classes from the rest"
    return f"No weights separate {enumerated(inseparable, 'or')} from the rest"


def _which_cannot_be_right(diagnosis: Diagnosis, tape: Tape) -> str:
    """Name the few samples of two classes that no weights have all right."""
    against = np.array(diagnosis.separations[0].against, np.intp)
    if diagnosis.space != "features" or not 0 < len(against) <= MOST_POINTS:
        return "No weights have every sample right"
    problem = tape.problem
    rows = problem.rows[against]
    sides = [
        f"{_points_of(own)} ({name})"
        for code, name in enumerate(tape.data.class_names)
        if len(own := rows[tape.data.y[rows] == code])
    ]
    plain = problem.features.is_linear and len(problem.features.terms) == 2
    boundary = "line" if plain else "boundary"
    if not problem.plan.offset_input:
        boundary += " through the origin"
    if len(sides) == 1:
        return f"No {boundary} has {sides[0]} on one side"
    return f"No {boundary} has {sides[0]} on one side and {sides[1]} on the other"


def _points_of(rows: NDArray[np.integer]) -> str:
    *first, last = (f"{row + 1:,}" for row in rows.tolist())
    return f"points {', '.join(first)} and {last}" if first else f"point {last}"


def _no_error_of_zero(tape: Tape) -> str:
    """Say it, but for a run that came there by rounding."""
    if tape.finished and tape.steps and not tape.model().training_error:
        return "this run has every sample right all the same, as scores are rounded."
    return "the error cannot come to 0."


def _remedy_text(remedy: Remedy) -> str:
    """Say what would make the samples separable."""
    if not remedy.term:
        return (
            "Not separable through the origin; with an offset b, which moves the "
            "boundary away from it, they are."
        )
    return f"With one more term, {pretty(remedy.term)}, they are separable."


def _facts(diagnosis: Diagnosis, limits: RateLimits | None, tape: Tape) -> list[str]:
    """Give what follows the verdict and its reason."""
    if diagnosis.space != "features":
        return _in_its_space(diagnosis, tape)
    if not diagnosis.is_linear:
        return [] if learner(tape.recipe.learner).by_hand else [NOT_LINEAR]
    texts = []
    if len(diagnosis.separations) == 1:
        texts += _margins(diagnosis.separations[0], tape)
    if diagnosis.separable:
        texts += _unbounded(diagnosis)
    else:
        texts += _without_end(diagnosis, tape)
    if rate_only_scales(tape):
        scales = only_scales(tape.recipe)
        texts.append(f"{scales}: the same mistakes, the same boundary")
    rates, _ = rate_note(limits, tape.recipe)
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
        texts.append(f"{AT_ONE_PLACE}.")
    elif diagnosis.space == "classes" and diagnosis.separable:
        texts.append("Weights exist with which each sample's own class scores highest.")
    if diagnosis.separable and len(diagnosis.separations) == 1:
        texts.append(_radius_and_margin(diagnosis, diagnosis.separations[0], tape))
    return texts + (_unbounded(diagnosis) if diagnosis.separable else [])


def _radius_and_margin(diagnosis: Diagnosis, separation: Separation, tape: Tape) -> str:
    # Of all classes together a row has x twice.
    samples = 2.0 if diagnosis.space == "classes" else 1.0
    radius = _short(separation.radius / math.sqrt(samples))
    if separation.margin:
        return f"R = {radius}, γ = {_short(separation.margin)}"
    many = tape.problem.n_samples > MOST_SAMPLES
    why = "not computed of so many samples" if many else "too small to be told"
    return f"R = {radius}; the margin γ is {why}"


def _margins(separation: Separation, tape: Tape) -> list[str]:
    """Write γ of the line, then R and γ of the bound, of two classes."""
    if not separation.separable:
        return []
    scaled = " of the standardised features" if tape.problem.scaling else ""
    if separation.line is not None:
        texts = [f"largest margin γ = {_short(separation.line.margin)}{scaled}"]
    elif tape.recipe.offset and len(set(tape.problem.training.codes.tolist())) < 2:
        texts = ["only one class to learn from: nothing limits γ"]
    else:
        texts = ["the margin could not be computed"]
    if separation.margin:
        texts.append(_radius(separation, tape))
    return texts


def _radius(separation: Separation, tape: Tape) -> str:
    if not tape.recipe.offset:
        return f"longest sample R = {_short(separation.radius)}"
    radius, margin = _short(separation.radius), _short(separation.margin)
    return f"with b as a weight: R′ = {radius}, γ′ = {margin}"


def _classes(diagnosis: Diagnosis, tape: Tape) -> tuple[ClassRow, ...]:
    """Tell of each class against the rest."""
    return tuple(
        ClassRow(name, *_of_class(diagnosis, separation))
        for name, separation in zip(
            tape.data.class_names, diagnosis.separations, strict=True
        )
    )


def _of_class(diagnosis: Diagnosis, separation: Separation) -> tuple[str, str]:
    if separation.separable is None:
        return "separable or not: not told", ""
    if not separation.separable:
        return "not separable from the rest", ""
    width = separation.line.margin if separation.line else separation.margin
    known = width and (separation.line or diagnosis.space == "kernel")
    bounded = not diagnosis.broken_assumptions and math.isfinite(separation.bound)
    most = f"≤ {_whole(separation.bound)} updates" if bounded else ""
    return (f"γ = {_short(width)}" if known else "separable"), most


def _without_end(diagnosis: Diagnosis, tape: Tape) -> list[str]:
    """Say whether the weights of a perceptron repeat."""
    if not diagnosis.is_perceptron:
        return []
    cycle = diagnosis.cycle
    if cycle is not None and not cycle.updates:
        since = f"from epoch {cycle.before + 1:,} on"
        if has_rested(tape):
            return [f"It rests {since}."]
        return [f"The weights stay as they are {since}."]
    if cycle is not None:
        every = "epoch" if cycle.epochs == 1 else f"{cycle.epochs:,} epochs"
        return [
            f"The weights repeat every {every}, from epoch {cycle.before + 1:,} on: "
            f"a cycle of {counted(cycle.updates, 'update')}.",
            cycle_text(cycle, tape),
        ]
    if diagnosis.searched:
        since = "" if tape.branched_at is None else " after the branch"
        within = f"within {diagnosis.searched:,} epochs{since}"
        return [f"The weights do not repeat {within}."]
    if tape.problem.plan.shuffled:
        return ["Each epoch has another order: the weights need not repeat."]
    if tape.problem.plan.schedule != CONSTANT:
        return ["η changes with the step: the weights need not repeat."]
    return []  # it is not searched yet


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


def bound_text(diagnosis: Diagnosis, *, offset: bool) -> str:
    """Write the bound on the updates; empty if there is none."""
    if not diagnosis.is_bounded:
        return ""
    formula = "(R′/γ′)²" if offset and diagnosis.space == "features" else "(R/γ)²"
    if diagnosis.space == "classes":
        formula = f"2 {formula}"
    if len(diagnosis.separations) > 1:
        formula = f"Σ {formula}"
    return f"at most {formula} = {_short(diagnosis.bound)}"


def _as_shown(value: float) -> Decimal:
    """Round a number as it is written for the eye, exactly as it stands there."""
    figure, power = figures(value, DIGITS)
    return Decimal(figure).scaleb(power)


def _short(value: float) -> str:
    return number(value, DIGITS)


def _whole(bound: float) -> str:
    """Write how many updates there can be: whole ones."""
    return f"{int(bound):,}" if bound < 1e6 else _short(bound)
