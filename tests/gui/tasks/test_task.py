"""Work in a thread: what is heard of it, and when it is over."""

import os
import sys
import threading
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest

from engine.errors import Cancelled, UserError
from gui.tasks import task as tasks
from gui.tasks.task import Task


class Heard:
    """What a task says."""

    def __init__(self, task):
        self.progress, self.ends = [], []
        task.progressed.connect(self.progress.append)
        task.ended.connect(lambda *end: self.ends.append(end))


@pytest.fixture
def task(qapp):
    task = Task("a task")
    yield task
    task.close()


@pytest.fixture
def heard(task):
    return Heard(task)


def over(task, qtbot):
    qtbot.waitUntil(lambda: not task.running)


def test_the_result_comes_in_the_thread_of_the_gui(task, heard, qtbot):
    threads = []
    task.ended.connect(lambda *_: threads.append(threading.current_thread()))
    task.start(lambda _: threads.append(threading.current_thread()) or 42)
    assert task.running
    over(task, qtbot)
    assert heard.ends == [(42, "")]
    worker, gui = threads
    assert worker.name == "a task"
    assert gui is threading.main_thread()


def niceness(*_):
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="all threads are equal")
def test_work_gives_way_to_the_window(task, heard, qtbot):
    task.start(niceness)
    over(task, qtbot)
    assert heard.ends[0][0] > niceness()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (UserError("line 3: no number"), "line 3: no number"),
        (
            MemoryError(),
            "it went wrong: there is not enough memory for it: "
            "take fewer samples or features",
        ),
        (KeyError("x"), "it went wrong: KeyError('x')"),
        (Cancelled(), ""),
    ],
)
def test_an_error_is_a_sentence(task, heard, qtbot, error, sentence):
    def work(_):
        raise error

    task.start(work, trouble="it went wrong")
    over(task, qtbot)
    assert heard.ends == [(None, sentence)]


def test_what_is_over_at_once_has_ended_when_start_returns(task, heard, monkeypatch):
    monkeypatch.setattr(tasks, "WAIT_SECONDS", 60.0)
    task.start(lambda _: "there", wait=True)
    assert heard.ends == [("there", "")]
    assert not task.running


def test_cancelled_work_ends_with_what_it_has(task, heard, qtbot):
    begun = Event()

    def work(control):
        begun.set()
        while control.report(1):
            pass
        assert control.cancelled()
        return "half"

    task.start(work)
    assert begun.wait(150)
    task.cancel()
    assert task.running
    over(task, qtbot)
    assert heard.ends == [("half", "")]


def test_the_last_report_is_heard_before_the_end(task, heard, qtbot):
    def work(control):
        for i in range(100_000):
            control.report(i)
        return "done"

    order = []
    task.progressed.connect(lambda _: order.append("progressed"))
    task.ended.connect(lambda *_: order.append("ended"))
    task.start(work)
    over(task, qtbot)
    assert heard.progress[-1] == 99_999
    assert heard.progress == sorted(heard.progress)
    assert len(heard.progress) < 1000, "nothing is emitted per report"
    assert order[-1] == "ended"
    assert order.count("ended") == 1


def test_what_was_dropped_is_not_heard(task, heard, qtbot):
    go_on = Event()
    task.start(lambda control: control.report("old") and go_on.wait(150))
    task.drop()
    assert not task.running
    assert task.alive
    go_on.set()
    qtbot.waitUntil(lambda: not task.alive)
    QCoreApplication.processEvents()
    assert heard.ends == heard.progress == []


def test_one_thread_works_at_a_time_and_what_is_outdated_by_then_never_begins(
    task, heard, qtbot
):
    go_on, done = Event(), []

    def work(name):
        return lambda _: done.append(name) or (name != "first" or go_on.wait(150))

    task.start(work("first"))
    qtbot.waitUntil(lambda: done == ["first"])
    for name in ("second", "third"):
        task.start(work(name))
    go_on.set()
    over(task, qtbot)
    assert done == ["first", "third"]
    assert heard.ends == [(True, "")]


def test_dropping_at_progress_ends_it(task, heard, qtbot):
    task.progressed.connect(lambda _: task.drop())
    task.start(lambda control: control.report(1))
    over(task, qtbot)
    assert heard.progress == [1]
    assert heard.ends == []


def test_another_can_be_started_when_one_ends(task, heard, qtbot):
    task.ended.connect(lambda n, _: n < 3 and task.start(lambda _: n + 1))
    task.start(lambda _: 0)
    qtbot.waitUntil(lambda: len(heard.ends) == 4)
    assert [n for n, _ in heard.ends] == [0, 1, 2, 3]


def test_closing_waits_for_every_thread(task, heard):
    begun, ended, first = [], [], Event()

    def work(control):
        begun.append(1)
        first.set()
        while not control.cancelled():
            pass
        ended.append(1)

    task.start(work)
    assert first.wait(150)
    task.start(work)
    task.close()
    assert not task.alive
    assert len(begun) == len(ended) >= 1
    assert heard.ends == []


def test_a_task_may_be_gone_before_its_thread(qtbot):
    begun, go_on, left = Event(), Event(), []

    def work(control):
        begun.set()
        assert go_on.wait(150)
        left.append(control.report(1))

    task = Task("left alone")
    task.start(work)
    assert begun.wait(150)
    task.drop()
    task.deleteLater()
    del task
    go_on.set()
    qtbot.waitUntil(lambda: left == [False])


def test_begun_later_it_begins_once_and_with_what_is_asked_for_then(task, heard, qtbot):
    asked = []

    def begin():
        newest = asked[-1]
        task.start(lambda _: newest)

    for n in range(5):
        asked.append(n)
        task.start_later(begin, 30)
    assert task.pending
    assert not task.running
    asked.append("newest")
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends == [("newest", "")]
    assert not task.pending


def test_what_runs_is_dropped_when_something_is_to_begin_later(task, heard, qtbot):
    go_on = Event()
    task.start(lambda _: go_on.wait(150))
    task.start_later(lambda: task.start(lambda _: "later"), 1)
    assert not task.running
    go_on.set()
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends == [("later", "")]


@pytest.mark.parametrize(("stop", "ends"), [("drop", []), ("cancel", [(None, "")])])
def test_what_is_to_begin_later_can_be_stopped(task, heard, stop, ends):
    task.start_later(lambda: task.start(lambda _: "too late"), 1)
    getattr(task, stop)()
    assert not task.pending
    QTest.qWait(20)
    assert heard.ends == ends


STEPS = st.lists(st.sampled_from(["start", "drop", "cancel", "look"]), max_size=12)


@settings(max_examples=30, deadline=None)
@given(steps=STEPS)
def test_only_the_newest_is_ever_heard(qapp, steps):
    task, ends = Task("steps"), []
    wanted = number = 0
    task.ended.connect(lambda result, _: ends.append((result, wanted)))
    for step in steps:
        if step == "start":
            wanted = number = number + 1
            task.start(lambda _, n=number: n)
        elif step == "drop":
            wanted = 0
            task.drop()
        elif step == "cancel":
            task.cancel()
        else:
            QTest.qWait(1)
    while task.running:
        QTest.qWait(5)
    assert all(result in (None, newest) for result, newest in ends)
    newest = [newest for _, newest in ends]
    assert newest == sorted(set(newest)), "each ends once, and none that was dropped"
    assert (wanted in newest) == (wanted > 0)
    task.close()


@pytest.fixture
def latest(qapp):
    task = Task("latest")
    yield task
    task.close()


@pytest.mark.parametrize("quick", [True, False])
def test_the_latest_request_is_answered_and_what_came_between_is_skipped(
    latest, qtbot, quick
):
    heard, computed = Heard(latest), []
    for i in range(50):
        latest.request(lambda _, i=i: computed.append(i) or i, quick=quick)
    qtbot.waitUntil(lambda: (49, "") in heard.ends)
    assert computed == [0, 49]
    assert heard.ends == [(0, ""), (49, "")]


def test_what_runs_is_answered_though_there_is_a_later_request(latest, qtbot):
    heard, go_on = Heard(latest), Event()
    latest.request(lambda _: go_on.wait(150) and "first", quick=False)
    latest.request(lambda _: "second", quick=False)
    go_on.set()
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert heard.ends == [("first", ""), ("second", "")]


@pytest.mark.parametrize("quick", [True, False])
def test_an_error_answers_a_request_too(latest, qtbot, quick):
    heard = Heard(latest)

    def fail(_):
        raise UserError("no samples")

    latest.request(fail, quick=quick)
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends == [(None, "no samples")]


def test_dropped_requests_are_not_answered(latest, qtbot):
    heard = Heard(latest)
    latest.request(lambda _: 1, quick=True)
    latest.request(lambda _: 2, quick=True)
    latest.drop()
    latest.request(lambda _: 3, quick=True)
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert heard.ends == [(1, ""), (3, "")]
