"""Samples with weights: in a run, in what is measured, and wherever runs are made."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron, SGDClassifier

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.errors import UserError
from engine.evaluation.cross_validation import cross_validate
from engine.evaluation.folds import Folds
from engine.evaluation.learning_curve import learning_curve
from engine.evaluation.search import search
from engine.learners import learner, learners
from engine.spaces.svm_path import exact_path, pegasos_path
from engine.training.batched_runs import fit_all
from engine.training.fit import fit
from engine.training.incremental import IncrementalLearner
from engine.training.problem import problem
from engine.training.safe_rates import safe_rate
from tests.engine.learners.conftest import all_weights, cloud

LEARNING = [rule.name for rule in learners().values() if not rule.by_hand]
BATCH = [name for name in LEARNING if learner(name).declares("batch_size")]


def recorded(data, name, **more):
    tape = Tape(data, Recipe(name, **more))
    tape.extend()
    return tape


def drawn(seed, classes):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 3))
    return X, rng.permutation(np.arange(12) % classes)


@pytest.mark.parametrize("name", BATCH)
@given(
    seed=st.integers(0, 1000),
    weights=st.lists(st.integers(0, 3), min_size=12, max_size=12),
    classes=st.sampled_from([2, 3]),
    standardise=st.booleans(),
)
@settings(max_examples=15, deadline=None)
def test_in_a_batch_that_is_summed_a_sample_of_weight_two_is_two_of_its_kind(
    name, seed, weights, classes, standardise
):
    """Of a mean with η and λ to match, and but for these not."""
    X, y = drawn(seed, classes)
    weights[:classes] = [1] * classes
    y[:classes] = np.arange(classes)
    names = [str(code) for code in range(classes)]
    more = {"batch_size": 0, "epochs": 3, "standardise": standardise,
            "stop_without_mistake": False}  # fmt: skip
    weighted = Dataset(X, y, class_names=names, sample_weights=weights)
    copies = Dataset(X.repeat(weights, axis=0), y.repeat(weights), class_names=names)
    # A mean is over the samples: of the copies it is so much less, beside the same λ.
    times = sum(weights) / np.count_nonzero(weights) if learner(name).mean else 1.0
    recipe = Recipe(name, **more)
    changed = {
        key: recipe.get(key) * by
        for key, by in (("learning_rate", times), ("strength", 1 / times))
        if learner(name).mean and recipe.get(key)
    }
    first, second = (
        recorded(weighted, name, **more),
        recorded(copies, name, **more, **changed),
    )
    np.testing.assert_allclose(
        *(tape.frame(tape.steps).used for tape in (first, second)),
        rtol=1e-9,
        atol=1e-12,
    )
    if times != 1.0:
        plain = recorded(copies, name, **more)
        ends = [tape.frame(tape.steps).used for tape in (first, plain)]
        assert not np.allclose(*ends, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(first.epochs.loss, times * second.epochs.loss, rtol=1e-9)
    np.testing.assert_allclose(
        first.epochs.training_error, second.epochs.training_error, rtol=1e-12
    )
    assert first.model().training_error == pytest.approx(second.model().training_error)


@pytest.mark.parametrize("name", LEARNING)
@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_a_sample_of_weight_zero_is_not_there(name, order):
    X, y = cloud(30, 3, seed=4)
    weights = np.where(np.arange(30) % 3, 1.5, 0.0)
    more = {"order": order, "epochs": 3}
    first = recorded(Dataset(X, y, sample_weights=weights), name, **more)
    kept = weights > 0
    second = recorded(
        Dataset(X[kept], y[kept], sample_weights=weights[kept]), name, **more
    )
    assert first.steps == second.steps
    np.testing.assert_array_equal(all_weights(first), all_weights(second))
    assert first.epochs.mistakes.tolist() == second.epochs.mistakes.tolist()
    assert first.epochs.training_error.tolist() == second.epochs.training_error.tolist()
    assert set(first.frame(2).rows) <= set(np.flatnonzero(kept))


@pytest.mark.parametrize("name", LEARNING)
@pytest.mark.parametrize("classes", [2, 3])
def test_weights_of_one_are_no_weights(name, classes):
    X, y = drawn(3, classes)
    assert Dataset(X, y, sample_weights=np.ones(12)).sample_weights is None
    # A weight of 1 and a class weight of 1, through the loops that look at weights.
    balanced = recorded(Dataset(X, y), name, class_weight="balanced", epochs=3)
    plain = recorded(Dataset(X, y), name, epochs=3)
    np.testing.assert_array_equal(all_weights(balanced), all_weights(plain))
    assert balanced.epochs.loss.tolist() == plain.epochs.loss.tolist()
    assert balanced.model().tables() == plain.model().tables()


WEIGHTS = np.random.default_rng(9).uniform(0.1, 3.0, 60)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    ("name", "theirs", "ours"),
    [
        ("perceptron", {"loss": "perceptron", "penalty": None}, {}),
        ("linear-svm", {"loss": "hinge", "alpha": 0.02},
         {"schedule": "constant", "strength": 0.02}),
        ("logistic-regression", {"loss": "log_loss", "alpha": 0.02},
         {"strength": 0.02}),
        ("adaline", {"loss": "squared_error", "penalty": None}, {}),
    ],
)  # fmt: skip
def test_each_sample_pulls_by_its_weight_as_in_sgdclassifier(
    name, theirs, ours, classes
):
    rng = np.random.default_rng(8)
    X, y = rng.normal(size=(60, 3)), rng.permutation(np.arange(60) % classes)
    by_class = dict(enumerate([0.5, 2.0, 1.25][:classes]))
    peer = SGDClassifier(
        learning_rate="constant", eta0=0.03, max_iter=4, tol=None, shuffle=False,
        class_weight=by_class, **theirs,
    ).fit(X, y, sample_weight=WEIGHTS)  # fmt: skip
    model = recorded(
        Dataset(X, y, sample_weights=WEIGHTS), name, epochs=4, learning_rate=0.03,
        class_weight=by_class, stop_without_mistake=False, **ours,
    ).model()  # fmt: skip
    np.testing.assert_allclose(model.coef, peer.coef_, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(model.intercept, peer.intercept_, rtol=1e-12, atol=1e-13)


def test_the_perceptron_with_weights_is_scikit_learn_s():
    X, y = cloud(60, 4, seed=5)
    peer = Perceptron(shuffle=False, max_iter=7, tol=None).fit(
        X, y, sample_weight=WEIGHTS
    )
    model = recorded(
        Dataset(X, y, sample_weights=WEIGHTS), "perceptron", epochs=7,
        stop_without_mistake=False,
    ).model()  # fmt: skip
    np.testing.assert_allclose(model.coef, peer.coef_, rtol=1e-12)
    np.testing.assert_allclose(model.intercept, peer.intercept_, rtol=1e-12)


def split_in_three(seed=6, classes=2):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 3)), rng.permutation(np.arange(60) % classes)
    parts = np.repeat([TRAINING, VALIDATION, TEST], [30, 20, 10])
    return Dataset(X, y, parts=parts, sample_weights=WEIGHTS)


@pytest.mark.parametrize("name", LEARNING)
@pytest.mark.parametrize("classes", [2, 3])
def test_errors_are_shares_of_the_weights(name, classes):
    data = split_in_three(classes=classes)
    tape = recorded(data, name, epochs=3, stop_without_mistake=False)
    mistaken = tape.model().mistaken(data.X, data.y)
    shares = [
        np.average(mistaken[data.parts == part], weights=WEIGHTS[data.parts == part])
        for part in (TRAINING, VALIDATION, TEST)
    ]
    epochs = tape.epochs
    errors = [epochs.training_error, epochs.validation_error, epochs.test_error]
    np.testing.assert_allclose([column[-1] for column in errors], shares, rtol=1e-12)
    assert tape.model().training_error == pytest.approx(shares[0])


def test_a_target_error_is_a_share_of_the_weights():
    X, y = [[1.0], [2.0], [-1.0], [-3.0]], [1, 1, -1, 1]
    light = Dataset(X, y, sample_weights=[1, 1, 1, 0.01])
    tape = recorded(light, "perceptron", target_error=0.1, epochs=50)
    assert tape.reason.startswith("reached the target error")


def test_the_pocket_keeps_what_is_right_on_the_most_weight():
    X, y = np.array([[1.0], [2.0], [3.0], [-4.0]]), [1, 1, 1, 1]
    heavy = Dataset(np.vstack([X, [[5.0]]]), [*y, -1], sample_weights=[1, 1, 1, 1, 50])
    model = recorded(heavy, "pocket-perceptron", epochs=50).model()
    assert not model.mistaken(heavy.X, heavy.y)[-1]


@pytest.mark.parametrize("name", LEARNING)
def test_a_run_straight_to_its_end_many_side_by_side_and_a_tape_agree(name):
    data = split_in_three()
    recipes = [
        Recipe(name, epochs=3, class_weight=weights, order="shuffled", seed=3)
        for weights in ({"0": 2.0, "1": 0.5}, "balanced", None)
    ]
    made = [problem(data, recipe) for recipe in recipes]
    side_by_side = fit_all(made, name)
    for posed, recipe, beside in zip(made, recipes, side_by_side, strict=True):
        alone = fit(posed, name)
        if alone is None:
            assert name == "voted-perceptron"
            continue
        np.testing.assert_array_equal(alone, beside)
        tape = Tape(data, recipe)
        tape.extend()
        np.testing.assert_array_equal(alone, tape.frame(tape.steps).used)


def test_any_step_is_replayed_with_the_weights():
    tape = recorded(split_in_three(), "logistic-regression", epochs=3)
    walked = list(tape.frames(1, tape.steps))
    for k in (1, 17, 30, 31, tape.steps):
        np.testing.assert_array_equal(walked[k - 1].weights, tape.frame(k).weights)


def test_piece_by_piece_is_all_at_once():
    X, y = cloud(60, 3, seed=1)
    data = Dataset(X, y, sample_weights=WEIGHTS)
    recipe = Recipe("linear-svm", epochs=1, batch_size=5, class_weight={"-1": 3.0})
    pieces = IncrementalLearner(data.feature_names, data.class_names, recipe)
    for first in range(0, 60, 20):
        block = slice(first, first + 20)
        pieces.learn(pieces.mapped(X[block]), data.y[block], WEIGHTS[block])
    whole = Tape(data, recipe)
    whole.extend()
    np.testing.assert_array_equal(pieces.used, whole.model().weights)


def test_folds_and_searches_judge_by_the_weights():
    X, y = cloud(60, 2, seed=7)
    data = Dataset(X, y, sample_weights=WEIGHTS)
    folds, recipe = Folds(3, seed=1), Recipe("perceptron", epochs=5)
    known = cross_validate(data, recipe, folds)
    for fold, model, error in zip(
        known.folds, known.models, known.validation, strict=True
    ):
        rows = fold.rows_of(VALIDATION)
        missed = model.mistaken(X[rows], data.y[rows])
        assert error == pytest.approx(np.average(missed, weights=WEIGHTS[rows]))
    results = search(data, [recipe, recipe.replace(epochs=2)], folds)
    assert results.mean[0] == pytest.approx(known.validation.mean())


def doubled(seed=0):
    """Give samples with weights 1, 2 and 3, and the same as copies."""
    X, y = cloud(40, 2, seed=seed)
    weights = np.arange(40) % 3 + 1
    copies = Dataset(X.repeat(weights, axis=0), y.repeat(weights))
    return Dataset(X, y, sample_weights=weights), copies


@pytest.mark.parametrize("standardise", [True, False])
def test_the_safe_rate_in_a_batch_is_that_of_the_copies(standardise):
    rule = learner("adaline")
    recipe = Recipe("adaline", batch_size=0, standardise=standardise)
    first, second = (safe_rate(rule, problem(data, recipe)) for data in doubled())
    assert first.formula == second.formula
    assert first.value == pytest.approx(second.value, rel=1e-9)


def test_the_safe_rate_of_single_steps_is_that_of_the_heaviest_sample():
    data = Dataset([[3.0, 0], [1, 1]], [-1, 1], sample_weights=[1, 10])
    recipe = Recipe("adaline", batch_size=1, offset=False)
    bare = Dataset([[3.0, 0], [1, 1]], [-1, 1])
    heavy = safe_rate(learner("adaline"), problem(data, recipe)).value
    light = safe_rate(learner("adaline"), problem(bare, recipe)).value
    assert light / heavy == pytest.approx(10 * 2 / 9)


@pytest.mark.parametrize("standardise", [True, False])
def test_the_exact_path_over_lambda_is_that_of_the_copies(standardise):
    """The losses are divided by the number of samples, and λ is so much less."""
    weighted, copies = doubled()
    recipe = Recipe("linear-svm", standardise=standardise)
    strengths = np.array([1e-2, 1e-1, 1.0])
    share = weighted.n_samples / copies.n_samples
    first = exact_path(weighted, recipe, strengths)
    second = exact_path(copies, recipe, strengths * share)
    np.testing.assert_allclose(first.weights, second.weights, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(first.objective, second.objective / share, rtol=1e-5)


def test_our_path_over_lambda_comes_near_the_exact_one_with_weights():
    recipe = Recipe("linear-svm", epochs=400, order="shuffled", averaged=True)
    data, _ = doubled()
    exact, ours = (
        path(data, recipe, [1e-1, 1.0]) for path in (exact_path, pegasos_path)
    )
    np.testing.assert_allclose(ours.objective, exact.objective, rtol=0.02)


def test_a_learning_curve_counts_by_the_weights():
    X, y = cloud(60, 2, seed=7)
    data = Dataset(X, y, sample_weights=WEIGHTS)
    folds, recipe = Folds(3, seed=1).split(data), Recipe("perceptron", epochs=5)
    curve = learning_curve(folds, recipe, sizes=[40])
    for fold, training, error in zip(
        folds, curve.training[:, 0], curve.validation[:, 0], strict=True
    ):
        model = recorded(fold, "perceptron", epochs=5).model()
        for part, share in ((TRAINING, training), (VALIDATION, error)):
            rows = fold.rows_of(part)
            missed = model.mistaken(X[rows], fold.y[rows])
            assert share == pytest.approx(np.average(missed, weights=WEIGHTS[rows]))


def test_weights_that_cannot_be_are_refused():
    X, y = [[1.0], [2.0]], [1, -1]
    with pytest.raises(UserError, match="weight of sample 2 is -1"):
        Dataset(X, y, sample_weights=[1, -1])
    with pytest.raises(UserError, match="weight of sample 1 is nan"):
        Dataset(X, y, sample_weights=[np.nan, 1])
    with pytest.raises(UserError, match="3 weights for 2 samples"):
        Dataset(X, y, sample_weights=[1, 2, 3])
    with pytest.raises(UserError, match="not all numbers"):
        Dataset(X, y, sample_weights=["a", "b"])
    with pytest.raises(UserError, match="weight zero"):
        recorded(Dataset(X, y, sample_weights=[0, 0]), "perceptron")


@pytest.mark.parametrize("seed", range(4))
def test_the_pocket_judges_samples_on_the_boundary_alike_with_weights(seed):
    """All weights 2: every update counts double, no decision is another."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-1, 2, (9, 2)), [0, 1, *rng.integers(0, 2, 7).tolist()]
    recipe = Recipe("pocket-perceptron", epochs=4, offset=False)
    plain = Tape(Dataset(X, y), recipe)
    double = Tape(Dataset(X, y, sample_weights=[2.0] * 9), recipe)
    for tape in (plain, double):
        tape.extend()
    for frame, other in zip(
        plain.frames(1, plain.steps), double.frames(1, plain.steps), strict=True
    ):
        np.testing.assert_array_equal(2 * frame.used, other.used)
