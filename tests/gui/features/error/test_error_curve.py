"""The error curve: downsampled without losing peaks, empty without absurd ticks."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from engine import Recipe
from engine.data.gallery import example
from gui.features.error.error_curve import ErrorPlot
from gui.features.error.error_figure import error_as_shown
from gui.plotting.axes import epoch_text
from gui.plotting.curve import downsampled
from gui.plotting.figure import Sheet
from gui.session.hidden_future import HiddenFuture
from gui.style.theme import LIGHT
from tests.gui.features.playback.test_timeline import noisy, record


@pytest.mark.parametrize("n", [1, 60, 2000, 2001, 2999, 123_457, 1_000_000])
def test_thinning_keeps_peaks_ends_and_order(n):
    values = np.random.default_rng(n).random(n)
    values[n // 3], values[n // 2] = 9, -9
    at, kept = downsampled(values)
    assert len(at) == len(kept) <= 2001
    assert kept.max() == values.max()
    assert kept.min() == values.min()
    assert (at[-1], kept[-1]) == (n, values[-1])
    assert at[0] == 1
    assert (np.diff(at) >= 0).all()
    assert len(at) == n or n > 2000


class Million:
    """A tape of a million epochs."""

    def __init__(self, tape):
        rng = np.random.default_rng(0)
        self.problem, self.steps = tape.problem, 1_000_000 * 80
        self.epochs = type("E", (), {})()
        self.epochs.mistakes = rng.integers(0, 80, 1_000_000)
        self.epochs.training_error = rng.random(1_000_000)
        self.epochs.validation_error = None


def test_a_million_epochs_are_few_points_and_drawn_only_once(window, hand, monkeypatch):
    record(hand, 3)
    tape, plot = Million(hand.session.tape), ErrorPlot(LIGHT)
    plot.show_run(tape)
    assert plot.error.across[-1] == 1_000_000
    assert len(plot.error.across) <= 2001
    monkeypatch.setattr(plot.error, "set_values", None)
    plot.show_run(tape)
    plot.close()


def is_drawn_to(window, epoch):
    """Tell whether the curve has come to an epoch: of a long run a bit later."""
    x = window.panel("Error per epoch").plot.error.across
    return len(x) > 0 and x[-1] == epoch


def test_the_last_epoch_stands_at_the_axis(window, hand):
    for epochs in (1, 7, 23, 1234):
        record(hand, epochs)
        plot = window.panel("Error per epoch").plot
        hand.qtbot.waitUntil(partial(is_drawn_to, window, epochs))
        (low, high), _ = plot.view.viewRange()
        axis = plot.getAxis("bottom")
        values = [v for _, level in axis.tickValues(low, high, 200) for v in level]
        assert epochs in values
        gaps = np.diff(sorted({v for v in values if 0 <= v <= epochs}))
        assert not len(gaps) or gaps.min() * 200 / (high - low) > 15


@pytest.mark.parametrize(
    ("epoch", "text"),
    [(0, "0"), (20, "20"), (1000, "1,000"), (12_345, "12,345"), (200_000, "200k"),
     (1_000_000, "1M")],
)  # fmt: skip
def test_epochs_are_written_short_but_exactly(epoch, text):
    assert epoch_text(epoch) == text


def test_before_a_run_there_is_a_word_instead_of_ticks(window, hand):
    curve = window.panel("Error per epoch")
    assert curve.hint.isVisible()
    assert not curve.plot.getAxis("bottom").style["showValues"]
    assert curve.plot.view.viewRange()[1][1] >= 100
    hand.draw_two_classes()
    assert not curve.hint.isVisible()
    assert curve.plot.getAxis("bottom").style["showValues"]
    window.canvas.commands.clear.trigger()
    assert curve.hint.isVisible()


def test_samples_are_counted_under_the_mouse(window, hand, monkeypatch):
    """The axis has percent alone; of what is to come nothing is told."""
    record(hand, 5)
    curve, tape = window.panel("Error per epoch"), hand.session.tape
    plot, n = curve.plot, tape.problem.n_samples
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, __: told.append(text))
    assert not plot.getAxis("right").isVisible()
    for epoch in (1, 3, 5):
        place = plot.mapFromScene(plot.view.mapViewToScene(QPointF(epoch, 0)))
        at = plot.viewport().mapToGlobal(place)
        QApplication.sendEvent(
            plot.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, at)
        )
        wrong = tape.count_wrong(tape.model(epoch * tape.problem.steps_per_epoch))
        made = tape.epochs.mistakes[epoch - 1]
        assert curve.counts(epoch).startswith(f"epoch {epoch}: {made} mistake")
        assert curve.counts(epoch).endswith(f" made, {wrong} of {n} wrong at its end")
        assert told.pop() == curve.counts(epoch)
    assert curve.counts(0) == curve.counts(6) == ""
    HiddenFuture.of(hand.session).ask(True)
    hand.session.seek(2 * tape.problem.steps_per_epoch)
    assert curve.counts(2)
    assert not curve.counts(3)
    HiddenFuture.of(hand.session).ask(False)


@pytest.mark.parametrize("legend", [True, False])
def test_the_legend_is_a_line_in_the_window_and_above_on_paper(
    window, hand, tmp_path, legend
):
    record(hand, 5)
    assert "training error" in window.panel("Error per epoch").legend.text()
    assert window.panel("Error per epoch").legend.sizeHint().width() <= 260 - 24
    size = QSize(640, 400)
    paper = error_as_shown(window.session, Sheet(size, legend=legend))
    assert paper.size == size
    paper.save(tmp_path / "error.svg")
    text = (tmp_path / "error.svg").read_text()
    assert ("mistakes made" in text) == legend
    assert "% wrong" in text


def test_the_whole_run_is_on_the_curve_at_its_end(window, hand):
    hand.session.set_recipe(Recipe(epochs=3000, stop_without_mistake=False))
    hand.session.set_data(noisy())
    hand.recorded()
    hand.qtbot.waitUntil(partial(is_drawn_to, window, 3000))
    y = window.panel("Error per epoch").plot.error.up
    assert y[-1] == 100 * hand.session.tape.epochs.training_error[-1]


def test_no_axis_of_percent_goes_beyond_100(window, hand):
    hand.session.begin(example("xor").make(), Recipe(features="x1,x2,x1*x2"))
    hand.recorded()
    assert hand.session.tape.epochs.mistakes[0] == 4
    assert 100 < window.panel("Error per epoch").plot.top < 110


def test_beside_an_error_the_title_is_read_whole_in_a_narrow_window(
    window, hand, qtbot
):
    window.resize(1024, 700)
    hand.draw_two_classes()
    hand.session.to_end()
    dock = window.docks["Error per epoch"]
    title = next(w for w in dock.findChildren(QLabel) if w.text() == "Error per epoch")
    assert not title.isVisible()  # a tab says it
    for beside in window.tabifiedDockWidgets(dock):
        beside.close()
    qtbot.waitUntil(title.isVisible)
    qtbot.waitUntil(lambda: title.width() >= title.sizeHint().width())


def test_where_nothing_is_learned_it_is_said_in_place_of_one_lone_point(window, hand):
    hand.draw_two_classes()
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("manual-network"))
    hand.recorded()
    curve = window.panel("Error per epoch")
    assert curve.hint.isVisible()
    assert "Nothing is learned" in curve.hint.text()
    assert not curve.plot.cursor.isVisible()
    choice.setCurrentIndex(choice.findData("perceptron"))
    hand.recorded()
    assert not curve.hint.isVisible()
