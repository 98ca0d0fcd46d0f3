"""While a learner is compiled nothing is said of the run before."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QTableView

from engine import Recipe
from engine.data.gallery import example
from engine.training import kernel_runner
from gui.session import recording_swap
from gui.session.diagnosis import OutcomeRunner
from gui.window.docks import LEFT
from tests.gui.tables import rows_of

WAITING = "the run is being prepared…"
COMPILING = "compiling once: preparing the learner…"


@pytest.fixture
def compiled(uncompiled, separable, monkeypatch):
    """Compile what is wanted next only once this is set: a run waits for it."""
    monkeypatch.setattr(kernel_runner, "CALL_WORK", 0)
    return uncompiled[0]


@pytest.fixture
def separable(window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.seek(3)
    # All beside each other, for a panel that is not seen follows nothing.
    docks = window.docks
    window.addDockWidget(LEFT, docks["Will it converge?"])
    docks["Will it converge?"].raise_()
    docks["Weights"].raise_()
    qtbot.waitUntil(
        lambda: window.panel("Will it converge?").verdict.text() == "Separable"
    )
    qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
    return hand.session


def texts(part):
    QCoreApplication.sendPostedEvents()  # a layout shows what is new to it
    tables = part.findChildren(QTableView)
    rows = [text for table in tables for row in rows_of(table) for text in row]
    labels = part.findChildren(QLabel)
    return rows + [label.text() for label in labels if label.isVisibleTo(part)]


def assert_nothing_is_said_of_a_run(window, why):
    assert window.canvas.plot.picture.model is None
    assert window.canvas.plot.picture.frame is None
    assert texts(window.panel("Weights")) == [why]
    assert window.panel("This update").message.text() == why
    assert not window.panel("This update").sheet.isVisible()
    assert not window.panel("This update").caption.text()
    assert window.docks["Error per epoch"].content.hint.isVisibleTo(window)
    assert window.docks["Error per epoch"].content.hint.text() == why
    assert "γ" not in "".join(texts(window.panel("Will it converge?")))
    assert "Separable" not in texts(window.panel("Will it converge?"))


def test_another_example_clears_every_panel_at_once(
    compiled, separable, window, hand, qtbot, monkeypatch
):
    with monkeypatch.context() as slow:  # however long it takes to begin
        slow.setattr(recording_swap, "CATCH_UP_SECONDS", 60.0)
        separable.begin(example("xor").make(), Recipe("adaline"))
        assert_nothing_is_said_of_a_run(window, WAITING)
    qtbot.waitUntil(
        lambda: "compiling once" in window.panel("Playback").strip.now.text()
    )
    assert_nothing_is_said_of_a_run(window, COMPILING)
    qtbot.waitUntil(lambda: COMPILING in texts(window.panel("Will it converge?")))
    compiled.set()
    hand.recorded()
    assert window.canvas.plot.picture.model is not None
    assert len(texts(window.panel("Weights"))) > 1
    assert "Press Play" in window.panel("This update").message.text()


def test_another_learner_clears_them_as_soon_as_it_takes_long(
    compiled, separable, window, hand, qtbot
):
    separable.set_recipe(separable.recipe.replace(learner="adaline"))
    qtbot.waitUntil(
        lambda: "compiling once" in window.panel("Playback").strip.now.text()
    )
    assert window.panel("This update").message.text() == COMPILING
    assert texts(window.panel("Weights")) == [COMPILING]
    assert window.canvas.plot.picture.model is None
    compiled.set()
    hand.recorded()
    assert separable.step == 3  # where one stood


def test_the_first_weights_are_compiled_for_as_well(
    compiled, separable, window, hand, qtbot
):
    first, _ = separable.data.class_names
    separable.set_recipe(separable.recipe.replace(class_weight={first: 2}))
    qtbot.waitUntil(
        lambda: "compiling once" in window.panel("Playback").strip.now.text()
    )
    assert texts(window.panel("Weights")) == [COMPILING]
    assert window.canvas.plot.picture.model is None
    compiled.set()
    hand.recorded()
    assert window.canvas.plot.picture.model is not None


def test_play_goes_on_after_the_compilation(compiled, separable, window, hand, qtbot):
    separable.set_speed(1.0)
    separable.set_playing(True)
    separable.set_recipe(separable.recipe.replace(learner="adaline", epochs=50))
    qtbot.waitUntil(
        lambda: "compiling once" in window.panel("Playback").strip.now.text()
    )
    compiled.set()
    qtbot.waitUntil(lambda: separable.tape is not None)
    assert separable.playing
    assert separable.step >= 3
    separable.set_playing(False)


def test_an_edit_keeps_the_boundary_until_the_next_is_there(
    separable, window, hand, monkeypatch
):
    """It would tremble while a point is dragged."""
    monkeypatch.setattr("gui.session.session.SHORT_RUN_SECONDS", 0.0)
    shown = []
    separable.changed.connect(lambda: shown.append(separable.model is not None))
    for x in (-2.0, -1.5, -1.0):
        hand.click(x, -2.5)
    hand.recorded()
    assert shown
    assert all(shown)
