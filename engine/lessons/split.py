"""A split as a page begins with it: parts at random, or one fold of several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.data.dataset import with_parts
from engine.data.split import split
from engine.errors import UserError
from engine.evaluation.folds import Folds
from engine.hyperparameter import Hyperparameter

if TYPE_CHECKING:
    from engine.data.dataset import Dataset
    from engine.lessons.entries import Entries

PARAMETERS = (
    Hyperparameter("validation", "validation", "float", default=0.2, high=0.9),
    Hyperparameter("test", "test", "float", default=0.0, high=0.9),
    Hyperparameter("folds", "folds", "int", default=0, high=100),
    Hyperparameter("fold", "fold", "int", default=1, low=1, high=100),
    Hyperparameter("seed", "seed", "int", default=0, high=2**31 - 4),
    Hyperparameter("stratified", "stratified", "bool", default=True),
)


@dataclass(frozen=True)
class Split:
    """Which samples are held out, as the window deals them.

    Attributes
    ----------
    validation, test : float
        Shares of all samples.
    folds : int
        Of so many folds one is the validation part instead. 0: none.
    fold : int
        Which, from 1.
    seed : int
    stratified : bool
    """

    validation: float
    test: float
    folds: int
    fold: int
    seed: int
    stratified: bool

    @classmethod
    def of(cls, entries: Entries) -> Split:
        """Read the entries of a split.

        Raises
        ------
        FaultInText
            If one is not as it should be.
        """
        chosen = cls(**entries.values(PARAMETERS))
        entries.refuse_rest()
        return chosen

    def apply(self, data: Dataset) -> Dataset:
        """Deal the samples out.

        Raises
        ------
        UserError
            If they cannot be.
        """
        if not self.folds:
            return split(
                data, self.validation, self.test, self.seed, stratified=self.stratified
            )
        if self.fold > self.folds:
            raise UserError(
                f"there is no fold {self.fold} of {self.folds}: write 1 to {self.folds}"
            )
        folds = Folds(self.folds, self.seed, stratified=self.stratified)
        return with_parts(data, folds.parts(data)[self.fold - 1])
