"""Points go to spreadsheets and tables come from them by the clipboard."""

from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QClipboard
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

from engine.data import table_preview
from engine.data.dataset import with_sample_names, with_sample_weights
from gui.tasks import task

LEFT, Key, Ctrl = (
    Qt.MouseButton.LeftButton, Qt.Key, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip


@pytest.fixture
def paste(window, qapp):
    def put(text):
        qapp.clipboard().setText(text)
        QTest.keyClick(window, Key.Key_V, Ctrl)
        return window.clipboard.dialog

    return put


def press(button):
    QTest.mouseClick(button, LEFT)


def test_cells_of_a_spreadsheet_become_points_in_one_edit(paste, window):
    dialog = paste('p\tq\tKlasse\r\n1,5\t2\t"a ""b"" c"\r\n3\t4,5\tßen\r\n')
    assert dialog.summary.text().startswith("2 samples, 2 features, 2 classes")
    assert not dialog.add.isEnabled()
    press(dialog.import_button)
    data = window.session.data
    assert data.X.tolist() == [[1.5, 2], [3, 4.5]]
    assert data.class_names == ('a "b" c', "ßen")
    window.session.undo_stack.undo()
    assert window.session.data.n_samples == 0
    assert not window.session.undo_stack.canUndo()


TABLE = (
    "<table><tr><td>p</td><td>q</td><td>class</td></tr>"
    '<tr><td sdval="0.1234567" sdnum="1031;0;0,00">0,12</td><td>2</td><td>a</td></tr>'
    "<tr><td>3</td><td>4</td><td>b</td></tr></table>"
)


@pytest.mark.parametrize("text", ["", "p\tq\tclass\n0,12\t2\ta\n3\t4\tb\n"])
def test_a_table_in_html_is_pasted_with_its_exact_numbers(window, qapp, text):
    copied = QMimeData()
    copied.setHtml(TABLE)
    if text:
        copied.setText(text)
    qapp.clipboard().setMimeData(copied)
    QTest.keyClick(window, Key.Key_V, Ctrl)
    press(window.clipboard.dialog.import_button)
    data = window.session.data
    assert data.feature_names == ("p", "q")
    assert data.X.tolist() == [[0.1234567, 2], [3, 4]]
    assert data.class_names == ("a", "b")


def test_html_without_a_table_is_no_table(window, qapp):
    copied = QMimeData()
    copied.setHtml("<p>1 2 3</p>")
    qapp.clipboard().setMimeData(copied)
    QTest.keyClick(window, Key.Key_V, Ctrl)
    assert window.clipboard.dialog is None
    assert "copy a table first" in window.panel("Playback").message.words.text()


def test_pasted_points_are_added_with_their_new_class(paste, hand, window):
    hand.draw_two_classes()
    before = window.session.data
    dialog = paste("9\t8\tB\n7\t6\tnew\n")
    assert dialog.add.isChecked()
    assert dialog.import_button.text() == "Add"
    press(dialog.import_button)
    data = window.session.data
    np.testing.assert_array_equal(data.X[:8], before.X)
    np.testing.assert_array_equal(data.y[:8], before.y)
    assert data.X[8:].tolist() == [[9, 8], [7, 6]]
    assert data.class_names == ("A", "B", "new")
    assert data.y[8:].tolist() == [1, 2]
    assert window.canvas.selection.rows.tolist() == [8, 9]
    QTest.keyClick(window, Key.Key_Z, Ctrl)
    assert window.session.data.class_names == ("A", "B")
    assert window.session.data.n_samples == 8


def test_replacing_can_be_chosen(paste, hand, window):
    hand.draw_two_classes()
    dialog = paste("9\t8\tu\n7\t6\tv\n")
    press(dialog.replace)
    assert dialog.import_button.text() == "Replace"
    press(dialog.import_button)
    assert window.session.data.X.tolist() == [[9, 8], [7, 6]]


def test_what_replaces_a_file_is_not_saved_over_it(
    paste, hand, window, tmp_path, monkeypatch
):
    path = tmp_path / "mine.csv"
    path.write_text("x1,x2,class\n1,2,A\n3,4,B\n")
    window.open_file(path)
    dialog = paste("9\t8\tu\n7\t6\tv\n")
    press(dialog.replace)
    press(dialog.import_button)
    assert "clipboard" in window.windowTitle()
    assert window.isWindowModified()
    hand.qtbot.waitUntil(window.isActiveWindow)
    asked = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a: asked.append(a) or ("", "")
    )
    hand.key(Key.Key_S, Ctrl)
    assert asked
    hand.key(Key.Key_Z, Ctrl)
    assert "mine.csv" in window.windowTitle()
    assert window.session.data.X.tolist() == [[1, 2], [3, 4]]
    hand.recorded()


def test_other_features_cannot_be_added(paste, hand):
    hand.draw_two_classes()
    dialog = paste("9\t8\t1\tB\n7\t6\t1\tB\n")
    assert not dialog.add.isEnabled()
    assert "have 2 features, those to add have 3" in dialog.about_adding.text()
    assert dialog.replace.isChecked()
    dialog.reject()


def test_other_names_are_added_by_position_and_said(paste, hand, window):
    hand.draw_two_classes()
    dialog = paste("x\ty\tclass\n9\t8\tB\n7\t6\tA\n")
    assert dialog.about_adding.text() == "Added by position: x → x₁, y → x₂."
    assert dialog.import_button.text() == "Add"
    press(dialog.import_button)
    assert window.session.data.X[8:].tolist() == [[9, 8], [7, 6]]
    assert window.session.data.feature_names == ("x1", "x2")


def test_the_same_names_are_added_in_any_order(paste, hand, window):
    hand.draw_two_classes()
    dialog = paste("x2\tx1\tclass\n9\t8\tB\n7\t6\tA\n")
    assert dialog.about_adding.text() == ""
    press(dialog.import_button)
    assert window.session.data.X[8:].tolist() == [[8, 9], [6, 7]]


def test_nonsense_is_explained(paste, window):
    for text in ("", "  \n", "just a word", "a b c"):
        window.panel("Playback").message.clear()
        assert paste(text) is None
        assert "clipboard" in window.panel("Playback").message.words.text()
        assert window.session.data.n_samples == 0


def test_prose_cannot_be_imported(paste):
    dialog = paste("To be, or not\nto be: that\nis the question\n")
    assert dialog is None or not dialog.import_button.isEnabled()
    if dialog is not None:
        dialog.reject()


def test_copied_points_come_back_the_same(paste, hand, window, qapp):
    hand.draw_two_classes()
    data = window.session.data
    QTest.keyClick(window, Key.Key_C, Ctrl)
    text = qapp.clipboard().text()
    assert text.splitlines()[0] == "x1\tx2\tclass"
    dialog = paste(text)
    press(dialog.replace)
    press(dialog.import_button)
    np.testing.assert_array_equal(window.session.data.X, data.X)
    np.testing.assert_array_equal(window.session.data.y, data.y)


def test_names_go_with_copied_and_doubled_points(paste, hand, window, qapp):
    hand.draw_two_classes()
    called = with_sample_names(window.session.data, ["<a>", "b\tc", *[""] * 6])
    window.session.set_data(called)
    window.canvas.selection.set(np.arange(2))
    QTest.keyClick(window, Key.Key_C, Ctrl)
    text = qapp.clipboard().text()
    assert text.splitlines()[0] == "name\tx1\tx2\tclass"
    dialog = paste(text)
    assert dialog.add.isChecked()
    press(dialog.import_button)
    names = [*called.sample_names, "<a>", "b\tc"]
    assert window.session.data.sample_names.tolist() == names
    QTest.keyClick(window, Key.Key_D, Ctrl)
    assert window.session.data.sample_names.tolist() == [*names, "<a>", "b\tc"]
    hand.recorded()


def test_selected_points_alone_are_copied(hand, window, qapp):
    hand.draw_two_classes()
    window.canvas.selection.set(np.array([1, 5]))
    QTest.keyClick(window, Key.Key_C, Ctrl)
    assert len(qapp.clipboard().text().splitlines()) == 3
    assert "2 points copied" in window.panel("Playback").message.words.text()


def test_fields_keep_their_own_copy_and_paste(hand, window, qapp, qtbot):
    hand.draw_two_classes()
    QTest.keyClick(window, Key.Key_P, Ctrl)
    field = window.panel("Points").open().form.fields.edits[0]
    qtbot.waitUntil(field.hasFocus)
    qapp.clipboard().setText("1\t2\tx")
    QTest.keyClick(field, Key.Key_V, Ctrl)
    assert window.clipboard.dialog is None
    assert field.text()
    field.selectAll()
    QTest.keyClick(field, Key.Key_C, Ctrl)
    assert qapp.clipboard().text() == field.text()


def test_the_editor_of_the_points_table_keeps_them_too(hand, window, qapp, qtbot):
    hand.draw_two_classes()
    window.docks["Points"].raise_()
    table = window.panel("Points").open()
    view = table.view
    qtbot.waitUntil(view.isVisible)
    view.setCurrentIndex(table.model.index(0, 0))
    view.setFocus()
    view.edit(table.model.index(0, 0))
    editor = view.findChild(QLineEdit)
    qapp.clipboard().setText("12.5")
    editor.selectAll()
    QTest.keyClick(editor, Key.Key_V, Ctrl)
    assert window.clipboard.dialog is None
    assert editor.text() == "12.5"


def test_what_takes_time_is_read_in_the_background(paste, window, qtbot, monkeypatch):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    may_guess = Event()
    guess = table_preview.read_preview
    monkeypatch.setattr(
        table_preview, "read_preview", lambda path: may_guess.wait(150) and guess(path)
    )
    assert paste("p\tq\tclass\n1\t2\ta\n3\t4\tb\n") is None
    may_guess.set()
    qtbot.waitUntil(lambda: window.clipboard.dialog is not None)
    dialog = window.clipboard.dialog
    qtbot.waitUntil(dialog.import_button.isEnabled)
    press(dialog.import_button)
    assert window.session.data.X.tolist() == [[1, 2], [3, 4]]


def test_what_takes_time_can_be_cancelled(paste, window, monkeypatch):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    may_guess = Event()
    monkeypatch.setattr(table_preview, "read_preview", lambda path: may_guess.wait(150))
    paste("p\tq\tclass\n1\t2\ta\n3\t4\tb\n")
    bar = window.clipboard.reading.dialog
    bar.show()
    press(bar.findChild(QPushButton))
    may_guess.set()
    assert "nothing pasted" in window.panel("Playback").message.words.text()
    assert window.clipboard.reading is None
    assert window.session.data.n_samples == 0


def test_what_is_copied_of_weighted_points_is_said(window, hand, qapp):
    said = window.panel("Playback").message.words.text
    hand.draw_two_classes()
    QTest.keyClick(window, Key.Key_C, Ctrl)
    assert said() == "8 points copied"
    weighted = with_sample_weights(window.session.data, np.arange(8.0))
    window.session.set_data(weighted)
    QTest.keyClick(window, Key.Key_C, Ctrl)
    assert said() == "8 points copied, without their weights"
    hand.recorded()


def test_a_clipboard_that_gives_nothing_is_told(window, monkeypatch):
    """As where another program has it and does not answer."""
    monkeypatch.setattr(QClipboard, "mimeData", lambda *_: None)
    QTest.keyClick(window, Key.Key_V, Ctrl)
    assert "no text on the clipboard" in window.panel("Playback").message.words.text()
