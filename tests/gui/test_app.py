"""What nobody caught is told in a box, in its own words."""

import sys

import pytest
from PySide6.QtWidgets import QMessageBox

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
