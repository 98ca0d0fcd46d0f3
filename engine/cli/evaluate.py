"""The command `evaluate`: how weights on disk do on the samples of a table."""

from __future__ import annotations

from math import fsum, isnan
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from engine.cli.data import add_data_like, tell
from engine.cli.messages import Outcome, StatusLine, add_manners, note
from engine.cli.model import (
    add_model,
    model_facts,
    model_in,
    model_text,
    scores_of,
    table_of,
)
from engine.cli.outputs import OutputFile, add_outputs, file_facts, outputs_of
from engine.cli.summary import in_columns, share_text
from engine.data.classes import is_plain, number_of
from engine.data.dataset import MOST_CLASSES, other_than
from engine.errors import UserError, excerpt
from engine.evaluation.probabilities import (
    has_probabilities,
    require_probabilities,
    why_no_probabilities,
)
from engine.evaluation.report import Report
from engine.export.score_tables import write_calibration, write_precision, write_roc

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.cli.outputs import CurveKind, Draw
    from engine.data.tables.typed_columns import Rows
    from engine.evaluation.calibration import Calibration, ReliabilityCurve
    from engine.evaluation.roc import ThresholdCurve
    from engine.models.predictor import Predictor

SUMMARY = "judge weights that were written by samples with classes"
EXAMPLES = """\
  %(prog)s iris.json flowers.csv
  %(prog)s iris.npz flowers.parquet --target species --json
  %(prog)s spam.json letters.csv --roc roc.csv --roc roc.png"""
LOGICAL = {"false", "true"}
MOST_SCORES = 10_000_000
"""Kept for the curves over all thresholds, which want them sorted: 80 MB."""
CURVE_FORMATS = (".csv", ".png", ".svg", ".pdf")
FILES = (
    OutputFile("roc", CURVE_FORMATS, "the ROC curve, a threshold a row, or its plot"),
    OutputFile(
        "precision-recall", CURVE_FORMATS, "the precision–recall curve, likewise"
    ),
    OutputFile(
        "calibration",
        CURVE_FORMATS,
        "the reliability curve of probabilities, a tenth of them a row, or its plot",
    ),
)
WRITERS: dict[CurveKind, Callable[..., None]] = {
    "roc": write_roc,
    "precision-recall": write_precision,
    "calibration": write_calibration,
}
UNKNOWN = -1
"""In place of a class's index, of a label that the model has not."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of `evaluate`."""
    add_model(parser)
    add_data_like(parser)
    parser.add_argument(
        "--target",
        metavar="COLUMN",
        help="the column of the classes, by name or number from 1 (default: that of "
        "training, or one called class, label, target, species or y)",
    )
    add_outputs(parser, FILES)
    add_manners(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Compare what the model decides with the classes of the samples.

    Raises
    ------
    UserError
        If the weights or the data cannot be used, or these have no classes; or if a
        file cannot be written.
    """
    outputs = outputs_of(args, FILES, draw, read=[args.weights])
    model = model_in(args.weights)
    if args.calibration:
        require_probabilities(model.learner)
    table = table_of(args, model, labelled=True)
    if not table.target_name:
        raise UserError(
            f"{args.data}: has no column of classes to compare with: name one "
            "(--target), or use `predict`, which needs none"
        )
    counts = LabelCounts(args.data, table.target_name, model)
    with StatusLine() as status:
        progress = status.share(f"evaluating {args.data}")
        for counted, share in table.blocks(counts.count):
            counts.add(counted)
            progress(share)
    tell(table.notes)
    evaluation = counts.judged()
    for kind, path in outputs:
        _write(cast("CurveKind", kind), evaluation, path, draw, safe=args.safe_csv)
    facts = _facts(args, model, evaluation) | {"files": file_facts(outputs)}
    return Outcome(_text(args, model, evaluation), facts)


class Counted(NamedTuple):
    """What is known of a block of samples.

    Attributes
    ----------
    labels : list of str
        Those that occur.
    decided : ndarray of int, shape (n_labels, n_classes)
        Samples of each label that were decided for each class.
    tied : ndarray of int, same shape
        Those of them on a boundary.
    scores : ndarray, shape (n, n_outputs)
    codes : ndarray of int8, shape (n,)
        Each sample's class, or −1 of a label that the model has not.
    fit : ProbabilityFit or None
        How the probabilities fit the samples whose class the model has; None where
        there are none.
    """

    labels: list[str]
    decided: NDArray[np.int64]
    tied: NDArray[np.int64]
    scores: NDArray[np.float64]
    codes: NDArray[np.int8]
    fit: ProbabilityFit | None


class ProbabilityFit(NamedTuple):
    """How probabilities fit the classes of a block of samples.

    Attributes
    ----------
    log_loss, brier : float
        Summed over the samples.
    calibration : Calibration
    """

    log_loss: float
    brier: float
    calibration: Calibration


def _fit_of(
    learner: str, scores: NDArray[np.float64], codes: NDArray[np.int8]
) -> ProbabilityFit:
    from engine.evaluation.calibration import Calibration, brier_losses
    from engine.evaluation.probabilities import log_losses, log_probabilities

    shares = np.exp(log_probabilities(learner, scores))
    return ProbabilityFit(
        float(log_losses(learner, scores, codes).sum()),
        float(brier_losses(shares, codes).sum()),
        Calibration.of(shares, codes),
    )


class LabelCounts:
    """How often samples of each label were decided for each class, and their scores.

    Labels that are all numbers are compared as numbers, as when a table is read, with
    a point before their fraction or a comma.
    """

    def __init__(self, path: str, column: str, model: Predictor) -> None:
        self._path, self._column, self._model = path, column, model
        self.names = list(model.class_names)
        other = other_than(self.names[-1])
        numbers = [_number(name) for name in self.names if name != other]
        self._numeric = None not in numbers and len({*numbers}) == len(numbers)
        self._logical = {name.lower() for name in self.names} == LOGICAL
        self._index = {self._key(name): k for k, name in enumerate(self.names)}
        self._own = dict(self._index)
        n = len(self.names)
        self._decided, self._tied = (np.zeros((n, n), np.int64) for _ in range(2))
        self._has_loss = has_probabilities(model.learner)
        self._fits: list[ProbabilityFit] = []
        self._scores: list[NDArray[np.float64]] | None = []
        self._codes: list[NDArray[np.int8]] = []
        self._kept = 0

    def _key(self, label: str) -> float | str:
        if self._logical:  # True of Python is TRUE in R and true in JSON
            return label.lower()
        number = _number(label) if self._numeric else None
        return label if number is None else number

    def count(self, rows: Rows) -> Counted:
        """Count samples by label and by the class decided for; those on a boundary."""
        model, n = self._model, len(self._model.class_names)
        scores = scores_of(model, rows.X, self._path)
        cells = rows.which * n + model.decide(scores)
        ties = cells[model.undecided(scores)]
        shape = len(rows.labels), n
        decided, tied = (
            np.bincount(some_cells, minlength=shape[0] * n).reshape(shape)
            for some_cells in (cells, ties)
        )
        own = [self._own.get(self._key(label), UNKNOWN) for label in rows.labels]
        codes = np.array([*own, UNKNOWN], np.int8)[rows.which]
        known, fit = codes != UNKNOWN, None
        if self._has_loss:
            fit = _fit_of(model.learner, scores[known], codes[known])
        return Counted(rows.labels, decided, tied, scores, codes, fit)

    def add(self, block: Counted) -> None:
        """Add the counts of a block; labels that the model has not are new rows.

        Raises
        ------
        UserError
            If these are too many to be classes.
        """
        for label in block.labels:
            if self._index.setdefault(self._key(label), len(self.names)) == len(
                self.names
            ):
                self.names.append(label)
        if len(self.names) > len(self._model.class_names) + MOST_CLASSES:
            raise UserError(
                f"{self._path}, column {self._column}: has more than {MOST_CLASSES} "
                "labels that are no class of the model: choose the column with the "
                "model’s classes (--target)"
            )
        more = (0, len(self.names) - len(self._decided)), (0, 0)
        self._decided, self._tied = (
            np.pad(counts, more) for counts in (self._decided, self._tied)
        )
        rows = [self._index[self._key(label)] for label in block.labels]
        np.add.at(self._decided, rows, block.decided)
        np.add.at(self._tied, rows, block.tied)
        if block.fit is not None:
            self._fits.append(block.fit)
        self._keep_scores(block)

    def _keep_scores(self, block: Counted) -> None:
        """Keep the scores to be sorted, unless there are too many of them."""
        self._kept += block.scores.size
        if self._scores is None or self._kept > MOST_SCORES:
            self._scores, self._codes = None, []
            return
        self._scores.append(block.scores)
        self._codes.append(block.codes)

    def judged(self) -> Evaluation:
        """Judge all that was counted.

        Raises
        ------
        UserError
            If there were no samples, or none of a class of the model.
        """
        n = len(self._model.class_names)
        unknown = self._decided[n:].sum(axis=1)
        known = int(self._decided[:n].sum())
        if not known:
            labels = ", ".join(f"“{excerpt(name)}”" for name in self.names[n:][:6])
            raise UserError(
                f"{self._path}, column {self._column}: none of its labels "
                f"({labels or 'there are no rows'}) is a class of the model "
                f"({', '.join(self.names[:n])}): choose the column with the "
                "model’s classes (--target)"
            )
        for name, count in zip(self.names[n:], unknown.tolist(), strict=True):
            note(
                f"{count} samples of class “{excerpt(name)}”, which the model has not: "
                "each is a mistake"
            )
        if len(unknown):
            without = "AUC and log loss are" if self._has_loss else "AUC is"
            note(f"{without} of the {known} samples whose classes the model has")
        confusion = np.pad(self._decided, ((0, 0), (0, len(unknown))))
        tied = int(np.trace(self._tied))
        return Evaluation(
            Report.of(tuple(self.names), confusion, tied),
            self._model.class_names,
            self._curves(),
            self._probability_fit(known),
        )

    def _probability_fit(self, known: int) -> ProbabilityFit | None:
        """Give the mean losses, and the calibration; None without probabilities."""
        if not self._fits:
            return None
        first, *rest = (fit.calibration for fit in self._fits)
        return ProbabilityFit(
            fsum(fit.log_loss for fit in self._fits) / known,
            fsum(fit.brier for fit in self._fits) / known,
            sum(rest, start=first),
        )

    def _curves(self) -> tuple[ThresholdCurve, ...] | None:
        """Give each class's curve, once; None of more samples than are sorted."""
        if self._scores is None:
            return None
        codes, scores = np.concatenate(self._codes), np.concatenate(self._scores)
        self._scores, self._codes = None, []
        if len(self.names) > (n := len(self._model.class_names)):
            known = codes != UNKNOWN
            codes, scores = codes[known], scores[known]
        from engine.evaluation.roc import curve_of_class

        learner = self._model.learner
        return tuple(curve_of_class(learner, scores, codes, code) for code in range(n))


def _number(label: str) -> float | None:
    """Give the number that a label is, its fraction after a point or a comma."""
    pointed = label.replace(",", ".")
    return number_of(pointed) if is_plain(pointed) else None


class Evaluation(NamedTuple):
    """How a model did.

    Attributes
    ----------
    report : Report
    class_names : tuple of str
        Those of the model.
    curves : tuple of ThresholdCurve, or None
        Of each class of the model against the rest. None of very many samples.
    fit : ProbabilityFit or None
        Mean losses, and calibration; None of a learner without probabilities.
    """

    report: Report
    class_names: tuple[str, ...]
    curves: tuple[ThresholdCurve, ...] | None
    fit: ProbabilityFit | None

    @property
    def samples(self) -> int:
        """How many there were."""
        return int(self.report.support.sum())

    @property
    def areas(self) -> NDArray[np.float64] | None:
        """The area under the ROC curve for each class against the rest.

        NaN where all or none of the samples are of it; None of very many samples.
        """
        if self.curves is None:
            return None
        return np.array([curve.area for curve in self.curves])

    @property
    def average_precisions(self) -> NDArray[np.float64] | None:
        """The average precision of each class, likewise."""
        if self.curves is None:
            return None
        return np.array([curve.average_precision for curve in self.curves])

    @property
    def shown_codes(self) -> tuple[int, ...]:
        """The classes of which there are curves to write: of two the second."""
        n = len(self.class_names)
        return (1,) if n == 2 else tuple(range(n))

    @property
    def area(self) -> float | None:
        """The mean of the areas that there are; of two classes theirs. Else None."""
        return self._mean(self.areas)

    @property
    def average_precision(self) -> float | None:
        """That of the second of two classes; else the mean of those that there are."""
        return self._mean(self.average_precisions)

    def _mean(self, values: NDArray[np.float64] | None) -> float | None:
        if values is None or np.isnan(values).all():
            return None
        return float(np.nanmean(values[list(self.shown_codes)]))


def _text(args: Namespace, model: Predictor, evaluation: Evaluation) -> str:
    report, names = evaluation.report, evaluation.report.class_names
    shares = zip(report.precision, report.recall, report.f1, strict=True)
    rows = [
        [name, *(f"{share:.4f}" for share in three), str(n)]
        for name, three, n in zip(names, shares, report.support, strict=True)
    ]
    lines = [
        f"data: {args.data}: {evaluation.samples} samples",
        f"model: {model_text(args, model)}",
        "confusion matrix: a row for each class that samples are of, a column for each "
        "that is decided for",
        *_table(
            [["", *names]]
            + [
                [name, *map(str, row)]
                for name, row in zip(names, report.confusion.tolist(), strict=True)
            ]
        ),
        *_table([["", "precision", "recall", "F1", "samples"], *rows]),
    ]
    if report.boundary_words:
        lines.append(report.boundary_words)
    lines += _single_numbers(evaluation, why_no_probabilities(model.learner))
    lines.append(
        f"error: {share_text(report.error)}  mistakes: {report.mistakes}  "
        f"samples: {evaluation.samples}"
    )
    return "".join(f"{line}\n" for line in lines)


def _single_numbers(evaluation: Evaluation, why_no_fit: str) -> list[str]:
    """Write what sums all classes up; why it is not defined, where it is not."""
    report, area = evaluation.report, evaluation.area
    matthews = f"{report.matthews:.4f}"
    if isnan(report.matthews):
        matthews = "undefined: all samples are of one class, or are called one"
    auc = "undefined: all samples are of one class"
    if evaluation.areas is None:
        auc = f"not told: it needs all scores, at most {MOST_SCORES:,}"
    elif area is not None:
        auc = f"{area:.4f}"
        if (n := len(evaluation.areas)) > 2:
            defined = int(np.isfinite(evaluation.areas).sum())
            auc += " (each class against the rest, the mean of "
            auc += (
                f"{n})" if defined == n else f"{defined} of {n}: no samples of others)"
            )
    lines = [
        f"balanced accuracy: {report.balanced_accuracy:.4f}  "
        f"mean F1: {report.mean_f1:.4f}",
        f"Matthews correlation: {matthews}",
        f"AUC: {auc}",
    ]
    if (precision := evaluation.average_precision) is not None:
        of = evaluation.class_names[1] if len(evaluation.shown_codes) == 1 else ""
        of = f"of {of}" if of else "each class against the rest, the mean"
        lines.append(f"average precision: {precision:.4f} ({of})")
    fit = evaluation.fit
    if fit is None:
        return [*lines, why_no_fit]
    lines += [f"log loss: {fit.log_loss:.6g}", f"Brier score: {fit.brier:.6g}"]
    if len(evaluation.shown_codes) == 1:
        lines += _calibration_table(evaluation.class_names[1], fit.calibration.curve(1))
    return lines


def _calibration_table(name: str, curve: ReliabilityCurve) -> list[str]:
    """Write a row for each tenth of probabilities in which there are samples."""
    rows = [
        [f"{predicted:.4f}", f"{observed:.4f}", f"{samples:.0f}"]
        for predicted, observed, samples in zip(*curve, strict=True)
    ]
    return [
        f"calibration: what was given a probability of {name}, by tenths, and the "
        "share that is",
        *_table([["probability", "share", "samples"], *rows]),
    ]


def _table(rows: list[list[str]]) -> list[str]:
    """Lay cells out in columns, the first to the left, the others to the right."""
    first = max(len(row[0]) for row in rows)
    return in_columns([[f"  {row[0]:<{first}}", *row[1:]] for row in rows])


def _facts(args: Namespace, model: Predictor, evaluation: Evaluation) -> dict[str, Any]:
    report, fit = evaluation.report, evaluation.fit
    shares = {"precision": report.precision, "recall": report.recall, "f1": report.f1}
    return {
        "model": model_facts(args, model),
        "data": {"file": args.data, "samples": evaluation.samples},
        "error": report.error,
        "mistakes": report.mistakes,
        "on_boundary": report.on_boundary,
        "classes": report.class_names,
        "confusion": report.confusion,
        **shares,
        "support": report.support,
        "balanced_accuracy": report.balanced_accuracy,
        "mean_f1": report.mean_f1,
        "matthews": report.matthews,
        "auc": evaluation.area,
        "auc_by_class": evaluation.areas,
        "average_precision": evaluation.average_precision,
        "average_precision_by_class": evaluation.average_precisions,
        "log_loss": None if fit is None else fit.log_loss,
        "brier": None if fit is None else fit.brier,
        "calibration": None if fit is None else _calibration_facts(evaluation, fit),
        "why_no_probabilities": why_no_probabilities(model.learner) or None,
    }


def _calibration_facts(
    evaluation: Evaluation, fit: ProbabilityFit
) -> list[dict[str, Any]]:
    """Give the reliability curve of each class as plain values."""
    return [
        fit.calibration.curve(code)._asdict()
        for code in range(len(evaluation.class_names))
    ]


def _write(
    kind: CurveKind,
    evaluation: Evaluation,
    path: Path,
    draw: Draw | None,
    *,
    safe: bool,
) -> None:
    """Write curves as CSV, or the plot of them.

    Raises
    ------
    UserError
        If there are too many scores for curves, or the file cannot be written.
    """
    names, codes = evaluation.class_names, evaluation.shown_codes
    curves: dict[int, Any]
    if kind == "calibration":
        # Refused at the beginning where there are none.
        assert evaluation.fit is not None
        curves = {code: evaluation.fit.calibration.curve(code) for code in codes}
    elif evaluation.curves is None:
        raise UserError(
            f"--{kind} {path}: a curve can be made of at most {MOST_SCORES:,} "
            "samples: evaluate fewer, or leave the curve out"
        )
    else:
        curves = {code: evaluation.curves[code] for code in codes}
    if path.suffix.lower() == ".csv":
        WRITERS[kind]({names[code]: curves[code] for code in codes}, path, safe=safe)
    elif draw is not None:
        draw.score_curves(kind, curves, names, path)
