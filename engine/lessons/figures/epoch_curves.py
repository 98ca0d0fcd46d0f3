"""The cost or the training error per epoch, of some values of a setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from engine.errors import UserError, excerpt
from engine.hyperparameter import value_text
from engine.learners import learner
from engine.lessons.figures.drawing import (
    ChartCurve,
    FigureDrawing,
    LineChart,
    span_of,
)
from engine.lessons.figures.figure import LessonFigure
from engine.lessons.state import setting_value
from engine.numbers import number, percent
from engine.spaces.cost import cost_of
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.data.dataset import Dataset
    from engine.lessons.entries import Entries
    from engine.lessons.facts import Situation
    from engine.lessons.figures.drawing import Place
    from engine.training.recipe import Recipe

COST, ERROR = "cost", "training error"
MOST_VALUES = 5
MOST_EPOCHS, MOST_LOOKS = 1000, 100_000
"""Of a run, and looks at a sample of all runs together: they are recorded, and drawn,
while somebody waits."""


@dataclass(frozen=True, kw_only=True)
class EpochCurves(LessonFigure):
    """Which setting is compared, and in which values.

    Attributes
    ----------
    compare : str
        Name of a setting; empty: the page's own run alone.
    values : tuple of str
        As a person writes them.
    """

    kinds: ClassVar = (COST, ERROR)
    order: ClassVar = 30

    compare: str = ""
    values: tuple[str, ...] = ()

    @classmethod
    def read(cls, entries: Entries) -> dict[str, Any]:
        """Read what is compared."""
        compare, values = entries.text("compare", ""), entries.texts("values")
        if compare and not values:
            entries.fault("compare", "“values” is missing: write “values: [0, 8, 1]”")
        if values and not compare:
            entries.fault("values", "“compare” is missing: write the setting's name")
        if len(values) > MOST_VALUES:
            said = f"are {len(values)} in number: write at most {MOST_VALUES}"
            entries.fault("values", said)
        if twice := [value for value in values if values.count(value) > 1]:
            entries.fault("values", f"“{excerpt(twice[0])}” stands twice: delete one")
        return {"compare": compare, "values": tuple(values)}

    def draw(self, begun: Situation | None) -> FigureDrawing:
        """Record the run of each value, and draw its curve."""
        if begun is None or begun.tape is None:
            self.fault("of", "the page has no samples: give it a state that has some")
        recipes = [self._recipe(begun.recipe, text) for text in self.values]
        names = [_name(self.compare, recipe) for recipe in recipes]
        self._require_few(begun.data, recipes or [begun.recipe])
        curves = tuple(
            ChartCurve(name, self._places(begun.data, recipe, name), look)
            for look, (name, recipe) in enumerate(
                zip(names or [""], recipes or [begun.recipe], strict=True)
            )
        )
        heights = [height for curve in curves for _, height in curve.places]
        last = max(curve.places[-1][0] for curve in curves)
        first = min(curve.places[0][0] for curve in curves)
        is_cost = self.of == COST
        label = _label(self.compare, begun.recipe) if self.compare else ""
        chart = LineChart(
            curves,
            "Cost J" if is_cost else "Training error",
            (first, max(last, first + 1)),
            span_of(heights, from_zero=not is_cost),
            "epoch",
            label,
            in_percent=not is_cost,
            high=True,
        )
        return FigureDrawing(self._words(chart), (chart,))

    def _words(self, chart: LineChart) -> str:
        def said(height: float) -> str:
            return percent(height) if chart.in_percent else number(height, 3)

        of_curves = [
            (f"{chart.names_are} {curve.name}: " if curve.name else "")
            + f"from {said(curve.places[0][1])} to {said(curve.places[-1][1])} "
            + f"in epoch {curve.places[-1][0]:.0f}"
            for curve in chart.curves
        ]
        return f"{chart.up} per epoch. {'; '.join(of_curves)}."

    def _recipe(self, recipe: Recipe, text: str) -> Recipe:
        """Give the page's recipe with a value of the setting."""
        name = self.compare
        known = {"learner", "features", *learner(recipe.learner).by_name}
        at = "values" if name in known else "compare"
        try:
            return recipe.replace(**{name: setting_value(name, text, recipe)})
        except UserError as error:
            self.fault(at, error)

    def _require_few(self, data: Dataset, recipes: Sequence[Recipe]) -> None:
        """See to it that all can be recorded soon, and each value is another one."""
        at = "values" if self.values else "of"
        if len({*recipes}) < len(recipes):
            self.fault(at, "are the same in part: write each once")
        epochs = [int(recipe.get("epochs", 1)) for recipe in recipes]
        if max(epochs) > MOST_EPOCHS:
            said = f"it is drawn of {MOST_EPOCHS:,} epochs at most: use fewer"
            self.fault(at, said)
        if data.n_samples * sum(epochs) > MOST_LOOKS:
            said = f"epochs times samples are more than {MOST_LOOKS:,}: use fewer"
            self.fault(at, said)

    def _places(self, data: Dataset, recipe: Recipe, name: str) -> tuple[Place, ...]:
        """Record a run; give what is measured at the end of each of its epochs."""
        rule = learner(recipe.learner)
        if self.of == COST and not rule.has_cost:
            said = f"{rule.title} has no cost: take another, or write “{ERROR}”"
            self.fault("of", said)
        at = "values" if self.values else "of"
        try:
            tape = Tape(data, recipe)
            tape.extend()
        except UserError as error:
            self.fault(at, error)
        if not len(tape.epochs):
            run = f"the run of {name}" if name else "the run"
            said = f"{run} has no whole epoch ({tape.reason}): take another set-up"
            self.fault(at, said)
        if self.of == ERROR or tape.epochs.cost is None:
            return _by_epoch(tape.epochs.training_error.tolist(), 1)
        start = cost_of(tape.problem, rule, tape.frame(0).used).total
        return _by_epoch([start, *tape.epochs.cost.tolist()], 0)


def _by_epoch(values: Sequence[float], first: int) -> tuple[Place, ...]:
    return tuple((float(epoch), value) for epoch, value in enumerate(values, first))


def _label(name: str, recipe: Recipe) -> str:
    """Say a setting as the set-up panel does."""
    known = learner(recipe.learner).by_name
    return known[name].label if name in known else name.capitalize()


def _name(name: str, recipe: Recipe) -> str:
    """Say the value of a setting as the set-up panel does."""
    if name == "learner":
        return learner(recipe.learner).title
    if name == "features":
        return ", ".join(recipe.features or ("all",))
    value, known = recipe.get(name), learner(recipe.learner).by_name[name]
    if known.zero_text and value == known.low:
        return known.zero_text
    return value_text(value)


FIGURE = EpochCurves
