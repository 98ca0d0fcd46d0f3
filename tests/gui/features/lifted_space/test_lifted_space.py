"""Lifted space: a word where there is no OpenGL, a cube to turn where there is."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gui.features.lifted_space import lifted_space
from gui.features.lifted_space.lifted_space import (
    LOADING,
    NO_PACKAGE,
    NO_SCREEN,
    gl_obstacle,
)

ROOT = Path(__file__).parents[4]
PROGRAM = r"""
import sys
import numpy as np
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from gui.app import make_app
QSettings.setDefaultFormat(QSettings.Format.IniFormat)
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
app = make_app(["x"])

def until(condition):
    for _ in range(3000):
        QTest.qWait(20)
        if condition():
            return
    raise AssertionError("waited in vain")

from engine import Recipe
from gui.features.lifted_space.lifted_space import gl_obstacle
if gl_obstacle():
    sys.exit(77)
from gui.window.main_window import MainWindow
from tests.gui.features.lifted_space.test_scene import rings
window = MainWindow()
window.resize(1200, 800)
window.show()
s = window.session
s.set_recipe(Recipe(squares=True, epochs=50, order="shuffled"))
s.set_data(rings())
until(lambda: s.tape is not None and s.tape.finished)
s.to_end()
dock = next(d for d in window.docks.all if d.objectName() == "Lifted space")
dock.raise_()
until(lambda: getattr(dock.content.view, "cube", None) is not None)
view = dock.content.view
pane = view.cube

def seen():
    QTest.qWait(20)
    image = pane.grab().toImage()
    size = image.width(), image.height()
    return image, {image.pixelColor(x, y).name()
                   for x in range(0, size[0], 2) for y in range(0, size[1], 2)}

theme = window.canvas.plot.theme
until(lambda: {theme.field, *theme.classes[1:2]} <= seen()[1])

def still():
    before, _ = seen()
    QTest.qWait(400)  # panels may yet share their heights
    return seen()[0] == before

until(still)
first, _ = seen()
middle = pane.rect().center()
QTest.mousePress(pane, Qt.MouseButton.LeftButton, pos=middle)
from tests.gui.conftest import move_mouse
move_mouse(pane, middle + QPoint(40, 10), Qt.MouseButton.LeftButton)
QTest.mouseRelease(pane, Qt.MouseButton.LeftButton, pos=middle)
until(lambda: seen()[0] != first)
QTest.mouseDClick(pane, Qt.MouseButton.LeftButton, pos=middle)
until(lambda: seen()[0] == first)
dock.setFloating(True)
dock.resize(700, 600)
window.appearance.choose("dark")
until(lambda: seen()[0].width() > 600)
dark, _ = seen()
for x, y in ((3, 3), (dark.width() - 4, 3), (3, dark.height() - 4)):
    assert dark.pixelColor(x, y).name() == window.canvas.plot.theme.field
dock.setFloating(False)
from gui.plotting.figure import Sheet
from gui.style.theme import LIGHT
paper = view.figure(Sheet()).image(1)
assert paper.size() == Sheet().size
assert paper.pixelColor(3, 3).name() == LIGHT.field
assert len({paper.pixel(x, y) for x in range(0, 640, 2) for y in range(0, 480, 2)}) > 20
assert seen()[0].pixelColor(3, 3).name() == window.canvas.plot.theme.field
s.seek(1)
view.upwards.setCurrentIndex(3)
seen()
s.undo_stack.setClean()
window.close()
print("turned")
"""


@pytest.fixture
def screen():
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(timeout=10)


def test_the_cube_is_drawn_and_turned_on_a_screen(screen, tmp_path):
    # Nothing is offered of what another window here was killed with.
    own = {"DISPLAY": screen, "QT_QPA_PLATFORM": "xcb", "XDG_STATE_HOME": str(tmp_path)}
    environment = os.environ | own
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    if done.returncode == 77 or "could not connect" in done.stderr:
        pytest.skip("no OpenGL here")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "turned" in done.stdout
    assert "Error" not in done.stdout + done.stderr


def test_without_a_screen_there_is_a_word(window, hand, bring):
    hand.draw_two_classes()
    view = bring("Lifted space")
    assert view.cube is None
    assert view.hint.isVisible()
    assert view.hint.text() == NO_SCREEN
    hand.session.seek(2)
    window.appearance.choose("dark")
    window.appearance.choose("system")
    assert view.hint.isVisible()


def test_without_the_package_the_word_says_what_to_install(qapp, monkeypatch):
    monkeypatch.setattr(lifted_space, "find_spec", lambda name: None)
    assert gl_obstacle() == NO_PACKAGE
    assert "pip install" in NO_PACKAGE


def test_start_up_loads_no_opengl(tmp_path):
    code = (
        "import sys; from gui.app import make_app; app = make_app(['x'])\n"
        "from gui.window.main_window import MainWindow; w = MainWindow(); w.show()\n"
        "app.processEvents(); print('OpenGL' in sys.modules,\n"
        "'gui.features.weight_space.weight_space' in sys.modules); w.session.leave()"
    )
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.stdout.split() == ["False", "False"], done.stderr


def test_it_says_that_it_is_loading_before_it_does(nothing_seen, window, qtbot):
    dock = next(d for d in window.docks.all if d.objectName() == "Lifted space")
    view = dock.content.open()
    assert view.hint.text() == LOADING
    qtbot.waitUntil(lambda: view.hint.text() != LOADING)
