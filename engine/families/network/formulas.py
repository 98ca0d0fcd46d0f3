r"""A step of a network in formulas, layer by layer: forward, δ back, new weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from engine.families.network.layers import unit_names
from engine.learners.latex import BREAK, factor, number, put_in, term, vector
from engine.numbers import counted
from engine.steps.formula_lines import (
    TIMES,
    TO,
    FormulaLine,
    products,
    rate_text,
    sample_lines,
    symbol,
    weights_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.families.network.layers import Activation
    from engine.families.network.step import NetworkStep

GIVEN: dict[Activation, tuple[str, str]] = {
    "tanh": (r"\operatorname{tanh}(", ")"),
    "sigmoid": (r"\sigma(", ")"),
    "relu": (r"\max(0, ", ")"),
    "step": ("[", " > 0]"),
}
"""What stands around the input of a hidden unit."""
SLOPES: dict[Activation, str] = {
    "tanh": "(1 - a^2)", "sigmoid": r"a\,(1 - a)", "relu": "[a > 0]",
}  # fmt: skip
"""f′(z) of a hidden unit that gives a."""


def network_lines(step: NetworkStep, *, tabled: bool) -> list[FormulaLine]:
    """Spell a step out: sample, forward pass, mistake, δ, new weights, loss.

    Parameters
    ----------
    step : NetworkStep
    tabled : bool
        The scores of several outputs stand in a table beside.
    """
    lines, last = [*sample_lines(step)], len(step.layers)
    for layer in range(1, 1 if step.batch else last + 1):
        if layer < last or len(step.outputs) == 1 or not tabled:
            lines += _forward(step, layer)
    lines.append(_check(step))
    if not step.frame.update:
        return lines
    lines += _rule(step)
    for layer in range(last, 0, -1):
        lines += [] if step.batch else _deltas(step, layer)
    for layer in range(last, 0, -1):
        lines += _new_weights(step, layer)
    return [*lines, *_now(step)]


def _names(step: NetworkStep) -> tuple[tuple[str, ...], ...]:
    """Name the units, layer by layer, as indices; a single output has none."""
    outputs = step.problem.n_outputs
    last = tuple(str(k + 1) for k in range(outputs)) if outputs > 1 else ("",)
    return unit_names([len(layer) for layer in step.layers[:-1]], last)


def _code(step: NetworkStep, layer: int, unit: int) -> int:
    """Give the class of an output unit, where there are several."""
    is_output = layer == len(step.layers)
    return unit if is_output and len(step.outputs) > 1 else -1


def _inputs(step: NetworkStep, layer: int) -> str:
    """Write what the units of a layer take in."""
    return symbol(step) if layer == 1 else _names(step)[layer - 2][0][0]


def _forward(step: NetworkStep, layer: int) -> Iterator[FormulaLine]:
    """Write what each unit of a layer takes in and gives, with its numbers."""
    run, offset = step.before.forward, step.problem.plan.offset_input
    begin, end = GIVEN[step.rule.activation_of(step.settings)]
    a, at = run.activations[layer - 1][0], layer - 1
    for unit, name in enumerate(_names(step)[at]):
        row, z = step.layers_before[at][unit], number(run.inputs[at][0, unit])
        summed = products(row, a) + (f" {term(row[-1])}" if offset else "")
        if layer < len(step.layers):
            given = number(run.activations[layer][0, unit])
            tex = rf"{name[0]}_{{{name[1:]}}} = {begin}{summed}{end} "
            tex += rf"{BREAK}= {begin}{z}{end} {BREAK}= {given}"
            yield FormulaLine("score", tex, layer=layer)
            continue
        plus = " + b" if offset else ""
        tex = rf"z = w \cdot {_inputs(step, layer)}{plus} {BREAK}= {summed} "
        tex += rf"{BREAK}= {z}"
        code = _code(step, layer, unit)
        yield FormulaLine("score", tex, code=code, layer=layer)
        p, t = _probability_and_target(step, unit)
        formula = r"\sigma(z)" if len(step.outputs) == 1 else r"e^z / \sum e^z"
        tex = rf"p = {formula} {BREAK}= {p},\; {BREAK}t = {t}"
        yield FormulaLine("score", tex, code=code, layer=layer)


def _probability_and_target(step: NetworkStep, unit: int) -> tuple[str, str]:
    """Write p and t of the first sample at an output."""
    run = step.before
    return number(run.probabilities[0, unit]), number(run.targets[0, unit])


def _check(step: NetworkStep) -> FormulaLine:
    """Say whether a mistake was made, of a batch how many."""
    follows = "update" if step.frame.update else "no change"
    wrong = step.mistakes
    tone: Literal["mistake", "good"] = "mistake" if wrong else "good"
    if step.batch:
        many = len(step.X)
        said = f"{counted(wrong, 'mistake')} among {many} points → {follows}"
        return FormulaLine("check", "", said, tone)
    verdict = "mistake" if wrong else "right"
    if len(step.outputs) > 1:
        return FormulaLine("check", "", f"{verdict} → {follows}", tone)
    margin = float(step.outputs[0].margins[0])
    relation = r"\le" if wrong else ">"
    tex = rf"y\,z {BREAK}= {number(margin)} {relation} 0"
    return FormulaLine("check", tex, f"→ {verdict} → {follows}", tone)


def _rule(step: NetworkStep) -> Iterator[FormulaLine]:
    """Write the rule in symbols, and η."""
    weighted = step.outputs[0].is_weighted
    rule, activation = step.rule, step.rule.activation_of(step.settings)
    own = r"s\,(t - p)" if weighted else "t - p"
    yield FormulaLine("rule", rf"\delta = {own}", "at the outputs")
    passed = rf"\delta = {SLOPES[activation]}\,\sum w\,\delta"
    yield FormulaLine("rule", passed, "at a hidden unit that gives a")
    formulas = rule.formulas.update_lines(
        scale=r"\frac{\eta}{m}\,\sum " if step.batch else r"\eta\,",
        shrinks=step.keep != 1.0,
        momentum=step.settings.momentum > 0.0,
    )
    numbers = [rate_text(step)]
    if step.batch:
        numbers.append(f"m = {len(step.X)}")
    elif weighted:
        numbers.append(f"s = {number(step.weights[0])}")
    for tex in (*formulas, rf",\; {BREAK}".join(numbers)):
        yield FormulaLine("rule", tex)
    if weighted:
        yield FormulaLine("rule", "", weights_note(step))


def _deltas(step: NetworkStep, layer: int) -> Iterator[FormulaLine]:
    """Write how the δ of a layer's units come out: of one sample."""
    run, names = step.before, _names(step)[layer - 1]
    activation = step.rule.activation_of(step.settings)
    for unit, name in enumerate(names):
        delta = run.deltas[layer - 1][0, unit]
        if layer == len(step.layers):
            p, t = _probability_and_target(step, unit)
            difference = rf"{t} - {p}"
            weight = step.weights[0]
            if weight != 1.0:
                difference = rf"{factor(weight)} \cdot ({difference})"
            tex = rf"\delta = {difference} {BREAK}= {number(delta)}"
        else:
            a = run.forward.activations[layer][0, unit]
            slope = put_in(SLOPES[activation], {"a": factor(a)})
            back = step.layers_before[layer][:, unit]
            passed = products(back, run.deltas[layer][0])
            passed = f"({passed})" if len(back) > 1 else passed
            tex = rf"\delta_{{{name}}} = {slope}{TIMES}{passed} "
            tex += rf"{BREAK}= {number(delta)}"
        code = _code(step, layer, unit)
        yield FormulaLine("update", tex, code=code, layer=layer)


def _new_weights(step: NetworkStep, layer: int) -> Iterator[FormulaLine]:
    """Write weights before, what is added to them, weights after, unit by unit."""
    for unit, name in enumerate(_names(step)[layer - 1]):
        index = f"_{{{name}}}" if layer < len(step.layers) else ""
        code = _code(step, layer, unit)
        for tex in _unit_lines(step, layer, unit, index):
            yield FormulaLine("update", tex, code=code, layer=layer)


def _unit_lines(step: NetworkStep, layer: int, unit: int, index: str) -> Iterator[str]:
    """Write the new weights and offset of a unit."""
    at = layer - 1
    before, after = step.layers_before[at][unit], step.layers[at][unit]
    total, carried = step.before.totals[at][unit], step.carried[at][unit]
    if step.batch:
        yield rf"\sum \delta\,{_inputs(step, layer)} = {vector(total[:-1])}"
        scale = rf"\frac{{{number(step.eta)}}}{{{len(step.X)}}}"
        added, offset = rf"{scale}{TIMES}{vector(total[:-1])}", factor(total[-1])
    else:
        delta = factor(step.before.deltas[at][0, unit])
        scale = factor(step.eta)
        x = vector(step.before.forward.activations[at][0])
        added, offset = rf"{scale} \cdot {delta}{TIMES}{x}", delta
    kept = vector(before[:-1])
    if step.keep != 1.0:
        kept = rf"{factor(step.keep)} \cdot {kept}"
    more = rf" {BREAK}+ {vector(carried[:-1])}" if carried[:-1].any() else ""
    yield (
        rf"w{index} \leftarrow {kept} {BREAK}+ {added}{more} "
        rf"{BREAK}= {vector(after[:-1])}"
    )
    if step.problem.plan.offset_input:
        more = f" {term(carried[-1])}" if carried[-1] else ""
        yield (
            rf"b{index} \leftarrow {number(before[-1])} {BREAK}+ "
            rf"{scale}{TIMES}{offset}{more} {BREAK}= {number(after[-1])}"
        )


def _now(step: NetworkStep) -> Iterator[FormulaLine]:
    """Compare margins or mistakes, and the loss, before and after."""
    outputs = step.outputs
    if step.batch:
        counts = f"{step.mistakes} → {step.mistakes_after}"
        yield FormulaLine("now", "", f"mistakes in this batch: {counts}")
    elif len(outputs) == 1:
        margins = number(outputs[0].margins[0]), number(outputs[0].margins_after[0])
        yield FormulaLine("now", rf"y\,z: {margins[0]} {TO}{margins[1]}")
    formula = step.rule.loss_formula(step.settings)
    first, then = step.losses()
    weighted = outputs[0].is_weighted
    if step.batch:
        shares = step.weights / len(step.X)
        first, then = np.dot([shares], first), np.dot([shares], then)
        formula = r"\frac{1}{m}\,\sum " + (r"s\," if weighted else "") + formula
    note = "loss, weighted" if step.batch and weighted else "loss"
    tex = rf"{formula}: {BREAK}{number(first[0])} {TO}{number(then[0])}"
    yield FormulaLine("now", tex, note)
