"""What nobody caught is told in a box, in its own words."""

import sys

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from gui.app import ErrorReporter

PREFIX = "Error calling Python override of QWidget::event(): "


@pytest.mark.parametrize("passed", [0, 1, 16])
def test_a_fault_is_told_once_without_the_ways_it_came(qtbot, monkeypatch, passed):
    said = []

    def read(box):
        said.append((box.informativeText(), box.detailedText()))

    monkeypatch.setattr(QMessageBox, "exec", read)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    reporter = ErrorReporter(lambda: True)
    reporter.install()
    error = ValueError(PREFIX * passed + "harmless")
    sys.excepthook(ValueError, error, None)
    qtbot.waitUntil(lambda: bool(said))
    assert said == [("harmless", "ValueError: harmless\n")]


def raised(message):
    raise ValueError(message)


def report(message):
    try:
        raised(message)
    except ValueError:
        sys.excepthook(*sys.exc_info())


def test_what_comes_again_and_again_opens_one_box_and_is_counted(qtbot, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    reporter = ErrorReporter(lambda: True)
    reporter.install()
    said = []

    def box():
        return QApplication.activeModalWidget()

    def again():
        said.append(box().informativeText())
        for i in range(3):
            report(f"harmless {i}")
        QTimer.singleShot(0, end)

    def end():
        said.append(box().informativeText())
        box().accept()

    QTimer.singleShot(50, again)
    report("harmless")
    qtbot.waitUntil(lambda: len(said) == 2)
    assert said == ["harmless", "harmless 2 (4 times)"]
    report("harmless")
    qtbot.wait(50)
    assert box() is None
