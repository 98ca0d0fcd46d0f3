"""How fast a grid of recipes is compared in cross-validation."""

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from engine import Recipe
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_space import ParameterGrid
from engine.evaluation.search_workers import Processes, Threads
from tests.benchmarks.conftest import clouds, seconds_of_both

STRENGTHS, RATES = np.logspace(-4, 0, 10), np.logspace(-3, 0, 10)


@pytest.mark.parametrize("order", ["shuffled", "given"])
@pytest.mark.parametrize("kind", [Processes, Threads])
def test_a_grid_of_100_recipes_against_scikit_learn(report, kind, order):
    data = clouds(2_000)
    shuffled = order == "shuffled"
    base = Recipe("linear-svm", schedule="constant", epochs=20, order=order)
    recipes = ParameterGrid({"strength": STRENGTHS, "learning_rate": RATES}).recipes(
        base
    )
    machine = SGDClassifier(
        learning_rate="constant", max_iter=20, tol=None, shuffle=shuffled
    )
    theirs = GridSearchCV(
        machine,
        {"alpha": STRENGTHS, "eta0": RATES},
        cv=StratifiedKFold(5, shuffle=True, random_state=0),
        n_jobs=2,
        refit=False,
    )
    with kind(2) as workers:

        def ours():
            assert search(data, recipes, Folds(5), workers=workers).finished

        slow, fast = seconds_of_both(lambda: theirs.fit(data.X, data.y), ours, 5)
    label = f"100 recipes × 5 folds, {order}, 2 {kind.__name__.lower()}"
    report(f"{label}, times scikit-learn's speed", slow / fast, ("≥", 10))
