"""The window as a person has it, with settings that are thrown away."""

import re
import threading
from functools import partial

import pytest
from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QEvent,
    QEventLoop,
    QPoint,
    QPointF,
    QSettings,
    Qt,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QEnterEvent,
    QGuiApplication,
    QMouseEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from engine.training import kernel_runner
from engine.training.compiled import compile_cache, compiler, tiered_loops
from engine.training.compiled.tiered_loops import TieredLoop, run_loop
from gui.app import make_app
from tests.gui.window_keeper import WindowKeeper

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
TIMEOUT = 30_000
"""Milliseconds after which a test gives up: no machine is as slow as that."""
TURNS = 50
"""The most turns of the event loop after a time waited for: something may play."""


POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def plain_numbers(text):
    """Write the numbers of a text as Python does: −1.5·10⁻⁷ as -1.5e-7."""
    powers = re.compile(r"·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
    text = powers.sub(lambda power: f"e{power[1].translate(POWERS)}", text)
    return text.replace("−", "-")


class PatientBot(QtBot):
    """Waits for as long as a slow machine needs."""

    def wait(self, ms):
        """Wait so long, and until nothing is left of what is to be done by then."""
        super().wait(ms)
        settle()

    def waitUntil(self, callback, *, timeout=TIMEOUT):
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=TIMEOUT, **more):
        return super().waitSignal(signal, timeout=timeout, **more)


def settle():
    """Let happen what follows at once from what was done, and what follows then."""
    every = QEventLoop.ProcessEventsFlag.AllEvents
    dispatcher = QAbstractEventDispatcher.instance()
    for _ in range(TURNS):
        if not dispatcher.processEvents(every):
            break


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


@pytest.fixture(scope="session")
def qapp_cls():
    return _Maker


class _Maker:
    """Lets pytest-qt make the application as the program does."""

    def __new__(cls, args):
        return make_app(args)


def switch(canvas, key):
    """Give the line of the menu Layers that is remembered under a key."""
    return canvas.findChild(QAction, key)


def tool_action(canvas, name):
    """Give what chooses the tool of a name."""
    return next(action for action in canvas.tool_actions if action.data() == name)


def chosen_tool(canvas):
    """Name the tool that is chosen."""
    return next(action.data() for action in canvas.tool_actions if action.isChecked())


class User:
    """A person with mouse and keyboard."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot
        self.session = window.session
        self.plot = window.canvas.plot

    def at(self, x, y):
        scene = self.plot.view.mapViewToScene(self.plot_point(x, y))
        return self.plot.mapFromScene(scene)

    @staticmethod
    def plot_point(x, y):
        return QPointF(x, y)

    def click(self, x, y, button=LEFT):
        QTest.mouseClick(self.plot.viewport(), button, pos=self.at(x, y))

    def drag(self, start, end, button=LEFT, moves=8):
        port = self.plot.viewport()
        a, b = self.at(*start), self.at(*end)
        QTest.mousePress(port, button, pos=a)
        for i in range(1, moves + 1):
            way = QPoint(round((b.x() - a.x()) * i / moves), 0)
            way.setY(round((b.y() - a.y()) * i / moves))
            move_mouse(port, a + way, button)
        QTest.mouseRelease(port, button, pos=b)

    def key(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.window, key, modifier)

    def recorded(self):
        """Wait until the run of the present data and recipe is on screen."""
        s = self.session
        self.qtbot.waitUntil(
            lambda: (
                s.tape is not None
                and s.tape.data is s.data
                and s.tape.recipe == s.recipe
                and s.tape.finished
                and s.idle
            ),
        )

    def enter_lecture(self, size):
        """Fill a screen of this size; that of a test has another one."""
        self.key(Qt.Key.Key_F11)
        assert self.window.isFullScreen()
        screen = self.window.screen().size()
        self.qtbot.waitUntil(lambda: self.window.size() == screen)
        self.window.showNormal()
        self.window.resize(*size)

    def draw_two_classes(self):
        for x, y in ((-2, -1), (-1, -2), (-2.5, 0.5), (-1, -0.5)):
            self.click(x, y)
        for x, y in ((2, 1), (1, 2), (2.5, -0.5), (0.5, 1)):
            self.click(x, y, RIGHT)
        self.recorded()


def bring_mouse(card):
    """As when the mouse comes over a card: its buttons are there then."""
    place = QPointF(card.rect().center())
    at = QPointF(card.mapToGlobal(card.rect().center()))
    QApplication.sendEvent(card, QEnterEvent(place, place, at))


def move_mouse(port, place, button, modifiers=Qt.KeyboardModifier.NoModifier):
    # QTest.mouseMove sends no buttons.
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(port.mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        button,
        modifiers,
    )
    QApplication.sendEvent(port, event)


@pytest.fixture(scope="session", autouse=True)
def settings_of_the_tests(tmp_path_factory):
    """Leave those of the person who runs the tests alone."""
    ini, home = QSettings.Format.IniFormat, tmp_path_factory.mktemp("settings")
    QSettings.setDefaultFormat(ini)
    QSettings.setPath(ini, QSettings.Scope.UserScope, str(home))


@pytest.fixture(scope="session", autouse=True)
def perceptron_compiled():
    """As on a machine where the program has run before."""
    run_loop("perceptron").compiled()


@pytest.fixture(autouse=True)
def threads_over():
    """Let no work go on into the next test: what is closed stops, but is not joined."""
    yield
    compiling = ("compiler of", "keeper of")
    for thread in threading.enumerate():
        left = thread.daemon or thread.name.startswith(compiling)
        if not left and thread is not threading.main_thread():
            thread.join(60)


@pytest.fixture
def uncompiled(monkeypatch):
    """Let no learner be compiled until a sign, and then in no time; tell which are.

    What is given as compiled is interpreted: it comes to the same.
    """
    gate, begun, loops = threading.Event(), [], {}

    def late(loop):
        begun.append(loop.learner)
        assert gate.wait(150)
        return compiler.interpreted(loop)

    def fresh(learner, *, plain=True):
        loop = compiler.Loop("run", learner, plain)
        return loops.get(loop) or loops.setdefault(loop, TieredLoop(loop))

    monkeypatch.setattr(compiler, "compiled", late)
    monkeypatch.setattr(compile_cache, "is_kept", lambda entry: True)
    monkeypatch.setattr(tiered_loops, "run_loop", fresh)
    monkeypatch.setattr(kernel_runner, "run_loop", fresh)
    yield gate, begun
    gate.set()


KEEPER = WindowKeeper(settle)


def pytest_collection_modifyitems(items):
    """Let those that want the window come last, one after the other: it is kept."""
    items.sort(key=lambda item: "window" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Keep the window for the next test, if that wants one, too."""
    KEEPER.wanted = "window" in getattr(nextitem, "fixturenames", ())
    done = yield
    if not KEEPER.wanted:
        KEEPER.close()
    return done


def pytest_sessionfinish():
    """Close the window where the tests were broken off."""
    KEEPER.close()


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    """Have the next window live where the test lays something in its way."""
    KEEPER.close()
    monkeypatch.setattr(KEEPER, "home", tmp_path)
    return tmp_path


@pytest.fixture
def nothing_seen():
    """Have the next window be one in which nobody has looked behind a tab."""
    KEEPER.close()


@pytest.fixture
def window(qapp, tmp_path_factory, monkeypatch, cov):
    # Looked on at, this takes half its time again; tests that make their own window,
    # and those of what is in it, are looked on at.
    if cov is not None:
        cov.stop()
    new_home = partial(tmp_path_factory.mktemp, "home")
    window = KEEPER.lend(monkeypatch, lambda: KEEPER.home or new_home())
    if cov is not None:
        cov.start()
    yield window
    if qapp.mouseButtons() != Qt.MouseButton.NoButton:  # QTest.mouseDClick keeps it
        QTest.mouseRelease(window.panel("Playback"), LEFT)
    qapp.clipboard().clear()  # Qt's offscreen screen crashes at its end over an image
    monkeypatch.undo()
    KEEPER.take_back()


@pytest.fixture
def hand(window, qtbot):
    return User(window, qtbot)


@pytest.fixture
def screen_reader():
    """As when a screen reader listens."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def heard(screen_reader, monkeypatch):
    """What is said to it without being asked, in turn."""
    said = []

    def take(event):
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", take)
    return said


@pytest.fixture
def answer(monkeypatch):
    """Answer the next save and open dialogs with a path."""

    def give(path, kind=""):
        chosen = (str(path), kind)
        for name in ("getSaveFileName", "getOpenFileName"):
            monkeypatch.setattr(QFileDialog, name, lambda *_, **__: chosen)

    return give


@pytest.fixture
def warnings_shown(monkeypatch):
    shown = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *a: shown.append(a[2]))
    return shown


@pytest.fixture
def bring(window, qtbot):
    """Bring a dock to the front: ``bring(title)`` is its view."""

    def brought(title):
        dock = next(d for d in window.docks.all if d.objectName() == title)
        dock.raise_()
        qtbot.waitUntil(lambda: dock.content.view is not None)
        qtbot.wait(50)
        return dock.content.view

    return brought


@pytest.fixture(scope="session")
def screen():
    return QTest.createTouchDevice()


@pytest.fixture
def touch(window, screen):
    """Put fingers on places of a widget, move them, lift them."""
    handle = window.windowHandle()

    def touch(widget, *steps, lifts=True):
        for i, places in enumerate(steps):
            fingers = QTest.touchEvent(handle, screen)
            for finger, place in enumerate(places):
                begins = i == 0 or finger >= len(steps[i - 1])
                do = fingers.press if begins else fingers.move
                do(finger, widget.mapTo(window, place), handle)
            fingers.commit()
        if lifts:
            lift(widget, steps[-1])

    def lift(widget, places):
        fingers = QTest.touchEvent(handle, screen)
        for finger, place in enumerate(places):
            fingers.release(finger, widget.mapTo(window, place), handle)
        fingers.commit()

    touch.lift = lift
    return touch


@pytest.fixture
def hold_ms():
    hints = QGuiApplication.styleHints()
    usual = hints.mousePressAndHoldInterval()
    hints.setMousePressAndHoldInterval(20)
    yield 60
    hints.setMousePressAndHoldInterval(usual)
