"""Arrow's numbers as NumPy's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import EXACT

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT_SCALE = 22
"""Up to which power a float is ten to it exactly."""


def array_of(numbers: Any) -> NDArray[Any]:
    """Give numbers as an array, without pandas, which `to_numpy` imports.

    Parameters
    ----------
    numbers : pyarrow.Array
        Whole numbers become floats where one is missing.

    Returns
    -------
    ndarray
        Not a number where one is missing.
    """
    import pyarrow

    if not numbers.null_count:
        return np.from_dlpack(numbers)
    whole = pyarrow.Array.from_buffers(
        numbers.type, len(numbers), [None, numbers.buffers()[1]], offset=numbers.offset
    )
    return np.where(_is_missing(numbers), np.nan, array_of(whole))


def nearest_floats(decimals: Any) -> NDArray[np.float64]:
    """Give the floats next to decimals; Arrow's own cast is often one beside.

    Parameters
    ----------
    decimals : pyarrow.Array

    Returns
    -------
    ndarray
        Not a number where one is missing.
    """
    import pyarrow
    from pyarrow import types

    kind, n = decimals.type, len(decimals)
    if n and types.is_decimal128(kind) and 0 <= kind.scale <= EXACT_SCALE:
        # Whole numbers of 128 bits, each its low half and then its high one.
        start = kind.byte_width * decimals.offset
        halves = np.frombuffer(decimals.buffers()[1], "<i8", 2 * n, start)
        low, high = halves.reshape(n, 2).T
        whole, gaps = low.astype(np.float64), _is_missing(decimals)
        if (gaps | (low >> 63 == high) & (np.abs(whole) < EXACT)).all():
            whole[gaps] = np.nan
            # Of two floats that are exact the quotient is the nearest one.
            return whole / float(10**kind.scale)
    return array_of(decimals.cast(pyarrow.string()).cast(pyarrow.float64()))


def _is_missing(column: Any) -> NDArray[np.bool_]:
    import pyarrow

    return array_of(column.is_null().cast(pyarrow.uint8())).view(bool)
