"""The command line without a window: one command, what it prints, its exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine import __version__
from engine.cli import COMMANDS
from engine.cli.messages import FINE, Outcome, complain, json_text, manners, put
from engine.cli.parser import OWN_OPTIONS, build_parser, misread
from engine.cli.signals import signals_noted
from engine.errors import UserError

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
        name = error.setting.replace("_", "-")
        complain(f"--{name}: {error.fault}" if name else str(error))
        return BAD_INPUT
    except MemoryError:
        complain("there is not enough memory: give fewer samples or features")
        return BAD_INPUT
    except BrokenPipeError:
        return BROKEN_PIPE
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED


def _run(argv: list[str], draw: Draw | None) -> int:
    """Do what a command says; print what it has to say."""
    first = argv[0] if argv else "--help"
    is_word = first[:1] != "-" or bool({*argv} & {*COMMANDS})
    if first not in (*COMMANDS, *OWN_OPTIONS) and is_word:
        raise UserError(misread(argv))
    with signals_noted():  # what is raised while modules are loaded may be renamed
        parser = build_parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit:  # --help and --version have printed
        put("")
        return FINE
    if args.command is None:
        parser.error(f"COMMAND is missing: {', '.join(COMMANDS)}")
    quiet, as_json = (getattr(args, name, False) for name in ("quiet", "json"))
    with manners(quiet=quiet) as ours:
        outcome: Outcome = args.run(args, draw)
    if as_json:
        about = {"command": args.command, "version": __version__}
        text = json_text(about | outcome.facts | {"notes": ours.notes})
    else:
        text = "" if quiet else outcome.text
    put(text)
    return outcome.status
