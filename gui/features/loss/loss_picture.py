"""What the loss view shows at one moment, as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError
from engine.learners import learner
from engine.learners.latex import plain
from engine.spaces.losses import known_losses, own_loss
from engine.steps.explained_step import Step
from engine.steps.explanation import explain
from gui.style.text import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Frame, Tape
    from engine.spaces.losses import LossOfMargin
    from engine.steps.explained_step import OutputStep
    from engine.training.problem import Problem

MOST_SAMPLES = 20_000
"""Samples of which every one is placed; of more, a fair choice."""
MOST_MARKS = 60
"""Samples of a batch that have a mark."""
LARGEST = 1e12
"""Further away nothing is drawn."""


@dataclass(frozen=True, eq=False)
class LossPicture:
    """The losses, the samples on the axis, and the step's on the learner's own curve.

    Attributes
    ----------
    own : LossOfMargin
    others : tuple of LossOfMargin
    formula : str
        Of the own loss.
    margins : ndarray, shape (n,)
        y·z of the samples to learn from, by the weights after the step.
    codes : ndarray of int, shape (n,)
        Their classes.
    positive : ndarray of bool, shape (n,)
        Whether y is +1.
    n_samples : int
        Of those there are, where `margins` are a fair choice.
    output : int
        Which row of the weights.
    before, after : ndarray, shape (m, 2)
        y·z and loss of the step's samples, at most `MOST_MARKS`; the first is the one
        that pulls hardest.
    marked : ndarray of int, shape (m,)
        Their classes.
    mistaken : ndarray of bool, shape (m,)
    first : int
        Row of the first of them in the data; −1 of none.
    in_batch : int
        Samples that the step looked at.
    slope : float
        Of the loss at the first, before the step.
    changed : bool
        Whether the step changed the weights.
    reading : tuple of str
        How the update is read off, in more words and in fewer.
    """

    own: LossOfMargin
    others: tuple[LossOfMargin, ...]
    formula: str
    margins: NDArray[np.float64]
    codes: NDArray[np.int64]
    positive: NDArray[np.bool_]
    n_samples: int
    output: int
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    marked: NDArray[np.int64]
    mistaken: NDArray[np.bool_]
    first: int
    in_batch: int
    slope: float
    changed: bool
    reading: tuple[str, ...]


NO_MARKS = np.empty((0, 2))


def loss_picture(tape: Tape, frame: Frame, output: int | None = None) -> LossPicture:
    """Look at a step of a run.

    Parameters
    ----------
    tape : Tape
    frame : Frame
        Of that tape.
    output : int, optional
        Which of several; default the one with the largest pull.

    Raises
    ------
    UserError
        If the outputs learn together.
    """
    problem = tape.problem_at(frame.step)
    if problem.why_no_row:
        raise UserError(problem.why_no_row)
    rule = learner(tape.learner_at(frame.step))
    numbers = tuple(
        value for value in problem.settings if not isinstance(value, np.ndarray)
    )
    own = own_loss(rule.name, rule.settings(*numbers))
    explained = explain(tape, frame) if frame.step else None
    step = explained if isinstance(explained, Step) else None
    k = 0 if output is None else output
    if output is None and step is not None:
        pulls = [
            float(np.abs(_strengths(step_output)).max(initial=0))
            for step_output in step.outputs
        ]
        k = int(np.argmax(pulls))
    before, after, slope = NO_MARKS, NO_MARKS, 0.0
    reading: tuple[str, ...] = ("",)
    mistaken, marked, row = np.empty(0, bool), np.empty(0, np.int64), -1
    if step is not None:
        step_output = step.outputs[k]
        order = np.argsort(-np.abs(_strengths(step_output)), kind="stable")[:MOST_MARKS]
        losses, slopes = step.losses(step_output, order), step.slopes(step_output)
        before = _near(np.column_stack([step_output.margins[order], losses[0]]))
        after = _near(np.column_stack([step_output.margins_after[order], losses[1]]))
        slope, first = float(slopes[order[0]]), int(order[0])
        mistaken, marked = step_output.mistake[order], problem.codes[frame.rows[order]]
        reading, row = _reading(step, step_output, first), int(frame.rows[first])
    rows = problem.random_rows(MOST_SAMPLES)
    margins, codes, positive = _samples(problem, rows, frame.weights[k], k)
    return LossPicture(
        own=own,
        others=tuple(loss for loss in known_losses() if loss.name != own.name),
        formula=plain(rule.loss_formula(problem.settings)),
        margins=margins,
        codes=codes,
        positive=positive,
        n_samples=problem.n_samples,
        output=k,
        before=before,
        after=after,
        marked=marked,
        mistaken=mistaken,
        first=row,
        in_batch=len(frame.rows),
        slope=slope,
        changed=step is not None and step.outputs[k].update,
        reading=reading,
    )


def _strengths(output: OutputStep) -> NDArray[np.float64]:
    """Give how hard each sample pulls, its weight included."""
    return output.pulls * output.weights[: len(output.pulls)]


def _near(places: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(np.nan_to_num(places), -LARGEST, LARGEST)


def _samples(
    problem: Problem, rows: NDArray[np.int32], w: NDArray[np.float64], k: int
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]]:
    codes = problem.codes[rows]
    positive = codes == (1 if problem.n_outputs == 1 else k)
    with np.errstate(over="ignore", invalid="ignore"):
        z = problem.X[rows] @ w[:-1] + w[-1]
    margins = np.clip(np.nan_to_num(np.where(positive, z, -z)), -LARGEST, LARGEST)
    return margins, codes, positive


def _reading(step: Step, output: OutputStep, first: int) -> tuple[str, ...]:
    """Say how the slope is the pull and the pull the update."""
    pull, weight = float(output.pulls[first]), float(output.weights[first])
    if not pull:
        return "slope 0: no pull, no update by the loss", "slope 0: no pull"
    counts = "" if weight == 1.0 else f"{number(weight, 3)} · "
    pull_text = number(pull, 3)
    size = f"({pull_text})" if pull < 0 else pull_text
    if not step.rule.has_rate:
        update = f"Δw = {counts}{size} · x"
    elif not step.batch:
        update = f"Δw = η · pull · x = {counts}{number(step.eta, 3)} · {size} · x"
    else:
        mean = "/m" if step.rule.mean else ""
        times = "s · " if output.is_weighted else ""
        update = f"Δw = η{mean} · Σ {times}pull · x"
    if step.keep != 1.0:
        update = update.replace("Δw", "Δw, but for λ,")
    name = "pull −y · slope" if step.rule.has_rate else "τ · y"
    qualifier = " (the largest)" if len(step.X) > 1 else ""
    return (
        f"{name} = {pull_text}{qualifier}  ⇒  {update}",
        update,
        update.replace("η · pull · x = ", ""),
        f"pull {pull_text}",
    )
