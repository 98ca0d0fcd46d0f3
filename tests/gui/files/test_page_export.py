"""The run is exported as a page or a lab from the menu; what cannot be is said."""

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine.export.lab import lab_of
from engine.export.page import page_of


@pytest.fixture
def asked(monkeypatch, tmp_path):
    path = tmp_path / "lecture.html"
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *args: (str(path), "Page (*.html)")
    )
    return path


def export(window, what="page"):
    (menu,) = [m for m in window.menuBar().actions() if m.text() == "&File"]
    (act,) = [a for a in menu.menu().actions() if what in a.text()]
    act.trigger()


def test_the_page_is_that_of_what_is_on_the_screen(window, hand, asked):
    hand.draw_two_classes()
    hand.session.seek(2)
    export(window)
    assert asked.read_text() == page_of(window.files.present())
    assert "open it in any browser" in window.panel("Playback").message.words.text()


def test_a_learner_that_a_page_has_not_is_said(window, hand, asked, monkeypatch):
    said = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: said.append(args[-1]))
    export(window)
    assert "there is no run yet" in window.panel("Playback").message.words.text()
    hand.draw_two_classes()
    hand.session.set_recipe(hand.session.recipe.replace(learner="kernel-perceptron"))
    hand.recorded()
    export(window)
    assert "a page cannot play the learner Kernel perceptron" in said[0]
    assert not asked.exists()


def test_a_lab_opens_with_what_is_on_the_screen(
    window, hand, asked, monkeypatch, qtbot
):
    said = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: said.append(args[-1]))
    export(window, "Lab")
    qtbot.waitUntil(lambda: not window.exports.writing)
    assert asked.read_text() == lab_of()
    hand.draw_two_classes()
    export(window, "Lab")
    qtbot.waitUntil(lambda: not window.exports.writing)
    assert asked.read_text() == lab_of(window.files.present())
    hand.session.set_recipe(hand.session.recipe.replace(learner="kernel-perceptron"))
    hand.recorded()
    export(window, "Lab")
    assert "a lab holds one of Adaline" in said[0]
