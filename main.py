"""The entry: `main.py` opens the window, `main.py train …` works without a screen."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine import Tape
    from engine.cli.outputs import CurveKind, Draw, Look
    from engine.export.film import FilmPlan

NO_SCREEN = "no screen was found (DISPLAY is not set)"
DEAD_SCREEN = "the screen {} does not answer"
MISSING = (
    "the window needs libraries that are missing ({}): the line in the README that "
    "opens the window installs them, or names them"
)

NOT_OPENED = (
    "perceptron-lab: the window could not be opened ({}): please report this; "
    "`{} train DATA` works without it"
)

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""How many threads multiply matrices: one, unless somebody wants more. Our products are
small, and where other work goes on, threads wait for each other a hundred times as long
as the product takes."""

COMPILING = "engine.training.compiled.compiling_process"
"""The module that a process of ours is started with."""


class _Draw:
    """Brings Qt in only when something is to be drawn."""

    def picture(self, tape: Tape, step: int, path: Path, look: Look) -> None:
        _drawing().picture(tape, step, path, look)

    def film(
        self,
        tape: Tape,
        plan: FilmPlan,
        path: Path,
        look: Look,
        report: Callable[[float], bool],
    ) -> None:
        _drawing().film(tape, plan, path, look, report)

    def score_curves(
        self,
        kind: CurveKind,
        curves: Mapping[int, Any],
        names: Sequence[str],
        path: Path,
    ) -> None:
        _drawing().score_curves(kind, curves, names, path)


def main(argv: list[str] | None = None) -> int:
    """Open the window, or run a headless command.

    Returns
    -------
    int
        The exit status.
    """
    interrupted = signal.getsignal(signal.SIGINT)
    if interrupted is signal.default_int_handler:
        # Ctrl+C while modules are loaded: nothing is lost, nothing need be said.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for name in BLAS_THREADS:  # read when numpy is first imported
        os.environ.setdefault(name, "1")
    arguments = sys.argv[1:] if argv is None else argv
    if getattr(sys, "frozen", False) or arguments[:1] == ["-m"]:
        _serve_own_process(arguments)
    file = Path(arguments[0]) if len(arguments) == 1 else None
    if not arguments or (file and _is_named_as_file(file)):
        try:
            return _window(file)
        finally:
            signal.signal(signal.SIGINT, interrupted)
    from engine.cli.main import run
    from engine.cli.signals import ended_tidily

    with ended_tidily(interrupted):
        return run(arguments, _Draw())


def _serve_own_process(arguments: Sequence[str]) -> None:
    """Be Python for a process of our own, and end; else come back.

    A bundle has no other `sys.executable` than this program.
    """
    import multiprocessing

    multiprocessing.freeze_support()
    if list(arguments[:2]) == ["-m", COMPILING]:
        from engine.training.compiled.compiling_process import compile_for_parent

        compile_for_parent(arguments[2:])


def _is_named_as_file(file: Path) -> bool:
    """Tell a file, there or not, from a command or an option."""
    from engine.cli import COMMANDS

    word = str(file)
    if word in COMMANDS or word.startswith("-"):
        return False
    return file.exists() or bool(file.suffix) or len(file.parts) > 1


def _window(file: Path | None) -> int:
    fault = _screen_fault()
    if not fault:
        try:
            from gui.app import run
        except ImportError as error:
            fault = MISSING.format(error)
    if fault:
        from engine.errors import command

        without = f"`{command()} train DATA` works without a screen"
        print(f"perceptron-lab: {fault}; {without}", file=sys.stderr)
        return 2
    try:
        run(sys.argv[:1], file)
    except Exception as error:  # once the window is there, the window tells
        from engine.errors import command

        print(NOT_OPENED.format(_place(error), command()), file=sys.stderr)
        sys.stderr.flush()
        os._exit(1)  # half a window cannot be taken down safely


def _place(error: Exception) -> str:
    """Say what an error nobody expected is, and where in the program it arose."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    message = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{message}, in {frame.filename}:{frame.lineno}"


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
        if (plugin := _plugin()) is not None:
            ctypes.CDLL(str(plugin))
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return MISSING.format(str(error).partition(":")[0])
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    dead = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return DEAD_SCREEN.format(names("DISPLAY")) if dead else ""


def _plugin() -> Path | None:
    """Find Qt's library for X screens: what it needs, it needs at once."""
    spec = importlib.util.find_spec("PySide6")
    folders = (spec and spec.submodule_search_locations) or []
    inside = "Qt/plugins/platforms/libqxcb.so"
    return next(
        (p for folder in folders if (p := Path(folder, inside)).is_file()), None
    )


def _drawing() -> Draw:
    from engine.cli.signals import signals_noted
    from engine.errors import UserError

    try:
        with signals_noted():  # what is raised in PySide's own import is lost
            from gui.headless import Drawing
    except ImportError as error:
        raise UserError(
            f"plots need libraries that are missing ({error}): the line in the README "
            "that opens the window installs them, or names them"
        ) from None
    return Drawing()


if __name__ == "__main__":
    sys.exit(main())
