"""How a perceptron's weights grow from update to update, between their two limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from engine.diagnosis.weight_growth import weight_growth, why_no_growth
from engine.errors import UserError
from engine.lessons.figures.drawing import (
    ChartCurve,
    ChartMark,
    FigureDrawing,
    LineChart,
)
from engine.lessons.figures.figure import LessonFigure
from engine.numbers import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.diagnosis.weight_growth import WeightGrowth
    from engine.lessons.entries import Entries
    from engine.lessons.facts import Situation

PLACES = 61
"""At which a line that bends is computed."""
BEYOND = 1.2
"""What is in view: so many times the updates, or the bound."""
ALONG, LENGTH = "along", "length"


@dataclass(frozen=True, kw_only=True)
class Growth(LessonFigure):
    """w·u and its least, ‖w‖ and its most, over the updates of the page's run.

    Attributes
    ----------
    curves : tuple of str
        Which of ``along`` and ``length``, each with its limit. Both are drawn as far as
        the limits meet: beyond that can be no update.
    """

    kinds: ClassVar = ("weight growth",)
    order: ClassVar = 40

    curves: tuple[str, ...]

    @classmethod
    def read(cls, entries: Entries) -> dict[str, Any]:
        """Read which curves are drawn."""
        asked = entries.choice("with", (ALONG, LENGTH))
        return {"curves": (asked,) if asked else (ALONG, LENGTH)}

    def draw(self, begun: Situation | None) -> FigureDrawing:
        """Draw it of the whole run."""
        growth = self._growth(begun)
        assert begun is not None
        prime = "′" if begun.recipe.offset else ""
        eta = "" if growth.rate == 1 else "η·"
        both = len(self.curves) == 2
        last = int(growth.updates[-1])
        end = BEYOND * (growth.bound if both else last)
        k = end * np.linspace(0, 1, PLACES) ** 2  # close where √k is steep
        curves, said = [], [f"Over the updates k, from 0 to {number(end, 2)}:"]
        if ALONG in self.curves:
            least, name = growth.least(k), f"k·{eta}γ{prime}"
            curves.append(ChartCurve("w·u", _pairs(growth.updates, growth.along)))
            curves.append(ChartCurve(name, _pairs(k, least), 2))
            said.append(
                f"w·u rises to {number(growth.along[-1], 3)} at k = {last}, nowhere "
                f"below the straight line {name}."
            )
        if LENGTH in self.curves:
            most, name = growth.most(k), f"√k·{eta}R{prime}"
            curves.append(ChartCurve("‖w‖", _pairs(growth.updates, growth.length), 1))
            curves.append(ChartCurve(name, _pairs(k, most), 3))
            said.append(
                f"‖w‖ rises to {number(growth.length[-1], 3)}, nowhere above the bent "
                f"line {name}."
            )
        mark = None
        if both:
            bound = number(growth.bound, 3)
            at = (growth.bound, float(growth.least(growth.bound)))
            mark = ChartMark(at, f"they meet at k = {bound}")
            said.append(f"The two lines meet at k = {bound}.")
        top = max(height for curve in curves for _, height in curve.places)
        chart = LineChart(
            tuple(curves), "Length", (0.0, end), (0.0, 1.04 * top), "updates k",
            high=True, mark=mark,
        )  # fmt: skip
        return FigureDrawing(" ".join(said), (chart,))

    def _growth(self, begun: Situation | None) -> WeightGrowth:
        """Measure the run, if the proof is about it."""
        if begun is None or begun.tape is None or begun.diagnosis is None:
            self.fault("of", "the page has no run: give it a state that has one")
        if why := why_no_growth(begun.tape, begun.diagnosis):
            self.fault("of", why)
        try:
            return weight_growth(begun.tape, begun.diagnosis)
        except UserError as error:
            self.fault("of", error)


def _pairs(x: NDArray[Any], y: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple(zip(map(float, x), map(float, y), strict=True))


FIGURE = Growth
