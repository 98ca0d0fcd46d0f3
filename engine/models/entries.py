"""Checks of the entries that a model is read from: nothing is taken on trust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError
from engine.files import is_finite

if TYPE_CHECKING:
    from numpy.typing import NDArray

Entries = dict[str, Any]
"""Names to arrays or lists of numbers, to further entries, to plain values."""


def split(weights: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Give rows of weights as entries, the offsets apart."""
    return {"coef": weights[:, :-1], "intercept": weights[:, -1]}


def joined(entries: Entries) -> NDArray[np.float64]:
    """Give the rows of weights that `split` took apart, the offset last."""
    return np.column_stack([array_of(entries["coef"]), array_of(entries["intercept"])])


def array_of(numbers: object) -> NDArray[np.float64]:
    """Turn numbers, in lists or an array, into an array."""
    return np.array(numbers, dtype=np.float64)


def require(holds: bool, name: str) -> None:
    """Refuse an entry unless something holds.

    Raises
    ------
    UserError
        If it does not; names the entry.
    """
    if not holds:
        raise UserError(
            f"its entry “{name}” is missing or damaged: save the weights again"
        )


def require_numbers(numbers: Any, shape: tuple[int, ...], name: str) -> None:
    """Make sure that an entry is an array, or lists, of finite numbers.

    Raises
    ------
    UserError
        If it is not, or not of this shape; names the entry.
    """
    if isinstance(numbers, np.ndarray):
        require(numbers.shape == shape and numbers.dtype.kind in "fiu", name)
        require(bool(np.isfinite(numbers).all()), name)
        return
    require(isinstance(numbers, list) and len(numbers) == shape[0], name)
    if len(shape) == 1:
        require(all(map(is_finite, numbers)), name)
    else:
        for row in numbers:
            require_numbers(row, shape[1:], name)


def require_weights(
    entries: Entries, rows: int, n_terms: int, within: str = ""
) -> None:
    """Make sure that entries hold so many rows of weights.

    Raises
    ------
    UserError
        If they do not; names the entry, or the one that they are `within`.
    """
    require_numbers(entries.get("coef"), (rows, n_terms), within or "coef")
    require_numbers(entries.get("intercept"), (rows,), within or "intercept")
