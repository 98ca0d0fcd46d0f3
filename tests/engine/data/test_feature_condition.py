"""A condition as people type it: what it holds for, and what is said if it is none."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.feature_condition import parse_condition
from engine.errors import UserError

NAMES = ("x1", "x2")
X = np.array([[0.0, 0.0], [1.0, 1.0], [-2.0, 0.5], [3.0, -1.0], [0.5, 0.25]])


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("x2 > sin(x1)", lambda a, b: b > math.sin(a)),
        ("x₂ ≥ x₁²", lambda a, b: b >= a**2),
        ("x1^2 + x2^2 <= 1", lambda a, b: a * a + b * b <= 1),
        ("not x1 > 0", lambda a, b: not a > 0),
        ("x1 > 0 and x2 > 0 or x1 < -1", lambda a, b: (a > 0 < b) or a < -1),
        ("π > x1", lambda a, b: math.pi > a),
        ("0 < x1 < 2", lambda a, b: 0 < a < 2),
        ("-x1 / 2 - +x2 != 0.5·x1", lambda a, b: -a / 2 - b != 0.5 * a),
        ("abs(x1) == exp(0) or sqrt(4) < x1", lambda a, b: abs(a) == 1 or a > 2),
        ("cos(π·x1) > 0", lambda a, b: math.cos(math.pi * a) > 0),
        ("2 ** x2 ** 2 > 1.1", lambda a, b: 2 ** (b**2) > 1.1),
        ("0<1and x1>0", lambda a, b: a > 0),
        ("1 > 0", lambda a, b: True),
        ("x1 / 0 < 1e999", lambda a, b: a < 0),  # ∞ is not below itself
        ("sqrt(x1) >= 0", lambda a, b: a >= 0),  # of none else is there a root
        ("9 ** 9 ** 9 ** 9 > x1", lambda a, b: True),
    ],
)
def test_it_holds_for_what_it_says(text, holds):
    condition = parse_condition(text, NAMES)
    assert condition.text == text
    found = condition.holds(X)
    assert found.dtype == np.bool_
    assert found.tolist() == [holds(*row) for row in X.tolist()]


def test_features_go_by_their_names_or_numbers():
    names = ("age", "x1", "π")
    row = np.array([[40.0, 1.0, 2.0]])
    for text in ("age > 39", "x1 == 1", "x3 == 2", "x2 == 1"):
        assert parse_condition(text, names).holds(row).all(), text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "such as x2 > sin(x1)"),
        ("x2", "Compare “x2” with something"),
        ("x1 + 1", "Compare “x1 + 1” with something"),
        ("x2 > ", "is not a condition"),
        ("x2 > sin(x1", "bracket"),
        ("x2 = x1", "write =="),
        ("x1 >= 1 and x2 = 1", "write =="),
        ("x1 > False", "is not a number"),
        ("log(x2) > 1", "“log” is not known"),
        ("x3 > 1", "“x3” is not known: the features are x1, x2"),
        ("x2 > sin", "sin needs a number in brackets"),
        ("x2 > tan(x1)", "“tan” is not known: there are sin, cos, exp, sqrt"),
        ("x2 > sin(x1, x2)", "one number"),
        ("x2 > (x1 > 0)", "“x1 > 0” is not a number"),
        ("x2 in x1", "Compare by <"),
        ("x2 is x1", "Compare by <"),
        ("x2 > 'a'", "is not a number"),
        ("x2 > True", "is not a number"),
        ("x2 > 1j", "is not a number"),
        ("x2 % 2 > 1", "is not a number"),
        ("x1.real > 0", "is not a number"),
        ("__import__('os').system('x') > 0", "is not known"),
        ("(lambda: 0)() > 0", "is not known"),
        ("x2 > 1 if x1 else 2", "with something"),
        ("x2 > 0" + " and x1 > 0" * 40, "too long"),
        ("(" * 99 + "x1" + ")" * 99, ""),
        ("x1 > 0\0", "is not a condition"),
    ],
)
def test_what_is_none_is_said_for_people(text, said):
    with pytest.raises(UserError) as error:
        parse_condition(text, NAMES)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@given(st.text("x12 ()+-*/<>=!.eandort^²·sinc,[]{}:'\"\\λ\n", max_size=30))
def test_whatever_is_typed_is_a_condition_or_refused(text):
    try:
        condition = parse_condition(text, NAMES)
    except UserError:
        return
    assert condition.holds(X).shape == (len(X),)
