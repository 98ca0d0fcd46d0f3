"""A warm start: weights that another run has come to, as those that one begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError, in_quotes, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.models.predictor import Predictor
    from engine.models.scaling import Scaling


def start_weights(
    model: Predictor,
    terms: Sequence[str],
    class_names: Sequence[str],
    scaling: Scaling | None,
    *,
    offset: bool = True,
) -> tuple[NDArray[np.float64], ...]:
    """Give a model's rows of weights as a run starts with them, the offset last.

    A row for each output; of a network for each unit, layer by layer.

    Parameters
    ----------
    model : Predictor
    terms : sequence of str
        What the run learns from; the model's may be in another order.
    class_names : sequence of str
        Of the data that it learns from.
    scaling : Scaling or None
        By which the run standardises; where it is the model's own, the weights are
        those that the model was trained to, bit for bit.
    offset : bool
        Whether the run has one.

    Raises
    ------
    UserError
        If the model votes, is of other terms or classes, or has an offset alone.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> data = Dataset([[2.0, 4], [-6, 1]], ["near", "far"])
    >>> tape = Tape(data, Recipe("perceptron"))
    >>> tape.extend()
    >>> start_weights(tape.model(), ["x2", "x1"], ["far", "near"], None)
    (array([4., 2., 1.]),)
    """
    first, scaled, others = model.start_layers()
    names = model.features.names
    if set(names) != set(terms):
        are_others = set(names).isdisjoint(terms)
        remedy = (
            "give weights for these, or zero or random in place of the file"
            if are_others
            else "choose the same terms with --features"
        )
        raise UserError(
            f"has weights for {listed(names)}, but this run learns from "
            f"{listed(terms)}: {remedy}"
        )
    if tuple(class_names) != model.class_names:
        raise UserError(
            f"has weights for the classes {in_quotes(model.class_names)}, but the data "
            f"have {in_quotes(class_names)}: give weights for the same classes"
        )
    places = [names.index(term) for term in terms] + [-1]
    known = model.scaling
    weights = first[:, places]
    if scaling is not None and known is not None and _same(known, scaling, places):
        weights = scaled[:, places]
    elif scaling is not None:
        weights = scaling.from_data_units(weights)
    rows = tuple(row for layer in (weights, *others) for row in layer)
    if not offset and any(row[-1] for row in rows):
        raise UserError(
            "has an offset among its weights, but --no-offset asks for a run without "
            "one: leave --no-offset out"
        )
    return rows


def _same(scaling: Scaling, other: Scaling, places: Sequence[int]) -> bool:
    """Tell whether one, its terms so placed, is the other to the bit."""
    at = places[:-1]
    same_mean = np.array_equal(scaling.mean[at], other.mean)
    return same_mean and np.array_equal(scaling.scale[at], other.scale)
