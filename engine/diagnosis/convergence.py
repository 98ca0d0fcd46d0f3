"""Will it converge: what can be said of a run before it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from engine.diagnosis.feature_spaces import (
    of_kernel,
    rows_of_all_classes,
    shares_a_place,
)
from engine.diagnosis.mistake_bound import broken_assumptions
from engine.diagnosis.separability import Separation, separation
from engine.diagnosis.weight_cycle import (
    Cycle,
    can_repeat,
    epochs_searched,
    find_cycle,
)
from engine.errors import UserError, never
from engine.learners import learner
from engine.learners.multiclass_perceptron import PERCEPTRONS
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.training.problem import Problem

Space = Literal["features", "kernel", "classes"]
Obstacle = Literal["", "place", "rounding"]


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What can be said of a run before it ends.

    Attributes
    ----------
    separations : tuple of Separation
        One per output, of outputs that learn together one.
    space : {"features", "kernel", "classes"}
        Where the samples lie so: among the features as trained, those of the kernel,
        or those of all classes together, where a sample is one row for each class but
        its own.
    can_be_right : bool or None
        Whether weights exist with which every decision is right. Of several classes,
        each against the rest, they may though no class can be separated from the rest:
        the highest score decides. None where that is not told.
    is_linear : bool
        Whether the learner's scores are linear: only of such what is said of lines
        says where the run comes to.
    is_perceptron : bool
        Whether the rule is the perceptron's in that space.
    broken_assumptions : tuple of str
        Why the bound (R/γ)² does not hold for this recipe; empty if it does.
    cycle : Cycle or None
        Epochs that repeat for ever.
    searched : int
        Epochs in which nothing repeats, if a cycle was looked for in vain; else 0.
    ties_are_right : bool
        Whether samples of the positive class can be right on the boundary alone: the
        boundary cannot be moved away from them, for there is no offset.
    obstacle : {"", "place", "rounding"}
        What no other features mend where samples are not separable: some of different
        classes are at one place; or standardised samples are rounded, and as they are
        they are separable.
    """

    separations: tuple[Separation, ...]
    space: Space
    can_be_right: bool | None
    is_linear: bool
    is_perceptron: bool
    broken_assumptions: tuple[str, ...]
    cycle: Cycle | None
    searched: int
    ties_are_right: bool
    obstacle: Obstacle = ""

    @property
    def separable(self) -> bool | None:
        """Whether every output's class can be separated; None if that is not told."""
        return _all(separation.separable for separation in self.separations)

    @property
    def margin(self) -> float | None:
        """γ as it is drawn: of a line, or in the learner's space; None of several."""
        first, *others = self.separations
        has_line = self.is_linear or self.space != "features"
        if others or not first.separable or not has_line:
            return None
        if self.space == "features":
            return None if first.line is None else first.line.margin
        return first.margin or None

    @property
    def bound(self) -> float:
        """At most so many updates, of all outputs together: Novikoff (1962)."""
        return sum(separation.bound for separation in self.separations)

    @property
    def is_bounded(self) -> bool:
        """Whether the bound holds for this run."""
        return not self.broken_assumptions and self.bound < float("inf")

    @property
    def never_rests(self) -> bool:
        """Whether the rule is a perceptron's that no weights can leave at rest."""
        return (
            self.is_perceptron and self.separable is False and not self.ties_are_right
        )


def _all(answers: Iterable[bool | None]) -> bool | None:
    known = {*answers}
    if False in known:
        return False
    return None if None in known else True


def diagnose(
    tape: Tape,
    stop: Callable[[], bool] = never,
    *,
    report: Callable[[Diagnosis], object] | None = None,
    with_cycle: bool = True,
) -> Diagnosis:
    """Tell what can be said of a run, whether or not it is recorded yet.

    Parameters
    ----------
    tape : Tape
        Of a branch, as far as to where it begins.
    stop : callable
        Asked now and then whether the answer is no longer wanted.
    report : callable, optional
        Given all but the cycle, before that is searched for: it may take seconds.
    with_cycle : bool
        Whether a cycle is searched for.

    Raises
    ------
    Cancelled
        If `stop` said so.
    UserError
        If there are too many terms or classes to tell.
    """
    problem, rule = tape.problem, learner(tape.recipe.learner)
    resting = _resting_weights(tape) if rule.is_linear else None
    space, by_class = in_its_space(rule, problem, stop, resting=resting)
    diagnosis = Diagnosis(
        separations=by_class,
        space=space,
        can_be_right=None,
        is_linear=rule.is_linear,
        is_perceptron=rule.pull in PERCEPTRONS,
        broken_assumptions=broken_assumptions(
            rule,
            problem,
            [each.margin for each in by_class],
            branched=tape.branched_at is not None,
        ),
        cycle=None,
        searched=0,
        ties_are_right=problem.tie == "positive" and not problem.plan.offset_input,
    )
    diagnosis = replace(
        diagnosis,
        can_be_right=_can_be_right(diagnosis, problem, stop),
        obstacle=_obstacle(tape, diagnosis, stop),
    )
    may_repeat = (
        diagnosis.separable is not True
        and diagnosis.is_perceptron
        and space == "features"
        and can_repeat(problem)
    )
    if not (with_cycle and may_repeat):
        return diagnosis
    if report is not None:
        report(diagnosis)
    cycle = _cycle(tape, stop)
    searched = epochs_searched(problem) if cycle is None else 0
    return replace(diagnosis, cycle=cycle, searched=searched)


def in_its_space(
    rule: Learner,
    problem: Problem,
    stop: Callable[[], bool] = never,
    *,
    resting: NDArray[np.float64] | None = None,
) -> tuple[Space, tuple[Separation, ...]]:
    """Tell how the samples lie where the rule sees them.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    if (kernel := rule.kernel_of(problem.settings)) is not None:
        X, offset = problem.training.X, bool(problem.plan.offset_input)
        return "kernel", tuple(
            of_kernel(X, y, kernel, offset=offset, stop=stop) for y in _labels(problem)
        )
    if rule.is_linear and problem.coupled:
        return "classes", (_together(problem, stop, resting),)
    return "features", tuple(
        separation(
            problem.training.X,
            y,
            offset=bool(problem.plan.offset_input),
            resting=None if resting is None else resting[k],
            stop=stop,
        )
        for k, y in enumerate(_labels(problem))
    )


def is_separable(
    rule: Learner, problem: Problem, stop: Callable[[], bool] = never
) -> bool | None:
    """Tell whether the samples are separable where the rule sees them."""
    return _all(each.separable for each in in_its_space(rule, problem, stop)[1])


def _obstacle(tape: Tape, diagnosis: Diagnosis, stop: Callable[[], bool]) -> Obstacle:
    """Tell what no other features mend."""
    if diagnosis.separable is not False:
        return ""
    problem = tape.problem
    X, codes = tape.data.X[problem.rows], tape.data.y[problem.rows]
    if shares_a_place(X, codes.astype(float)):
        return "place"
    keeps_answers = problem.plan.offset_input and diagnosis.space != "kernel"
    if problem.scaling is None or not keeps_answers:
        return ""
    try:
        plain = Tape(tape.data, tape.recipe.replace(standardise=False)).problem
        as_they_are = is_separable(learner(tape.recipe.learner), plain, stop)
    except UserError:  # too large to learn from as they are
        return ""
    return "rounding" if as_they_are else ""


def _can_be_right(
    diagnosis: Diagnosis, problem: Problem, stop: Callable[[], bool]
) -> bool | None:
    """Tell whether weights exist that decide rightly on all samples."""
    if diagnosis.separable:
        return True
    if not diagnosis.is_linear or diagnosis.ties_are_right:
        return None
    if len(diagnosis.separations) == 1:
        return diagnosis.separable
    try:
        return _together(problem, stop).separable
    except UserError:  # too many samples and classes
        return None


def _labels(problem: Problem) -> list[NDArray[np.float64]]:
    """Give ±1 for each sample to learn from, for each output."""
    codes = problem.training.codes
    return [problem.labels(codes, k) for k in range(problem.n_outputs)]


def has_rested(tape: Tape) -> bool:
    """Tell whether a run that has ended had an epoch of its own without a mistake.

    Scores are rounded: some run may, though no weights have every sample right.
    """
    own = tape.own_epoch() if tape.finished else None
    return own is not None and not tape.epochs.mistakes[own[0] :].all()


def _resting_weights(tape: Tape) -> NDArray[np.float64] | None:
    """Give the weights, as trained, with which a run has come to rest."""
    if not (tape.finished and tape.converged):
        return None
    return tape.frame(tape.steps).weights


def _cycle(tape: Tape, stop: Callable[[], bool]) -> Cycle | None:
    """Search for a cycle from where the recipe begins an epoch alone."""
    epochs, weights = tape.own_epoch() or (0, tape.problem.start)
    problem = replace(tape.problem, start=weights)
    cycle = find_cycle(problem, tape.recipe.learner, stop)
    return cycle and replace(cycle, before=cycle.before + epochs)


def _together(
    problem: Problem,
    stop: Callable[[], bool],
    resting: NDArray[np.float64] | None = None,
) -> Separation:
    """Tell whether weights have each sample's own class ahead of all the others."""
    X, codes, _ = problem.training
    if problem.plan.offset_input:
        X = np.column_stack([X, np.ones(len(X))])
    rows = rows_of_all_classes(X, codes, problem.n_outputs)
    terms = rows.shape[1] // problem.n_outputs
    known = None if resting is None else np.append(resting[:, :terms].ravel(), 0.0)
    return separation(
        rows,
        np.ones(len(rows)),
        offset=False,
        drawn=False,
        resting=known,
        stop=stop,
    )
