"""Plots and weights are exported, with the file dialogs answered for the person."""

import csv
import json
import os
import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from engine import Dataset, Recipe
from engine.errors import UserError
from engine.export.weights import SUFFIXES, read_model
from engine.families.capabilities import can
from gui.plotting.figure import Figure
from gui.plotting.figure_dialog import FigureDialog
from gui.plotting.figure_source import FigureChoice
from gui.widgets.dialog_folder import FIGURES, dialog_folder, remember_folder
from gui.window.preferences_dialog import PreferencesDialog
from tests.gui.conftest import LEFT, bring_mouse

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def size_of_plot(monkeypatch):
    def choose(which):
        size = QSize(640, 480)

        def accept(dialog):
            dialog.buttons[which].setChecked(True)
            dialog.form.wide.setValue(size.width())
            dialog.form.high.setValue(size.height())
            QTest.mouseClick(dialog.file.button, LEFT)
            dialog.accept()
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(FigureDialog, "exec", accept)

    return choose


@pytest.mark.parametrize("which", [0, 1])
def test_plots_are_exported_at_the_chosen_size(
    hand, answer, size_of_plot, tmp_path, which
):
    hand.draw_two_classes()
    hand.key(Key.Key_End)
    size_of_plot(which)
    for suffix in (".png", ".svg", ".pdf"):
        path = tmp_path / f"plot{suffix}"
        answer(path)
        if which or suffix != ".png":
            hand.key(Key.Key_E, Ctrl)
        else:
            bring_mouse(hand.window.canvas)
            QTest.mouseClick(hand.window.canvas.footer.export, LEFT)
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
            families = re.findall('font-family="([^"]*)"', text)
            assert families and all(f.endswith(", sans-serif") for f in families)
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


def test_weights_are_those_on_screen(hand, answer, tmp_path):
    hand.draw_two_classes()
    hand.session.seek(5)
    answer(tmp_path / "w.json")
    hand.window.panel("Weights").export_button.click()
    written = json.loads((tmp_path / "w.json").read_text())
    frame = hand.session.frame
    assert written["coef"] == frame.weights[:, :2].tolist()
    assert written["intercept"] == frame.weights[:, 2].tolist()
    assert written["updates"] == frame.updates


def test_names_in_csv_are_no_formulas_where_that_is_chosen(
    window, hand, answer, qtbot, tmp_path
):
    names = {"feature_names": ["=1+1", "b"], "class_names": ["@A", "-5"]}
    data = Dataset([[0, 1], [2, 0], [1, 1], [3, 0]], [0, 1, 0, 1], **names)
    window.session.begin(data, window.session.recipe)
    hand.recorded()
    window.open_preferences()
    (dialog,) = [d for d in window.findChildren(PreferencesDialog) if d.isVisible()]
    qtbot.addWidget(dialog)
    assert not dialog.safe.isChecked()
    plain = {}
    for mark in ("", "'"):
        written = {}
        for kind in ("weights", "trace"):
            path = tmp_path / f"{mark}{kind}.csv"
            answer(path)
            getattr(window.exports, f"export_{kind}")()
            qtbot.waitUntil(lambda: not window.exports.writing)
            with path.open(newline="") as file:
                written[kind] = [*csv.reader(file)]
        plain = plain or written
        marked = {cell: f"{mark}{cell}" for cell in ("=1+1", "@A")}
        assert written == {
            kind: [[marked.get(cell, cell) for cell in row] for row in rows]
            for kind, rows in plain.items()
        }
        QTest.mouseClick(dialog.safe, LEFT, pos=QPoint(8, dialog.safe.height() // 2))
        assert dialog.safe.isChecked() == (not mark)
    assert {"=1+1", "@A"} & {cell for row in plain["weights"] for cell in row}
    assert "=1+1" in plain["trace"][0]


def test_votes_are_exported_in_every_format(hand, answer, qtbot, tmp_path):
    hand.draw_two_classes()
    recipe = hand.session.recipe.replace(learner="voted-perceptron")
    hand.session.change(recipe, "learner")
    s = hand.session
    qtbot.waitUntil(lambda: can(s.model, "votes"))
    hand.key(Key.Key_End)
    for suffix in SUFFIXES:
        path = tmp_path / f"w{suffix}"
        answer(path)
        hand.window.panel("Weights").export_button.click()
        said = hand.window.panel("Playback").message.words.text()
        words = rf"{path.name}: \d+ weight vectors that vote, \d+ kB"
        assert re.search(words, said)
        if suffix in (".json", ".npz"):
            again, data = read_model(path), hand.session.data
            wanted = hand.session.model.scores(data.X)
            assert np.array_equal(again.scores(data.X), wanted)


def test_a_folder_that_is_gone_is_explained(hand, answer, warnings_shown, tmp_path):
    hand.draw_two_classes()
    answer(tmp_path / "gone" / "w.json")
    hand.window.panel("Weights").export_button.click()
    assert "gone" in warnings_shown[0]


def test_copy_puts_the_weights_on_the_clipboard(hand, qapp):
    hand.draw_two_classes()
    hand.key(Key.Key_End)
    hand.window.panel("Weights").copy_button.click()
    text = qapp.clipboard().text()
    value = float(text.splitlines()[0].split("\t")[1])
    assert value == hand.session.model.weights[0, 0]


def menu_of(window, title):
    (menu,) = [m for m in window.menuBar().actions() if m.text() == title]
    return menu.menu()


def test_a_picture_of_each_plot_is_copied(hand, qapp):
    """As an image, at twice the size, and as lines for programs that take them."""
    hand.draw_two_classes()
    hand.key(Key.Key_End)
    (pictures,) = [
        action.menu()
        for action in menu_of(hand.window, "&Edit").actions()
        if "icture" in action.text()
    ]
    for name in ("Canvas", "Error per epoch", "Loss", "Weight space"):
        (copy,) = [action for action in pictures.actions() if action.text() == name]
        copy.trigger()
        mime = qapp.clipboard().mimeData()
        assert qapp.clipboard().image().size() == QSize(1600, 1200)
        assert b"<svg" in bytes(mime.data("image/svg+xml").data())[:400]
        assert bytes(mime.data("application/pdf").data()).startswith(b"%PDF")
        assert name.lower() in hand.window.panel("Playback").message.words.text()


def test_the_canvas_is_copied_by_a_key(hand, qapp):
    hand.draw_two_classes()
    qapp.clipboard().clear()
    hand.key(Key.Key_P, Ctrl | Qt.KeyboardModifier.ShiftModifier)
    assert qapp.clipboard().mimeData().hasImage()


def test_the_context_menu_of_a_plot_copies_and_exports_it(hand, qapp, bring):
    hand.draw_two_classes()
    bring("Loss")
    menu = hand.window.panel("Loss").actions()
    assert [action.text() for action in menu] == ["Copy picture", "Export…"]
    qapp.clipboard().clear()
    menu[0].trigger()
    assert "loss" in hand.window.panel("Playback").message.words.text()
    assert qapp.clipboard().mimeData().hasImage()


@pytest.mark.parametrize("learner", ["kernel-perceptron", "multi-layer-perceptron"])
def test_losses_that_no_weights_make_are_said_not_to_be_there(hand, bring, learner):
    hand.session.begin(Dataset([[0, 0], [2, 0]], [0, 1]), Recipe(learner, epochs=2))
    hand.recorded()
    bring("Loss")
    hand.window.exports.copy_actions["Loss"].trigger()
    assert "nothing to see" in hand.window.panel("Playback").message.words.text()


def test_a_view_that_was_seen_before_other_data_came_is_copied(hand, qapp, bring):
    hand.session.begin(Dataset([[0, 0], [2, 0], [0, 2]], [0, 1, 2]))
    hand.recorded()
    bring("Loss").output.setCurrentIndex(3)
    bring("Weight space")
    hand.session.begin(Dataset([[0, 0], [2, 0]], [0, 1]))
    hand.recorded()
    hand.session.seek(1)
    qapp.clipboard().clear()
    hand.window.exports.copy_actions["Loss"].trigger()
    assert qapp.clipboard().mimeData().hasImage()


def words_of(window, name, choose, tmp_path):
    """Export a plot as SVG with what is chosen; give its text, without spaces.

    Qt writes letters of another font by themselves.
    """
    dialog = FigureDialog(window.exports.plots, lambda plot: plot.name, window)
    dialog.buttons[[b.text() for b in dialog.buttons].index(name)].setChecked(True)
    choose(dialog.form)
    dialog.accept()
    dialog.figure.save(tmp_path / "plot.svg")
    text = re.sub("<[^>]*>", "", (tmp_path / "plot.svg").read_text())
    return "".join(text.split())


def test_the_preview_is_what_will_be_written(window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.seek(3)
    dialog = FigureDialog(window.exports.plots, lambda plot: plot.name, window)
    dialog.show()
    preview = dialog.preview

    def seen():
        qtbot.waitUntil(lambda: not preview.later.isActive())
        image = preview.pixmap().toImage()
        image.setDevicePixelRatio(1)
        return image

    qtbot.waitUntil(lambda: not preview.pixmap().isNull())
    plain = seen()
    share = plain.width() / dialog.form.choice.size.width()
    whole = dialog.figure.image(share)
    assert plain.size() == whole.size()
    dialog.form.caption.setChecked(True)
    captioned = seen()
    assert captioned != plain
    dialog.buttons[1].setChecked(True)
    assert seen() != captioned
    dialog.close()


@pytest.mark.parametrize("name", ["Canvas", "Error per epoch", "Loss", "Weight space"])
def test_title_and_caption_are_there_if_wanted(hand, tmp_path, name):
    hand.draw_two_classes()
    hand.session.seek(3)

    def titled(form):
        form.title.setChecked(True)
        form.caption.setChecked(True)

    def named(form):
        form.own_title.setText("Lecture 3 <draft>")

    def plain(form):
        form.title.setChecked(False)
        form.caption.setChecked(False)

    text = words_of(hand.window, name, titled, tmp_path)
    assert "Perceptron,η=1" in text
    assert f"Step3of{hand.session.last}" in text
    # What was chosen is remembered for the next plot.
    text = words_of(hand.window, name, named, tmp_path)
    assert "Lecture3&lt;draft&gt;" in text
    assert "Perceptron,η" not in text
    text = words_of(hand.window, name, plain, tmp_path)
    assert "Step3" not in text
    assert "Lecture" not in text


def test_on_paper_it_is_light_unless_wanted_otherwise(hand, qapp):
    hand.draw_two_classes()
    hand.window.appearance.choose("dark")
    canvas = hand.window.exports.copy_actions["Canvas"]
    for colours, is_light in (("light", True), ("shown", False), ("dark", False)):
        FigureChoice(QSize(300, 220), colours).remember()
        canvas.trigger()
        ground = qapp.clipboard().image().pixelColor(3, 3)
        assert (ground.lightness() == 255) == is_light
        assert (ground.lightness() < 60) != is_light
    hand.window.appearance.choose("light")


@pytest.mark.parametrize("size", [QSize(200, 200), QSize(240, 600), QSize(1800, 1200)])
def test_a_figure_is_as_large_as_was_asked(hand, qapp, size):
    hand.draw_two_classes()
    FigureChoice(size, title=True, caption=True).remember()
    for name in ("Canvas", "Error per epoch", "Loss", "Weight space"):
        hand.window.exports.copy_actions[name].trigger()
        image = qapp.clipboard().image()
        assert image.size() == 2 * size
        edge = [image.pixel(1, y) for y in range(image.height())]
        edge += [image.pixel(image.width() - 2, y) for y in range(image.height())]
        assert set(edge) == {0xFFFFFFFF}, name  # nothing is cut off


def test_a_plot_is_exported_by_one_press_and_what_it_replaces_is_told(
    window, hand, monkeypatch, tmp_path
):
    hand.draw_two_classes()
    remember_folder(tmp_path / "x", FIGURES)
    told = []

    def press_export(dialog):
        told.append(dialog.export_button.text())
        QTest.mouseClick(dialog.export_button, LEFT)
        return dialog.result()

    monkeypatch.setattr(FigureDialog, "exec", press_export)
    for _ in range(2):
        hand.key(Key.Key_E, Ctrl)
    assert told == ["Export", "Replace"]
    assert [path.suffix for path in tmp_path.iterdir()] == [".png"]


def test_where_no_file_can_be_written_nothing_is_exported(window, tmp_path):
    dialog = FigureDialog(window.exports.plots, lambda plot: plot.name, window)
    for text in ("", "/", "~nobody/x", str(tmp_path), str(tmp_path / "no" / "x.png")):
        dialog.file.edit.setText(text)
        assert not dialog.export_button.isEnabled()
    dialog.file.edit.setText(str(tmp_path / "x"))
    assert dialog.file.path == tmp_path / "x.png"


@pytest.fixture
def export_as(hand, monkeypatch):
    """Export the canvas with this text as its file."""

    def export(text):
        def press_export(dialog):
            dialog.file.edit.setText(text)
            QTest.mouseClick(dialog.export_button, LEFT)
            return dialog.result()

        monkeypatch.setattr(FigureDialog, "exec", press_export)
        hand.key(Key.Key_E, Ctrl)

    return export


@pytest.mark.parametrize(
    ("text", "wanted"), [("b/x", "a/b/x.png"), ("../y.svg", "y.svg")]
)
def test_a_relative_name_is_from_the_folder_that_is_proposed(
    hand, export_as, tmp_path, text, wanted
):
    hand.draw_two_classes()
    (tmp_path / "a" / "b").mkdir(parents=True)
    remember_folder(tmp_path / "a" / "x", FIGURES)
    export_as(text)
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [tmp_path / wanted]


def test_a_folder_that_could_not_be_written_to_is_not_proposed_again(
    hand, export_as, warnings_shown, monkeypatch, tmp_path
):
    hand.draw_two_classes()
    (tmp_path / "bad").mkdir()
    remember_folder(tmp_path / "x", FIGURES)

    def fail(_, path):
        raise UserError(f"{path}: cannot be written")

    monkeypatch.setattr(Figure, "save", fail)
    export_as(str(tmp_path / "bad" / "x.png"))
    assert "cannot be written" in warnings_shown[0]
    assert dialog_folder(FIGURES) == tmp_path


def test_why_nothing_can_be_written_there_is_told(window, monkeypatch, tmp_path):
    dialog = FigureDialog(window.exports.plots, lambda plot: plot.name, window)
    (tmp_path / "x.png").mkdir()
    monkeypatch.setattr(os, "access", lambda path, _: Path(path).name != "shut")
    (tmp_path / "shut").mkdir()
    for text, told in (
        ("no/x.png", "No such folder"),
        ("no/", "No such folder"),
        ("shut/x.png", "Folder is read-only"),
        ("x", "Export"),
    ):
        dialog.file.edit.setText(str(tmp_path / "_")[:-1] + text)
        assert dialog.export_button.text() == told
        assert not dialog.export_button.isEnabled()
