"""The command `evaluate`: how weights on disk do on the samples of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.cli.data import add_data_like, tell
from engine.cli.messages import Outcome, StatusLine, add_manners, note
from engine.cli.model import (
    add_model,
    model_facts,
    model_of,
    model_text,
    scores_of,
    table_of,
)
from engine.cli.summary import share_text
from engine.data.classes import is_plain, number_of
from engine.data.dataset import MOST_CLASSES
from engine.errors import UserError, excerpt
from engine.evaluation.report import Report
from engine.models.model import decide, on_boundary

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from numpy.typing import NDArray

    from engine.cli.outputs import Draw
    from engine.data.formats.sample_table import Samples
    from engine.models.model import Model

    Counted = tuple[list[str], NDArray[np.int64], NDArray[np.int64]]

SUMMARY = "judge weights that were written by samples with classes"
EXAMPLES = """\
  %(prog)s iris.json flowers.csv
  %(prog)s iris.npz flowers.parquet --target species --json"""


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
    add_manners(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Compare what the model decides with the classes of the samples.

    Raises
    ------
    UserError
        If the weights or the data cannot be used, or these have no classes.
    """
    model = model_of(args)
    table = table_of(args, model, labelled=True)
    if not table.target_name:
        raise UserError(
            f"{args.data}: has no column of classes to compare with: name it by "
            "--target, or use `predict`"
        )
    counts = LabelCounts(args.data, table.target_name, model)
    with StatusLine() as status:
        progress = status.share(f"evaluating {args.data}")
        for counted, share in table.blocks(counts.count):
            counts.add(*counted)
            progress(share)
    tell(table.notes)
    found = counts.judged()
    return Outcome(_text(args, model, found), _facts(args, model, found))


class LabelCounts:
    """How often samples of each label were decided for each class.

    Labels that are all numbers are compared as numbers, as when a table is read.
    """

    def __init__(self, path: str, column: str, model: Model) -> None:
        self._path, self._column, self._model = path, column, model
        self.names = list(model.class_names)
        plain = all(map(is_plain, self.names))
        self._numeric = plain and len({*map(number_of, self.names)}) == len(self.names)
        self._index = {self._key(name): k for k, name in enumerate(self.names)}
        n = len(self.names)
        self._decided, self._tied = (np.zeros((n, n), np.int64) for _ in range(2))

    def _key(self, label: str) -> float | str:
        return number_of(label) if self._numeric and is_plain(label) else label

    def count(self, some: Samples) -> Counted:
        """Count samples by label and by the class decided for; those on a boundary."""
        model, n = self._model, len(self._model.class_names)
        scores = scores_of(model, some.X, self._path)
        cells = some.which * n + decide(scores, model.tie)
        ties = cells[on_boundary(scores, model.tie)]
        shape = len(some.labels), n
        decided, tied = (
            np.bincount(some_cells, minlength=shape[0] * n).reshape(shape)
            for some_cells in (cells, ties)
        )
        return some.labels, decided, tied

    def add(
        self,
        labels: list[str],
        decided: NDArray[np.int64],
        tied: NDArray[np.int64],
    ) -> None:
        """Add the counts of a block; labels that the model has not are new rows.

        Raises
        ------
        UserError
            If these are too many to be classes.
        """
        for label in labels:
            if self._index.setdefault(self._key(label), len(self.names)) == len(
                self.names
            ):
                self.names.append(label)
        if len(self.names) > len(self._model.class_names) + MOST_CLASSES:
            raise UserError(
                f"{self._path}, column {self._column}: has more than {MOST_CLASSES} "
                "labels that are no class of the model: name another by --target"
            )
        more = (0, len(self.names) - len(self._decided)), (0, 0)
        self._decided, self._tied = (
            np.pad(one, more) for one in (self._decided, self._tied)
        )
        rows = [self._index[self._key(label)] for label in labels]
        np.add.at(self._decided, rows, decided)
        np.add.at(self._tied, rows, tied)

    def judged(self) -> Judged:
        """Judge all that was counted.

        Raises
        ------
        UserError
            If there were no samples, or none of a class of the model.
        """
        n = len(self._model.class_names)
        unknown = self._decided[n:].sum(axis=1)
        if not self._decided[:n].any():
            found = ", ".join(f"“{excerpt(name)}”" for name in self.names[n:][:6])
            raise UserError(
                f"{self._path}, column {self._column}: none of its labels "
                f"({found or 'there are no rows'}) is a class of the model "
                f"({', '.join(self.names[:n])}): name another column by --target"
            )
        for name, count in zip(self.names[n:], unknown.tolist(), strict=True):
            note(
                f"{count} samples of class “{excerpt(name)}”, which the model has not: "
                "each is a mistake"
            )
        confusion = np.pad(self._decided, ((0, 0), (0, len(unknown))))
        return Judged(
            Report.of(tuple(self.names), confusion), int(np.trace(self._tied))
        )


class Judged(NamedTuple):
    """How a model did.

    Attributes
    ----------
    report : Report
    on_boundary : int
        Samples called what they are though they lie on a boundary: these are mistakes.
    """

    report: Report
    on_boundary: int

    @property
    def samples(self) -> int:
        """How many there were."""
        return int(self.report.support.sum())

    @property
    def mistakes(self) -> int:
        """How many were not strictly on the right side."""
        return self.samples - int(np.trace(self.report.confusion)) + self.on_boundary

    @property
    def error(self) -> float:
        """Their share, 0 … 1: as the training error is measured."""
        return self.mistakes / self.samples


def _text(args: Namespace, model: Model, found: Judged) -> str:
    report, names = found.report, found.report.class_names
    shares = zip(report.precision, report.recall, report.f1, strict=True)
    rows = [
        [name, *(f"{share:.4f}" for share in three), str(n)]
        for name, three, n in zip(names, shares, report.support, strict=True)
    ]
    lines = [
        f"data: {args.data}: {found.samples} samples",
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
    if found.on_boundary:
        lines.append(
            f"on the boundary: {found.on_boundary} of their own class in the matrix, "
            "but mistakes, as in a training error"
        )
    lines.append(
        f"error: {share_text(found.error)}  mistakes: {found.mistakes}  "
        f"samples: {found.samples}"
    )
    return "".join(f"{line}\n" for line in lines)


def _table(rows: list[list[str]]) -> list[str]:
    """Lay cells out in columns, the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [f"  {row[0]:<{widths[0]}}"]
            + [f"{cell:>{w}}" for cell, w in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    ]


def _facts(args: Namespace, model: Model, found: Judged) -> dict[str, Any]:
    report = found.report
    shares = {"precision": report.precision, "recall": report.recall, "f1": report.f1}
    return {
        "model": model_facts(args, model),
        "data": {"file": args.data, "samples": found.samples},
        "error": found.error,
        "mistakes": found.mistakes,
        "on_boundary": found.on_boundary,
        "classes": report.class_names,
        "confusion": report.confusion,
        **shares,
        "support": report.support,
    }
