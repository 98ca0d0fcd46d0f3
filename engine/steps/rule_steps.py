"""The steps of a run made once more by the interpreter: what each sample adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from engine.errors import Cancelled, UserError, never
from engine.learners import learner
from engine.training.loops.rate_schedule import rate
from engine.training.loops.scores import dot, square
from engine.training.loops.step import add
from engine.training.loops.structures import UPDATE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.training.problem import Problem
    from engine.training.tape import Tape

    Weights = list[list[float]]
    Multipliers = Callable[[Weights, int], list[float]]

MOST_VISITS = 1_000_000
"""Samples that are looked at, one as often as it is: more would be waited for."""


class RuleStep(NamedTuple):
    """A step that may have changed the weights.

    Attributes
    ----------
    step : int
    places : list of int, (m,)
        Of its batch, among the samples to learn from.
    multipliers : list of lists of float, (m, n_outputs)
        What each sample was multiplied by and then added: η·weight·pull, of a mean
        divided by m.
    keep : float
        What the weights, but not the offset, were multiplied by before.
    weights : list of lists of float, (n_outputs, n_terms + 1)
        After it, as trained; changed in place by the next.
    """

    step: int
    places: list[int]
    multipliers: list[list[float]]
    keep: float
    weights: Weights


def why_not(tape: Tape) -> str:
    """Say why the steps of a run cannot be made once more by this, or nothing."""
    if learner(tape.recipe.learner).by_hand:
        return "Weights set by hand come from no sample"
    if not learner(tape.recipe.learner).is_linear:
        return "Only where the score is a sum w·x + b: see This update"
    if tape.branch is not None:
        return "Not on a branch: its weights are made by two rules"
    if tape.problem.plan.steps_before:
        return "Not of a stream: the samples before are gone"
    return ""


def most_steps(tape: Tape) -> int:
    """Give up to which step they can be made in a time that one waits for."""
    return MOST_VISITS // tape.problem.plan.batch


def rule_steps(
    tape: Tape, after: int, last: int, stop: Callable[[], bool] = never
) -> Iterator[RuleStep]:
    """Make steps `after` + 1 … `last` once more, without those that change nothing.

    The weights are those of the tape, to the bit but where a library's exponential is
    in the rule: then at each epoch's begin. For one thread beside others.

    Parameters
    ----------
    tape : Tape
    after, last : int
    stop : callable
        Asked at each epoch, and now and then within one.

    Raises
    ------
    UserError
        If it would take too long, or the run is of no rule that can be followed.
    IndexError
        If a step is not recorded.
    Cancelled
        If `stop` said so.
    """
    if obstacle := why_not(tape):
        raise UserError(obstacle)
    if last - after > most_steps(tape):
        raise UserError(
            f"so long a run takes too long to be followed: {most_steps(tape):,} steps "
            "at most"
        )
    problem, rule = tape.problem, learner(tape.recipe.learner)
    plan, h = problem.plan, problem.settings
    multipliers = _multipliers(tape)
    X = problem.training.X.data
    for before, places, marks in tape.passes(after, last):
        if stop():
            raise Cancelled
        changed = marks[:: plan.batch] & UPDATE
        if not plan.decays and not changed.any():
            continue
        step, order = before.step, places.tolist()
        shaped = before.parameters.reshape(problem.start.shape)
        weights = cast("Weights", shaped.tolist())
        for i in range(len(changed)):
            step += 1
            if not (plan.decays or changed[i]):
                continue
            if not step % 1024 and stop():
                raise Cancelled
            batch = order[i * plan.batch : (i + 1) * plan.batch]
            eta = rate(plan, step)
            keep = rule.decay(eta, h)
            size = eta / len(batch) if plan.mean else eta
            pulls = [multipliers(weights, place) for place in batch]
            made = [[size * c for c in of_sample] for of_sample in pulls]
            for k, w in enumerate(weights):
                if plan.batch == 1:
                    add(w, keep, made[0][k], X, batch[0], plan.offset_input)
                    continue
                total = [0.0] * len(w)
                for place, of_sample in zip(batch, pulls, strict=True):
                    add(total, 1.0, of_sample[k], X, place, plan.offset_input)
                add(w, keep, size, np.array([total]).data, 0, total[-1])
            yield RuleStep(step, batch, made, keep, weights)


def _multipliers(tape: Tape) -> Multipliers:
    """Give what tells how much a sample pulls at each output, by its place."""
    problem, rule = tape.problem, learner(tape.recipe.learner)
    counts = [_of_samples(problem, k) for k in range(problem.n_outputs)]
    codes, h = problem.training.codes, problem.settings
    X = problem.training.X.tolist()
    if rule.coupled:
        return _together(problem, X, rule.pull, counts[0])
    labels = [problem.labels(codes, k).tolist() for k in range(problem.n_outputs)]
    offset_input = problem.plan.offset_input
    squares = [1.0] * len(X)
    if rule.reads_length:
        squares = [square(offset_input, x) for x in X]

    def each(weights: Weights, place: int) -> list[float]:
        x, xx = X[place], squares[place]
        return [
            rule.pull(dot(w[-1], w, x), ys[place], xx, h) * own[place]  # type: ignore[operator]
            for w, ys, own in zip(weights, labels, counts, strict=True)
        ]

    return each


def _together(
    problem: Problem,
    X: list[list[float]],
    pull: Callable[..., object],
    counts: list[float],
) -> Multipliers:
    codes = problem.training.codes.tolist()
    first = 1 if problem.n_outputs == 1 else 0

    def together(weights: Weights, place: int) -> list[float]:
        z = np.zeros(first + problem.n_outputs)
        for k, w in enumerate(weights):
            z[first + k] = dot(w[-1], w, X[place])
        c = np.zeros(len(z))
        pull(z, codes[place], c, problem.settings)
        multiplied: list[float] = (c[first:] * counts[place]).tolist()
        return multiplied

    return together


def _of_samples(problem: Problem, k: int) -> list[float]:
    """Give how much each sample to learn from counts for an output."""
    counts: list[float] = problem.weights_of(problem.rows, k).tolist()
    return counts
