"""The area under the ROC curve."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from engine.evaluation.roc import area_under_roc, areas_by_class


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("values", [3, 1000])
def test_as_scikit_learn_has_it(seed, values):
    """Of few different scores most are equal."""
    rng = np.random.default_rng(seed)
    positive = rng.random(300) < 0.3
    scores = rng.integers(0, values, 300) + values / 4 * positive
    assert area_under_roc(scores, positive) == pytest.approx(
        roc_auc_score(positive, scores)
    )


def test_each_class_against_the_rest():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 3, 200)
    scores = rng.normal(size=(200, 4)) + np.eye(4)[y]
    areas = areas_by_class(scores, y, 4)
    theirs = [roc_auc_score(y == code, scores[:, code]) for code in range(3)]
    assert areas[:3] == pytest.approx(theirs)
    assert np.isnan(areas[3]), "there are no samples of it"


@pytest.mark.parametrize("positive", [True, False])
def test_of_one_side_alone_there_is_none(positive):
    assert np.isnan(area_under_roc(np.arange(3.0), np.full(3, positive)))
