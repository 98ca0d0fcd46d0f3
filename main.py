"""The entry: `main.py` opens the window, `main.py train …` works without a screen."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli import COMMANDS
from engine.errors import command

if TYPE_CHECKING:
    from engine import Tape
    from engine.cli.outputs import Draw

WITHOUT = f"`{command()} train DATA` works without a screen"
NO_SCREEN = f"perceptron-lab: no screen was found (DISPLAY is not set): {WITHOUT}"
DEAD_SCREEN = f"perceptron-lab: the screen {{}} does not answer: {WITHOUT}"
MISSING = (
    "perceptron-lab: the window needs libraries that are missing ({}): install the "
    f"packages that the README names; {WITHOUT}"
)

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""How many threads multiply matrices: one, unless somebody wants more. Our products are
small, and where other work goes on, threads wait for each other a hundred times as long
as the product takes."""


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
    for name in BLAS_THREADS:  # read when numpy is first imported
        os.environ.setdefault(name, "1")
    arguments = sys.argv[1:] if argv is None else argv
    file = Path(arguments[0]) if len(arguments) == 1 else None
    if not arguments or (file and _is_named_as_file(file)):
        return _window(file)
    from engine.cli.main import run

    return run(arguments, _Draw())


def _is_named_as_file(file: Path) -> bool:
    """Tell a file, there or not, from a command or an option."""
    word = str(file)
    if word in COMMANDS or word.startswith("-"):
        return False
    return file.exists() or bool(file.suffix) or len(file.parts) > 1


def _window(file: Path | None) -> int:
    fault = _screen_fault()
    if fault:
        print(fault, file=sys.stderr)
        return 2
    try:
        from gui.app import run
    except ImportError as error:
        print(MISSING.format(error), file=sys.stderr)
        return 2
    return run(sys.argv[:1], file)


def _screen_fault() -> str:
    """Say what keeps Qt from opening a window; Qt itself would abort."""
    names = os.environ.get
    if not sys.platform.startswith("linux") or names("QT_QPA_PLATFORM"):
        return ""
    if names("WAYLAND_DISPLAY"):
        return ""
    if not names("DISPLAY"):
        return NO_SCREEN
    try:
        ctypes.CDLL("libxcb-cursor.so.0")
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return MISSING.format(str(error).partition(":")[0])
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    dead = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return DEAD_SCREEN.format(names("DISPLAY")) if dead else ""


def _drawing() -> Draw:
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
