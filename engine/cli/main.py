"""The headless commands: train on a file, search, list the learners."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.cli.data import data_of, note
from engine.cli.messages import describe_learners, summary, summary_of_stream
from engine.cli.options import build_parser, split_of
from engine.cli.outputs import outputs_of
from engine.cli.recipe_options import recipe_of
from engine.cli.stream import check_stream, train_stream
from engine.data.polynomial import polynomial_terms
from engine.errors import UserError
from engine.export.curves import write_curve
from engine.export.trace import write_trace
from engine.export.weights import write_weights
from engine.files import reason
from engine.training.tape import Tape

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from engine.cli.outputs import Draw

PLOT_SIZE = (800, 600)
BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


def run(argv: list[str], draw: Draw | None = None) -> int:
    """Run a headless command.

    Parameters
    ----------
    argv : list of str
        The arguments, without the program's name.
    draw : Draw, optional
        Draws the plots and animations; without it they are refused.

    Returns
    -------
    int
        The exit status: 0, or 2 after one line on stderr that says what is wrong, or
        130 after an interrupt.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a narrow encoding must not end a run
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv, draw)
    except UserError as error:
        return _complain(str(error))
    except MemoryError:
        return _complain("there is not enough memory: give fewer samples or features")
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)


def _run(argv: list[str], draw: Draw | None) -> int:
    try:
        args = build_parser().parse_args(argv)
    except SystemExit:  # --help and --version have printed
        return _print("")
    if args.command == "train":
        return _print(_train(args, draw))
    if args.command == "search":
        from engine.cli.search import search_command

        return _print(search_command(args))
    return _print(describe_learners())


def _print(text: str) -> int:
    try:
        print(text, end="", flush=True)
    except OSError as error:
        # Otherwise the interpreter complains when it flushes on the way out.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        raise UserError(f"the output cannot be written: {reason(error)}") from None
    return 0


def _train(args: Namespace, draw: Draw | None) -> str:
    outputs = outputs_of(args, draw)
    recipe = recipe_of(args)
    check_stream(args, recipe)
    if args.stream:
        return summary_of_stream(train_stream(args, recipe, outputs), args.data)
    data = data_of(args)
    if args.degree is not None:
        terms = polynomial_terms(data.feature_names, args.degree)
        recipe = recipe.replace(features=terms)
    tape = Tape(split_of(args, data), recipe)
    while not tape.finished:
        tape.extend(max_seconds=0.2)  # in slices, so that Ctrl+C is heard
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


def _complain(message: str, status: int = BAD_INPUT) -> int:
    """Print one line, whatever the message holds; give the exit status."""
    note(message)
    return status
