"""A step explained: every number that stands in the rule, by the family of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import learner

if TYPE_CHECKING:
    from engine.steps.explained_step import ExplainedStep
    from engine.training.frame import Frame
    from engine.training.tape import Tape


def explain(tape: Tape, frame: Frame) -> ExplainedStep:
    """Explain a step from 1 on; its numbers are, bit for bit, those of the loops.

    But for a network's, where a library's exponential is in them.

    Parameters
    ----------
    tape : Tape
    frame : Frame
        Of that tape.

    Raises
    ------
    ValueError
        If the frame is the start, at which nothing happens.
    """
    if not frame.step:
        raise ValueError("nothing happens at the start")
    problem = tape.problem_at(frame.step)
    rule = learner(tape.learner_at(frame.step))
    eta = frame.learning_rate
    step: ExplainedStep = rule.family.explained(
        rule=rule,
        problem=problem,
        frame=frame,
        n=frame.step + problem.plan.steps_before,
        X=problem.X[frame.rows],
        eta=eta,
        keep=rule.decay(eta, problem.settings),
        data=tape.data,
    )
    return step
