"""Arrow's numbers as NumPy's."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

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
    is_missing = array_of(numbers.is_null().cast(pyarrow.uint8())).view(bool)
    whole = pyarrow.Array.from_buffers(
        numbers.type, len(numbers), [None, numbers.buffers()[1]], offset=numbers.offset
    )
    return np.where(is_missing, np.nan, array_of(whole))


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

    kind = decimals.type
    if types.is_decimal128(kind) and 0 <= kind.scale <= EXACT_SCALE:
        whole = pyarrow.Array.from_buffers(
            pyarrow.decimal128(kind.precision, 0), len(decimals), decimals.buffers(),
            offset=decimals.offset,
        )  # fmt: skip
        with suppress(pyarrow.ArrowInvalid):  # too large to be a float exactly
            exact = whole.cast(pyarrow.int64()).cast(pyarrow.float64())
            # Of two floats that are exact the quotient is the nearest one.
            return array_of(exact) / float(10**kind.scale)
    return array_of(decimals.cast(pyarrow.string()).cast(pyarrow.float64()))
