"""The entry: `main.py` opens the window, `main.py train …` works without a screen."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Tape

NO_SCREEN = (
    "perceptron-lab: no screen was found (neither DISPLAY nor WAYLAND_DISPLAY is set); "
    "`python main.py train DATA` works without one"
)
NO_QT = (
    "perceptron-lab: the window needs libraries that are missing ({}); install the "
    "packages the README names, or use `python main.py train DATA`, which needs none"
)


class _Draw:
    """Brings Qt in only when something is to be drawn."""

    def plot(self, tape: Tape, path: Path, width: int, height: int) -> None:
        _drawing().plot(tape, path, width, height)

    def animation(self, tape: Tape, path: Path) -> None:
        _drawing().animation(tape, path)


def main(argv: list[str] | None = None) -> int:
    """Open the window, or run a headless command.

    Returns
    -------
    int
        The exit status.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments and (arguments[0].startswith("-") or arguments[0] in COMMANDS):
        from engine.cli import run

        return run(arguments, _Draw())
    return _window([Path(argument) for argument in arguments])


COMMANDS = ("train", "learners")


def _window(files: list[Path]) -> int:
    if not _has_screen():
        print(NO_SCREEN, file=sys.stderr)
        return 2
    try:
        from gui.app import run
    except ImportError as error:
        print(NO_QT.format(error), file=sys.stderr)
        return 2
    return run(sys.argv[:1], files[0] if files else None)


def _has_screen() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in names)


def _drawing() -> _Draw:
    from engine.errors import UserError

    try:
        from gui.headless import Drawing
    except ImportError as error:
        raise UserError(
            f"plots need libraries that are missing ({error}): install the packages "
            "the README names"
        ) from None
    return Drawing()


if __name__ == "__main__":
    sys.exit(main())
