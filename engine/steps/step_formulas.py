"""A step in formulas, as lines, as text and as LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners.latex import plain, unbroken, words

if TYPE_CHECKING:
    from engine.steps.explained_step import ExplainedStep
    from engine.steps.formula_lines import FormulaLine


def step_lines(step: ExplainedStep, *, tabled: bool = False) -> list[FormulaLine]:
    """Spell a step out, from its sample to what has changed.

    Parameters
    ----------
    step : ExplainedStep
    tabled : bool
        The scores and conditions of several outputs stand in a table beside: one
        line says what comes of them.
    """
    lines: list[FormulaLine] = step.rule.family.step_lines(step, tabled=tabled)
    return lines


def as_text(step: ExplainedStep) -> str:
    """Write a step as plain text, a line each."""
    return "".join(f"{text}\n" for text in _texts(step))


def _texts(step: ExplainedStep) -> list[str]:
    texts, row, code = [title(step)], "", -1
    for line in step_lines(step):
        if line.code not in (-1, code):
            texts.append(f"{step.data.class_names[line.code]}:")
        head = line.row if (line.row, line.code) != (row, code) else ""
        row, code = line.row, line.code
        note = f"  {line.note}" if line.note and line.tex else line.note
        texts.append(f"{head:8}{plain(line.tex)}{note}".rstrip())
    return texts


def as_latex(step: ExplainedStep) -> str:
    """Write a step as a LaTeX display: it needs amsmath."""
    rows, code = [], -1
    for line in step_lines(step):
        if line.code not in (-1, code):
            name = step.data.class_names[line.code]
            rows.append(f"&{_words(name + ':')}")
        code = line.code
        gap = r" \quad " if line.tex and line.note else ""
        note = _words(line.note) if line.note else ""
        rows.append(f"&{unbroken(line.tex)}{gap}{note}")
    body = " \\\\\n".join(rows)
    return f"% {title(step)}\n\\begin{{align*}}\n{body}\n\\end{{align*}}\n"


def title(step: ExplainedStep) -> str:
    """Name the step."""
    frame = step.frame
    return f"{step.rule.title}, step {frame.step}, epoch {frame.epoch}"


def _words(text: str) -> str:
    """Write words, with arrows between them as the formulas' own."""
    parts = (part.strip() for part in text.split("→"))
    return r" \rightarrow ".join(words(part) if part else "{}" for part in parts)
