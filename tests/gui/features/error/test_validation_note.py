"""The sentence on over-fitting beside the error curve."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import Recipe
from engine.data import gallery
from engine.diagnosis.overfitting import ValidationCourse
from gui.features.error.validation_note import course_text

SHARE = st.integers(0, 1000).map(lambda n: n / 1000)


def numbers(text):
    text = re.sub("<[^>]*>", "", text)
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


@given(st.integers(1, 900), SHARE, SHARE, SHARE, SHARE, st.booleans())
def test_the_sentence_has_the_numbers(best, a, b, c, d, overfits):
    lowest, last = min(c, d), max(c, d)
    course = ValidationCourse(best, (a, b), (lowest, last), overfits, 950)
    text = course_text(course)
    shown = [round(100 * share, 1) for share in (a, b, lowest, last)]
    if overfits:
        assert "Over-fitting" in text
        assert numbers(text) == pytest.approx([best, 950, *shown])
    else:
        assert "Over-fitting" not in text
        expected = [best, shown[2], *([950, shown[3]] if last > lowest else [])]
        assert numbers(text) == pytest.approx(expected)
    assert "now" not in text  # it is the run's end, wherever the playhead stands
    assert ("Stop" in text) == (overfits or last > lowest)


@pytest.fixture
def overfitting(window, hand):
    chosen = gallery.example("over-fitting")
    hand.session.begin(chosen.make(), Recipe(**chosen.settings))
    hand.recorded()
    return chosen


def test_over_fitting_is_told_once_and_the_run_ends_there_by_a_click(
    overfitting, window, hand, qtbot
):
    """In the strip; beside the curve only its epoch is marked."""
    note = window.panel("Error per epoch").validation_note
    qtbot.waitUntil(
        lambda: window.part("Will it converge?").line is not None and note.text() == ""
    )
    qtbot.waitUntil(window.part("Will it converge?").line.isVisible)
    assert numbers(window.part("Will it converge?").line.words.text()) == [18, 20, 30]
    marks = [
        i
        for i in window.panel("Error per epoch").plot.items()
        if getattr(i, "angle", None) == 90
    ]
    assert [mark.value() for mark in marks if mark.isVisible()] == [18]
    QTest.mouseClick(
        window.part("Will it converge?").line.button, Qt.MouseButton.LeftButton
    )
    hand.recorded()
    assert hand.session.recipe.epochs == 18
    qtbot.waitUntil(lambda: note.text().startswith("<span") and note.isVisible())
    assert "Over-fitting" not in note.text()
    assert "Stop" not in note.text()
    hand.session.undo_stack.undo()
    hand.recorded()
    qtbot.waitUntil(lambda: note.text() == "")


def test_beside_the_curve_a_link_ends_the_run(overfitting, window, qtbot):
    """Where the canvas says nothing of the run's end, as that is hidden."""
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    window.session.seek(95)
    note = window.panel("Error per epoch").validation_note
    qtbot.waitUntil(lambda: "Over-fitting" in note.text())
    note.linkActivated.emit("stop")
    assert window.session.recipe.epochs == 18


def test_without_validation_nothing_is_told(overfitting, window, hand):
    note = window.panel("Error per epoch").validation_note
    hand.session.begin(gallery.xor(), Recipe())
    hand.recorded()
    hand.qtbot.waitUntil(lambda: not note.isVisibleTo(window))
    assert note.text() == ""


def test_what_is_to_come_is_not_told(overfitting, window, hand, qtbot):
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    note = window.panel("Error per epoch").validation_note
    hand.session.seek(10)
    qtbot.waitUntil(lambda: numbers(note.text())[0] <= 10)
    assert "Over-fitting" not in note.text()
    hand.session.seek(0)
    qtbot.waitUntil(lambda: not note.isVisibleTo(window.panel("Error per epoch")))
    window.panel("Playback").actions_by_name["hide-future"].trigger()
    qtbot.waitUntil(lambda: note.course is not None and note.course.last == 100)
