r"""A step as lines of formulas, with the person's numbers put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from engine.export.step_line import FormulaLine
from engine.export.step_update import rule_lines, symbol, update_lines, words_of
from engine.learners.formulas import ON_MISTAKE
from engine.learners.latex import (
    BREAK,
    factor,
    number,
    plain,
    sign,
    term,
    unbroken,
    vector,
)

if TYPE_CHECKING:
    from engine.training.explanation import OutputStep, Step

MOST_TERMS = 6
_NOT = {r"\le": ">", "<": r"\ge"}


def step_lines(step: Step, tabled: bool = False) -> list[FormulaLine]:
    """Spell a step out: sample, score, condition, rule, update, margins.

    Parameters
    ----------
    step : Step
    tabled : bool
        The scores and conditions of several outputs stand in a table beside: one
        line says what comes of them.
    """
    several = len(step.outputs) > 1
    found = _sample(step)
    if tabled and several:
        found.append(_checks(step))
    else:
        for output in step.outputs:
            found += [] if step.batch else [_score(step, output)]
            found.append(_check(step, output))
    found += rule_lines(step) if step.frame.update else []
    for output in step.outputs:
        if output.update:
            found += [
                line._replace(code=output.code if several else -1)
                for line in (*update_lines(step, output), *_now(step, output))
            ]
    return found


def as_text(step: Step) -> str:
    """Write a step as plain text, a line each."""
    return "".join(f"{text}\n" for text in _texts(step))


def _texts(step: Step) -> list[str]:
    texts, row, code = [title(step)], "", -1
    for line in step_lines(step):
        if line.code not in (-1, code):
            texts.append(f"{step.data.class_names[line.code]}:")
        head = line.row if (line.row, line.code) != (row, code) else ""
        row, code = line.row, line.code
        note = f"  {line.note}" if line.note and line.tex else line.note
        texts.append(f"{head:8}{plain(line.tex)}{note}".rstrip())
    return texts


def as_latex(step: Step) -> str:
    """Write a step as a LaTeX display: it needs amsmath."""
    rows, code = [], -1
    for line in step_lines(step):
        if line.code not in (-1, code):
            name = step.data.class_names[line.code]
            rows.append(f"&{words_of(name + ':')}")
        code = line.code
        gap = r" \quad " if line.tex and line.note else ""
        note = words_of(line.note) if line.note else ""
        rows.append(f"&{unbroken(line.tex)}{gap}{note}")
    body = " \\\\\n".join(rows)
    return f"% {title(step)}\n\\begin{{align*}}\n{body}\n\\end{{align*}}\n"


def title(step: Step) -> str:
    """Name the step."""
    frame = step.frame
    return f"{step.rule.title}, step {frame.step}, epoch {frame.epoch}"


def _sample(step: Step) -> list[FormulaLine]:
    if step.batch:
        many = len(step.X)
        return [FormulaLine("sample", "", f"a batch of {many} point{'s'[: many != 1]}")]
    row, x = int(step.frame.rows[0]), symbol(step)
    label = step.data.class_names[step.data.y[row]]
    told = f"{label}, point {row + 1}"
    if len(step.outputs) > 1:
        y, told = "", f"class {told}"
    else:
        y = rf",\; {BREAK}y = {'+1' if step.outputs[0].y[0] > 0 else '-1'}"
    found = [FormulaLine("sample", f"x = {vector(step.data.X[row])}{y}", told)]
    if x != "x":
        scaled = "standardised" if step.problem.scaling is not None else ""
        found.append(FormulaLine("sample", f"{x} = {vector(step.X[0])}", scaled))
    return found


def _score(step: Step, output: OutputStep) -> FormulaLine:
    """Write the score as a sum of products, one per term."""
    w, x = output.before, step.X[0]
    products = [
        rf"{factor(wj)} \cdot {factor(xj)}" for wj, xj in zip(w[:-1], x, strict=True)
    ]
    if len(products) > MOST_TERMS:
        products = [*products[:2], r"\dots ", products[-1]]
    summed = f" {BREAK}+ ".join(products)
    offset, last = ("+ b", f" {term(w[-1])}") if step.problem.plan.one else ("", "")
    tex = rf"z = w \cdot {symbol(step)} {offset} {BREAK}= {summed}{last} "
    tex += f"{BREAK}= {number(output.scores[0])}"
    return FormulaLine("score", tex, code=_code(step, output))


def _check(step: Step, output: OutputStep) -> FormulaLine:
    """Put the numbers into the condition, and say what follows."""
    said = _verdict(step, output)
    tone: Literal["mistake", "good"] = "mistake" if output.mistake.any() else "good"
    if step.batch:
        return FormulaLine("check", "", said, tone, _code(step, output))
    condition = step.rule.formulas.condition or ON_MISTAKE
    limit = step.settings.tolerance if condition.limit is None else condition.limit
    margin = float(output.margins[0])
    holds = margin <= limit if condition.relation == r"\le" else margin < limit
    relation = condition.relation if holds else _NOT[condition.relation]
    product = rf"{sign(output.y[0])} \cdot {factor(output.scores[0])}"
    tex = rf"y\,z {BREAK}= {product} {BREAK}= {number(margin)} {relation} "
    return FormulaLine(
        "check", tex + number(limit), f"→ {said}", tone, _code(step, output)
    )


def _checks(step: Step) -> FormulaLine:
    """Say which outputs made a mistake, a batch's with their number."""
    limit = number(step.settings.tolerance)
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
        return FormulaLine("check", rf"y\,z > {limit}", said, "good")
    said = f"for {', '.join(named)} → mistake → {follows}"
    return FormulaLine("check", rf"y\,z \le {limit}", said, "mistake")


def _verdict(step: Step, output: OutputStep) -> str:
    wrong = int(output.mistake.sum())
    if step.batch:
        said = f"{wrong} mistake{'s'[: wrong != 1]} among {len(step.X)} points"
    elif wrong:
        said = "mistake"
    else:
        inside = step.rule.formulas.condition is not None and output.pulls[0] != 0
        said = "right, but inside the margin" if inside else "right"
    if not output.update:
        return f"{said} → no change"
    shrinks = step.keep != 1.0 and not output.total.any()
    return f"{said} → {'w only shrinks' if shrinks else 'update'}"


def _now(step: Step, output: OutputStep) -> list[FormulaLine]:
    """Compare the margins before and after."""
    if step.batch:
        after = output.margins_after <= step.settings.tolerance
        counts = f"{output.mistake.sum()} → {after.sum()}"
        return [FormulaLine("now", "", f"mistakes in this batch: {counts}")]
    before, after_ = float(output.margins[0]), float(output.margins_after[0])
    found = [
        FormulaLine("now", rf"y\,z: {number(before)} \rightarrow {number(after_)}")
    ]
    first, then = output.distances
    if np.isfinite(then):
        start = f"{number(first)} \\rightarrow " if np.isfinite(first) else ""
        length = r"\lVert w\rVert"
        found.append(FormulaLine("now", rf"y\,z / {length}: {start}{number(then)}"))
    return found


def _code(step: Step, output: OutputStep) -> int:
    return output.code if len(step.outputs) > 1 else -1
