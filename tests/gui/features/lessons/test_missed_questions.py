"""A question that was missed comes once more, two lessons later; marks stay."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from engine.lessons.lesson_files import read_files
from gui.features.lessons.contents import ORDER, OURS
from gui.features.lessons.missed_questions import KEY

FIRST = ORDER.index("one-mistake")


@pytest.fixture
def page(window, hand):
    hand.key(Qt.Key.Key_F2)
    return window.panel("Lessons").view.page


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def open_page(page, hand, course_place, place):
    page.player.open(read_files(OURS / ORDER[course_place]), place)
    hand.recorded()


def answer(page, *, right):
    places = range(len(page.player.task.choices))
    chosen = next(i for i in places if (i == page.player.task.answer) == right)
    press(page.task.choices.button(chosen))


def said_after(page, hand, course_place):
    """Go on from the last page of a lesson, and give what is read then."""
    open_page(page, hand, course_place, -1)
    if page.next_button.text() == "Done":
        return ""
    press(page.next_button)
    hand.recorded()
    return page.text.toPlainText()


def test_it_comes_two_lessons_later_until_it_is_answered_at_once(page, hand):
    open_page(page, hand, FIRST, 0)
    samples = hand.session.data.n_samples
    answer(page, right=False)
    answer(page, right=True)
    open_page(page, hand, FIRST, 2)
    answer(page, right=True)
    own = page.player.progress.results(read_files(OURS / ORDER[FIRST]))
    assert [own.task(place).tries for place in (0, 2)] == [2, 1]
    assert not said_after(page, hand, FIRST + 1)
    said = said_after(page, hand, FIRST + 2)
    assert said.startswith("Once more: ")
    assert page.player.handed_in[0].title not in said
    assert page.next_button.text() == "Done"
    assert hand.session.data.n_samples == samples
    answer(page, right=False)
    assert page.task.state.text() == "Not that one"
    answer(page, right=True)
    assert "Done" in page.task.state.text()
    press(page.next_button)
    assert page.player.lesson is None
    assert not said_after(page, hand, FIRST + 3)
    assert said_after(page, hand, FIRST + 4) == said
    answer(page, right=True)
    assert not said_after(page, hand, FIRST + 6)
    again = page.player.progress.results(read_files(OURS / ORDER[FIRST]))
    tasks = [(task.tries, task.answer, task.stamp) for task in again.tasks.values()]
    assert tasks == [
        (task.tries, task.answer, task.stamp) for task in own.tasks.values()
    ]


@pytest.mark.parametrize("entry", ["1e999", "999", "-1", "1"])
def test_damaged_settings_ask_nothing(page, hand, entry):
    edition = read_files(OURS / ORDER[FIRST]).edition
    place = entry if entry == "1e999" else "0"
    at = "0" if entry == "1e999" else entry
    QSettings().setValue(KEY, f'[["{edition}", {at}, {place}]]')
    assert not said_after(page, hand, FIRST + 2)


def test_left_unanswered_it_comes_in_a_later_lesson(page, hand):
    open_page(page, hand, FIRST, 0)
    answer(page, right=False)
    said = said_after(page, hand, FIRST + 2)
    lesson, results = page.player.handed_in
    assert (lesson.title, len(lesson.pages) > 1) == (results.lesson, True)
    press(page.contents_button)
    assert page.player.progress.page(read_files(OURS / ORDER[FIRST])) == 0
    assert said_after(page, hand, FIRST + 5) == said
