"""The prediction of CONTRIBUTING.md: asked, judged, offered to authors."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.lessons.facts import Situation
from engine.lessons.lesson_files import LessonFiles
from gui.features.lessons import predictions as asking
from gui.features.lessons.page_dialog import PageDialog
from gui.window.main_window import MainWindow
from tests.gui.conftest import User
from tests.test_contributing import ASKED, new_prediction, put_beside

__all__ = ["new_prediction"]  # a fixture

LESSON = """\
---
title: Nearest
---

# Which is nearest?

```state
points: |
  2 4 a
  -6 1 b
  4 -3 a
step: 1
```

```task
do: Click it.
predict: nearest sample
```
"""


@pytest.fixture
def begun(new_prediction, tmp_path, monkeypatch, qtbot):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))  # of what came of tasks
    folder = tmp_path / "asked"
    folder.mkdir()
    beside = put_beside(asking, ASKED, folder, monkeypatch)
    next(beside)
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    hand = User(window, qtbot)
    window.docks.bring_forward("Lessons")
    qtbot.waitUntil(lambda: window.panel("Lessons").view is not None)
    page = window.panel("Lessons").view.page
    page.player.open(LessonFiles(Path("nearest"), {"lesson.md": LESSON.encode()}))
    hand.recorded()
    yield page, hand
    page.player.leave()
    window.session.undo_stack.setClean()
    window.close()
    next(beside, None)


def test_the_prediction_of_the_page_is_asked_judged_and_marked(begun):
    page, hand = begun
    session, result = hand.session, lambda: page.player.result
    nearest = int(abs(session.model.scores(session.data.X)[:, 0]).argmin())
    hand.click(*session.data.X[(nearest + 1) % 3])
    assert page.task.state.text().startswith(f"Point {nearest + 1} is nearer.")
    assert not result().done
    QTest.mouseClick(page.task.again_button, Qt.MouseButton.LeftButton)
    hand.recorded()
    hand.click(*session.data.X[nearest])
    assert page.task.state.text().startswith("Right.")
    assert result().done


def test_it_is_offered_to_who_writes_a_page(begun):
    _, hand = begun
    s = hand.session
    now = Situation(s.data, s.recipe, s.tape, s.step)
    dialog = PageDialog(now, lambda *_: None, "", hand.window)
    dialog.kind.setCurrentText("Predict the nearest sample")
    dialog.page_title.setText("Which?")
    assert dialog.draft.task["predict"] == "nearest sample"
    assert dialog.draft.task["do"] == "Click the sample nearest to the boundary."
    dialog.close()
