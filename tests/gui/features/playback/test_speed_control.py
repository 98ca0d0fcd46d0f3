"""The speed: its default, its units, its keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from gui.session.playhead import FASTEST
from gui.session.stream import Stream
from gui.window.main_window import MainWindow


@pytest.fixture
def speed(window):
    return window.panel("Playback").speed


def run_of(hand, samples, epochs):
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(samples, 2)), np.arange(samples) % 2)
    recipe = Recipe(epochs=epochs, stop_without_mistake=False)
    hand.session.begin(data, recipe)
    hand.recorded()


@pytest.mark.parametrize(("samples", "epochs"), [(50, 2), (100, 20), (1000, 300)])
def test_a_run_of_any_length_takes_some_twenty_seconds(hand, speed, samples, epochs):
    run_of(hand, samples, epochs)
    assert samples * epochs / hand.session.speed == pytest.approx(20)
    assert speed.button.text().startswith("20 s")


def test_a_short_run_is_not_slower_than_can_be_followed(hand, speed):
    hand.draw_two_classes()
    assert hand.session.speed == 2


def test_keys_play_faster_and_slower(hand, speed):
    run_of(hand, 100, 10)
    first = hand.session.speed
    hand.key(Qt.Key.Key_Plus)
    assert hand.session.speed == pytest.approx(first * 10**0.2)
    assert speed.button.text().startswith("13 s")
    hand.key(Qt.Key.Key_Minus)
    hand.key(Qt.Key.Key_Minus)
    assert hand.session.speed == pytest.approx(first / 10**0.2)
    for _ in range(60):
        hand.key(Qt.Key.Key_Plus)
    assert hand.session.speed == FASTEST
    assert speed.button.text() == "fastest"


def test_steps_and_epochs_per_second_are_units_too_and_remembered(
    hand, speed, window, qtbot
):
    run_of(hand, 100, 10)
    speed.unit_actions["epoch"].trigger()
    assert hand.session.speed == 100
    assert speed.button.text() in ("1 epochs/s", "1 ep/s")
    speed.unit_actions["step"].trigger()
    assert hand.session.speed == 10
    assert speed.button.text() in ("10 steps/s", "10/s")
    again = MainWindow()
    qtbot.addWidget(again)
    assert again.session.speed == 10
    assert again.panel("Playback").speed.unit_actions["step"].isChecked()
    again.close()


def test_a_stream_has_no_length(hand, window, speed):
    run_of(hand, 100, 10)
    Stream.of(window.session).set_on(True)
    assert hand.session.speed == 10
    assert speed.button.text() in ("10 steps/s", "10/s")
    Stream.of(window.session).set_on(False)
    assert speed.button.text() in ("20 s a run", "20 s")


@pytest.mark.parametrize("width", [1024, 1280, 1440])
def test_the_speed_is_never_cut(window, hand, speed, qtbot, width):
    window.resize(width, 700)
    qtbot.wait(50)
    for unit, action in speed.unit_actions.items():
        action.trigger()
        for notch in (speed.slider.minimum(), speed.slider.maximum()):
            speed.slider.setValue(notch)
            text, room = speed.button.text(), speed.button.contentsRect().width()
            assert speed.fontMetrics().horizontalAdvance(text) <= room, (unit, text)
    assert speed.geometry().right() <= window.panel("Playback").rect().right()


@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_the_slider_stands_beside_what_it_sets(window, qtbot, width):
    window.resize(width, 900)
    qtbot.wait(30)
    speed = window.panel("Playback").speed
    assert speed.button.x() - speed.slider.geometry().right() < 12
