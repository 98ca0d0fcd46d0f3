"""The command `completion`: a script by which a shell completes what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cli.messages import Outcome
from engine.cli.parser import build_parser
from engine.learners import learners

if TYPE_CHECKING:
    from argparse import Action, ArgumentParser, Namespace
    from collections.abc import Iterator

    from engine.cli.outputs import Draw
    from engine.cli.parser import Parser

SUMMARY = "print a script by which a shell completes commands at Tab"
EXAMPLES = """\
  eval "$(perceptron-lab completion bash)"     # a line of ~/.bashrc
  perceptron-lab completion zsh > ~/.zfunc/_perceptron-lab
  perceptron-lab completion fish | source      # a line of config.fish"""
SHELLS = ("bash", "zsh", "tcsh", "fish")
INSTALLED = "perceptron-lab"
FILES = ("DATA", "WEIGHTS", "OUT", "LESSON", "RESULTS")
"""With what the names of arguments begin that are files."""


def add_options(parser: ArgumentParser) -> None:
    """Declare the shell to complete in."""
    parser.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS)
    )


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Write the script from the parser itself."""
    import shtab

    parser = build_parser(INSTALLED)
    for argument in _all_arguments(parser):
        words = _words(argument)
        if words:
            argument.choices = words
        elif str(argument.metavar).startswith(FILES):
            argument.complete = shtab.FILE  # type: ignore[attr-defined]
    return Outcome(shtab.complete(parser, args.shell))


def _all_arguments(parser: Parser) -> Iterator[Action]:
    for argument in parser.arguments:
        if isinstance(argument.choices, dict):
            for command in argument.choices.values():
                yield from _all_arguments(command)
        else:
            yield argument


def _words(argument: Action) -> list[str]:
    """Give the words that an option takes, as its help lists them."""
    if argument.dest == "learner":
        return list(learners())
    if "|" in str(argument.metavar) and not str(argument.metavar).startswith(FILES):
        return [word for word in str(argument.metavar).split("|") if word != "…"]
    return list(argument.choices or ())
