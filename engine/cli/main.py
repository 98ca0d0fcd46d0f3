"""The command line without a window: the parser, one command, its exit status."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from engine import __version__
from engine.cli import COMMANDS
from engine.cli.messages import Outcome, complain, json_text, manners
from engine.errors import UserError, command
from engine.files import reason

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.cli.outputs import Draw

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


class Command(Protocol):
    """The module of a command."""

    SUMMARY: str
    """What it does, in a few words."""
    EXAMPLES: str
    """Lines for its help."""

    def add_options(self, parser: ArgumentParser) -> None:
        """Add its options."""

    def run_command(self, args: Namespace, draw: Draw | None) -> Outcome:
        """Do what the options say."""


class Parser(ArgumentParser):
    """A parser whose errors are `UserError`, one line like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print with the usage."""
        raise UserError(f"{message} (see {self.prog} --help)")


def build_parser() -> Parser:
    """Build the parser of all headless commands; ``run`` does the one chosen."""
    parser = Parser(
        prog=command(),
        description="See linear classifiers learn. Without a command: the window.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"perceptron-lab {__version__}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = cast("Command", import_module(f"engine.cli.{name}"))
        one = commands.add_parser(
            name,
            help=module.SUMMARY,
            description=f"{module.SUMMARY.capitalize()}.",
            epilog=f"examples:\n{module.EXAMPLES}" if module.EXAMPLES else None,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_options(one)
        one.set_defaults(run=module.run_command)
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
        The exit status: 0; 2 after one line on stderr that says what is wrong; 3
        where a run diverged; 130 after an interrupt.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a narrow encoding must not end a run
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv, draw)
    except UserError as error:
        complain(str(error))
        return BAD_INPUT
    except MemoryError:
        complain("there is not enough memory: give fewer samples or features")
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED


def _run(argv: list[str], draw: Draw | None) -> int:
    """Do what a command says; print what it has to say."""
    try:
        args = build_parser().parse_args(argv)
    except SystemExit:  # --help and --version have printed
        return _print("")
    quiet, as_json = (getattr(args, name, False) for name in ("quiet", "json"))
    with manners(quiet=quiet) as ours:
        found: Outcome = args.run(args, draw)
    if as_json:
        about = {"command": args.command, "version": __version__}
        text = json_text(about | found.facts | {"notes": ours.notes})
    else:
        text = "" if quiet else found.text
    return _print(text) or found.status


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
