"""Threads that work beside a window."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

BEHIND = 5
"""By how much a thread is nicer: of a core that two want it has a quarter."""


def give_way() -> None:
    """Let the thread that calls this stand behind others that want the processor.

    Once for all, and where the system knows priorities of threads: under Linux.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            nice = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, nice + BEHIND)
