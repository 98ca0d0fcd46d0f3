"""What features give the window: found by being there, and the recipes of the page."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest

from engine import Dataset
from gui import features
from gui.canvas.canvas_figure import canvas_as_shown
from gui.plotting.figure import Sheet, image_of
from gui.style.theme import LIGHT
from gui.window.main_window import MainWindow
from gui.window.parts import parts
from tests.gui.conftest import tool_action
from tests.gui.pixels import number, pixels
from tests.test_contributing import put_beside

DATA = Dataset([[0.0, 1.0], [2.0, 1.0], [-1.0, -2.0]], ["a", "a", "b"])


@pytest.fixture
def add_part(tmp_path, monkeypatch, qtbot):
    """Add a file of the page to the features; give a window made with it."""
    beside = []

    def add(path):
        parts.cache_clear()
        beside.append(put_beside(features, path, tmp_path, monkeypatch))
        next(beside[0])
        window = MainWindow()
        qtbot.addWidget(window)
        window.show()
        window.files.begin_with(DATA)
        qtbot.waitUntil(lambda: window.session.recorded)
        return window

    yield add
    next(beside[0], None)
    parts.cache_clear()


def test_ids_are_those_that_layouts_and_lessons_have_always_had(window):
    assert [dock.objectName() for dock in window.docks.all] == [
        "Set-up", "Error per epoch", "This update", "Weights", "Will it converge?",
        "Loss", "Weight space", "Lifted space", "Network", "Weight growth",
        "Running mistakes", "Runs", "Predict", "Contributions", "Points", "Lessons",
    ]  # fmt: skip


def test_the_panel_of_the_page_is_a_dock_a_command_and_a_figure(add_part, qtbot):
    window = add_part("gui/features/weight_bars.py")
    window.session.seek(1)
    window.docks.bring_forward("Weight bars")
    qtbot.waitUntil(lambda: window.panel("Weight bars").view is not None)
    view = window.panel("Weight bars").view
    wanted = window.session.model.coef[0].tolist()
    assert view.plot.bars.opts["height"].tolist() == wanted
    drawn = next(p for p in window.exports.plots if p.name == "Weight bars")
    image = drawn.draw(Sheet(QSize(400, 300), LIGHT)).image(1)
    assert image.width() == 400
    window.find_command()
    window.commands.line.setText("weight bars")
    assert window.commands.list.topLevelItem(0).text(0) == "Weight bars"
    window.session.undo_stack.setClean()
    window.close()


def test_the_overlay_of_the_page_is_drawn_switched_used_and_on_paper(add_part, qtbot):
    window = add_part("gui/features/class_means.py")
    canvas, session = window.canvas, window.session
    canvas.fit()

    def seen():
        plot = canvas_as_shown(canvas, Sheet(QSize(400, 300), LIGHT))
        on_paper = pixels(image_of(plot))
        plot.close()
        return pixels(canvas.plot.grab().toImage()), on_paper

    (switch,) = (
        action
        for action in canvas.footer.layers.menu().actions()
        if action.text() == "Class mea&ns"
    )
    without = seen()
    switch.trigger()
    colour = number(LIGHT.class_colour(0))
    for before, after in zip(without, seen(), strict=True):
        assert (after == colour).sum() > (before == colour).sum() + 50
    switch.trigger()
    tool_action(canvas, "class-mean").trigger()
    QTest.mouseClick(canvas.plot.viewport(), Qt.MouseButton.LeftButton)
    assert session.data.X[-1].tolist() == DATA.X[:2].mean(axis=0).tolist()
    names = [action.data() for action in canvas.tool_actions]
    assert names[names.index("magnet") + 1 :][:2] == ["class-mean", "predict"]
    session.undo_stack.setClean()
    window.close()


def test_the_export_of_the_page_writes_from_the_file_menu(
    add_part, tmp_path, monkeypatch
):
    window = add_part("gui/features/epochs_text.py")
    path = tmp_path / "epochs.txt"
    monkeypatch.setattr(window.context.dialogs, "file_to_write", lambda *_: path)
    menu = window.menuBar().actions()[0].menu()
    export = next(a for a in menu.actions() if a.text() == "Export ep&ochs…")
    export.trigger()
    errors = window.session.tape.epochs.training_error
    assert path.read_text().splitlines()[0] == f"epoch 1: {errors[0]:.4f}"
    window.session.undo_stack.setClean()
    window.close()


def test_a_part_runs_what_another_offers_and_nothing_where_nobody_does(window):
    assert window.run("no part offers this") is None
    asked = []
    window.context.offer("what the test offers", asked.append)
    window.context.run("what the test offers", 3)
    assert asked == [3]
