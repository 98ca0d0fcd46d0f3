"""Files of which the rows, below a head, are those of a plain table: read fast."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from engine.data.classes import labelled
from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.formats import row_blocks as reading
from engine.data.formats.pieces import Unusual, gathered, plain_pieces
from engine.data.formats.row_blocks import RowBlock, blocks
from engine.errors import UserError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.data.formats.pieces import Rows


@dataclass(frozen=True)
class Opening:
    """What the first block of a file tells about all.

    Attributes
    ----------
    first : RowBlock
        That block without the head.
    rows : callable
        Gives the rows of some text, or None where it is not plain.
    are_usable : callable
        Tells whether samples and labels are such as may be there.
    feature_names : sequence of str, optional
    """

    first: RowBlock
    rows: Callable[[bytes], Rows | None]
    are_usable: Callable[[NDArray[np.float64], list[str]], bool]
    feature_names: Sequence[str] | None = None


def read_plainly(
    path: str | os.PathLike[str],
    opened: Callable[[RowBlock], Opening],
    progress: Callable[[float], bool],
) -> Dataset | None:
    """Read a file in pieces; give None if anything in it is unusual.

    Parameters
    ----------
    path : path-like
    opened : callable
        Looks at the first block; raises `Unusual`, or what is to be said.
    progress : callable
        Told the share that is done, 0 … 1; its answer False stops the reading.

    Raises
    ------
    Cancelled
        If `progress` says so.
    """
    try:
        some = _blocks(path)
        opening = opened(next(some))
        body = chain([opening.first], some)
        X, labels, which = gathered(plain_pieces(body, opening.rows), progress)
    except (Unusual, StopIteration):
        return None
    if not 1 <= len(labels) <= MOST_CLASSES or not opening.are_usable(X, labels):
        return None
    return labelled(X, labels, which, opening.feature_names)


def _blocks(path: str | os.PathLike[str]) -> Iterator[RowBlock]:
    """Read blocks; what stands in the way is for the slower reader to say."""
    try:
        yield from blocks(path, reading.BLOCK_BYTES)
    except UserError:
        raise Unusual from None
