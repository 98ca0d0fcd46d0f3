"""Work in a thread with a clock of its own: the newest, in time, again if it fails."""

import threading
import time

from engine.errors import UserError
from gui.tasks.thread_throttle import ThreadThrottle

PATIENCE = 60.0


def waited_for(state):
    given_up = time.monotonic() + PATIENCE
    while not state():
        assert time.monotonic() < given_up
        time.sleep(0.001)


def test_of_what_is_asked_for_in_the_meantime_only_the_newest_is_done():
    done, begun, may_go_on = [], threading.Event(), threading.Event()

    def first():
        begun.set()
        assert may_go_on.wait(PATIENCE)
        done.append(1)

    throttle = ThreadThrottle("work", "trouble", done.append)
    throttle.request(first, 0.0)
    assert begun.wait(PATIENCE)
    for number in (2, 3, 4):
        throttle.request(lambda number=number: done.append(number), 0.0)
    may_go_on.set()
    waited_for(lambda: done == [1, 4])
    throttle.request(lambda: done.append(5), 0.0)
    waited_for(lambda: done == [1, 4, 5])


def test_what_replaces_is_done_when_what_it_replaces_was_due():
    done = []
    throttle = ThreadThrottle("work", "trouble", done.append)
    throttle.request(lambda: done.append(1), 1000.0)
    throttle.request(lambda: done.append(2), 0.0)
    waited_for(lambda: done == [2])
    throttle.request(lambda: done.append(3), 0.3)
    throttle.request(lambda: done.append(4), 1000.0)
    waited_for(lambda: done == [2, 4])


def test_what_fails_is_told_and_tried_again():
    messages, tried = [], []

    def work():
        tried.append(1)
        if len(tried) < 3:
            raise UserError("the disk is full")

    throttle = ThreadThrottle("work", "trouble", messages.append)
    throttle.request(work, 0.001)
    waited_for(lambda: len(tried) == 3)
    throttle.drop()
    assert messages == ["the disk is full"] * 2


def test_what_is_dropped_is_not_tried_again_and_what_runs_is_waited_for():
    messages, tried, begun = [], [], threading.Event()

    def work():
        begun.set()
        time.sleep(0.05)
        tried.append(1)
        raise OSError("no disk")

    throttle = ThreadThrottle("work", "trouble", messages.append)
    throttle.request(work, 0.0)
    assert begun.wait(PATIENCE)
    throttle.drop()
    assert tried == [1]
    assert messages == ["trouble: OSError('no disk')"]
    throttle.request(lambda: tried.append(2), 1000.0)
    throttle.drop()
    assert not [thread for thread in threading.enumerate() if thread.name == "work"]
    assert tried == [1]
