"""What a page lets be changed of a run: learner, settings, terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.data.feature_map import pretty
from engine.errors import UserError
from engine.export.page import plays, problem_entries
from engine.learners import learners
from engine.learners.latex import plain
from engine.training.problem import problem

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.data.dataset import Dataset
    from engine.learners import Learner
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe

TERMS = (
    "x1", "x2", "x1*x2", "x1^2", "x2^2", "x1^3", "x1^2*x2", "x1*x2^2", "x2^3",
    "sin(x1)", "sin(x2)",
)  # fmt: skip
"""The terms that can be chosen, in their order."""
SETTINGS = (
    "learning_rate", "schedule", "c1", "c2", "strength", "aggressiveness", "tolerance",
    "hidden", "activation", "batch_size", "epochs", "order", "seed", "offset",
    "standardise",
)  # fmt: skip
"""What a page's script can change, of learners that have it."""
START = "start"
"""What it can change besides, where weights are set by hand."""


def learner_entries(
    rule: Learner, recipe: Recipe, made: Problem, settings: Collection[str]
) -> dict[str, Any]:
    """Give what a page's script reads of a learner, some settings of it to be changed.

    Parameters
    ----------
    rule : Learner
    recipe : Recipe
        Where they begin.
    made : Problem
        On any samples.
    settings : collection of str
    """
    return {
        "title": rule.title,
        "problem": problem_entries(made, rule),
        "formulas": {
            f"{n_outputs} {str(offset).lower()}": [
                plain(line)
                for line in rule.formula_lines(
                    made.settings, offset=offset, n_outputs=n_outputs
                )
            ]
            for n_outputs in (0, 1)
            for offset in (True, False)
        },
        "settings": [
            {
                "name": parameter.name,
                "label": parameter.label,
                "kind": parameter.kind,
                "value": recipe.get(parameter.name),
                "low": parameter.low,
                "high": parameter.high,
                "aboveLow": parameter.above_low,
                "choices": [*parameter.choices],
                "log": parameter.log,
                "help": parameter.help,
                "zero": parameter.zero_text,
                "shownIf": dict(parameter.shown_if),
            }
            for name in settings
            for parameter in rule.all_hyperparameters
            if parameter.name == name
        ],
    }


def term_entries(data: Dataset, recipe: Recipe) -> list[dict[str, Any]]:
    """Give what a page's script reads of the terms that can be chosen."""
    made = problem(data, recipe.replace(features=TERMS)).features
    own = problem(data, recipe).features
    known = dict(zip(own.names, own.terms, strict=True))
    known = dict(zip(made.names, made.terms, strict=True)) | known
    return [
        {
            "name": name,
            "said": pretty(name),
            "factors": [[each.feature, each.power, each.sine] for each in term],
        }
        for name, term in known.items()
    ]


def set_up_entries(
    data: Dataset, recipe: Recipe, change: Collection[str]
) -> dict[str, Any]:
    """Give what a page's script reads of what a task lets be changed of a run.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
        How it begins.
    change : collection of str
        Settings; ``learner``, ``features``, ``start``.
    """
    names = [recipe.learner]
    if "learner" in change:
        names = [
            r.name
            for r in learners().values()
            if plays(r) and r.is_linear and not r.by_hand
        ]
    return {
        "learner": recipe.learner,
        "change": [*change],
        "learners": {name: _begun(data, recipe, name, change) for name in names},
        "terms": term_entries(data, recipe) if "features" in change else [],
        "chosen": [*problem(data, recipe).features.names],
    }


def _begun(
    data: Dataset, recipe: Recipe, name: str, change: Collection[str]
) -> dict[str, Any]:
    """Give how a run begins with a learner, the recipe else as it is."""
    rule = learners()[name]
    own = recipe if name == recipe.learner else recipe.replace(learner=name)
    made = problem(data, own)
    settings = [setting for setting in SETTINGS if setting in change]
    entries = learner_entries(rule, own, made, settings)
    del entries["problem"]["order"]  # it is the same for all
    deviation = own.get("deviation", "population") if own.get("standardise") else None
    entries["problem"]["deviation"] = deviation
    return entries | {
        "own": [parameter.name for parameter in rule.hyperparameters],
        "values": {
            key: value if isinstance(value, bool | int | float | str) else "given"
            for key, value in own
            if value is not None
        },
    }


def is_changeable(data: Dataset, recipe: Recipe, change: Collection[str]) -> bool:
    """Tell whether a page's script can change all of these of a run."""
    for name in change:
        if name == START:
            if not learners()[recipe.learner].by_hand:
                return False
        elif name in ("learner", "features"):
            if recipe.get(START, "zero") != "zero":
                return False
        elif name not in SETTINGS:
            return False
    if "features" not in change:
        return True
    try:
        term_entries(data, recipe)
    except UserError:  # the data have other features than these
        return False
    return data.feature_names == ("x1", "x2")
