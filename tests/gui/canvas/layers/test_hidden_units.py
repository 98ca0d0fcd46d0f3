"""The lines of a network's hidden units, and which way each is active."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Recipe
from engine.data.gallery import example
from tests.gui.conftest import switch


@pytest.fixture
def trained(window, hand):
    def train(**recipe):
        window.session.set_data(example("xor").make())
        recipe = Recipe("multi-layer-perceptron", hidden=3, epochs=5, **recipe)
        window.session.set_recipe(recipe)
        hand.recorded()
        hand.key(Qt.Key.Key_End)
        return window.canvas.plot.layers.hidden_units

    return train


@pytest.mark.parametrize("features", [None, "x1,x2,x1^2"])
def test_on_its_line_a_units_input_is_0_and_it_points_to_more(
    trained, window, features
):
    layer = trained(features=features, standardise=features is not None)
    model, plane = window.session.model, window.canvas.shown().plane
    units, seen = model.first_layer, 0
    for unit, lines in enumerate(layer.lines):
        for line in lines:
            z = model.forward(plane.lift(line)).inputs[0][:, unit]
            size = np.abs(units.scores(plane.lift(line + 1.0))[:, unit]).max()
            assert np.abs(z).max() <= 0.02 * size
    for unit, place, towards in layer.markers:
        sides = [np.add(place, np.multiply(side, towards)) for side in (-3, 3)]
        inputs = model.forward(plane.lift(layer.places(np.array(sides)))).inputs[0]
        assert inputs[0, unit] < inputs[1, unit]
        seen += 1
    assert seen
    assert "hidden unit" in layer.legend()[0].text


def test_they_can_be_switched_off_and_other_models_have_none(trained, window, hand):
    layer, units = trained(), switch(window.canvas, "hidden_units")
    assert not layer.is_empty()
    units.trigger()
    assert layer.is_empty()
    assert not layer.legend()
    units.trigger()
    assert not layer.is_empty()
    window.session.set_recipe(Recipe())
    hand.recorded()
    assert layer.is_empty()
    assert not units.isEnabled()


def test_a_card_rather_hides_a_sample_than_a_name(trained, window):
    names = [tuple(marker.place) for marker in trained().markers]
    places = list(map(tuple, window.canvas.plot.symbols().tolist()))
    assert names
    assert all(places.count(name) > 1 for name in names)
