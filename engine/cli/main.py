"""The command line without a window: the parser, one command, its exit status."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from engine import __version__
from engine.cli import learners, search, train
from engine.cli.messages import note
from engine.errors import UserError, command
from engine.files import reason

if TYPE_CHECKING:
    from engine.cli.options import Draw

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


class Parser(ArgumentParser):
    """A parser whose errors are `UserError`, one line like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print with the usage."""
        raise UserError(f"{message} (see {self.prog} --help)")


def build_parser() -> Parser:
    """Build the parser of all headless commands; ``command`` names the one chosen."""
    parser = Parser(
        prog=command(),
        description="See linear classifiers learn. Without a command: the window.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"perceptron-lab {__version__}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    commands.add_parser("learners", help="list the learners and their hyperparameters")
    train.add_options(
        commands.add_parser(
            "train", help="train on a table, without a window", allow_abbrev=False
        )
    )
    search.add_options(
        commands.add_parser(
            "search", help="find the best hyperparameters", allow_abbrev=False
        )
    )
    return parser


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
        return _print(_text(argv, draw))
    except UserError as error:
        note(str(error))
        return BAD_INPUT
    except MemoryError:
        note("there is not enough memory: give fewer samples or features")
        return BAD_INPUT
    except KeyboardInterrupt:
        note("interrupted")
        return INTERRUPTED


def _text(argv: list[str], draw: Draw | None) -> str:
    """Do what a command says; give what it has to say."""
    try:
        args = build_parser().parse_args(argv)
    except SystemExit:  # --help and --version have printed
        return ""
    if args.command == "train":
        return train.train_command(args, draw)
    if args.command == "search":
        return search.search_command(args)
    return learners.describe_learners()


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
