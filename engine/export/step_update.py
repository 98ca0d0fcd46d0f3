r"""The update of a step in formulas: the rule, then its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.export.step_line import FormulaLine
from engine.learners.formulas import has_rate, update
from engine.learners.latex import BREAK, factor, number, put_in, sign, vector, words
from engine.training.loops.arguments import CONSTANT, INVERSE

if TYPE_CHECKING:
    from engine.training.explanation import OutputStep, Step

SUMMANDS = 2
"""Of a batch's sum, the samples that are written out."""
NORM = r"\lVert x\rVert^2"


def symbol(step: Step) -> str:
    """Write what the weights multiply: x, or φ(x) where that is something else."""
    problem = step.problem
    same = problem.features.names == step.data.feature_names
    return "x" if same and problem.scaling is None else r"\varphi(x)"


def rule_lines(step: Step) -> list[FormulaLine]:
    """Write the rule in symbols, and η where it is not constant."""
    own = step.rule.formulas
    if not own.pull:
        return []
    w, b = update(step.rule, step.batch, symbol(step))
    found = [rf"{w},\; {BREAK}{b}" if step.problem.plan.one else w]
    if own.where and not own.names_value:
        found.append(own.where)
    numbers = [_rate(step)] if has_rate(step.rule) else []
    if step.batch:
        numbers.append(f"m = {len(step.X)}")
    found += [rf",\; {BREAK}".join(numbers)] if numbers else []
    return [FormulaLine("rule", tex) for tex in found]


def _rate(step: Step) -> str:
    """Write η by its schedule."""
    plan = step.problem.plan
    value = f"{BREAK}= {number(step.eta)}"
    if plan.schedule == CONSTANT:
        return rf"\eta = {number(step.eta)}"
    if plan.schedule == INVERSE:
        numbers = rf"\frac{{{number(plan.c1)}}}{{{step.n} + {number(plan.c2)}}}"
        return rf"\eta = \frac{{c_1}}{{n + c_2}} {BREAK}= {numbers} {value}"
    numbers = rf"\frac{{1}}{{{number(plan.strength)} \cdot {step.n}}}"
    return rf"\eta = \frac{{1}}{{\lambda\,n}} {BREAK}= {numbers} {value}"


def update_lines(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Write what the step did to the weights of one output, with its numbers."""
    found = _batch(step, output) if step.batch else _single(step, output)
    change = rf"\Delta w = {vector(output.change[:-1])}"
    if step.problem.plan.one:
        change += rf",\; {BREAK}\Delta b = {number(output.change[-1])}"
    return [FormulaLine("update", tex) for tex in (*found, change)]


def _single(step: Step, output: OutputStep) -> list[str]:
    x, eta = vector(step.X[0]), [factor(step.eta)] if has_rate(step.rule) else []
    if not output.pulls[0]:
        return _new_weights(step, output, "", "")
    pull = _factor(step, output, 0)
    scale = r" \cdot ".join([*eta, pull])
    return [
        *_where(step, output),
        *_new_weights(step, output, rf"{scale} \cdot {x}", scale),
    ]


def _new_weights(step: Step, output: OutputStep, w: str, b: str) -> list[str]:
    """Write weights before, what is added to them, weights after."""
    own, before, after = step.rule.formulas, output.before, output.after
    kept = vector(before[:-1])
    if step.keep != 1.0:
        kept = rf"{put_in(own.decay, _settings(step))} \cdot {kept}"
    plus = rf" {BREAK}+ {w}" if w else ""
    found = [rf"w \leftarrow {kept}{plus} {BREAK}= {vector(after[:-1])}"]
    if step.problem.plan.one and b:
        found.append(
            rf"b \leftarrow {number(before[-1])} + {b} {BREAK}= {number(after[-1])}"
        )
    return found


def _batch(step: Step, output: OutputStep) -> list[str]:
    own, total = step.rule.formulas, output.total
    x = symbol(step)
    chosen = np.flatnonzero(output.pulls)[:SUMMANDS].tolist()
    shown = [rf"{_factor(step, output, i)} \cdot {vector(step.X[i])}" for i in chosen]
    unknown = len(output.pulls) < len(step.X)
    if shown and (unknown or np.count_nonzero(output.pulls) > SUMMANDS):
        shown.append(r"\dots ")
    summed = f" {BREAK}+ ".join(shown)
    middle = f"{BREAK}= {summed} " if shown else ""
    scale = (
        rf"\frac{{{number(step.eta)}}}{{{len(step.X)}}}"
        if step.rule.mean
        else factor(step.eta)
    )
    found = [rf"\sum {own.pull}\,{x} {middle}{BREAK}= {vector(total[:-1])}"]
    if step.problem.plan.one:
        found.append(rf"\sum {own.pull} = {number(total[-1])}")
    return found + _new_weights(
        step,
        output,
        rf"{scale} \cdot {vector(total[:-1])}",
        rf"{scale} \cdot {factor(total[-1])}",
    )


def _settings(step: Step) -> dict[str, str]:
    """Give the numbers that stand for the symbols of the whole step."""
    values = {
        name: factor(getattr(step.settings, setting))
        for name, setting in step.rule.formulas.symbols
    }
    return values | {r"\eta": factor(step.eta)}


def _numbers(step: Step, output: OutputStep, i: int) -> dict[str, str]:
    """Give the numbers of one sample too."""
    return _settings(step) | {
        "y": "1" if output.y[i] > 0 else "(-1)",
        "z": factor(output.scores[i]),
        NORM: number(step.norm_of(i)),
    }


def _factor(step: Step, output: OutputStep, i: int) -> str:
    """Write what a sample adds in units of η·x, as short as it stands in the rule."""
    own, pull = step.rule.formulas, float(output.pulls[i])
    if own.names_value:
        name = own.where[: own.where.index("=")].strip()
        values = {name: factor(abs(pull)), "y": sign(output.y[i])}
        return put_in(own.pull, values)
    if "z" in own.pull:
        return factor(pull)
    return put_in(own.pull, _settings(step) | {"y": sign(output.y[i])})


def _where(step: Step, output: OutputStep) -> list[str]:
    """Write how the pull comes out, where it is more than a label."""
    own, values = step.rule.formulas, _numbers(step, output, 0)
    if own.names_value:
        meaning, value = own.where, abs(float(output.pulls[0]))
        if step.problem.plan.one:
            meaning = meaning.replace(NORM, f"{NORM} + 1")
            values[NORM + " + 1"] = values[NORM]
        numbers = put_in(own.where[own.where.index("=") + 1 :], values).strip()
    elif "z" in own.pull:
        meaning, value = own.pull, float(output.pulls[0])
        numbers = put_in(own.pull, values).replace("((-1)", "(-1")
    else:
        return []
    return [rf"{meaning} {BREAK}= {numbers} {BREAK}= {number(value)}"]


def words_of(text: str) -> str:
    """Write words, with arrows between them as the formulas' own."""
    parts = (part.strip() for part in text.split("→"))
    return r" \rightarrow ".join(words(part) if part else "{}" for part in parts)
