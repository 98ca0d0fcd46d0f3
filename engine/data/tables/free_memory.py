"""How much memory this program can still take, so that no table takes more."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

SYSTEM = Path("/")
"""Under which Linux tells of itself."""
USUAL = 8 * 2**30
"""Bytes of memory of a computer that does not tell."""
_CONTAINERS = (
    ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current"),
    (
        "sys/fs/cgroup/memory/memory.limit_in_bytes",
        "sys/fs/cgroup/memory/memory.usage_in_bytes",
    ),
)


def free_memory() -> int:
    """Give how many bytes can be taken without the system having to swap or to kill.

    What the system says is available, but no more than is left of the limits of a
    container and of the shell; where nothing is said, half of the memory.
    """
    left = [_available()]
    for limit, used in _CONTAINERS:
        with suppress(OSError, ValueError):  # no container, or "max"
            left.append(_number(limit) - _number(used))
    with suppress(ImportError, OSError, ValueError):
        import resource

        limit_of_shell = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit_of_shell != resource.RLIM_INFINITY:
            left.append(limit_of_shell - _number("proc/self/statm") * _page())
    return max(min(left), 0)


def _available() -> int:
    with suppress(OSError, ValueError, StopIteration):
        lines = (SYSTEM / "proc/meminfo").read_text().splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return int(line.split()[1]) * 1024
    try:
        return _page() * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return USUAL // 2


def _page() -> int:
    return os.sysconf("SC_PAGE_SIZE")


def _number(name: str) -> int:
    return int((SYSTEM / name).read_text().split()[0])
