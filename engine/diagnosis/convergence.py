"""Will it converge: what can be said of a run before it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from engine.diagnosis.feature_spaces import (
    polynomial_features,
    rbf_margin,
    rows_of_all_classes,
    shares_a_place,
)
from engine.diagnosis.largest_margin import (
    LargestMarginLine,
    largest_margin,
    longest,
    margin_through_origin,
)
from engine.diagnosis.separability import separating_weights
from engine.diagnosis.weight_cycle import (
    Cycle,
    can_repeat,
    epochs_searched,
    find_cycle,
)
from engine.errors import never
from engine.learners import learner
from engine.learners.kernel_learner import KernelLearner
from engine.learners.multiclass_perceptron import PERCEPTRONS
from engine.training.loops.schedule import CONSTANT

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.models.kernels import Kernel
    from engine.training.problem import Problem

Space = Literal["features", "kernel", "classes"]


@dataclass(frozen=True, eq=False)
class Separation:
    """How one output's samples lie: its class against the rest.

    Or of outputs that learn together how all samples lie: each in its own class.

    Attributes
    ----------
    line : LargestMarginLine or None
        The separating line of largest margin, among the features as trained; None
        where there is none or it cannot be computed.
    margin : float
        γ of the bound, 0 if not known: the largest margin of weights of length 1, the
        offset among them, each sample having 1 as one more feature. Without an
        offset the same as `line.margin`.
    radius : float
        R of the bound: the length of the longest sample, with that 1.
    """

    line: LargestMarginLine | None
    margin: float
    radius: float

    @property
    def bound(self) -> float:
        """(R/γ)², infinite if γ is not known."""
        ratio = self.radius / self.margin if self.margin else float("inf")
        return ratio * ratio  # infinite, where ** would raise an error


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What can be said of a run before it ends.

    Attributes
    ----------
    separations : tuple of Separation or None
        One per output, of outputs that learn together one; None where no weights
        separate the class from the rest.
    space : {"features", "kernel", "classes"}
        Where the samples lie so: among the features as trained, those of the kernel,
        or those of all classes together, where a sample is one row for each class but
        its own.
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
    """

    separations: tuple[Separation | None, ...]
    space: Space
    is_linear: bool
    is_perceptron: bool
    broken_assumptions: tuple[str, ...]
    cycle: Cycle | None
    searched: int
    ties_are_right: bool

    @property
    def separable(self) -> bool:
        """Whether every output's class can be separated from the rest."""
        return all(separation is not None for separation in self.separations)

    @property
    def bound(self) -> float:
        """At most so many updates, of all outputs together: Novikoff (1962)."""
        return bound_of(self.separations)


def bound_of(separations: tuple[Separation | None, ...]) -> float:
    """Give the bound on the updates of all outputs; infinite if one has none."""
    return sum(
        separation.bound if separation else float("inf") for separation in separations
    )


def load_scipy() -> None:
    """Load what a diagnosis needs: about a second, once."""
    import scipy.optimize  # noqa: F401


def diagnose(
    problem: Problem,
    name: str,
    stop: Callable[[], bool] = never,
    *,
    own_epochs: tuple[int, NDArray[np.float64]] | None = None,
    report: Callable[[Diagnosis], object] | None = None,
) -> Diagnosis:
    """Tell what can be said of a run.

    Parameters
    ----------
    problem : Problem
    name : str
        Name of the learner.
    stop : callable
        Asked now and then whether the answer is no longer wanted.
    own_epochs : tuple of int and ndarray, optional
        Of a run that goes on from another: the epochs before the first that is its
        own, and the weights with which that begins.
    report : callable, optional
        Given all but the cycle, before that is searched for: it may take seconds.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    rule = learner(name)
    space, by_class = _in_its_space(rule, problem, stop)
    is_perceptron = rule.pull in PERCEPTRONS
    may_repeat = (
        None in by_class
        and is_perceptron
        and space == "features"
        and can_repeat(problem)
    )
    diagnosis = Diagnosis(
        separations=by_class,
        space=space,
        is_linear=rule.is_linear,
        is_perceptron=is_perceptron,
        broken_assumptions=broken_assumptions(
            rule, problem, branched=own_epochs is not None
        ),
        cycle=None,
        searched=0,
        ties_are_right=problem.tie == "positive" and not problem.plan.offset_input,
    )
    if not may_repeat:
        return diagnosis
    if report is not None:
        report(diagnosis)
    cycle = _cycle(problem, name, stop, own_epochs)
    searched = epochs_searched(problem) if cycle is None else 0
    return replace(diagnosis, cycle=cycle, searched=searched)


def separations(
    problem: Problem, stop: Callable[[], bool] = never
) -> tuple[Separation | None, ...]:
    """Tell of each output how its samples lie; None where nothing separates them.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    X, offset = problem.training.X, bool(problem.plan.offset_input)
    return tuple(_separation(X, y, offset, stop) for y in _labels(problem))


def _in_its_space(
    rule: Learner, problem: Problem, stop: Callable[[], bool]
) -> tuple[Space, tuple[Separation | None, ...]]:
    """Tell how the samples lie where the rule sees them."""
    if isinstance(rule, KernelLearner):
        kernel = rule.kernel_of(problem.settings)
        return "kernel", _of_kernel(kernel, problem, stop)
    if rule.is_linear and problem.coupled:
        return "classes", (_together(problem, stop),)
    return "features", separations(problem, stop)


def _labels(problem: Problem) -> list[NDArray[np.float64]]:
    """Give ±1 for each sample to learn from, for each output."""
    codes = problem.training.codes
    return [problem.labels(codes, k) for k in range(problem.n_outputs)]


def _cycle(
    problem: Problem,
    name: str,
    stop: Callable[[], bool],
    own_epochs: tuple[int, NDArray[np.float64]] | None,
) -> Cycle | None:
    epochs, weights = own_epochs or (0, problem.start)
    cycle = find_cycle(replace(problem, start=weights), name, stop)
    return cycle and replace(cycle, before=cycle.before + epochs)


def broken_assumptions(
    rule: Learner, problem: Problem, *, branched: bool = False
) -> tuple[str, ...]:
    """Say why (R/γ)² does not bound the updates of this run; nothing if it does."""
    if rule.pull not in PERCEPTRONS:
        return (f"it is a theorem about the perceptron, not about “{rule.title}”",)
    plan = problem.plan
    assumptions = {
        "the run branches off another": branched,
        "the weights do not start at zero": bool(problem.start.any()),
        "the tolerance is above 0": problem.settings.tolerance > 0,
        "η changes with the step": plan.schedule != CONSTANT,
        "a step sums over a batch": plan.batch > 1,
        "samples or classes have weights": problem.is_weighted,
        "mistakes beyond the budget are forgotten": (
            getattr(problem.settings, "budget", 0) > 0
        ),
    }
    return tuple(text for text, holds in assumptions.items() if holds)


def _separation(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    offset: bool,
    stop: Callable[[], bool],
    *,
    drawn: bool = True,
) -> Separation | None:
    """Separate samples X (n, d) by y = ±1; the line is left out if it is not drawn."""
    weights = separating_weights(X, y, offset=offset, stop=stop)
    if weights is None:
        return None
    rows = np.column_stack([X, np.ones(len(X))]) if offset else X
    line = largest_margin(X, y, weights, offset=offset, stop=stop) if drawn else None
    if line and not offset:
        margin = line.margin
    else:
        own = weights if offset else weights[:-1]
        margin = margin_through_origin(rows * y[:, None], own, stop)
    return Separation(line, margin, longest(rows))


def _of_kernel(
    kernel: Kernel, problem: Problem, stop: Callable[[], bool]
) -> tuple[Separation | None, ...]:
    X, offset = problem.training.X, bool(problem.plan.offset_input)
    if kernel.name != "rbf":
        phi = polynomial_features(X, kernel)
        return tuple(
            _separation(phi, y, offset, stop, drawn=False) for y in _labels(problem)
        )
    return tuple(
        None
        if shares_a_place(X, y)
        else Separation(
            line=None,
            margin=rbf_margin(X, y, kernel, offset=offset, stop=stop),
            radius=float(np.sqrt(1.0 + offset)),
        )
        for y in _labels(problem)
    )


def _together(problem: Problem, stop: Callable[[], bool]) -> Separation | None:
    """Tell whether weights have each sample's own class ahead of all the others."""
    X, codes, _ = problem.training
    if problem.plan.offset_input:
        X = np.column_stack([X, np.ones(len(X))])
    rows = rows_of_all_classes(X, codes, problem.n_outputs)
    return _separation(rows, np.ones(len(rows)), False, stop, drawn=False)
