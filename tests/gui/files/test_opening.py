"""Files of any kind come in: dropped, in the background, and with doubts said."""

import os
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from engine.data.formats import registry
from engine.errors import UserError
from gui.tasks import task

LEFT = Qt.MouseButton.LeftButton
COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction


def event_at(place, kind, *given):
    """Make an event: of a drag, Qt 6.11 wants whole numbers, and 6.12 warns of them."""
    try:
        return kind(QPointF(place), *given)
    except TypeError:
        return kind(place, *given)


def drop(window, *paths, offered=COPY):
    """Drag files in, over the middle, and drop them there, as the system does."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    handle, middle = window.windowHandle(), window.rect().center()
    given = (offered, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for kind in (QDragEnterEvent, QDragMoveEvent, QDropEvent):
        event = event_at(middle, kind, *given)
        QApplication.sendEvent(handle, event)
        assert event.isAccepted()
        assert event.dropAction() == COPY


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


def test_a_file_offered_to_be_moved_is_copied(window, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("a,b,class\n1,2,x\n3,4,y\n")
    drop(window, path, offered=COPY | MOVE)
    assert window.session.data.n_samples == 2


def test_of_several_dropped_files_none_is_opened(window, tmp_path, qtlog):
    paths = [tmp_path / name for name in ("p.csv", "q.csv")]
    for path in paths:
        path.write_text("a,b,class\n1,2,x\n3,4,y\n")
    drop(window, *paths, offered=MOVE | COPY)
    QApplication.sendEvent(window.windowHandle(), QDragLeaveEvent())
    assert window.session.data.n_samples == 0
    assert "drop one file at a time" in window.panel("Playback").message.words.text()
    assert not any("drag" in record.message for record in qtlog.records)


def test_a_doubtful_table_is_shown_first_and_not_saved_over(window, tmp_path):
    path = tmp_path / "towns.csv"
    path.write_text("a,town,class\n1,Ulm,x\n3,Bonn,y\n")
    drop(window, path)
    dialog = window.files.opening.dialog
    assert "Left out: column “town”, text" in dialog.note.text()
    assert window.session.data.n_samples == 0
    QTest.mouseClick(dialog.import_button, Qt.MouseButton.LeftButton)
    assert window.session.data.feature_names == ("a",)
    assert window.files.path is None


def test_opening_a_table_is_one_undo(hand, tmp_path, monkeypatch):
    """The points come back with their set-up, their place in the run and their name."""
    discard = QMessageBox.StandardButton.Discard
    monkeypatch.setattr(QMessageBox, "question", lambda *_: discard)
    hand.draw_two_classes()
    s, window = hand.session, hand.window
    s.change(s.recipe.replace(stop_without_mistake=False), "stop")
    hand.recorded()
    s.seek(5)
    data, recipe = s.data, s.recipe
    path = tmp_path / "towns.csv"
    path.write_text("a,town,class\n1,Ulm,x\n3,Bonn,y\n")
    drop(window, path)
    QTest.mouseClick(window.files.opening.dialog.import_button, LEFT)
    assert "towns.csv" in window.windowTitle()
    assert not window.isWindowModified()
    hand.recorded()
    s.change(s.recipe.replace(epochs=3), "epochs")
    for _ in range(2):
        window.canvas.commands.undo.trigger()
    hand.recorded()
    assert s.data is data
    assert s.recipe == recipe
    assert s.step == 5
    assert "untitled" in window.windowTitle()
    assert window.isWindowModified()
    window.canvas.commands.redo.trigger()
    assert s.data.feature_names == ("a",)
    assert window.files.path is None


@pytest.fixture
def many(tmp_path, monkeypatch):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    path = tmp_path / "many.csv"
    path.write_text("a,b,class\n" + "1,2,x\n3,4,y\n" * 150_000)
    return path


def test_a_big_file_comes_in_the_background(window, qtbot, many):
    drop(window, many)
    assert window.files.opening.loading.dialog is not None
    assert window.session.data.n_samples == 0
    qtbot.waitUntil(lambda: window.session.data.n_samples == 300_000)
    assert window.files.opening.loading is None


def test_cancel_leaves_everything(window, hand, many):
    hand.draw_two_classes()
    window.session.undo_stack.setClean()
    window.open_file(many)
    press_cancel(window)
    assert window.files.opening.loading is None
    assert window.session.data.n_samples == 8
    assert "nothing opened" in window.panel("Playback").message.words.text()


def press_cancel(window):
    dialog = window.files.opening.loading.dialog
    dialog.show()
    QTest.mouseClick(dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)


def test_cancel_need_not_wait_for_a_reader_that_cannot_stop(
    window, tmp_path, monkeypatch
):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    went_on, may_end = Event(), Event()

    def stubborn(file, options):
        assert may_end.wait(150)
        went_on.set()
        raise UserError("nobody hears this")

    arff = replace(registry.format_for(".arff"), table=stubborn)
    known = tuple(
        arff if file_format.name == "ARFF" else file_format
        for file_format in registry.formats()
    )
    monkeypatch.setattr(registry, "formats", lambda: known)
    path = tmp_path / "p.arff"
    path.write_text("@data")
    window.open_file(path)
    press_cancel(window)
    assert window.files.opening.loading is None
    other = tmp_path / "p.csv"
    other.write_text("a,b,class\n1,2,x\n3,4,y\n")
    monkeypatch.setattr(task, "WAIT_SECONDS", 60.0)
    window.open_file(other)
    assert window.session.data.n_samples == 2
    may_end.set()
    assert went_on.wait(150)
    QApplication.processEvents()
    assert window.session.data.n_samples == 2


def test_a_fault_far_down_in_a_big_file_is_shown_with_its_line(
    window, qtbot, tmp_path, monkeypatch
):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    path = tmp_path / "far.csv"
    path.write_text("a,b,class\n" + "1,2,x\n3,4,y\n" * 9_000 + "5,,x\n")
    window.open_file(path)
    qtbot.waitUntil(lambda: window.files.opening.dialog is not None)
    dialog = window.files.opening.dialog
    qtbot.waitUntil(lambda: bool(dialog.fault.text()))
    assert dialog.fault.text().startswith("Line 18002, column b: the cell is empty")
    dialog.header.feature_toggled.emit(1)
    qtbot.waitUntil(dialog.import_button.isEnabled)
    QTest.mouseClick(dialog.import_button, Qt.MouseButton.LeftButton)
    assert window.session.data.n_samples == 18_001
    assert window.session.data.feature_names == ("a",)


@pytest.mark.parametrize(
    ("label", "weights"), [("-1", [4, -5, 0]), ("spam", [-4, 5, 0])]
)
def test_one_class_alone_is_opened_and_learned(hand, tmp_path, label, weights):
    path = tmp_path / "points.csv"
    path.write_text(f"a,b,class\n2,4,{label}\n-6,1,{label}\n")
    session = hand.session
    session.set_recipe(session.recipe.replace(offset=False))
    hand.window.open_file(path)
    hand.recorded()
    session.to_end()
    assert session.model.weights.tolist() == [weights]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_or_a_device_is_refused_at_once(window, tmp_path, warnings_shown):
    os.mkfifo(tmp_path / "points.csv")
    (tmp_path / "null.csv").symlink_to("/dev/null")
    for name in ("points.csv", "null.csv"):
        drop(window, tmp_path / name)
    assert "is a pipe, but must be a file" in warnings_shown[0]
    assert "is a device, not a file" in warnings_shown[1]


def test_a_table_of_too_many_columns_is_refused_in_one_sentence(
    window, tmp_path, qtbot, warnings_shown
):
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(["1"] * 100_000) for _ in range(2)))
    drop(window, path)
    qtbot.waitUntil(lambda: bool(warnings_shown))
    assert warnings_shown == [
        f"{path}: has 100,000 columns, at most 10,000 can be read: save a file with "
        "those that matter"
    ]
