"""Tables as CSV: the curve by epochs, the trace by steps, the results of a search."""

from __future__ import annotations

import csv
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any

from engine.data.tables.formula_cells import csv_bytes, harmless
from engine.errors import Cancelled
from engine.evaluation.search_space import UNUSED, setting
from engine.files import write_whole
from engine.learners import learner

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from engine.diagnosis.weight_growth import WeightGrowth
    from engine.evaluation.learning_curve import LearningCurve
    from engine.evaluation.order_comparison import OrderComparison
    from engine.evaluation.search import SearchOutcome
    from engine.training.frame import Epochs, Frame
    from engine.training.tape import Tape

CHUNK = 256
"""Steps of a trace between two reports."""


def write_curve(epochs: Epochs, path: str | os.PathLike[str]) -> None:
    """Write epoch, mistakes, errors (0 … 1), loss and cost as CSV.

    Measures of parts that have no samples are left out, and the cost of a learner that
    has none.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    columns = {
        "mistakes": epochs.mistakes,
        "training_error": epochs.training_error,
        "loss": epochs.loss,
        "validation_error": epochs.validation_error,
        "test_error": epochs.test_error,
        "penalty": epochs.penalty,
        "cost": epochs.cost,
        "validation_cost": epochs.validation_cost,
    }
    given = {name: column for name, column in columns.items() if column is not None}
    measures = (column.tolist() for column in given.values())
    rows = zip(range(1, len(epochs) + 1), *measures, strict=True)
    write_whole(path, csv_bytes(chain([("epoch", *given)], rows)))


def write_orders(comparison: OrderComparison, path: str | os.PathLike[str]) -> None:
    """Write a row for each order and each use of its weights, errors 0 … 1, as CSV.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    held_out = comparison.bundles[0].validation is not None
    names = ["seed", "weights", "updates", "epochs", "converged", "diverged"]
    names += ["training_error", "validation_error"][: 1 + held_out]
    rows: list[Sequence[Any]] = [names]
    for bundle in comparison.bundles:
        columns = [
            bundle.updates,
            bundle.epochs,
            bundle.converged,
            bundle.diverged,
            bundle.training,
        ]
        columns += [] if bundle.validation is None else [bundle.validation]
        runs = zip(*(column.tolist() for column in columns), strict=True)
        seeds = zip(comparison.seeds, runs, strict=True)
        rows += [(seed, bundle.combination, *run) for seed, run in seeds]
    write_whole(path, csv_bytes(rows))


def write_learning_curve(curve: LearningCurve, path: str | os.PathLike[str]) -> None:
    """Write a row for each number of samples, errors 0 … 1 of each fold, as CSV.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    errors = {"training": curve.training, "validation": curve.validation}
    columns = {"samples": curve.sizes.tolist()}
    for name, folds in errors.items():
        columns |= {f"{name}_{i}": fold.tolist() for i, fold in enumerate(folds, 1)}
        columns[f"{name}_mean"] = folds.mean(axis=0).tolist()
    write_whole(path, csv_bytes([columns, *zip(*columns.values(), strict=True)]))


def write_growth(growth: WeightGrowth, path: str | os.PathLike[str]) -> None:
    """Write a row for each update told: its step, w·u and ‖w‖, and their lines.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    columns = {
        "update": growth.updates,
        "step": growth.steps,
        "w_u": growth.along,
        "w_u_at_least": growth.least(growth.updates),
        "w_length": growth.length,
        "w_length_at_most": growth.most(growth.updates),
    }
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    write_whole(path, csv_bytes(chain([tuple(columns)], rows)))


def write_mistakes(mistakes: Sequence[int], path: str | os.PathLike[str]) -> None:
    """Write the mistakes of each epoch as CSV, where nothing else was measured.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    rows = enumerate(mistakes, start=1)
    write_whole(path, csv_bytes([("epoch", "mistakes"), *rows]))


def write_trace(
    tape: Tape,
    path: str | os.PathLike[str],
    report: Callable[[int, int], bool] | None = None,
    *,
    safe: bool = False,
) -> None:
    """Write every step recorded so far, in bounded memory.

    A run on single samples has the sample in each row: its number, its name where
    some have one, features, terms as trained where they differ, label ±1 of each
    output. A run on batches has their size and the numbers of mistakes. Weights are
    those as trained.

    Parameters
    ----------
    tape : Tape
    path : path-like
    report : callable, optional
        ``report(done, steps) -> bool``, now and then; False cancels.
    safe : bool
        Names are kept from being formulas in a spreadsheet.

    Raises
    ------
    UserError
        If the file cannot be written.
    Cancelled
        If `report` said so; the file is as it was.
    """
    last = tape.steps

    def write(place: Path) -> None:
        with place.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            made = chain([_columns(tape)], _rows(tape, last))
            for done, row in enumerate(map(harmless, made) if safe else made):
                writer.writerow(row)
                if done and done % CHUNK == 0 and report and not report(done, last):
                    raise Cancelled

    write_whole(path, write)


def _columns(tape: Tape) -> list[str]:
    """Name the columns."""
    data = tape.data
    weights = _weights(tape)
    columns = ["step", "epoch"]
    if tape.problem.plan.batch > 1:
        columns += ["samples"]
    else:
        named = [] if data.sample_names is None else ["name"]
        columns += ["sample", *named, *data.feature_names, *_terms(tape), "class"]
    columns += [f"{name}_before" for name in weights]
    if tape.problem.plan.batch > 1:
        columns += _each(tape, ["mistakes"])
    else:
        columns += _each(tape, ["y", "score"])
    return [*columns, "mistake", "update", "eta", *weights]


def _weights(tape: Tape) -> list[str]:
    """Name the weights of each output, or of each unit of a network.

    Those of a kernel's model are one for each sample that is learned from, by its
    number among them.
    """
    names: Sequence[str] = tape.problem.features.names
    model = tape.model(0)
    if model.row_of == "class" and not learner(tape.recipe.learner).is_linear:
        samples = range(1, tape.frame(0).weights.shape[-1])
        return _each(tape, [*(f"alpha_{i}" for i in samples), "b"])
    if model.row_of == "class":
        return _each(tape, [*(f"w_{name}" for name in names), "b"])
    columns = [
        (table.title, [*(f"w_{name}" for name in table.columns[:-1]), "b"])
        for table in model.tables()
    ]
    if model.n_outputs == 1:  # the only output has no name, as in the other columns
        columns[-1] = "", columns[-1][1]
    return [f"{name}_{unit}" if unit else name for unit, row in columns for name in row]


def _terms(tape: Tape) -> list[str]:
    """Name the terms φ(x) where they are not the features themselves."""
    problem = tape.problem
    if problem.features.is_identity(tape.data.n_features) and problem.scaling is None:
        return []
    return [f"phi_{name}" for name in problem.features.names]


def _each(tape: Tape, names: list[str]) -> list[str]:
    """Repeat names for every output."""
    if tape.problem.n_outputs == 1:
        return names
    return [f"{name}_{cls}" for cls in tape.data.class_names for name in names]


def _rows(tape: Tape, last: int) -> Iterator[list[Any]]:
    has_terms = bool(_terms(tape))
    batches = tape.problem.plan.batch > 1
    for frame in tape.frames(1, last) if last else ():
        if batches:
            before, after = _batch(tape, frame)
        else:
            before, after = _single(tape, frame, has_terms=has_terms)
        yield [
            frame.step,
            frame.epoch,
            *before,
            *frame.weights_before.ravel().tolist(),
            *after,
            int(frame.mistake),
            int(frame.update),
            frame.learning_rate,
            *frame.weights.ravel().tolist(),
        ]


def _single(
    tape: Tape, frame: Frame, *, has_terms: bool
) -> tuple[list[Any], list[Any]]:
    """Give what stands before and after the weights of a step on one sample."""
    data, i = tape.data, int(frame.rows[0])
    code = int(data.y[i])
    named = [] if data.sample_names is None else [data.name_of(i)]
    sample = [i + 1, *named, *data.X[i].tolist()]
    sample += tape.problem.X[i].tolist() if has_terms else []
    scores: list[Any] = []
    for k, score in enumerate(frame.scores[0].tolist()):
        positive = k if tape.problem.n_outputs > 1 else 1
        scores += [1 if code == positive else -1, score]
    return [*sample, data.class_names[code]], scores


def _batch(tape: Tape, frame: Frame) -> tuple[list[Any], list[Any]]:
    """Give what stands before and after the weights of a step on a batch."""
    from engine.steps.explanation import explain

    return [len(frame.rows)], [
        int(output.mistake.sum()) for output in explain(tape, frame).outputs
    ]


def write_search(
    results: SearchOutcome,
    names: Sequence[str],
    path: str | os.PathLike[str],
    *,
    safe: bool = False,
) -> None:
    """Write the searched settings, the errors on each fold, mean and standard error.

    A setting is empty where it plays no part, the standard error of a single fold too.

    Parameters
    ----------
    results : SearchOutcome
    names : sequence of str
        The hyperparameters that were searched.
    path : path-like
        Of a CSV file.
    safe : bool
        Settings are kept from being formulas in a spreadsheet.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    k = results.errors.shape[1]
    folds = [f"fold_{i}" for i in range(1, k + 1)]
    rows: list[list[Any]] = [[*names, *folds, "mean", "standard_error"]]
    columns = (results.errors.tolist(), results.mean, results.standard_error)
    for recipe, errors, mean, deviation in zip(results.recipes, *columns, strict=True):
        settings = [_plain(setting(recipe, name)) for name in names]
        error = float(deviation) if isfinite(deviation) else ""
        rows.append([*settings, *errors, float(mean), error])
    write_whole(path, csv_bytes(rows, safe=safe))


def _plain(value: Any) -> Any:
    if value == UNUSED:
        return ""
    return ",".join(map(str, value)) if isinstance(value, tuple) else value
