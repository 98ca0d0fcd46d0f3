"""The linear SVM: margins, support vectors, and its weights against λ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TRAINING
from engine.errors import Cancelled, UserError, never
from engine.models.lengths import lengths_of
from engine.models.linear_scores import linear_scores
from engine.spaces.svm_solver import SvmSolver
from engine.training.fit import fit
from engine.training.problem import problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.families.linear.model import LinearModel
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe

    Progress = Callable[["LambdaPath"], object]
    Row = NDArray[np.float64]

LEARNER = "linear-svm"
MOST_EXACT = 5000
"""Samples beyond which the exact solution may take minutes."""
MOST_WORK = 1e9
"""Multiplications for one λ after which the exact solver gives up: some seconds."""
MARGIN_TOLERANCE = 1e-3
"""Of y·z = 1, where an exact solution's support vectors are only nearly."""


@dataclass(frozen=True, eq=False)
class SvmMargins:
    """How far the samples are on their right side.

    Attributes
    ----------
    functional : ndarray, shape (n, n_outputs)
        y·z: at least 1 outside the margin, below 0 on the wrong side.
    distance : ndarray, shape (n, n_outputs)
        y·z / ‖w‖, in the units of the terms as drawn; NaN where w = 0.
    support : ndarray of bool, shape (n, n_outputs)
        Whether y·z is not above 1: these alone hold the boundary where it is.
    """

    functional: NDArray[np.float64]
    distance: NDArray[np.float64]
    support: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class LambdaPath:
    """Weights against λ, in the units of the data, and what they achieve.

    Attributes
    ----------
    strengths : ndarray, shape (m,)
        The values of λ.
    weights : ndarray, shape (m, n_outputs, n_terms + 1)
        The offset last. NaN where a run diverged or the exact solver gave up.
    objective : ndarray, shape (m,)
        The cost J on the training part: λ/2·‖w‖² and the hinge losses, each times its
        sample's weight, over the number of samples, summed over the outputs; w as
        trained.
    scaled_weights : ndarray, same shape as `weights`
        As trained.
    """

    strengths: NDArray[np.float64]
    weights: NDArray[np.float64]
    objective: NDArray[np.float64]
    scaled_weights: NDArray[np.float64]


def margins(
    model: LinearModel, data: Dataset, tolerance: float = MARGIN_TOLERANCE
) -> SvmMargins:
    """Measure the margins of all samples under a model.

    Parameters
    ----------
    model : LinearModel
    data : Dataset
    tolerance : float
        A support vector has y·z ≤ 1 + tolerance.
    """
    functional = _signs(data.y, data.n_outputs) * model.scores(data.X)
    length = lengths_of(model.coef)
    distance = functional / np.where(length > 0, length, np.nan)
    return SvmMargins(functional, distance, functional <= 1.0 + tolerance)


def pegasos_path(
    data: Dataset,
    recipe: Recipe,
    strengths: Sequence[float],
    *,
    stop: Callable[[], bool] = never,
    progress: Progress | None = None,
    output: int | None = None,
) -> LambdaPath:
    """Learn with each λ by our stochastic sub-gradients.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
        Of the linear SVM; all but its λ is meant.
    strengths : sequence of float
    stop : callable
        Asked now and then whether the path is no longer wanted.
    progress : callable, optional
        Told the path so far after each λ.
    output : int, optional
        Give the weights and the objective of this output only.

    Raises
    ------
    UserError
        If the recipe is not one of the linear SVM, or does not fit the data.
    Cancelled
        If `stop` said so.
    """
    problem = _svm_problem(data, recipe)
    outputs = range(problem.n_outputs) if output is None else (output,)

    def learn(strength: float) -> NDArray[np.float64]:
        with_it = problem.under(recipe.replace(strength=strength))
        weights = fit(with_it, LEARNER, stop)
        if weights is None:
            weights = np.full(problem.start.shape, np.nan)
        return weights[list(outputs)]

    return _path(problem, strengths, learn, outputs, progress)


def exact_path(
    data: Dataset,
    recipe: Recipe,
    strengths: Sequence[float],
    *,
    stop: Callable[[], bool] = never,
    progress: Progress | None = None,
    output: int | None = None,
) -> LambdaPath | None:
    """Solve for each λ exactly: see `SvmSolver`. Like ours, b is not penalised.

    Parameters
    ----------
    data, recipe, strengths, progress, output
        As of `pegasos_path`.
    stop : callable
        Asked at each step whether the path is no longer wanted.

    Returns
    -------
    Path or None
        None if there are too many samples to solve for.

    Raises
    ------
    UserError, Cancelled
        As of `pegasos_path`.
    """
    problem = _svm_problem(data, recipe)
    if problem.n_samples > MOST_EXACT:
        return None
    outputs = range(problem.n_outputs) if output is None else (output,)
    solvers = [_solver(problem, k) for k in outputs]

    def solve(strength: float) -> NDArray[np.float64]:
        solutions = [solver(strength, stop) for solver in solvers]
        if stop():
            raise Cancelled
        return np.array(solutions)

    return _path(problem, strengths, solve, outputs, progress)


def _svm_problem(data: Dataset, recipe: Recipe) -> Problem:
    if recipe.learner != LEARNER:
        raise UserError(f"the path over λ is that of “{LEARNER}”: choose this learner")
    return problem(data, recipe)


def _path(
    problem: Problem,
    strengths: Sequence[float],
    weights_with: Callable[[float], NDArray[np.float64]],
    outputs: Sequence[int],
    progress: Progress | None,
) -> LambdaPath:
    X, codes, _ = problem.parts[TRAINING]
    signs = _signs(codes, problem.n_outputs)[:, list(outputs)]
    shares = np.column_stack([_shares(problem, k) for k in outputs])
    solutions: list[NDArray[np.float64]] = []
    objective: list[float] = []

    def so_far() -> LambdaPath:
        trained, goal = np.array(solutions), np.array(objective)
        scaling = problem.scaling
        drawn = trained if scaling is None else scaling.to_data_units(trained)
        return LambdaPath(np.array(strengths[: len(solutions)]), drawn, goal, trained)

    for strength in strengths:
        weights = weights_with(strength)
        losses = shares * np.maximum(0.0, 1.0 - signs * linear_scores(X, weights))
        solutions.append(weights)
        objective.append(
            float(strength / 2 * (weights[:, :-1] ** 2).sum() + losses.sum())
        )
        if progress is not None:
            progress(so_far())
    return so_far()


def _shares(problem: Problem, k: int) -> NDArray[np.float64]:
    """Give what each sample's loss counts in J, for one output."""
    return problem.weights_of(problem.rows, k) / problem.n_samples


def _solver(problem: Problem, k: int) -> Callable[[float, Callable[[], bool]], Row]:
    """Give what solves for one output, for ever other λ; NaN where it is not sure."""
    X, codes, _ = problem.training
    y, offset = _signs(codes, problem.n_outputs)[:, k], bool(problem.plan.offset_input)
    nothing = np.full(X.shape[1] + 1, np.nan)
    if offset and len(np.unique(y)) < 2:  # the offset alone has no loss
        alone = np.append(np.zeros(X.shape[1]), y[0])
        return lambda strength, stop: alone
    solver = SvmSolver(X, y, _shares(problem, k), offset=offset)
    steps = int(MOST_WORK / X.size) + 1

    def solve(strength: float, stop: Callable[[], bool]) -> Row:
        try:
            with np.errstate(over="raise"):  # of a small λ and samples far off
                weights = solver.solve(strength, steps, stop)
        except FloatingPointError:
            return nothing
        return nothing if weights is None else weights

    return solve


def _signs(codes: NDArray[np.int64], n_outputs: int) -> NDArray[np.float64]:
    """Give y = ±1 for each output, shape (n, n_outputs)."""
    own = np.array([1]) if n_outputs == 1 else np.arange(n_outputs)
    return np.where(codes[:, None] == own, 1.0, -1.0)
