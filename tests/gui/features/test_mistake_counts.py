"""Samples coloured by their mistakes: on demand, through the run, in exports."""

import gc
import weakref

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from engine import Dataset, Recipe
from gui.canvas.canvas_figure import canvas_as_shown
from gui.features.mistake_counts import MistakeCountsLayer, level_colour
from gui.plotting.figure import Sheet
from tests.gui.conftest import switch

CROSS = Dataset([[-2, -2], [-2, 2], [2, -2], [2, 2]], [0, 1, 1, 0])


@pytest.fixture
def canvas(hand, window):
    hand.session.begin(CROSS, recipe=Recipe(epochs=3))
    window.canvas.fit()
    hand.recorded()
    return window.canvas


def colour_at(canvas, hand, x, y):
    image = canvas.plot.grab().toImage()
    ratio = image.devicePixelRatio()
    place = hand.at(x, y)
    return QColor(image.pixel(round(place.x() * ratio), round(place.y() * ratio)))


def test_it_is_off_at_first_and_then_follows_the_playhead(canvas, hand):
    theme, session = canvas.plot.theme, hand.session
    session.seek(1)  # the first sample is a mistake, the others not yet looked at
    own = QColor(theme.class_colour(0))
    assert colour_at(canvas, hand, -2, -2) == own
    switch(canvas, "mistake_counts").trigger()
    assert colour_at(canvas, hand, -2, -2) == QColor(level_colour(1, 2, theme))
    assert colour_at(canvas, hand, 2, 2) == QColor(level_colour(0, 2, theme))
    session.seek(session.tape.steps)
    counts = canvas.plot.layers.find(MistakeCountsLayer).counts
    assert counts.sum() == session.frame.mistakes
    session.seek(1)
    assert canvas.plot.layers.find(MistakeCountsLayer).counts.tolist() == [1, 0, 0, 0]
    switch(canvas, "mistake_counts").trigger()
    assert colour_at(canvas, hand, -2, -2) == own


def test_the_counts_of_a_long_run_come_from_beside(canvas, hand, qtbot):
    hand.session.begin(CROSS, recipe=Recipe(epochs=100_000, order="shuffled"))
    hand.recorded()
    switch(canvas, "mistake_counts").trigger()
    hand.session.seek(hand.session.tape.steps)
    layer = canvas.plot.layers.find(MistakeCountsLayer)

    def counted():
        total = None if layer.counts is None else layer.counts.sum()
        return total == hand.session.frame.mistakes

    qtbot.waitUntil(counted)
    full = colour_at(canvas, hand, -2, -2)
    hand.session.seek(hand.session.tape.steps // 2)
    assert layer.late
    assert not counted()
    own, faint = (
        QColor(canvas.plot.theme.class_colour(0)),
        colour_at(canvas, hand, -2, -2),
    )
    assert faint not in (own, full)  # those of before, through which the class is seen
    qtbot.waitUntil(counted)
    assert not layer.late
    assert colour_at(canvas, hand, -2, -2) not in (own, faint)


def test_a_count_that_fails_is_told_of_once(canvas, hand, qtbot, monkeypatch):
    def fail(*_):
        raise ArithmeticError("no")

    monkeypatch.setattr("engine.training.sample_mistakes.sample_mistakes", fail)
    hand.session.begin(CROSS, recipe=Recipe(epochs=50_000, order="shuffled"))
    hand.recorded()
    messages = []
    hand.session.message.connect(messages.append)
    hand.session.seek(hand.session.tape.steps)
    with qtbot.waitSignal(hand.session.message):
        switch(canvas, "mistake_counts").trigger()
    hand.session.seek(hand.session.tape.steps - 1)
    qtbot.wait(100)
    assert len(messages) == 1
    assert "how often each sample was a mistake could not be counted" in messages[0]


def test_a_run_that_is_left_is_let_go(canvas, hand, qtbot):
    switch(canvas, "mistake_counts").trigger()
    left = weakref.ref(hand.session.tape)
    switch(canvas, "mistake_counts").trigger()
    hand.session.begin(Dataset([[1, 2], [2, 1]], [0, 1]))
    hand.recorded()

    def is_gone():
        gc.collect()
        return left() is None

    qtbot.waitUntil(is_gone)  # once the diagnosis speaks of the new run


def test_the_export_has_the_colours_too(canvas, hand):
    hand.session.seek(hand.session.tape.steps)
    switch(canvas, "mistake_counts").trigger()
    plot = canvas_as_shown(canvas, Sheet(QSize(400, 400)))
    layer, on_paper = (
        shown.layers.find(MistakeCountsLayer) for shown in (canvas.plot, plot)
    )
    assert on_paper.isVisible()
    assert on_paper.counts is layer.counts
    plot.close()
    switch(canvas, "mistake_counts").trigger()
    plot = canvas_as_shown(canvas, Sheet(QSize(400, 400)))
    assert not plot.layers.find(MistakeCountsLayer).isVisible()
    plot.close()


def test_a_sample_of_weight_zero_keeps_its_class_colour(canvas, hand):
    data = Dataset(CROSS.X, CROSS.y, sample_weights=[1.0, 1.0, 1.0, 0.0])
    hand.session.begin(data, recipe=Recipe(epochs=3))
    canvas.fit()
    hand.recorded()
    switch(canvas, "mistake_counts").trigger()
    theme = canvas.plot.theme
    assert colour_at(canvas, hand, -2, -2) != QColor(theme.class_colour(0))
    assert colour_at(canvas, hand, 2, 2) == QColor(theme.class_colour(0))
