"""The command `render`: pictures, films, pages and labs of the run of a session."""

from __future__ import annotations

import os
import re
from argparse import BooleanOptionalAction
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.messages import REPORT_SECONDS, Outcome, StatusLine, add_manners, note
from engine.cli.options import number_of, option
from engine.cli.outputs import VIEWS, Look, take
from engine.errors import UserError
from engine.export.film import FILM_SUFFIXES, FOLDER, FilmPlan, check_film_path
from engine.export.session_file import (
    SUFFIX,
    SavedSession,
    other_weights_said,
    read_session,
)
from engine.files import check_place, write_whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from engine.cli.outputs import Draw
    from engine.training.tape import Tape

SUMMARY = "draw a session's run: pictures, films; or make a page, or a lab"
EXAMPLES = """\
  %(prog)s lecture.plab --out figure.pdf --title
  %(prog)s lecture.plab --out a.png --step 12 --view weight-space
  %(prog)s lecture.plab --out run.mp4 --to 200 --speed 10
  %(prog)s lecture.plab --out run.html
  %(prog)s --lab lab.html"""
PICTURES, PAGE = (".png", ".svg", ".pdf"), ".html"
SIDES = 16, 8000
"""Least and most pixels of a side."""
LATEST = 2**63 - 1
FASTEST = 1e9
OF_FILMS, OF_PICTURES = ("from", "to", "speed"), ("step",)


def add_options(parser: ArgumentParser) -> None:
    """Add the options of `render`."""
    parser.add_argument(
        "session",
        nargs="?",
        metavar="SESSION",
        help=f"a session that was saved ({SUFFIX}); a lab opens empty without one",
    )
    parser.add_argument(
        "--out",
        action="append",
        default=[],
        metavar="OUT.png|svg|pdf|gif|mp4|html",
        help="the picture, the film, or the page for a browser, to write; a name "
        "without a suffix is a new folder of PNG files, the film's pictures; can be "
        "repeated",
    )
    parser.add_argument(
        "--lab",
        metavar="LAB.html",
        help="a page for a browser, to write, in which one draws points and sees a "
        "learner learn from them",
    )
    look = parser.add_argument_group("how it looks")
    look.add_argument(
        "--view", choices=VIEWS, default=VIEWS[0],
        help="what is drawn (default: canvas)",
    )  # fmt: skip
    look.add_argument(
        "--size",
        metavar="WxH",
        default="800x600",
        help="pixels; a picture as PNG has twice as many (default: 800x600)",
    )
    look.add_argument(
        "--theme", choices=("light", "dark"), default="light",
        help="colours (default: light)",
    )  # fmt: skip
    look.add_argument(
        "--legend",
        action=BooleanOptionalAction,
        default=True,
        help="say what the marks are",
    )
    look.add_argument(
        "--title",
        nargs="?",
        const="",
        metavar="TEXT",
        help="a title above; without a text the learner",
    )
    look.add_argument(
        "--caption",
        action="store_true",
        help="step, epoch, updates and error below",
    )
    picture = parser.add_argument_group("a picture")
    picture.add_argument(
        "--step",
        metavar="N",
        help="the step shown, or “end” (default: where the session stands)",
    )
    film = parser.add_argument_group("a film")
    film.add_argument("--from", metavar="N", help="the first step (default: 0)")
    film.add_argument(
        "--to", metavar="N", help="the last step (default: the end of the run)"
    )
    film.add_argument(
        "--speed",
        metavar="X",
        help="steps per second (default: the film takes ten seconds, a short one less)",
    )
    add_manners(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Draw as the options say.

    Raises
    ------
    UserError
        If anything is wrong with the options, the session or the files to write.
    """
    if not args.out and args.lab is None:
        raise UserError("--out: name a file to write, or a lab with --lab")
    if args.session is None and args.out:
        raise UserError(f"--out {args.out[0]}: name the session that is drawn")
    pictures, films, pages = _outputs(args)
    if draw is None and (pictures or films):
        raise UserError(
            f"--out {args.out[0]}: pictures need Qt, which is missing here: make a "
            f"page ({PAGE}) instead"
        )
    _check_options(args, films, pictures + pages)
    look = _look(args)
    if args.session is None:
        return _written(args.lab, _made_lab(None))
    saved = read_session(args.session)
    lab = None if args.lab is None else _made_lab(saved)
    if lab is not None and not args.out:
        return _written(args.lab, lab)
    look = replace(look, view_choice=saved.view_choice)
    tape = _recorded(args, saved)
    said, facts = [], []
    for path in pages:
        from engine.export.page import write_page

        step = _step(args, saved, tape)
        write_page(path, replace(saved, step=step, digest=""))
        said.append(f"{path}: a page at step {step:,} of {tape.steps:,}")
        facts.append({"file": str(path), "step": step})
    if draw is not None:
        for path in pictures:
            step = _step(args, saved, tape)
            draw.picture(tape, step, path, look)
            said.append(f"{path}: step {step:,} of {tape.steps:,}")
            facts.append({"file": str(path), "step": step})
        for path in films:
            plan = _plan(args, tape)
            with StatusLine() as line:
                share = line.share(f"writing {path}")
                draw.film(tape, plan, path, look, share)
            said.append(
                f"{path}: steps {plan.first:,} to {plan.last:,}, {plan.seconds:.1f} s, "
                f"{plan.count:,} pictures"
            )
            facts.append(
                {
                    "file": str(path),
                    "from": plan.first,
                    "to": plan.last,
                    "seconds": plan.seconds,
                    "pictures": plan.count,
                }
            )
    if lab is not None:
        made = _written(args.lab, lab)
        said.append(made.text.strip())
        facts += made.facts["files"]
    text = "".join(f"{line}\n" for line in said)
    return Outcome(text, {"steps": tape.steps, "files": facts})


def _check_options(args: Namespace, films: list[Path], pictures: list[Path]) -> None:
    """Refuse what is of films where none is made, and of pictures and pages."""
    given = {name: getattr(args, name) is not None for name in (*OF_FILMS, "step")}
    for names, outputs, kind in (
        (OF_FILMS, films, "film"), (OF_PICTURES, pictures, "picture or a page")
    ):  # fmt: skip
        if not outputs and any(given[name] for name in names):
            name = next(name for name in names if given[name])
            raise UserError(f"{option(name)}: goes with a {kind} only: leave it out")


def _made_lab(saved: SavedSession | None) -> str:
    from engine.export.lab import lab_of

    return lab_of(saved)


def _written(path: str, lab: str) -> Outcome:
    write_whole(path, lab.encode())
    return Outcome(f"{path}: a lab\n", {"files": [{"file": path}]})


def _outputs(args: Namespace) -> tuple[list[Path], list[Path], list[Path]]:
    """Give the pictures, films and pages; none twice, none over the session."""
    taken = set() if args.session is None else {os.path.realpath(args.session)}
    pictures, films, pages = [], [], []
    for path in map(Path, args.out):
        suffix = path.suffix.lower()
        if suffix in PICTURES:
            check_place(path)
            pictures.append(path)
        elif suffix in (*FILM_SUFFIXES, FOLDER):
            check_film_path(path)
            films.append(path)
        elif suffix == PAGE:
            check_place(path)
            pages.append(path)
        else:
            known = " or ".join((*PICTURES, *FILM_SUFFIXES, PAGE))
            raise UserError(f"--out {path}: end the name in {known}")
        take(path, taken, f"--out {path}", "the session or another output")
    if args.lab is not None:
        path = Path(args.lab)
        if path.suffix.lower() != PAGE:
            raise UserError(f"--lab {path}: end the name in {PAGE}")
        check_place(path)
        take(path, taken, f"--lab {path}", "the session or another output")
    return pictures, films, pages


def _look(args: Namespace) -> Look:
    sides = re.fullmatch(r"\s*(\d+)\s*[x×]\s*(\d+)\s*", args.size)
    least, most = SIDES
    if sides is None or not all(least <= int(n) <= most for n in sides.groups()):
        raise UserError(
            f"--size {args.size}: is not a width and a height: give two numbers of "
            f"pixels, {least} to {most:,} each, such as 800x600"
        )
    width, height = map(int, sides.groups())
    return Look(
        args.view,
        width,
        height,
        dark=args.theme == "dark",
        legend=args.legend,
        title=args.title,
        caption=args.caption,
    )


def _recorded(args: Namespace, saved: SavedSession) -> Tape:
    """Record the run whole, wherever in it one looks: its curve and length are seen."""
    for name in ("step", *OF_FILMS[:2]):
        if getattr(args, name) not in (None, "end"):
            _number(args, name)
    with StatusLine() as status:
        status.show("preparing the learner")
        tape = saved.recorded(status.share("recording"))
        while not tape.finished:
            tape.extend(REPORT_SECONDS)
            status.show(f"recording: step {tape.steps:,}")
    if saved.is_otherwise(tape):
        note(f"{args.session}: {other_weights_said(saved)}")
    return tape


def _step(args: Namespace, saved: SavedSession, tape: Tape) -> int:
    if args.step == "end":
        return tape.steps
    if args.step is None:
        return min(saved.step, tape.steps)
    step = _number(args, "step")
    if step > tape.steps:
        raise UserError(
            f"--step {step:,}: the run ends with step {tape.steps:,}: give one up to it"
        )
    return step


def _plan(args: Namespace, tape: Tape) -> FilmPlan:
    first = _number(args, "from")
    last = None if args.to is None else _number(args, "to")
    speed = None
    if args.speed is not None:
        speed = number_of(args, "speed", 0.01, FASTEST)
    try:
        return FilmPlan.of_run(tape.steps, first, last, speed)
    except UserError as error:
        raise UserError(f"--from, --to, --speed: {error}") from None


def _number(args: Namespace, name: str) -> int:
    return int(number_of(args, name, 0, LATEST))
