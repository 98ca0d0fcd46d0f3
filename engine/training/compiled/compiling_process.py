"""A process that compiles a loop beside this one, and leaves it in the cache folder.

The compiler is Python too, and would take turns with the window.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine.training.compiled import compile_cache

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.training.compiled.compiler import Loop

MODULE = "engine.training.compiled.compiling_process"
LOOK_SECONDS = 0.02
"""Seconds between two looks at the process that compiles."""

_turns = threading.Semaphore(max(1, (os.cpu_count() or 1) - 1))
"""Processes that may compile at a time: one core is left to the window."""


def compiled_beside(loop: Loop) -> bool:
    """Let a process compile a loop that is not kept, and wait for it.

    Returns
    -------
    bool
        False where this program has come to its end meanwhile: the process ends with
        it. True also where the process failed: then it is to be compiled here.
    """
    if compile_cache.is_kept(loop.entry) or not compile_cache.can_keep():
        return True
    while not _turns.acquire(timeout=LOOK_SECONDS):
        if not threading.main_thread().is_alive():
            return False
    try:
        if compile_cache.is_kept(loop.entry):
            return True
        with _compiling(loop) as process:
            while process.poll() is None:
                if not threading.main_thread().is_alive():
                    return False
                time.sleep(LOOK_SECONDS)
    except OSError:
        return True
    finally:
        _turns.release()
    return True


def compile_for_parent(words: Sequence[str]) -> NoReturn:
    """Compile a loop, as the process that `compiled_beside` starts, and end.

    What nobody writes to ends with the one who asked, whatever ends that.

    Parameters
    ----------
    words : sequence of str
        The loop, as `Loop.as_words` writes it.
    """
    from engine.training.compiled.compiler import Loop, compiled

    def end_with_parent() -> None:
        os._exit(bool(sys.stdin.read()))

    threading.Thread(target=end_with_parent, daemon=True).start()
    compiled(Loop.of_words(words))
    os._exit(0)


def _compiling(loop: Loop) -> subprocess.Popen[bytes]:
    """Start the process: ``main.py`` takes the same words, where it is the Python."""
    none = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", MODULE, *loop.as_words()],
        stdin=subprocess.PIPE, stdout=none, stderr=none,
        cwd=Path(__file__).parents[3],
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip


if __name__ == "__main__":
    compile_for_parent(sys.argv[1:])
