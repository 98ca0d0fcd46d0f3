"""One recipe under many orders: how much of what is learned is the order's doing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.errors import UserError, never
from engine.evaluation.error_rates import error_on, recorded
from engine.learners import learner
from engine.training.compiled.tiered_loops import INTERPRETED_WORK
from engine.training.recipe_combination import combination_of, with_combination
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.learners.combination import Combination
    from engine.models.predictor import Predictor
    from engine.training.recipe import Recipe

FEWEST, MOST = 2, 50
"""Orders that are compared."""
COMPARED: tuple[Combination, ...] = ("last", "averaged", "voted")
"""Which weights are used: of one recipe, or of its counterparts."""
MOST_VOTED = 2_000
"""Samples to learn from up to which votes are counted unasked: each of the weights
gone through is asked for its vote on each of them."""
MOST_ASKED = 5_000
"""Samples on which the runs' decisions are compared; of more, some evenly chosen."""
MOST_VOTES = 64
"""Weight vectors that stay of a model that votes; of more, a fair sample."""


@dataclass(frozen=True, eq=False)
class OrderBundle:
    """The runs of one recipe under all orders that are through.

    Attributes
    ----------
    recipe : Recipe
        Its order is shuffled; its seed is that of the first run.
    combination : {"last", "averaged", "pocket", "voted"}
        Which weights are used.
    models : tuple of Predictor
        At each run's end; of very many votes a fair sample.
    updates, epochs : ndarray of int, shape (n,)
    converged, diverged : ndarray of bool, shape (n,)
        Whether a run ended without a mistake, or because weights left their range.
    training : ndarray, shape (n,)
        Errors, 0 … 1.
    validation : ndarray, shape (n,), or None
        None where no sample is held out for it.
    classes : ndarray of int, shape (n, m)
        What each model decides for samples of the training and validation parts, at
        most `MOST_ASKED`.
    """

    recipe: Recipe
    combination: Combination
    models: tuple[Predictor, ...]
    updates: NDArray[np.int64]
    epochs: NDArray[np.int64]
    converged: NDArray[np.bool_]
    diverged: NDArray[np.bool_]
    training: NDArray[np.float64]
    validation: NDArray[np.float64] | None
    classes: NDArray[np.int32]

    @property
    def angle(self) -> float | None:
        """The largest angle between the boundaries of two runs, in degrees.

        It is that of the weights in the units of the data, so that 180 is the same
        line with the classes exchanged. None where a boundary is not flat, of one
        feature, and where fewer than two runs have weights.
        """
        rows = [
            model.newest_weights() if model.is_flat else None for model in self.models
        ]
        coefs = [row[0, :-1] for row in rows if row is not None and row[0, :-1].any()]
        if len(coefs) < FEWEST or any(row is None for row in rows) or coefs[0].size < 2:
            return None
        # By the largest weight: the squares of none are then out of range.
        directions = np.vstack([coef / np.abs(coef).max() for coef in coefs])
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        i, j = np.triu_indices(len(coefs), 1)
        # By the chord: the arc cosine knows nothing of small angles.
        chords = np.linalg.norm(directions[i] - directions[j], axis=1) / 2
        widest: float = np.degrees(2 * np.arcsin(np.minimum(chords, 1.0))).max()
        return widest

    @property
    def disagreement(self) -> float:
        """The share of samples for which two of the runs decide otherwise, 0 … 1.

        The mean over all pairs of runs; 0 of a single one.
        """
        n = len(self.classes)
        if n < FEWEST or not self.classes.size:
            return 0.0
        alike = np.zeros(self.classes.shape[1])
        for code in np.unique(self.classes):
            votes = (self.classes == code).sum(axis=0)
            alike += votes * (votes - 1)
        return float(1.0 - alike.mean() / (n * (n - 1)))


@dataclass(frozen=True, eq=False)
class OrderComparison:
    """What is known of the orders that are through.

    Attributes
    ----------
    data : Dataset
    recipe : Recipe
        The one that was asked about.
    seeds : tuple of int
        One for each order wanted.
    bundles : tuple of OrderBundle
        Of the recipe and of its counterparts, in the order of `COMPARED`.
    """

    data: Dataset
    recipe: Recipe
    seeds: tuple[int, ...]
    bundles: tuple[OrderBundle, ...]

    @property
    def done(self) -> int:
        """How many orders are through."""
        return min((len(bundle.models) for bundle in self.bundles), default=0)

    @property
    def finished(self) -> bool:
        """Tell whether all orders are through."""
        return self.done == len(self.seeds)


def compared_recipes(recipe: Recipe, n_samples: int) -> tuple[Recipe, ...]:
    """Give the recipes whose runs are compared: of each combination there is.

    The votes of very many samples, and the pocket, only where the recipe has them.

    Parameters
    ----------
    recipe : Recipe
    n_samples : int
        To learn from.
    """
    own = combination_of(recipe)
    wanted = [
        combination
        for combination in COMPARED
        if combination != "voted" or n_samples <= MOST_VOTED
    ]
    if own not in wanted:
        wanted.append(own)
    counterparts = (with_combination(recipe, combination) for combination in wanted)
    return tuple(candidate for candidate in counterparts if candidate is not None)


def order_comparison(
    data: Dataset,
    recipe: Recipe,
    seeds: Sequence[int],
    *,
    progress: Callable[[OrderComparison], object] | None = None,
    stop: Callable[[], bool] = never,
) -> OrderComparison:
    """Record the recipe, and its counterparts, once under each seed's order.

    Each run is bit for bit that of a tape by the recipe with the order shuffled and
    that seed; where the start is random, the seed is the start's, too.

    Parameters
    ----------
    data : Dataset
        Its test part is not looked at.
    recipe : Recipe
    seeds : sequence of int
        At least two, all different.
    progress : callable, optional
        Called, in this thread, with what is known whenever an order is through.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    UserError
        If there are fewer than two seeds, one comes twice, or the recipe does not fit
        the data or has no order.
    Cancelled
        If `stop` said so.
    """
    wanted = tuple(seeds)
    if len(wanted) < FEWEST or len(set(wanted)) < len(wanted):
        raise UserError("compare orders: give at least two seeds, all different")
    if recipe.get("order") is None:
        title = learner(recipe.learner).title
        raise UserError(
            f"compare orders: to {title} the order of the samples makes no difference: "
            "choose another learner"
        )
    n_samples = len(data.counted_rows_of(TRAINING))
    asked = np.flatnonzero(data.parts != TEST)
    asked = asked[:: max(1, -(-len(asked) // MOST_ASKED))]
    bundles = tuple(
        _empty(compared.replace(order="shuffled", seed=wanted[0]), data, len(asked))
        for compared in compared_recipes(recipe, n_samples)
    )
    for bundle in bundles:
        first = Tape(data, bundle.recipe)
        if first.work * len(wanted) > INTERPRETED_WORK:
            first.load_loops()
    known = OrderComparison(data, recipe, wanted, bundles)
    for seed in wanted:
        grown = tuple(
            _with(bundle, data, seed, asked, stop) for bundle in known.bundles
        )
        known = replace(known, bundles=grown)
        if progress is not None:
            progress(known)
    return known


def _empty(recipe: Recipe, data: Dataset, asked: int) -> OrderBundle:
    counts, flags = np.empty(0, np.int64), np.empty(0, np.bool_)
    held_out = len(data.counted_rows_of(VALIDATION)) > 0
    return OrderBundle(
        recipe=recipe,
        combination=combination_of(recipe),
        models=(),
        updates=counts,
        epochs=counts,
        converged=flags,
        diverged=flags,
        training=np.empty(0),
        validation=np.empty(0) if held_out else None,
        classes=np.empty((0, asked), np.int32),
    )


def _with(
    known: OrderBundle,
    data: Dataset,
    seed: int,
    asked: NDArray[np.intp],
    stop: Callable[[], bool],
) -> OrderBundle:
    """Add the run of one more seed."""
    tape = recorded(data, known.recipe.replace(seed=seed), stop)
    model = tape.model()
    validation = known.validation
    if validation is not None:
        validation = np.append(validation, error_on(VALIDATION, tape, model) or 0.0)
    return replace(
        known,
        training=np.append(known.training, model.training_error),
        validation=validation,
        updates=np.append(known.updates, model.updates),
        epochs=np.append(known.epochs, model.epochs),
        converged=np.append(known.converged, tape.converged),
        diverged=np.append(known.diverged, tape.diverged),
        classes=np.vstack([known.classes, model.predict(data.X[asked])]),
        models=(*known.models, model.lean(MOST_VOTES)),
    )
