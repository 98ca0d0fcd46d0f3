"""The command line without a window: one command, what it prints, its exit status."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from engine import __version__
from engine.cli import COMMANDS
from engine.cli.messages import Outcome, complain, json_text, manners
from engine.cli.parser import build_parser, misread
from engine.errors import UserError
from engine.files import reason

if TYPE_CHECKING:
    from engine.cli.outputs import Draw

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
    if argv and argv[0][:1] != "-" and argv[0] not in COMMANDS:
        raise UserError(misread(argv))
    parser = build_parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit:  # --help and --version have printed
        return _print("")
    if args.command is None:
        parser.error(f"COMMAND is missing: {', '.join(COMMANDS)}")
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
