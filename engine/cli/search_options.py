"""The options of `search`: what to try, how to judge, where to work."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from typing import TYPE_CHECKING, Any

from engine.errors import UserError
from engine.evaluation.search_space import Grid, Random
from engine.evaluation.search_values import read_values

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from engine.training.recipe import Recipe

SEARCH_FILES = (
    ("weights", "json|csv|npz|onnx|py", "the best recipe's, in units of the data"),
    ("results", "csv", "the errors of all recipes on all folds"),
)
"""Kinds of files with their formats and what is in them."""


def add_search(parser: ArgumentParser) -> None:
    """Add what `search` has beyond the options of a recipe."""
    _add_candidates(parser)
    _add_judging(parser)
    _add_places(parser)
    parser.set_defaults(validation=None)


def _add_candidates(parser: ArgumentParser) -> None:
    what = parser.add_argument_group("what to try")
    what.add_argument(
        "--grid",
        action="append",
        required=True,
        metavar="NAME=VALUES",
        help="a hyperparameter with values, such as learning_rate=0.01,0.1,1, or a "
        "range with their number, strength=1e-3..1:5 (log-spaced where that is usual); "
        "features=x1,x2;x1,x2,x1*x2 are lists of terms; NAME alone: some usual values; "
        "can be repeated",
    )
    what.add_argument(
        "--random",
        metavar="N",
        help="draw N recipes at random from the values and ranges, instead of trying "
        "every combination",
    )


def _add_judging(parser: ArgumentParser) -> None:
    judge = parser.add_argument_group("how to judge")
    judge.add_argument("--folds", metavar="K", help="folds (default: 5)")
    judge.add_argument(
        "--test",
        metavar="SHARE",
        help="share of the test part, set aside first and used once, at the end "
        "(default: 0)",
    )
    judge.add_argument(
        "--split-seed",
        metavar="N",
        help="decides parts, folds and what --random draws (default: 0)",
    )
    judge.add_argument(
        "--stratify",
        action=BooleanOptionalAction,
        default=True,
        help="keep the classes' shares in every part and fold",
    )


def _add_places(parser: ArgumentParser) -> None:
    where = parser.add_argument_group("where to work")
    where.add_argument(
        "--jobs",
        metavar="N",
        help="processes (default: one per core, where the work is worth it)",
    )
    where.add_argument(
        "--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster to work on"
    )


def candidates_of(
    args: Namespace, base: Recipe, n: int | None, seed: int
) -> Grid | Random:
    """Read what `--grid` and `--random` ask for; the latter for `n` recipes.

    Raises
    ------
    UserError
        If a name or a value is not possible; names the option.
    """
    wanted: dict[str, Any] = {}
    for text in args.grid:
        name, _, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if name in wanted:
            raise UserError(f"--grid {text}: {name} is given twice")
        if getattr(args, name, None) is not None:
            raise UserError(f"--grid {text}: {name} is also set: give one")
        try:
            wanted[name] = read_values(base, name, values, n is not None)
        except UserError as error:
            raise UserError(f"--grid {text}: {error}") from None
    return Grid(wanted) if n is None else Random(wanted, n, seed)
