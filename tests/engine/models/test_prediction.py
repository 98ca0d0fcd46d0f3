"""What a model predicts for one row, against calculations by hand."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.data.feature_map import feature_map
from engine.families.linear.model import LinearModel
from engine.families.votes.model import VotedModel
from engine.models.prediction import angle_of, predict_one
from engine.models.votes import Votes


def model(weights, terms=None, **more):
    rows = np.array(weights, dtype=float)
    names = ("a", "b", "c")[: max(2, len(rows))]
    features = feature_map(["p", "q"], terms)
    context = {
        "learner": "perceptron", "features": features, "class_names": names,
        "scaling": None, "epochs": 1, "updates": 1, "measure_error": float, **more,
    }  # fmt: skip
    if "votes" in more:
        return VotedModel(newest=rows, scaled_newest=rows, **context)
    return LinearModel(weights=rows, scaled_weights=rows, **context)


def test_of_two_classes_the_distance_is_the_score_by_the_length():
    said = predict_one(model([[3, 4, -5]]), np.array([2.0, 1.0]))
    assert (said.scores, said.code, said.distance) == ((5.0,), 1, 1.0)  # 5 / √(9 + 16)
    said = predict_one(model([[3, 4, -5]]), np.array([0.0, 0.0]))
    assert (said.code, said.distance, said.rival) == (0, 1.0, None)


@pytest.mark.parametrize(("tie", "code"), [("mistake", 0), ("positive", 1)])
def test_a_tie_is_the_class_that_the_rule_says(tie, code):
    said = predict_one(model([[3, 4, -5]], tie=tie), np.array([3.0, -1.0]))
    assert (said.scores, said.code, said.distance) == ((0.0,), code, 0.0)


def test_of_three_classes_the_nearest_boundary_is_told():
    # z = 2, 1, 0.5; to the second 1 / 2 away, to the third 1.5 / 6.
    said = predict_one(
        model([[2, 0, 0], [0, 0, 1], [-4, 0, 4.5]]), np.array([1.0, 7.0])
    )
    assert (said.scores, said.code) == ((2.0, 1.0, 0.5), 0)
    assert (said.distance, said.rival) == (0.25, 2)


def test_there_is_no_distance_without_one_straight_boundary():
    x = np.array([1.0, 2.0])
    votes = (Votes(np.array([[1.0, 0, 0], [0, 1, 0]]), np.array([2.0, 1.0])),)
    assert predict_one(model([[0, 1, 0]], votes=votes), x).distance is None
    assert predict_one(model([[1, 1]], ["p^2"]), x).distance is None
    assert predict_one(model([[0, 0, 1]]), x).distance is None


@given(
    st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=2),
    st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=2),
    st.floats(-10, 10),
)
def test_a_score_is_made_of_two_lengths_and_an_angle(w, x, b):
    angle = angle_of(model([[*w, b]]), np.array(x))
    assume(np.linalg.norm(w) > 1e-3 < np.linalg.norm(x))
    assert angle[:2] == pytest.approx((np.linalg.norm(w), np.linalg.norm(x)))
    z = angle.w * angle.x * np.cos(np.radians(angle.degrees)) + b
    assert z == pytest.approx(np.dot(w, x) + b, abs=1e-9 * angle.w * angle.x)


def test_an_angle_is_measured_where_there_is_one():
    x = np.array([1.0, 0.0])
    assert angle_of(model([[1e-9, 1, 7]]), x).degrees == pytest.approx(90)
    assert angle_of(model([[-2, 0, 0]]), x).degrees == 180
    assert angle_of(model([[2, 0, 0]]), x).degrees == 0
    assert angle_of(model([[2, 0, 0]]), 0 * x) is None
    assert angle_of(model([[0, 0, 1]]), x) is None
    assert angle_of(model([[1, 0, 0]] * 3), x) is None
    assert angle_of(model([[1, 1]], ["p^2"]), x) is None


@pytest.mark.parametrize("terms", [["q", "p"], ["q"], ["p"]])
def test_the_angle_is_one_of_features_in_whatever_order_the_terms_stand(terms):
    x = np.array([1.0, 5.0])
    linear = model([[*range(2, 2 + len(terms)), 0]], terms)
    angle = angle_of(linear, x)
    z = angle.w * angle.x * np.cos(np.radians(angle.degrees))
    assert z == pytest.approx(linear.scores(x[None])[0, 0])
