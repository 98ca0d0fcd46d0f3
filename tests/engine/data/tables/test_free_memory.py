"""How much memory is free: what Linux, a container and the shell say of it."""

import os
import sys

import pytest

from engine.data.tables import free_memory as room
from engine.data.tables.free_memory import free_memory

V2 = "sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current"
V1 = (
    "sys/fs/cgroup/memory/memory.limit_in_bytes",
    "sys/fs/cgroup/memory/memory.usage_in_bytes",
)


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Let a folder be the system that tells of itself."""
    monkeypatch.setattr(room, "SYSTEM", tmp_path)

    def tell(name, text):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    return tell


def test_what_is_available_is_free(system):
    system("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 5 kB\nMemAvailable: 2000 kB\n")
    assert free_memory() == 2000 * 1024


@pytest.mark.parametrize(("limit", "used"), [V1, V2])
def test_a_container_leaves_less(system, limit, used):
    system("proc/meminfo", "MemAvailable: 2000 kB\n")
    system(used, "300\n")
    system(limit, "1000\n")
    assert free_memory() == 700
    system(limit, "200\n")
    assert free_memory() == 0
    system(limit, "max\n" if limit == V2[0] else "9223372036854771712\n")
    assert free_memory() == 2000 * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux tells")
def test_a_limit_of_the_shell_leaves_less(system, monkeypatch):
    import resource

    page = os.sysconf("SC_PAGE_SIZE")
    system("proc/meminfo", "MemAvailable: 2000 kB\n")
    system("proc/self/statm", "10 5 3 0 0 0 0\n")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (25 * page, -1))
    assert free_memory() == 15 * page


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="nothing tells it here")
def test_half_of_the_memory_is_free_where_nothing_is_said(system, monkeypatch):
    size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert free_memory() == size // 2
    monkeypatch.delattr(os, "sysconf")
    assert free_memory() == 4 * 2**30
