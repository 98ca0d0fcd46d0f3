from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from engine import Dataset, Recipe, Tape
from engine.estimators import LinearLearner, LinearSVM, Perceptron, PocketPerceptron
from engine.learners import learners
from tests.engine.learners.conftest import cloud

ESTIMATORS = LinearLearner.__subclasses__()
every_estimator = pytest.mark.parametrize("cls", ESTIMATORS)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([cls() for cls in ESTIMATORS])
def test_scikit_learn_s_contract(estimator, check):
    check(estimator)


def test_every_learner_that_learns_is_one():
    assert {cls.learner_ for cls in ESTIMATORS} | {"manual-neuron"} == set(learners())


def three_classes(n=40, d=2):
    X = np.random.default_rng(7).normal(size=(n, d))
    return X, np.array(["b", "c", "a"])[np.arange(n) % 3]


@every_estimator
@pytest.mark.parametrize("classes", [2, 3])
def test_its_weights_are_those_of_a_tape_of_the_same_recipe(cls, classes):
    X, y = cloud(40, 3, seed=1) if classes == 2 else three_classes(d=3)
    settings = {"epochs": 6, "order": "shuffled", "seed": 11, "start": "random"}
    one = cls(**settings).fit(X, y)
    tape = Tape(Dataset(X, y), Recipe(cls.learner_, **settings))
    tape.extend()
    model = tape.model()
    np.testing.assert_array_equal(one.coef_, model.coef)
    np.testing.assert_array_equal(one.intercept_, model.intercept)
    assert one.errors_.tolist() == tape.epochs.mistakes.tolist()
    assert one.n_iter_ == len(tape.epochs)
    assert one.reason_ == tape.reason
    np.testing.assert_array_equal(one.predict(X), one.classes_[model.predict(X)])
    assert one.score(X, y) == (one.predict(X) == y).mean()
    assert one.decision_function(X).shape == ((40,) if classes == 2 else (40, 3))


@every_estimator
@pytest.mark.parametrize("classes", [2, 3])
def test_partial_fit_goes_on_exactly_where_fit_stopped(cls, classes):
    X, y = cloud(40, 2, seed=1) if classes == 2 else three_classes()
    settings = {"order": "shuffled", "seed": 3, "stop_without_mistake": False}
    if hasattr(cls(), "batch_size"):
        settings["batch_size"] = 7
    whole = cls(epochs=6, **settings).fit(X, y)
    parts = cls(epochs=2, **settings).fit(X, y)
    fresh = cls(**settings)
    for _ in range(4):
        parts.partial_fit(X, y)
    for _ in range(6):
        fresh.partial_fit(X, y, classes=np.unique(y))
    for other in (parts, fresh):
        np.testing.assert_array_equal(whole.coef_, other.coef_)
        np.testing.assert_array_equal(whole.intercept_, other.intercept_)
        np.testing.assert_array_equal(
            whole.decision_function(X), other.decision_function(X)
        )
        assert whole.errors_.tolist() == other.errors_.tolist()
        assert other.n_iter_ == 6


@every_estimator
def test_a_standardised_run_goes_on_with_the_scaling_of_its_first_samples(cls):
    X, y = cloud(60, 2, seed=4)
    X = X * [1.0, 50.0] + [3.0, -200.0]
    scaled = StandardScaler().fit_transform(X)
    one = cls(standardise=True).fit(X, y).partial_fit(X[:5], y[:5])
    plain = cls().fit(scaled, y).partial_fit(scaled[:5], y[:5])
    np.testing.assert_allclose(
        one.decision_function(X), plain.decision_function(scaled), atol=1e-9
    )
    assert one.errors_.tolist() == plain.errors_.tolist()


@pytest.mark.parametrize("classes", [2, 3])
def test_what_is_in_the_pocket_is_judged_by_the_samples_that_come(classes):
    y = np.repeat(np.arange(classes), 10)
    turns = 2 * np.pi * y / classes
    X = np.column_stack([np.cos(turns), np.sin(turns)])
    X += np.random.default_rng(1).normal(0, 0.2, X.shape)
    one = PocketPerceptron().fit(X, (y + 1) % classes)
    for _ in range(30):
        one.partial_fit(X, y)
    assert one.score(X, y) == 1.0


def test_partial_fit_knows_the_classes_of_the_first_call():
    one = Perceptron().partial_fit([[1.0], [2.0]], ["a", "a"], classes=["a", "b"])
    assert one.classes_.tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="not one of the classes"):
        one.partial_fit([[1.0]], ["c"])
    with pytest.raises(ValueError, match="not the same"):
        one.partial_fit([[1.0]], ["a"], classes=["a", "c"])


@every_estimator
def test_it_works_in_a_pipeline_a_search_and_cross_validation(cls):
    X, y = cloud(60, 2, seed=2, noise=0.2)
    pipeline = make_pipeline(StandardScaler(), cls(order="shuffled"))
    scores = cross_val_score(pipeline, X, y, cv=3)
    assert scores.mean() > 0.7
    search = GridSearchCV(cls(), {"epochs": [1, 5]}, cv=3).fit(X, y)
    assert search.best_params_["epochs"] in (1, 5)


def test_what_is_not_possible_is_a_value_error():
    with pytest.raises(ValueError, match="out of range"):
        Perceptron(epochs=0).fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(TypeError, match="no parameter"):
        Perceptron(batch_size=4)


def test_a_run_that_diverges_warns():
    X, y = cloud(20, 2, seed=1)
    wild = LinearSVM(schedule="constant", learning_rate=1e3, strength=1.0, epochs=90)
    with pytest.warns(Warning, match="diverged at step"):
        wild.fit(X, y)
    assert np.isfinite(wild.coef_).all()


def test_the_engine_itself_does_not_import_scikit_learn():
    code = "import sys, engine; assert 'sklearn' not in sys.modules"
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)
