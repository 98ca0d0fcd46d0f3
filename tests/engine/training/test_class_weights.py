from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.utils.class_weight import compute_class_weight

from engine import Dataset, Recipe, Tape
from engine.data.sample_table import SampleTable, read_data
from engine.errors import UserError
from engine.training.class_weights import known_class_weight, weights_by_output
from engine.training.out_of_core import run_out_of_core
from engine.training.problem import problem


def uneven(classes):
    rng = np.random.default_rng(2)
    y = rng.permutation(np.repeat(np.arange(classes), [40, 15, 5][:classes]))
    return rng.normal(size=(len(y), 3)) + y[:, None], y


def model(data, name, **settings):
    tape = Tape(data, Recipe(name, **settings))
    tape.extend()
    return tape.model()


@pytest.mark.parametrize("classes", [2, 3])
def test_balanced_weights_are_scikit_learn_s(classes):
    X, y = uneven(classes)
    computed = problem(Dataset(X, y), Recipe(class_weight="balanced")).class_weights
    weights = compute_class_weight("balanced", classes=np.unique(y), y=y)
    if classes == 2:
        np.testing.assert_allclose(computed, weights[None])
    else:
        np.testing.assert_allclose(computed, [[1, weight] for weight in weights])


@pytest.mark.parametrize("classes", [2, 3])
def test_balanced_learns_as_sgdclassifier_does(classes):
    X, y = uneven(classes)
    peer = SGDClassifier(
        loss="log_loss", penalty=None, learning_rate="constant", eta0=0.1, max_iter=5,
        tol=None, shuffle=False, class_weight="balanced",
    ).fit(X, y)  # fmt: skip
    ours = model(
        Dataset(X, y), "logistic-regression", epochs=5, class_weight="balanced"
    )
    np.testing.assert_allclose(ours.coef, peer.coef_, rtol=1e-12)
    np.testing.assert_allclose(ours.intercept, peer.intercept_, rtol=1e-12)


def test_of_two_classes_a_class_of_weight_two_is_there_twice_in_a_batch():
    X, y = uneven(2)
    twice = np.where(y == 1, 2, 1)
    settings = {"batch_size": 0, "epochs": 5}
    weighted = model(
        Dataset(X, y), "logistic-regression", class_weight={"1": 2}, learning_rate=0.1,
        **settings,
    )  # fmt: skip
    # The mean is over the samples: with more of them each pulls so much less.
    copies = Dataset(X.repeat(twice, axis=0), y.repeat(twice))
    rate = 0.1 * copies.n_samples / len(y)
    doubled = model(copies, "logistic-regression", learning_rate=rate, **settings)
    np.testing.assert_allclose(weighted.weights, doubled.weights, rtol=1e-12)


def test_balanced_counts_what_samples_weigh():
    X, y = [[1.0], [2.0], [3.0]], [0, 1, 1]
    data = Dataset(X, y, sample_weights=[2, 0.5, 1.5])
    computed = problem(data, Recipe(class_weight="balanced")).class_weights
    np.testing.assert_allclose(computed, [[1.0, 1.0]])


def test_a_class_weight_is_a_value_of_a_recipe():
    recipe = Recipe(class_weight={"b": 2, "a": 0.5})
    assert recipe.class_weight == (("a", 0.5), ("b", 2.0))
    assert recipe == Recipe(class_weight=[["b", 2.0], ["a", 0.5]])
    assert hash(recipe) == hash(Recipe(**recipe.to_dict()))
    assert Recipe(class_weight={}).class_weight is None
    assert recipe.replace(learner="adaline").class_weight == recipe.class_weight


@pytest.mark.parametrize("wrong", [{"a": -1}, {"a": np.nan}, {"a": "x"}, 3, "equal"])
def test_what_is_no_class_weight_is_refused(wrong):
    with pytest.raises(UserError, match="Class weight"):
        Recipe(class_weight=wrong)


def test_a_class_that_is_not_there_is_named():
    data = Dataset([[1.0], [2.0]], ["near", "far"])
    with pytest.raises(
        UserError, match="“nea”, which is no class: choose among far, near"
    ):
        Tape(data, Recipe(class_weight={"nea": 2}))


@pytest.mark.parametrize("wanted", ["balanced", {"p": 3.0}])
@pytest.mark.parametrize("standardise", [False, True])
def test_out_of_core_is_all_at_once(tmp_path, wanted, standardise):
    path = tmp_path / "many.csv"
    X, y = uneven(2)
    rows = [
        f"{a:.6f},{b:.6f},{c:.6f},{'pq'[code]}"
        for (a, b, c), code in zip(X, y, strict=True)
    ]
    path.write_text("a,b,c,label\n" + "\n".join(rows) + "\n")
    recipe = Recipe(
        "linear-svm", epochs=2, batch_size=7, class_weight=wanted,
        standardise=standardise,
    )  # fmt: skip
    run = run_out_of_core(SampleTable.open(path), recipe, lambda *_: None)
    data = read_data(path)
    np.testing.assert_array_equal(
        run.model.weights, model(data, "linear-svm", **dict(recipe)).weights
    )
    assert run.recipe == recipe


def test_weights_of_classes_that_are_gone_are_dropped():
    names = ["a", "b"]
    recipe = Recipe(class_weight={"a": 2, "c": 3})
    assert known_class_weight(recipe, names).class_weight == (("a", 2.0),)
    assert known_class_weight(Recipe(class_weight={"c": 3}), names) == Recipe()
    for whole in (
        Recipe(class_weight={"b": 2}),
        Recipe(class_weight="balanced"),
        Recipe(),
    ):
        assert known_class_weight(whole, names) is whole


def test_one_output_has_both_weights_more_have_their_own():
    assert weights_by_output(np.array([2.0, 3.0]), 1).tolist() == [[2, 3]]
    assert weights_by_output(np.array([2.0, 3.0, 5.0]), 3).tolist() == [
        [1, 2], [1, 3], [1, 5],
    ]  # fmt: skip
