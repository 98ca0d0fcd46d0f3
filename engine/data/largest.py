"""How large the values of samples may be where they come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST = 1e150
"""Beyond it ‖x‖² is infinite: a rule that divides by it would add nothing and never say
so, a score could be ∞ − ∞, a picture could not be scaled."""
TOO_LARGE = (
    "is too large to compute with (at most 1e150): correct it or scale the data down"
)


def is_computable(values: NDArray[np.float64]) -> bool:
    """Tell whether all values are numbers, none of them too large."""
    # One that is no number makes both extremes none, and no comparison holds.
    return not values.size or bool(values.max() <= LARGEST and values.min() >= -LARGEST)
