"""How much the samples of each class count, by the recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.training.recipe import Recipe


def class_weights(
    wanted: Any, class_names: Sequence[str], totals: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give the weight of each class.

    Parameters
    ----------
    wanted : "balanced" or pairs of a class's name and its weight
        Balanced: n/(k·nᵢ) for class i of k, so that all count alike (King & Zeng,
        Logistic regression in rare events data, 2001). A class not named has 1.
    class_names : sequence of str
    totals : ndarray, shape (n_classes,)
        The weights of each class's samples, summed; their number, without weights.

    Raises
    ------
    UserError
        If a class is not known.
    """
    weights = np.ones(len(class_names))
    if wanted == "balanced":
        balanced: NDArray[np.float64] = balanced_weights(totals, float(totals.sum()))
        return balanced
    for name, weight in wanted:
        if name not in class_names:
            raise UserError(
                f"names “{excerpt(name)}”, which is no class: choose among "
                f"{', '.join(map(excerpt, class_names))}",
                of="the class weight",
                setting="class_weight",
            )
        weights[class_names.index(name)] = weight
    return weights


def balanced_weights(totals: Any, n: float) -> Any:
    """Give n/(k·nᵢ) for each of the k classes that have any of n samples, else 1.

    In plain arithmetic: pages translate it.
    """
    k = 0
    for i in range(totals.size):
        if totals[i] > 0.0:
            k += 1
    weights = np.empty(totals.size)
    for i in range(totals.size):
        weights[i] = n / (k * totals[i]) if totals[i] > 0.0 else 1.0
    return weights


def weights_by_output(
    weights: NDArray[np.float64], n_outputs: int
) -> NDArray[np.float64]:
    """Give, for each output, the weight of the samples with y = −1 and with y = +1.

    One output tells two classes apart, and each has its own weight. Of more, each
    class is told from the rest by an output of its own, in which it has its weight
    and the rest 1 (so does scikit-learn's SGDClassifier). Where the outputs learn
    together, a sample has the weight of its class in all of them.

    Returns
    -------
    ndarray, shape (n_outputs, 2)
    """
    if n_outputs == 1:
        return weights[None, :2].copy()
    return np.column_stack([np.ones(n_outputs), weights])


def renamed_class_weight(recipe: Recipe, renamed: Mapping[str, str]) -> Recipe:
    """Let the weights of classes that are called otherwise stay theirs."""
    wanted = recipe.get("class_weight")
    if not isinstance(wanted, tuple) or not renamed:
        return recipe
    now = tuple((renamed.get(name, name), weight) for name, weight in wanted)
    return recipe.replace(class_weight=now)


def known_class_weight(recipe: Recipe, class_names: Sequence[str]) -> Recipe:
    """Drop the weights of classes that are not there."""
    wanted = recipe.get("class_weight")
    if not isinstance(wanted, tuple):
        return recipe
    known = tuple((name, weight) for name, weight in wanted if name in class_names)
    return recipe if known == wanted else recipe.replace(class_weight=known or None)
