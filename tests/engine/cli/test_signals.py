"""Signals: what is noted acts afterwards; what ends a command is put back."""

import signal
import sys
from contextlib import suppress

import pytest

import main
from engine import Recipe
from engine.cli.signals import ended_tidily, signals_noted
from engine.data.lecture_examples import separable
from engine.export.session_file import SavedSession, write_session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


class Ended(Exception):
    pass


def end(number, _):
    raise Ended(number)


@pytest.fixture(autouse=True)
def as_from_a_terminal():
    """Let no signal be ignored, as they are where tests run in the background."""
    usual = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, usual[number]) for number in usual}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


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


def test_a_signal_is_not_lost_while_qt_is_loaded(tmp_path, monkeypatch, capsys):
    """PySide makes its names when they are asked for, and loses what is raised then."""

    class Interrupting:
        def find_spec(self, name, *_):
            if name == "gui.headless":
                with suppress(KeyboardInterrupt):
                    signal.raise_signal(signal.SIGINT)

    monkeypatch.delitem(sys.modules, "gui.headless", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    session, picture = tmp_path / "s.plab", tmp_path / "p.png"
    write_session(session, SavedSession(separable(), Recipe(epochs=1), 0))
    assert main.main(["render", str(session), "--out", str(picture)]) == 130
    assert capsys.readouterr().err == "perceptron-lab: interrupted\n"
    assert not picture.exists()


def test_a_signal_while_modules_are_loaded_interrupts(monkeypatch, capsys):
    class Named:
        def __set_name__(self, *_):
            signal.raise_signal(signal.SIGINT)

    def load():
        type("Loaded", (), {"named": Named()})

    monkeypatch.setattr("engine.cli.main.build_parser", load)
    assert main.main(["learners"]) == 130
    assert capsys.readouterr().err == "perceptron-lab: interrupted\n"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_what_ends_a_command_and_is_lost_comes_again(name):
    number, before = getattr(signal, name), signal.getsignal(signal.SIGALRM)
    try:
        with ended_tidily(signal.default_int_handler):
            for came in (number, signal.SIGALRM):
                with pytest.raises((SystemExit, KeyboardInterrupt)) as ended:
                    signal.raise_signal(came)
                by_key = name == "SIGINT"
                assert ended.value.args == (() if by_key else (128 + number,))
            assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
        assert signal.getsignal(signal.SIGALRM) is before
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_command_without_a_signal_leaves_the_alarm_of_others():
    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(60)
    try:
        with ended_tidily(signal.default_int_handler):
            pass
        assert signal.alarm(0) > 0
        assert signal.getsignal(signal.SIGALRM) is end
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(("words", "status"), [(["learners"], 0), ([], 2)])
def test_what_has_ended_puts_the_handlers_back(monkeypatch, capsys, words, status):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    assert main.main(words) == status
    assert [signal.getsignal(number) for number in numbers] == before
