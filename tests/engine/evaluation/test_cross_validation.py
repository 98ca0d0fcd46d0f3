"""Cross-validation of one recipe: the same errors as a search and as scikit-learn."""

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, cross_val_score

from engine import Dataset, Recipe
from engine.data.dataset import TEST
from engine.data.split import split
from engine.errors import Cancelled, UserError
from engine.estimators import Perceptron, VotedPerceptron
from engine.evaluation.cross_validation import cross_validate, standard_error
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_workers import Threads


def clusters(n=60, classes=2):
    rng = np.random.default_rng(1)
    y = np.arange(n) % classes
    return Dataset(rng.normal(0, 1.2, (n, 2)) + 2 * y[:, None], y)


@pytest.mark.parametrize(
    ("name", "estimator"),
    [("perceptron", Perceptron), ("voted-perceptron", VotedPerceptron)],
)
def test_errors_are_those_of_scikit_learn(name, estimator):
    data = clusters()
    result = cross_validate(data, Recipe(name, epochs=4), Folds(4, 3))
    dealer = StratifiedKFold(4, shuffle=True, random_state=3)
    right = cross_val_score(estimator(epochs=4), data.X, data.y, cv=dealer)
    np.testing.assert_allclose(result.validation, 1 - right)


def test_it_agrees_with_a_search_and_with_itself():
    data = split(clusters(80, 3), 0.1, 0.2)
    recipe, folds = Recipe("adaline", epochs=3, standardise=True), Folds(3, 1)
    reports = []
    result = cross_validate(data, recipe, folds, progress=reports.append)
    with Threads(1) as workers:
        results = search(data, [recipe], folds, workers=workers)
    np.testing.assert_array_equal(result.validation, results.errors[0])
    assert standard_error(result.validation) == pytest.approx(results.standard_error[0])
    assert [len(report.models) for report in reports] == [1, 2, 3]
    assert not result.wrong[data.parts == TEST].any()
    for rows, error in zip(result.held_out, result.validation, strict=True):
        assert result.wrong[rows].mean() == error


def test_it_can_be_stopped_and_refuses_too_many_folds():
    with pytest.raises(Cancelled):
        cross_validate(clusters(), Recipe(), Folds(3), stop=lambda: True)
    with pytest.raises(UserError, match="7 folds of 6 samples"):
        cross_validate(clusters(6), Recipe(), Folds(7))


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "5 folds of 1 sample are not possible: 2 folds need at least 2 samples"),
        (2, "5 folds of 2 samples are not possible: take 2"),
        (3, "5 folds of 3 samples are not possible: take 2 to 3"),
    ],
)
def test_of_few_samples_the_possible_folds_are_said(n, said):
    data = Dataset(np.arange(n)[:, None], [0] * n, class_names=["a", "b"])
    with pytest.raises(UserError) as refusal:
        Folds(5, 0, stratified=False).check(data)
    assert str(refusal.value) == said
