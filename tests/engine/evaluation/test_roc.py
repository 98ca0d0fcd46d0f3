"""ROC and precision–recall curves, and the counts at a threshold."""

import numpy as np
import pytest
from sklearn import metrics

from engine.evaluation.roc import ThresholdCurve, counts_at, curve_of_class


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("values", [3, 1000])
def test_as_scikit_learn_has_them(values, weighted):
    """Of few different scores most are equal."""
    rng = np.random.default_rng(values)
    positive = rng.random(300) < 0.3
    scores = rng.integers(0, values, 300) + values / 4 * positive
    weights = rng.random(300) + 0.1 if weighted else None
    curve = ThresholdCurve.of(scores, positive, weights)
    fpr, tpr, at = metrics.roc_curve(
        positive, scores, sample_weight=weights, drop_intermediate=False
    )
    np.testing.assert_array_equal(curve.thresholds, at)
    np.testing.assert_allclose(curve.false_positive_rates, fpr)
    np.testing.assert_allclose(curve.true_positive_rates, tpr)
    precision, recall, _ = metrics.precision_recall_curve(
        positive, scores, sample_weight=weights
    )
    np.testing.assert_allclose(curve.precisions[::-1], precision)
    np.testing.assert_allclose(curve.true_positive_rates[::-1], recall)
    for mine, theirs in (
        (curve.area, metrics.roc_auc_score),
        (curve.average_precision, metrics.average_precision_score),
    ):
        expected = theirs(positive, scores, sample_weight=weights)
        assert mine == pytest.approx(expected, abs=1e-12)


def test_by_hand():
    """Scores 3, 2, 2, 1, 0 of which the first, a second and the fourth are positive."""
    scores = np.array([3.0, 2, 2, 1, 0])
    positive = np.array([True, True, False, True, False])
    curve = ThresholdCurve.of(scores, positive)
    np.testing.assert_allclose(curve.false_positive_rates, [0, 0, 1 / 2, 1 / 2, 1])
    np.testing.assert_allclose(curve.true_positive_rates, [0, 1 / 3, 2 / 3, 1, 1])
    np.testing.assert_allclose(curve.precisions, [1, 1, 2 / 3, 3 / 4, 3 / 5])
    # Six pairs: 3 beats both, 2 beats 0 and ties with 2, 1 beats 0.
    assert curve.area == 4.5 / 6
    assert curve.average_precision == pytest.approx((1 + 2 / 3 + 3 / 4) / 3)
    # On the threshold 2 nothing is positive but 3, unless the tie says so.
    strict = counts_at(scores, positive, 2.0)
    assert (strict.true_positives, strict.false_positives) == (1, 0)
    assert (strict.false_negatives, strict.true_negatives) == (2, 2)
    assert (strict.accuracy, strict.precision) == (3 / 5, 1)
    assert counts_at(scores, positive, 2.0, "positive").true_positives == 2
    assert np.isnan(counts_at(scores, positive, 9.0).precision)


def test_scores_beyond_all_numbers_are_equal():
    scores = np.array([np.inf, np.inf, 1.0, -np.inf, -np.inf])
    curve = ThresholdCurve.of(scores, np.array([True, False, True, False, False]))
    assert curve.true_positives.tolist() == [0, 1, 2, 2]
    assert curve.false_positives.tolist() == [0, 1, 1, 3]


@pytest.mark.parametrize("tie", ["mistake", "positive"])
def test_each_place_of_the_curve_has_a_threshold_that_decides_so(tie):
    rng = np.random.default_rng(4)
    scores, positive = rng.integers(-4, 5, 60).astype(float), rng.random(60) < 0.5
    curve = ThresholdCurve.of(scores, positive)
    for index in range(len(curve.thresholds)):
        threshold = curve.between(index)
        assert curve.index_at(threshold, tie) == index
        counts = counts_at(scores, positive, threshold, tie)
        assert counts.true_positives == curve.true_positives[index]
        assert counts.false_positives == curve.false_positives[index]
    for threshold in (-4.0, 0.0, 4.0, 9.0):  # on a score, too
        counts = counts_at(scores, positive, threshold, tie)
        index = curve.index_at(threshold, tie)
        assert counts.true_positives == curve.true_positives[index]


def test_each_class_against_the_rest():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 3, 200)
    scores = rng.normal(size=(200, 4)) + np.eye(4)[y]
    areas = [curve_of_class("adaline", scores, y, code).area for code in range(4)]
    theirs = [metrics.roc_auc_score(y == code, scores[:, code]) for code in range(3)]
    assert areas[:3] == pytest.approx(theirs)
    assert np.isnan(areas[3]), "there are no samples of it"
    # Two classes share a score, which is that of the second.
    first, second = (
        curve_of_class("adaline", scores[:, :1], y > 0, code) for code in (0, 1)
    )
    assert first.area == second.area


def test_of_classes_that_learn_together_by_their_probabilities():
    """What is added to all scores of a sample changes nothing."""
    rng = np.random.default_rng(2)
    y = rng.integers(0, 3, 200)
    scores = rng.normal(size=(200, 3)) + np.eye(3)[y]
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    moved = scores + rng.normal(0, 9, (200, 1))
    areas = [
        curve_of_class("softmax-regression", moved, y, code).area for code in range(3)
    ]
    theirs = metrics.roc_auc_score(y, shares, multi_class="ovr", average=None)
    assert areas == pytest.approx(theirs)


@pytest.mark.parametrize("positive", [True, False])
def test_of_one_side_alone_there_is_none(positive):
    curve = ThresholdCurve.of(np.arange(3.0), np.full(3, positive))
    assert np.isnan(curve.area)
    assert np.isnan(curve.average_precision)
