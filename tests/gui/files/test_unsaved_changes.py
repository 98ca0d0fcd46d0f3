"""Before something unsaved is lost, it is asked about."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from engine import Recipe
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


@pytest.fixture
def table(answer, tmp_path):
    table = tmp_path / "other.csv"
    table.write_text("x1,x2,class\n1,2,A\n3,4,B\n")
    answer(table)
    return table


def test_new_is_fresh_and_undo_brings_back_points_and_set_up(hand, asked):
    hand.draw_two_classes()
    hand.session.change(Recipe("adaline", epochs=7), "learner")
    before = hand.session.recipe
    hand.key(Key.Key_N, Ctrl)
    assert hand.session.data.n_samples == 0
    assert hand.session.recipe == Recipe()
    assert not hand.window.isWindowModified()
    assert "Ctrl+Z" in hand.window.panel("Playback").message.words.text()
    hand.key(Key.Key_Z, Ctrl)
    assert hand.session.data.n_samples == 8
    assert hand.session.recipe == before
    assert hand.window.isWindowModified()
    assert "asked" not in asked


@pytest.mark.parametrize("key", [Key.Key_O, Key.Key_I])
def test_points_of_no_file_are_replaced_unasked_and_undo_brings_them_back(
    hand, asked, table, key
):
    hand.draw_two_classes()
    hand.key(key, Ctrl)
    if dialog := hand.window.files.opening.dialog:
        QTest.mouseClick(dialog.import_button, LEFT)
    hand.qtbot.waitUntil(lambda: hand.session.data.n_samples == 2)
    assert "Ctrl+Z" in hand.window.panel("Playback").message.words.text()
    hand.key(Key.Key_Z, Ctrl)
    assert hand.session.data.n_samples == 8
    assert "asked" not in asked


def test_changes_to_a_file_are_asked_about_once_an_import_is_accepted(
    hand, asked, table, tmp_path
):
    hand.draw_two_classes()
    assert hand.window.files.save_to(tmp_path / "mine.csv")
    hand.click(0, 3)
    hand.key(Key.Key_I, Ctrl)
    dialog = hand.window.files.opening.dialog
    assert "asked" not in asked
    QTest.mouseClick(dialog.import_button, LEFT)
    assert asked.count("asked") == 1
    assert dialog.isVisible(), "the preview stays, with what was chosen in it"
    assert hand.session.data.n_samples == 9
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
