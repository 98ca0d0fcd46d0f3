"""The command `train`: learn from a table, at once or block by block."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from engine.cli.data import add_data, data_of, open_table
from engine.cli.messages import StatusLine, summary, summary_of_stream
from engine.cli.options import (
    OutputFile,
    add_outputs,
    add_parts,
    add_recipe,
    option,
    outputs_of,
    recipe_of,
    split_of,
    with_degree,
)
from engine.data.classes import Classes
from engine.data.formats.registry import format_of
from engine.errors import UserError
from engine.export.csv_tables import write_curve, write_mistakes, write_trace
from engine.export.weights import SUFFIXES, write_weights
from engine.training.incremental import require_incremental
from engine.training.out_of_core import OutOfCoreRun, run_out_of_core
from engine.training.tape import Tape

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from engine.cli.options import Draw
    from engine.training.recipe import Recipe

FILES = (
    OutputFile("weights", SUFFIXES, "the weights, in the units of the data"),
    OutputFile(
        "plot", (".png", ".svg", ".pdf"), "a picture of the samples and the boundary"
    ),
    OutputFile("curve", (".csv",), "mistakes, training error and loss of each epoch"),
    OutputFile("trace", (".csv",), "every step: sample, score, update, weights"),
    OutputFile("animation", (".gif", ".mp4"), "a film of the run"),
)
PLOT_SIZE = (800, 600)
NEEDS_ALL = ("plot", "trace", "animation", "validation", "test")
"""Options that need all samples, or all steps, at once: not with ``--stream``."""
REPORT_INTERVAL = 0.1
"""Seconds between two reports of how far a run over a large file is."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of `train`."""
    add_data(parser)
    parser.add_argument(
        "--stream",
        action="store_true",
        help="read the file chunk by chunk, again in every epoch: for files larger "
        "than memory; the same weights in the order given",
    )
    parser.add_argument(
        "--classes",
        metavar="A,B",
        help="with --stream: all classes, which spares reading the file for them",
    )
    add_outputs(parser, FILES)
    add_parts(parser)
    add_recipe(parser)


def train_command(args: Namespace, draw: Draw | None) -> str:
    """Train as the options say; give what is to be printed.

    Raises
    ------
    UserError
        If anything is wrong with the options, the data or the files to write.
    """
    outputs = outputs_of(args, FILES, draw)
    recipe = recipe_of(args)
    if args.stream:
        return summary_of_stream(_train_stream(args, recipe, outputs), args.data)
    if args.classes is not None:
        raise UserError("--classes: is read with --stream only: leave it out")
    data = data_of(args)
    recipe = with_degree(args, recipe, data.feature_names)
    tape = Tape(split_of(args, data), recipe)
    tape.extend()
    for kind, path in outputs:
        _write(kind, tape, path, draw)
    return summary(tape, args.data)


def _write(kind: str, tape: Tape, path: Path, draw: Draw | None) -> None:
    if kind == "weights":
        write_weights(tape.model(), path, tape.data.n_features)
    elif kind == "curve":
        write_curve(tape.epochs, path)
    elif kind == "trace":
        write_trace(tape, path)
    elif kind == "plot" and draw is not None:
        draw.plot(tape, path, *PLOT_SIZE)
    elif draw is not None:
        draw.animation(tape, path)


def _train_stream(
    args: Namespace, recipe: Recipe, outputs: list[tuple[str, Path]]
) -> OutOfCoreRun:
    """Learn from a file that is larger than memory and write the outputs."""
    for name in NEEDS_ALL:
        if getattr(args, name):
            raise UserError(
                f"{option(name)}: cannot be had with --stream: leave one of them out"
            )
    if not format_of(args.data).is_table:
        raise UserError(f"{args.data}: --stream reads plain tables: save it as CSV")
    require_incremental(recipe)
    table = open_table(args)
    recipe = with_degree(args, recipe, table.feature_names)
    with StreamMeter() as meter:
        run = run_out_of_core(table, recipe, meter, _classes_of(args))
    for kind, path in outputs:
        if kind == "weights":
            write_weights(run.model, path, len(run.feature_names))
        else:
            write_mistakes(run.mistakes, path)
    return run


def _classes_of(args: Namespace) -> Classes | None:
    """Read ``--classes``."""
    if args.classes is None:
        return None
    classes = Classes(name.strip() for name in args.classes.split(","))
    if len(classes.occurring) < 2:
        raise UserError(f"--classes {args.classes}: name at least two, such as a,b")
    return classes


class StreamMeter(StatusLine):
    """Shows on a terminal how far a run over a file is, and how fast."""

    def __init__(self) -> None:
        super().__init__()
        self._doing = ""
        self._begun = self._last = time.monotonic()
        self._shown = 0.0

    def __call__(self, doing: str, share: float, samples: int) -> None:
        """Show it, not too often."""
        now = time.monotonic()
        if doing != self._doing:
            self._doing, self._begun, self._shown = doing, self._last, 0.0
        self._last = now
        if now - self._shown < REPORT_INTERVAL:
            return
        self._shown = now
        rate = samples / max(now - self._begun, 1e-3)
        self.show(f"{doing}: {share:.0%}, {rate:,.0f} samples/s")
