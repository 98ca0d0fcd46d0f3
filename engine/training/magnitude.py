"""How large samples may be: no square, no score and no sum of them overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import LARGEST, is_computable
from engine.errors import UserError
from engine.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def require_computable(X: NDArray[np.float64], names: Sequence[str]) -> None:
    """Make sure that no term of samples X (n, n_terms) is too large.

    Raises
    ------
    UserError
        If one is; names it.
    """
    if is_computable(X):
        return
    largest = np.abs(X).max(axis=0)
    worst = int(largest.argmax())
    raise UserError(
        f"{names[worst]} is as large as {number(float(largest[worst]))}, too large to "
        f"learn from (at most {number(LARGEST)}): scale the data down"
    )
