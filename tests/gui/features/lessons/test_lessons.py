"""A lesson in the window: page after page, and the person's own work after it."""

import csv
import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QSettings, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QLabel,
    QMessageBox,
    QScrollArea,
    QWidget,
)

from engine.cli.main import run
from engine.data.stream_sources import source
from engine.learners import learners
from engine.lessons.facts import Situation
from engine.lessons.lesson_files import LessonFiles, read_files
from gui.features.lessons import kept_draft
from gui.features.lessons.contents import OURS, LessonRow, our_lessons
from gui.features.lessons.page_dialog import PageDialog
from gui.features.lessons.results_dialog import ResultsDialog
from gui.features.lessons.spotlight import Spotlights
from gui.session.diagnosis import TELL_AFTER_MS, OutcomeRunner
from tests.gui.conftest import move_mouse
from tests.gui.pixels import pixels

EXAMPLE = Path(__file__).parent / "example"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lessons(window, hand):
    hand.key(Qt.Key.Key_F2)
    return window.panel("Lessons").view


def press(button):
    QTest.mouseClick(button, LEFT)


def open_example(lessons, hand):
    lessons.contents.chosen.emit(read_files(EXAMPLE))
    hand.recorded()


def test_every_lesson_of_ours_is_in_the_contents():
    folders = {path.parent.name for path in OURS.glob("*/lesson.md")}
    assert {lesson.files.name for lesson in our_lessons()} == folders


def test_what_ours_point_at_is_in_the_window(window):
    named = {
        name
        for lesson in our_lessons()
        for page in lesson.lesson.pages
        for name in page.spotlights
    }
    controls = {  # those of another learner are there once it is chosen
        parameter.name
        for kind in learners().values()
        for parameter in kind.all_hyperparameters
    }
    spotlights = Spotlights(window)
    there = {name for name in named if spotlights.find(name) is not None}
    assert named - there - controls == set()


def test_page_after_page_and_the_own_work_comes_back(window, hand, lessons, qtbot):
    hand.draw_two_classes()
    session, stack = hand.session, hand.session.undo_stack
    own, undone = session.data, stack.index()
    hand.key(Qt.Key.Key_End)
    end = session.step
    open_example(lessons, hand)
    page = lessons.page
    assert session.data.n_samples == 80
    assert (
        window.docks["This update"].isVisible()
        and not window.docks["Set-up"].isVisible()
    )
    qtbot.waitUntil(lambda: "68 updates" in page.text.toPlainText())
    assert "until this step: 0" in page.task.state.text()
    hand.key(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    press(page.task.again_button)
    qtbot.waitUntil(lambda: "until this step: 0" in page.task.state.text())
    hand.recorded()
    hand.key(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    press(page.next_button)
    press(page.task.choices.button(0))
    assert page.task.state.text() == "Not that one"
    assert "far away?" in page.task.note.toPlainText()
    press(page.task.choices.button(2))
    assert "From wherever it was?" in page.task.note.toPlainText()
    press(page.task.again_button)
    assert page.task.choices.checkedButton() is None
    press(page.task.choices.button(1))
    assert "Done" in page.task.state.text()
    because = page.task.note.toPlainText()
    press(page.task.choices.button(2))
    assert page.task.state.text() == "Not that one"
    assert "From wherever it was?" in page.task.note.toPlainText()
    press(page.task.choices.button(1))
    assert "Done" in page.task.state.text()
    assert page.task.note.toPlainText() == because
    press(page.next_button)
    press(page.task.show_button)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    press(page.contents_button)
    hand.recorded()
    np.testing.assert_array_equal(session.data.X, own.X)
    assert (session.step, stack.index(), stack.canRedo()) == (end, undone, False)
    assert window.docks["Set-up"].isVisible()
    stack.undo()
    assert session.data.n_samples == own.n_samples - 1


def test_undo_ends_where_the_page_began(window, hand, lessons):
    hand.draw_two_classes()
    own, undo = hand.session.data, (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    open_example(lessons, hand)
    begun = hand.session.data
    hand.key(Qt.Key.Key_Right)
    hand.key(*undo)
    hand.recorded()
    assert (hand.session.data, hand.session.step) == (begun, 1)
    assert lessons.currentIndex() == 1
    hand.click(1, 1)
    drawn = hand.session.data
    press(lessons.page.task.again_button)
    hand.key(*undo)  # what “Begin again” took away comes back
    assert hand.session.data is drawn
    hand.key(*undo)
    hand.key(*undo)
    np.testing.assert_array_equal(hand.session.data.X, begun.X)
    press(lessons.page.contents_button)
    hand.recorded()
    np.testing.assert_array_equal(hand.session.data.X, own.X)
    hand.key(*undo)
    assert hand.session.data.n_samples == own.n_samples - 1


def test_a_page_stretches_the_axes_and_the_own_work_has_its_own(window, hand, lessons):
    hand.draw_two_classes()
    canvas, page = window.canvas, lessons.page
    page.player.open(read_files(OURS / "standardising"), 0)
    hand.recorded()
    wide, high = np.ptp(canvas.plane.project(hand.session.data.X), axis=0)
    assert 1 / 4 < wide / high < 4
    _, bottom, _, top = hand.plot.view_rect
    axis = hand.plot.getAxis("left")
    assert axis.scale * (top - bottom) > 10
    press(page.contents_button)
    hand.recorded()
    assert canvas.plane.stretch == 1.0


def test_begin_again_gives_the_tool_and_the_selection_back(window, hand, lessons):
    toolbar, selection = window.canvas.toolbar, window.canvas.selection
    open_example(lessons, hand)
    tool = toolbar.tool
    hand.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(window.findChild(QWidget, "Move"))
    assert len(selection) == 80 and toolbar.tool is not tool
    press(lessons.page.task.again_button)
    assert (toolbar.tool, len(selection)) == (tool, 0)
    lessons.page.player.open(read_files(OURS / "offset"), 2)
    hand.recorded()
    boundary = toolbar.tool
    assert boundary is not tool
    press(window.findChild(QWidget, "Eraser"))
    press(lessons.page.task.again_button)
    assert toolbar.tool is boundary


def test_space_plays_after_a_click_on_a_page(window, hand, lessons):
    open_example(lessons, hand)
    page, session = lessons.page, hand.session
    page.player.go(1)
    hand.recorded()
    window.activateWindow()
    first, second = page.task.choices.buttons()[:2]
    tab = Qt.FocusReason.TabFocusReason

    def plays():
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Space)
        began = session.playing
        session.set_playing(False)
        return began

    press(page.text.viewport())
    assert plays()
    press(first)
    assert plays()
    QTest.mouseClick(second.parentWidget(), LEFT, pos=QPoint(90, 8))
    assert second.isChecked()
    assert plays()
    first.setFocus(tab)
    press(first)
    assert plays()
    page.next_button.setFocus(tab)
    press(page.task.text.viewport())
    assert plays()
    page.back_button.setFocus(tab)
    assert not plays()
    assert page.player.place == 0


def test_a_lesson_goes_on_where_it_was_left_with_what_was_there(hand, lessons):
    player = lessons.page.player
    files = read_files(OURS / "what-a-linear-classifier-is")
    player.open(files, 1)  # whose samples are those of the first page
    hand.recorded()
    assert hand.session.data.n_samples == 12
    player.open(read_files(OURS / "one-mistake"), 0)
    player.open(files)
    assert player.place == 1
    assert hand.session.data.n_samples == 12


def test_opening_something_else_leaves_the_lesson_first(window, hand, lessons):
    open_example(lessons, hand)
    window.files.new()
    assert lessons.currentIndex() == 0
    assert not hand.session.data.n_samples


PREDICTIONS = """\
---
title: Predictions
---

# A mistake

```state
points: |
  2 4 a
  -6 1 b
  4 -3 a
step: 0
panels: [Error per epoch]
```

```task
do: Click the next mistake.
predict: next mistake
```

# A boundary

```task
do: Draw the next boundary.
predict: next boundary
```

# A curve

```task
do: Draw the curve.
predict: error curve
```
"""


@pytest.fixture
def predictions(lessons, hand):
    files = LessonFiles(Path("predictions"), {"lesson.md": PREDICTIONS.encode()})
    lessons.page.player.open(files)
    hand.recorded()
    return lessons.page


def test_the_next_mistake_is_clicked(predictions, hand):
    page, session = predictions, hand.session
    step = session.tape.next_mistake(0)
    (row,) = session.tape.frame(step).rows
    for wrong in {0, 1, 2} - {row}:
        hand.click(*session.data.X[wrong])
        assert f"point {wrong + 1}" in page.task.state.text()
        assert not page.player.result.done
        assert "Try again, or press “Show me”" in page.task.state.text()
        assert session.step == 0
        hand.click(0, 0)
        assert session.data.n_samples == 3
    press(page.task.show_button)
    hand.recorded()
    assert session.step == step
    press(page.task.again_button)
    hand.recorded()
    assert session.step == 0
    hand.click(*session.data.X[row])
    assert page.task.state.text().startswith("Right")
    assert page.player.result.done
    hand.click(0, 0)
    assert session.data.n_samples == 3  # nothing was drawn
    press(page.task.again_button)
    hand.recorded()
    assert not page.task.state.text()  # no praise until it is said again
    press(page.next_button)
    press(page.back_button)
    assert "Done" in page.task.state.text()
    press(page.task.show_button)
    assert hand.plot.layers.selection_marks.outline is None


def test_an_answer_counts_where_it_is_asked_for(predictions, hand):
    page, session = predictions, hand.session
    (row,) = session.tape.frame(session.tape.next_mistake(0)).rows
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End):
        hand.key(key)
        hand.recorded()
        step = session.step
        assert page.task.state.text().startswith("Go to step 0: ")
        for place in session.data.X:
            hand.click(*place)
        assert (session.step, page.player.result.tries) == (step, 0)
    hand.key(Qt.Key.Key_Home)
    assert not page.task.state.text()
    hand.click(*session.data.X[row])
    assert page.task.state.text().startswith("Right")


def test_a_task_waits_for_the_samples_of_its_page(window, hand, lessons, qtbot):
    page = lessons.page
    page.player.open(read_files(OURS / "xor-and-squares"), 1)
    hand.recorded()
    press(window.findChild(QWidget, "Eraser"))
    hand.click(*hand.session.data.X[0])
    hand.recorded()
    assert hand.session.data.n_samples == 3
    said = "about the samples of this page: undo, or press “Begin again”"
    qtbot.waitUntil(lambda: said in page.task.state.text())
    assert not page.player.result.done
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "the run converges: no" in page.task.state.text())


def test_the_next_boundary_is_drawn(predictions, hand):
    page, session = predictions, hand.session
    press(page.next_button)
    step = session.tape.next_update(session.step)
    w, b = (lambda m: (m.coef[0], m.intercept[0]))(session.tape.model(step))
    foot = -b * w / (w @ w)
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    hand.drag(tuple(foot + w / np.linalg.norm(w)), tuple(foot))  # at right angles
    assert page.task.state.text().startswith("Not quite: your line is turned by")
    drawn = hand.plot.layers.selection_marks
    np.testing.assert_allclose(drawn.outline[1], foot, atol=0.1)
    assert session.step == 0
    hand.drag(tuple(foot - along), tuple(foot + along))
    assert page.task.state.text().startswith("Right")
    assert session.step == step
    hand.drag((3, 3), (4, 4))  # no other line, no samples
    np.testing.assert_allclose(drawn.outline[1], foot + along, atol=0.1)
    assert session.data.n_samples == 3
    press(page.next_button)
    assert drawn.outline is None


def colours_ahead(timeline):
    """Give the colours above the line, after the start of the timeline."""
    return {*pixels(timeline.grab().toImage())[:-10, 20:].ravel().tolist()}


def test_the_error_curve_is_drawn(predictions, window, hand, qtbot):
    page, session = predictions, hand.session
    page.player.go(2)
    hand.recorded()
    plot = window.panel("Error per epoch").plot
    errors = 100 * session.tape.epochs.training_error

    def draw(values):
        view = plot.getViewBox()
        places = [
            plot.mapFromScene(view.mapViewToScene(QPointF(i + 1.0, value)))
            for i, value in enumerate(values)
        ]
        QTest.mousePress(plot.viewport(), LEFT, pos=places[0])
        for place in places:
            move_mouse(plot.viewport(), place, LEFT)
        QTest.mouseRelease(plot.viewport(), LEFT, pos=places[-1])

    playback = window.panel("Playback")
    hides = playback.actions_by_name["hide-future"]
    assert len(colours_ahead(playback.timeline)) == 1, "it tells no curve either"
    assert plot.cursor.ends
    assert not hides.isChecked()
    draw(100 - errors)
    assert page.task.state.text().startswith("Not quite: your curve is")
    assert plot.cursor.ends
    assert len(colours_ahead(playback.timeline)) == 1
    draw(errors)
    assert page.task.state.text().startswith("Right")
    assert not plot.cursor.ends
    assert len(colours_ahead(playback.timeline)) > 1
    assert session.step == session.last


STREAM = """\
---
title: A stream
---

# It drifts

```state
points: |
  1 2 a
  2 1 b
stream:
  source: drift
  period: 40
  samples: 30
step: end
panels: [Weights]
```

```task
do: Press **Play** until 40 have come.
until:
  samples: ">= 42"
```

# No stream

```state
example: xor
```
"""


def test_a_page_begins_with_a_stream(window, hand, lessons, qtbot):
    hand.draw_two_classes()
    session, bar = hand.session, window.panel("Stream")
    own, recipe = session.data, session.recipe
    files = LessonFiles(Path("streams"), {"lesson.md": STREAM.encode()})
    lessons.page.player.open(files)
    hand.recorded()
    assert bar.isVisible()
    assert bar.choice.currentText() == "Drift"
    assert bar.controls["period"].value == 40
    assert (session.data.n_samples, session.recipe.epochs) == (32, 1)
    session.set_speed(2000)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "Done" in lessons.page.task.state.text())
    hand.key(Qt.Key.Key_Space)
    hand.recorded()
    given = source("drift").give(2, 40, 0, {"period": 40, "noise": 0.6}, None)
    np.testing.assert_array_equal(session.data.X[2:42], given[0])
    press(lessons.page.next_button)
    assert not bar.isVisible()
    press(lessons.page.back_button)
    assert bar.isVisible()
    press(lessons.page.contents_button)
    hand.recorded()
    np.testing.assert_array_equal(session.data.X, own.X)
    assert session.recipe == recipe
    assert not bar.isVisible()
    assert window.docks["Error per epoch"].isVisible()
    assert not window.docks["Running mistakes"].isVisible()


def test_what_is_pointed_at_is_found_anew_and_scrolled_to(window, hand, lessons, qtbot):
    window.resize(1280, 720)
    lessons.contents.chosen.emit(read_files(OURS / "offset"))
    for _ in range(3):  # to another learner, and back: new controls
        press(lessons.page.next_button)
        hand.recorded()

    def is_framed():
        box = window.findChild(QWidget, "offset")
        there = QRect(box.mapTo(window, QPoint()), box.size())
        frames = [
            frame
            for frame in window.findChildren(QFrame)
            if frame.property("spotlight")
        ]
        return [
            frame.isVisible() and frame.geometry().contains(there) for frame in frames
        ]

    qtbot.waitUntil(lambda: is_framed() == [True])


def test_what_is_said_of_a_task_is_said_where_it_is_so(hand, lessons, qtbot):
    lessons.contents.chosen.emit(read_files(OURS / "offset"))
    page = lessons.page
    for _ in range(3):
        press(page.next_button)
    hand.recorded()
    press(page.task.show_button)
    # counted with NumPy: 31 updates with an offset, 454 without one
    qtbot.waitUntil(lambda: "after 31 updates" in page.task.note.toPlainText())
    assert "it had 454" in page.task.note.toPlainText()
    press(page.back_button)
    press(page.next_button)
    hand.recorded()
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    assert not page.task.note.isVisible()


@pytest.fixture
def teacher(window, qtbot, tmp_path, monkeypatch):
    """What a teacher does: chooses a line of the menu, and fills in what it asks."""
    chosen = [str(tmp_path / "mine"), str(tmp_path / "mine.lesson")]
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (chosen.pop(0), "(*.lesson)")
    )
    (menu,) = [a.menu() for a in window.menuBar().actions() if a.text() == "&Lesson"]

    def choose(name, fill=None):
        def exec_(dialog):
            dialog.show()
            fill(dialog)
            press(dialog.save_button)
            window.activateWindow()
            qtbot.waitUntil(window.isActiveWindow)
            return dialog.result()

        monkeypatch.setattr(PageDialog, "exec", exec_)
        page = next(a.menu() for a in menu.actions() if a.text() == "&Page")
        lines = [*page.actions(), *menu.actions()]
        next(line for line in lines if name in line.text()).trigger()

    return choose


def test_a_teacher_writes_a_lesson_by_the_window_alone(
    window, hand, qtbot, teacher, tmp_path
):
    session = hand.session

    def first(dialog):
        assert dialog.lesson_title.text() == "Mine"
        QTest.keyClicks(dialog.page_title, "What is drawn")
        QTest.keyClicks(dialog.text, "There are ")
        action = next(
            a for a in dialog.number_button.menu().actions() if "Samp" in a.text()
        )
        action.trigger()
        dialog.kind.setCurrentText("Choose an answer")
        press(dialog.save_button)
        assert "at least two answers" in dialog.fault.text()
        for answer, words in zip(dialog.answers, ("yes", "", "no"), strict=False):
            QTest.keyClicks(answer, words)
        press(dialog.right.button(2))
        QTest.keyClicks(dialog.do, "Is a line enough?")

    def second(dialog):
        assert dialog.begin.currentText() == "As on the screen"
        dialog.kind.setCurrentText("Reach what is on the screen")
        first = dialog.conditions[0]
        first.fact.setCurrentText("Updates until this step")
        assert first.value.text() == str(session.frame.updates)
        assert dialog.begin.currentText() == "At the start of this run"
        wanted = f"at least {session.frame.updates}"
        assert dialog.do.placeholderText().endswith(f"this step: {wanted}.")

    def third(dialog):
        dialog.kind.setCurrentText("Reach what is on the screen")
        first = dialog.conditions[0]
        first.fact.setCurrentText("Learner")
        assert first.value.text() == "adaline"
        assert not first.relation.isVisible()
        dialog.begin.setCurrentText("As the page before was left")
        QTest.keyClicks(dialog.hint, "Look at *Set-up*")

    hand.draw_two_classes()
    own = session.data
    teacher("New from", first)
    page = window.panel("Lessons").view.page
    assert page.dots.words == "1 of 1"
    hand.recorded()
    qtbot.waitUntil(lambda: f"There are {own.n_samples}" in page.text.toPlainText())
    press(page.task.choices.button(1))
    assert page.task.state.text() == "✓ Done"
    hand.key(Qt.Key.Key_End)
    teacher("Add what", second)
    hand.recorded()
    assert (page.dots.words, session.step) == ("2 of 2", 0)
    hand.key(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    session.change(session.recipe.replace(learner="adaline"), "choose")
    hand.recorded()
    teacher("Add what", third)
    press(page.back_button)
    press(page.next_button)
    hand.recorded()
    assert session.recipe.learner == "perceptron"
    press(page.task.show_button)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    teacher("Save as one file")
    press(page.contents_button)
    hand.recorded()
    np.testing.assert_array_equal(session.data.X, own.X)
    window.open_file(tmp_path / "mine.lesson")
    assert page.dots.words == "1 of 3"
    press(page.next_button)
    press(page.contents_button)
    rows = window.panel("Lessons").view.contents.findChildren(LessonRow)
    (own,) = [row for row in rows if row.toolTip().endswith("mine.lesson")]
    press(own)
    qtbot.waitUntil(lambda: page.isVisible() and page.dots.words == "2 of 3")
    assert run(["lesson", "check", str(tmp_path / "mine.lesson")]) == 0


def test_a_teacher_edits_moves_and_deletes_pages(
    window, hand, qtbot, teacher, tmp_path, monkeypatch
):
    def reach(dialog):
        QTest.keyClicks(dialog.page_title, "Reach it")
        dialog.kind.setCurrentText("Reach what is on the screen")
        first, second = dialog.conditions
        first.fact.setCurrentText("Updates until this step")
        second.fact.setCurrentText("Learner")
        assert second.value.text() == "perceptron"
        QTest.keyClicks(dialog.because, "So it is.")

    def again(dialog):
        first, second = dialog.conditions
        assert (first.asked[0], second.asked) == ("updates", ("learner", "perceptron"))
        assert dialog.because.text() == "So it is."
        assert dialog.begin.currentText() == "As it does now"
        QTest.keyClicks(dialog.text, "Once ")

    hand.draw_two_classes()
    hand.key(Qt.Key.Key_End)
    teacher("New from", lambda dialog: QTest.keyClicks(dialog.text, "Words."))
    hand.recorded()
    hand.key(Qt.Key.Key_End)
    teacher("Add what", reach)
    hand.recorded()
    teacher("Edit…", again)
    hand.recorded()
    page = window.panel("Lessons").view.page
    assert page.dots.words == "2 of 2"
    assert "Once" in page.text.toPlainText()
    hand.key(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "So it is." in page.task.note.toPlainText())
    teacher("Move &up")
    hand.recorded()
    assert page.dots.words == "1 of 2"
    assert "Reach it" in page.text.toPlainText()
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    for count in ("1 of 2", "1 of 1"):
        teacher("Delete…")
        hand.recorded()
        assert page.dots.words == count
    assert "Page 1" in page.text.toPlainText()


def test_a_guess_at_the_next_mistake_is_told_where_one_asks_for_it(window, hand):
    hand.draw_two_classes()
    hand.session.change(hand.session.recipe.replace(order="shuffled"), "shuffle")
    hand.recorded()
    s = hand.session
    now = Situation(s.data, s.recipe, s.tape, s.step)
    dialog = PageDialog(now, lambda *_: None, "", window)
    dialog.show()
    for kind, shown in (("next mistake", True), ("next boundary", False)):
        dialog.kind.setCurrentText(f"Predict the {kind}")
        assert dialog.order_note.isVisible() == shown
    dialog.close()


def test_what_was_typed_when_the_program_ended_is_back(window, qtbot, monkeypatch):
    monkeypatch.setattr(kept_draft, "KEPT_AFTER_MS", 10)
    s = window.session
    now = Situation(s.data, s.recipe, s.tape, s.step)

    def write():
        return PageDialog(now, lambda *_: None, "", window)

    dialog = write()
    dialog.kind.setCurrentText("Choose an answer")
    QTest.keyClicks(dialog.text, "Which is it?")
    for answer, words in zip(dialog.answers, ("that", "this"), strict=False):
        QTest.keyClicks(answer, words)
    qtbot.waitUntil(lambda: "this" in str(QSettings().value(kept_draft.KEPT)))
    dialog.deleteLater()  # as if the process were killed
    again = write()
    assert again.fault.text() == "What you had typed when the program ended is back."
    assert again.text.toPlainText() == "Which is it?"
    assert again.draft.task["choices"] == ["that", "this"]
    other = PageDialog(now, lambda *_: None, "Mine", window)
    assert not other.text.toPlainText()  # another dialog
    monkeypatch.setattr(
        QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Discard
    )
    again.reject()
    for damaged in ("", "5", "[1, 2]", '["Add a page: ", 3]', "[[]]", "nothing"):
        QSettings().setValue(kept_draft.KEPT, damaged)
        assert not write().text.toPlainText()


def test_a_page_that_is_being_written_is_not_lost_unasked(window, qtbot, monkeypatch):
    s, buttons = window.session, QMessageBox.StandardButton
    now = Situation(s.data, s.recipe, s.tape, s.step)
    dialog = PageDialog(now, lambda *_: None, "", window)
    answers = [buttons.Cancel, buttons.Discard]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    for shown in (True, False):
        dialog.show()
        QTest.keyClicks(dialog.text, "Long")
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert dialog.isVisible() == shown
    dialog.text.clear()
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_page_follows_the_editor_in_which_it_is_written(
    window, hand, qtbot, teacher, tmp_path
):
    hand.draw_two_classes()
    teacher("New from", lambda dialog: QTest.keyClicks(dialog.text, "Words."))
    page, text = window.panel("Lessons").view.page, tmp_path / "mine" / "lesson.md"
    text.write_text(text.read_text().replace("# Page 1", "# Written in an editor"))
    qtbot.waitUntil(lambda: "an editor" in page.text.toPlainText())
    text.write_text(text.read_text() + "\n```task\ndo: x\n```\n")
    said = window.panel("Playback").message.words.text
    qtbot.waitUntil(lambda: "write one of “until”" in said())


def test_a_lesson_is_opened_by_its_file(window, hand, tmp_path):
    packed = tmp_path / "predictions.lesson"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("predictions/lesson.md", PREDICTIONS)
    window.open_file(packed)
    assert window.panel("Lessons").view.page.dots.words == "1 of 3"
    assert window.docks["Lessons"].isVisible()


def test_a_lesson_that_is_refused_opens_nothing(window, hand, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: said.append(args[-1]))
    folder = tmp_path / "mine"
    folder.mkdir()
    for fault in ("none", PREDICTIONS.replace("next mistake", "the weather")):
        (folder / "lesson.md").write_text(fault)
        window.open_file(folder / "lesson.md")
    assert "front matter" in said[0]
    assert "weather" in said[1]
    assert not window.docks["Lessons"].isVisible()
    assert window.docks["Set-up"].isVisible()


@pytest.mark.parametrize("width", [1024, 1280])
def test_the_window_stays_as_wide_as_it_is(window, hand, qtbot, width):
    window.resize(width, 720)
    qtbot.waitUntil(lambda: window.width() == width)
    before = window.docks["Set-up"].width()
    hand.key(Qt.Key.Key_F2)
    qtbot.wait(50)
    assert window.width() == width
    assert window.docks["Set-up"].isVisible() == (width > 1024)
    for row in window.panel("Lessons").view.contents.findChildren(LessonRow):
        for label in row.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width())
    if width > 1024:
        window.docks["Lessons"].close()
        qtbot.wait(50)
        assert window.docks["Set-up"].width() == before


@pytest.mark.parametrize("where", ["contents", "a page"])
def test_the_set_up_that_yielded_to_lessons_comes_back(window, hand, qtbot, where):
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    hand.key(Qt.Key.Key_F2)
    assert not window.docks["Set-up"].isVisible()
    if where == "a page":
        window.panel("Lessons").view.contents.chosen.emit(
            read_files(OURS / "learning-rate")
        )
    window.docks["Lessons"].close()
    qtbot.waitUntil(window.docks["Set-up"].isVisible)
    assert not window.docks["Lessons"].isVisible()


def test_a_task_is_read_whole_in_a_narrow_window(window, hand, qtbot):
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    hand.key(Qt.Key.Key_F2)
    lessons = window.panel("Lessons").view
    lessons.contents.chosen.emit(read_files(OURS / "learning-rate"))
    press(lessons.page.next_button)  # to a task beside the set-up
    qtbot.waitUntil(lambda: lessons.page.task.again_button.isVisible())
    qtbot.wait(0)
    area = lessons.page.findChild(QScrollArea)
    assert window.docks["Set-up"].isVisible()
    assert area.horizontalScrollBar().maximum() == 0
    for button in (lessons.page.task.hint_button, lessons.page.task.again_button):
        assert button.width() == button.sizeHint().width()


def test_what_is_said_to_the_reader_is_scrolled_into_sight(window, hand, qtbot):
    window.resize(1024, 640)
    qtbot.waitUntil(lambda: window.size().toTuple() == (1024, 640))
    hand.key(Qt.Key.Key_F2)
    lessons = window.panel("Lessons").view
    lessons.open(read_files(OURS / "the-hidden-layer"), 3)
    hand.recorded()
    card, area = lessons.page.task, lessons.page.findChild(QScrollArea)
    bar, task = area.verticalScrollBar(), lessons.page.player.task

    def whole(part):
        there = QRect(part.mapTo(area.viewport(), QPoint()), part.size())
        return part.isVisible() and area.viewport().rect().contains(there)

    qtbot.waitUntil(lambda: bar.maximum() > 0)
    for answer in (0, 1, task.answer):
        bar.setValue(0)
        card.choices.button(answer).click()
        qtbot.waitUntil(lambda: whole(card.note) and bar.value() > 0)
    bar.setValue(0)
    hand.key(Qt.Key.Key_Right)  # what is told already is not scrolled to again
    hand.recorded()
    assert bar.value() == 0


def test_a_page_unfolds_all_layers_of_a_step(window, hand, lessons, qtbot):
    lessons.open(read_files(OURS / "the-hidden-layer"), 3)
    update = window.panel("This update")
    qtbot.waitUntil(lambda: update.layers is not None and update.layers.isVisible())
    qtbot.waitUntil(lambda: {1, 2} <= {line.layer for line in update.layers.lines})
    press(lessons.page.contents_button)
    assert not update.layers.isVisible()


def test_the_key_of_the_contents_leads_there_from_a_page(window, hand, lessons):
    open_example(lessons, hand)
    press(lessons.page.next_button)
    hand.key(Qt.Key.Key_F2)
    assert lessons.contents.isVisible()
    assert lessons.page.player.lesson is None
    open_example(lessons, hand)
    assert lessons.page.player.place == 1  # it goes on where it was


def test_a_lesson_leads_to_the_glossary(window, hand, lessons, qtbot):
    lessons.open(read_files(OURS / "zero-one-loss"), 5)
    hand.recorded()
    text = lessons.page.text
    assert "In books:" in text.toPlainText()
    text.anchorClicked.emit(QUrl("handbook:Glossary"))
    handbook = window.part("Handbook").window
    qtbot.waitUntil(handbook.isVisible)
    assert "surrogate loss" in handbook.text.toPlainText()
    text.anchorClicked.emit(QUrl("https://example.org"))  # leads nowhere
    assert "surrogate loss" in handbook.text.toPlainText()


class PaintedSizes(QObject):
    """Notes with which sizes something is painted."""

    def __init__(self, part):
        super().__init__(part)
        self.sizes = []
        part.installEventFilter(self)

    def eventFilter(self, part, event):
        if event.type() == QEvent.Type.Paint:
            self.sizes.append(part.size().toTuple())
        return False


def test_a_page_is_laid_out_before_it_is_seen(window, hand, qtbot):
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    hand.key(Qt.Key.Key_F2)
    qtbot.wait(0)
    lessons = window.panel("Lessons").view
    text, setup = PaintedSizes(lessons.page.text), PaintedSizes(window.panel("Set-up"))
    lessons.open(read_files(OURS / "xor-and-squares"), 1)
    hand.recorded()
    qtbot.wait(0)
    for painted in (text, setup):
        assert set(painted.sizes) == {painted.parent().size().toTuple()}


def test_a_lecture_keeps_the_lesson(window, hand, lessons):
    open_example(lessons, hand)
    window.lecture.trigger()
    assert window.docks["Lessons"].isVisible()
    press(lessons.page.next_button)
    seen = {d.objectName() for d in window.docks.all if d.isVisible()}
    assert seen == {"Lessons", *lessons.page.player.panels}
    window.lecture.trigger()
    assert window.docks["This update"].isVisible()


@pytest.mark.parametrize("way", ["closed", "arranged"])
def test_a_lesson_ends_with_its_panel(window, hand, lessons, qtbot, way):
    hand.draw_two_classes()
    own = hand.session.data
    open_example(lessons, hand)
    if way == "closed":
        window.docks["Lessons"].close()
    else:
        window.arrange("Draw")
    qtbot.waitUntil(lambda: hand.session.data.n_samples == own.n_samples)
    np.testing.assert_array_equal(hand.session.data.X, own.X)
    assert not window.docks["Lessons"].isVisible()
    assert window.docks["Set-up"].isVisible()
    assert window.docks["This update"].isVisible() == (way == "closed")


HOMEWORK = (
    PREDICTIONS
    + """
# An answer

```task
do: What is right?
choices: [this, that]
answer: 2
```

# An update

```task
do: Press Step.
until:
  updates: ">= 1"
hint: The key is →.
show:
  step: 1
```
"""
)


@pytest.fixture
def homework(tmp_path):
    place = tmp_path / "homework"
    place.mkdir()
    (place / "lesson.md").write_text(HOMEWORK, encoding="utf-8")
    return place


@pytest.fixture
def export(window, monkeypatch, answer):
    """Choose Lesson ▸ Export results…; return what the dialog says."""

    def chosen(path, name="Ada"):
        said = []

        def accept(dialog):
            said.append(dialog.summary.text())
            said.append(dialog.name.text())
            dialog.name.clear()
            QTest.keyClicks(dialog.name, name)
            dialog.accept()
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(ResultsDialog, "exec", accept)
        answer(path)
        (menu,) = [m for m in window.menuBar().actions() if m.text() == "&Lesson"]
        (act,) = [a for a in menu.menu().actions() if "Export" in a.text()]
        act.trigger()
        return said

    return chosen


def marked(capsys, lesson, *results):
    capsys.readouterr()
    assert run(["lesson", "mark", str(lesson), *map(str, results)]) == 0
    return [*csv.DictReader(io.StringIO(capsys.readouterr().out))]


def test_homework_is_done_handed_in_and_marked(
    window, hand, qtbot, homework, export, tmp_path, capsys
):
    path, session = tmp_path / "ada.json", hand.session
    assert export(path) == []
    assert "open a lesson first" in window.panel("Playback").message.words.text()
    window.run("open lesson", homework, 0)
    hand.recorded()
    page = window.panel("Lessons").view.page
    (row,) = session.tape.frame(session.tape.next_mistake(0)).rows
    hand.click(*session.data.X[row])
    press(page.next_button)
    step = session.tape.next_update(session.step)
    w, b = (lambda m: (m.coef[0], m.intercept[0]))(session.tape.model(step))
    foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    hand.drag(tuple(foot - along), tuple(foot + along))
    page.player.go(3)
    press(page.task.choices.button(0))
    said, name = export(path)
    assert said == "2 of 5 tasks are done.\nNot done: pages 3, 4, 5."
    assert name == ""
    (row,) = marked(capsys, homework, path)
    states = [row[f"page {i}"] for i in range(1, 6)]
    assert states == ["done", "done", "not done", "not done", "not done"]
    assert (row["name"], row["edition"], row["page 4 tries"]) == (
        "Ada",
        "the same",
        "1",
    )
    press(page.task.choices.button(1))
    press(page.next_button)
    hand.recorded()
    press(page.task.hint_button)
    press(page.task.again_button)
    hand.recorded()
    for _ in range(2):
        hand.key(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    press(page.contents_button)
    # what was done is there another time
    window.run("open lesson", homework, 4)
    said, name = export(path, "=Ben")
    assert (said, name) == ("4 of 5 tasks are done.\nNot done: page 3.", "Ada")
    (row,) = marked(capsys, homework, path)
    assert (row["page 4"], row["page 4 points"]) == ("done", "0.5")
    assert (row["page 5"], row["page 5 tries"]) == ("done with the hint", "2")
    assert (row["name"], row["total"], row["remarks"]) == ("'=Ben", "3.5", "")
    changed = path.read_text(encoding="utf-8").replace('"step": 1', '"step": 0')
    path.write_text(changed, encoding="utf-8")
    (row,) = marked(capsys, homework, path)
    assert row["page 5"] == "not confirmed"
    assert "updates until this step: 0, wanted at least 1" in row["remarks"]


def test_what_was_shown_is_told(window, hand, qtbot, homework, export, tmp_path):
    window.run("open lesson", homework, 4)
    hand.recorded()
    page = window.panel("Lessons").view.page
    press(page.task.show_button)
    qtbot.waitUntil(lambda: "Done" in page.task.state.text())
    said, _ = export(tmp_path / "a.json")
    assert said.endswith("Shown to you: page 5.\nNot done: pages 1, 2, 3, 4.")
    # another edition is begun anew
    (homework / "lesson.md").write_text(HOMEWORK + "More.\n", encoding="utf-8")
    window.run("open lesson", homework, 4)
    hand.recorded()
    assert "Done" not in page.task.state.text()


def test_the_dialog_remembers_nothing_when_it_is_left(window, homework, export, qtbot):
    lesson = window.panel("Lessons")
    window.run("open lesson", homework, 0)
    dialog = ResultsDialog(*lesson.view.results, window)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClicks(dialog.name, "Eve")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert ResultsDialog(*lesson.view.results, window).name.text() == ""


def test_a_lesson_opened_at_a_page_without_a_state_has_that_before_it(window, hand):
    hand.draw_two_classes()
    window.run("open lesson", OURS / "what-a-linear-classifier-is", 1)
    hand.recorded()
    assert window.panel("Lessons").view.page.dots.words == "2 of 6"
    assert hand.session.data.n_samples == 12
    assert hand.session.recipe.learner == "manual-neuron"


def test_the_dots_lead_to_pages_by_mouse_and_keys_and_tell_what_is_done(
    window, hand, qtbot
):
    window.run("open lesson", OURS / "order-of-samples", 0)
    qtbot.waitUntil(lambda: window.panel("Lessons").view is not None)
    page = window.panel("Lessons").view.page
    qtbot.waitUntil(page.dots.isVisible)
    dots, player = page.dots.dots, page.player
    QTest.mouseClick(dots[2], LEFT)
    assert (player.place, page.dots.words) == (2, f"3 of {len(dots)}")
    dots[2].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(dots[2], Qt.Key.Key_Left)
    assert player.place == 1
    assert dots[1].hasFocus()
    assert [dot.isChecked() for dot in dots].index(True) == 1
    assert dots[1].accessibleName().startswith(f"Page 2 of {len(dots)}: ")
    player.progress.note_done(player.files, 1)
    player.go(0)
    assert dots[1].accessibleName().endswith(", done")


def test_nothing_gives_an_open_task_away(window, hand, lessons, qtbot):
    """Neither how the run will end is told, nor what would end better."""
    text = (
        "---\ntitle: Too large\n---\n\n# One\n\n```state\nexample: noisy-clusters\n"
        "learner: adaline\nlearning_rate: 5\nstep: 0\n```\n\n"
        "```task\ndo: Which?\nchoices: [a, b]\nanswer: 2\n```\n"
    )
    files = LessonFiles(Path("too-large"), {"lesson.md": text.encode()})
    player, told = lessons.page.player, OutcomeRunner.of(hand.session)
    player.open(files)
    hand.recorded()
    qtbot.wait(2 * TELL_AFTER_MS)
    assert told.outcome is None
    hand.session.to_end()
    qtbot.waitUntil(lambda: told.outcome is not None)
    assert told.outcome.text.startswith("Diverged")
    assert told.outcome.remedy is None
    player.choose(1)
    qtbot.waitUntil(lambda: told.outcome.remedy is not None)
