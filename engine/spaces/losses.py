"""The losses over y·z: known ones by their names, and a learner's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.learners import learner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.learners import Learner

KNOWN = {
    "0/1": "manual-neuron",
    "perceptron": "perceptron",
    "squared error": "adaline",
    "hinge": "linear-svm",
    "log loss": "logistic-regression",
}
"""The losses by their names, and a learner that has each."""


@dataclass(frozen=True, eq=False)
class LossOfMargin:
    """A loss as a function of y·z.

    Attributes
    ----------
    name : str
    rule : Learner
    settings : NamedTuple
        The learner's own.
    kinks : tuple of float
        Places where the curve may have an edge.
    """

    name: str
    rule: Learner
    settings: Any
    kinks: tuple[float, ...]

    def at(self, margins: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the loss at each y·z."""
        with np.errstate(over="ignore"):
            own = np.ones(len(margins), np.int64)
            return self.rule.losses(margins[:, None], own, self.settings)

    def curve(self, left: float, right: float, places: int) -> NDArray[np.float64]:
        """Compute it from a y·z to another, at its edges too: rows of y·z and loss."""
        edges = [m for kink in self.kinks for m in (kink, np.nextafter(kink, np.inf))]
        inside = [m for m in edges if left < m < right]
        at = np.sort(np.append(np.linspace(left, right, places), inside))
        return np.column_stack([at, self.at(at)])


@cache
def known_losses() -> tuple[LossOfMargin, ...]:
    """Give the losses that are drawn beside the learner's own."""
    losses = []
    for name, owner in KNOWN.items():
        rule = learner(owner)
        settings = rule.settings(*[0.0] * len(rule.settings._fields))
        losses.append(LossOfMargin(name, rule, settings, (0.0, 1.0)))
    return tuple(losses)


@lru_cache(maxsize=8)
def own_loss(name: str, settings: Any) -> LossOfMargin:
    """Give a learner's own loss, by the name of the known one that it is."""
    rule = learner(name)
    own = LossOfMargin(rule.title, rule, settings, (0.0, 1.0, settings.tolerance))
    at = np.linspace(-4.0, 4.0, 33)
    values = own.at(at)
    for loss in known_losses():
        if np.allclose(values, loss.at(at)):
            return LossOfMargin(loss.name, rule, settings, loss.kinks)
    return own
