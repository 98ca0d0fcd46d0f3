"""Running mistakes: how often a learner errs on samples it has not seen before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def share_so_far(mistakes: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Give, after each sample, the share of mistakes on all until then, 0 … 1."""
    return share_of_last(mistakes, max(1, len(mistakes)))


def share_of_last(mistakes: NDArray[np.bool_], window: int) -> NDArray[np.float64]:
    """Give, after each sample, the share of mistakes on the last ones, 0 … 1.

    Parameters
    ----------
    mistakes : ndarray of bool, shape (n,)
        Whether each sample was a mistake when it came.
    window : int
        How many samples are looked back at; at the start all there are.
    """
    count = np.concatenate([[0], np.cumsum(mistakes)])
    ends = np.arange(1, len(mistakes) + 1)
    starts = np.maximum(0, ends - window)
    share: NDArray[np.float64] = (count[ends] - count[starts]) / (ends - starts)
    return share
