"""Hyperparameters and their values as texts of the search page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.data.feature_map import pretty
from engine.evaluation.report import ERRORS
from engine.evaluation.search_space import FEATURES, LEARNER, UNUSED, setting
from engine.hyperparameter import value_text
from engine.learners import learner, learners
from engine.numbers import counted
from gui.style.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.evaluation.search import SearchOutcome
    from engine.training.recipe import Recipe

FEW_TERMS = 3
"""Terms up to which a list of them is written out."""


def name_of(name: str) -> str:
    """Give the label of a hyperparameter, which is the same in all learners."""
    if name in (FEATURES, LEARNER):
        return name.capitalize()
    return next(
        parameter.label
        for rule in learners().values()
        for parameter in rule.all_hyperparameters
        if parameter.name == name
    )


def short_name_of(name: str) -> str:
    """Give the sign of a hyperparameter, if its label ends in one; else its label.

    Examples
    --------
    >>> short_name_of("learning_rate"), short_name_of("tolerance")
    ('η', 'tolerance')
    """
    label = name_of(name)
    sign = label.split()[-1]
    return sign if len(sign) == 1 else label[:1].lower() + label[1:]


def value_words(value: Any) -> str:
    """Write a value: a number short, a learner's title, many terms by their count."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return _terms(value)
    if isinstance(value, float):
        return number(value, 3)
    return learners()[value].title if value in learners() else value_text(value)


def settings_words(recipe: Recipe, names: Iterable[str]) -> str:
    """Write what was searched of a recipe, as far as it plays a part there."""
    return ", ".join(
        f"{name_of(name)} {setting_words(recipe, name)}"
        for name in names
        if setting(recipe, name) != UNUSED
    )


def short_words(recipe: Recipe, name: str) -> str:
    """Write one setting of a recipe with its short name: η = 0.1."""
    short, value = short_name_of(name), setting_words(recipe, name)
    return f"{short} = {value}" if len(short) == 1 else f"{short} {value}"


def setting_words(recipe: Recipe, name: str) -> str:
    """Write one setting of a recipe."""
    value = setting(recipe, name)
    return "all" if name == FEATURES and value is None else value_words(value)


def subject_words(results: SearchOutcome) -> str:
    """Say which learners were searched, by how many runs, and by what score.

    Accuracy, the usual one, goes without saying.
    """
    names = dict.fromkeys(recipe.learner for recipe in results.recipes)
    titles = ", ".join(learner(name).title for name in names)
    progress = "" if results.finished else f"{results.done:,} of "
    by = "" if results.score == "accuracy" else f", by {ERRORS[results.score]}"
    return f"{titles}: {progress}{counted(results.total, 'run')}{by}"


def _terms(terms: tuple[str, ...]) -> str:
    if len(terms) <= FEW_TERMS:
        return " ".join(map(pretty, terms))
    return f"{' '.join(map(pretty, terms[:2]))} … ({len(terms)})"
