"""Garbage is collected in the GUI's thread, whoever makes it."""

import gc
import os
import platform
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QObject, QTimer

from gui.tasks.gc_guard import LIBRARY, GcGuard


@pytest.fixture
def guard(qapp):
    yield GcGuard(qapp)
    gc.unfreeze()


class Cycle(QObject):
    def __init__(self, ends):
        super().__init__()
        self.itself, self._ends = self, ends

    def __del__(self):
        self._ends.append(threading.current_thread())


def test_another_thread_does_not_collect_it(guard, qtbot):
    ends, kept = [], []
    Cycle(ends)
    thread = threading.Thread(target=lambda: kept.extend([i] for i in range(20_000)))
    thread.start()
    thread.join()
    assert not ends
    qtbot.waitUntil(lambda: bool(ends))
    assert ends == [threading.main_thread()]


def test_all_is_collected_when_the_window_comes_to_rest(guard, request):
    request.addfinalizer(partial(gc.set_threshold, *gc.get_threshold()))
    gc.set_threshold(10**9, 10**9, 10**9)  # nothing is ever due
    loop = QEventLoop()

    class Ends(list):
        def append(self, thread):
            loop.quit()

    Cycle(Ends())
    assert not gc.isenabled()
    QTimer(loop, interval=60_000, timeout=lambda: loop.exit(1)).start()
    assert loop.exec() == 0


@pytest.fixture
def library(monkeypatch):
    for i in range(LIBRARY):
        monkeypatch.setitem(sys.modules, f"a_library.part_{i}", gc)


def test_what_a_library_brings_is_not_looked_at_again(guard, library):
    brought = [[i] for i in range(1000)]
    assert any(instance is brought for instance in gc.get_objects())
    guard.collect()
    assert not any(instance is brought for instance in gc.get_objects())


def test_what_is_garbage_when_a_library_comes_is_collected(guard, library):
    ends = []
    Cycle(ends)
    guard.collect()
    assert ends


def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="of glibc's memory")
def test_memory_between_what_stays_is_given_back(guard, request):
    request.addfinalizer(partial(gc.set_threshold, *gc.get_threshold()))
    free = [b"x" * 2**16 for _ in range(1000)]
    kept = free[::50]
    del free
    before = resident()
    gc.set_threshold(700, 10, -1)  # the oldest are due
    guard.collect()
    assert before - resident() > 2**25
    assert kept
