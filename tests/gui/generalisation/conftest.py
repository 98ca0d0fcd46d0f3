"""The window of generalisation over a small data set."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset
from engine.data.parts import split


def clusters(n=40):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    return Dataset(rng.normal(0, 1.2, (n, 2)) + 2 * y[:, None], y)


@pytest.fixture
def small(window, hand):
    """The window over forty samples, eight of them the test part; five epochs."""
    window.files._begin_with(split(clusters(), 0.0, 0.2), None)
    window.session.set_recipe(window.session.recipe.replace(epochs=5))
    hand.recorded()
    window.open_generalisation()
    yield window.generalisation
    window.generalisation.close()


@pytest.fixture
def undo(window, hand):
    return lambda: hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
