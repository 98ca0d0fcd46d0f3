"""Labels of runs: the learner of each, and the settings in which recipes differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.data.feature_map import pretty
from engine.learners import learner
from engine.training.recipe import Recipe
from gui.style.text import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.learners import Hyperparameter

SHARED = ("order", "seed", "start", "class_weight")
"""What all runs of a race have alike, with the data."""
UNUSED = "–"
"""What stands for a setting that a recipe makes no use of."""
Row = tuple[str, str, str]
"""A setting, and its values in two recipes."""
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
        ", ".join([learner(recipe.learner).title, *differences(recipe, recipes)])
        for recipe in recipes
    ]


def differences(recipe: Recipe, recipes: Sequence[Recipe]) -> Iterator[str]:
    """Say which settings of a recipe others of the race have otherwise.

    Of other learners only what is not their default, and the learning rate: what goes
    with a learner is said by its name.
    """
    texts = {other: _setting_texts(other) for other in {recipe, *recipes}}
    same_learner = [
        texts[other] for other in recipes if other.learner == recipe.learner
    ]
    default = _setting_texts(Recipe(recipe.learner))
    for name, label in setting_labels(*recipes).items():
        own = texts[recipe].get(name)
        if name in SHARED or own is None:
            continue
        known = {texts[other].get(name) for other in recipes} - {None}
        alike = {theirs.get(name) for theirs in same_learner} == {own}
        usual = alike and own == default.get(name)
        alone = any(name not in texts[other] for other in recipes)
        differs = len(known) > 1 and (not usual or name == RATE)
        if differs or (alone and not usual):
            short = SHORT.get(name, label.lower())
            yield own if short in own else f"{short} {own}"
    if len({recipe.features for recipe in recipes}) > 1:
        yield _terms(recipe)


def _terms(recipe: Recipe) -> str:
    if recipe.features is None:
        return "all features"
    n = len(recipe.features)
    return f"{n} terms" if n > MOST_TERMS else " ".join(map(pretty, recipe.features))


def recipe_differences(recipe: Recipe, other: Recipe) -> list[Row]:
    """Name the settings in which two recipes differ, with both values."""
    rows = []
    if recipe.learner != other.learner:
        rows.append(
            ("Learner", learner(recipe.learner).title, learner(other.learner).title)
        )
    texts, other_texts = _setting_texts(recipe), _setting_texts(other)
    for name, label in setting_labels(recipe, other).items():
        value, other_value = texts.get(name, UNUSED), other_texts.get(name, UNUSED)
        if value != other_value:
            rows.append((label, value, other_value))
    return rows


def setting_labels(*recipes: Recipe) -> dict[str, str]:
    """Give the settings that play a part in some of the recipes, with their labels."""
    return {
        parameter.name: parameter.label
        for recipe in recipes
        for parameter in _that_matter(recipe)
    }


def _that_matter(recipe: Recipe) -> Iterator[Hyperparameter]:
    for parameter in learner(recipe.learner).all_hyperparameters:
        if parameter.matters(recipe.get):
            yield parameter


def _setting_texts(recipe: Recipe) -> dict[str, str]:
    """Write the settings that play a part in a recipe, by their names."""
    return {
        parameter.name: _text(parameter, recipe.get(parameter.name))
        for parameter in _that_matter(recipe)
    }


def _text(parameter: Hyperparameter, value: Any) -> str:
    if value is None or value is False:
        return "off"
    if value is True:
        return "on"
    if isinstance(value, tuple):
        return "by hand"
    if isinstance(value, str):
        return value.replace("-", " ")
    return parameter.zero_text if parameter.zero_text and not value else number(value)
