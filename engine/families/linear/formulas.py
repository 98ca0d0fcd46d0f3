r"""A linear step in formulas: score, condition, rule, update, with its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.learners import perceptron
from engine.learners.combination import used_weights
from engine.learners.latex import (
    BREAK,
    factor,
    number,
    put_in,
    sign,
    term,
    vector,
)
from engine.learners.rule_formulas import NORM
from engine.steps.explained_step import as_read, without_rounding
from engine.steps.formula_lines import (
    SUMMANDS,
    TIMES,
    TO,
    FormulaLine,
    check_line,
    code_of,
    products,
    rate_text,
    sample_lines,
    symbol,
    weights_note,
)

if TYPE_CHECKING:
    from engine.learners.rule_formulas import Formulas
    from engine.steps.explained_step import OutputStep, Step


def linear_lines(step: Step, *, tabled: bool) -> list[FormulaLine]:
    """Spell a step out: sample, score, condition, rule, update, margins, mean.

    Parameters
    ----------
    step : Step
    tabled : bool
        The scores and conditions of several outputs stand in a table beside: one
        line says what comes of them.
    """
    several = len(step.outputs) > 1
    formulas = [*sample_lines(step), *_weights(step)]
    if tabled and several:
        formulas.append(_checks(step))
    else:
        for output in step.outputs:
            formulas += [] if step.batch else [_score(step, output)]
            formulas.append(check_line(step, output))
    formulas += _rule_lines(step) if step.frame.update else []
    for output in step.outputs:
        lines = [] if several and not output.update else _mean(step, output)
        if output.update:
            lines = [*_update_lines(step, output), *_now(step, output), *lines]
        code = output.code if several else -1
        formulas += [line._replace(code=code) for line in lines]
    return formulas


def _weights(step: Step) -> list[FormulaLine]:
    """Say which weights the step reads, where others are used."""
    combination = step.problem.combination
    if combination == "last":
        return []
    used = used_weights(combination, step.n)
    return [FormulaLine("weights", "", f"the newest w; used: {used}")]


def _mean(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Write how the mean of all weights so far comes out of the one before."""
    if step.problem.combination != "averaged":
        return []
    n = step.n
    kept, added = rf"\frac{{{n - 1}}}{{{n}}}{TIMES}", rf"\frac{{1}}{{{n}}}{TIMES}"
    before, new, mean = output.used_before, output.after, output.used

    def line(name: str, *values: str) -> FormulaLine:
        summed = rf"{kept}{values[0]} {BREAK}+ {added}{values[1]}"
        return FormulaLine("mean", rf"{name}:\; {BREAK}{summed} {BREAK}= {values[2]}")

    formulas = [line("w", *(vector(weights[:-1]) for weights in (before, new, mean)))]
    if step.problem.plan.offset_input:
        values = factor(before[-1]), factor(new[-1]), number(mean[-1])
        formulas.append(line("b", *values))
    return formulas


def _score(step: Step, output: OutputStep) -> FormulaLine:
    """Write the score as a sum of products, one per term."""
    w, x, offset_input = output.before, step.X[0], step.problem.plan.offset_input
    parts = np.abs(w * np.append(x, offset_input))
    negligible = without_rounding(parts, parts.max()) == 0.0
    w = np.where(negligible, without_rounding(w, np.abs(w).max()), w)
    summed = products(w, x)
    offset, last = ("+ b", f" {term(w[-1])}") if offset_input else ("", "")
    tex = rf"z = w \cdot {symbol(step)} {offset} {BREAK}= {summed}{last} "
    tex += f"{BREAK}= {number(output.scores[0])}"
    return FormulaLine("score", tex, code=code_of(step, output))


def _checks(step: Step) -> FormulaLine:
    """Say which outputs made a mistake, a batch's with their number."""
    limit = number(step.settings.tolerance)
    right, wrong = rf"y\,z > {limit}", rf"y\,z \le {limit}"
    if step.settings.tie or step.rule.coupled:
        right = wrong = ""
    follows = "update" if step.frame.update else "no change"
    counts = {
        step.data.class_names[output.code]: int(output.mistake.sum())
        for output in step.outputs
    }
    named = [
        f"{name} ({count})" if step.batch else name
        for name, count in counts.items()
        if count
    ]
    if not named:
        said = f"for every class → right → {follows}"
        return FormulaLine("check", right, said, "good")
    said = f"for {', '.join(named)} → mistake → {follows}"
    return FormulaLine("check", wrong, said, "mistake")


def _now(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Compare the margins before and after."""
    if step.batch:
        after = output.mistake_after
        counts = f"{output.mistake.sum()} → {after.sum()}"
        mistakes = FormulaLine("now", "", f"mistakes in this batch: {counts}")
        return [mistakes, *_losses(step, output)]
    before, after_ = float(output.margins[0]), float(output.margins_after[0])
    formulas = [FormulaLine("now", rf"y\,z: {number(before)} {TO}{number(after_)}")]
    formulas += _growth(step, output)
    first, then = output.distances
    if np.isfinite(then) and not step.problem.coupled:
        start = f"{number(first)} {TO}" if np.isfinite(first) else ""
        length = r"\lVert w\rVert"
        formulas.append(FormulaLine("now", rf"y\,z / {length}: {start}{number(then)}"))
    return [*formulas, *_losses(step, output)]


def _growth(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Say why y·z grew by so much: y·(η·y·x)·x is η·‖x‖², of the offset η·1."""
    plain = step.rule.pull is perceptron.pull and not output.is_weighted
    if not (plain and output.update):
        return []
    eta, offset = step.eta, step.problem.plan.offset_input
    square = float(step.X[0] @ step.X[0])
    x, plus = rf"\lVert {symbol(step)}\rVert^2", " + 1" if offset else ""
    in_symbols = rf"({x}{plus})" if offset else x
    numbers = f"({number(square)}{plus})" if offset else number(square)
    total = number(eta * (square + (1.0 if offset else 0.0)))
    tex = (
        rf"\eta\,{in_symbols} {BREAK}= {factor(eta)} \cdot {numbers} "
        rf"{BREAK}= {total}"
    )
    return [FormulaLine("now", tex, "added to y·z")]


def _losses(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Compare the loss before and after: the sample's, or the batch's as the rule's."""
    if step.rule.by_hand or len(output.pulls) < len(step.X):
        return []
    # Outputs that learn together have one loss: it is told once.
    if step.problem.coupled and output is not next(o for o in step.outputs if o.update):
        return []
    formula = step.rule.loss_formula(step.settings)
    before, after = step.losses(output)
    if step.batch:
        counts = output.weights / (len(step.X) if step.rule.mean else 1.0)
        before, after = np.dot([counts], before), np.dot([counts], after)
        summed = r"\sum s\," if output.is_weighted else r"\sum "
        formula = (r"\frac{1}{m}\," if step.rule.mean else "") + summed + formula
    numbers = f"{number(before[0])} {TO}{number(after[0])}"
    note = ", weighted" if step.batch and output.is_weighted else ""
    return [FormulaLine("now", rf"{formula}: {BREAK}{numbers}", f"loss{note}")]


def _rule_lines(step: Step) -> list[FormulaLine]:
    """Write the rule in symbols, and η where it is not constant."""
    own = step.rule.formulas
    if not own.pull:
        return []
    weighted = any(output.is_weighted for output in step.outputs)
    w, b = step.rule.update_formula(
        step.settings, summed=step.batch, x=symbol(step), weighted=weighted
    )
    texts = [rf"{w},\; {BREAK}{b}" if step.problem.plan.offset_input else w]
    if own.where and not own.names_value:
        texts.append(_meaning(step))
    numbers = [rate_text(step)] if step.rule.has_rate else []
    if step.batch:
        numbers.append(f"m = {len(step.X)}")
    elif weighted and len(step.outputs) == 1:
        numbers.append(f"s = {number(step.outputs[0].weights[0])}")
    texts += [rf",\; {BREAK}".join(numbers)] if numbers else []
    lines = [FormulaLine("rule", tex) for tex in texts]
    if weighted:
        lines.append(FormulaLine("rule", "", weights_note(step)))
    return lines


def _update_lines(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Write what the step did to the weights of one output, with its numbers."""
    texts = _batch(step, output) if step.batch else _single(step, output)
    change = rf"\Delta w = {vector(output.change[:-1])}"
    if step.problem.plan.offset_input:
        change += rf",\; {BREAK}\Delta b = {number(output.change[-1])}"
    factors = [] if step.batch else _where(step, output)
    return [*factors, *(FormulaLine("update", tex) for tex in (*texts, change))]


def _single(step: Step, output: OutputStep) -> list[str]:
    x, eta = vector(step.X[0]), [factor(step.eta)] if step.rule.has_rate else []
    if not output.pulls[0]:
        return _new_weights(step, output, "", "")
    scale = r" \cdot ".join([*eta, _factor(step, output, 0)])
    return _new_weights(step, output, rf"{scale}{TIMES}{x}", scale)


def _new_weights(step: Step, output: OutputStep, w: str, b: str) -> list[str]:
    """Write weights before, what is added to them, weights after."""
    own, (before, after) = step.rule.formulas, as_read(output.before, output.after)
    kept = vector(before[:-1])
    if step.keep != 1.0:
        kept = rf"{put_in(own.decay, _settings(step))} \cdot {kept}"
    plus = rf" {BREAK}+ {w}" if w else ""
    texts = [rf"w \leftarrow {kept}{plus} {BREAK}= {vector(after[:-1])}"]
    if step.problem.plan.offset_input and b:
        texts.append(
            rf"b \leftarrow {number(before[-1])} {BREAK}+ {b} "
            rf"{BREAK}= {number(after[-1])}"
        )
    return texts


def _batch(step: Step, output: OutputStep) -> list[str]:
    own, total = step.rule.formulas, output.total
    x = symbol(step)
    chosen = np.flatnonzero(output.pulls)[:SUMMANDS].tolist()
    shown = [rf"{_factor(step, output, i)}{TIMES}{vector(step.X[i])}" for i in chosen]
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
    pull = rf"s\,{own.pull}" if output.is_weighted else own.pull
    texts = [rf"\sum {pull}\,{x} {middle}{BREAK}= {vector(total[:-1])}"]
    if step.problem.plan.offset_input:
        texts.append(rf"\sum {pull} = {number(total[-1])}")
    return texts + _new_weights(
        step,
        output,
        rf"{scale}{TIMES}{vector(total[:-1])}",
        rf"{scale}{TIMES}{factor(total[-1])}",
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
        "t": "1" if output.y[i] > 0 else "0",
        **dict.fromkeys("pr", factor(float(output.y[i] > 0) - float(output.pulls[i]))),
    }


def _factor(step: Step, output: OutputStep, i: int) -> str:
    """Write what a sample adds in units of η·x: its weight, if not 1, and the pull."""
    weight, pull = float(output.weights[i]), _pull(step, output, i)
    return pull if weight == 1.0 else rf"{factor(weight)} \cdot {pull}"


def _pull(step: Step, output: OutputStep, i: int) -> str:
    """Write the pull as short as it stands in the rule."""
    own, pull = step.rule.formulas, float(output.pulls[i])
    if own.names_value:
        name = own.where[: own.where.index("=")].strip()
        value = _named_value(own, pull)
        values = {name: factor(value), "y": sign(output.y[i])}
        return put_in(own.pull, values)
    if step.rule.coupled or "z" in own.pull:
        return factor(pull)
    return put_in(own.pull, _settings(step) | {"y": sign(output.y[i])})


def _named_value(own: Formulas, pull: float) -> float:
    """Give the number that `where` names: the sign is y's, if y stands beside it."""
    return abs(pull) if "y" in own.pull.split(r"\,") else pull


def _where(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Write how the pull comes out, where it is more than a label."""
    own, values, note = step.rule.formulas, _numbers(step, output, 0), ""
    value = float(output.pulls[0])
    if not value:
        return []
    if own.names_value:
        offset = bool(step.problem.plan.offset_input)
        computed = own.meaning(offset=offset)
        meaning, value = _meaning(step), _named_value(own, value)
        numbers = put_in(computed[computed.index("=") + 1 :], values).strip()
        note = own.offset_in_norm if offset else ""
    elif step.rule.coupled or "z" in own.pull:
        meaning = own.pull
        numbers = put_in(own.pull, values).replace("((-1)", "(-1")
    else:
        return []
    tex = rf"{meaning} {BREAK}= {numbers} {BREAK}= {number(value)}"
    return [FormulaLine("update", tex, note)]


def _meaning(step: Step) -> str:
    """Write what the symbol in the pull means, as it is computed in this step."""
    offset, x = bool(step.problem.plan.offset_input), symbol(step)
    return step.rule.formulas.meaning(offset=offset, x=x)
