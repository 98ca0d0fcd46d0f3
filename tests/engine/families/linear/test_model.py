from __future__ import annotations

import dataclasses
import pickle
import threading

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier
from sklearn.preprocessing import StandardScaler

from engine import Dataset, Recipe, Tape
from engine.data.feature_map import feature_map
from engine.errors import UserError
from engine.families.linear.model import LinearModel
from engine.models.scaling import Scaling
from engine.models.tie import decide, wrong

numbers = st.floats(-100, 100, allow_subnormal=False)


def model(weights, features=None, names=("A", "B"), scaling=None):
    weights = np.array(weights, float)
    features = features or feature_map([f"x{j}" for j in range(1, weights.shape[1])])
    return LinearModel(
        learner="perceptron", features=features, class_names=names, weights=weights,
        scaled_weights=weights, scaling=scaling, epochs=1, updates=1,
        measure_error=float,
    )  # fmt: skip


def cloud(seed, n=60, d=3, classes=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(rng.uniform(-5, 5, d), rng.uniform(0.1, 20, d), (n, d))
    return Dataset(X, rng.permutation(np.arange(n) % classes))


def run(data, **settings):
    tape = Tape(data, Recipe(**settings))
    tape.extend()
    return tape


def test_scores_are_w_x_plus_b():
    linear = model([[2, -1, 0.5]])
    assert linear.coef.tolist() == [[2, -1]]
    assert linear.intercept.tolist() == [0.5]
    X = np.array([[1.0, 1.0], [0.0, 3.0]])
    assert linear.scores(X).tolist() == [[1.5], [-2.5]]
    assert linear.predict(X).tolist() == [1, 0]


def test_scores_are_taken_on_the_terms():
    linear = model([[1, -2, -1]], feature_map(["x1", "x2"], ["x1^2", "x1*x2"]))
    assert linear.scores(np.array([[3.0, 2.0]])).tolist() == [[9 - 2 * 6 - 1]]


def test_on_the_boundary_the_first_class_is_given_and_it_is_a_mistake_for_both():
    linear, X = model([[1, 0]]), np.array([[0.0], [0.0], [2.0], [-2.0]])
    assert linear.predict(X).tolist() == [0, 0, 1, 0]
    codes = np.array([0, 1, 1, 1])
    assert linear.mistaken(X, codes).tolist() == [True, True, False, True]


def test_of_more_classes_the_highest_score_wins_and_ties_are_mistakes():
    scores = np.array([[3.0, 1, 2], [1, 1, 0], [0, 2, 2], [-3, -2, -1]])
    assert decide(scores).tolist() == [0, 0, 1, 2]
    assert wrong(scores, np.array([0, 0, 2, 2])).tolist() == [False, True, True, False]
    assert wrong(scores, np.array([1, 1, 0, 0])).tolist() == [True] * 4
    assert scores[0].tolist() == [3, 1, 2]


@given(st.data(), st.integers(1, 5), st.integers(1, 8))
@settings(deadline=None)
def test_what_is_not_wrong_is_decided_right(draw, outputs, n):
    whole = st.integers(-3, 3).map(float)
    row = st.lists(whole, min_size=outputs, max_size=outputs)
    scores = np.array(draw.draw(st.lists(row, min_size=n, max_size=n)))
    code = st.integers(0, max(1, outputs - 1))
    y = np.array(draw.draw(st.lists(code, min_size=n, max_size=n)))
    if outputs == 1:
        expected = [(s > 0) != c or s == 0 for (s,), c in zip(scores, y, strict=True)]
    else:
        y = np.minimum(y, outputs - 1)
        expected = [
            any(s >= row[c] for j, s in enumerate(row) if j != c)
            for row, c in zip(scores.tolist(), y, strict=True)
        ]
    assert wrong(scores, y).tolist() == expected
    right = ~wrong(scores, y)
    assert (decide(scores) == y)[right].all()


def test_no_samples_have_no_scores():
    assert model([[1, 1, 1]]).predict(np.empty((0, 2))).tolist() == []
    assert wrong(np.empty((0, 3)), np.empty(0, int)).tolist() == []


def test_scaling_is_that_of_scikit_learn():
    X = np.column_stack([cloud(1).X, np.full(60, 3.0)])
    scaling, other = Scaling.fit(X), StandardScaler().fit(X)
    np.testing.assert_allclose(scaling.mean, other.mean_, rtol=1e-12)
    np.testing.assert_allclose(scaling.scale, other.scale_, rtol=1e-12)
    np.testing.assert_allclose(scaling.apply(X), other.transform(X), atol=1e-12)


def test_scaling_of_nothing_leaves_things_as_they_are():
    scaling = Scaling.fit(np.empty((0, 2)))
    assert scaling.apply(np.array([[3.0, 4.0]])).tolist() == [[3, 4]]


@given(st.data(), st.integers(1, 4), st.integers(1, 3))
@settings(deadline=None)
def test_weights_in_data_units_give_the_same_scores(draw, terms, outputs):
    def array(rows, columns, values):
        row = st.lists(values, min_size=columns, max_size=columns)
        return np.array(draw.draw(st.lists(row, min_size=rows, max_size=rows)))

    mean = array(1, terms, numbers)[0]
    scaling = Scaling(mean, array(1, terms, st.floats(0.01, 100))[0])
    weights, X = array(outputs, terms + 1, numbers), array(4, terms, numbers)
    scaled = scaling.apply(X) @ weights[:, :-1].T + weights[:, -1]
    data_units = scaling.to_data_units(weights)
    assert data_units.shape == weights.shape
    plain = X @ data_units[:, :-1].T + data_units[:, -1]
    np.testing.assert_allclose(plain, scaled, rtol=1e-9, atol=1e-5)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("learner", ["perceptron", "adaline"])
def test_a_standardised_run_decides_in_data_units_as_it_was_trained(learner, classes):
    data = cloud(3, classes=classes)
    tape = run(
        data, learner=learner, standardise=True, learning_rate=0.01, epochs=5,
        features=["x1", "x2", "x1*x3"],
    )  # fmt: skip
    phi = np.column_stack([data.X[:, :2], data.X[:, 0] * data.X[:, 2]])
    standard = StandardScaler().fit_transform(phi)
    for k in range(0, tape.steps + 1, 13):
        frame, linear = tape.frame(k), tape.model(k)
        np.testing.assert_array_equal(linear.scaled_weights, frame.weights)
        np.testing.assert_array_equal(linear.weights, tape.in_data_units(frame.weights))
        trained = standard @ frame.weights[:, :-1].T + frame.weights[:, -1]
        np.testing.assert_allclose(linear.scores(data.X), trained, rtol=1e-9, atol=1e-9)
        np.testing.assert_array_equal(linear.predict(data.X), decide(trained))


def test_a_standardised_run_is_the_run_on_standardised_data():
    data = cloud(4)
    done = Dataset(StandardScaler().fit_transform(data.X), data.y)
    inside, outside = run(data, standardise=True), run(done)
    assert inside.steps == outside.steps
    for k in range(inside.steps + 1):
        frame, other = inside.frame(k), outside.frame(k)
        np.testing.assert_allclose(frame.weights, other.weights, atol=1e-9)
    error = inside.model().training_error
    assert error == inside.model().mistaken(data.X, data.y).mean()


def test_without_standardisation_units_are_those_of_the_data():
    tape = run(cloud(5))
    linear = tape.model()
    assert linear.scaling is None
    np.testing.assert_array_equal(linear.weights, linear.scaled_weights)
    np.testing.assert_array_equal(tape.in_data_units(linear.weights), linear.weights)


@pytest.mark.parametrize("classes", [2, 3])
def test_a_model_says_where_in_the_run_it_is(classes):
    data = cloud(6, classes=classes)
    tape = run(data, epochs=3, order="shuffled")
    for k in range(tape.steps + 1):
        frame, linear = tape.frame(k), tape.model(k)
        np.testing.assert_array_equal(linear.weights, frame.weights)
        assert (linear.epochs, linear.updates) == (frame.epoch, frame.updates)
        assert linear.training_error == linear.mistaken(data.X, data.y).mean()
    last = tape.model()
    assert last.training_error == tape.epochs.training_error[-1]
    assert (last.learner, last.class_names) == ("perceptron", data.class_names)
    assert last.epochs == 3
    assert tape.model(0).training_error == 1.0


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("classes", [2, 3])
def test_samples_on_the_boundary_are_errors_in_the_curve_too(classes, d):
    """Where all is zero no score tells one class from another."""
    data = Dataset(np.zeros((6, d)), np.arange(6) % classes)
    tape = run(data, epochs=2, offset=False)
    assert tape.epochs.training_error.tolist() == [1.0, 1.0]
    assert tape.model().training_error == 1.0


@pytest.mark.parametrize("classes", [2, 3])
def test_decisions_are_those_of_a_scikit_learn_estimator_with_its_weights(classes):
    data = cloud(7, classes=classes)
    linear = run(data, epochs=4).model()
    other = SGDClassifier().partial_fit(data.X, data.y, classes=np.arange(classes))
    other.coef_, other.intercept_ = linear.coef.copy(), linear.intercept.copy()
    np.testing.assert_array_equal(linear.predict(data.X), other.predict(data.X))
    scores = linear.scores(data.X)
    theirs = other.decision_function(data.X)
    np.testing.assert_allclose(np.squeeze(scores), theirs, rtol=1e-12)


@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1])
def test_a_constant_term_is_not_blown_up_by_rounding(value):
    column = np.full((7, 1), value)
    scaling = Scaling.fit(column)
    assert scaling.scale.tolist() == [1.0]
    assert scaling.scale == StandardScaler().fit(column).scale_


@pytest.mark.filterwarnings("ignore:overflow")
def test_the_scale_of_large_numbers_is_finite():
    assert np.isfinite(Scaling.fit(np.array([[1e200], [-1e200]])).scale).all()


LEARNERS = ("perceptron", "averaged-perceptron", "voted-perceptron")


@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()),
        min_size=2,
        max_size=6,
    ),
    st.sampled_from(LEARNERS),
    st.sampled_from([None, "population", "sample"]),
    st.sampled_from([1.0, 0.1, 0.3]),
)
@settings(max_examples=150, deadline=None)
def test_training_and_model_find_the_same_ties(samples, name, deviation, unit):
    """On few numbers ties are frequent: loops, error, a sample alone, many at once."""
    X = unit * np.array([row[:2] for row in samples], float)
    data = Dataset(X, [int(row[2]) for row in samples])
    scaled = {} if deviation is None else {"standardise": True, "deviation": deviation}
    tape = run(data, learner=name, epochs=3, **scaled)
    for epoch, error in enumerate(tape.epochs.training_error, 1):
        step = min(epoch * data.n_samples, tape.steps)
        linear = tape.model(step)
        alone = [
            linear.mistaken(X[i : i + 1], data.y[i : i + 1]) for i in range(len(X))
        ]
        assert linear.training_error == pytest.approx(error, abs=1e-12)
        assert linear.mistaken(X, data.y).mean() == pytest.approx(error, abs=1e-12)
        assert np.mean(alone) == pytest.approx(error, abs=1e-12)


def test_a_tie_on_standardised_features_is_one_in_data_units():
    """±√½ each: w = (√½, √½), b = −1 after step 1: z = 0 but for
    rounding at (−2, −1).
    """
    data = Dataset([[-3.0, -3.0], [-2.0, -1.0]], [-1, -1])
    tape = run(data, standardise=True, deviation="sample")
    linear, then = tape.model(1), tape.frame(2)
    assert linear.scores(data.X)[1, 0] == then.scores[0, 0]
    assert linear.mistaken(data.X, data.y).tolist() == [False, then.mistake]
    assert linear.training_error == then.mistake / 2


def test_the_training_error_is_measured_once_and_only_if_asked_for():
    asked = []

    def measure():
        asked.append(True)
        return 0.25

    linear = dataclasses.replace(model([[1.0, 0.0]]), measure_error=measure)
    linear.scores(np.ones((1, 1)))
    assert not asked
    assert (linear.training_error, linear.training_error, asked) == (0.25, 0.25, [True])


@pytest.mark.parametrize("name", ["perceptron", "voted-perceptron"])
def test_a_model_comes_back_from_a_pickle_with_its_training_error(name):
    tape = Tape(cloud(3), Recipe(name, epochs=2))
    tape.extend()
    again = pickle.loads(pickle.dumps(tape.model()))
    assert again.measure_error() == tape.model().training_error > 0
    assert again.training_error == tape.model().training_error
    assert again.tables() == tape.model().tables()


def test_one_error_is_measured_while_another_is():
    data = Dataset([[2, 4], [-6, 1]], [-1, 1])
    tape = Tape(data, Recipe())
    tape.extend()
    gate, begun = threading.Event(), threading.Event()

    def wait():
        begun.set()
        gate.wait()
        return 0.5

    slow = dataclasses.replace(tape.model(), measure_error=wait)
    thread = threading.Thread(target=lambda: slow.training_error)
    thread.start()
    begun.wait()
    other = threading.Thread(target=lambda: tape.model(0).training_error, daemon=True)
    other.start()
    other.join(20)
    waited = other.is_alive()
    gate.set()
    thread.join()
    assert not waited
    assert slow.training_error == 0.5


@pytest.mark.parametrize("features", [None, ["x1", "x1*x2"]])
@pytest.mark.parametrize("shape", [(4, 3), (4, 1), (2,), (0, 5), (1, 2, 2)])
def test_samples_of_another_width_are_refused(features, shape):
    data = Dataset([[1.0, 2], [-1, 1]], ["a", "b"])
    tape = Tape(data, Recipe(features=features, epochs=2))
    tape.extend()
    with pytest.raises(UserError) as refused:
        tape.model().predict(np.ones(shape))
    assert str(refused.value) == (
        f"samples of shape {shape}, where the model was learned from 2 features: give "
        "a row per sample of x1, x2"
    )
    assert tape.model().predict(np.empty((0, 2))).shape == (0,)


def test_the_columns_of_a_frame_are_found_by_their_names():
    """z = 2·h + 3·w: not by the names 0 and 1 of columns, nor by their order."""
    frame = pandas.DataFrame({"h": [1.0, 2, -1], "w": [0.5, 0, 0]})
    tape = Tape(Dataset(frame, ["u", "u", "v"]), Recipe("perceptron"))
    tape.extend()
    new = pandas.DataFrame({"h": [5.0, -5], "w": [-5.0, 7]})
    expected = tape.model().scores(new.to_numpy())
    for same in (new, new[["w", "h"]], new.assign(k=1.0), new.to_numpy().tolist()):
        np.testing.assert_array_equal(tape.model().scores(same), expected)
