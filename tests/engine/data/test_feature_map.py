from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.feature_map import Factor, feature_map, parse_term, pretty, term_name
from engine.errors import UserError

NAMES = ("x1", "x2", "x3")
X = np.array([[1.0, 2.0, -3.0], [0.5, -1.5, 4.0], [0.0, 3.0, 0.25]])
x1, x2, x3 = X.T


@pytest.mark.parametrize(
    ("term", "factors"),
    [
        ("x1", (Factor(0),)),
        (" x2 ", (Factor(1),)),
        ("x2^3", (Factor(1, 3),)),
        ("x1*x2", (Factor(0), Factor(1))),
        ("x2 * x1", (Factor(0), Factor(1))),
        ("x1*x1", (Factor(0, 2),)),
        ("x1*x2^2*x1", (Factor(0, 2), Factor(1, 2))),
        ("sin(x3)", (Factor(2, 1, True),)),
        ("sin(x1)^2", (Factor(0, 2, True),)),
        ("x1*sin(x1)", (Factor(0), Factor(0, 1, True))),
    ],
)
def test_terms_are_read(term, factors):
    assert parse_term(term, NAMES) == factors


@pytest.mark.parametrize(
    ("terms", "columns"),
    [
        (["x1", "x2", "x3"], [x1, x2, x3]),
        (["x3", "x1"], [x3, x1]),
        (["x1^2"], [x1**2]),
        (["x1*x2", "x2*x3"], [x1 * x2, x2 * x3]),
        (["x1^2*x2"], [x1**2 * x2]),
        (["sin(x1)", "sin(x2)^3"], [np.sin(x1), np.sin(x2) ** 3]),
        (["x3*sin(x3)"], [x3 * np.sin(x3)]),
        (["x2^9"], [x2**9]),
    ],
)
def test_terms_are_computed_as_numpy_does(terms, columns):
    phi = feature_map(NAMES, terms).transform(X)
    np.testing.assert_allclose(phi, np.column_stack(columns), rtol=1e-12)


def test_without_terms_the_features_stay_as_they_are():
    features = feature_map(NAMES)
    assert features.names == NAMES
    assert features.is_identity(3)
    assert features.is_linear
    np.testing.assert_array_equal(features.transform(X), X)


def test_fewer_features_are_linear_but_no_identity():
    features = feature_map(NAMES, ["x1", "x2"])
    assert features.is_linear
    assert not features.is_identity(3)
    np.testing.assert_array_equal(features.transform(X), X[:, :2])


@pytest.mark.parametrize("term", ["x1^2", "x1*x2", "sin(x1)"])
def test_any_other_term_bends_the_boundary(term):
    assert not feature_map(NAMES, ["x1", term]).is_linear


def test_squares_are_appended_after_all_features():
    features = feature_map(NAMES, squares=True)
    assert features.names == ("x1", "x2", "x3", "x1^2", "x2^2", "x3^2")
    np.testing.assert_array_equal(features.transform(X), np.hstack([X, X**2]))


def test_squares_are_those_of_the_chosen_plain_features_and_never_twice():
    features = feature_map(
        NAMES, ["x2", "x1*x3", "sin(x1)", "x2^2", "x3"], squares=True
    )
    assert features.names == ("x2", "x1*x3", "sin(x1)", "x2^2", "x3", "x3^2")


def test_a_feature_is_known_by_its_own_name_and_by_its_number():
    names = ("width", "height")
    features = feature_map(names, ["height^2", "x1*x2", "sin(width)"])
    assert features.names == ("height^2", "width*height", "sin(width)")
    expected = np.column_stack([x2**2, x1 * x2, np.sin(x1)])
    np.testing.assert_allclose(features.transform(X[:, :2]), expected)


def test_a_name_with_operators_in_it_still_names_its_feature():
    features = feature_map(("a*b", "c^2", "sin(t)"), ["a*b", "c^2", "sin(t)"])
    assert features.terms == ((Factor(0),), (Factor(1),), (Factor(2),))


@pytest.mark.parametrize(
    "term", ["", "x0", "x4", "y", "x1+x2", "sin(y)", "sin(x1", "*"]
)
def test_an_unknown_feature_is_named_with_what_can_be_written(term):
    with pytest.raises(UserError, match="is not known: use x1 … x3") as refusal:
        parse_term(term, NAMES)
    assert f"“{term}”" in str(refusal.value)


@pytest.mark.parametrize("term", ["x1^0", "x1^10", "x1^-1", "x1^a", "x1^2.5", "x1^1^2"])
def test_a_power_is_a_digit_from_1_to_9(term):
    with pytest.raises(UserError, match="power must be 1 to 9"):
        parse_term(term, NAMES)


@pytest.mark.parametrize(
    "terms", [["x1", "x1"], ["x1*x2", "x2*x1"], ["x1^2", "x1*x1"], ["x1", "x1^1"]]
)
def test_the_same_term_twice_is_refused(terms):
    with pytest.raises(UserError, match="twice"):
        feature_map(NAMES, terms)


def test_no_term_at_all_is_refused():
    with pytest.raises(UserError, match="at least one"):
        feature_map(NAMES, [])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x1", "x₁"),
        ("x12^2", "x₁₂²"),
        ("x1^2*x2", "x₁²·x₂"),
        ("sin(x1)^3", "sin(x₁)³"),
        ("width^2", "width²"),
        ("max1", "max1"),
    ],
)
def test_names_are_pretty_on_the_screen(name, shown):
    assert pretty(name) == shown


factors = st.tuples(st.integers(1, 3), st.integers(1, 3), st.booleans())


@given(st.lists(factors, min_size=1, max_size=3))
@settings(deadline=None)
def test_a_term_is_read_back_from_its_name_and_is_the_product_of_its_factors(parts):
    text = "*".join(f"sin(x{j})^{p}" if s else f"x{j}^{p}" for j, p, s in parts)
    term = parse_term(text, NAMES)
    assert parse_term(term_name(term, NAMES), NAMES) == term
    product = np.ones(len(X))
    for j, power, sine in parts:
        product *= (np.sin(X[:, j - 1]) if sine else X[:, j - 1]) ** power
    column = feature_map(NAMES, [text]).transform(X)[:, 0]
    np.testing.assert_allclose(column, product, rtol=1e-12)


def test_a_run_learns_on_the_terms_of_its_recipe():
    data = Dataset([[-1, -1], [-1, 1], [1, -1], [1, 1]], [0, 1, 1, 0])
    tape = Tape(data, Recipe(features=["x1", "x2", "x1*x2"], epochs=50))
    tape.extend()
    assert tape.converged
    model = tape.model()
    assert model.features.names == ("x1", "x2", "x1*x2")
    np.testing.assert_array_equal(model.predict(data.X), data.y)


def test_a_term_that_overflows_is_refused_before_the_run():
    data = Dataset([[1e200, 1.0], [0.0, 1.0]], [0, 1])
    with pytest.raises(UserError, match="too large"):
        Tape(data, Recipe(squares=True))


@pytest.mark.parametrize("names", [("x0", "x1"), ("x2", "x3"), ("x2", "x1")])
def test_without_terms_features_called_like_numbers_stay_as_they_are(names):
    features = feature_map(names)
    assert features.names == names
    assert features.is_identity(2)


def test_a_merged_power_has_the_same_limit():
    with pytest.raises(UserError, match="1 to 9"):
        parse_term("x1^9*x1", NAMES)
    term = parse_term("x1^8*x1", NAMES)
    assert parse_term(term_name(term, NAMES), NAMES) == term
