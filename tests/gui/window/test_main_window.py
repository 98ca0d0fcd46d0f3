"""The window as a whole: layout, theme, status, leaving."""

import re
import sys

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsView,
    QLabel,
    QMenu,
    QScrollArea,
    QSplitter,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import delete, isValid

from engine import Recipe
from engine.data import gallery
from gui.features.loss.loss_plot import LossPlot
from gui.features.weight_space.weight_plot import WeightPlot
from gui.style.theme import DARK, LIGHT
from gui.widgets.labels import WrappedLabel
from gui.widgets.lazy_view import LazyView
from gui.window.column import PLOT, REST_MS, STEP, TEXT
from gui.window.docks import LAYOUT_VERSION
from gui.window.main_window import MainWindow
from tests.gui.conftest import LEFT, move_mouse
from tests.gui.features.race.test_race import recorders


def test_docks_can_be_hidden_and_the_layout_is_remembered(window, qtbot):
    dock = window.docks["This update"]
    assert dock.isVisible()
    dock.close()
    assert window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.restore()
    again.show()
    assert not again.docks["This update"].isVisible()
    assert again.docks["Error per epoch"].isVisible()


def test_a_panel_that_is_dragged_over_a_plot_is_the_window_s(window):
    """Under Wayland a panel is dropped: a plot would take it only to refuse it."""
    plots = window.findChildren(QGraphicsView)
    assert plots
    assert not any(plot.acceptDrops() for plot in plots)
    assert not any(plot.viewport().acceptDrops() for plot in plots)
    assert window.acceptDrops()


def test_panels_that_go_with_the_window_ask_it_for_nothing(qtbot):
    window = MainWindow()
    window.show()
    docks = window.docks
    delete(window)  # as at the end of the program, where nobody has closed it
    assert not isValid(docks)


def test_closing_ends_the_recorder(window, hand, qtbot):
    hand.draw_two_classes()
    window.session.undo_stack.setClean()
    others = recorders() - 1  # of sessions that other tests have had without a window
    assert window.close()
    qtbot.waitUntil(lambda: recorders() <= others)


@pytest.mark.parametrize(("choice", "theme"), [("dark", DARK), ("light", LIGHT)])
def test_the_theme_reaches_every_part(window, hand, qapp, choice, theme):
    hand.draw_two_classes()
    window.appearance.choose(choice)
    assert qapp.palette().window().color().name() == theme.ground
    assert window.canvas.plot.theme is theme
    assert window.panel("Error per epoch").plot.theme is theme
    image = window.grab().toImage()
    corner = image.pixelColor(QPoint(3, window.height() // 2))
    assert corner.name() == theme.ground
    window.appearance.choose("system")


def test_the_status_line_says_where_one_is(window, hand):
    hand.draw_two_classes()
    hand.session.seek(3)
    for part in ("epoch 1", "update"):
        assert part in window.panel("Playback").strip.now.text()
    for part in ("step 3 of", "epoch 1", "training error", "will converge"):
        assert part in window.panel("Playback").strip.now.in_full()


def test_every_button_says_what_it_does(window):
    for button in window.findChildren(QToolButton):
        if button.isVisible():
            assert button.toolTip() or button.text(), button


def test_nothing_is_cut_at_the_smallest_size(window, qapp):
    window.resize(window.minimumSizeHint())
    qapp.processEvents()
    for child in window.findChildren(QWidget):
        if (
            isinstance(child, QToolButton)
            and child.isVisible()
            and child.text() == "Play"
        ):
            assert child.width() >= child.sizeHint().width()
    assert window.width() <= 1280


def test_learner_and_step_say_what_they_are(window):
    assert window.panel("Set-up").learner.choice.toolTip()
    assert window.panel("Playback").step_box.toolTip()


def test_a_minimised_window_comes_back_with_its_key(window, hand, qtbot):
    hand.draw_two_classes()
    key, control = Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier
    hand.key(key, control)
    other = window.part("Race").window
    other.showMinimized()
    hand.key(key, control)
    assert window.part("Race").window is other
    assert not other.isMinimized()


def test_qt_calls_do_not_lose_references_to_none(window):
    # PySide6 6.12.0 does, and aborts some thousand calls later.
    label = window.panel("Playback").strip.now
    before = sys.getrefcount(None)
    for _ in range(2000):
        label.setText("x")
        label.update()
    assert sys.getrefcount(None) > before - 500


def test_shortcuts_are_not_taken_twice(window):
    taken = {}
    for widget in [window, *window.findChildren(QWidget)]:
        for action in widget.actions():
            for key in action.shortcuts():
                owner = taken.setdefault(key.toString(), action)
                assert owner is action, key.toString()
    assert {"Space", "Left", "Right", "Home", "End", "Ctrl+Q"} <= set(taken)
    assert {str(i) for i in range(1, 10)} <= set(taken)


def test_the_window_has_its_turn_beside_threads_in_python(window):
    """With the usual 5 ms it stands still for seconds while loops are compiled."""
    assert sys.getswitchinterval() <= 0.001


def test_no_row_of_tabs_is_left_over(window):
    """Qt leaves a row of tabs that lost its docks where it was, over the docks."""
    for again in (False, True):
        if again:
            QSettings().setValue("layout", window.saveState(LAYOUT_VERSION))
            window.restore()
        rows = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
        first = [bar.tabText(0) for bar in rows]
        assert sorted(first) == ["Error", "Weights"]


def test_what_stands_beneath_a_control_is_never_cut(window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.set_recipe(Recipe(learning_rate=2))
    hand.recorded()
    resized(window, qtbot, (1024, 700))
    notes = window.docks["Set-up"].findChildren(WrappedLabel)
    (note,) = [note for note in notes if "only doubles" in note.text()]
    assert note.height() >= note.heightForWidth(note.width())


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1440, 900)])
def test_every_tab_of_a_dock_is_read_whole(window, qtbot, size):
    """The dock itself and the View menu have the longer words."""
    resized(window, qtbot, size)
    rows = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    assert sorted(bar.count() for bar in rows) == [4, 4]
    for bar in rows:
        for i in range(bar.count()):
            text = bar.fontMetrics().horizontalAdvance(bar.tabText(i))
            around = 10  # padding, border, margin of the style sheet
            assert bar.tabRect(i).width() >= text + around, bar.tabText(i)
    dock = window.docks["Error per epoch"]
    titles = [label.text() for label in dock.findChildren(QLabel)]
    assert dock.toggleViewAction().text() == "Error per epoch"
    assert "Error per epoch" in titles


def test_what_has_no_button_is_behind_one(window, qtbot):
    bar = window.panel("Playback")
    for size in ((1440, 900), (1024, 700)):
        resized(window, qtbot, size)
        shown = {name for name, button in bar.buttons.items() if button.isVisible()}
        over = {action.text() for action in bar.overflow.menu().actions()}
        assert over == set(bar.buttons) - shown | {
            "Previous epoch", "Next epoch", "Branch here", "Hide what is to come",
            "Story of the run",
        }  # fmt: skip
        assert bar.overflow.isVisible()


def widths(window):
    return window.docks["Set-up"].width(), window.docks["This update"].width()


def heights(window):
    docks = window.docks
    return (
        docks["Error per epoch"].height(),
        docks["This update"].height(),
        docks["Weights"].height(),
    )


def resized(window, qtbot, *sizes):
    for size in sizes:
        window.resize(*size)
        qtbot.wait(20)


@pytest.mark.parametrize("again", [False, True])
def test_docks_grow_back_when_the_window_does(window, qtbot, again):
    """In several steps, as a window manager resizes; also after a restart."""
    resized(window, qtbot, (1440, 900))
    before = widths(window)
    if again:
        window.docks.save(QSettings())
        window = MainWindow()
        qtbot.addWidget(window)
        assert window.size() == window.sizeHint()  # no more than the screen has
        window.restore()
        with qtbot.waitExposed(window):
            window.show()
        resized(window, qtbot, (1440, 900))
    assert before == (262, 403)
    steps = [(w, 900) for w in (1300, 1100, 1024)]
    resized(window, qtbot, *steps)
    assert widths(window) < before
    resized(window, qtbot, *reversed(steps), (1440, 900))
    assert widths(window) == before


def drag_separator(window, qtbot, at, way):
    """Drag what is between two docks, with the mouse."""
    QTest.mouseMove(window, at)
    QTest.mousePress(window, LEFT, pos=at)
    move_mouse(window, at + way, LEFT)
    qtbot.wait(20)
    QTest.mouseRelease(window, LEFT, pos=at + way)


def test_docks_keep_the_width_that_they_were_dragged_to(window, qtbot):
    update = window.docks["This update"]
    resized(window, qtbot, (1440, 900))
    edge = update.geometry().topLeft() + QPoint(-5, 40)
    drag_separator(window, qtbot, edge, QPoint(60, 0))
    dragged = update.width()
    assert dragged == pytest.approx(403 - 60, abs=3)
    resized(window, qtbot, (1024, 700), (1300, 860), (1440, 900))
    assert update.width() == dragged


def test_heights_that_were_dragged_are_kept(window, qtbot):
    docks = window.docks
    resized(window, qtbot, (1440, 900))
    before = heights(window)
    edge = docks["This update"].geometry().bottomLeft() + QPoint(60, 5)
    drag_separator(window, qtbot, edge, QPoint(0, -50))
    assert heights(window)[2] == pytest.approx(before[2] + 50, abs=3)
    dragged = heights(window)
    resized(window, qtbot, (1430, 900))
    assert heights(window) == dragged


def test_what_is_read_is_seen_whole_and_plots_have_the_rest(window, hand, qtbot):
    hand.draw_two_classes()
    resized(window, qtbot, (1440, 900))
    hand.session.seek(1)
    docks = window.docks
    read = (docks["This update"], docks["Weights"])
    qtbot.waitUntil(lambda: all(dock.height() >= dock.needed_height for dock in read))
    qtbot.wait(500)
    first = heights(window)
    assert first[0] > 290
    resized(window, qtbot, (1440, 1000))
    qtbot.waitUntil(lambda: heights(window) == (first[0] + 100, *first[1:]))


@pytest.mark.parametrize("learner", ["softmax-regression", "voted-perceptron"])
def test_no_edge_jumps_from_step_to_step(window, hand, qtbot, learner):
    """What is told is longer than at the start, and the weights get more columns."""
    resized(window, qtbot, (1440, 900))
    window.files.begin_with(gallery.example("noisy-clusters").make(), Recipe(learner))
    hand.recorded()
    hand.session.seek(0)
    qtbot.waitUntil(lambda: heights(window)[1:] >= (STEP, TEXT))
    qtbot.wait(REST_MS + 150)
    before = heights(window)
    for _ in range(3):
        hand.key(Qt.Key.Key_Right)
        qtbot.wait(REST_MS + 150)  # also what is set late
        assert heights(window) == before
    hand.click(1.0, 1.0)
    qtbot.wait(REST_MS + 150)
    assert heights(window) == before


def test_where_room_is_short_the_plot_is_still_one(window, hand, qtbot):
    hand.session.begin(gallery.iris())
    hand.recorded()
    resized(window, qtbot, (1280, 720))
    hand.session.seek(3)
    qtbot.wait(500)
    assert heights(window)[0] >= PLOT
    assert min(heights(window)) >= TEXT


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1440, 900)])
def test_no_edge_jumps_when_another_tab_is_brought_to_the_front(
    window, hand, qtbot, size
):
    hand.draw_two_classes()
    resized(window, qtbot, size)
    qtbot.wait(REST_MS)  # what is in front first has the height that it needs
    docks = window.docks
    fixed = (docks["Set-up"], docks["This update"], window.centralWidget())
    first = [widget.geometry() for widget in fixed]
    error, *plots = docks.column.stacks[0]
    for dock in docks.all:
        if not dock.isHidden() and dock not in plots:
            dock.raise_()
            qtbot.wait(30)
            assert [widget.geometry() for widget in fixed] == first
    plots[-1].raise_()
    qtbot.wait(30)
    error.raise_()
    qtbot.wait(30)
    assert [widget.geometry() for widget in fixed] == first


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720)])
def test_a_plot_that_is_brought_forward_is_large_enough(window, hand, qtbot, size):
    hand.draw_two_classes()
    resized(window, qtbot, size)
    qtbot.wait(REST_MS)
    for name, kind in (
        ("Loss", LossPlot), ("Weight space", WeightPlot), ("Lifted space", LazyView)
    ):  # fmt: skip
        window.docks[name].raise_()
        qtbot.wait(100)
        plot = window.docks[name].widget().findChild(kind)
        assert plot.height() >= 160
        assert min(heights(window)[1:]) >= 100


def stack_heights(window):
    """Heights of what is seen in the column at the right, from the top."""
    seen = [d for d in window.docks.all[1:] if not d.visibleRegion().isEmpty()]
    return [d.height() for d in sorted(seen, key=lambda d: d.y())]


def tab(window, text):
    for bar in window.findChildren(QTabBar):
        for i in range(bar.count()):
            if bar.isVisible() and bar.tabText(i) == text:
                return bar, bar.tabRect(i).center()
    raise AssertionError(text)


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1440, 900)])
@pytest.mark.parametrize(("text", "place"), [("Points", 2), ("Weight space", 0)])
def test_a_double_click_on_a_tab_gives_it_the_column(window, qtbot, size, text, place):
    resized(window, qtbot, size)
    qtbot.wait(REST_MS)  # what is in front first is measured, not what is chosen
    bar, at = tab(window, text)
    QTest.mouseClick(bar, LEFT, pos=at)
    qtbot.wait(30)
    before = stack_heights(window)
    QTest.mouseDClick(bar, LEFT, pos=at)
    qtbot.waitUntil(lambda: stack_heights(window)[place] > before[place] + 80)
    qtbot.wait(30)
    high = stack_heights(window)
    assert all(
        h <= b for i, (h, b) in enumerate(zip(high, before, strict=True)) if i != place
    )
    resized(window, qtbot, (size[0] + 40, size[1]))
    assert stack_heights(window) == high
    dock = next(d for d in window.docks.all if d.objectName() == text)
    assert dock.maximise_button.isChecked()
    bar, at = tab(window, text)
    QTest.mouseDClick(bar, LEFT, pos=at)
    qtbot.waitUntil(lambda: stack_heights(window) == before)
    assert not dock.maximise_button.isChecked()


def test_a_button_maximises_the_update_and_reset_takes_it_back(window, qtbot):
    resized(window, qtbot, (1440, 900))
    qtbot.wait(REST_MS)
    before = stack_heights(window)
    QTest.mouseClick(window.docks["This update"].maximise_button, LEFT)
    qtbot.wait(30)
    assert stack_heights(window)[1] > before[1]
    QTest.mouseClick(window.docks["Weights"].maximise_button, LEFT)
    qtbot.wait(30)
    assert stack_heights(window)[2] > before[2]
    window.docks["Weights"].close()
    qtbot.wait(30)
    layout_action(window, "Reset layout").trigger()
    qtbot.wait(30)
    assert stack_heights(window) == before


def test_words_in_a_title_bar_are_never_a_part_of_a_number(window, hand, qtbot):
    hand.draw_two_classes()
    window.run("hold out", 20)  # else the strip alone has the error
    hand.recorded()
    hand.session.seek(3)
    resized(window, qtbot, (1024, 700))
    caption = window.docks["Error per epoch"].content.caption
    said = caption.text()
    assert said
    assert caption.fontMetrics().horizontalAdvance(said) <= caption.width()
    assert "epoch" in window.panel("This update").caption.toolTip()


def layout_action(window, text):
    menus = [m for m in window.menuBar().findChildren(QMenu) if m.title() == "&View"]
    actions = [*menus[0].actions()]
    for sub in filter(None, [action.menu() for action in menus[0].actions()]):
        actions += sub.actions()
    return next(a for a in actions if a.text().replace("&", "") == text)


def in_front(dock):
    return dock.isVisible() and not dock.visibleRegion().isEmpty()


@pytest.mark.qt_log_ignore("This plugin does not support")  # of what floats
def test_reset_brings_the_first_layout_back(window, qtbot):
    docks = window.docks
    resized(window, qtbot, (1440, 900))
    before = [
        dock.geometry()
        for dock in (docks["Set-up"], docks["Error per epoch"], docks["This update"])
    ]
    docks["Set-up"].close()
    docks["Error per epoch"].setFloating(True)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["This update"])
    docks["Points"].raise_()
    layout_action(window, "Reset layout").trigger()
    placed = docks["Set-up"], docks["Error per epoch"], docks["This update"]
    qtbot.waitUntil(lambda: [dock.geometry() for dock in placed] == before)
    assert in_front(docks["Weights"])
    rows = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    assert len(rows) == 2


def test_a_layout_for_what_one_is_about_to_do(window, qtbot):
    docks = window.docks
    for name, front, update in (
        ("Draw", docks["Points"], False),
        ("Explain", docks["Weights"], True),
    ):
        layout_action(window, name).trigger()
        qtbot.waitUntil(lambda front=front: in_front(front) and front.width() == 392)
        assert in_front(docks["Error per epoch"])
        assert docks["This update"].isVisible() == update


def test_no_letter_of_the_view_menu_stands_for_two(window):
    """Of two, the letter would open neither."""
    (menu,) = [m for m in window.menuBar().findChildren(QMenu) if m.title() == "&View"]
    letters = re.findall(r"&(\w)", " ".join(action.text() for action in menu.actions()))
    assert len(letters) == 6
    assert len({letter.lower() for letter in letters}) == len(letters), letters


def test_four_weights_and_their_buttons_are_seen_at_1440(window, hand, qtbot):
    resized(window, qtbot, (1440, 900))
    four = Recipe(features="x1,x2,x1*x2,x1^2")
    hand.session.begin(gallery.xor(), recipe=four)
    hand.recorded()
    hand.session.seek(4)
    for dock in (window.docks["Weights"], window.docks["This update"]):
        bar = dock.findChild(QScrollArea).verticalScrollBar()
        qtbot.waitUntil(lambda bar=bar: bar.maximum() == 0)


def test_a_panel_that_is_asked_for_is_in_front(window, qtbot):
    """Hidden, it would else come back behind the tab that took its place."""
    docks = {dock.objectName(): dock for dock in window.docks.all}
    dock = docks["Weight space"]
    dock.close()
    window.docks["Error per epoch"].raise_()
    dock.toggleViewAction().trigger()
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())


def test_after_a_reset_it_is_as_at_first(window, hand):
    """The title, the tool and what came of the data before, without a question."""
    title, session = window.windowTitle(), window.session
    hand.draw_two_classes()
    session.set_recipe(session.recipe.replace(epochs=7))
    hand.recorded()
    hand.key(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    window.run("race")
    window.canvas.tool_actions[1].trigger()
    window.canvas.set_class(1)
    sheet, race = window.centre.sheet, window.part("Race").window
    assert sheet.isVisible()
    assert race.isVisible()
    window.reset()
    assert not (isValid(sheet) or isValid(race))
    assert window.centre.sheet is window.part("Race").window is None
    assert not any(isinstance(w, QSplitter) for w in QApplication.topLevelWidgets())
    assert session.data.n_samples == session.undo_stack.count() == 0
    assert session.recipe == Recipe()
    assert (window.windowTitle(), window.isWindowModified()) == (title, False)
    assert window.canvas.tool_actions[0].isChecked()
    assert window.canvas.current_class == 0


def test_after_a_reset_weights_set_by_hand_do_not_come_back(window, hand):
    session, neuron = window.session, Recipe("manual-neuron")
    hand.draw_two_classes()
    data = session.data
    session.set_recipe(neuron)
    first = session.recipe
    session.set_recipe(first.replace(start=((3.0, 2.0, 1.0),)))
    window.files.begin_with(data, neuron)
    assert session.recipe.start == ((3.0, 2.0, 1.0),)
    window.reset()
    window.files.begin_with(data, neuron)
    assert session.recipe == first
