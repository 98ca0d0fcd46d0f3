"""The split of a data set into the training, the validation and the test part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import PART_NAMES, TEST, TRAINING, VALIDATION, with_parts
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset


ANY_CLASSES = "split without regard to the classes"
"""What can be done where a class has too few samples to be in every part."""

USUAL_SHARE, MOST_SHARE = 20, 90
"""Percent held out for validation where nothing is said, and the most of it."""


def split(
    data: Dataset,
    validation: float = 0.2,
    test: float = 0.2,
    seed: int = 0,
    *,
    stratified: bool = True,
) -> Dataset:
    """Distribute the samples over the parts at random.

    Parameters
    ----------
    data : Dataset
    validation, test : float
        Shares of all samples, 0 … 1; the rest is the training part.
    seed : int
        Same seed, same parts.
    stratified : bool
        Keep the classes' shares in every part, as far as they can be kept.

    Returns
    -------
    Dataset
        The same samples in the same order.

    Raises
    ------
    UserError
        If nothing would be left to learn from, or a class is too small to be in
        every part.
    """
    if validation < 0 or test < 0 or validation + test >= 1:
        raise UserError(
            f"validation {validation:g} and test {test:g} leave nothing to learn from: "
            "together they must be below 1"
        )
    n = data.n_samples
    sizes = {VALIDATION: round(validation * n), TEST: round(test * n)}
    if stratified:
        _check_classes(data, sizes)
    parts = np.full(n, TRAINING, np.uint8)
    for part, size in sizes.items():
        rest = np.flatnonzero(parts == TRAINING)
        if size:
            parts[
                _drawn(rest, data.y[rest], size, seed + part, stratified=stratified)
            ] = part
    return with_parts(data, parts)


def _check_classes(data: Dataset, sizes: dict[int, int]) -> None:
    """Make sure that every part can have some of each class."""
    there = data.counts[data.counts > 0]
    parts = [part for part, size in sizes.items() if size]
    needed = len(parts) + 1
    if parts and len(there) and there.min() < needed:
        code = int(np.where(data.counts > 0, data.counts, data.n_samples).argmin())
        name, least = excerpt(data.class_names[code]), int(there.min())
        has = "one sample" if least == 1 else f"{least} samples"
        raise UserError(
            f"class “{name}” has {has}, but must have {needed}, one for each part: "
            f"add some, or {ANY_CLASSES}"
        )
    for part in parts:
        if sizes[part] < len(there):
            raise UserError(
                f"the {PART_NAMES[part]} part would have {sizes[part]} of the "
                f"{data.n_samples} samples, too few for {len(there)} classes: hold "
                f"more samples out, or {ANY_CLASSES}"
            )


def _drawn(
    rows: NDArray[np.int64],
    y: NDArray[np.int64],
    size: int,
    seed: int,
    *,
    stratified: bool,
) -> NDArray[np.int64]:
    from sklearn.model_selection import train_test_split

    try:
        _, drawn = train_test_split(
            rows, test_size=size, random_state=seed, stratify=y if stratified else None
        )
    except ValueError as error:
        raise UserError(
            f"the samples cannot be split so ({error}): choose other shares"
        ) from None
    chosen: NDArray[np.int64] = drawn
    return chosen
