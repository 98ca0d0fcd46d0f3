"""The options of the command line, built from what the learners declare."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from math import inf
from typing import TYPE_CHECKING, NoReturn

from engine import __version__
from engine.cli_search_options import SEARCH_FILES, add_search
from engine.cli_stream_options import add_stream
from engine.data.dataset import PART_NAMES
from engine.data.features import HIGHEST_POWER
from engine.data.parts import split
from engine.data.polynomial import MOST_TERMS
from engine.errors import UserError
from engine.learners import Hyperparameter, Learner, learner, learners
from engine.learners.texts import ROWS, read_value, written
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    from engine.data.dataset import Dataset

TRAIN_FILES = (
    ("weights", "json|csv|npz|onnx|py", "the weights, in the units of the data"),
    ("plot", "png|svg|pdf", "a picture of the samples and the boundary"),
    ("curve", "csv", "mistakes, training error and loss of each epoch"),
    ("trace", "csv", "every step: sample, score, update, weights"),
    ("animation", "gif|mp4", "a film of the run"),
)
"""Kinds of files with their formats and what is in them."""


class Parser(ArgumentParser):
    """A parser whose errors are `UserError`, one line like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print with the usage."""
        raise UserError(f"{message} (see {self.prog} --help)")


def build_parser() -> Parser:
    """Build the parser of all headless commands; ``command`` names the one chosen."""
    parser = Parser(
        prog="perceptron-lab",
        description="See linear classifiers learn. Without a command: the window.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    commands.add_parser("learners", help="list the learners and their hyperparameters")
    train = commands.add_parser(
        "train", help="train on a table, without a window", allow_abbrev=False
    )
    _add_data(train)
    add_stream(train)
    _add_files(train, TRAIN_FILES)
    _add_parts(train)
    _add_recipe(train)
    search = commands.add_parser(
        "search", help="find the best hyperparameters", allow_abbrev=False
    )
    _add_data(search)
    _add_files(search, SEARCH_FILES)
    add_search(search)
    _add_recipe(search)
    return parser


def option(name: str) -> str:
    """Write a hyperparameter's name as the option that sets it."""
    return "--" + name.replace("_", "-")


def recipe_of(args: Namespace) -> Recipe:
    """Make the recipe that the options of ``train`` describe.

    Raises
    ------
    UserError
        If the learner has no such option or a value is not possible; names the option.
    """
    knobs = {knob.name: knob for knob in learner(args.learner).knobs}
    given = {knob.name: getattr(args, knob.name) for knob in _all_knobs()}
    given = {name: value for name, value in given.items() if value is not None}
    for name, value in given.items():
        if name not in knobs:
            raise UserError(
                f"{option(name)}: learner “{args.learner}” has no such option: it has "
                f"{', '.join(map(option, knobs))}"
            )
        try:
            given[name] = knobs[name].check(read_value(knobs[name], value))
        except UserError as error:
            raise UserError(f"{option(name)}: {error}") from None
    if args.features is not None and args.degree is not None:
        raise UserError("--features and --degree both choose the terms: give one")
    terms = None if args.features is None else args.features.split(",")
    features = terms and [term.strip() for term in terms]
    return Recipe(args.learner, features, **given)


def _add_data(parser: ArgumentParser) -> None:
    parser.add_argument("data", metavar="DATA", help="CSV, TSV, .tab, ARFF, svmlight …")
    parser.add_argument(
        "--target",
        metavar="COLUMN",
        help="the column of the classes, by name or number from 1 (default: one called "
        "class, label, target, species or y, or else the last)",
    )


def _add_files(parser: ArgumentParser, kinds: tuple[tuple[str, str, str], ...]) -> None:
    files = parser.add_argument_group("files to write")
    for kind, formats, what in kinds:
        files.add_argument(
            f"--{kind}",
            action="append",
            default=[],
            metavar=f"OUT.{formats}",
            help=f"{what}; can be repeated",
        )


def _add_parts(train: ArgumentParser) -> None:
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
    try:
        return split(data, validation, test, int(seed), args.stratify)
    except UserError as error:
        raise UserError(f"--validation, --test: {error}") from None


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
        raise UserError(f"{option(name)}: “{text}” is not a number") from None
    if value < low and high == inf:
        raise UserError(f"{option(name)}: {text} is too few: give {low} or more {name}")
    if not low <= value <= high:
        raise UserError(f"{option(name)}: {text} is not between {low:,} and {high:,}")
    return value


def _add_recipe(train: ArgumentParser) -> None:
    recipe = train.add_argument_group("recipe")
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
    for knob in _all_knobs():
        _add_knob(recipe, knob)


def _add_knob(recipe: _ArgumentGroup, knob: Hyperparameter) -> None:
    by_hand = f"; or {ROWS[knob.kind]}" if knob.kind in ROWS else ""
    text = f"{knob.help} ({_defaults(knob.name)}{by_hand})".replace("%", "%%")
    name = option(knob.name)
    if knob.kind == "bool":
        recipe.add_argument(name, action=BooleanOptionalAction, help=text)
    elif knob.choices:
        more = ["…"] if knob.kind in ROWS else []
        recipe.add_argument(name, metavar="|".join([*knob.choices, *more]), help=text)
    else:
        recipe.add_argument(name, metavar="N" if knob.kind == "int" else "X", help=text)


def _all_knobs() -> list[Hyperparameter]:
    """Give every hyperparameter that some learner declares, one of each name.

    Of those of the same name, the one that offers the most.
    """
    knobs: dict[str, Hyperparameter] = {}
    for one in learners().values():
        for knob in one.knobs:
            other = knobs.setdefault(knob.name, knob)
            if len(knob.choices) > len(other.choices):
                knobs[knob.name] = knob
    return list(knobs.values())


def _defaults(name: str) -> str:
    """Say which learners have a hyperparameter, and their defaults."""
    owners: dict[str, list[Learner]] = {}
    for one in learners().values():
        for knob in one.knobs:
            if knob.name == name:
                owners.setdefault(written(knob.default), []).append(one)
    everyone = sum(map(len, owners.values())) == len(learners())
    if everyone and len(owners) == 1:
        return f"default: {next(iter(owners))}"
    return "default: " + "; ".join(
        f"{', '.join(one.name for one in some)} {value}"
        for value, some in owners.items()
    )
