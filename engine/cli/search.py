"""The command `search`: compare recipes, train the best one, judge it once."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from contextlib import contextmanager, nullcontext
from math import inf
from typing import TYPE_CHECKING, Any

from engine.cli.data import add_data, data_of, tell
from engine.cli.messages import Outcome, StatusLine, add_manners
from engine.cli.options import (
    add_recipe,
    number_of,
    option,
    recipes_of,
    split_of,
    start_file,
    tell_unused,
    usual_index,
    with_degree,
)
from engine.cli.outputs import (
    OutputFile,
    add_outputs,
    file_facts,
    outputs_of,
    save_weights,
    sound_outputs,
)
from engine.cli.summary import RunSummary, in_columns, interval_text
from engine.cli.train import extend
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.data.split import ANY_CLASSES
from engine.errors import UserError
from engine.evaluation.report import ERRORS
from engine.evaluation.search_space import (
    FEATURES,
    MOST_RECIPES,
    UNUSED,
    SearchSpace,
    read_values,
    setting,
)
from engine.export.csv_tables import write_search
from engine.export.weights import SUFFIXES
from engine.hyperparameter import value_text
from engine.learners import learner
from engine.training.tape import Tape

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from engine.cli.outputs import Draw
    from engine.data.dataset import Dataset
    from engine.evaluation.folds import Resampling
    from engine.evaluation.search import SearchOutcome
    from engine.evaluation.search_workers import Workers
    from engine.training.recipe import Recipe

SUMMARY = "find the best recipe, or judge one by cross-validation"
EXAMPLES = """\
  %(prog)s points.csv --grid epochs=5,20,80 --grid tolerance
  %(prog)s points.csv --learner linear-svm --grid strength=1e-4..1
  %(prog)s points.csv --grid "features=x1,x2;x1,x1^2"
  %(prog)s points.csv --grid epochs --test 0.2 --weights w.json
  %(prog)s points.csv --learner perceptron,adaline --on validation
  %(prog)s points.csv --learner adaline --folds 10
  %(prog)s points.csv --learning-curve --results curve.csv"""
FILES = (
    OutputFile("weights", SUFFIXES, "the best recipe's, in units of the data"),
    OutputFile(
        "results", (".csv",), "the errors of all recipes, or of the learning curve"
    ),
)
MOST_SHOWN = 10
"""Recipes in the printed table."""
MOST_JOBS = 1024
VALIDATION_SHARE = "0.2"
"""Of a validation part where nobody says how large it is."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of `search`."""
    add_data(parser)
    add_outputs(parser, FILES)
    add_manners(parser)
    _add_candidates(parser)
    _add_judging(parser)
    _add_workers(parser)
    add_recipe(parser, several=True)


def _add_candidates(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("what to try")
    group.add_argument(
        "--grid",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="a hyperparameter with values, such as learning_rate=0.01,0.1,1, or a "
        "range with their number, strength=1e-3..1:5 (log-spaced where that is usual); "
        "features=x1,x2;x1,x2,x1*x2 are lists of terms; NAME alone: some usual values; "
        "can be repeated",
    )
    group.add_argument(
        "--random",
        metavar="N",
        help="draw N recipes at random from the values and ranges, instead of trying "
        "every combination",
    )
    group.add_argument(
        "--learning-curve",
        action="store_true",
        help="train the one recipe on ever more samples, instead of comparing recipes",
    )


def _add_judging(parser: ArgumentParser) -> None:
    judge = parser.add_argument_group("how to judge")
    judge.add_argument(
        "--on",
        choices=("folds", "validation"),
        default="folds",
        metavar="folds|validation",
        help="judge by cross-validation, or by one validation part (default: folds)",
    )
    judge.add_argument("--folds", metavar="K", help="folds (default: 5)")
    judge.add_argument(
        "--validation",
        metavar="SHARE",
        help=f"with --on validation: share of that part (default: {VALIDATION_SHARE})",
    )
    judge.add_argument(
        "--score",
        choices=tuple(ERRORS),
        default="accuracy",
        metavar="|".join(ERRORS),
        help="what counts: accuracy (a tie is a mistake), balanced accuracy (the mean "
        "recall of the classes) or f1 (their mean F1); told is 1 − this, the error, of "
        "which the lowest is best (default: accuracy)",
    )
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


def _add_workers(parser: ArgumentParser) -> None:
    where = parser.add_argument_group("where to work")
    where.add_argument(
        "--jobs",
        metavar="N",
        help="processes (default: one per core, where the work is worth it)",
    )
    where.add_argument(
        "--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster to work on"
    )


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Search as the options say.

    Raises
    ------
    UserError
        If anything is wrong with the options, the data or the files to write.
    """
    from engine.cli.learning_curve import check_curve, trace_curve
    from engine.evaluation.folds import Folds, without_validation
    from engine.evaluation.search import search

    outputs = outputs_of(args, FILES, draw)
    bases = recipes_of(args, _learners_of(args))
    _check_start(args)
    if args.learning_curve:
        check_curve(args, bases)
    judge = _resampling_of(args)
    space = _space_of(args, bases)
    tell_unused(args, space.recipes())
    table = data_of(args, usual_index(args))
    bases = [with_degree(args, base, table.feature_names) for base in bases]
    data = split_of(args, table)
    try:
        judge.check(data)
    except UserError as error:
        said = str(error).replace(ANY_CLASSES, f"{ANY_CLASSES} (--no-stratify)")
        raise UserError(f"--{args.on}: {said}") from None
    if isinstance(judge, Folds):
        tell(judge.notes(data))
    if args.learning_curve:
        return trace_curve(args, data, bases[0], judge, outputs)
    recipes, names = _space_of(args, bases).recipes(), space.names
    with (
        _named_grid(args),
        _workers(args) as workers,
        SearchProgress(names) as progress,
    ):
        results = search(
            data, recipes, judge, score=args.score, workers=workers, progress=progress
        )
    assert results.best is not None
    tape = Tape(without_validation(data), results.recipes[results.best])
    extend(tape)
    best = RunSummary.of_tape(tape, str(args.data), args.weight or "")
    outputs, status = sound_outputs(outputs, best, force=args.force)
    for kind, path in outputs:
        if kind == "results":
            write_search(results, names, path, safe=args.safe_csv)
        else:
            save_weights(tape.model(), path, safe=args.safe_csv)
    facts = _facts(results, names) | {"best": best.facts, "files": file_facts(outputs)}
    text = best.columns + _text(results, names, data) + best.text
    return Outcome(text, facts, status)


def _learners_of(args: Namespace) -> list[str]:
    """Read ``--learner``: one, or several with commas, or none."""
    if args.learner is None:
        return []
    names = [name.strip() for name in args.learner.split(",")]
    for name in names:
        if learner(name).by_hand and len(names) > 1:
            raise UserError(
                f"--learner {args.learner}: “{name}” learns nothing by itself: leave "
                "it out"
            )
        if names.count(name) > 1:
            raise UserError(
                f"--learner {args.learner}: “{name}” is given twice: leave one out"
            )
    return names


def _check_start(args: Namespace) -> None:
    """Refuse weights that have seen what is to be held out from them.

    Raises
    ------
    UserError
        If ``--start`` names any.
    """
    if (path := start_file(args)) is not None:
        raise UserError(
            f"--start {path}: those weights may have seen the samples that are held "
            "out: give zero or random in place of the file"
        )


def _resampling_of(args: Namespace) -> Resampling:
    """Read ``--on``; an option of the other way of judging is refused."""
    from engine.evaluation.folds import Folds, HoldOut

    other = "validation" if args.on == "folds" else "folds"
    if getattr(args, other) is not None:
        raise UserError(
            f"--{other}: goes with --on {other} only: leave it out, or give --on "
            f"{other}"
        )
    if args.on == "validation":
        if args.validation is None:
            args.validation = VALIDATION_SHARE
        return HoldOut()
    seed = int(number_of(args, "split_seed", 0, 2**31 - 1))
    k = int(number_of(args, "folds", 2, inf, "5"))
    return Folds(k, seed, stratified=args.stratify)


def _space_of(args: Namespace, bases: Sequence[Recipe]) -> SearchSpace:
    """Read what `--grid` and `--random` ask for; if nothing, one recipe is judged.

    Raises
    ------
    UserError
        If a name or a value is not possible; names the option.
    """
    if args.random is not None and not args.grid and len(bases) < 2:
        raise UserError("--random: there is nothing to draw: give --grid NAME=VALUES")
    wanted: dict[str, str] = {}
    for text in args.grid:
        _, given, after = text.partition("=")
        name = _named(text)
        if given and not after.strip():
            raise UserError(
                f"--grid {text}: no value follows the “=”: name one, or leave the “=” "
                "out to try the usual values"
            )
        if name in wanted:
            raise UserError(
                f"--grid {text}: there is another --grid {name}: leave one of the two "
                "out"
            )
        if getattr(args, name, None) is not None:
            raise UserError(
                f"--grid {text}: {option(name)} is given too: leave one of the two out"
            )
        wanted[name] = text
    drawn = args.random is not None
    n = int(number_of(args, "random", len(bases), MOST_RECIPES)) if drawn else None
    seed = int(number_of(args, "split_seed", 0, 2**31 - 1))

    def values(base: Recipe, name: str) -> Any:
        text = wanted[name]
        try:
            return read_values(base, name, text.partition("=")[2], drawn=drawn)
        except UserError as error:
            raise UserError(f"--grid {text}: {error.fault}") from None

    with _named_grid(args):
        return SearchSpace.of(bases, tuple(wanted), values, n=n, seed=seed)


def _named(text: str) -> str:
    """Give the name of what a `--grid` tries."""
    return text.partition("=")[0].strip().replace("-", "_")


@contextmanager
def _named_grid(args: Namespace) -> Iterator[None]:
    """Say of a setting that does not fit the data which `--grid` it is from."""
    try:
        yield
    except UserError as error:
        for text in args.grid:
            if error.setting and _named(text) == error.setting:
                raise UserError(f"--grid {text}: {error.fault}") from None
        raise


def _workers(args: Namespace) -> AbstractContextManager[Workers | None]:
    if args.dask is not None:
        from engine.evaluation.dask_cluster import DaskCluster

        return DaskCluster(args.dask)
    if args.jobs is not None:
        from engine.evaluation.search_workers import Processes

        return Processes(int(number_of(args, "jobs", 1, MOST_JOBS)))
    return nullcontext()


def _text(results: SearchOutcome, names: tuple[str, ...], data: Dataset) -> str:
    n, k = results.errors.shape
    judged = len(data.counted_rows_of(TEST))
    once = "no test part" if not judged else "the test part is used once, here"
    validation = len(data.counted_rows_of(VALIDATION))
    rest = validation + len(data.counted_rows_of(TRAINING))
    times = f"{k} folds of {rest} samples"
    if k == 1:
        times = f"a validation part of {validation} of {rest} samples"
    head, lines = f"search: {n} recipes × {times}", _ranked(results, names)
    if not names:
        head, lines = f"cross-validation: {times}", _by_fold(results)
        head = head if k > 1 else f"judged by {times}"
    subject = "best recipe" if names else "this recipe"
    final = f"{subject}, trained on all {rest} samples; {once}"
    return "".join(f"{line}\n" for line in [head, *lines, final])


def _ranked(results: SearchOutcome, names: tuple[str, ...]) -> list[str]:
    """Lay out the best recipes as a table."""
    error = ERRORS[results.score]
    heads = [f"mean {error}", "standard error", "95 % interval"]
    if results.errors.shape[1] == 1:
        heads = [f"validation {error}", "95 % interval"]
    rows = [["", *names, *heads]]
    for rank, place in enumerate(results.ranking[:MOST_SHOWN].tolist(), 1):
        settings = [_setting(results.recipes[place], name) for name in names]
        errors = [results.mean[place], results.standard_error[place]]
        numbers = [f"{error:.4f}" for error, _ in zip(errors, heads[:-1], strict=False)]
        interval = interval_text(results.interval(place))
        rows.append([str(rank), *settings, *numbers, interval])
    return in_columns(rows)


def _by_fold(results: SearchOutcome) -> list[str]:
    """Write what one recipe comes to in each fold, and the mean."""
    error, (errors,) = ERRORS[results.score], results.errors.tolist()
    interval = f"95 % interval {interval_text(results.interval(0))}"
    if len(errors) == 1:
        return [f"validation {error}: {errors[0]:.4f}, {interval}"]
    width = len(str(len(errors)))
    deviation = results.standard_error[0]
    return [
        *(f"fold {i:>{width}}: {error:.4f}" for i, error in enumerate(errors, 1)),
        f"mean {error}: {results.mean[0]:.4f} ± {deviation:.4f} (standard error), "
        f"{interval}",
    ]


def _facts(results: SearchOutcome, names: tuple[str, ...]) -> dict[str, Any]:
    """Give the recipes with their errors, the best first, as plain values."""
    k = results.errors.shape[1]
    return {
        "on": "validation" if k == 1 else "folds",
        "folds": k if k > 1 else None,
        "score": results.score,
        "searched": names,
        "recipes": [
            {
                "recipe": results.recipes[place].to_dict(),
                "errors": results.errors[place],
                "mean": results.mean[place],
                "standard_error": results.standard_error[place],
                "interval": results.interval(int(place)),
            }
            for place in results.ranking
        ],
    }


def _setting(recipe: Recipe, name: str) -> str:
    value = setting(recipe, name)
    if isinstance(value, float):
        return f"{value:.4g}"
    return ",".join(value) if name == FEATURES and value else value_text(value)


class SearchProgress(StatusLine):
    """Shows on a terminal how far a search is, and the best recipe so far."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names = names

    def __call__(self, results: SearchOutcome) -> None:
        """Write how many runs are through, and the best recipe so far."""
        text = f"{results.done} of {results.total} runs"
        if results.best is not None:
            recipe = results.recipes[results.best]
            used = (name for name in self._names if setting(recipe, name) != UNUSED)
            best = ", ".join(f"{name} {_setting(recipe, name)}" for name in used)
            text += f"; best so far {results.mean[results.best]:.4f}"
            text += f": {best}" if best else ""
        self.show(text)
