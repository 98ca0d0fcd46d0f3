"""A drawn error curve: how far it is off."""

import numpy as np
import pytest

from engine.lessons.predictions.error_curve import RIGHT_CURVE_OFF, curve_off


def test_a_curve_is_off_by_its_mean_distance_straight_between_the_places():
    rng = np.random.default_rng(0)
    for _ in range(200):
        measured = rng.random(rng.integers(1, 30))
        n = rng.integers(1, 6)
        epochs = np.sort(rng.choice(np.arange(1, 40), n, replace=False))
        errors = rng.random(n)
        every = np.arange(1, len(measured) + 1)
        away = np.abs(np.interp(every, epochs, errors) - measured).mean()
        off, good = curve_off(epochs.tolist(), errors.tolist(), measured.tolist())
        assert off == pytest.approx(away, abs=1e-12)
        assert good == (off <= RIGHT_CURVE_OFF)
