"""The growth of the weights: two curves between two lines that meet at the bound."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip

from engine import Dataset, Recipe
from gui.features.weight_growth import growth_view
from gui.plotting.figure import Sheet
from gui.session.hidden_future import HiddenFuture
from gui.style.theme import DARK, LIGHT

ID = "Weight growth"
LESSON = Dataset(
    [[1, 2], [-1, -3], [-2, 3], [-2, 2], [2, 3], [-3, 1]], [0, 0, 1, 1, 0, 1]
)
XOR = Dataset([[-1, -1], [-1, 1], [1, -1], [1, 1]], [0, 1, 1, 0])
UPDATES = [0, 1, 2, 4, 5, 8, 11, 14]
"""Steps of the lesson's run that made an update, after the start."""


@pytest.fixture
def opened(window, bring):
    """Open the panel, which is not there at first; gives its view."""

    def open_panel():
        window.docks.bring_to_front(ID)
        return bring(ID)

    return open_panel


@pytest.fixture
def shown(hand, opened, qtbot):
    """Open the view on a run: ``shown(data, learner, step, **settings)``."""

    def open_view(data, name="perceptron", step=0, **settings):
        hand.session.begin(data, Recipe(name, **settings))
        hand.recorded()
        hand.session.seek(step)
        view = opened()
        view.refresh()
        qtbot.waitUntil(lambda: not view.looking)
        return view

    return open_view


def clouds(classes, n=60):
    rng = np.random.default_rng(0)
    turn = 2 * np.pi * np.arange(classes) / classes
    y = np.arange(n) % classes
    middles = 5 * np.column_stack([np.cos(turn), np.sin(turn)])
    names = ("left", "middle", "right")[:classes]
    return Dataset(middles[y] + rng.normal(0, 0.8, (n, 2)), y, class_names=names)


def test_the_curves_are_between_the_lines_and_these_meet_at_the_bound(shown, hand):
    view = shown(LESSON, step=5)
    plot = view.plot
    assert plot.along.across.tolist() == plot.length.across.tolist() == [*range(8)]
    weights = [hand.session.tape.frame(step).weights[0] for step in UPDATES]
    assert plot.length.up == pytest.approx(np.linalg.norm(weights, axis=1))
    low = np.interp(plot.along.across, plot.least.across, plot.least.up)
    high = np.interp(plot.along.across, plot.most.across, plot.most.up)
    assert (low <= plot.along.up + 1e-6).all()
    assert (plot.along.up <= plot.length.up + 1e-9).all()
    assert (plot.length.up[1:] <= high[1:]).all()
    crossed = plot.least.up > plot.most.up
    (at,) = np.flatnonzero(crossed[1:] != crossed[:-1])[-1:]
    assert plot.most.across[at] <= plot.bound.value() <= plot.most.across[at + 1]
    assert plot.bound.value() == pytest.approx(17.73, abs=0.01)
    assert plot.view.viewRange()[0][1] > plot.bound.value()
    assert plot.cursor.at == 4


def test_the_numbers_follow_the_playhead(shown, hand, window, qtbot):
    view = shown(LESSON, step=8)
    assert view.reading.alternatives[0] == (
        "k = 5: w·u 4.798 ≥ 4.443 · ‖w‖ 5.196 ≤ 8.367 · ‖w‖² 27 ≤ 70"
    )
    assert window.panel(ID).caption.text() == "5 of at most 17 updates"
    hand.session.seek(hand.session.last)
    qtbot.waitUntil(lambda: view.plot.cursor.at == 7)
    assert window.panel(ID).caption.text() == "7 of at most 17 updates"
    assert "w·u 6.93 ≥ 6.22" in view.plot.accessible_value()


def test_where_the_mouse_rests_an_update_is_told_and_a_click_goes_to_it(
    shown, hand, monkeypatch
):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, __: told.append(text))
    view = shown(LESSON)
    plot, port = view.plot, view.plot.viewport()
    assert view.said_of(5).endswith("‖w‖² 27 ≤ 70 (step 8)")
    assert view.said_of(12) == "k = 12, the lines: 10.66 ≤ 12.96"
    assert view.said_of(18).endswith("15.99 > 15.87: so many updates cannot be")
    assert view.said_of(-1) == ""
    place = plot.mapFromScene(plot.view.mapViewToScene(QPointF(3.1, 2)))
    event = QHelpEvent(QEvent.Type.ToolTip, place, port.mapToGlobal(place))
    QApplication.sendEvent(port, event)
    assert told == [view.said_of(3)]
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)
    assert hand.session.step == UPDATES[3]


def test_what_is_to_come_is_hidden(shown, hand, qtbot):
    view = shown(LESSON, step=4)
    hidden = HiddenFuture.of(hand.session)
    hidden.ask(True)
    qtbot.waitUntil(lambda: len(view.plot.along.across) == 4)
    assert view.said_of(5).startswith("k = 5, the lines")
    hand.session.seek(5)
    qtbot.waitUntil(lambda: len(view.plot.along.across) == 5)
    hidden.ask(False)
    qtbot.waitUntil(lambda: len(view.plot.along.across) == 8)


def test_a_bound_far_beyond_the_run_is_shown_when_asked_for(shown):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    side = X @ [1, 2.0] + 0.3
    wide = abs(side) > 0.05
    view = shown(Dataset(X[wide], (side[wide] > 0).astype(int)), epochs=500)
    last, bound = view.growth.updates[-1], view.growth.bound
    assert bound > 100 * last
    assert not view.as_far.isHidden()
    assert view.plot.view.viewRange()[0][1] == pytest.approx(1.25 * last)
    view.as_far.setChecked(True)
    assert view.plot.view.viewRange()[0][1] > bound
    view.as_far.setChecked(False)
    assert shown(LESSON).as_far.isHidden()


def test_each_class_has_its_own(shown, qtbot):
    view = shown(clouds(3), epochs=100)
    assert not view.output.isHidden()
    first = view.growth
    view.output.setCurrentIndex(2)
    qtbot.waitUntil(lambda: not view.looking)
    assert view.growth is not first
    assert view.growth.output == 2
    assert shown(LESSON).output.isHidden()


def test_which_weights_are_told_of_is_said(shown):
    assert "standardised" not in shown(LESSON).legend.text()
    view = shown(LESSON, "averaged-perceptron", standardise=True)
    assert growth_view.STANDARDISED in view.legend.text()
    assert growth_view.NEWEST in view.legend.text()
    assert "γ′" in view.legend.text()
    view = shown(clouds(2), offset=False, learning_rate=0.5)
    assert "√k·η·R<" in view.legend.text()


@pytest.mark.parametrize(
    ("data", "name", "settings", "why"),
    [
        (XOR, "perceptron", {}, "No weights separate"),
        (LESSON, "adaline", {"learning_rate": 0.01}, "not about “Adaline”"),
        (LESSON, "perceptron", {"tolerance": 1.0}, "the tolerance is above 0"),
        (LESSON, "perceptron", {"start": "random"}, "do not start at zero"),
    ],
)
def test_where_there_is_nothing_it_says_why(shown, window, data, name, settings, why):
    shown(LESSON)
    view = shown(data, name, **settings)
    assert why in view.hint.text()
    assert view.growth is None
    assert not view.hint.isHidden()
    assert all(part.isHidden() for part in (view.plot, view.reading, view.as_far))
    assert window.panel(ID).caption.text() == ""
    assert why in view.plot.accessible_value()
    assert view.figure(Sheet(QSize(400, 300), LIGHT)) is None


def test_without_points_it_says_what_to_draw(opened):
    view = opened()
    view.refresh()
    assert view.hint.text()
    assert view.plot.isHidden()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_it_is_exported_as_other_plots_are(shown, window, theme, tmp_path):
    shown(LESSON)
    source = next(plot for plot in window.exports.plots if plot.name == ID)
    figure = source.draw(Sheet(QSize(600, 400), theme))
    for suffix in (".svg", ".pdf", ".png"):
        figure.save(tmp_path / f"growth{suffix}")
    drawn = (tmp_path / "growth.svg").read_text()
    assert "17.73" in drawn
    assert "updates k" in drawn
    assert "<image" not in drawn


def test_its_numbers_are_exported(shown, window, tmp_path, monkeypatch):
    view = shown(LESSON)
    path = tmp_path / "growth.csv"
    asked = lambda *_: (str(path), "CSV (*.csv)")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", asked)
    window.find_command()
    window.commands.line.setText("export the weight growth")
    QTest.keyClick(window.commands.line, Qt.Key.Key_Return)
    with path.open() as file:
        rows = [*csv.DictReader(file)]
    assert [int(row["step"]) for row in rows] == UPDATES
    assert [float(row["w_u"]) for row in rows] == view.growth.along.tolist()
    for row in rows:
        assert float(row["w_u_at_least"]) <= float(row["w_u"]) + 1e-9
        assert float(row["w_length"]) <= float(row["w_length_at_most"])


def test_hidden_it_measures_nothing(hand, qtbot, monkeypatch):
    measured = []
    monkeypatch.setattr(growth_view, "why_no_growth", lambda *_: measured.append(1))
    hand.session.begin(LESSON, Recipe())
    hand.recorded()
    for step in range(1, 15):
        hand.session.seek(step)
    qtbot.wait(50)
    assert not measured


def test_it_comes_to_the_front_by_its_words(window, hand, qtbot):
    hand.session.begin(LESSON, Recipe())
    window.find_command()
    window.commands.line.setText("novikoff")
    QTest.keyClick(window.commands.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.panel(ID).view is not None)
    assert ID in window.docks.in_front


def test_while_another_run_is_looked_at_nothing_is_told_of_the_one_before(
    shown, hand, qtbot
):
    view = shown(LESSON, step=14)
    hand.session.begin(clouds(2), Recipe())
    hand.recorded()
    view.refresh()
    assert view.looking
    assert view.said_of(5) == ""
    qtbot.waitUntil(lambda: not view.looking)
    assert view.growth.updates[-1] == hand.session.tape.frame(hand.session.last).updates
