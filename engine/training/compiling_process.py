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
from typing import TYPE_CHECKING

from engine.training import compile_cache

if TYPE_CHECKING:
    from engine.training.compiler import Loop

LOOK = 0.02
"""Seconds between two looks at the process that compiles."""

IN_A_PROCESS = """
import os, sys, threading
threading.Thread(target=lambda: os._exit(bool(sys.stdin.read())), daemon=True).start()
sys.path.insert(0, sys.argv[1])
from engine.training.compiler import Loop, compiled
compiled(Loop.of_words(sys.argv[2:]))
os._exit(0)
"""
"""What nobody writes to ends with the one who asked, whatever ends that."""

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
    if not compile_cache.can_keep() or getattr(sys, "frozen", False):
        return True
    while not _turns.acquire(timeout=LOOK):
        if not threading.main_thread().is_alive():
            return False
    try:
        if compile_cache.is_kept(loop.entry):
            return True
        with _compiling(loop) as process:
            while process.poll() is None:
                if not threading.main_thread().is_alive():
                    return False
                time.sleep(LOOK)
    except OSError:
        return True
    finally:
        _turns.release()
    return True


def _compiling(loop: Loop) -> subprocess.Popen[bytes]:
    root = str(Path(__file__).parents[2])
    none = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-c", IN_A_PROCESS, root, *loop.as_words()],
        stdin=subprocess.PIPE, stdout=none, stderr=none,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
