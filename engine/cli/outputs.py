"""The files that commands write, checked before any work is done."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from engine.cli.data import add_safe_csv
from engine.cli.messages import FINE, complain, note
from engine.errors import UserError
from engine.export.film import check_film_path
from engine.export.weights import check_weights_path, votes_size, write_weights
from engine.files import check_place

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Mapping, Sequence

    from engine.cli.summary import RunSummary
    from engine.data.view_choice import ViewChoice
    from engine.export.film import FilmPlan
    from engine.models.predictor import Predictor
    from engine.training.tape import Tape

DIVERGED = 3
"""The exit status after a run whose weights left their range."""


DRAWN = (".png", ".svg", ".pdf", ".gif", ".mp4")
"""Suffixes of what only `Draw` can write."""


class OutputFile(NamedTuple):
    """A kind of file that a command writes, and the option that asks for it.

    Attributes
    ----------
    kind : str
        The option's name.
    suffixes : tuple of str
        Formats that can be written.
    help : str
        What is in the file.
    """

    kind: str
    suffixes: tuple[str, ...]
    help: str


CurveKind = Literal["roc", "precision-recall", "calibration"]
VIEWS = ("canvas", "error", "loss", "weight-space")
"""What can be drawn of a run."""


@dataclass(frozen=True)
class Look:
    """How a picture or a film looks.

    Attributes
    ----------
    view : str
        One of `VIEWS`.
    width, height : int
        In pixels; those of a picture as PNG are twice as many.
    dark : bool
    legend : bool
        Whether it says what the marks are.
    title : str or None
        None for none, empty for the learner's.
    caption : bool
        Whether step, epoch, updates and error stand below it.
    view_choice : ViewChoice, optional
        Which features the canvas shows; default those that are learned from.
    """

    view: str = "canvas"
    width: int = 800
    height: int = 600
    dark: bool = False
    legend: bool = True
    title: str | None = None
    caption: bool = False
    view_choice: ViewChoice | None = None


class Draw(Protocol):
    """What can draw a run; the engine itself cannot."""

    def picture(self, tape: Tape, step: int, path: Path, look: Look) -> None:
        """Write a picture of a step, in the format of the suffix."""

    def film(
        self,
        tape: Tape,
        plan: FilmPlan,
        path: Path,
        look: Look,
        report: Callable[[float], bool],
    ) -> None:
        """Write a film of a run, in the format of the suffix."""

    def score_curves(
        self,
        kind: CurveKind,
        curves: Mapping[int, Any],
        names: Sequence[str],
        path: Path,
    ) -> None:
        """Write a plot of the curves of some classes, by their codes.

        Parameters
        ----------
        kind : {"roc", "precision-recall", "calibration"}
        curves : mapping
            A `ReliabilityCurve` each of the calibration, else a `ThresholdCurve`.
        names : sequence of str
            Of all classes.
        path : Path
        """


def add_outputs(parser: ArgumentParser, files: Sequence[OutputFile]) -> None:
    """Add an option for each kind of file."""
    group = parser.add_argument_group("files to write", "Each can be repeated.")
    for file in files:
        formats = "|".join(suffix.removeprefix(".") for suffix in file.suffixes)
        group.add_argument(
            f"--{file.kind}",
            action="append",
            default=[],
            metavar=f"OUT.{formats}",
            help=file.help,
        )
    add_safe_csv(group)
    if any(file.kind == "weights" for file in files):
        group.add_argument(
            "--force", action="store_true", help="write weights of a run that diverged"
        )


def outputs_of(
    args: Namespace,
    files: Sequence[OutputFile],
    draw: Draw | None = None,
    *,
    read: Sequence[str] = (),
) -> list[tuple[str, Path]]:
    """Give the files to write, kinds with paths; none twice, none over the data.

    Parameters
    ----------
    args : Namespace
    files : sequence of OutputFile
    draw : Draw, optional
    read : sequence of str
        What is read besides the data, and not to be written over.

    Raises
    ------
    UserError
        If one cannot be written: before any time is spent on training.
    """
    taken = {os.path.realpath(path) for path in (args.data, *read)}
    outputs: list[tuple[str, Path]] = []
    for kind, suffixes, _ in files:
        for path in map(Path, getattr(args, kind.replace("-", "_"))):
            if path.suffix.lower() not in suffixes:
                raise UserError(
                    f"--{kind} {path}: end the name in {' or '.join(suffixes)}"
                )
            if kind == "weights":
                check_weights_path(path)
            elif path.suffix.lower() in DRAWN and draw is None:
                raise UserError(
                    f"--{kind} {path}: pictures need Qt, which is missing here: "
                    f"leave --{kind} out"
                )
            if kind == "animation":
                check_film_path(path)
            check_place(path)
            take(path, taken, f"--{kind} {path}", "what is read or another output")
            outputs.append((kind, path))
    return outputs


def take(path: str | Path, taken: set[str], named: str, others: str) -> None:
    """Take a place for what is written, unless it is taken by others.

    Raises
    ------
    UserError
        If it is.
    """
    place = os.path.realpath(path)
    if place in taken:
        raise UserError(f"{named}: would overwrite {others}: give another name")
    taken.add(place)


def save_weights(model: Predictor, path: Path, *, safe: bool) -> None:
    """Write weights; of many that vote, say how large the file has become.

    Raises
    ------
    UserError
        If they cannot be written.
    """
    write_weights(model, path, safe=safe)
    if size := votes_size(model, path):
        note(f"{path}: {size}")


def sound_outputs(
    outputs: Sequence[tuple[str, Path]], run: RunSummary, *, force: bool
) -> tuple[list[tuple[str, Path]], int]:
    """Leave weights and program of a run that diverged unwritten, and say so.

    Returns
    -------
    list of (str, Path), int
        The files that shall be written, and the exit status.
    """
    if not run.diverged:
        return list(outputs), FINE
    weights = [] if force else [path for kind, path in outputs if kind == "weights"]
    programs = [path for kind, path in outputs if kind == "code"]
    withheld = weights + programs
    unwritten = "".join(f"; {path} is not written" for path in withheld)
    forced = ": --force writes it" if weights and not programs else ""
    complain(f"the run {run.reason}{unwritten}{forced}")
    return [(kind, path) for kind, path in outputs if path not in withheld], DIVERGED


def file_facts(outputs: Sequence[tuple[str, Path]]) -> dict[str, list[str]]:
    """Give the files written, by kind, as plain values."""
    return {
        kind: [str(path) for other, path in outputs if other == kind]
        for kind, _ in outputs
    }
