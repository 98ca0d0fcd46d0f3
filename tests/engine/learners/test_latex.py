from __future__ import annotations

import math
import string

import pytest

from engine.learners.latex import (
    factor,
    number,
    pieces,
    plain,
    put_in,
    sign,
    term,
    text_words,
    unbroken,
    vector,
    words,
)


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\tfrac{1}{2}\,\sum (y - z)^2", "½·Σ (y − z)²"),
        (r"\tfrac{1}{2}x", "½x"),
        (r"\frac{\eta}{m}\,x", "η/m·x"),
        (r"\frac{1 - y\,z}{\lVert x\rVert^2}", "(1 − y·z)/‖x‖²"),
        (r"\frac{1}{\lVert x\rVert^2 + 1}", "1/(‖x‖² + 1)"),
        (r"\frac{x_1}{10^{-12}}x", "x₁/(10⁻¹²)x"),
        (r"w_{12} + w_i^2 + e^{-y\,z}", "w₁₂ + wᵢ² + e^(−y·z)"),
        (r"w \leftarrow a, b \rightarrow c", "w ← a, b → c"),
        (r"a \le b \ge c \approx d = e", "a ≤ b ≥ c ≈ d = e"),
        (r"\operatorname{sign}(\varphi(x)) < \infty", "sign(φ(x)) < ∞"),
        (r"\max\left(0, \ell\right) > 0.25", "max(0, ℓ) > 0.25"),
        (r"\text{50\% of a\_b} {\cdot} 2", "50% of a_b·2"),
        (r"\text{soft\-ware}", "soft-ware"),
    ],
)
def test_a_formula_as_plain_text(tex, text):
    assert plain(tex) == text


def test_letters_of_the_formula_can_be_others_but_no_words():
    letters = str.maketrans("xmaη", "XMAH")
    tex = r"\max(x\,\eta) \text{ max} + \operatorname{max} a"
    assert plain(tex, letters) == "max(X·H) max + max A"
    assert plain(r"y\,z + 2\,x", product=" ") == "y z + 2 x"


@pytest.mark.parametrize(
    ("value", "text", "as_factor", "as_term"),
    [
        (2.0, "2", "2", "+ 2"),
        (-0.5, "−0.5", "(−0.5)", "− 0.5"),
        (0.0, "0", "0", "+ 0"),
        (1.2e-7, "1.2·10⁻⁷", "(1.2·10⁻⁷)", "+ 1.2·10⁻⁷"),
        (math.inf, "∞", "∞", "+ ∞"),
        (-math.inf, "−∞", "(−∞)", "− ∞"),
        (math.nan, "nan", "nan", "+ nan"),
    ],
)
def test_a_number_by_itself_in_a_product_and_in_a_sum(value, text, as_factor, as_term):
    assert plain(number(value)) == text
    assert plain(factor(value)) == as_factor
    assert plain(term(value)) == as_term


def test_a_label_has_its_sign():
    assert [plain(sign(y)) for y in (1.0, -1.0)] == ["(+1)", "(−1)"]


def test_a_long_vector_is_its_first_three_and_its_last():
    assert plain(vector(range(6))) == "(0, 1, 2, 3, 4, 5)"
    assert plain(vector(range(7))) == "(0, 1, 2, …, 6)"


def test_a_line_is_broken_between_entries_and_terms():
    assert pieces(vector([1.0, 2.0]) + term(-3.0)) == ["(1,", "2)", "- 3"]
    assert unbroken(vector([1.0, 2.0])) == "(1, 2)"


def test_words_are_shown_whatever_they_hold():
    assert plain(words("a\tb\\c^{d}~ & x_1")) == "a b\\c^{d}~ & x_1"
    odd = string.punctuation + "Länge (µm) αβγδεζηθικλμνξοπρςστυφχψω ΓΔΘΛΞΠΣΦΨΩ 日本"
    assert plain(words(odd)) == odd
    assert plain(words("x₁² ≤ −3⁻⁴ ≥ ‖∞‖")) == "x₁² ≤ −3⁻⁴ ≥ ‖∞‖"


@pytest.mark.parametrize(
    ("name", "formula", "text"),
    [
        ("<30", r"{<}\text{30}", "${<}$30"),
        ("a_1^2", r"\text{a}\_\text{1}\hat{}\text{2}", r"a\_1$\hat{}$2"),
        ("{x}", r"{\{}\text{x}{\}}", r"${\{}$x${\}}$"),
        ("R&D|50%", r"\text{R}\&\text{D}{|}\text{50}\%", r"R\&D${|}$50\%"),
        (
            "$5 #\\~",
            r"\$\text{5 }\#\backslash \tilde{}",
            r"\$5 \#$\backslash $$\tilde{}$",
        ),
        ("a--b''", r"\text{a-}\text{-b'}\text{'}", "a-{}-b'{}'"),
        ("Länge", r"\text{Länge}", "Länge"),
    ],
)
def test_words_in_a_formula_and_in_text(name, formula, text):
    """Each sign as every typesetter shows it (`test_typeset_latex.py`)."""
    assert words(name) == formula
    assert text_words(name) == text


def test_numbers_take_the_place_of_symbols():
    values = {"y": "(-1)", "z": "2", r"\eta": "0.1", r"\lVert x\rVert^2": "9"}
    assert plain(put_in(r"\eta\,y\,z", values)) == "0.1·(−1)·2"
    assert plain(put_in(r"\frac{y}{\lVert x\rVert^2 + 1}", values)) == "((−1))/(9 + 1)"
    assert plain(put_in(r"\text{y z} x_1", values)) == "y z x₁"
