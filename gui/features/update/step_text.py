"""What is told of a step: its sample, the outputs' scores, what it did."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from engine.learners import learner
from engine.training.loops.rate_schedule import CONSTANT
from gui.features.update.outputs_table import Output, outputs
from gui.style.text import one_line
from gui.widgets.formula_sheet import VERDICT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Tape
    from engine.steps.explained_step import ExplainedStep
    from engine.steps.formula_lines import FormulaLine

HEAD = (VERDICT, "sample", "weights")
"""What stands above the table of the outputs."""
FURTHER = ("now", "mean")
"""What stands after the new weights: margins and losses, the mean of the weights."""


class StepText(NamedTuple):
    """The lines above the table of the outputs, its rows, and the lines below.

    Attributes
    ----------
    head : list of FormulaLine
    outputs : list of Output
    below : list of FormulaLine
    names : sequence of str
        Of the classes.
    """

    head: list[FormulaLine]
    outputs: list[Output]
    below: list[FormulaLine]
    names: Sequence[str]


def main_lines(lines: Sequence[FormulaLine], row: int) -> list[FormulaLine]:
    """Keep, of what an update did, one line of each output: the last or the first."""
    kept: list[FormulaLine] = []
    for is_now, group in groupby(lines, lambda line: line.row == "now"):
        of_outputs = [list(own) for _, own in groupby(group, lambda line: line.code)]
        for own in of_outputs:
            kept += [own[row]] if is_now else own
    return kept


def _without_verdict(line: FormulaLine) -> FormulaLine:
    """Leave out what a condition with numbers comes to; without numbers it stays."""
    return line._replace(note="") if line.row == "check" and line.tex else line


def _is_rate(line: FormulaLine) -> bool:
    """Tell whether a line says η, which the set-up does where it is constant."""
    return line.row == "rule" and line.tex.startswith(r"\eta =")


def step_text(tape: Tape, step: ExplainedStep, *, short: bool, whole: bool) -> StepText:
    """Write a step.

    Parameters
    ----------
    tape : Tape
    step : ExplainedStep
        One of it.
    short : bool
        End with the new weights.
    whole : bool
        Say all that an update did.
    """
    from engine.steps.formula_lines import FormulaLine
    from engine.steps.step_formulas import step_lines
    from engine.steps.verdict import verdict

    tabled = len(step.X) == 1 and len(step.outputs) > 1
    text, tone = verdict(step)
    lines = [_without_verdict(line) for line in step_lines(step, tabled=True)]
    lines.insert(0, FormulaLine(VERDICT, "", one_line(text), tone))
    if short:
        lines = [line for line in lines if line.row not in FURTHER]
    elif not whole:
        if step.problem.plan.schedule == CONSTANT:
            lines = [line for line in lines if not _is_rate(line)]
        corrects = learner(tape.recipe.learner).heading == "Perceptrons"
        lines = main_lines(lines, 0 if corrects else -1)
    return StepText(
        [line for line in lines if line.row in HEAD],
        outputs(tape, step.frame) if tabled else [],
        [line for line in lines if line.row not in HEAD],
        step.data.class_names,
    )
