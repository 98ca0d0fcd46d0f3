"""A stream as a page begins with it: its source, and the samples that have come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.edits import Add
from engine.data.stream_sources import SOURCES, source
from engine.errors import UserError, excerpt
from engine.hyperparameter import Hyperparameter
from engine.training.recipe import streamed
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from engine import Dataset, Recipe
    from engine.lessons.entries import Entries

MOST, MOST_ONE_BY_ONE = 5000, 200
"""Samples that have come; where each depends on the model, a run is recorded for it."""


@dataclass(frozen=True)
class LessonStream:
    """A stream that is switched on.

    Attributes
    ----------
    source : str
        Name of one of `SOURCES`.
    settings : mapping
        Of the source.
    samples : int
        That have come from it.
    """

    source: str
    settings: Mapping[str, Any]
    samples: int

    @property
    def is_judged(self) -> bool:
        """Whether each sample depends on the model: a run is recorded for it."""
        return source(self.source).at_once == 1

    @classmethod
    def of(cls, entries: Entries) -> LessonStream:
        """Read the entries of a stream.

        Raises
        ------
        FaultInText
            If one is not as it should be.
        """
        name = entries.text("source")
        names = [source.name for source in SOURCES]
        if name not in names:
            said = f"“{excerpt(name)}” is not one of {', '.join(names)}: write one"
            entries.fault("source", said)
        chosen = source(name)
        most = min(chosen.at_once, 1) * (
            MOST if chosen.at_once > 1 else MOST_ONE_BY_ONE
        )
        count = Hyperparameter("samples", "samples", "int", default=0, high=most)
        stream = cls(
            name, entries.values(chosen.parameters), entries.values([count])["samples"]
        )
        entries.refuse_rest()
        return stream

    def apply(self, data: Dataset, recipe: Recipe) -> tuple[Dataset, Recipe]:
        """Let the samples come in; give also the recipe by which a stream is learned.

        Raises
        ------
        UserError
            If the data have not two features, or no sample is left that the source
            could give.
        """
        if data.n_features != 2:
            raise UserError(
                f"a stream needs two features, not {data.n_features}: choose data with "
                "two"
            )
        recipe, chosen = streamed(recipe), source(self.source)
        first = data.n_samples

        def judge(X: NDArray[np.float64], y: NDArray[np.int64]) -> NDArray[np.bool_]:
            if not data.n_samples:
                return np.ones(len(y), dtype=bool)
            tape = Tape(data, recipe)
            tape.extend()
            return tape.newest_model(tape.frame(tape.steps)).mistaken(X, y)

        while (missing := first + self.samples - data.n_samples) > 0:
            X, y = chosen.give(
                data.n_samples, min(missing, chosen.at_once), recipe.get("seed", 0),
                self.settings, judge,
            )  # fmt: skip
            if not len(y):
                came = data.n_samples - first
                raise UserError(
                    f"samples: no more than {came} come from this source: give a lower "
                    "number"
                )
            data = Add(X, y).apply(data)
        return data, recipe

    def gave(self, data: Dataset, first: int, tape: Tape | None) -> bool:
        """Tell whether all samples from a row on came from this source.

        Parameters
        ----------
        data : Dataset
        first : int
            The row.
        tape : Tape, optional
            The run of these data by which a stream is learned.
        """
        if tape is None or data.n_features != 2 or tape.steps < data.n_samples:
            return False
        chosen, seed = source(self.source), tape.recipe.get("seed", 0)
        at_once = chosen.at_once
        for row in range(first, data.n_samples, at_once):

            def judge(
                X: NDArray[np.float64], y: NDArray[np.int64], row: int = row
            ) -> NDArray[np.bool_]:
                return tape.newest_model(tape.frame(row)).mistaken(X, y)

            many = min(at_once, data.n_samples - row)
            X, y = chosen.give(row, many, seed, self.settings, judge)
            came = slice(row, row + many)
            if not (
                np.array_equal(X, data.X[came]) and np.array_equal(y, data.y[came])
            ):
                return False
        return True
