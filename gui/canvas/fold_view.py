"""Folds of a cross-validation on the canvas instead of the playhead's moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import VALIDATION, with_parts
from engine.families.votes.model import voting_together
from gui.canvas.point_index import MOST_SYMBOLS
from gui.session.compared_run import MOST_VOTES, ComparedRun

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from engine.evaluation.cross_validation import CrossValidation
    from engine.models.predictor import Predictor
    from gui.canvas.picture import Picture

MOST_LINES = 20
"""Boundaries that are drawn of all folds; of more, the first ones."""
TIP = "Each model is seen with the samples that it has not learned from"


@dataclass(frozen=True, eq=False)
class FoldView:
    """One fold, or all of them, as the canvas shows them.

    Attributes
    ----------
    cross_validation : CrossValidation
    fold : int or None
        Which one is shown; None: all.
    """

    cross_validation: CrossValidation
    fold: int | None

    def on(self, shown: Picture, *, along_weights: bool) -> Picture:
        """Show the folds instead of what the playhead shows.

        Data that were changed a moment ago keep the boundaries until the folds are
        there anew; of other features or classes the picture stays as it is.

        Parameters
        ----------
        shown : Picture
        along_weights : bool
            It will be seen along the weights of its own model, which therefore stays.
        """
        if not self.fits(shown.data):
            return shown
        most = max(1, MOST_VOTES // len(self._models))
        models = tuple(model.thinned(most) for model in self._models)
        picture = replace(
            shown,
            data=self._with_fold_parts(shown.data),
            frame=None,
            before=None,
            held_out_wrong=self._wrong(shown.data),
            compared=(
                ComparedRun(
                    self.legend,
                    TIP,
                    self.cross_validation.data,
                    place=None,
                    models=models if along_weights or self.fold is None else (),
                ),
            ),
            legend=self.legend,
        )
        if along_weights and shown.model is not None:
            return picture
        if self.fold is None:
            return replace(picture, model=voting_together(models))
        recorded = self._with_fold_parts(shown.recorded)
        return replace(picture, model=models[0], recorded=recorded)

    def fits(self, data: Dataset) -> bool:
        """Tell whether the folds say anything about these data."""
        own = self.cross_validation.data
        names = own.feature_names == data.feature_names
        known = len(self.cross_validation.models) > (self.fold or 0)
        return known and names and own.class_names == data.class_names

    @property
    def _models(self) -> tuple[Predictor, ...]:
        if self.fold is None:
            return self.cross_validation.models[:MOST_LINES]
        return self.cross_validation.models[self.fold : self.fold + 1]

    @property
    def legend(self) -> str:
        """Say what is shown."""
        k = len(self.cross_validation.folds)
        if self.fold is None:
            n = sum(map(len, self.cross_validation.held_out))
            lines = f", {MOST_LINES} of them drawn" if k > MOST_LINES else ""
            wrong = int(self.cross_validation.wrong.sum())
            return f"all {k} folds{lines}: {wrong:,} of {n:,} wrong when held out"
        rows = self.cross_validation.held_out[self.fold]
        wrong = int(self.cross_validation.wrong[rows].sum())
        many = self.cross_validation.data.n_samples > MOST_SYMBOLS
        look = "hatched, hollow close up" if many else "hollow"
        held_out = f"{len(rows):,} held out ({look})"
        return f"fold {self.fold + 1} of {k}: {held_out}, {wrong:,} wrong"

    def _with_fold_parts(self, data: Dataset) -> Dataset:
        """Give the samples their parts in the fold."""
        if data.n_samples != self.cross_validation.data.n_samples:
            return data
        if self.fold is None:
            held_in = data.parts * (data.parts != VALIDATION)
            return with_parts(data, held_in) if data.is_split else data
        fold = self.cross_validation.folds[self.fold]
        return (
            fold if data is self.cross_validation.data else with_parts(data, fold.parts)
        )

    def _wrong(self, data: Dataset) -> NDArray[np.intp]:
        """Give the rows that are marked: wrong when held out."""
        if data.n_samples != self.cross_validation.data.n_samples:
            return np.empty(0, np.intp)
        if self.fold is None:
            return np.flatnonzero(self.cross_validation.wrong)
        rows = self.cross_validation.held_out[self.fold]
        chosen: NDArray[np.intp] = rows[self.cross_validation.wrong[rows]]
        return chosen
