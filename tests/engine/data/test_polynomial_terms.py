from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.preprocessing import PolynomialFeatures

from engine import Dataset, Recipe, Tape
from engine.data.feature_map import Factor, feature_map, parse_term
from engine.data.polynomial_terms import (
    MOST_TERMS,
    carried_over,
    choice_of,
    count_terms,
    highest_degree,
    known_terms,
    polynomial_terms,
)
from engine.errors import UserError


@pytest.mark.parametrize(
    ("n", "degree"),
    [(1, 1), (1, 9), (2, 1), (2, 2), (2, 5), (3, 3), (4, 2), (4, 4), (30, 1), (30, 2)],
)
def test_terms_and_values_are_those_of_scikit_learn(n, degree):
    names = [f"x{j + 1}" for j in range(n)]
    X = np.random.default_rng(n).normal(0, 1.5, (7, n))
    known = PolynomialFeatures(degree, include_bias=False).fit(X)
    terms = polynomial_terms(names, degree)
    theirs = [name.replace(" ", "*") for name in known.get_feature_names_out(names)]
    assert list(terms) == theirs
    np.testing.assert_allclose(
        feature_map(names, terms).transform(X), known.transform(X), rtol=1e-12
    )
    assert count_terms(n, degree) == len(terms) == known.n_output_features_


def test_iris_in_degree_two_has_fourteen_terms():
    assert len(polynomial_terms(["a", "b", "c", "d"], 2)) == 14


@pytest.mark.parametrize("n", [1, 2, 3, 4, 8, 30, 31, 100])
def test_the_highest_degree_is_the_last_with_few_enough_terms(n):
    most = highest_degree(n)
    assert most == 1 or count_terms(n, most) <= MOST_TERMS
    assert most == 9 or count_terms(n, most + 1) > MOST_TERMS
    assert len(polynomial_terms([f"f{j}" for j in range(n)], most)) >= n


@pytest.mark.parametrize(
    ("n", "degree", "message"),
    [
        (2, 0, "give one from 1 to 9"),
        (2, 10, "give one from 1 to 9"),
        (2, -1, "give one from 1 to 9"),
        (30, 3, "degree 3 of 30 features has 5,455 terms, at most 500.* at most 2"),
        (100, 9, "at most 500 are possible: choose a degree of at most 1"),
    ],
)
def test_a_degree_that_is_not_possible_is_refused_at_once(n, degree, message):
    with pytest.raises(UserError, match=message):
        polynomial_terms([f"x{j + 1}" for j in range(n)], degree)


odd = st.text("abx1*^() ,sin", min_size=1, max_size=6)


@given(st.lists(odd, min_size=1, max_size=3, unique=True))
@settings(deadline=None)
def test_terms_of_features_with_odd_names_are_read_back(names):
    if any(name.strip() != name or name[:1] == "x" for name in names):
        return  # x1 may then be another feature
    terms = polynomial_terms(names, 2)
    known = PolynomialFeatures(2, include_bias=False).fit(np.zeros((1, len(names))))
    for text, powers in zip(terms, known.powers_, strict=True):
        expected = tuple(Factor(j, int(p)) for j, p in enumerate(powers) if p)
        assert parse_term(text, names) == expected


def test_a_square_chosen_both_ways_is_one_term():
    terms = known_terms(("x1", "x2"), ("x1", "x2", "x1^2"), squares=True)
    assert choice_of(terms, ("x1", "x2")) == ("x1", "x2", "x1^2", "x2^2")
    run = Tape(
        Dataset([[1, 2], [3, 5]], [0, 1]),
        Recipe(features=polynomial_terms(["x1", "x2"], 2), squares=True),
    )
    assert run.frame(0).weights.shape == (1, 6)


def test_terms_that_are_not_understood_are_left_out_and_doubles_once():
    names = ("p", "q")
    terms = known_terms(names, ("x9", "q", "p*p", "p^2", "x2", "+"))
    assert choice_of(terms, names) == ("q", "p^2")
    assert known_terms(names, ("x9",)) == []
    assert known_terms(names, ("x9",), squares=True) == []


def test_all_features_as_they_are_need_no_terms():
    assert choice_of(known_terms(("p", "q"), ("q", "p")), ("p", "q")) is None


def test_chosen_terms_come_in_the_order_of_a_polynomial_then_sines():
    names = ("x1", "x2")
    texts = ["sin(x2)", "x2^3", "x1*sin(x1)", "x1*x2", "sin(x1)", "x2", "x1^2"]
    assert choice_of([parse_term(t, names) for t in texts], names) == (
        "x2", "x1^2", "x1*x2", "x2^3", "sin(x1)", "sin(x2)", "x1*sin(x1)",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("terms", "old", "new", "kept"),
    [
        (("x1", "x1^2", "x1*x2"), ("x1", "x2"), ("x1",), ("x1", "x1^2")),
        (("x2", "x2^2"), ("x1", "x2"), ("x1",), None),
        (("x1", "x1^2"), ("x1",), ("x1", "x2"), None),
        (("x1", "x1^2"), ("x1", "x2"), ("a", "b"), None),
        (("a", "b^2"), ("a", "b", "c"), ("b", "a"), ("a", "b^2")),
    ],
)
def test_terms_for_other_data(terms, old, new, kept):
    assert carried_over(terms, old, new) == kept
