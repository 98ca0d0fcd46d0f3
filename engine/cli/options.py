"""The options of the headless commands."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from math import inf
from typing import TYPE_CHECKING, NoReturn

from engine import __version__
from engine.cli.recipe_options import add_recipe, option
from engine.cli.search_options import SEARCH_FILES, add_search
from engine.cli.stream_options import add_stream
from engine.data.dataset import PART_NAMES
from engine.data.parts import split
from engine.errors import UserError

if TYPE_CHECKING:
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
    add_recipe(train)
    search = commands.add_parser(
        "search", help="find the best hyperparameters", allow_abbrev=False
    )
    _add_data(search)
    _add_files(search, SEARCH_FILES)
    add_search(search)
    add_recipe(search)
    return parser


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
