"""The command `lesson`: check lessons, mark what came of them, make pages of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.messages import Outcome, StatusLine, add_manners, note, put
from engine.errors import UserError
from engine.files import check_place, write_whole
from engine.numbers import counted

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from engine.cli.outputs import Draw
    from engine.lessons.guard import Guard
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.marking import Marked
    from engine.lessons.results import Trace

    Guarded = tuple[Lesson, tuple[Guard, ...]]
    """A lesson, and the guards of its pages."""

SUMMARY = "check lessons, mark what a class has done in them, make web pages of them"
EXAMPLES = """\
  %(prog)s check my-lesson/
  %(prog)s mark my-lesson/ results/ --out marks.csv
  %(prog)s page my-lesson/ --out my-lesson.html"""
FAULTY = 2


def add_options(parser: ArgumentParser) -> None:
    """Add what is done with a lesson, and where it is."""
    parser.add_argument(
        "what",
        choices=["check", "mark", "page"],
        metavar="check|mark|page",
        help="check: name every fault by file and line; mark: compute again what the "
        "results of a class claim; page: write the lesson for a browser",
    )
    parser.add_argument(
        "lesson", metavar="LESSON", help="a folder with a lesson.md, or a .lesson file"
    )
    parser.add_argument(
        "results",
        metavar="RESULTS",
        nargs="*",
        default=[],
        help="mark: files that Lesson > Export results has written, or folders of them",
    )
    parser.add_argument(
        "--out",
        metavar="OUT.csv|html",
        help="mark: a table with a row per file (default: stdout); page: the page",
    )
    add_manners(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Check a lesson, or mark results of it.

    Raises
    ------
    UserError
        If the lesson cannot be read, or the arguments do not go together.
    """
    from engine.lessons.lesson_files import read_files

    if args.what == "mark":
        return _mark(args, read_files(args.lesson))
    if args.what == "page":
        return _page(args, read_files(args.lesson))
    if args.results or args.out:
        extra = args.results[0] if args.results else "--out"
        raise UserError(f"{extra}: is for `lesson mark` only: leave it out")
    return _check(args, read_files(args.lesson))


def _check(args: Namespace, files: LessonFiles) -> Outcome:
    from engine.lessons.lesson_faults import check_lesson

    faults = check_lesson(files)
    text = "".join(f"{fault}\n" for fault in faults)
    count = len(faults)
    text += f"{args.lesson}: " + (
        f"{counted(count, 'fault')}\n" if count else "no fault\n"
    )
    facts = {"lesson": args.lesson, "faults": [fault._asdict() for fault in faults]}
    return Outcome(text, facts, FAULTY if faults else 0)


def _mark(args: Namespace, files: LessonFiles) -> Outcome:
    """Mark one file after the other; one that is damaged is a row with its fault."""
    from engine.lessons.marking import compared, pages_with_tasks, table_of

    lesson_in = cache(lambda language: _sound_lesson(files, language))
    pages = pages_with_tasks(lesson_in("")[0])
    places = _places(args.results)
    if args.out is not None:
        _check_out(args.out, places)
    results = []
    with StatusLine() as line:
        share = line.share("marked")
        for i, place in enumerate(places):
            results.append(_marked(place, files, lesson_in))
            share((i + 1) / len(places))
    marked = compared(*map(list, zip(*results, strict=True)))
    for result in marked:
        if result.fault:
            note(result.fault)
        if result.copied:
            note(f"{result.file}: {result.copied}")
    table = table_of(pages, marked)
    facts = {
        "lesson": args.lesson,
        "tasks": len(pages),
        "results": [
            result._asdict()
            | {
                "marks": [mark._asdict() for mark in result.marks],
                "total": result.total,
            }
            for result in marked
        ],
    }
    if args.out is None:
        if not args.json:
            put(table.decode())
        return Outcome("", facts)
    write_whole(args.out, table)
    count, damaged = len(marked), sum(bool(result.fault) for result in marked)
    text = f"{counted(count, 'file')} marked, {damaged} of them damaged\n"
    return Outcome(f"{text}written: {args.out}\n", facts)


def _page(args: Namespace, files: LessonFiles) -> Outcome:
    """Write the lesson as one page."""
    from engine.export.page import SUFFIX
    from engine.lessons.lesson_page import write_lesson_page

    if args.results:
        raise UserError(f"{args.results[0]}: is for `lesson mark` only: leave it out")
    if args.out is None or Path(args.out).suffix.lower() != SUFFIX:
        said = "is missing" if args.out is None else f"{args.out}"
        raise UserError(f"--out {said}: name the page, ending in {SUFFIX}")
    check_place(args.out)
    with StatusLine() as line:
        line.show("recording the runs of its pages")
        write_lesson_page(args.out, files)
    return Outcome(f"written: {args.out}\n", {"lesson": args.lesson, "file": args.out})


def _places(results: list[str]) -> list[Path]:
    """List the files of results: those named, and those in the folders that are."""
    from engine.lessons.results import SUFFIX

    files: list[Path] = []
    for name in results:
        place = Path(name)
        inside = sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else [place]
        if not inside:
            raise UserError(
                f"{name}: has no {SUFFIX} file in it: name the files of results"
            )
        if not place.exists():
            raise UserError(f"{name}: there is no such file: check the name")
        files += inside
    if not files:
        raise UserError("RESULTS is missing: name files of results, or their folder")
    return files


def _check_out(out: str, places: list[Path]) -> None:
    if Path(out).suffix.lower() != ".csv":
        raise UserError(f"--out {out}: end the name in .csv")
    check_place(out)
    if Path(out).resolve() in [place.resolve() for place in places]:
        raise UserError(f"--out {out}: would overwrite results: give another name")


def _sound_lesson(files: LessonFiles, language: str) -> Guarded:
    from engine.lessons.guard import guards_of
    from engine.lessons.lesson_faults import sound_lesson

    lesson = sound_lesson(files, language)
    try:
        return lesson, tuple(guards_of(lesson, files))
    except UserError as error:
        raise UserError(
            f"{files.place}: {error}: correct that (`lesson check` lists all faults)"
        ) from None


def _marked(
    place: Path, files: LessonFiles, lesson_in: Callable[[str], Guarded]
) -> tuple[Marked, set[Trace]]:
    """Mark one file, and give the traces in it."""
    from engine.lessons.marking import Marked, marks_of
    from engine.lessons.results import read_results

    try:
        results = read_results(place)
        marks = marks_of(*lesson_in(results.language), results)
    except UserError as error:
        return Marked(str(place), fault=str(error)), set()
    same = results.digest == files.digest
    return Marked(str(place), results.name, same, marks), results.traces
