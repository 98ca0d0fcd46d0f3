"""Opening and saving, with the file dialogs answered for the person."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine.data.gallery import example
from engine.data.sample_table import read_data
from gui.features.setup.data_section import DataSection
from tests.gui.conftest import LEFT

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
ARFF = "% frogs\n@relation r\n@attribute a real\n@attribute c {x,y}\n@data\n1,x\n2,y\n"


def test_save_and_open_gives_the_same_points(hand, answer, tmp_path):
    hand.draw_two_classes()
    data = hand.session.data
    answer(tmp_path / "mine.csv")
    hand.key(Key.Key_S, Ctrl)
    assert not hand.window.isWindowModified()
    hand.window.files.new()
    assert hand.session.data.n_samples == 0
    folder = hand.window.panel("Set-up").findChild(DataSection).open_button
    QTest.mouseClick(folder, LEFT)
    np.testing.assert_array_equal(hand.session.data.X, data.X)
    np.testing.assert_array_equal(hand.session.data.y, data.y)
    assert hand.session.data.class_names == data.class_names
    assert "mine.csv" in hand.window.windowTitle()


def test_a_missing_suffix_is_that_of_the_chosen_kind(hand, answer, tmp_path):
    hand.draw_two_classes()
    answer(tmp_path / "mine", "CSV (*.csv)")
    hand.window.files.save_as()
    assert read_data(tmp_path / "mine.csv").n_samples == 8


def test_a_bad_file_is_explained_and_the_points_stay(hand, answer, tmp_path):
    hand.draw_two_classes()
    bad = tmp_path / "bad.csv"
    bad.write_text("x1,x2,class\n1,2,A\n1,oops,B\n")
    hand.window.session.undo_stack.setClean()
    answer(bad)
    hand.key(Key.Key_O, Ctrl)
    dialog = hand.window.files.opening.dialog
    assert "Line 3, column x2: “oops” is not a number" in dialog.fault.text()
    assert not dialog.import_button.isEnabled()
    QTest.keyClick(dialog, Key.Key_Escape)
    assert hand.window.files.opening.dialog is None
    assert hand.session.data.n_samples == 8


def test_a_file_that_the_suffix_hits_is_asked_about(
    hand, answer, tmp_path, monkeypatch
):
    hand.draw_two_classes()
    (tmp_path / "points.csv").write_text("precious")
    answer(tmp_path / "points", "CSV (*.csv)")
    buttons = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: buttons.No)
    hand.key(Key.Key_S, Ctrl)
    assert (tmp_path / "points.csv").read_text() == "precious"
    monkeypatch.setattr(QMessageBox, "question", lambda *_: buttons.Yes)
    hand.key(Key.Key_S, Ctrl)
    assert read_data(tmp_path / "points.csv").n_samples == 8


def test_nothing_is_not_saved(hand, answer, warnings_shown, tmp_path):
    answer(tmp_path / "none.csv")
    hand.key(Key.Key_S, Ctrl)
    assert "no points" in warnings_shown[0]
    assert not (tmp_path / "none.csv").exists()


def test_one_class_reads_back_as_the_first_of_the_drawn(hand, answer, tmp_path):
    hand.click(0, 0)
    answer(tmp_path / "a.csv")
    hand.key(Key.Key_S, Ctrl)
    hand.window.open_file(tmp_path / "a.csv")
    assert hand.session.data.class_names == ("A", "B")


def test_the_name_that_is_proposed_is_that_of_the_file(hand, monkeypatch, tmp_path):
    proposed = []

    def refuse(_, title, start, kinds):
        proposed.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", refuse)
    hand.window.files.save_as()
    path = tmp_path / "frogs.arff"
    path.write_text(ARFF)
    hand.window.open_file(path)
    hand.key(Key.Key_S, Ctrl)
    hand.window.files.new()
    hand.window.files.save_as()
    hand.window.run("open example", example("two-clusters"))
    hand.recorded()
    hand.window.files.save_as()
    for export in (hand.window.exports.export_weights, hand.window.exports.export_code):
        export()
    names = [start.rpartition("/")[2] for start in proposed]
    assert names == [
        "untitled.plab", "frogs.plab", "untitled.plab", "two-clusters.plab",
        "two-clusters-weights.json", "two-clusters.py",
    ]  # fmt: skip
    assert proposed[1] == str(tmp_path / "frogs.plab")


@pytest.mark.parametrize("name", ["label", "outcome", "the label, as read"])
@pytest.mark.parametrize("key", [Key.Key_O, Key.Key_I])
def test_the_column_of_the_classes_keeps_its_name(hand, answer, tmp_path, name, key):
    path = tmp_path / "mine.csv"
    path.write_text(f'a,b,"{name}"\n1.5,2.0,x\n3.0,4.25,y\n')
    answer(path)
    hand.key(key, Ctrl)
    if key == Key.Key_I:
        dialog = hand.window.files.opening.dialog
        hand.qtbot.waitUntil(dialog.import_button.isEnabled)
        QTest.mouseClick(dialog.import_button, LEFT)
    hand.key(Key.Key_D)
    hand.click(2, 3)
    hand.key(Key.Key_S, Ctrl)
    header, *rows = path.read_text().splitlines()
    assert header == ('a,b,"the label, as read"' if "," in name else f"a,b,{name}")
    assert rows[:2] == ["1.5,2.0,x", "3.0,4.25,y"]
    assert len(rows) == 3
    hand.window.files.new()
    hand.key(Key.Key_O, Ctrl)
    assert hand.session.data.feature_names == ("a", "b")
    assert hand.session.data.n_samples == 3


@pytest.mark.parametrize("name", ["mine.txt", "mine.csv", "mine", "mine.libsvm"])
def test_svmlight_of_any_suffix_is_saved_as_svmlight(hand, answer, tmp_path, name):
    path = tmp_path / name
    path.write_text("1 1:1.5 2:2\n-1 1:3 2:-4\n")
    answer(path)
    hand.key(Key.Key_O, Ctrl)
    hand.recorded()
    hand.key(Key.Key_D)
    hand.click(2, 0.5)
    hand.key(Key.Key_S, Ctrl)
    assert not hand.window.isWindowModified()
    lines = path.read_text().splitlines()
    assert lines[:2] == ["1 1:1.5 2:2.0", "-1 1:3.0 2:-4.0"]
    assert lines[2].startswith("-1 1:")
    hand.window.files.new()
    hand.key(Key.Key_O, Ctrl)
    assert hand.session.data.n_samples == 3


def test_svmlight_that_counts_from_0_is_saved_so(hand, answer, tmp_path):
    path = tmp_path / "mine.svm"
    path.write_text("# zero-based indices\n1 1:1.5 2:2\n-1 1:3 2:-4\n")
    hand.window.open_file(path)
    hand.window.run("add class")
    answer(tmp_path / "more.svm")
    hand.key(Key.Key_S, Ctrl)
    assert path.read_text() == "1 0:0.0 1:1.5 2:2.0\n-1 0:0.0 1:3.0 2:-4.0\n"


def test_classes_for_which_svmlight_has_no_names_are_asked_about(
    hand, answer, tmp_path
):
    path = tmp_path / "mine.svm"
    path.write_text("1 1:1.5 2:2\n-1 1:3 2:-4\n")
    hand.window.open_file(path)
    hand.window.run("add class")
    hand.key(Key.Key_D)
    hand.click(2, 0.5)
    answer(tmp_path / "mine.csv")
    hand.key(Key.Key_S, Ctrl)
    assert path.read_text() == "1 1:1.5 2:2\n-1 1:3 2:-4\n"
    assert read_data(tmp_path / "mine.csv").n_samples == 3


@pytest.mark.parametrize("kind", ["arff", "tab", "svm", "tsv"])
def test_what_was_saved_once_is_saved_again_in_its_format(
    hand, answer, monkeypatch, tmp_path, kind
):
    hand.draw_two_classes()
    path = tmp_path / f"mine.{kind}"
    answer(path)
    hand.key(Key.Key_S, Ctrl)
    before = path.read_text()
    asked = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a: asked.append(a) or ("", "")
    )
    hand.click(0, 0)
    hand.key(Key.Key_S, Ctrl)
    assert bool(asked) == (kind == "svm"), "svmlight has no place for A and B"
    assert (path.read_text() == before) == (kind == "svm")
    assert hand.window.isWindowModified() == (kind == "svm")
