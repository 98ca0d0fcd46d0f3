from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.datasets import (
    load_breast_cancer,
    load_iris,
    load_wine,
    make_blobs,
    make_circles,
    make_gaussian_quantiles,
    make_moons,
)

from engine import Dataset, Recipe, Tape
from engine.data.gallery import (
    DRAWN_CLASSES,
    EXAMPLES,
    empty,
    example,
    iris,
    separable,
    three_on_a_line,
    two_clusters,
    two_negatives,
    xor,
)
from engine.data.overview import overview
from engine.errors import UserError
from engine.evaluation import separability

every_example = pytest.mark.parametrize("one", EXAMPLES, ids=lambda one: one.name)


def a_line_separates(X, y):
    """Ask a linear program for w, b with y·(w·x + b) ≥ 1 everywhere."""
    signs = np.where(y == 1, 1.0, -1.0)[:, None]
    rows = -signs * np.hstack([X, np.ones((len(X), 1))])
    free = [(None, None)] * rows.shape[1]
    found = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=free)
    return found.status == 0


def perceptron(data, **settings):
    tape = Tape(data, Recipe("perceptron", **settings))
    tape.extend()
    return tape


@every_example
def test_every_example_is_a_data_set_with_something_in_it(one):
    data = one.make()
    assert isinstance(data, Dataset)
    assert data.n_samples > 0
    if one.group != "Real data" and one.name != "brunch":
        assert np.abs(data.X).max() < 15
        assert data.n_features == 2 - (one.name == "three-on-a-line")
        assert data.class_names == DRAWN_CLASSES[: len(data.class_names)]


def test_iris_is_that_of_scikit_learn():
    data = iris()
    known = load_iris()
    np.testing.assert_array_equal(data.X, known.data)
    np.testing.assert_array_equal(data.y, known.target)
    assert data.class_names == tuple(known.target_names)


@every_example
def test_every_example_is_the_same_each_time(one):
    first, other = one.make(seed=3), one.make(seed=3)
    np.testing.assert_array_equal(first.X, other.X)
    np.testing.assert_array_equal(first.y, other.y)


@every_example
def test_every_example_can_be_learned_from(one):
    tape = perceptron(one.make(), epochs=3)
    assert tape.finished
    assert tape.steps > 0


def test_titles_differ_and_say_something():
    assert len({one.title for one in EXAMPLES}) == len(EXAMPLES)
    assert len({one.name for one in EXAMPLES}) == len(EXAMPLES)
    assert all(one.title and one.about.endswith(".") for one in EXAMPLES)


def test_drawn_classes_sort_as_they_are_numbered():
    assert list(DRAWN_CLASSES) == sorted(set(DRAWN_CLASSES))


def test_empty_has_two_classes_and_nothing_to_learn_from():
    data = empty()
    assert (data.n_samples, data.n_features) == (0, 2)
    assert data.class_names == ("A", "B")
    with pytest.raises(UserError, match="no samples"):
        Tape(data, Recipe())


def test_two_clusters_overlap():
    data = two_clusters()
    assert data.counts.tolist() == [40, 40]
    assert not a_line_separates(data.X, data.y)
    assert not perceptron(data, epochs=50).converged


def test_two_clusters_are_mixed_in_their_order():
    assert np.count_nonzero(np.diff(two_clusters().y)) > 20


def test_separable_is_separable():
    data = separable()
    assert data.counts.min() >= 20
    assert a_line_separates(data.X, data.y)
    assert perceptron(data, epochs=1000).converged


def test_two_negatives_is_the_exercise():
    data = two_negatives()
    assert data.X.tolist() == [[2, 4], [-6, 1]]
    assert data.y.tolist() == [0, 0]


def test_xor_needs_the_product():
    data = xor()
    assert not a_line_separates(data.X, data.y)
    assert not perceptron(data, epochs=200).converged
    assert perceptron(data, epochs=200, features=["x1*x2"]).converged


def test_three_on_a_line_needs_a_square():
    data = three_on_a_line()
    assert data.X.tolist() == [[-1], [0], [1]]
    assert data.y.tolist() == [0, 1, 0]
    assert not a_line_separates(data.X, data.y)
    assert not perceptron(data, epochs=200).converged
    assert perceptron(data, epochs=200, squares=True).converged
    squared = perceptron(data, epochs=200, features=["x1", "x1^2"])
    assert squared.converged
    assert squared.model().training_error == 0


def with_its_recipe(name):
    data = example(name).make()
    tape = Tape(data, example(name).recipe)
    tape.extend()
    return tape


def updates(tape):
    return tape.frame(tape.steps).updates


@pytest.mark.parametrize(
    ("name", "theta", "count"),
    [("two-negatives", [4, -5, 0], 2), ("two-negatives-close", [-4, 0, 0], 3)],
)
def test_negative_points_end_as_calculated_by_hand(name, theta, count):
    tape = with_its_recipe(name)
    assert tape.converged
    assert tape.frame(tape.steps).weights.tolist() == [theta]
    assert updates(tape) == count


def test_five_points_are_one_mistake_short_after_twenty_epochs():
    short = with_its_recipe("one-mistake-short")
    assert short.recipe == Recipe()
    assert not short.converged
    assert short.model().training_error == 1 / 5
    longer = perceptron(short.data, epochs=21)
    assert updates(longer) == updates(short) + 1
    assert longer.model().training_error == 0


@pytest.mark.parametrize(
    "name", ["xor", "three-on-a-line", "brunch", "tiny-margin", "circles"]
)
def test_the_set_up_separates_what_it_says(name):
    tape = with_its_recipe(name)
    assert tape.converged
    assert tape.model().training_error == 0


@pytest.mark.parametrize("name", ["moons", "gaussian-quantiles", "breast-cancer"])
def test_the_set_up_does_well(name):
    assert with_its_recipe(name).model().training_error < 0.05


def test_brunch_is_the_table():
    data = example("brunch").make()
    ingredients = ["010010", "011001", "000100", "101111", "000110"]
    assert ["".join(map(str, map(int, row))) for row in data.X] == ingredients
    assert [data.class_names[code] for code in data.y] == ["yes"] * 3 + ["no"] * 2


def test_perceptron_and_svm_differ_on_noisy_clusters():
    svm = with_its_recipe("noisy-clusters").model()
    data = example("noisy-clusters").make()
    assert not a_line_separates(data.X, data.y)
    last = perceptron(data).model()
    u, v = last.weights[0, :2], svm.weights[0, :2]
    cosine = u @ v / np.linalg.norm(u) / np.linalg.norm(v)
    assert np.degrees(np.arccos(cosine)) > 20
    assert svm.training_error < 0.1
    assert last.training_error > svm.training_error + 0.05


def test_tiny_margin_is_tiny_and_takes_thousands_of_updates():
    data = example("tiny-margin").make()
    y = np.where(data.y == 1, 1.0, -1.0)
    assert separability.separable(data.X, y, offset=True) is not None
    across = (data.X - [3, 4]) @ [0.6, 0.8]
    assert (y * across > 0).all()
    radius = np.linalg.norm(data.X - data.X.mean(axis=0), axis=1).max()
    assert abs(across).min() / radius < 0.02
    assert updates(with_its_recipe("tiny-margin")) > 2000


def test_drift_makes_wrong_what_was_learned_first():
    data = example("drift").make(period=400)
    first = perceptron(Dataset(data.X[:100], data.y[:100])).model()
    late = slice(200, 300)
    assert (first.predict(data.X[late]) != data.y[late]).mean() > 0.7


@pytest.mark.parametrize("name", ["drift", "blobs", "moons", "iris", "wine"])
def test_another_seed_gives_other_rows(name):
    one, other = example(name).make(seed=0), example(name).make(seed=1)
    assert one.X.shape == other.X.shape
    assert not np.array_equal(one.X, other.X)


def test_generators_are_those_of_scikit_learn():
    known = {
        "blobs": (
            make_blobs(50, 4, centers=5, cluster_std=2.0, random_state=3),
            {"n_classes": 5, "n_features": 4, "spread": 2.0},
        ),
        "moons": (make_moons(50, noise=0.3, random_state=3), {"noise": 0.3}),
        "circles": (
            make_circles(50, noise=0.1, factor=0.2, random_state=3),
            {"noise": 0.1, "factor": 0.2},
        ),
        "gaussian-quantiles": (
            make_gaussian_quantiles(
                cov=2.0, n_samples=50, n_features=3, n_classes=4, random_state=3
            ),
            {"variance": 2.0, "n_features": 3, "n_classes": 4},
        ),
    }
    for name, ((X, y), settings) in known.items():
        data = example(name).make(seed=3, n_samples=50, **settings)
        np.testing.assert_array_equal(data.X, X)
        np.testing.assert_array_equal(data.y, y)


@pytest.mark.parametrize(
    ("name", "load"), [("wine", load_wine), ("breast-cancer", load_breast_cancer)]
)
def test_real_data_are_those_of_scikit_learn(name, load):
    known = load()
    data = example(name).make(shuffled=False)
    np.testing.assert_array_equal(data.X, known.data)
    assert list(data.class_names) == sorted(data.class_names)
    if name == "wine":
        np.testing.assert_array_equal(data.y, known.target)
    else:
        names = np.array(known.target_names)[known.target]
        np.testing.assert_array_equal(np.array(data.class_names)[data.y], names)
    assert not any(" " in name for name in data.feature_names)


def test_shuffled_rows_are_the_same_flowers_with_their_kinds():
    published, mixed = iris(), example("iris").make(seed=5)
    assert np.count_nonzero(np.diff(mixed.y)) > 50

    def rows(data):
        return sorted(map(tuple, np.column_stack([data.X, data.y]).tolist()))

    assert rows(published) == rows(mixed)


def test_a_wrong_setting_is_explained():
    with pytest.raises(UserError, match="no setting “colour”"):
        example("moons").make(colour=1)
    with pytest.raises(UserError, match="Noise -1 is out of range"):
        example("moons").make(noise=-1)
    with pytest.raises(UserError, match="no setting"):
        example("xor").make(n_samples=1)
    with pytest.raises(UserError, match="the gallery has no “ior”"):
        example("ior")


def test_an_overview_of_many_features_has_their_principal_components():
    from sklearn.decomposition import PCA
    from sklearn.preprocessing import StandardScaler

    X = load_wine().data
    known = PCA(2).fit_transform(StandardScaler().fit_transform(X))
    np.testing.assert_allclose(abs(overview(X)), abs(known), atol=1e-8)
    assert overview(X[:, :2]).tolist() == X[:, :2].tolist()
    assert overview(X[:, :1])[:, 1].tolist() == [0.0] * len(X)
