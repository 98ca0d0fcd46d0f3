"""The options that commands share: the recipe, and the parts held out."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any

from engine.cli.data import opened
from engine.cli.messages import note
from engine.cli.model import is_model_file, model_in, provenance_in, recipe_in
from engine.data.dataset import PART_NAMES
from engine.data.feature_map import HIGHEST_POWER
from engine.data.formats.registry import format_of
from engine.data.polynomial_terms import MOST_TERMS, polynomial_terms
from engine.errors import UserError, command
from engine.hyperparameter import ROW_SYNTAX, value_text
from engine.learners import (
    COMMON,
    Hyperparameter,
    Value,
    learner,
    learner_with,
    learners,
)
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from argparse import _ArgumentGroup
    from collections.abc import Iterable, Iterator, Sequence

    from engine.data.dataset import Dataset
    from engine.models.scaling import Scaling


def option(name: str) -> str:
    """Write a name as the option that sets it."""
    return "--" + name.replace("_", "-")


def refuse(args: Namespace, names: Iterable[str], why: str) -> None:
    """Refuse options that do not go with what is done.

    Raises
    ------
    UserError
        If one of them is given; names it.
    """
    for name in names:
        if getattr(args, name):
            raise UserError(f"{option(name)}: {why}")


def add_recipe(parser: ArgumentParser, *, several: bool = False) -> None:
    """Add everything that determines a run; of several learners where they compete."""
    recipe = parser.add_argument_group("recipe")
    more = "; several, with commas, are compared" if several else ""
    recipe.add_argument(
        "--recipe",
        metavar="WEIGHTS",
        help="take the whole recipe of weights (.json, .npz) or a session (.plab); "
        "options beside it overrule",
    )
    recipe.add_argument(
        "--learner",
        metavar="NAME,…" if several else "NAME",
        help=f"one of {', '.join(learners())} (default: perceptron){more}",
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
    particular = parser.add_argument_group(
        "recipe, where the learner has it",
        f"`{command()} learners` lists what each learner has.",
    )
    shared = {parameter.name for parameter in COMMON}
    for parameter in _all_hyperparameters():
        _add_option(recipe if parameter.name in shared else particular, parameter)


def _add_option(group: _ArgumentGroup, parameter: Hyperparameter) -> None:
    text = parameter.help[0].lower() + parameter.help[1:].rstrip(".")
    if parameter.kind in ROW_SYNTAX:
        text += f"; or {ROW_SYNTAX[parameter.kind]}"
    if parameter.name == "start":
        text += "; or WEIGHTS (.json, .npz, .plab) to go on from"
    text = f"{text} ({_defaults(parameter.name)})".replace("%", "%%")
    name = option(parameter.name)
    if parameter.kind == "bool":
        group.add_argument(name, action=BooleanOptionalAction, help=text)
    elif parameter.choices:
        more = ["…"] if parameter.kind in ROW_SYNTAX else []
        group.add_argument(
            name, metavar="|".join([*parameter.choices, *more]), help=text
        )
    else:
        group.add_argument(
            name, metavar="N" if parameter.kind == "int" else "X", help=text
        )


def recipe_of(args: Namespace) -> Recipe:
    """Make the recipe that the options describe.

    Raises
    ------
    UserError
        If the learner has no such option or a value is not possible; names the option.
    """
    return recipes_of(args, [] if args.learner is None else [args.learner])[0]


def recipes_of(args: Namespace, names: Sequence[str]) -> list[Recipe]:
    """Make a recipe of each learner; an option is for those that have it.

    Of no name: of the learner of ``--recipe``, or of the perceptron.

    Raises
    ------
    UserError
        If no learner has such an option or a value is not possible; names the option.
    """
    if args.features is not None and args.degree is not None:
        raise UserError(
            "--features and --degree both choose the terms: leave one of them out"
        )
    base = None if args.recipe is None else _recipe_told(args)
    names = names or [Recipe().learner if base is None else base.learner]
    terms = None if args.features is None else args.features.split(",")
    features = terms and [term.strip() for term in terms]
    given = {
        parameter.name: value
        for parameter in _all_hyperparameters()
        if (value := getattr(args, parameter.name)) is not None
    }
    declared = {name: learner(name).by_name for name in names}
    for name in given:
        if not any(name in own for own in declared.values()):
            raise UserError(
                f"{option(name)}: learner “{names[0]}” has no such option: leave it "
                f"out, or choose a learner that has it (--learner {learner_with(name)})"
            )
    if start_file(args) is not None:
        given.pop("start")
    recipes = []
    for name, own in declared.items():
        settings: dict[str, Any] = {
            k: _value(own[k], given[k]) for k in given if k in own
        }
        if features is not None:
            settings["features"] = features
        # Of one learner what is not told has the defaults of that, not of another.
        recipes.append(
            base.replace(learner=name, **settings) if base else Recipe(name, **settings)
        )
    return recipes


def _recipe_told(args: Namespace) -> Recipe:
    """Read the recipe that ``--recipe`` names."""
    try:
        return recipe_in(args.recipe)
    except UserError as error:
        raise UserError(f"--recipe {error}") from None


def start_file(args: Namespace) -> str | None:
    """Give the file of weights that ``--start`` names; None where it names none."""
    path: str | None = args.start
    return path if path is not None and is_model_file(path) else None


def usual_index(args: Namespace) -> int | None:
    """Give the first index of the svmlight data of ``--start`` or ``--recipe``."""
    if not format_of(opened(args)).has_indices:
        return None
    tables = [None if args.recipe is None else provenance_in(args.recipe)]
    if (start := start_file(args)) is not None:
        with _named_start(start):
            tables.insert(0, provenance_in(start))
    indices = [table.first_index for table in tables if table is not None]
    return next((index for index in indices if index is not None), None)


def start_classes(path: str) -> tuple[str, ...]:
    """Give the classes of the weights that ``--start`` names."""
    with _named_start(path):
        return model_in(path).class_names


@contextmanager
def _named_start(path: str) -> Iterator[None]:
    """Say of a fault that it is that of ``--start``."""
    try:
        yield
    except UserError as error:
        said = str(error)
        where = "" if said.startswith(path) else f"{path}: "
        raise UserError(f"--start {where}{said}") from None


def with_start(
    args: Namespace,
    recipe: Recipe,
    terms: Sequence[str],
    class_names: Sequence[str],
    scaling: Scaling | None,
) -> Recipe:
    """Let a recipe begin with the weights of the file that ``--start`` names.

    Raises
    ------
    UserError
        If these are not of the same terms and classes.
    """
    from engine.training.manual_weights import with_weights
    from engine.training.warm_start import start_weights

    path = start_file(args)
    if path is None:
        return recipe
    offset = bool(recipe.get("offset", True))
    with _named_start(path):
        weights = start_weights(
            model_in(path), terms, class_names, scaling, offset=offset
        )
    return with_weights(recipe, weights)


def tell_unused(args: Namespace, recipes: Iterable[Recipe]) -> None:
    """Say which of the hyperparameters that are given play a part in no recipe.

    A seed is none of them: who gives one wants the same again, and gets it.
    """
    used = {
        parameter.name for recipe in recipes for parameter, _ in recipe.in_use()
    } | {"seed"}
    for parameter in _all_hyperparameters():
        is_given = getattr(args, parameter.name) is not None
        if is_given and parameter.condition and parameter.name not in used:
            note(f"{option(parameter.name)} plays no part: {parameter.condition}")


def _value(parameter: Hyperparameter, text: Any) -> Value:
    try:
        return parameter.check(parameter.parse(text))
    except UserError as error:
        file = ", or a file of weights" if parameter.kind == "start" else ""
        raise UserError(f"{option(parameter.name)}: {error.fault}{file}") from None


def with_degree(args: Namespace, recipe: Recipe, features: Sequence[str]) -> Recipe:
    """Let a recipe learn from the terms that ``--degree`` makes of these features."""
    if args.degree is None:
        return recipe
    return recipe.replace(features=polynomial_terms(features, args.degree))


def _all_hyperparameters() -> list[Hyperparameter]:
    """Give every hyperparameter that some learner declares, one of each name.

    Of those of the same name, the one that offers the most.
    """
    parameters: dict[str, Hyperparameter] = {}
    for rule in learners().values():
        for parameter in rule.all_hyperparameters:
            other = parameters.setdefault(parameter.name, parameter)
            if len(parameter.choices) > len(other.choices):
                parameters[parameter.name] = parameter
    return list(parameters.values())


def _defaults(name: str) -> str:
    """Say the default of most learners, those with another, and those without any.

    Whoever learns nothing is not named.
    """
    owners: dict[str, list[str]] = {}
    without = []
    for rule in learners().values():
        if parameter := rule.by_name.get(name):
            owners.setdefault(value_text(parameter.default), []).append(rule.name)
        elif not rule.by_hand:
            without.append(rule.name)
    usual, *others = sorted(owners, key=lambda value: -len(owners[value]))
    having = sum(map(len, owners.values()))
    if having <= len(without):
        said = [f"{', '.join(owners[value])}: {value}" for value in (usual, *others)]
        return f"default of {'; '.join(said)}"
    said = [f"default: {usual}"]
    said += [f"{', '.join(owners[value])}: {value}" for value in others]
    said += [f"not in {', '.join(without)}"] if without else []
    return "; ".join(said)


def add_parts(train: ArgumentParser) -> None:
    """Add what deals samples out to the parts."""
    parts = train.add_argument_group("parts held out of training")
    for name in PART_NAMES[1:]:
        parts.add_argument(
            f"--{name}", metavar="SHARE", help=f"share of the {name} part (default: 0)"
        )
    parts.add_argument(
        "--split-seed", metavar="N", help="decides who is in which part (default: 0)"
    )
    parts.add_argument(
        "--stratify",
        action=BooleanOptionalAction,
        default=True,
        help="keep the classes' shares in every part",
    )


def split_of(args: Namespace, data: Dataset) -> Dataset:
    """Deal the samples out to the parts as the options of ``train`` say.

    Raises
    ------
    UserError
        If a share or the seed is not possible; names the option.
    """
    validation = number_of(args, "validation", 0.0, 1.0)
    test = number_of(args, "test", 0.0, 1.0)
    seed = number_of(args, "split_seed", 0, 2**31 - 1)
    if not validation and not test:
        return data
    from engine.data.split import ANY_CLASSES, split

    try:
        return split(data, validation, test, int(seed), stratified=args.stratify)
    except UserError as error:
        said = str(error).replace(ANY_CLASSES, f"{ANY_CLASSES} (--no-stratify)")
        raise UserError(f"--validation, --test: {said}") from None


def number_of(
    args: Namespace, name: str, low: float, high: float, default: str = "0"
) -> float:
    """Give an option that is a number, a whole one if `low` is.

    Raises
    ------
    UserError
        If it is none, or out of range.
    """
    text = getattr(args, name)
    kind = int if isinstance(low, int) else float
    try:
        value = kind(default if text is None else text)
    except ValueError:
        whole = "whole " if kind is int else ""
        raise UserError(
            f"{option(name)}: “{text}” is not a {whole}number: give one"
        ) from None
    if value < low and high == inf:
        raise UserError(f"{option(name)}: {text} is too few: give {low} or more {name}")
    if not low <= value <= high:
        raise UserError(
            f"{option(name)}: {text} is out of range: give a number from "
            f"{low:,.12g} to {high:,.12g}"
        )
    return value
