"""Where the arrow of the weights stands, and how long it is drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.contours import Rect

LONGEST, SHORTEST = 0.30, 0.06
"""Shares of the view's smaller side between which the longest arrow is drawn."""
SERIES = np.array([1.0, 2.0, 5.0])


def foot_on(a: float, b: float, c: float, rect: Rect) -> NDArray[np.float64]:
    """Choose the boundary's point nearest to the origin, or to the view's middle."""
    left, bottom, right, top = rect
    middle = np.array([(left + right) / 2, (bottom + top) / 2])
    squared = a * a + b * b
    if squared == 0:
        return middle
    normal = np.array([a, b])
    at_origin: NDArray[np.float64] = -c / squared * normal
    if left <= at_origin[0] <= right and bottom <= at_origin[1] <= top:
        return at_origin
    nearest: NDArray[np.float64] = middle - (middle @ normal + c) / squared * normal
    return nearest


def drawn_scale(longest: float, side: float) -> float:
    """Choose how much larger than it is an arrow is drawn: 1, or a round number.

    Parameters
    ----------
    longest : float
        Length of the longest arrow, in units of the plane.
    side : float
        Smaller side of the view, in the same units.
    """
    if SHORTEST * side <= longest <= LONGEST * side:
        return 1.0
    most = LONGEST * side / longest
    power = 10.0 ** math.floor(math.log10(most))
    return float(power * SERIES[SERIES * power <= most * (1 + 1e-9)][-1])
