r"""The lines of formulas of a step, and what all learners write in them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.data.classes import spoken_class
from engine.errors import excerpt
from engine.learners.latex import (
    BREAK,
    factor,
    number,
    sign,
    term,
    unbroken,
    vector,
)
from engine.learners.rule_formulas import ON_MISTAKE
from engine.numbers import counted
from engine.training.loops.rate_schedule import CONSTANT, INVERSE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.steps.explained_step import ExplainedStep, OutputStep, Step

MOST_TERMS = 6
"""Products of a score that are written out; of more, the first two and the last."""
SUMMANDS = 2
"""Of a batch's sum, the samples that are written out."""
TO = rf"{BREAK}\rightarrow "
TIMES = rf" \cdot {BREAK}"
"""A product after whose sign the line may be broken."""
_NEGATED = {r"\le": ">", "<": r"\ge"}


Row = Literal[
    "verdict", "sample", "weights", "score", "check", "rule", "update", "now", "mean"
]  # fmt: skip
"""What a line may speak of."""


class FormulaLine(NamedTuple):
    r"""One line: a formula, then words.

    Attributes
    ----------
    row : Row
        What it speaks of.
    tex : str
        LaTeX; ``\allowbreak`` where it may be broken. May be empty.
    note : str
        Words after the formula.
    tone : {"", "mistake", "good"}
        What the words mean.
    code : int
        Of several classes, the one whose output it speaks of, or −1.
    layer : int
        Of a network, the layer whose units it speaks of, from 1, or −1.
    """

    row: Literal[
        "verdict",
        "sample",
        "weights",
        "score",
        "check",
        "rule",
        "update",
        "now",
        "mean",
    ]
    tex: str
    note: str = ""
    tone: Literal["", "mistake", "good"] = ""
    code: int = -1
    layer: int = -1


def sample_lines(step: ExplainedStep) -> list[FormulaLine]:
    """Name the sample, or the batch, and write its features and terms."""
    if step.batch:
        many = len(step.X)
        return [FormulaLine("sample", "", f"a batch of {counted(many, 'point')}")]
    row, x = int(step.frame.rows[0]), symbol(step)
    label = step.data.class_names[step.data.y[row]]
    called = excerpt(step.data.name_of(row))
    point = f"point {row + 1}, {called}" if called else f"point {row + 1}"
    spoken = f"{label}, {point}"
    if len(step.outputs) > 1:
        y, spoken = "", f"{spoken_class(label)}, {point}"
    else:
        y = rf",\; {BREAK}y = {'+1' if step.outputs[0].y[0] > 0 else '-1'}"
    formulas = [FormulaLine("sample", f"x = {vector(step.data.X[row])}{y}", spoken)]
    if x != "x":
        scaled = "standardised" if step.problem.scaling is not None else ""
        formulas.append(FormulaLine("sample", f"{x} = {vector(step.X[0])}", scaled))
    return formulas


def symbol(step: ExplainedStep) -> str:
    """Write what the weights multiply: x, or φ(x) where that is something else."""
    problem = step.problem
    same = problem.features.names == step.data.feature_names
    return "x" if same and problem.scaling is None else r"\varphi(x)"


def code_of(step: Step, output: OutputStep) -> int:
    """Give the class of an output, where there are several; else −1."""
    return output.code if len(step.outputs) > 1 else -1


def check_line(step: Step, output: OutputStep) -> FormulaLine:
    """Put the numbers into the condition, and say what follows."""
    said = _verdict(step, output)
    tone: Literal["mistake", "good"] = "mistake" if output.mistake.any() else "good"
    if step.batch:
        return FormulaLine("check", "", said, tone, code_of(step, output))
    if step.problem.coupled:
        tex = _lead(step, output)
        return FormulaLine("check", tex, f"→ {said}", tone, code_of(step, output))
    condition = step.rule.formulas.condition or ON_MISTAKE
    limit = step.settings.tolerance if condition.limit is None else condition.limit
    margin = float(output.margins[0])
    asked = condition.relation_for(output.y[0], step.settings)
    holds = margin <= limit if asked == r"\le" else margin < limit
    relation = asked if holds else _NEGATED[asked]
    product = rf"{sign(output.y[0])} \cdot {factor(output.scores[0])}"
    tex = rf"y\,z {BREAK}= {product} {BREAK}= {number(margin)} {relation} "
    return FormulaLine(
        "check", tex + number(limit), f"→ {said}", tone, code_of(step, output)
    )


def _lead(step: Step, output: OutputStep) -> str:
    """Compare the score with that of the own class, or that with the highest other."""
    scores = [float(other.scores[0]) for other in step.outputs]
    own = next(k for k, other in enumerate(step.outputs) if other.y[0] > 0)
    k = step.outputs.index(output)
    if k != own:
        relation = r"\ge" if scores[k] >= scores[own] else "<"
        return f"z {BREAK}= {number(scores[k])} {relation} {number(scores[own])}"
    others = max(z for j, z in enumerate(scores) if j != own)
    relation = ">" if scores[own] > others else r"\le"
    return f"z {BREAK}= {number(scores[own])} {relation} {number(others)}"


def _verdict(step: Step, output: OutputStep) -> str:
    wrong = int(output.mistake.sum())
    if step.batch:
        said = f"{counted(wrong, 'mistake')} among {len(step.X)} points"
    elif wrong:
        said = "mistake"
    else:
        inside = step.rule.formulas.condition is not None and output.pulls[0] != 0
        said = "right, but inside the margin" if inside else "right"
    if not output.update:
        return f"{said} → no change"
    shrinks = step.keep != 1.0 and not output.total.any()
    return f"{said} → {'w only shrinks' if shrinks else 'update'}"


def weights_note(step: ExplainedStep) -> str:
    """Say what s is."""
    own = step.problem.training.sample_weights is not None
    by_class = bool((step.problem.class_weights != 1.0).any())
    if own and by_class:
        return "s: the point's weight times its class's"
    return "s: the point's weight" if own else "s: the weight of the point's class"


def rate_text(step: ExplainedStep) -> str:
    """Write η by its schedule."""
    plan = step.problem.plan
    value = f"{BREAK}= {number(step.eta)}"
    if plan.schedule == CONSTANT:
        return rf"\eta = {number(step.eta)}"
    if plan.schedule == INVERSE:
        below = unbroken(f"{step.n} {term(plan.c2)}")
        numbers = rf"\frac{{{number(plan.c1)}}}{{{below}}}"
        return rf"\eta = \frac{{c_1}}{{n + c_2}} {BREAK}= {numbers} {value}"
    numbers = rf"\frac{{1}}{{{number(plan.strength)} \cdot {step.n}}}"
    return rf"\eta = \frac{{1}}{{\lambda\,n}} {BREAK}= {numbers} {value}"


def products(w: NDArray[np.float64], x: NDArray[np.float64]) -> str:
    """Write w·x as a sum of products, one per term; of many the first and the last."""
    many = len(x) > MOST_TERMS
    texts = [
        rf"{factor(w[j])}{TIMES}{factor(x[j])}"
        for j in ((0, 1, len(x) - 1) if many else range(len(x)))
    ]
    if many:
        texts.insert(2, r"\dots ")
    return f" {BREAK}+ ".join(texts)
