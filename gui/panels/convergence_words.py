"""What the card “Will it converge?” says of a diagnosis."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from engine.learners import learner
from gui.style.text import number

if TYPE_CHECKING:
    from engine import Recipe, Tape
    from engine.evaluation.convergence import Diagnosis, Separation

DIGITS = 4
PRIMES = (
    "With an offset the theorem holds for samples x′ = (x, 1) and weights w′ = (w, b) "
    "through the origin: R′ is the largest ‖x′‖, γ′ the largest margin of a w′ of "
    "length 1. γ is the margin of the line itself, ‖w‖ = 1, as it is drawn."
)
ORIGIN = "R is the largest ‖x‖, γ the largest margin of a w of length 1, no offset."


def headline(told: Diagnosis) -> tuple[str, str]:
    """Give the verdict and the role of its label."""
    if told.separable:
        return "Separable", "good"
    return (
        "Not separable in these features",
        "mistake" if told.is_perceptron else "title",
    )


def paragraphs(told: Diagnosis, tape: Tape) -> list[str]:
    """Give what follows the verdict, as rich text."""
    if len(told.separations) > 1:
        texts = [_classes(told, tape)]
    else:
        texts = _margins(told.separations[0], tape)
    if not told.separable:
        texts += _without_end(told, tape)
    elif told.broken_assumptions:
        texts.append(
            f"(R/γ)² bounds no updates here: {'; '.join(told.broken_assumptions)}."
        )
    rates, _ = rate_note(told, tape.recipe)
    return texts + ([f"learning rate {' · '.join(rates)}"] if rates else [])


def _margins(one: Separation | None, tape: Tape) -> list[str]:
    """Write γ of the line, then R and γ of the bound, of two classes."""
    if one is None:
        return []
    scaled = " of the standardised features" if tape.problem.scaling else ""
    if one.line is not None:
        texts = [f"largest margin <b>γ = {_short(one.line.margin)}</b>{scaled}"]
    elif tape.recipe.offset and len(set(tape.problem.training.codes.tolist())) < 2:
        texts = ["only one class to learn from: nothing limits γ"]
    else:
        texts = ["the margin is too small to be computed"]
    if one.margin:
        texts.append(_radius(one, tape))
    return texts


def _radius(one: Separation, tape: Tape) -> str:
    if not tape.recipe.offset:
        return f"longest sample R = {_short(one.radius)}"
    radius, margin = _short(one.radius), _short(one.margin)
    return f"with b as a weight: R′ = {radius}, γ′ = {margin}"


def _classes(told: Diagnosis, tape: Tape) -> str:
    """Lay out a row for each class against the rest."""
    rows = []
    for name, one in zip(tape.data.class_names, told.separations, strict=True):
        if one is None:
            facts = "<td colspan=2>not separable from the rest</td>"
        else:
            margin = f"γ = {_short(one.line.margin)}" if one.line else "separable"
            bounded = not told.broken_assumptions and one.margin
            most = f"≤ {_whole(one.bound)} updates" if bounded else ""
            facts = f"<td>{margin}&nbsp;&nbsp;</td><td>{most}</td>"
        rows.append(f"<tr><td><b>{escape(name)}</b>&nbsp;&nbsp;</td>{facts}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _without_end(told: Diagnosis, tape: Tape) -> list[str]:
    if not told.is_perceptron:
        return ["No weights have every sample right: the error cannot come to 0."]
    texts = [
        "No weights have every sample right: the perceptron will <b>never converge</b>."
        " Other features may separate them."
    ]
    cycle = told.cycle
    if cycle is not None:
        every = "epoch" if cycle.epochs == 1 else f"{cycle.epochs:,} epochs"
        texts.append(
            f"The weights <b>repeat every {every}</b>, from epoch {cycle.before + 1:,} "
            f"on: a cycle of {cycle.updates:,} update{'s'[: cycle.updates != 1]}."
        )
    elif told.searched:
        since = "" if tape.branched_at is None else " after the branch"
        within = f"within {told.searched:,} epochs{since}"
        texts.append(f"The weights do not repeat {within}.")
    elif tape.problem.plan.shuffled:
        texts.append("Each epoch has another order: the weights need not repeat.")
    else:
        texts.append("η changes with the step: the weights need not repeat.")
    return texts


def updates(told: Diagnosis, made: int, offset: bool) -> str:
    """Write the updates so far, beside their bound if there is one."""
    so_far = f"updates so far <b>{made:,}</b>"
    if not is_bounded(told):
        return so_far
    formula = "(R′/γ′)²" if offset else "(R/γ)²"
    if len(told.separations) > 1:
        formula = f"Σ {formula}"
    return f"{so_far} of at most {formula} = <b>{_short(told.bound)}</b>"


def is_bounded(told: Diagnosis) -> bool:
    """Tell whether there is a bound to show."""
    return not told.broken_assumptions and told.bound < float("inf")


def rate_note(told: Diagnosis, recipe: Recipe) -> tuple[list[str], bool]:
    """Write which learning rates are safe, and tell whether the recipe's is.

    Nothing where nothing is known of it, or where η is not constant.
    """
    constant = recipe.get("schedule", "constant") == "constant"
    if told.safe is None or not constant:
        return [], True
    safe = bool(recipe.learning_rate < told.safe.value)
    before = "safe below" if safe else "too large:"
    texts = [f"{before} {told.safe.formula} = {_short(told.safe.value)}"]
    if told.condition is not None:
        texts.append(f"condition number {_short(told.condition)}")
    return texts, safe


def rate_help(recipe: Recipe) -> str:
    """Explain the note on the learning rate."""
    title = learner(recipe.learner).title
    if "batch_size" in dict(recipe) and recipe.batch_size == 0:
        return f"From there on the steps of {title} on the full batch grow without end."
    return f"Below it no step of {title} can grow without end; above it some may."


def _short(value: float) -> str:
    return number(value, DIGITS)


def _whole(bound: float) -> str:
    """Write how many updates there can be: whole ones."""
    return f"{int(bound):,}" if bound < 1e6 else _short(bound)
