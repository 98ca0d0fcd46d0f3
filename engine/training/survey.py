"""A look at a large table before learning: its classes and its scaling."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.data.classes import Classes, too_many
from engine.data.dataset import MOST_CLASSES
from engine.data.features import feature_map
from engine.data.formats.table import one_class, without_rows
from engine.errors import UserError
from engine.models.scaling import BLOCK, Moments, Scaling
from engine.training.prepared_samples import mapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from engine.data.formats.table_stream import BigTable, Chunk
    from engine.training.recipe import Recipe

    Pair = tuple[NDArray[np.float64], NDArray[np.int64]]


class Progress(Protocol):
    """Is told, after every chunk, how far a run is."""

    def __call__(self, doing: str, share: float, samples: int) -> None:
        """Take what is done, how much of the file is, and with how many samples."""


def first_classes(table: BigTable) -> Classes | None:
    """Give the classes of the first rows; None if these cannot be all."""
    labels = table.first_labels()
    if not labels or too_many(set(labels)):
        return None
    classes = Classes(labels)
    return classes if len(classes.occurring) > 1 else None


def survey(
    table: BigTable, recipe: Recipe, progress: Progress
) -> tuple[Classes, Scaling | None]:
    """Go over the file for the classes and, if the recipe wants it, the scaling.

    Raises
    ------
    UserError
        If there are no samples, too many classes or only one, or the table has a fault.
    """
    features = feature_map(table.feature_names, recipe.features, recipe.squares)
    scaled = bool(recipe.get("standardise"))
    labels: set[str] = set()
    n = 0

    def make(chunk: Chunk) -> tuple[tuple[str, ...], Pair]:
        phi = mapped(features, chunk.X) if scaled else chunk.X
        return chunk.labels, (phi, chunk.which)

    def pairs() -> Iterator[Pair]:
        nonlocal n
        for (found, pair), share in table.chunks(make, features=scaled):
            labels.update(found)
            if too_many(labels):
                raise UserError(
                    f"{table.path}, column {table.target_name}: has more than "
                    f"{MOST_CLASSES} different labels: choose another target column"
                )
            n += len(pair[1])
            progress("reading the classes", share, n)
            yield pair

    moments: Moments | None = None
    for phi, _ in regrouped(pairs(), BLOCK):
        block = Moments.of(phi)
        moments = block if moments is None else moments.plus(block)
    if moments is None:
        raise without_rows(table.path)
    classes = Classes(labels)
    if len(classes.occurring) < 2:
        raise one_class(table.path, n, classes.names[classes.occurring.pop()])
    return classes, Scaling.of(moments) if scaled else None


def regrouped(pairs: Iterable[Pair], rows: int) -> Iterator[Pair]:
    """Cut samples so that all pieces but the last have a multiple of so many rows."""
    if rows == 1:
        yield from pairs
        return
    waiting: deque[Pair] = deque()
    n = 0
    for pair in pairs:
        waiting.append(pair)
        n += len(pair[1])
        if n >= rows:
            X, codes = _together(waiting)
            whole = n - n % rows
            yield X[:whole], codes[:whole]
            waiting = deque([(X[whole:].copy(), codes[whole:].copy())])
            n -= whole
    if n:
        yield _together(waiting)


def _together(pairs: Iterable[Pair]) -> Pair:
    X, codes = zip(*pairs, strict=True)
    return np.concatenate(X), np.concatenate(codes)
