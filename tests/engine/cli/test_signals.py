"""Signals: what is noted acts afterwards; what ends a command is put back."""

import signal
import sys

import pytest

import main
from engine.cli.signals import signals_noted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


class Ended(Exception):
    pass


def end(number, _):
    raise Ended(number)


@pytest.fixture
def ending():
    """Let each of the signals end what goes on by an exception."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, end) for number in numbers}
    yield numbers
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_signal_waits_for_what_it_must_not_interrupt(ending):
    for number in ending:
        done = []
        with pytest.raises(Ended) as ended, signals_noted():
            signal.raise_signal(number)
            done.append(number)
        assert ended.value.args == (number,)
        assert done == [number]
        assert signal.getsignal(number) is end


def test_of_several_signals_the_first_acts_also_after_an_error(ending):
    with pytest.raises(Ended) as ended, signals_noted():
        signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGTERM)
        raise ValueError("a picture could not be drawn")
    assert ended.value.args == (signal.SIGHUP,)


def test_what_is_ignored_stays_so():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_noted():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_command_puts_the_handlers_back(capsys):
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    assert main.main(["learners"]) == 0
    assert [signal.getsignal(number) for number in numbers] == before
