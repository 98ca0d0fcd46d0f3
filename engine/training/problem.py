"""The arrays that the loops read: data set and recipe, made ready."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.features import FeatureMap, feature_map
from engine.errors import UserError
from engine.evaluation.model import Scaling
from engine.learners import learner
from engine.training.loops import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.recipe import Recipe


@dataclass(frozen=True, eq=False)
class Problem:
    """What a run works on, in the form that the loops want.

    Attributes
    ----------
    features : FeatureMap
    scaling : Scaling or None
    X : ndarray, shape (n, n_terms), read-only
        φ(x), standardised if the recipe says so.
    codes : ndarray of int64, shape (n,), read-only
    n_outputs : int
    plan : Plan
    settings : NamedTuple
        The learner's own.
    epochs : int
        At most.
    """

    features: FeatureMap
    scaling: Scaling | None
    X: NDArray[np.float64]
    codes: NDArray[np.int64]
    n_outputs: int
    plan: Plan
    settings: Any
    epochs: int

    @property
    def n_samples(self) -> int:
        """Samples in an epoch."""
        return int(self.X.shape[0])

    @property
    def steps_per_epoch(self) -> int:
        """Steps in an epoch."""
        return -(-self.n_samples // self.plan.batch)

    @property
    def most_steps(self) -> int:
        """Steps of a run that nothing ends early."""
        return self.steps_per_epoch * self.epochs


def problem(data: Dataset, recipe: Recipe) -> Problem:
    """Make data and recipe ready for the loops.

    Raises
    ------
    UserError
        If there is no sample or a feature is not known.
    """
    if not data.n_samples:
        raise UserError("there are no samples: draw or open some")
    rule = learner(recipe.learner)
    features = feature_map(data.feature_names, recipe.features, recipe.squares)
    with np.errstate(over="ignore"):
        phi = features.transform(data.X)
    if not np.isfinite(phi).all():
        raise UserError("a feature is too large to be a number: scale the data down")
    scaling = Scaling.fit(phi) if recipe.standardise else None
    X = phi if scaling is None else scaling.apply(phi)
    X.setflags(write=False)
    batch = int(recipe.get("batch_size", 1)) or data.n_samples
    return Problem(
        features=features,
        scaling=scaling,
        X=X,
        codes=data.y,
        n_outputs=data.n_outputs,
        plan=Plan(
            batch=min(batch, data.n_samples),
            shuffled=recipe.order == "shuffled",
            seed=recipe.seed,
            eta=recipe.learning_rate,
            one=1.0 if recipe.offset else 0.0,
            stop_without_mistake=recipe.stop_without_mistake,
        ),
        settings=rule.settings(
            **{name: recipe.get(name, 0.0) for name in rule.settings._fields}
        ),
        epochs=recipe.epochs,
    )
