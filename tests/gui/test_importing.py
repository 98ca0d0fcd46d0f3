"""Files of any kind come in: dropped, in the background, and with doubts said."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from gui import files


def drop(window, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = (
        Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    enter = QDragEnterEvent(QPoint(9, 9), copy, mime, left, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(9, 9), copy, mime, left, none))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.csv", "a,b,class\n1,2,x\n3,4,y\n"),
        ("p.svm", "1 1:1 2:2\n-1 1:3 2:4\n"),
        ("p.tab", "a\tb\tk\nc\tc\td\n\t\tclass\n1\t2\tx\n3\t4\ty\n"),
    ],
)
def test_a_dropped_file_is_opened(window, tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    drop(window, path)
    assert window.session.data.X.tolist() == [[1, 2], [3, 4]]
    assert name in window.windowTitle()


def test_a_column_of_text_is_left_out_and_not_saved_over(window, tmp_path):
    path = tmp_path / "towns.csv"
    path.write_text("a,town,class\n1,Ulm,x\n3,Bonn,y\n")
    drop(window, path)
    assert window.session.data.feature_names == ("a",)
    assert "“town” left out" in window.statusBar().currentMessage()
    assert window.files.path is None


@pytest.fixture
def many(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "BIG", 0)
    path = tmp_path / "many.csv"
    path.write_text("a,b,class\n" + "1,2,x\n3,4,y\n" * 150_000)
    return path


def test_a_big_file_comes_in_the_background(window, qtbot, many):
    drop(window, many)
    assert window.files.loading.dialog is not None
    assert window.session.data.n_samples == 0
    qtbot.waitUntil(lambda: window.session.data.n_samples == 300_000, timeout=60_000)
    assert window.files.loading is None


def test_cancel_leaves_everything(window, hand, qtbot, many):
    hand.draw_two_classes()
    window.session.undo_stack.setClean()
    window.files._kept = window.session.data
    window.open_file(many)
    button = window.files.loading.dialog.findChild(QPushButton)
    window.files.loading.dialog.show()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.files.loading is None, timeout=60_000)
    assert window.session.data.n_samples == 8
    assert "nothing opened" in window.statusBar().currentMessage()
