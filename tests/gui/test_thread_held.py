"""The window's thread computes nothing that takes long, whatever is opened."""

import threading

import pytest

from engine.lessons import state
from engine.lessons.lesson_files import LessonFiles, read_files
from engine.lessons.state import LessonState
from gui.lessons.contents import OURS
from gui.tasks import task

MAIN = threading.main_thread()


class Gate:
    """Notes in which threads something is called, and keeps it waiting there."""

    def __init__(self):
        self.threads, self._opened = [], threading.Event()

    def watch(self, monkeypatch, owner, name):
        """Have calls of this function noted; in other threads they wait."""
        act = getattr(owner, name)

        def watched(*args, **kwargs):
            thread = threading.current_thread()
            self.threads.append(thread)
            if thread is not MAIN:
                assert self._opened.wait(60)
            return act(*args, **kwargs)

        monkeypatch.setattr(owner, name, watched)

    def open(self):
        self._opened.set()


@pytest.fixture
def gate():
    gate = Gate()
    yield gate
    gate.open()


@pytest.fixture
def lessons(window, hand):
    window.open_lessons()
    yield window.lessons.view
    window.lessons.view.page.player.leave()


@pytest.fixture
def slow_states(monkeypatch, gate):
    """Let every state of a lesson be one that takes long."""
    monkeypatch.setattr(state, "AT_ONCE", 0)
    monkeypatch.setattr(task, "PATIENCE", 0)
    gate.watch(monkeypatch, LessonState, "saved")
    return gate


def test_the_state_of_a_page_is_made_beside(lessons, hand, slow_states, qtbot):
    hand.draw_two_classes()
    own = hand.session.data
    lessons.open(read_files(OURS / "one-mistake"), 0)
    qtbot.waitUntil(lambda: bool(slow_states.threads))
    qtbot.wait(0)
    assert hand.session.data is own  # what is there stays until it is made
    slow_states.open()
    qtbot.waitUntil(lambda: lessons.page.player.lesson is not None)
    hand.recorded()
    begun = hand.session.data.n_samples
    hand.click(1, 1)
    lessons.page.task.again_button.click()
    qtbot.waitUntil(lambda: hand.session.data.n_samples == begun)
    assert MAIN not in slow_states.threads


def test_the_lesson_opened_last_wins(lessons, hand, slow_states, qtbot):
    player = lessons.page.player
    for name in ("separable-or-not", "one-mistake"):
        lessons.open(read_files(OURS / name), 0)
    qtbot.waitUntil(lambda: bool(slow_states.threads))
    slow_states.open()
    qtbot.waitUntil(lambda: player.lesson is not None)
    qtbot.wait(50)
    hand.recorded()
    assert player.files.name == "one-mistake"


def test_who_does_not_wait_stays_where_he_is(window, lessons, hand, slow_states, qtbot):
    hand.draw_two_classes()
    own = hand.session.data
    lessons.open(read_files(OURS / "one-mistake"), 0)
    qtbot.waitUntil(lambda: bool(slow_states.threads))
    lessons.close_task()
    slow_states.open()
    qtbot.wait(50)
    assert hand.session.data is own
    assert lessons.page.player.lesson is None


def test_a_state_that_cannot_be_made_is_told(window, lessons, monkeypatch, qtbot):
    monkeypatch.setattr(state, "AT_ONCE", 0)
    text = "---\ntitle: T\n---\n\n# P\n\n```state\nsession: none.plab\n```\n"
    files = LessonFiles(OURS / "none", {"lesson.md": text.encode()})
    lessons.open(files, 0)
    said = window.statusBar().currentMessage
    qtbot.waitUntil(lambda: "has no file “none.plab”" in said())
    assert lessons.currentIndex() == 1
