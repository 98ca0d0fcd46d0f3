"""The same data with one thing replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import Dataset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def with_samples(
    data: Dataset,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    parts: NDArray[np.uint8] | None = None,
) -> Dataset:
    """Make a data set of other samples with the same features and classes.

    Without `parts` those of `data` are kept: there must be as many samples.
    """
    kept = data.parts if parts is None else parts
    return Dataset(X, y, data.feature_names, data.class_names, kept)


def with_classes(data: Dataset, names: tuple[str, ...]) -> Dataset:
    """Make a data set of the same samples with other class names."""
    return Dataset(data.X, data.y, data.feature_names, names, data.parts)


def with_parts(data: Dataset, parts: NDArray[np.uint8]) -> Dataset:
    """Make a data set of the same samples in other parts."""
    return Dataset(data.X, data.y, data.feature_names, data.class_names, parts)
