"""Rings around the samples whose mistakes make a kernel model."""

from itertools import chain

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from tests.gui.tables import rows_of


@pytest.fixture
def trained(window, hand):
    def train(**recipe):
        X = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], float)
        window.session.set_data(Dataset(X, [0, 1, 1, 0], class_names=("A", "B")))
        window.session.set_recipe(Recipe("kernel-perceptron", **recipe))
        hand.recorded()
        hand.key(Qt.Key.Key_End)
        return window.canvas.plot.layers.kernel_counts

    return train


def test_the_rings_are_of_the_mistakes(trained, window):
    layer = trained()
    frame = window.session.frame
    counts = np.abs(frame.weights[0, :-1])
    assert counts.any()
    (row,) = layer.legend()
    assert f"up to {counts.max():g}" in row.text
    assert not layer.is_empty()


def test_a_linear_model_has_none(trained, window, hand):
    layer = trained()
    window.session.set_recipe(Recipe("perceptron"))
    hand.recorded()
    assert layer.is_empty()
    assert not layer.legend()


def test_the_table_tells_of_the_samples(trained, window, hand):
    trained()
    hand.qtbot.waitUntil(
        lambda: (
            {"α·y", "x₁", "b"} <= set(chain(*rows_of(window.panel("Weights").table)))
        )
    )
