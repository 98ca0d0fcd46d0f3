"""The command `train --stream`: learn from a file that is larger than memory."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from engine.cli.data import table_form
from engine.cli.recipe_options import option
from engine.data.classes import Classes
from engine.data.formats.registry import is_table
from engine.data.formats.table_stream import BigTable
from engine.data.polynomial import polynomial_terms
from engine.errors import UserError
from engine.export.weights import write_weights
from engine.files import write_whole
from engine.training.incremental import require_pieces
from engine.training.out_of_core import Streamed, stream

if TYPE_CHECKING:
    import os
    from argparse import Namespace
    from pathlib import Path
    from typing import TextIO

    from engine.training.recipe import Recipe

NEEDS_ALL = ("plot", "trace", "animation", "validation", "test")
"""Options that need all samples, or all steps, at once."""

BETWEEN = 0.1
"""Seconds between two looks at how far it is."""


def check_stream(args: Namespace, recipe: Recipe) -> None:
    """Refuse what cannot be done with a few samples at a time.

    Raises
    ------
    UserError
        Names the option.
    """
    if not args.stream:
        if args.classes is not None:
            raise UserError("--classes: is read with --stream only: leave it out")
        return
    for name in NEEDS_ALL:
        if getattr(args, name):
            raise UserError(
                f"{option(name)}: cannot be had with --stream: leave one of them out"
            )
    if not is_table(args.data):
        raise UserError(f"{args.data}: --stream reads plain tables: save it as CSV")
    require_pieces(recipe)


def train_stream(
    args: Namespace, recipe: Recipe, outputs: list[tuple[str, Path]]
) -> Streamed:
    """Learn from the file and write the outputs.

    Raises
    ------
    UserError
        If the data cannot be used or an output not be written.
    """
    table = BigTable(args.data, table_form(args))
    if args.degree is not None:
        terms = polynomial_terms(table.feature_names, args.degree)
        recipe = recipe.replace(features=terms)
    with Meter(sys.stderr) as meter:
        run = stream(table, recipe, meter, classes_of(args))
    for kind, path in outputs:
        if kind == "weights":
            write_weights(run.model, path, len(run.feature_names))
        else:
            write_mistakes(run, path)
    return run


def classes_of(args: Namespace) -> Classes | None:
    """Read ``--classes``.

    Raises
    ------
    UserError
        If it does not name two classes or more.
    """
    if args.classes is None:
        return None
    classes = Classes(name.strip() for name in args.classes.split(","))
    if len(classes.occurring) < 2:
        raise UserError(f"--classes {args.classes}: name at least two, such as a,b")
    return classes


def write_mistakes(run: Streamed, path: str | os.PathLike[str]) -> None:
    """Write the mistakes of each epoch as CSV.

    The error and the loss at every epoch's end would each cost one more reading.
    """
    rows = [f"{epoch},{count}" for epoch, count in enumerate(run.mistakes, start=1)]
    write_whole(path, "\n".join(["epoch,mistakes", *rows, ""]).encode())


class Meter:
    """Shows how far a run is, on a terminal; elsewhere nothing.

    Parameters
    ----------
    screen : text stream
    """

    def __init__(self, screen: TextIO) -> None:
        self._screen = screen if screen.isatty() else None
        self._doing = ""
        self._begun = self._shown = 0.0

    def __call__(self, doing: str, share: float, samples: int) -> None:
        """Show it, not too often."""
        now = time.monotonic()
        if doing != self._doing:
            self._doing, self._begun, self._shown = doing, now, 0.0
        if self._screen is None or now - self._shown < BETWEEN:
            return
        self._shown = now
        rate = samples / max(now - self._begun, 1e-3)
        line = f"{doing}: {share:.0%}, {rate:,.0f} samples/s"
        self._screen.write(f"\r{line}\x1b[K")
        self._screen.flush()

    def __enter__(self) -> Meter:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave an empty line to what is printed next."""
        if self._screen is not None:
            self._screen.write("\r\x1b[K")
            self._screen.flush()
