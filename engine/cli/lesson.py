"""The command `lesson`: whether lessons are as they should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cli.messages import Outcome, add_manners

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from engine.cli.outputs import Draw

SUMMARY = "check lessons that were written, before a class sees them"
EXAMPLES = "  %(prog)s check my-lesson/"
FAULTY = 2


def add_options(parser: ArgumentParser) -> None:
    """Add what is done with a lesson, and where it is."""
    parser.add_argument(
        "what", choices=["check"], help="check: name every fault by file and line"
    )
    parser.add_argument(
        "lesson", metavar="LESSON", help="a folder with a lesson.md, or a .lesson file"
    )
    add_manners(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Check a lesson.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    from engine.lessons.check import check_lesson
    from engine.lessons.lesson_files import read_files

    faults = check_lesson(read_files(args.lesson))
    text = "".join(f"{fault}\n" for fault in faults)
    count = len(faults)
    text += f"{args.lesson}: " + (
        f"{count} fault{'s'[: count != 1]}\n" if count else "no fault\n"
    )
    facts = {"lesson": args.lesson, "faults": [one._asdict() for one in faults]}
    return Outcome(text, facts, FAULTY if faults else 0)
