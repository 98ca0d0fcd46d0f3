"""The window opens, draws, plays and closes whatever language the system speaks."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

import main
from tests.test_layers import nodes

ROOT = Path(main.__file__).parent
LOCALES = "tr_TR", "ar_EG"
"""Other capitals and a decimal comma; other digits, and from right to left."""
OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in ("az_AZ", "de_DE")]
DAY = """
import sys
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
import gui.window.main_window as main_window
class Window(main_window.MainWindow):
    def begin(self):
        super().begin()
        self.files.new()
        port = self.canvas.plot.viewport()
        centre = port.rect().center()
        QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=centre)
        there = centre + QPoint(40, 40)
        QTest.mouseClick(port, Qt.MouseButton.RightButton, pos=there)
        self.session.seek(0)
        self.session.toggle_playing()
        self.clock = QTimer(self)
        self.clock.timeout.connect(self.look)
        self.clock.start(10)
    def look(self):
        s = self.session
        if s.step and s.recorded:
            self.clock.stop()
            s.set_playing(False)
            print("drawn and played:", s.data.n_samples, flush=True)
            s.undo_stack.setClean()
            self.close()
main_window.MainWindow = Window
import main
sys.exit(main.main([]))
"""


@pytest.fixture
def locales(name, tmp_path):
    """Give a folder with the locale; bare systems have but one."""
    made, target = shutil.which("localedef"), tmp_path / f"{name}.UTF-8"
    if made is None or not Path("/usr/share/i18n/locales").is_dir():
        pytest.skip("the system has no localedef, or nothing to make locales of")
    subprocess.run([made, "-i", name, "-f", "UTF-8", target], capture_output=True)
    if not target.is_dir():
        pytest.skip(f"localedef has made no {name}")
    return tmp_path


def lived(tmp_path, **settings):
    """Let the window live for a moment in a process of its own."""
    places = {
        f"XDG_{purpose}_HOME": str(tmp_path / purpose)
        for purpose in ("STATE", "CONFIG")
    }
    env = os.environ | places | {"QT_QPA_PLATFORM": "offscreen"} | settings
    command = [sys.executable, "-c", DAY]
    return subprocess.run(command, cwd=ROOT, env=env, text=True, capture_output=True)


@pytest.mark.parametrize("name", [*LOCALES, *OTHERS])
def test_the_window_lives_in_every_language(name, locales, tmp_path):
    lives = lived(tmp_path, LC_ALL=f"{name}.UTF-8", LOCPATH=str(locales))
    assert "Traceback" not in lives.stderr
    assert (lives.returncode, lives.stdout) == (0, "drawn and played: 2\n")


def test_it_does_in_none(tmp_path):
    lives = lived(tmp_path, LC_ALL="C")
    assert "Traceback" not in lives.stderr
    assert (lives.returncode, lives.stdout) == (0, "drawn and played: 2\n")


def properties_with_i():
    """Name what a constructor of Qt's takes, and Turkish has another capital for."""
    for module in (QtCore, QtGui, QtWidgets):
        for made in vars(module).values():
            if about := getattr(made, "staticMetaObject", None):
                names = (about.property(i).name() for i in range(about.propertyCount()))
                yield from (name for name in names if name.startswith("i"))


def is_qt(name):
    return getattr(name, "attr", getattr(name, "id", "")).startswith("Q")


def keywords(path):
    """Give the keywords that constructors of Qt's are called with, and their lines."""
    for node in nodes(path):
        called = []
        if isinstance(node, ast.Call) and is_qt(node.func):
            called = [node]
        elif isinstance(node, ast.ClassDef) and any(map(is_qt, node.bases)):
            inside = (call for call in ast.walk(node) if isinstance(call, ast.Call))
            called = [call for call in inside if "super()" in ast.unparse(call.func)]
        yield from (
            (keyword.arg, call.lineno) for call in called for keyword in call.keywords
        )


def test_no_property_that_begins_with_i_is_given_to_a_constructor():
    # PySide looks for its setter by the capital that the locale has: İ in Turkish.
    avoided = set(properties_with_i())
    assert "interval" in avoided
    assert not [
        f"{path}:{line}: {name}"
        for path in (ROOT / "gui").rglob("*.py")
        for name, line in keywords(path)
        if name in avoided
    ]
