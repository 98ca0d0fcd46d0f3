"""The trace is written in the background, and can be stopped."""

import csv
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

from engine.export import csv_tables


@pytest.fixture
def asked(monkeypatch, tmp_path):
    path = tmp_path / "trace.csv"
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *args: (str(path), "CSV (*.csv)")
    )
    return path


def export(window):
    (menu,) = [m for m in window.menuBar().actions() if m.text() == "&File"]
    (act,) = [a for a in menu.menu().actions() if "trace" in a.text()]
    act.trigger()


def over(window, qtbot):
    qtbot.waitUntil(lambda: not window.exports.writing)


def test_every_step_is_in_the_file(window, hand, qtbot, asked):
    hand.draw_two_classes()
    export(window)
    over(window, qtbot)
    with asked.open(newline="") as file:
        assert len(list(csv.reader(file))) == hand.session.tape.steps + 1
    assert "exported" in window.panel("Playback").message.words.text()


def test_cancel_leaves_no_file(window, hand, qtbot, asked):
    hand.draw_two_classes()
    hand.session.set_recipe(
        hand.session.recipe.replace(learner="adaline", epochs=100_000)
    )
    hand.recorded()
    export(window)
    dialog = window.exports.writing["a trace"].dialog
    qtbot.waitUntil(lambda: dialog.isVisible() and dialog.value() >= 0)
    QTest.mouseClick(dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)
    over(window, qtbot)
    assert list(asked.parent.glob("*.csv")) == []
    assert "nothing written" in window.panel("Playback").message.words.text()


def test_a_stop_that_comes_too_late_does_not_deny_the_file(
    window, hand, qtbot, asked, monkeypatch
):
    done = Event()

    write_trace = csv_tables.write_trace

    def write(*args, **options):
        write_trace(*args, **options)
        done.set()

    monkeypatch.setattr(csv_tables, "write_trace", write)
    hand.draw_two_classes()
    export(window)
    assert done.wait(30)
    window.exports.writing["a trace"].cancel()
    over(window, qtbot)
    assert asked.exists()
    assert "exported" in window.panel("Playback").message.words.text()


def test_one_trace_is_written_at_a_time(window, hand, qtbot, asked):
    hand.draw_two_classes()
    export(window)
    first = window.exports.writing["a trace"]
    export(window)
    assert [*window.exports.writing.values()] == [first]
    assert "being written" in window.panel("Playback").message.words.text()
    first.cancel()
    over(window, qtbot)


def test_leaving_stops_it(window, hand, qtbot, asked):
    hand.draw_two_classes()
    hand.session.set_recipe(
        hand.session.recipe.replace(learner="adaline", epochs=100_000)
    )
    hand.recorded()
    export(window)
    window.session.undo_stack.setClean()
    window.close()
    assert list(asked.parent.glob("*.csv")) == []


def test_without_a_run_there_is_nothing_to_export(window):
    export(window)
    assert "no run yet" in window.panel("Playback").message.words.text()
