"""How data of many features are looked at: two of them, or the margin view."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.data.fisher_criterion import best_pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.data.dataset import Dataset

ALIKE = 4.0
"""Times by which one feature may vary more than another on axes of one scale."""
UNLIKE = 10.0
"""Times by which one of two features varies more whose units are surely not alike."""


@dataclass(frozen=True)
class ViewChoice:
    """What is across and up.

    Attributes
    ----------
    across, up : int
        The features shown.
    margin : bool
        The margin view in their place.
    code : int
        In it, of more than two classes, the one that is seen against the rest.
    stretched : bool
        Features of unlike units are drawn about equally wide, though a right angle is
        none then. Else both axes have one scale.
    """

    across: int = 0
    up: int = 1
    margin: bool = False
    code: int = 0
    stretched: bool = False

    @classmethod
    def of(cls, data: Dataset, learned: Sequence[int] = ()) -> ViewChoice:
        """Choose how to look at data first: where the classes lie furthest apart.

        Features of unlike units are stretched. Two of like units never are: points are
        drawn among them, and a right angle stays one.

        Parameters
        ----------
        data : Dataset
        learned : sequence of int, optional
            Features that a run learns from, to be shown; default all of them.
        """
        every = range(data.n_features)
        features = list(learned) or every
        if len(features) > 2:
            across, up = best_pair(data, features)
        else:
            across, up, *_ = [*dict.fromkeys([*features, *every]), 1]
        choice = cls(across, up, stretched=True)
        unlike = not 1 / UNLIKE <= choice.stretch(data) < UNLIKE
        return replace(choice, stretched=data.n_features > 2 or unlike)

    def stretch(self, data: Dataset) -> float:
        """Tell how many times as long a unit of `up` is drawn as one of `across`.

        It is 1, or 2 or 5, times a power of ten, so that both are about equally wide;
        1 where the units are not too unlike, or are not to be stretched.
        """
        if not self.stretched or data.n_samples < 2:
            return 1.0
        if max(self.across, self.up) >= data.n_features:
            return 1.0
        (left, right), (bottom, top) = data.span(self.across), data.span(self.up)
        wide, high = right - left, top - bottom
        ratio = wide / high if high > 0 else 0.0
        if not 0 < ratio < math.inf or 1 / ALIKE <= ratio <= ALIKE:
            return 1.0
        power = 10.0 ** math.floor(math.log10(ratio))
        return power * max((k for k in (2, 5) if k * power <= ratio), default=1)

    def fits(self, data: Dataset) -> bool:
        """Tell whether the data have these features and this class."""
        there = self.across < data.n_features and self.code < len(data.class_names)
        if data.n_features == 1:
            return there and self.up == 1 and not self.margin
        return there and self.up < data.n_features and self.across != self.up
