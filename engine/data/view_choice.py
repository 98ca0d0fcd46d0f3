"""How data of many features are looked at: two of them, or the margin view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.data.dataset import Dataset


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
        Two features alone are drawn about equally wide, too, though a right angle is
        none then.
    """

    across: int = 0
    up: int = 1
    margin: bool = False
    code: int = 0
    stretched: bool = False

    @classmethod
    def of(cls, data: Dataset, learned: Sequence[int] = ()) -> ViewChoice:
        """Choose how to look at data first: at the features learned from, if given.

        In a slice through more than two features, points lie on the wrong side of
        the boundary that the learner has right. The margin view shows them where
        they are, but of several classes only one against the rest.

        Parameters
        ----------
        data : Dataset
        learned : sequence of int, optional
            Features that a run learns from; default all of them.
        """
        every = range(data.n_features)
        across, up, *_ = [*dict.fromkeys([*learned, *every]), 1]
        margin = len(learned or every) > 2 and len(data.class_names) == 2
        return cls(across, up, margin=margin)

    def fits(self, data: Dataset) -> bool:
        """Tell whether the data have these features and this class."""
        there = self.across < data.n_features and self.code < len(data.class_names)
        if data.n_features == 1:
            return there and self.up == 1 and not self.margin
        return there and self.up < data.n_features and self.across != self.up
