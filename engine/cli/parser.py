"""The parser of the command line."""

from __future__ import annotations

import os
import re
import shlex
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from engine import __version__
from engine.cli import COMMANDS
from engine.errors import UserError, command, meant

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Callable

EXAMPLES = """\
  %(prog)s points.csv
  %(prog)s train points.csv --weights w.json
  %(prog)s train --help"""

OWN_OPTIONS = ("-h", "--help", "--version")
"""Those of the program; all others are of a command, and come after it."""


def _choices(match: re.Match[str]) -> str:
    choices = match[2].replace("'", "")
    return f"“{match[1]}” is not known: choose one of {choices}"


def _missing(match: re.Match[str]) -> str:
    is_, it = ("are", "them") if "," in match[1] else ("is", "it")
    return f"{match[1]} {is_} missing: add {it}"


_OUR_WORDS: dict[str, str | Callable[[re.Match[str]], str]] = {
    r"^argument ": "",
    r"invalid choice: '?(.*?)'? \(choose from (.*)\)": _choices,
    r"invalid int value: '(.*)'": r"“\1” is not a whole number: give one",
    r"expected (?:at least )?one argument": "has no value after it: give one",
    r"ignored explicit argument '(.*)'": r"takes no value: leave “\1” out",
    r"the following arguments are required: (.*)": _missing,
}
"""What argparse says, as patterns, and what is said in its place."""


class Parser(ArgumentParser):
    """A parser whose errors are `UserError`, one line like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print with the usage, in words as all others."""
        for pattern, words in _OUR_WORDS.items():
            message = re.sub(pattern, words, message)
        raise UserError(f"{message} (see {self.prog} --help)")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; say of the first argument that is not known what may be meant."""
        parsed, more = super().parse_known_args(args, namespace)
        if more and more[0].startswith("-"):
            name = more[0].partition("=")[0]
            words = [
                text.removeprefix("--")
                for argument in self.arguments
                for text in argument.option_strings
            ]
            near = meant(name.removeprefix("--"), words).replace("mean ", "mean --")
            near = near or ": leave it out"
            self.error(f"{name}: no such option{near}")
        if more:
            self.error(f"{more[0]}: one argument too many")
        return parsed, more

    @property
    def arguments(self) -> list[Action]:
        """All that it takes, options and others."""
        return self._actions

    def shorten_usage(self) -> None:
        """Write the usage without the options, which the help lists in groups."""
        places = [
            str(argument.metavar)
            for argument in self.arguments
            if not argument.option_strings
        ]
        self.usage = " ".join(["%(prog)s", *places, "[options]"])


def build_parser(prog: str = "") -> Parser:
    """Build the parser of all headless commands; ``run`` does the one chosen.

    Parameters
    ----------
    prog : str
        The program as it is typed; default what it was started by.
    """
    parser = Parser(
        prog=prog or command(),
        usage="%(prog)s [FILE]\n       %(prog)s COMMAND [options]",
        description="See linear classifiers learn: in a window, or by a command "
        "without one.",
        epilog=f"examples:\n{EXAMPLES}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"perceptron-lab {__version__}"
    )
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND [options]", prog=parser.prog
    )
    for name in COMMANDS:
        module = import_module(f"engine.cli.{name}")
        subparser = commands.add_parser(
            name,
            help=module.SUMMARY,
            description=f"{module.SUMMARY[0].upper()}{module.SUMMARY[1:]}.",
            epilog=f"examples:\n{module.EXAMPLES}" if module.EXAMPLES else None,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_options(subparser)
        subparser.shorten_usage()
        subparser.set_defaults(run=module.run_command)
    return parser


def misread(argv: list[str]) -> str:
    """Say what is wrong with arguments that begin with no command.

    Parameters
    ----------
    argv : list of str
        One or more; if they are files, the window would have to open all of them; if
        the first is an option, there is a command after it.
    """
    word = argv[0]
    if word.startswith("-"):
        place = next(i for i, word in enumerate(argv) if word in COMMANDS)
        meant_so = shlex.join([*argv[place:], *argv[:place]])
        return f"{word}: options come after the command: {command()} {meant_so}"
    if os.path.exists(word):
        return (
            f"{' '.join(argv)}: the window opens one file; a command comes first: "
            f"{command()} {COMMANDS[0]} {word} (see {command()} --help)"
        )
    guess = meant(word, COMMANDS) or f": the commands are {', '.join(COMMANDS)}"
    return f"{word}: no such file or command{guess} (see {command()} --help)"
