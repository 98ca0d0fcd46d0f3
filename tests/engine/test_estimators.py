from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn import linear_model, neural_network
from sklearn.ensemble import VotingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.semi_supervised import SelfTrainingClassifier
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from engine import Dataset, Recipe, Tape
from engine.estimators import (
    Adaline,
    KernelPerceptron,
    LinearLearner,
    LinearSVM,
    LogisticRegression,
    MulticlassPerceptron,
    MultiLayerPerceptron,
    Perceptron,
    PocketPerceptron,
    SoftmaxRegression,
    VotedPerceptron,
)
from engine.learners import learner, learners
from engine.training.compiled import tiered_loops
from tests.engine.learners.conftest import cloud

ESTIMATORS = LinearLearner.__subclasses__()
HAVING_PROBABILITIES = {
    cls for cls in ESTIMATORS if learner(cls.learner_).has_probabilities
}
GOING_ON = [cls for cls in ESTIMATORS if learner(cls.learner_).goes_on]
every_that_goes_on = pytest.mark.parametrize("cls", GOING_ON)
every_estimator = pytest.mark.parametrize("cls", ESTIMATORS)


STEPWISE = "a weight scales a step, which is not to make it twice"
HEAVY = "check_class_weight_classifiers"


def expected_failures(estimator):
    """Say what a learner cannot do, and why.

    scikit-learn excuses its own Perceptron, SGDClassifier and
    PassiveAggressiveClassifier from the same check of sample weights.
    """
    failures = {}
    if getattr(estimator, "batch_size", 1) == 1:
        failures["check_sample_weight_equivalence_on_dense_data"] = STEPWISE
    if isinstance(estimator, Adaline):
        failures[HEAVY] = "a weight of 1000 needs a learning rate as much smaller"
    if isinstance(estimator, PocketPerceptron):
        failures[HEAVY] = "the best weights are right on some of the light class too"
    if isinstance(estimator, MulticlassPerceptron):
        failures[HEAVY] = "right on all of the heavy class, it leaves others some"
    return failures


@pytest.fixture(scope="module")
def seldom_compiled():
    """Interpret what takes a few seconds: to compile a learner's loops takes longer."""
    with pytest.MonkeyPatch.context() as patch:
        work = 10 * tiered_loops.INTERPRETED_WORK
        patch.setattr(tiered_loops, "INTERPRETED_WORK", work)
        yield


def contract(estimators):
    """Make a test of all checks of estimators: some seventy for each."""

    @pytest.mark.usefixtures("seldom_compiled")
    @pytest.mark.no_cover  # nothing that other tests do not come to
    @pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
    @pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
    @parametrize_with_checks(estimators, expected_failed_checks=expected_failures)
    def holds(estimator, check):
        if getattr(check, "func", check).__name__ == HEAVY:
            estimator.set_params(epochs=200)  # the check itself sets max_iter
        check(estimator)

    return holds


OF_EACH_KIND = [Adaline(), LogisticRegression(epochs=5), VotedPerceptron()]
"""By steps and by batches, with probabilities, of one vector kept and of many.

Five epochs are enough for what is asked of probabilities, and soon interpreted.
"""

test_scikit_learn_s_contract = contract(OF_EACH_KIND)
test_scikit_learn_s_contract_of_the_others = pytest.mark.long(
    contract([cls() for cls in ESTIMATORS if cls not in map(type, OF_EACH_KIND)])
)


def test_every_learner_that_learns_is_one():
    assert {cls.learner_ for cls in ESTIMATORS} == {
        name for name, rule in learners().items() if not rule.by_hand
    }


def three_classes(n=40, d=2):
    X = np.random.default_rng(7).normal(size=(n, d))
    return X, np.array(["b", "c", "a"])[np.arange(n) % 3]


@every_estimator
def test_one_class_alone_is_learned_and_predicted(cls):
    """With the sign of its label, and whatever the score says."""
    X = [[2.0, 4.0], [-6.0, 1.0]]
    for label, sign in ((-1, -1), (0, -1), (1, 1), ("yes", 1)):
        estimator = cls(offset=False).fit(X, [label, label])
        assert estimator.classes_.tolist() == [label]
        assert estimator.predict([[9, -9], [-9, 9]]).tolist() == [label, label]
        assert (sign * estimator.decision_function(X) > 0).all()
        if cls is Perceptron:
            assert estimator.coef_.tolist() == [[-4 * sign, 5 * sign]]
        if hasattr(estimator, "predict_proba"):
            assert estimator.predict_proba(X).tolist() == [[1.0], [1.0]]


@every_estimator
@pytest.mark.parametrize("classes", [2, 3])
def test_its_weights_are_those_of_a_tape_of_the_same_recipe(cls, classes):
    X, y = cloud(40, 3, seed=1) if classes == 2 else three_classes(d=3)
    settings = {"epochs": 6, "order": "shuffled", "seed": 11}
    if hasattr(cls(), "start"):
        settings["start"] = "random"
    estimator = cls(**settings).fit(X, y)
    tape = Tape(Dataset(X, y), Recipe(cls.learner_, **settings))
    tape.extend()
    model = tape.model()
    if learner(cls.learner_).is_linear:
        rows = model.newest_weights()
        np.testing.assert_array_equal(estimator.coef_, rows[:, :-1])
        np.testing.assert_array_equal(estimator.intercept_, rows[:, -1])
    elif cls.learner_ == "kernel-perceptron":
        np.testing.assert_array_equal(estimator.dual_coef_, model.weights)
        np.testing.assert_array_equal(estimator.support_vectors_, X[model.places])
    else:
        for layer, coef, offset in zip(
            model.layers, estimator.coefs_, estimator.intercepts_, strict=True
        ):
            np.testing.assert_array_equal(coef, layer[:, :-1].T)
            np.testing.assert_array_equal(offset, layer[:, -1])
    assert estimator.errors_.tolist() == tape.epochs.mistakes.tolist()
    assert estimator.n_iter_ == len(tape.epochs)
    assert estimator.reason_ == tape.reason
    np.testing.assert_array_equal(
        estimator.predict(X), estimator.classes_[model.predict(X)]
    )
    assert estimator.score(X, y) == (estimator.predict(X) == y).mean()
    assert estimator.decision_function(X).shape == ((40,) if classes == 2 else (40, 3))


@every_that_goes_on
@pytest.mark.parametrize("classes", [2, 3])
def test_partial_fit_goes_on_exactly_where_fit_stopped(cls, classes):
    X, y = cloud(40, 2, seed=1) if classes == 2 else three_classes()
    settings = {"order": "shuffled", "seed": 3, "stop_without_mistake": False}
    if hasattr(cls(), "batch_size"):
        settings["batch_size"] = 7
    if hasattr(cls(), "momentum"):
        settings["momentum"] = 0.5
    whole = cls(epochs=6, **settings).fit(X, y)
    parts = cls(epochs=2, **settings).fit(X, y)
    fresh = cls(**settings)
    for _ in range(4):
        parts.partial_fit(X, y)
    for _ in range(6):
        fresh.partial_fit(X, y, classes=np.unique(y))
    for other in (parts, fresh):
        if learner(cls.learner_).is_linear:
            np.testing.assert_array_equal(whole.coef_, other.coef_)
            np.testing.assert_array_equal(whole.intercept_, other.intercept_)
        np.testing.assert_array_equal(
            whole.decision_function(X), other.decision_function(X)
        )
        assert whole.errors_.tolist() == other.errors_.tolist()
        assert other.n_iter_ == 6


@every_that_goes_on
def test_a_standardised_run_goes_on_with_the_scaling_of_its_first_samples(cls):
    X, y = cloud(60, 2, seed=4)
    X = X * [1.0, 50.0] + [3.0, -200.0]
    scaled = StandardScaler().fit_transform(X)
    estimator = cls(standardise=True).fit(X, y).partial_fit(X[:5], y[:5])
    plain = cls().fit(scaled, y).partial_fit(scaled[:5], y[:5])
    np.testing.assert_allclose(
        estimator.decision_function(X), plain.decision_function(scaled), atol=1e-9
    )
    assert estimator.errors_.tolist() == plain.errors_.tolist()


@pytest.mark.parametrize("classes", [2, 3])
def test_what_is_in_the_pocket_is_judged_by_the_samples_that_come(classes):
    y = np.repeat(np.arange(classes), 10)
    turns = 2 * np.pi * y / classes
    X = np.column_stack([np.cos(turns), np.sin(turns)])
    X += np.random.default_rng(1).normal(0, 0.2, X.shape)
    estimator = PocketPerceptron().fit(X, (y + 1) % classes)
    for _ in range(30):
        estimator.partial_fit(X, y)
    assert estimator.score(X, y) == 1.0


def test_weights_are_those_of_a_tape_and_of_scikit_learn():
    X, y = three_classes(d=3)
    weights = np.random.default_rng(1).uniform(0.1, 2, len(y))
    by_class = {"a": 2.0, "b": 0.5, "c": 1.0}
    estimator = LogisticRegression(
        epochs=4, strength=0.01, learning_rate=0.05, class_weight=by_class
    ).fit(X, y, weights)
    tape = Tape(Dataset(X, y, sample_weights=weights), estimator.recipe)
    tape.extend()
    np.testing.assert_array_equal(
        estimator.coef_, tape.model().newest_weights()[:, :-1]
    )
    theirs = SGDClassifier(
        loss="log_loss", alpha=0.01, learning_rate="constant", eta0=0.05, tol=None,
        max_iter=4, shuffle=False, class_weight=by_class,
    ).fit(X, y, sample_weight=weights)  # fmt: skip
    np.testing.assert_allclose(estimator.coef_, theirs.coef_, rtol=1e-12)
    again = LogisticRegression(
        strength=0.01, learning_rate=0.05, class_weight=by_class
    )  # fmt: skip
    for _ in range(4):
        again.partial_fit(X, y, classes=["a", "b", "c"], sample_weight=weights)
    np.testing.assert_array_equal(estimator.coef_, again.coef_)
    right = estimator.predict(X) == y
    assert estimator.score(X, y, weights) == pytest.approx(
        np.average(right, weights=weights)
    )


def test_class_weights_are_refused_as_by_scikit_learn():
    X, y = three_classes()
    for estimator in (
        Perceptron(class_weight="balanced"),
        SGDClassifier(class_weight="balanced"),
    ):
        with pytest.raises(ValueError, match="'balanced' is not supported for partial"):
            estimator.partial_fit(X, y, classes=["a", "b", "c"])
    for estimator in (
        Perceptron(class_weight={"d": 1}),
        SGDClassifier(class_weight={"d": 1}),
    ):
        with pytest.raises(ValueError, match="not in class_weight"):
            estimator.fit(X, y)


@pytest.mark.parametrize("standardise", [False, True])
@pytest.mark.parametrize("classes", [2, 3])
def test_a_voted_perceptron_comes_back_from_a_pickle_to_the_bit(standardise, classes):
    X, y = cloud(90, 4, seed=3) if classes == 2 else three_classes(90, 4)
    estimator = VotedPerceptron(epochs=3, order="shuffled", standardise=standardise)
    estimator.fit(X, y, sample_weight=np.linspace(0.5, 2, 90))
    estimator.partial_fit(X[:40], y[:40])
    copy = pickle.loads(pickle.dumps(estimator))
    assert (estimator.decision_function(X) == copy.decision_function(X)).all()
    for both in (estimator, copy):
        both.partial_fit(X[30:], y[30:])
    assert (estimator.decision_function(X) == copy.decision_function(X)).all()
    np.testing.assert_array_equal(estimator.coef_, copy.coef_)


def test_the_pickle_of_a_voted_perceptron_is_small():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5_000, 20))
    y = X[:, 0] + rng.normal(size=5_000) > 0
    estimator = VotedPerceptron(epochs=5).fit(X, y)
    updates = int(estimator.errors_.sum())
    assert len(pickle.dumps(estimator)) < X.nbytes + 24 * updates
    assert updates > 5_000


def test_the_first_partial_fit_asks_for_the_classes_as_scikit_learn_s_does():
    X, y = [[1.0], [2.0]], ["a", "b"]
    for estimator in (Perceptron(), SGDClassifier()):
        with pytest.raises(ValueError, match=r"classes must be passed on the first"):
            estimator.partial_fit(X, y)
    assert Perceptron().fit(X, y).partial_fit(X, y).n_iter_ > 1


def test_sparse_samples_are_refused_with_the_name_of_the_way_out():
    with pytest.raises(TypeError, match=r"\.toarray\(\)"):
        Perceptron().fit(csr_array([[1.0], [2.0]]), ["a", "b"])


@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_are_those_of_scikit_learn_for_the_same_weights(classes):
    X, y = cloud(40, 3, seed=1) if classes == 2 else three_classes(d=3)
    estimator = LogisticRegression(epochs=30).fit(X, y)
    theirs = SGDClassifier(loss="log_loss").fit(X, y)
    theirs.coef_, theirs.intercept_ = estimator.coef_, estimator.intercept_
    shares = estimator.predict_proba(X)
    np.testing.assert_allclose(shares, theirs.predict_proba(X), rtol=1e-12)
    np.testing.assert_allclose(
        estimator.predict_log_proba(X), theirs.predict_log_proba(X), rtol=1e-9
    )
    assert (estimator.classes_[shares.argmax(axis=1)] == estimator.predict(X)).all()
    far = estimator.predict_log_proba(1e4 * X)
    assert np.isfinite(far).all()
    np.testing.assert_allclose(np.exp(far).sum(axis=1), 1.0)


@pytest.mark.parametrize("classes", [2, 3])
def test_other_probabilities_are_those_of_scikit_learn_s_estimators(classes):
    X, y = cloud(40, 3, seed=1) if classes == 2 else three_classes(d=3)
    ours = SoftmaxRegression(epochs=30).fit(X, y)
    theirs = linear_model.LogisticRegression().fit(X, y)
    theirs.coef_, theirs.intercept_ = ours.coef_, ours.intercept_
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))

    ours = LogisticRegression(epochs=30).fit(X, y)
    theirs = OneVsRestClassifier(linear_model.LogisticRegression()).fit(X, y)
    rows = zip(theirs.estimators_, ours.coef_, ours.intercept_, strict=True)
    for estimator, coef, offset in rows:
        estimator.coef_, estimator.intercept_ = coef[None], np.array([offset])
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))

    ours = MultiLayerPerceptron(epochs=30, second=2).fit(X, y)
    theirs = neural_network.MLPClassifier((4, 2), activation="tanh")
    theirs.partial_fit(X, y, classes=np.unique(y))
    for mine, other in zip(ours.coefs_, theirs.coefs_, strict=True):
        assert mine.shape == other.shape
    theirs.coefs_, theirs.intercepts_ = ours.coefs_, ours.intercepts_
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))


def test_of_two_classes_a_kernel_model_is_told_as_by_svc():
    X, y = cloud(30, 2, seed=1, noise=0.3)
    ours, theirs = KernelPerceptron().fit(X, y), SVC(gamma=1.0, C=10.0).fit(X, y)
    for estimator in (ours, theirs):
        squared = (X[:, None] - estimator.support_vectors_) ** 2
        kernels = np.exp(-squared.sum(axis=-1))
        scores = kernels @ estimator.dual_coef_[0] + estimator.intercept_
        np.testing.assert_allclose(scores, estimator.decision_function(X), atol=1e-9)
        np.testing.assert_array_equal(X[estimator.support_], estimator.support_vectors_)
    X, y = three_classes()
    ours, theirs = KernelPerceptron().fit(X, y), SVC().fit(X, y)
    assert (len(ours.dual_coef_), len(theirs.dual_coef_)) == (3, 2)


@pytest.mark.filterwarnings("ignore", category=ConvergenceWarning)
def test_mlpclassifier_divides_by_the_weights_of_a_batch():
    """So they cancel with one sample in a step, and ask for another rate in all."""
    X, y = three_classes()
    weights = np.random.default_rng(1).uniform(0.5, 2, len(y))

    def theirs(batch, given):
        one = neural_network.MLPClassifier(
            (4,), solver="sgd", batch_size=batch, alpha=0.0, shuffle=False, tol=0.0,
            max_iter=5, n_iter_no_change=5, random_state=0,
        )  # fmt: skip
        return one.fit(X, y, sample_weight=given).coefs_[0]

    np.testing.assert_allclose(theirs(1, weights), theirs(1, None), rtol=1e-12)
    assert not np.allclose(theirs(40, weights), theirs(40, None), rtol=1e-6)
    np.testing.assert_allclose(theirs(40, 3 * weights), theirs(40, weights))
    ours = [
        MultiLayerPerceptron(batch_size=m, epochs=5).fit(X, y, by).coefs_[0]
        for m in (1, 0)
        for by in (weights, 3 * weights)
    ]
    assert not np.allclose(ours[0], ours[1], rtol=1e-3)
    assert not np.allclose(ours[2], ours[3], rtol=1e-3)


@every_estimator
def test_where_classes_learn_together_a_class_weight_is_that_of_its_samples(cls):
    X, y = three_classes()
    by_class = {"a": 2.0, "b": 0.25, "c": 1.0}
    settings = {"epochs": 3, "stop_without_mistake": False}
    first = cls(class_weight=by_class, **settings).fit(X, y)
    second = cls(**settings).fit(X, y, [by_class[label] for label in y])
    scores = [one.decision_function(X) for one in (first, second)]
    assert (scores[0] == scores[1]).all() == learner(cls.learner_).coupled


def test_probabilities_vote_score_and_train_themselves():
    X, y = cloud(80, 2, seed=2)
    estimator = LogisticRegression(epochs=30)
    soft = VotingClassifier([("a", estimator), ("b", GaussianNB())], voting="soft")
    assert cross_val_score(soft, X, y, cv=3).mean() > 0.8
    assert cross_val_score(estimator, X, y, cv=3, scoring="neg_log_loss").mean() > -0.5
    labels = np.where(np.arange(80) % 4, -1, y == y[0])
    assert SelfTrainingClassifier(estimator).fit(X, labels).score(X, y == y[0]) > 0.8


@pytest.mark.parametrize("cls", sorted({*ESTIMATORS} - HAVING_PROBABILITIES, key=str))
def test_a_learner_without_a_log_loss_has_no_probabilities(cls):
    for name in ("predict_proba", "predict_log_proba"):
        assert not hasattr(cls(), name)
        with pytest.raises(AttributeError, match=name):
            getattr(cls(), name)


def test_weights_are_given_in_the_type_of_the_samples():
    """Learned with 64 bits, given with as many as the samples have."""
    X, y = cloud(30, 3, seed=1)
    long, short = Perceptron().fit(X, y), Perceptron().fit(X.astype(np.float32), y)
    for estimator, bits in ((long, np.float64), (short, np.float32)):
        assert estimator.coef_.dtype == estimator.intercept_.dtype == bits
    exact = Perceptron().fit(X.astype(np.float32).astype(np.float64), y)
    np.testing.assert_array_equal(short.coef_, exact.coef_.astype(np.float32))
    again = exact.decision_function(X.astype(np.float32))
    np.testing.assert_array_equal(short.decision_function(X.astype(np.float32)), again)
    assert short.partial_fit(X, y).coef_.dtype == np.float64


def test_partial_fit_knows_the_classes_of_the_first_call():
    estimator = Perceptron().partial_fit([[1.0], [2.0]], ["a", "a"], classes=["a", "b"])
    assert estimator.classes_.tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="not one of the classes"):
        estimator.partial_fit([[1.0]], ["c"])
    with pytest.raises(ValueError, match="not the same"):
        estimator.partial_fit([[1.0]], ["a"], classes=["a", "c"])


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
    with pytest.warns(Warning, match="diverged after step"):
        wild.fit(X, y)
    assert np.isfinite(wild.coef_).all()


def test_the_engine_itself_does_not_import_scikit_learn():
    code = "import sys, engine; assert 'sklearn' not in sys.modules"
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)
