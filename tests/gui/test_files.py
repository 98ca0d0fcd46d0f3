"""Opening, saving and exporting, with the file dialogs answered for the person."""

import json

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from engine import Recipe
from engine.data import gallery
from engine.data.tables import read_table
from gui.canvas.picture import picture
from gui.export_dialog import PlotExportDialog
from tests.gui.conftest import LEFT

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def answer(monkeypatch):
    """Answer the next save and open dialogs with a path."""

    def give(path, kind=""):
        chosen = (str(path), kind)
        for name in ("getSaveFileName", "getOpenFileName"):
            monkeypatch.setattr(QFileDialog, name, lambda *_, **__: chosen)

    return give


@pytest.fixture
def warnings_shown(monkeypatch):
    shown = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *a: shown.append(a[2]))
    return shown


@pytest.fixture
def size_of_plot(monkeypatch):
    def choose(which):
        size = QSize(640, 480)

        def accept(dialog):
            dialog._choices.button(which).setChecked(True)
            dialog.wide.setValue(size.width())
            dialog.high.setValue(size.height())
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(PlotExportDialog, "exec", accept)

    return choose


def test_save_and_open_gives_the_same_points(hand, answer, tmp_path):
    hand.draw_two_classes()
    data = hand.session.data
    answer(tmp_path / "mine.csv")
    hand.key(Key.Key_S, Ctrl)
    assert not hand.window.isWindowModified()
    hand.window.files.new()
    assert hand.session.data.n_samples == 0
    hand.key(Key.Key_O, Ctrl)
    np.testing.assert_array_equal(hand.session.data.X, data.X)
    np.testing.assert_array_equal(hand.session.data.y, data.y)
    assert hand.session.data.class_names == data.class_names
    assert "mine.csv" in hand.window.windowTitle()


def test_a_session_comes_back_with_set_up_and_place(hand, answer, tmp_path):
    hand.draw_two_classes()
    s = hand.session
    s.set_recipe(s.recipe.replace(epochs=3, stop_without_mistake=False, seed=7))
    hand.recorded()
    s.seek(13)
    data, recipe = s.data, s.recipe
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    hand.key(Key.Key_S, Ctrl)
    assert not hand.window.isWindowModified()
    hand.window.files.new()
    s.set_recipe(recipe.replace(learner="adaline"))
    hand.key(Key.Key_O, Ctrl)
    hand.recorded()
    np.testing.assert_array_equal(s.data.X, data.X)
    assert s.recipe == recipe
    assert s.step == 13
    assert not s.undo_stack.canUndo()


@pytest.fixture
def branched(window, hand):
    """Two clusters, branched by key at step 130, then with another learning rate."""
    window.files.open_example(gallery.example("two-clusters"))
    hand.session.set_recipe(hand.session.recipe.replace(epochs=12))
    hand.recorded()
    hand.session.seek(130)
    hand.key(Key.Key_B, Ctrl)
    hand.session.set_recipe(hand.session.recipe.replace(learning_rate=0.25, epochs=9))
    both_recorded(hand)
    hand.session.seek(400)
    return hand


def both_recorded(hand):
    hand.recorded()
    kept = hand.session.branches.kept
    if kept is not None:
        hand.qtbot.waitUntil(lambda: kept.tape is not None and kept.tape.finished)


def test_a_branch_comes_back_with_both_its_runs(branched, window, answer, tmp_path):
    s = branched.session
    recipe, before = s.recipe, s.branches.kept.recipe
    seen = picture(s)
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    branched.key(Key.Key_S, Ctrl)
    window.files.new()
    assert not s.branches.active
    branched.key(Key.Key_O, Ctrl)
    both_recorded(branched)
    assert (s.recipe, s.branches.kept.recipe) == (recipe, before)
    assert (s.tape.branched_at, s.step, s.branches.kept.step) == (130, 400, 400)
    again = picture(s)
    np.testing.assert_array_equal(again.model.weights, seen.model.weights)
    np.testing.assert_array_equal(again.kept.weights, seen.kept.weights)
    assert again.branch == "branch at step 130"
    assert window.docks.runs.isVisible()
    window.runs.back_button.click()
    branched.recorded()
    assert (s.recipe, s.tape.branched_at) == (before, None)


def test_a_kept_branch_comes_back_as_the_one_run(branched, window, answer, tmp_path):
    s = branched.session
    window.runs.keep_button.click()
    weights = s.frame.weights
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    branched.key(Key.Key_S, Ctrl)
    window.files.new()
    branched.key(Key.Key_O, Ctrl)
    branched.recorded()
    assert s.branches.kept is None
    assert (s.tape.branched_at, s.step) == (130, 400)
    np.testing.assert_array_equal(s.frame.weights, weights)
    assert window.runs.anew_button.isVisible()


def test_a_damaged_branch_is_explained(branched, answer, warnings_shown, tmp_path):
    path = tmp_path / "mine.plab"
    answer(path, "Session (*.plab)")
    branched.key(Key.Key_S, Ctrl)
    content = json.loads(path.read_text())
    content["branch"]["before"]["learner"] = "oracle"
    path.write_text(json.dumps(content))
    branched.key(Key.Key_O, Ctrl)
    assert "mine.plab: learner “oracle” is not known" in warnings_shown[0]
    assert branched.session.branches.active


@pytest.mark.parametrize("on", [False, True])
def test_a_session_saved_while_streaming_has_ones_own_set_up(
    hand, window, answer, tmp_path, on
):
    hand.draw_two_classes()
    s, asked = hand.session, Recipe(epochs=33, order="shuffled", target_error=0.2)
    s.set_recipe(asked)
    hand.key(Key.Key_S)
    assert s.recipe.epochs == 1
    answer(tmp_path / "mine.plab", "Session (*.plab)")
    hand.key(Key.Key_S, Ctrl)
    if not on:
        hand.key(Key.Key_S)
    s.set_recipe(Recipe("adaline", epochs=5))
    hand.key(Key.Key_O, Ctrl)
    hand.recorded()
    assert not window.stream.on
    assert s.recipe == asked


def test_a_damaged_session_is_explained_and_the_points_stay(
    hand, answer, warnings_shown, tmp_path
):
    hand.draw_two_classes()
    hand.window.session.undo_stack.setClean()
    bad = tmp_path / "bad.plab"
    bad.write_text('{"format": "perceptron-lab/session"}')
    answer(bad)
    hand.key(Key.Key_O, Ctrl)
    assert "bad.plab: has another version" in warnings_shown[0]
    assert hand.session.data.n_samples == 8


def test_a_missing_suffix_is_that_of_the_chosen_kind(hand, answer, tmp_path):
    hand.draw_two_classes()
    answer(tmp_path / "mine", "CSV (*.csv)")
    hand.window.files.save_as()
    assert read_table(tmp_path / "mine.csv").n_samples == 8


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


def test_unsaved_points_are_asked_about(hand, monkeypatch):
    hand.draw_two_classes()
    answers = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Cancel)
    hand.window.files.new()
    assert hand.session.data.n_samples == 8
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Discard)
    hand.window.files.new()
    assert hand.session.data.n_samples == 0


@pytest.fixture
def asked(monkeypatch):
    """What is asked about unsaved points; the answer is the last word put here."""
    asked = [QMessageBox.StandardButton.Cancel]

    def question(*_):
        asked.insert(0, "asked")
        return asked[-1]

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


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
    """Opened from a table: a knob, then a branch, then a point too."""
    table, other = tmp_path / "points.csv", tmp_path / "other.csv"
    table.write_text("x1,x2,class\n-1,-2,A\n-2,-1,A\n1,2,B\n2,1,B\n")
    other.write_text("x1,x2,class\n1,2,A\n3,4,B\n")
    told, buttons = [], QMessageBox.StandardButton
    reply = [buttons.Cancel]
    monkeypatch.setattr(
        QMessageBox, "question", lambda *a: told.append(a[2]) or reply[-1]
    )
    s, window = hand.session, hand.window
    window.open_file(table)
    hand.recorded()
    s.change(s.recipe.replace(tolerance=0.5), "tolerance")
    assert window.isWindowModified()
    assert not window.close()
    assert told.pop() == "The set-up is not saved. Save it in a session (.plab)?"
    s.undo_stack.undo()
    assert window.files.may_leave()
    hand.recorded()
    hand.key(Key.Key_B, Ctrl)
    s.change(s.recipe.replace(tolerance=0.5), "tolerance")
    answer(other)
    for key in (Key.Key_O, Key.Key_N):
        hand.key(key, Ctrl)
        assert told.pop().startswith("The set-up and branch are not saved. Save them")
    hand.click(0, 0)
    assert not window.close()
    assert told.pop().startswith("The points, set-up and branch are not saved.")
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


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_plots_are_exported_at_the_chosen_size(
    hand, answer, size_of_plot, tmp_path, which, suffix
):
    hand.draw_two_classes()
    hand.key(Key.Key_End)
    path = tmp_path / f"plot{suffix}"
    answer(path)
    size_of_plot(which)
    hand.key(Key.Key_E, Ctrl)
    content = path.read_bytes()
    if suffix == ".png":
        image = QImage(str(path))
        assert image.size() == QSize(1280, 960)
        colours = {
            image.pixel(x, y) for x in range(0, 1280, 7) for y in range(0, 960, 7)
        }
        assert len(colours) > 20
    elif suffix == ".svg":
        text = content.decode()
        assert 'viewBox="0 0 640 480"' in text
        assert text.count("<path") + text.count("<polyline") > 10
    else:
        assert content.startswith(b"%PDF")
        assert b"%%EOF" in content[-20:]


def test_points_in_an_svg_are_paths_not_bitmaps(hand, answer, size_of_plot, tmp_path):
    hand.draw_two_classes()
    hand.key(Key.Key_End)
    path = tmp_path / "plot.svg"
    answer(path)
    size_of_plot(0)
    hand.key(Key.Key_E, Ctrl)
    # One bitmap, the shaded ground; eight symbols as paths in the classes' colours.
    text = path.read_text()
    assert text.count("<image") == 1
    for colour in ("#0072b2", "#e69f00"):
        group = text.lower().split(f'fill="{colour}"')[1].split("</g>")[0]
        assert group.count("<path") >= 4


def test_an_unknown_suffix_gets_the_chosen_one_after_it(
    hand, answer, size_of_plot, tmp_path
):
    hand.draw_two_classes()
    answer(tmp_path / "fig.v2", "SVG (*.svg)")
    size_of_plot(0)
    hand.key(Key.Key_E, Ctrl)
    assert [path.name for path in tmp_path.glob("fig*")] == ["fig.v2.svg"]


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
    assert read_table(tmp_path / "points.csv").n_samples == 8


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


def test_weights_are_those_on_screen(hand, answer, tmp_path):
    hand.draw_two_classes()
    hand.session.seek(5)
    answer(tmp_path / "w.json")
    hand.window.weights.export_button.click()
    found = json.loads((tmp_path / "w.json").read_text())
    frame = hand.session.frame
    assert found["coef"] == frame.weights[:, :2].tolist()
    assert found["intercept"] == frame.weights[:, 2].tolist()
    assert found["updates"] == frame.updates


def test_a_folder_that_is_gone_is_explained(hand, answer, warnings_shown, tmp_path):
    hand.draw_two_classes()
    answer(tmp_path / "gone" / "w.json")
    hand.window.weights.export_button.click()
    assert "gone" in warnings_shown[0]


def test_copy_puts_the_weights_on_the_clipboard(hand, qapp):
    hand.draw_two_classes()
    hand.key(Key.Key_End)
    hand.window.weights.copy_button.click()
    text = qapp.clipboard().text()
    value = float(text.splitlines()[0].split("\t")[1])
    assert value == hand.session.model.weights[0, 0]


def test_the_name_that_is_proposed_is_that_of_the_file(hand, monkeypatch, tmp_path):
    proposed = []

    def refuse(_, title, start, kinds):
        proposed.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", refuse)
    hand.window.files.save_as()
    path = tmp_path / "frogs.svm"
    path.write_text("1 1:1 2:2\n-1 1:3 2:4\n")
    hand.window.open_file(path)
    hand.key(Key.Key_S, Ctrl)
    hand.window.files.new()
    hand.window.files.save_as()
    names = [start.rpartition("/")[2] for start in proposed]
    assert names == ["untitled.plab", "frogs.plab", "untitled.plab"]
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
