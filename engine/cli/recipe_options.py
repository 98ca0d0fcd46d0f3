"""The options of a recipe, built from what the learners declare."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from typing import TYPE_CHECKING

from engine.data.features import HIGHEST_POWER
from engine.data.polynomial import MOST_TERMS
from engine.errors import UserError
from engine.hyperparameter import ROWS, read_value, value_text
from engine.learners import Hyperparameter, Learner, learner, learners
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup


def option(name: str) -> str:
    """Write a hyperparameter's name as the option that sets it."""
    return "--" + name.replace("_", "-")


def add_recipe(parser: ArgumentParser) -> None:
    """Add everything that determines a run."""
    recipe = parser.add_argument_group("recipe")
    recipe.add_argument(
        "--learner",
        default="perceptron",
        metavar="NAME",
        help=f"one of {', '.join(learners())} (default: perceptron)",
    )
    recipe.add_argument(
        "--features",
        metavar="TERMS",
        help="terms to learn from, such as x1,x2,x1^2,x1*x2,sin(x1); x1 is the first "
        "feature, which can also be called by its name (default: all features)",
    )
    recipe.add_argument(
        "--degree",
        type=int,
        metavar="N",
        help="learn from all powers and products of the features up to this degree, "
        f"1 to {HIGHEST_POWER}, instead of --features; at most {MOST_TERMS} terms",
    )
    for parameter in _all_hyperparameters():
        _add_option(recipe, parameter)


def _add_option(recipe: _ArgumentGroup, parameter: Hyperparameter) -> None:
    by_hand = f"; or {ROWS[parameter.kind]}" if parameter.kind in ROWS else ""
    text = f"{parameter.help} ({_defaults(parameter.name)}{by_hand})".replace("%", "%%")
    name = option(parameter.name)
    if parameter.kind == "bool":
        recipe.add_argument(name, action=BooleanOptionalAction, help=text)
    elif parameter.choices:
        more = ["…"] if parameter.kind in ROWS else []
        recipe.add_argument(
            name, metavar="|".join([*parameter.choices, *more]), help=text
        )
    else:
        recipe.add_argument(
            name, metavar="N" if parameter.kind == "int" else "X", help=text
        )


def recipe_of(args: Namespace) -> Recipe:
    """Make the recipe that the options describe.

    Raises
    ------
    UserError
        If the learner has no such option or a value is not possible; names the option.
    """
    parameters = {
        parameter.name: parameter
        for parameter in learner(args.learner).all_hyperparameters
    }
    given = {
        parameter.name: getattr(args, parameter.name)
        for parameter in _all_hyperparameters()
    }
    given = {name: value for name, value in given.items() if value is not None}
    for name, value in given.items():
        if name not in parameters:
            raise UserError(
                f"{option(name)}: learner “{args.learner}” has no such option: it has "
                f"{', '.join(map(option, parameters))}"
            )
        try:
            given[name] = parameters[name].check(read_value(parameters[name], value))
        except UserError as error:
            raise UserError(f"{option(name)}: {error}") from None
    if args.features is not None and args.degree is not None:
        raise UserError("--features and --degree both choose the terms: give one")
    terms = None if args.features is None else args.features.split(",")
    features = terms and [term.strip() for term in terms]
    return Recipe(args.learner, features, **given)


def _all_hyperparameters() -> list[Hyperparameter]:
    """Give every hyperparameter that some learner declares, one of each name.

    Of those of the same name, the one that offers the most.
    """
    parameters: dict[str, Hyperparameter] = {}
    for one in learners().values():
        for parameter in one.all_hyperparameters:
            other = parameters.setdefault(parameter.name, parameter)
            if len(parameter.choices) > len(other.choices):
                parameters[parameter.name] = parameter
    return list(parameters.values())


def _defaults(name: str) -> str:
    """Say which learners have a hyperparameter, and their defaults."""
    owners: dict[str, list[Learner]] = {}
    for one in learners().values():
        for parameter in one.all_hyperparameters:
            if parameter.name == name:
                owners.setdefault(value_text(parameter.default), []).append(one)
    everyone = sum(map(len, owners.values())) == len(learners())
    if everyone and len(owners) == 1:
        return f"default: {next(iter(owners))}"
    return "default: " + "; ".join(
        f"{', '.join(one.name for one in some)} {value}"
        for value, some in owners.items()
    )
