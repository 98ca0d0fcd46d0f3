"""A step of a kernel perceptron in formulas: the sum over mistakes, and one more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners.latex import BREAK, factor, number, term
from engine.numbers import plural
from engine.steps.formula_lines import (
    TIMES,
    TO,
    FormulaLine,
    check_line,
    code_of,
    sample_lines,
    symbol,
    weights_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.families.kernel.step import KernelStep
    from engine.steps.explained_step import OutputStep

WRITTEN_OUT = 3
"""Summands of a score, the largest; what the others add is told as one number."""


def kernel_lines(step: KernelStep, *, tabled: bool) -> list[FormulaLine]:
    """Spell a step out: sample, sum over the mistakes, condition, what is counted.

    Parameters
    ----------
    step : KernelStep
    tabled : bool
        The scores of several outputs stand in a table beside.
    """
    several = len(step.outputs) > 1
    lines = [*sample_lines(step)]
    for k, output in enumerate(step.outputs):
        if not (tabled and several):
            lines += _score(step, k, output)
            lines.append(check_line(step, output))
    if tabled and several:
        lines.append(_checks(step))
    if not step.frame.update:
        return lines
    lines += _rule(step)
    for k, output in enumerate(step.outputs):
        if output.update:
            lines += _counted(step, k, output)
    return lines


def _score(step: KernelStep, k: int, output: OutputStep) -> Iterator[FormulaLine]:
    """Write the score as a sum over the mistakes, the largest summands in numbers."""
    code, b = code_of(step, output), float(step.frame.weights_before[k, -1])
    offset = step.problem.plan.offset_input
    plus = " + b" if offset else ""
    x = symbol(step)
    tex = rf"z = \sum \alpha_i\,y_i\,K(x_i, {x}){plus}"
    summands = step.summands(k)
    if summands:
        tex += f" {BREAK}= "
        parts = [
            rf"{factor(summand.weight)}{TIMES}{factor(summand.kernel)}"
            for summand in summands[:WRITTEN_OUT]
        ]
        rest = sum(s.weight * s.kernel for s in summands[WRITTEN_OUT:])
        tex += f" {BREAK}+ ".join(parts)
        tex += f" {BREAK}{term(rest)}" if summands[WRITTEN_OUT:] else ""
        tex += f" {term(b)}" if offset else ""
    tex += f" {BREAK}= {number(output.scores[0])}"
    yield FormulaLine("score", tex, code=code)
    if summands:
        named = ", ".join(str(s.row + 1) for s in summands[:WRITTEN_OUT])
        note = f"of {plural('point', len(summands))} {named}"
        more = len(summands) - WRITTEN_OUT
        note += f", then {more} more" if more > 0 else ""
        yield FormulaLine("score", "", note, code=code)


def _checks(step: KernelStep) -> FormulaLine:
    """Say for which classes it was a mistake, where a table tells the scores."""
    wrong = sum(bool(output.mistake[0]) for output in step.outputs)
    if not wrong:
        return FormulaLine("check", "", "right for each class → no change", "good")
    many = f"a mistake for {wrong} of {len(step.outputs)} classes → update"
    return FormulaLine("check", "", many, "mistake")


def _rule(step: KernelStep) -> Iterator[FormulaLine]:
    """Write what a mistake counts, and the kernel, in symbols."""
    weighted = any(output.is_weighted for output in step.outputs)
    counts = "s" if weighted else "1"
    times = r"s\," if weighted else ""
    offset = rf",\; {BREAK}b \leftarrow b + {times}y"
    update = rf"\alpha_i \leftarrow \alpha_i + {counts}"
    yield FormulaLine(
        "rule", update + (offset if step.problem.plan.offset_input else "")
    )
    yield FormulaLine("rule", step.rule.kernel_formula(step.settings))
    if weighted:
        yield FormulaLine("rule", "", weights_note(step))


def _counted(step: KernelStep, k: int, output: OutputStep) -> Iterator[FormulaLine]:
    """Write how often the sample was a mistake by now, the offset, the margin."""
    frame, code = step.frame, code_of(step, output)
    before, after = abs(frame.weights_before[k]), abs(frame.weights[k])
    index, counts = int(frame.rows[0]) + 1, number(output.weights[0])
    tex = rf"\alpha_{{{index}}} \leftarrow {number(before[step.place])} + {counts} "
    tex += f"{BREAK}= {number(after[step.place])}"
    forgotten = step.forgotten(k)
    note = "" if forgotten is None else f"the oldest, of point {forgotten + 1}, is lost"
    yield FormulaLine("update", tex, note, code=code)
    if step.problem.plan.offset_input:
        b, new = frame.weights_before[k, -1], frame.weights[k, -1]
        tex = rf"b \leftarrow {number(b)} {BREAK}{term(new - b)} {BREAK}= {number(new)}"
        yield FormulaLine("update", tex, code=code)
    margins = number(output.margins[0]), number(output.margins_after[0])
    yield FormulaLine("now", rf"y\,z: {margins[0]} {TO}{margins[1]}", code=code)
