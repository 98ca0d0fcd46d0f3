"""The losses over y·z, drawn over each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from engine.errors import choice_among, excerpt
from engine.lessons.figures.drawing import ChartCurve, FigureDrawing, LineChart
from engine.lessons.figures.figure import LessonFigure
from engine.numbers import enumerated, number
from engine.spaces.losses import KNOWN, known_losses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.lessons.entries import Entries
    from engine.lessons.facts import Situation

LEFT, RIGHT, TOP = -3.0, 4.0, 5.0
"""What is in view: y·z from, to, and the loss."""
PLACES = 141
TOLD_AT = (-2.0, 0.0, 1.0, 3.0)
"""The y·z at which the losses are told in words."""


@dataclass(frozen=True, kw_only=True)
class Losses(LessonFigure):
    """Some of the losses that have a name, or all.

    Attributes
    ----------
    names : tuple of str
    """

    kinds: ClassVar = ("losses",)
    order: ClassVar = 10

    names: tuple[str, ...]

    @classmethod
    def read(cls, entries: Entries) -> dict[str, Any]:
        """Read which losses are drawn."""
        asked = [_known(entries, name) for name in entries.texts("with")]
        if twice := [name for name in asked if asked.count(name) > 1]:
            entries.fault("with", f"“{twice[0]}” stands twice: delete one")
        return {"names": tuple(asked or KNOWN)}

    def draw(self, begun: Situation | None) -> FigureDrawing:
        """Draw them; they are the same of any page."""
        curves, words = [], []
        for look, loss in enumerate(known_losses()):
            if loss.name in self.names:
                places = loss.curve(LEFT, RIGHT, PLACES)
                curves.append(ChartCurve(loss.name, _pairs(places), look))
                values = [number(v, 3) for v in loss.at(np.array(TOLD_AT))]
                words.append(f"{loss.name}: {', '.join(values)}.")
        wide = f"from {number(LEFT)} to {number(RIGHT)}"
        at = enumerated([number(m) for m in TOLD_AT], "and")
        chart = LineChart(
            tuple(curves), "Loss", (LEFT, RIGHT), (0.0, TOP), "y·z", high=True
        )
        said = f"Losses over y·z {wide}. At y·z = {at} they are: {' '.join(words)}"
        return FigureDrawing(said, (chart,))


def _known(entries: Entries, name: str) -> str:
    """Give a loss by its name, also without the word loss or error."""
    for known in KNOWN:
        if name in (known, known.partition(" ")[0]):
            return known
    said = f"there is no loss “{excerpt(name)}”{choice_among(name, KNOWN)}"
    entries.fault("with", said)


def _pairs(places: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in places)


FIGURE = Losses
