"""The film of the run: asked for, told of, written in the background, stopped."""

import os

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QDialog, QFileDialog

from engine import Recipe
from gui.files.film_dialog import FilmDialog


@pytest.fixture
def ask(window, hand, monkeypatch):
    """Ask for a film: ``ask(path, choose)``, where `choose` sets the dialog."""

    def film(path, choose=lambda dialog: None):
        shown = []

        def accept(dialog):
            dialog.form.wide.setValue(240)
            dialog.form.high.setValue(200)
            choose(dialog)
            shown.append(dialog.length.text())
            dialog.accept()
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(FilmDialog, "exec", accept)
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *args: (str(path), args[-1])
        )
        (menu,) = [m for m in window.menuBar().actions() if m.text() == "&File"]
        (act,) = [a for a in menu.menu().actions() if "Film" in a.text()]
        act.trigger()
        return shown

    return film


def kind(suffix):
    def choose(dialog):
        dialog.kind.setCurrentIndex(dialog.kind.findData(suffix))
        dialog.first.setValue(2)
        dialog.last.setValue(10)
        dialog.speed.setValue(4.0)

    return choose


def over(window, qtbot):
    qtbot.waitUntil(lambda: not window.exports.writing)


def pictures(path):
    if path.is_dir():
        return [np.asarray(Image.open(file)) for file in sorted(path.iterdir())]
    if path.suffix == ".mp4":
        av = pytest.importorskip("av")
        with av.open(str(path)) as film:
            return [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    with Image.open(path) as film:
        frames = []
        for i in range(film.n_frames):
            film.seek(i)
            frames.append(np.asarray(film.convert("RGB")))
        return frames


@pytest.mark.parametrize(
    ("name", "count"), [("run.gif", 9), ("run.mp4", 100), ("run", 9)]
)
def test_the_steps_chosen_are_filmed(window, hand, qtbot, ask, tmp_path, name, count):
    hand.draw_two_classes()
    path = tmp_path / name
    texts = ask(path, kind(path.suffix))
    over(window, qtbot)
    assert texts == ["4.0 seconds, 9 pictures"]
    frames = pictures(path)
    assert len(frames) == count
    assert {frame.shape for frame in frames} == {(200, 240, 3)}
    assert any((frame != frames[0]).any() for frame in frames)
    assert "exported" in window.panel("Playback").message.words.text()


def test_it_is_as_the_canvas_is_at_its_steps(window, hand, qtbot, ask, tmp_path):
    """The last picture is that of the run's end, in the colours asked for."""
    hand.draw_two_classes()

    def dark(dialog):
        dialog.form.colours.setCurrentIndex(1)
        dialog.kind.setCurrentIndex(2)

    ask(tmp_path / "dark", dark)
    over(window, qtbot)
    last = pictures(tmp_path / "dark")[-1]
    assert last[2, 2].max() < 60
    assert QSettings().value("film/colours") == "dark"
    assert QSettings().value("figure/colours") is None


def test_a_long_film_is_told_before_it_is_made(window, hand, ask, tmp_path):
    hand.draw_two_classes()
    hand.session.change(Recipe(epochs=500, stop_without_mistake=False), "long")
    hand.recorded()
    dialog = window.exports.film_dialog(hand.session.tape)
    assert dialog.length.text() == "12.0 seconds, 126 pictures"
    dialog.speed.setValue(2.0)
    assert dialog.length.text() == "33 min 22 s, 4,001 pictures"
    dialog.first.setValue(300)
    dialog.last.setValue(200)
    assert "first step" in dialog.length.text()
    assert not dialog.go_on.isEnabled()


def test_without_a_library_a_sentence_says_what_to_install(window, hand, monkeypatch):
    hand.draw_two_classes()
    monkeypatch.setattr("gui.files.film_dialog.can_write_mp4", lambda: False)
    dialog = window.exports.film_dialog(hand.session.tape)
    dialog.kind.setCurrentIndex(dialog.kind.findData(".mp4"))
    assert "pip install" in dialog.length.text()
    assert not dialog.go_on.isEnabled()
    dialog.kind.setCurrentIndex(dialog.kind.findData(".gif"))
    assert dialog.go_on.isEnabled()


@pytest.mark.parametrize("name", ["run.gif", "run.mp4", "run"])
def test_cancel_leaves_nothing(window, hand, qtbot, ask, tmp_path, name):
    hand.draw_two_classes()
    path = tmp_path / "films" / name
    path.parent.mkdir()
    hand.session.change(Recipe(epochs=500, stop_without_mistake=False), "long")
    hand.recorded()
    ask(path, lambda d: d.kind.setCurrentIndex(d.kind.findData(path.suffix)))
    dialog = window.exports.writing["a film"].dialog
    qtbot.waitUntil(lambda: dialog.value() > 0)
    dialog.canceled.emit()
    over(window, qtbot)
    assert list(path.parent.iterdir()) == []
    assert "nothing written" in window.panel("Playback").message.words.text()


def test_leaving_stops_it(window, hand, ask, tmp_path):
    hand.draw_two_classes()
    path = tmp_path / "films" / "run.gif"
    path.parent.mkdir()
    ask(path)
    window.session.undo_stack.setClean()
    window.close()
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("name", ["run.gif", "run.mp4", "run"])
def test_a_full_disk_is_one_sentence(
    window, hand, qtbot, ask, tmp_path, warnings_shown, monkeypatch, name
):
    path = tmp_path / "films" / name
    path.parent.mkdir()
    hand.draw_two_classes()

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    ask(path, kind(path.suffix))
    over(window, qtbot)
    assert warnings_shown == [
        f"{path}: cannot be written (no space left on device): free some space, "
        "or choose a folder on another disk"
    ]
    assert list(path.parent.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(
    window, hand, ask, tmp_path, warnings_shown
):
    hand.draw_two_classes()
    (tmp_path / "there").mkdir()
    ask(tmp_path / "there", kind(""))
    assert "is there already" in warnings_shown[0]
    assert not window.exports.writing


def test_it_opens_at_its_first_control(window, hand, qtbot):
    hand.draw_two_classes()
    dialog = window.exports.film_dialog(hand.session.tape)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None)
    assert dialog.focusWidget() is dialog.first
    dialog.close()


def test_the_preview_is_the_step_chosen_last_as_it_will_be(window, hand, qtbot):
    hand.draw_two_classes()
    dialog = window.exports.film_dialog(hand.session.tape)
    dialog.show()
    preview = dialog.preview

    def image():
        qtbot.waitUntil(lambda: not preview.later.isActive())
        return preview.pixmap().toImage()

    qtbot.waitUntil(lambda: not preview.pixmap().isNull())
    last = image()
    assert last.width() * 3 == last.height() * 4  # of 800 × 600
    dialog.last.setValue(0)
    assert image() != last
    dialog.last.setValue(hand.session.tape.steps)
    assert image() == last
    dialog.form.wide.setValue(1600)
    assert image().width() / image().height() == pytest.approx(8 / 3, abs=0.03)
    dialog.form.colours.setCurrentIndex(dialog.form.colours.findData("dark"))
    assert image().pixelColor(2, 2).lightness() < 60
    dialog.close()
