"""What is found of a run, in sentences: for the panel, a lesson, the command line."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from engine.data.feature_map import pretty
from engine.learners import learner
from engine.numbers import figures
from engine.numbers import with_power as number

if TYPE_CHECKING:
    from engine.diagnosis.convergence import Diagnosis, Separation
    from engine.diagnosis.remedies import Remedy
    from engine.diagnosis.weight_cycle import Cycle
    from engine.training.learning_rates import RateLimits
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

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


def other_space(diagnosis: Diagnosis, tape: Tape) -> str:
    """Name what may separate what is not separable; no kernel tells equals apart."""
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
    from engine.diagnosis.rate_scaling import rate_only_scales

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
    from engine.diagnosis.feature_spaces import MOST_SAMPLES

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


def rate_note(limits: RateLimits | None, recipe: Recipe) -> tuple[str, bool]:
    """Write which learning rates are safe, and tell whether the recipe's is.

    Nothing where nothing is known of it, or where η is not constant.
    """
    constant = recipe.get("schedule", "constant") == "constant"
    if limits is None or not constant:
        return "", True
    safe = bool(recipe.learning_rate < limits.safe.value)
    before = "too large:" if limits.safe.is_limit and not safe else "safe below"
    return f"{before} {limits.safe.formula} = {number(limits.safe.value, DIGITS)}", safe


def only_scales(recipe: Recipe) -> str:
    """Say what twice the η does where it changes lengths only."""
    and_b = "\N{NO-BREAK SPACE}and\N{NO-BREAK SPACE}b" if recipe.offset else ""
    return f"from zero, twice the η only doubles w{and_b}"
