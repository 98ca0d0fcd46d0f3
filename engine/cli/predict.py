"""The command `predict`: the class of each sample of a table, by weights on disk."""

from __future__ import annotations

import csv
import io
import os
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from engine.cli.data import add_data_like, add_safe_csv, tell
from engine.cli.messages import Outcome, StatusLine, add_manners, note, put
from engine.cli.model import (
    add_model,
    model_facts,
    model_in,
    model_text,
    scores_of,
    table_of,
)
from engine.cli.outputs import take
from engine.data.tables.formula_cells import harmless
from engine.errors import UserError
from engine.files import check_place, write_whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.cli.outputs import Draw
    from engine.data.sample_table import SampleTable
    from engine.data.tables.typed_columns import Rows
    from engine.models.predictor import Predictor

    Codes = NDArray[np.int64]
    Scores = NDArray[np.float64]
    Names = list[str]

Told = TypeVar("Told")
SUMMARY = "decide on the classes of samples by weights that were written"
EXAMPLES = """\
  %(prog)s iris.json flowers.csv --out classes.csv
  %(prog)s iris.npz flowers.csv --scores
  %(prog)s logistic.json flowers.csv --probabilities
  %(prog)s lecture.plab - --json < points.csv"""
STDOUT = "-"
LARGEST_NUMBER = 8
"""Bytes of NumPy's largest integers."""
LEFT_OUT = -1
"""In place of a class's index, of a row that is no sample."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of `predict`."""
    add_model(parser)
    add_data_like(parser)
    group = parser.add_argument_group("what is written")
    group.add_argument(
        "--out",
        metavar="OUT.csv",
        help="a table with a row per row of the data, in their order (default: - for "
        "stdout)",
    )
    group.add_argument(
        "--scores",
        action="store_true",
        help="the scores too: of two classes one, above 0 for the second; of more, one "
        "for each, the highest of which wins",
    )
    group.add_argument(
        "--probabilities",
        action="store_true",
        help="each class’s probability too, of logistic and softmax regression: of two "
        "classes the second has σ(score); of more, each has that of its own score, "
        "divided by their sum, or the softmax of all scores",
    )
    add_safe_csv(group)
    add_manners(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Decide on the classes of all samples.

    Raises
    ------
    UserError
        If the weights, the data or the file to write cannot be used.
    """
    _check_out(args)
    model = model_in(args.weights)
    if args.probabilities:
        try:
            from engine.evaluation.probabilities import require_probabilities

            require_probabilities(model.learner)
        except UserError as error:
            raise UserError(f"--probabilities: {args.weights}: {error}") from None
    table = table_of(args, model, labelled=False)
    decisions = Decisions(args, model)
    if args.json and args.out is None:
        decisions.keep(table)
    elif args.out in (None, STDOUT):
        for text in decisions.lines(table):
            put(text)
    else:
        write_whole(args.out, lambda place: decisions.write(table, place))
    tell(table.notes)
    decisions.tell_ties()
    return Outcome(decisions.text, decisions.facts)


def _check_out(args: Namespace) -> None:
    """Refuse a file that cannot be written before any time is spent."""
    if args.out is None:
        return
    if args.out == STDOUT:
        if args.json:
            raise UserError("--json and “--out -” both print on stdout: leave one out")
        return
    if Path(args.out).suffix.lower() != ".csv":
        raise UserError(f"--out {args.out}: end the name in .csv")
    check_place(args.out)
    taken = {*map(os.path.realpath, (args.data, args.weights))}
    take(args.out, taken, f"--out {args.out}", "the data or the weights")


class Decisions:
    """What a model decides on the samples of a table, as lines or kept.

    Attributes
    ----------
    counts : ndarray of int
        How many samples each class was given.
    left_out : int
        Rows with a missing value.
    on_boundary : int
        Samples of which no class has the highest score alone.
    """

    def __init__(self, args: Namespace, model: Predictor) -> None:
        self._args, self._model = args, model
        self.counts = np.zeros(len(model.class_names), np.int64)
        self.left_out = self.on_boundary = 0
        self._kept: dict[str, list[Any]] = {}

    def _blocks(
        self, table: SampleTable, tell: Callable[[Codes, Scores, Names], Told]
    ) -> Iterator[Told]:
        """Go over the table once; tell a terminal how far.

        What `tell` gives, called in a thread, is told of each block. Names are none
        where the table has none.
        """
        model, path = self._model, table.path

        def make(rows: Rows) -> tuple[Told, NDArray[np.int64], int]:
            scores = scores_of(model, rows.X, path)
            codes = model.decide(scores)
            tied = int(np.count_nonzero(model.undecided(scores)))
            called = [] if rows.names is None else rows.names.tolist()
            if len(codes) != rows.n_rows:
                # What is left out has a row too, but nothing in it.
                kept = codes, scores
                codes = np.full(rows.n_rows, LEFT_OUT)
                scores = np.full((rows.n_rows, scores.shape[1]), np.nan)
                codes[rows.places], scores[rows.places] = kept
                if called:
                    every = np.full(rows.n_rows, "", object)
                    every[rows.places] = called
                    called = every.tolist()
            counts = np.bincount(codes - LEFT_OUT, minlength=len(self.counts) + 1)
            return tell(codes, scores, called), counts, tied

        with StatusLine() as status:
            report = status.share(f"predicting {path}")
            blocks = table.blocks(make, names=True)
            for (answer, (left_out, *counts), tied), share in blocks:
                self.counts += counts
                self.left_out += int(left_out)
                self.on_boundary += tied
                report(share)
                yield answer

    def tell_ties(self) -> None:
        """Say how many lie on the boundary: their class is a matter of convention."""
        if not self.on_boundary:
            return
        alone = self.on_boundary == 1
        many = len(self._model.class_names) > 2
        of = "of the classes with the highest score" if many else "class"
        note(
            f"{self.on_boundary} sample{' lies' if alone else 's lie'} on the "
            f"boundary: {'it is' if alone else 'they are'} given the first {of}, "
            f"but would be {'a mistake' if alone else 'mistakes'}, whatever their class"
        )

    @property
    def _names(self) -> list[str]:
        """The columns beside the class."""
        names, columns = self._model.class_names, []
        if self._args.scores and len(names) == 2:
            columns += ["score"]
        elif self._args.scores:
            columns += [f"score of {name}" for name in names]
        if self._args.probabilities:
            columns += [f"probability of {name}" for name in names]
        return columns

    def _numbers(self, scores: Scores) -> list[NDArray[np.float64]]:
        """Give what stands in the columns beside the class, column by column."""
        wanted = [*scores.T] if self._args.scores else []
        return (
            [*wanted, *self._shares(scores).T] if self._args.probabilities else wanted
        )

    def _shares(self, scores: Scores) -> Scores:
        """Turn scores into probabilities; none stay none."""
        from engine.evaluation.probabilities import log_probabilities

        with np.errstate(invalid="ignore"):
            shares: Scores = np.exp(log_probabilities(self._model.learner, scores))
        return shares

    def _cells(self, names: Sequence[str]) -> Iterator[str]:
        return map(_cell, harmless(names) if self._args.safe_csv else names)

    def lines(self, table: SampleTable) -> Iterator[str]:
        """Write a table of the classes, and of the numbers that are asked for."""
        header = ["class", *self._names]
        scored = len(header) > 1
        if table.has_names:
            header.insert(0, "name")
        begin = ",".join(self._cells(header)) + "\n"
        # In place of LEFT_OUT, −1, the last: alone in its line it needs quotes.
        alone = not (scored or table.has_names)
        names = [*self._cells(self._model.class_names), '""' if alone else ""]
        lines = [f"{name}\n" for name in names]

        def text(codes: Codes, scores: Scores, called: Names) -> str:
            if alone:
                return _chosen(lines, codes)
            numbers = self._numbers(scores)
            columns = (map(_number, column.tolist()) for column in numbers)
            decided = (names[code] for code in codes.tolist())
            cells = [decided, *columns]
            if table.has_names:
                cells.insert(0, self._cells(called))
            rows = map(",".join, zip(*cells, strict=True))
            return "".join(f"{row}\n" for row in rows)

        for lines_of_block in self._blocks(table, text):
            yield begin + lines_of_block
            begin = ""
        yield begin

    def write(self, table: SampleTable, place: Path) -> None:
        """Write the lines to a file."""
        with place.open("w", encoding="utf-8", newline="") as file:
            file.writelines(self.lines(table))

    def keep(self, table: SampleTable) -> None:
        """Keep all decisions, for the facts."""
        names = np.array([*self._model.class_names, None])  # the last for LEFT_OUT
        blocks = [*self._blocks(table, lambda *decided: decided)]
        if table.has_names:
            self._kept["sample_names"] = [n for *_, called in blocks for n in called]
        self._kept["predictions"] = [n for codes, *_ in blocks for n in names[codes]]
        rows = (row for _, scores, _ in blocks for row in scores.tolist())
        self._kept["scores"] = list(rows)
        if self._args.probabilities:
            shares = (row for _, scores, _ in blocks for row in self._shares(scores))
            self._kept["probabilities"] = list(shares)

    @property
    def text(self) -> str:
        """What was decided, where it is written to a file."""
        if self._args.out in (None, STDOUT):
            return ""
        pairs = zip(self._model.class_names, self.counts.tolist(), strict=True)
        return (
            f"data: {self._args.data}: {self.counts.sum()} samples\n"
            f"model: {model_text(self._args, self._model)}\n"
            f"classes: {', '.join(f'{name} {count}' for name, count in pairs)}\n"
            f"written: {self._args.out}\n"
        )

    @property
    def facts(self) -> dict[str, Any]:
        """The same as plain values."""
        out = self._args.out
        names = self._model.class_names
        files = {} if out in (None, STDOUT) else {"files": {"out": [out]}}
        return {
            "model": model_facts(self._args, self._model),
            "data": {
                "file": self._args.data,
                "samples": int(self.counts.sum()),
                "left_out": self.left_out,
            },
            "counts": dict(zip(names, self.counts.tolist(), strict=True)),
            "on_boundary": self.on_boundary,
            **self._kept,
            **files,
        }


def _chosen(lines: list[str], codes: NDArray[np.int64]) -> str:
    """Join a line for each code: a million in some ten milliseconds."""
    if any("\0" in line for line in lines):
        return "".join([lines[code] for code in codes.tolist()])
    # All as long as the longest, filled up by what is in none and taken out again.
    texts = [line.encode() for line in lines]
    size = 1 << (max(map(len, texts)) - 1).bit_length()
    packed: NDArray[Any] = np.array(texts, f"S{size}")
    if size <= LARGEST_NUMBER:  # these are copied faster
        packed = packed.view(f"u{size}")
    return packed[codes].tobytes().translate(None, b"\0").decode()


def _number(value: float) -> str:
    """Write a score in full precision; none as nothing."""
    return "" if isnan(value) else repr(value)


def _cell(text: str) -> str:
    """Write a text as a cell of a table."""
    line = io.StringIO()
    csv.writer(line).writerow([text])
    return line.getvalue()[:-2]  # the end of the line, for which ends within are quoted
