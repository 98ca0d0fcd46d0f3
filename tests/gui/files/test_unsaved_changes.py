"""Before something unsaved is lost, it is asked about."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from tests.gui.conftest import LEFT

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def asked(monkeypatch):
    """What is asked about unsaved points; the answer is the last word put here."""
    asked = [QMessageBox.StandardButton.Cancel]

    def question(*_):
        asked.insert(0, "asked")
        return asked[-1]

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def test_unsaved_points_are_asked_about(hand, monkeypatch):
    hand.draw_two_classes()
    answers = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Cancel)
    hand.window.files.new()
    assert hand.session.data.n_samples == 8
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Discard)
    hand.window.files.new()
    assert hand.session.data.n_samples == 0


def test_unsaved_points_are_asked_about_once_a_file_is_chosen(
    hand, answer, asked, monkeypatch, tmp_path
):
    hand.draw_two_classes()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: ("", ""))
    hand.key(Key.Key_O, Ctrl)
    assert "asked" not in asked
    table = tmp_path / "other.csv"
    table.write_text("x1,x2,class\n1,2,A\n3,4,B\n")
    answer(table)
    hand.key(Key.Key_O, Ctrl)
    assert asked.count("asked") == 1
    assert hand.session.data.n_samples == 8


def test_unsaved_points_are_asked_about_once_an_import_is_accepted(
    hand, answer, asked, tmp_path
):
    hand.draw_two_classes()
    table = tmp_path / "other.csv"
    table.write_text("x1,x2,class\n1,2,A\n3,4,B\n")
    answer(table)
    hand.key(Key.Key_I, Ctrl)
    dialog = hand.window.files.opening.dialog
    assert "asked" not in asked
    QTest.mouseClick(dialog.import_button, LEFT)
    assert asked.count("asked") == 1
    assert dialog.isVisible(), "the preview stays, with what was chosen in it"
    assert hand.session.data.n_samples == 8
    asked[-1] = QMessageBox.StandardButton.Discard
    QTest.mouseClick(dialog.import_button, LEFT)
    assert hand.window.files.opening.dialog is None
    assert hand.session.data.n_samples == 2


def test_what_has_a_star_is_asked_about_by_its_name(
    hand, answer, monkeypatch, tmp_path
):
    """Opened from a table: a parameter, then a branch, then a point too."""
    table, other = tmp_path / "points.csv", tmp_path / "other.csv"
    table.write_text("x1,x2,class\n-1,-2,A\n-2,-1,A\n1,2,B\n2,1,B\n")
    other.write_text("x1,x2,class\n1,2,A\n3,4,B\n")
    questions, buttons = [], QMessageBox.StandardButton
    reply = [buttons.Cancel]
    monkeypatch.setattr(
        QMessageBox, "question", lambda *a: questions.append(a[2]) or reply[-1]
    )
    s, window = hand.session, hand.window
    window.open_file(table)
    hand.recorded()
    s.change(s.recipe.replace(tolerance=0.5), "tolerance")
    assert window.isWindowModified()
    assert not window.close()
    assert questions.pop() == "The set-up is not saved. Save it in a session (.plab)?"
    s.undo_stack.undo()
    assert window.files.may_leave()
    hand.recorded()
    hand.key(Key.Key_B, Ctrl)
    s.change(s.recipe.replace(tolerance=0.5), "tolerance")
    answer(other)
    for key in (Key.Key_O, Key.Key_N):
        hand.key(key, Ctrl)
        assert questions.pop().startswith(
            "The set-up and branch are not saved. Save them"
        )
    hand.key(Key.Key_D)
    hand.click(0, 0)
    assert not window.close()
    assert questions.pop().startswith("The points, set-up and branch are not saved.")
    assert s.data.n_samples == 5
    reply.append(buttons.Save)
    path = tmp_path / "all.plab"
    answer(path)
    assert window.files.may_leave(), "a table has no place for a branch"
    assert path.exists()
    assert not window.isWindowModified()
    s.branches.end()
    s.branches.begin()
    assert window.files.may_leave()
