"""A step explained: every number that stands in the rule, by the kind of model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from engine.learners import learner
from engine.learners.kernel_learner import KernelLearner
from engine.learners.network_learner import NetworkLearner
from engine.steps.explained_step import OutputStep, Step

if TYPE_CHECKING:
    from engine.steps.network_step import NetworkStep
    from engine.training.frame import Frame
    from engine.training.tape import Tape

AnyStep: TypeAlias = "Step | NetworkStep"
"""A step, of whatever kind of model."""


def explain(tape: Tape, frame: Frame) -> AnyStep:
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
    made: dict[str, Any] = {
        "problem": problem,
        "frame": frame,
        "n": frame.step + problem.plan.steps_before,
        "X": problem.X[frame.rows],
        "eta": eta,
        "keep": rule.decay(eta, problem.settings),
        "data": tape.data,
    }
    if isinstance(rule, NetworkLearner):
        from engine.steps.network_step import NetworkStep

        return NetworkStep(rule=rule, **made)
    kind: type[Step] = Step
    of_output = OutputStep
    if isinstance(rule, KernelLearner):
        from engine.steps.kernel_step import KernelOutput, KernelStep

        kind, of_output = KernelStep, KernelOutput
    return kind(
        rule=rule,
        **made,
        outputs=tuple(
            of_output(
                problem=problem,
                rule=rule,
                frame=frame,
                k=k,
                code=k if problem.n_outputs > 1 else 1,
                before=frame.weights_before[k],
                after=frame.weights[k],
                used_before=frame.used_before[k],
                used=frame.used[k],
            )
            for k in range(problem.n_outputs)
        ),
    )
