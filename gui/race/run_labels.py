"""Labels of runs: the learner of each, and in what it differs from the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.feature_map import pretty
from engine.learners import learner
from engine.training.recipe import Recipe
from gui.panels.runs_panel import UNUSED, setting_labels, setting_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHARED = ("order", "seed", "start", "class_weight")
"""What all runs of a race have alike, with the data."""
RATE = "learning_rate"
SHORT = {RATE: "η", "strength": "λ", "batch_size": "batch"}
"""What is written in the place of a label."""
MOST_TERMS = 4
"""Terms up to which they are spelt out."""


def run_labels(recipes: Sequence[Recipe]) -> list[str]:
    """Name each recipe by its learner and by what not all of those have alike.

    Examples
    --------
    >>> from engine import Recipe
    >>> run_labels([Recipe("adaline"), Recipe("adaline", batch_size=8)])
    ['Adaline, batch 1', 'Adaline, batch 8']
    """
    return [
        ", ".join([learner(one.learner).title, *differences(one, recipes)])
        for one in recipes
    ]


def differences(one: Recipe, recipes: Sequence[Recipe]) -> Iterator[str]:
    """Say which settings of a recipe others of the race have otherwise.

    Of other learners only what is not their default, and the learning rate: what goes
    with a learner is said by its name.
    """
    same_learner = [other for other in recipes if other.learner == one.learner]
    default = Recipe(one.learner)
    for name, label in setting_labels(*recipes).items():
        own = setting_text(one, name)
        if name in SHARED or own == UNUSED:
            continue
        known = {setting_text(other, name) for other in recipes} - {UNUSED}
        alike = {setting_text(other, name) for other in same_learner} == {own}
        usual = alike and own == setting_text(default, name)
        alone = [setting_text(other, name) for other in recipes].count(UNUSED) > 0
        differs = len(known) > 1 and (not usual or name == RATE)
        if differs or (alone and not usual):
            short = SHORT.get(name, label.lower())
            yield own if short in own else f"{short} {own}"
    if len({recipe.features for recipe in recipes}) > 1:
        yield _terms(one)


def _terms(recipe: Recipe) -> str:
    if recipe.features is None:
        return "all features"
    n = len(recipe.features)
    return f"{n} terms" if n > MOST_TERMS else " ".join(map(pretty, recipe.features))
