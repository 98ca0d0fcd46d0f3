"""The command `search`: compare recipes, train the best one, judge it once."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from math import inf
from typing import TYPE_CHECKING, Any

from engine.cli.data import data_of
from engine.cli.messages import summary
from engine.cli.options import number_of, split_of
from engine.cli.outputs import outputs_of
from engine.cli.recipe_options import recipe_of
from engine.cli.search_options import candidates_of
from engine.data.dataset import TEST
from engine.data.polynomial import polynomial_terms
from engine.errors import UserError
from engine.evaluation.folds import Folds, without_validation
from engine.evaluation.heatmap import setting
from engine.evaluation.search import Results, search
from engine.evaluation.search_space import FEATURES, MOST_RECIPES
from engine.export.search_table import write_search
from engine.export.weights import write_weights
from engine.hyperparameter import value_text
from engine.training.tape import Tape

if TYPE_CHECKING:
    from argparse import Namespace
    from contextlib import AbstractContextManager

    from engine.data.dataset import Dataset
    from engine.evaluation.search_workers import Workers
    from engine.training.recipe import Recipe

MOST_SHOWN = 10
"""Recipes in the printed table."""
MOST_JOBS = 1024


def search_command(args: Namespace) -> str:
    """Search as the options say; give what is to be printed.

    Raises
    ------
    UserError
        If anything is wrong with the options, the data or the files to write.
    """
    outputs = outputs_of(args, None)
    base = recipe_of(args)
    seed = int(number_of(args, "split_seed", 0, 2**31 - 1))
    folds = Folds(int(number_of(args, "folds", 2, inf, "5")), seed, args.stratify)
    wanted = args.random is not None
    n = int(number_of(args, "random", 1, MOST_RECIPES)) if wanted else None
    candidates = candidates_of(args, base, n, seed)
    table = data_of(args)
    if args.degree is not None:
        terms = polynomial_terms(table.feature_names, args.degree)
        base = base.replace(features=terms)
    data = split_of(args, table)
    try:
        folds.check(data)
    except UserError as error:
        raise UserError(f"--folds: {error}") from None
    recipes = candidates.recipes(base)
    names = candidates.names
    with _workers(args) as workers, _Progress(names) as progress:
        results = search(data, recipes, folds, workers, progress)
    tape = _final(data, results)
    for kind, path in outputs:
        if kind == "results":
            write_search(results, names, path)
        else:
            write_weights(tape.model(), path, data.n_features)
    return _text(results, names, data) + summary(tape, args.data)


def _workers(args: Namespace) -> AbstractContextManager[Workers | None]:
    if args.dask is not None:
        from engine.evaluation.dask_cluster import Cluster

        return Cluster(args.dask)
    if args.jobs is not None:
        from engine.evaluation.search_workers import Processes

        return Processes(int(number_of(args, "jobs", 1, MOST_JOBS)))
    return nullcontext()


def _final(data: Dataset, results: Results) -> Tape:
    """Train the best recipe on all samples outside the test part."""
    assert results.best is not None
    tape = Tape(without_validation(data), results.recipes[results.best])
    while not tape.finished:
        tape.extend(max_seconds=0.2)  # in slices, so that Ctrl+C is heard
    return tape


def _text(results: Results, names: tuple[str, ...], data: Dataset) -> str:
    n, k = results.errors.shape
    shown = results.ranking[:MOST_SHOWN].tolist()
    rows = [["", *names, "mean error", "standard error"]]
    for rank, place in enumerate(shown, 1):
        settings = [_setting(results.recipes[place], name) for name in names]
        mean, deviation = results.mean[place], results.standard_error[place]
        rows.append([str(rank), *settings, f"{mean:.4f}", f"{deviation:.4f}"])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True))
        for row in rows
    ]
    judged = len(data.rows_of(TEST))
    rest = data.n_samples - judged
    once = "no test part" if not judged else "the test part is used once, here"
    head = f"search: {n} recipes × {k} folds of {rest} samples"
    final = f"best recipe, trained on all {rest} samples; {once}"
    return "".join(f"{line}\n" for line in [head, *lines, final])


def _setting(recipe: Recipe, name: str) -> str:
    value = setting(recipe, name)
    if isinstance(value, float):
        return f"{value:.4g}"
    return ",".join(value) if name == FEATURES and value else value_text(value)


class _Progress:
    """A line on the terminal that tells how far a search is; nothing elsewhere."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def __call__(self, results: Results) -> None:
        text = f"{results.done} of {results.total} runs"
        if results.best is not None:
            recipe = results.recipes[results.best]
            best = ", ".join(f"{name} {_setting(recipe, name)}" for name in self._names)
            text += f"; best so far {results.mean[results.best]:.4f}: {best}"
        self._write(text)

    def _write(self, text: str) -> None:
        if self._shown:
            print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)
