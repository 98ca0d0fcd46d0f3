"""Every page of every lesson of ours, read as a person would who makes mistakes."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from gui.features.lessons.contents import ORDER, our_lessons
from tests.gui.features.lessons.reader import Reader, cut_off

SOME = "one-mistake", "margin", "stream"
"""Lessons with tasks to predict, to set by hand and to draw; one player plays all."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in SOME else pytest.mark.long)
        for name in ORDER
    ],
)
def test_each_page_is_done_wrongly_and_done(name, window, hand, qtbot):
    hand.draw_two_classes()
    own = hand.session.data
    window.resize(1280, 720)
    hand.key(Qt.Key.Key_F2)
    (files,) = [lesson.files for lesson in our_lessons() if lesson.files.name == name]
    window.panel("Lessons").view.contents.chosen.emit(files)
    reader = Reader(window, hand, qtbot)
    for place, page in enumerate(reader.player.lesson.pages):
        reader.settled()
        assert reader.player.place == place
        assert cut_off(window) == []
        if page.task is not None:
            do_wrongly_and_do(reader, page.task)
        reader.press(reader.view.next_button)
    assert reader.player.lesson is None
    np.testing.assert_array_equal(hand.session.data.X, own.X)


def do_wrongly_and_do(reader, task):
    text = reader.view.text.toPlainText()
    assert not reader.sees_done
    assert reader.wanted_in_vain() == []
    for _ in reader.fail(task):
        assert not reader.sees_done
        assert reader.wanted_in_vain() == []
        reader.press(reader.card.again_button)
        assert reader.view.text.toPlainText() == text
    reader.fulfil(task)
    reader.qtbot.waitUntil(lambda: reader.sees_done)
    if task.show is not None:
        reader.press(reader.card.show_button)
        reader.qtbot.waitUntil(  # some facts take a while
            lambda: all(condition.holds(reader.player.now) for condition in task.until)
        )


@pytest.mark.parametrize("names", [SOME, pytest.param(ORDER, marks=pytest.mark.long)])
def test_nothing_is_cut_off_in_a_lecture(names, window, hand, qtbot):
    hand.key(Qt.Key.Key_F2)
    hand.enter_lecture((1280, 720))
    lessons = [lesson for lesson in our_lessons() if lesson.files.name in names]
    window.panel("Lessons").view.contents.chosen.emit(lessons[0].files)
    reader = Reader(window, hand, qtbot)
    faults = {}
    for lesson in lessons:
        reader.player.open(lesson.files, 0)
        for place in range(len(lesson.lesson.pages)):
            reader.player.go(place)
            reader.settled()
            faults[lesson.files.name, place] = cut_off(window)
    window.lecture.setChecked(False)
    assert not any(faults.values()), {
        page: said for page, said in faults.items() if said
    }
