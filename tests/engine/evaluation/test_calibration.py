"""Brier score and reliability curve."""

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss

from engine.evaluation.calibration import Calibration, brier_losses


@pytest.mark.parametrize("classes", [2, 3])
def test_as_scikit_learn_has_them(classes):
    rng = np.random.default_rng(classes)
    shares = rng.dirichlet(np.full(classes, 0.5), 400).round(2)
    shares[:, -1] = 1 - shares[:, :-1].sum(axis=1)  # many on the edges of bins
    shares = shares.clip(0, 1)
    y = (rng.random((400, 1)) > shares.cumsum(axis=1)[:, :-1]).sum(axis=1)
    theirs = brier_score_loss(y, shares if classes > 2 else shares[:, 1])
    assert brier_losses(shares, y).mean() == pytest.approx(theirs)
    halves = [
        Calibration.of(shares[part], y[part]) for part in (slice(150), slice(150, None))
    ]
    for code in range(classes):
        mine = (halves[0] + halves[1]).curve(code)
        observed, predicted = calibration_curve(y == code, shares[:, code], n_bins=10)
        np.testing.assert_allclose(mine.observed, observed)
        np.testing.assert_allclose(mine.predicted, predicted)
        assert mine.samples.sum() == 400


def test_by_hand():
    shares = np.array([[0.9, 0.1], [0.75, 0.25], [0.25, 0.75], [0.3, 0.7]])
    y, weights = np.array([0, 1, 1, 0]), np.array([1.0, 2.0, 1.0, 1.0])
    losses = brier_losses(shares, y)
    np.testing.assert_allclose(losses, [0.01, 0.5625, 0.0625, 0.49])
    curve = Calibration.of(shares, y, weights).curve(1)
    np.testing.assert_allclose(curve.predicted, [0.1, 0.25, 0.7, 0.75])
    np.testing.assert_allclose(curve.observed, [0, 1, 0, 1])
    np.testing.assert_allclose(curve.samples, [1, 2, 1, 1])
