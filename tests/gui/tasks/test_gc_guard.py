"""Garbage is collected in the GUI's thread, whoever makes it."""

import gc
import sys
import threading

import pytest
from PySide6.QtCore import QObject

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
    qtbot.waitUntil(lambda: bool(ends), timeout=20_000)
    assert ends == [threading.main_thread()]


def test_what_a_library_brings_is_not_looked_at_again(guard, monkeypatch):
    brought = [[i] for i in range(1000)]
    assert any(one is brought for one in gc.get_objects())
    for i in range(LIBRARY):
        monkeypatch.setitem(sys.modules, f"a_library.part_{i}", gc)
    guard.collect()
    assert not any(one is brought for one in gc.get_objects())
