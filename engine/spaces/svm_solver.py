"""The linear SVM solved exactly: a descent from kink to kink, of finitely many steps.

J(w, b) = λ/2·‖w‖² + Σ sᵢ·max(0, 1 − yᵢ(w·xᵢ + b)) is a parabola between the kinks
yᵢ·zᵢ = 1. A few independent samples are held on their kinks, and J is made least among
the weights that do; on the way a kink may be better still, and is held, too. A sample
whose multiplier is outside 0 … sᵢ is let go. Where none is, that is the solution
(Bartels, Conn & Sinclair, Minimization techniques for piecewise differentiable
functions, SIAM J. Numer. Anal. 15, 1978). No tolerance of a score is involved, so it is
as exact for features of 1,000 or of 1/1,000; and it is not taken for the solution
unless a bound by duality says how near it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

TIGHT = 1e-9
"""Share of its bounds by which a multiplier may be beyond them."""
ROUNDING = 1e-15
"""Relative difference that is the rounding of sums."""
GAP = 1e-6
"""Share of J, and of the penalty in it, that J is at most above the least."""
NO_WEIGHTS = 1e-8
"""Share of the longest weights there could be below which they are 0."""


class SvmSolver:
    """Solves for ever other λ, each time from where it came to for the last.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    shares : ndarray, shape (n,)
        What each sample's loss counts.
    offset : bool
        Whether there is b; it is not penalised.
    """

    def __init__(
        self,
        X: NDArray[np.float64],
        y: NDArray[np.float64],
        shares: NDArray[np.float64],
        *,
        offset: bool,
    ) -> None:
        self._centre = X.mean(axis=0) if offset else np.zeros(X.shape[1])
        moved = X - self._centre
        self._unit = float(np.sqrt((moved**2).sum(axis=1).max())) or 1.0
        rows = moved / self._unit
        self._offset, self._d = offset, X.shape[1]
        if offset:
            rows = np.column_stack([rows, np.ones(len(X))])
        self._rows, self._shares = rows * y[:, None], shares
        self._v = np.zeros(rows.shape[1])
        self._inside = np.ones(len(X), np.bool_)  # whether y·z < 1, of those not held
        self._held: list[int] = []
        if offset:
            heavier = 1.0 if shares @ y >= 0 else -1.0
            self._v[-1] = heavier
            self._inside = y != heavier

    def solve(
        self, strength: float, most_steps: int, stop: Callable[[], bool]
    ) -> NDArray[np.float64] | None:
        """Give w and b for a λ; None if it was not found, or is not sure.

        λ is that of the weights as they are: of the samples brought to length 1 it is
        λ/R², R the length of the longest, and their weights are R times as long.

        Parameters
        ----------
        strength : float
        most_steps : int
        stop : callable
            Asked at each step whether the solution is no longer wanted.
        """
        own = strength / self._unit**2
        rng = np.random.default_rng(0)
        for _ in range(most_steps):
            if stop():
                return None
            if self._descend(own):
                continue
            self._return_to_kinks()
            multipliers = self._multipliers(own)
            shares = self._shares[self._held]
            beyond = np.maximum(-multipliers, multipliers - shares) / shares
            if not (beyond > TIGHT).any():
                return self._weights() if self._is_sure(own, multipliers) else None
            # By chance, so that no circle of ties is gone round for ever.
            place = int(rng.choice(np.flatnonzero(beyond >= beyond.max() / 2)))
            self._inside[self._held.pop(place)] = multipliers[place] > 0
        return None

    def _descend(self, strength: float) -> bool:
        """Go to where J is least, or kinks, with the held samples on their kinks.

        Returns whether it may be lower still with the samples that are held then.
        """
        gradient, held = self._gradient(strength), self._rows[self._held].T
        free = np.linalg.qr(held, mode="complete")[0][:, len(self._held) :]
        slope = free.T @ gradient
        if not free.size or np.abs(slope).max() <= ROUNDING * self._size(strength):
            return False
        p = free @ self._downhill(slope, free[-1], strength)
        curvature = strength * float(p[: self._d] @ p[: self._d])
        change, margin = self._rows @ p, 1.0 - self._rows @ self._v
        # Who is inside comes to its kink where y·z rises, the others where it falls.
        coming = np.where(self._inside, change, -change) > 0
        coming[self._held] = False
        coming &= np.abs(change) > ROUNDING * np.linalg.norm(p)
        there = np.flatnonzero(coming)
        times = np.maximum(margin[there] / change[there], 0.0)
        order = np.argsort(times, kind="stable")
        falls = float(gradient @ p)
        bends = np.cumsum(self._shares[there[order]] * np.abs(change[there[order]]))
        before = falls + np.concatenate([[0.0], bends])[:-1] + curvature * times[order]
        # The first kink before which J no longer falls, or after which it does not.
        ends = np.flatnonzero(before + np.diff(bends, prepend=0.0) >= 0)
        passed, step = order, 0.0
        stays = None
        if len(ends):
            k = int(ends[0])
            passed = order[:k]
            if before[k] < 0:
                stays, step = int(there[order[k]]), float(times[order[k]])
        if stays is None:
            bent = float(bends[len(passed) - 1]) if len(passed) else 0.0
            step = -(falls + bent) / curvature if curvature else 0.0
        self._v = self._v + step * p
        self._inside[there[passed]] ^= True
        if stays is not None:
            self._held.append(stays)
        return stays is not None or bool(len(passed))

    def _downhill(
        self,
        slope: NDArray[np.float64],
        of_offset: NDArray[np.float64],
        strength: float,
    ) -> NDArray[np.float64]:
        """Give Newton's step among the free directions; along b alone where that falls.

        Their curvature is λ(1 − n·nᵀ), n the share of b in each: Sherman & Morrison.
        """
        if not self._offset:
            return -slope / strength
        rest = 1.0 - float(of_offset @ of_offset)
        along = float(of_offset @ slope)
        if rest > TIGHT:
            return -(slope + of_offset * (along / rest)) / strength
        if abs(along) > ROUNDING:
            return -of_offset * along
        return -slope / strength

    def _gradient(self, strength: float) -> NDArray[np.float64]:
        inside = self._inside.copy()
        inside[self._held] = False
        gradient: NDArray[np.float64] = -(self._shares[inside] @ self._rows[inside])
        gradient[: self._d] += strength * self._v[: self._d]
        return gradient

    def _size(self, strength: float) -> float:
        """Give what rounding of the gradient is to be compared with."""
        return float(self._shares.sum() + strength * np.abs(self._v[: self._d]).max())

    def _return_to_kinks(self) -> None:
        """Take back what rounding has moved the held samples off their kinks."""
        held = self._rows[self._held]
        if len(held):
            self._v = (
                self._v + np.linalg.lstsq(held, 1.0 - held @ self._v, rcond=None)[0]
            )

    def _multipliers(self, strength: float) -> NDArray[np.float64]:
        """Give what each held sample counts, so that the gradient is 0."""
        held, gradient = self._rows[self._held], self._gradient(strength)
        if not len(held):
            return np.empty(0)
        return np.asarray(np.linalg.lstsq(held.T, gradient, rcond=None)[0], np.float64)

    def _is_sure(self, strength: float, multipliers: NDArray[np.float64]) -> bool:
        """Tell whether duality bounds J and w near enough to the least.

        With 0 ≤ αᵢ ≤ sᵢ and Σ αᵢyᵢ = 0 no J is below Σ αᵢ − ‖Σ αᵢyᵢxᵢ‖²/2λ. What J is
        above that is a sum of which no part is negative, so nothing is lost in it; and
        it is at least λ/2 times the square of how far w is off.
        """
        counts = np.where(self._inside, self._shares, 0.0)
        counts[self._held] = multipliers.clip(0.0, self._shares[self._held])
        w = self._v[: self._d]
        margin = 1.0 - self._rows @ self._v
        rounding = ROUNDING * (1.0 + np.abs(self._rows) @ np.abs(self._v))
        margin[np.abs(margin) <= rounding] = 0.0
        over = (self._shares - counts) @ np.maximum(margin, 0.0)
        over += counts @ np.maximum(-margin, 0.0)
        rest = -(counts @ self._rows)
        rest[: self._d] += strength * w
        gap = float(over + np.abs(rest).sum() ** 2 / (2 * strength))
        penalty = strength / 2 * float(w @ w)
        longest = min(1 / strength, np.sqrt(2 * self._shares.sum() / strength))
        none = strength / 2 * (NO_WEIGHTS * longest) ** 2
        return bool(gap <= max(GAP * penalty, none))

    def _weights(self) -> NDArray[np.float64]:
        w = self._v[: self._d] / self._unit
        b = self._v[-1] - w @ self._centre if self._offset else 0.0
        return np.append(w, b)
