"""The files that headless commands write: checked first, written at the end."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.errors import UserError
from engine.export.weights import SUFFIXES, check_weights_path
from engine.files import check_place

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.training.tape import Tape

OUTPUTS = {
    "weights": SUFFIXES,
    "plot": (".png", ".svg", ".pdf"),
    "curve": (".csv",),
    "trace": (".csv",),
    "animation": (".gif", ".mp4"),
}
"""Options that write a file, with the suffixes that each can write."""
SEARCHED = {"results": (".csv",)}
"""Those of `search` alone."""


class Draw(Protocol):
    """What can draw a run; the engine itself cannot."""

    def plot(self, tape: Tape, path: Path, width: int, height: int) -> None:
        """Write a picture of the run's end, in the format of the suffix."""

    def animation(self, tape: Tape, path: Path) -> None:
        """Write a film of the whole run, in the format of the suffix."""


def outputs_of(args: Namespace, draw: Draw | None) -> list[tuple[str, Path]]:
    """Give the files to write, kinds with paths; none twice, none over the data.

    Raises
    ------
    UserError
        If one cannot be written: before any time is spent on training.
    """
    kinds = [kind for kind in (*OUTPUTS, *SEARCHED) if hasattr(args, kind)]
    outputs = [(kind, Path(name)) for kind in kinds for name in getattr(args, kind)]
    taken = {os.path.realpath(args.data)}
    for kind, path in outputs:
        suffixes = (OUTPUTS | SEARCHED)[kind]
        if path.suffix.lower() not in suffixes:
            raise UserError(f"--{kind} {path}: end the name in {', '.join(suffixes)}")
        if kind == "weights":
            check_weights_path(path)
        elif kind in ("plot", "animation") and draw is None:
            raise UserError(
                f"--{kind} {path}: plots need Qt, which is not at hand here"
            )
        check_place(path)
        if os.path.realpath(path) in taken:
            raise UserError(
                f"--{kind} {path}: would overwrite the data or another output: "
                "give another name"
            )
        taken.add(os.path.realpath(path))
    return outputs
