"""Work with a dialog: shown only if it takes long, and stopped by its button."""

from threading import Event

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from engine.errors import UserError
from gui.tasks import task as tasks
from gui.tasks.progress_dialog import TaskWithDialog


@pytest.fixture
def parent(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.fixture
def waits(monkeypatch):
    """What can be over at once is, however slow the machine is at the moment."""
    monkeypatch.setattr(tasks, "WAIT_SECONDS", 60.0)


@pytest.fixture
def make(parent):
    def make(**more):
        task = TaskWithDialog("Read", "Reading a file…", parent, **more)
        task.ends = []
        task.ended.connect(lambda *end: task.ends.append(end))
        return task

    return make


def press_cancel(task):
    task.dialog.show()
    QTest.mouseClick(task.dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)


def test_what_is_over_at_once_has_no_dialog(make, parent, waits):
    task = make()
    task.start(lambda _: "data", wait=True)
    assert task.ends == [("data", "")]
    assert not parent.findChildren(QProgressDialog)


def test_the_dialog_is_shown_when_it_takes_long_and_says_how_far_it_is(make, qtbot):
    task, go_on = make(), Event()
    task.start(lambda control: control.report(0.42) and go_on.wait(150) and "data")
    assert not task.dialog.isVisible()
    qtbot.waitUntil(lambda: task.dialog.isVisible())
    qtbot.waitUntil(lambda: task.dialog.value() == 42)
    assert task.dialog.labelText() == "Reading a file…  42 %"
    go_on.set()
    qtbot.waitUntil(lambda: task.ends == [("data", "")])
    assert task.dialog is None


def test_the_button_leaves_alone_what_has_nothing_to_tidy_up(make, qtbot):
    task, begun, go_on, stopped = make(), Event(), Event(), []

    def work(control):
        begun.set()
        assert go_on.wait(150)
        stopped.append(control.cancelled())
        return "data"

    task.start(work)
    assert begun.wait(150)
    press_cancel(task)
    assert task.ends == [(None, "")]
    assert task.dialog is None
    go_on.set()
    qtbot.waitUntil(lambda: stopped == [True])
    QTest.qWait(2 * tasks.INTERVAL_MS)
    assert task.ends == [(None, "")]


@pytest.mark.parametrize("result", [None, "written after all"])
def test_the_button_waits_for_what_tidies_up(make, qtbot, result):
    task, begun, go_on = make(tidies_up=True), Event(), Event()
    task.start(lambda _: begun.set() or (go_on.wait(150) and result))
    assert begun.wait(150)
    press_cancel(task)
    assert not task.ends
    assert not task.dialog.isVisible()
    go_on.set()
    qtbot.waitUntil(lambda: bool(task.ends))
    assert task.ends == [(result, "")]


def test_dropped_it_says_nothing_and_the_dialog_is_gone(make):
    task = make()
    task.start(lambda control: [None for _ in iter(lambda: control.report(0), False)])
    task.close()
    assert task.dialog is None
    assert not task.alive
    assert not task.ends


def test_a_caller_waits_while_the_window_lives(make):
    task, seen, go_on = make(tidies_up=True), [], Event()

    def look():
        seen.append(task.dialog)
        go_on.set()

    QTimer.singleShot(0, look)
    assert task.run(lambda _: go_on.wait(150) and 7) == (7, "")
    assert isinstance(seen[0], QProgressDialog)


def test_a_caller_need_not_wait_for_what_is_over_at_once(make, waits):
    def work(_):
        raise UserError("no space left")

    assert make().run(work) == (None, "no space left")
    assert make().run(lambda _: 1, trouble="not needed") == (1, "")
