"""Samples whose features are the cells of a square, as pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from engine.errors import excerpt
from engine.families.capabilities import can
from engine.lessons.figures.drawing import CellPicture, FigureDrawing
from engine.lessons.figures.figure import LessonFigure
from engine.numbers import enumerated

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.lessons.entries import Entries
    from engine.lessons.facts import Situation

MOST_SAMPLES = 12
MOST_CELLS = 1024
LONGEST = 10
"""Signs of a class's name."""


@dataclass(frozen=True, kw_only=True)
class SamplePictures(LessonFigure):
    """Which samples are drawn.

    Attributes
    ----------
    samples : tuple of int
        Their numbers, from 1.
    weights : bool
        Whether the weights are drawn beside them.
    """

    kinds: ClassVar = ("samples",)
    order: ClassVar = 50

    samples: tuple[int, ...]
    weights: bool = False

    @classmethod
    def read(cls, entries: Entries) -> dict[str, Any]:
        """Read which samples are drawn."""
        asked = entries.texts("samples")
        if not 1 <= len(asked) <= MOST_SAMPLES:
            said = f"are {len(asked)} in number: write 1 to {MOST_SAMPLES}"
            entries.fault("samples", said)
        for text in asked:
            if not (text.isdecimal() and len(text) < 10 and int(text)):
                said = f"“{excerpt(text)}” is no number of a sample: count them from 1"
                entries.fault("samples", said)
        weights = entries.choice("weights", ("yes", "no"), "no") == "yes"
        return {"samples": tuple(map(int, asked)), "weights": weights}

    def draw(self, begun: Situation | None) -> FigureDrawing:
        """Draw large numbers dark, small ones light."""
        if begun is None or not begun.data.n_samples:
            self.fault("of", "the page has no samples: give it a state that has some")
        data = begun.data
        for place in self.samples:
            if place > data.n_samples:
                said = f"there is no sample {place:,}: the page has {data.n_samples:,}"
                self.fault("samples", said)
        side = math.isqrt(data.n_features)
        if side * side != data.n_features or data.n_features > MOST_CELLS:
            self.fault(
                "of",
                f"the samples have {data.n_features:,} features, which make no square: "
                f"take samples that have 4, 9, 16 … {MOST_CELLS:,}",
            )
        low, high = float(data.X.min()), float(data.X.max())
        pictures = []
        for place in self.samples:
            shares = (data.X[place - 1] - low) / ((high - low) or 1.0)
            name = data.class_names[int(data.y[place - 1])][:LONGEST]
            captions = f"class {name}", f"sample {place}"
            pictures.append(CellPicture(_square(shares, side), captions))
        named = enumerated([" of ".join(p.captions[::-1]) for p in pictures], "and")
        said = (
            f"Pictures of {side} × {side} cells, in which a larger number is darker: "
            f"{named}."
        )
        if self.weights:
            pictures.append(self._weights(begun, side))
            said += (
                " Beside them the weights as such a picture: one colour for those "
                "above 0, another for those below."
            )
        return FigureDrawing(said, pictures=tuple(pictures))

    def _weights(self, begun: Situation, side: int) -> CellPicture:
        """Draw the weights by their sign and size."""
        model = begun.model
        w = None
        if model is not None and can(model, "linear"):
            rows = model.newest_weights()
            w = rows[0, :-1] if rows is not None and len(rows) == 1 else None
        if w is None or len(w) != begun.data.n_features:
            self.fault("weights", "there is not one weight a feature: leave them out")
        return CellPicture(
            _square(w / (np.abs(w).max() or 1.0), side), ("weights",), signed=True
        )


def _square(values: NDArray[np.float64], side: int) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in values.reshape(side, side).tolist())


FIGURE = SamplePictures
