"""The error and the cost over one weight, the others as they are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from engine.errors import UserError, choice_among, excerpt
from engine.learners import learner
from engine.lessons.figures.drawing import (
    ChartCurve,
    ChartMark,
    FigureDrawing,
    LineChart,
    span_of,
)
from engine.lessons.figures.figure import LessonFigure
from engine.models.tie import share_of, wrong
from engine.numbers import counted, number, percent
from engine.spaces.cost import cost_of
from engine.training.problem import problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.lessons.entries import Entries
    from engine.lessons.facts import Situation
    from engine.lessons.figures.drawing import Place
    from engine.training.problem import Problem

MOST_LEVELS = 400
"""Of the stair; of more, some evenly chosen."""
PLACES, LEAST_PLACES, MOST_LOSSES = 61, 21, 200_000
"""At which the cost is computed; fewer where they would be so many losses."""
NEAR = 1e-5
"""Of the range, to either side: over so much the slope is measured."""
FARTHEST, LEAST_RANGE = 1e6, 1e-3
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, kw_only=True)
class OneWeight(LessonFigure):
    """Over which weight, and of which learner the cost is.

    Attributes
    ----------
    weight : str
        Such as ``w1`` or ``b``.
    low, high : float
        What is in view of it.
    cost : str
        Name of the learner whose cost is drawn; empty: that of the page's, if any.
    step : int, optional
        Of the run; default the page's.
    """

    kinds: ClassVar = ("one weight",)
    order: ClassVar = 20

    weight: str
    low: float
    high: float
    cost: str = ""
    step: int | None = None

    @classmethod
    def read(cls, entries: Entries) -> dict[str, Any]:
        """Read over what it is drawn."""
        low, high = _number(entries, "from"), _number(entries, "to")
        if high - low < LEAST_RANGE:
            least = f"{number(LEAST_RANGE)} above {number(low)}"
            entries.fault("to", f"is not {least}, “from”: write more")
        cost, step = entries.text("cost", ""), entries.text("step", "")
        if cost:
            try:
                rule = learner(cost)
            except UserError as error:
                entries.fault("cost", error)
            if not rule.has_cost or not rule.is_linear:
                entries.fault(
                    "cost",
                    f"{rule.title} has no cost of one row of weights: write another "
                    "learner, such as logistic-regression",
                )
        if step and not (step.isdecimal() and len(step) < 10):
            entries.fault("step", f"“{excerpt(step)}” is no step: write a number")
        return {
            "weight": entries.text("weight"), "low": low, "high": high, "cost": cost,
            "step": int(step) if step else None,
        }  # fmt: skip

    def draw(self, begun: Situation | None) -> FigureDrawing:
        """Draw the error as a stair and, where there is a cost, that below it."""
        along = self._along(begun)
        name = self.weight[0] + self.weight[1:].translate(_SUBSCRIPTS)
        stair = error_stair(along, self.low, self.high)
        present = along.error(along.present)
        here = f"{name} = {number(along.present, 3)}"
        levels = len({height for _, height in stair})
        said = (
            f"Over {name} from {number(self.low)} to {number(self.high)}, all else as "
            f"it is: the training error is a stair of {counted(levels, 'level')}, "
            f"{percent(stair[0][1])} at the left and {percent(stair[-1][1])} at the "
            f"right; at {here} it is {percent(present)}."
        )
        error = LineChart(
            (ChartCurve("error", stair),),
            "Training error",
            (self.low, self.high),
            span_of([height for _, height in stair], from_zero=True),
            name,
            in_percent=True,
            mark=ChartMark((along.present, present), f"{here}: {percent(present)}"),
        )
        if along.rule is None:
            return FigureDrawing(said, (error,))
        curve = cost_curve(along, self.low, self.high)
        slope = slope_at(along, (self.high - self.low) * NEAR)
        cost = along.cost(along.present)
        lowest = min(curve, key=lambda place: place[1])
        words = "Cost J"
        if self.cost:
            words += f": {along.rule.title}"
        said += (
            f" {words} is a curve, lowest near {number(lowest[0], 2)}; at the same "
            f"place it is {number(cost, 3)}, and its slope is {number(slope, 3)}."
        )
        below = LineChart(
            (ChartCurve("cost", curve, 1),),
            words,
            (self.low, self.high),
            span_of([height for _, height in curve]),
            name,
            mark=ChartMark((along.present, cost), f"slope {number(slope, 3)}", slope),
        )
        above = LineChart(
            error.curves, error.up, error.x, error.y,
            in_percent=True, mark=error.mark,
        )  # fmt: skip
        return FigureDrawing(said, (above, below))

    def _along(self, begun: Situation | None) -> AlongWeight:
        """Give what is drawn, if the page has it."""
        if begun is None or begun.tape is None:
            self.fault("of", "the page has no samples: give it a state that has some")
        tape, step = begun.tape, begun.step if self.step is None else self.step
        if step > tape.steps:
            self.fault("step", f"the run has {tape.steps:,} steps: write one up to it")
        made, rule = tape.problem_at(step), learner(tape.learner_at(step))
        weights = tape.frame(step).used
        if not rule.is_linear or rule.combination == "voted" or len(weights) > 1:
            self.fault(
                "of",
                f"{rule.title} has not one row of weights here: take another learner, "
                "or two classes",
            )
        if made.scaling is not None:
            said = "the weights are of standardised samples: switch that off"
            self.fault("of", said)
        names = [*(f"w{i}" for i in range(1, weights.shape[1])), "b"]
        if self.weight not in names:
            near = choice_among(self.weight, names)
            self.fault("weight", f"there is no “{excerpt(self.weight)}”{near}")
        column = names.index(self.weight)
        present = float(weights[0, column])
        if not self.low <= present <= self.high:
            self.fault(
                "weight",
                f"is {number(present, 3)} on this page, beyond what is drawn: write "
                "“from” and “to” around it",
            )
        if self.cost:
            recipe = begun.recipe.replace(learner=self.cost)
            of_cost, own = problem(begun.data, recipe), learner(self.cost)
        else:
            of_cost, own = made, rule
        return AlongWeight(
            made, of_cost, own if own.has_cost else None, weights, column
        )


class AlongWeight(NamedTuple):
    """Weights of which one is varied, and what is measured of them.

    Attributes
    ----------
    made, of_cost : Problem
        The run's own, and that of the learner of the cost.
    rule : Learner or None
        That learner; None where there is none.
    weights : ndarray, shape (1, n_terms + 1)
    column : int
        The one that is varied.
    """

    made: Problem
    of_cost: Problem
    rule: Learner | None
    weights: NDArray[np.float64]
    column: int

    @property
    def present(self) -> float:
        """What it is."""
        return float(self.weights[0, self.column])

    def scores(self, value: float) -> NDArray[np.float64]:
        """Score the samples to learn from with another value."""
        w = self._with(value)[0]
        z: NDArray[np.float64] = self.made.training.X @ w[:-1] + w[-1]
        return z

    def error(self, value: float) -> float:
        """Give the share of wrong samples with another value, by their weights."""
        _, codes, own = self.made.training
        mistaken = wrong(self.scores(value)[:, None], codes, self.made.tie)
        return share_of(mistaken, own)

    def cost(self, value: float) -> float:
        """Give the cost with another value."""
        assert self.rule is not None
        return cost_of(self.of_cost, self.rule, self._with(value)).total

    @property
    def inputs(self) -> NDArray[np.float64]:
        """What the weight multiplies, of each sample; 1 for the offset."""
        X = self.made.training.X
        column: NDArray[np.float64] = (
            np.ones(len(X)) if self.column == X.shape[1] else X[:, self.column]
        )
        return column

    def _with(self, value: float) -> NDArray[np.float64]:
        changed = self.weights.copy()
        changed[0, self.column] = value
        return changed


def error_stair(along: AlongWeight, low: float, high: float) -> tuple[Place, ...]:
    """Give the error from a value of the weight to another.

    It jumps where a sample's score is 0, and nowhere else. All jumps are there, but
    for those that are too many to be seen.
    """
    rest, inputs = along.scores(0.0), along.inputs
    own = inputs != 0
    jumps = -rest[own] / inputs[own]
    inside = np.unique(jumps[(jumps > low) & (jumps < high)])
    if len(inside) > MOST_LEVELS:
        chosen = np.linspace(0, len(inside) - 1, MOST_LEVELS).round().astype(int)
        inside = inside[chosen]
    places: list[Place] = []
    for left, right in pairwise([low, *inside.tolist(), high]):
        level = along.error((left + right) / 2)
        if places and places[-1][1] == level:
            places.pop()
            places.append((right, level))
        else:
            places += [(left, level), (right, level)]
    return tuple(places)


def cost_curve(along: AlongWeight, low: float, high: float) -> tuple[Place, ...]:
    """Give the cost at evenly spaced values of the weight."""
    n = len(along.made.training.X)
    many = min(PLACES, max(LEAST_PLACES, MOST_LOSSES // n))
    values = np.linspace(low, high, many).tolist()
    return tuple((value, along.cost(value)) for value in values)


def slope_at(along: AlongWeight, near: float) -> float:
    """Measure how fast the cost grows with the weight: one number of the gradient."""
    value = along.present
    rise = along.cost(value + near) - along.cost(value - near)
    return rise / (2 * near)


def _number(entries: Entries, name: str) -> float:
    text = entries.text(name)
    try:
        value = float(text.replace("−", "-"))
    except ValueError:
        value = math.nan
    if not abs(value) <= FARTHEST:
        said = f"“{excerpt(text)}” is no number up to {FARTHEST:,.0f}: write one"
        entries.fault(name, said)
    return value


FIGURE = OneWeight
