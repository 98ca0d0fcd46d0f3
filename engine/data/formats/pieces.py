"""Samples that are read in pieces, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.formats.ahead import ahead
from engine.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.formats.row_blocks import RowBlock

    Rows = tuple[NDArray[np.float64], Sequence[str], NDArray[np.int64]]


class Unusual(Exception):
    """Something is not plain: a slower reader is to look at it."""


def plain_pieces(
    blocks: Iterable[RowBlock], read: Callable[[bytes], Rows | None]
) -> Iterator[tuple[Rows, float]]:
    """Read blocks in threads, as far as they are plain.

    Parameters
    ----------
    blocks : iterable of Block
    read : callable
        Gives the rows of some text, or None where it is not plain.

    Yields
    ------
    rows, share
        As `gathered` takes them.

    Raises
    ------
    Unusual
        If a block is not plain.
    """

    def work(block: RowBlock) -> tuple[Rows, float]:
        rows = read(block.text) if block.is_text else None
        if rows is None:
            raise Unusual
        return rows, block.share

    return ahead(blocks, work)


def gathered(
    pieces: Iterable[tuple[Rows, float]], progress: Callable[[float], bool]
) -> tuple[NDArray[np.float64], list[str], NDArray[np.int64]]:
    """Put samples together that come in pieces, each with labels of its own.

    Parameters
    ----------
    pieces : iterable of ((X, labels, which), share)
        Samples, the labels that occur, each row's place among them; how much of all
        has been read.
    progress : callable
        Told that share; its answer False stops the reading.

    Returns
    -------
    X : ndarray, shape (n, n_features)
    labels : list of str
        All that occur.
    codes : ndarray of int, shape (n,)
        Each row's place among the labels.

    Raises
    ------
    Cancelled
        If `progress` says so.
    """
    index: dict[str, int] = {}
    samples, codes = [], []
    for (X, labels, which), share in pieces:
        if not progress(share):
            raise Cancelled
        known = [index.setdefault(label, len(index)) for label in labels]
        samples.append(X)
        codes.append(np.array(known, dtype=np.int64)[which])
    if not index:
        return np.empty((0, 0)), [], np.empty(0, np.int64)
    return np.concatenate(samples), list(index), np.concatenate(codes)
