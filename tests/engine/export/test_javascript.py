"""Rules in JavaScript: the same bits as Python's, or a word on what is not known."""

import json
import math
import struct
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from engine.elementary import FAR, exp, softplus
from engine.errors import UserError
from engine.export.javascript import LANGUAGE, javascript

HALF, STEP = 0.5, 2
NUMPY_TENTH, BELOW, HUGE = np.float64(0.1), -1.5, 2**53 + 1
NUMBERS = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-300, -3e8, 701.0, math.inf]
ARRAY = np.array([0.25, -3.0, 1e-9])


class Limits:
    """Numbers of a module, as they are read by `limits.low`."""

    low, tiny = -3.25, np.float64(1e-7)


class Settings(NamedTuple):
    size: float = 0.3
    eta: float = 7.0


def helper(a, b):
    """Give what is larger, */ or a half."""
    return max(a, b, HALF)


def statements(a, b, z, h):
    """Say in statements what a rule may say."""
    first, second = 0.1 * a, b
    total = most = helper(first, second)
    for k in range(z.size):
        if k == 1:
            continue
        total += z[k] / (k + 3)
    for j in range(1, 3):
        total -= min(a, h.size * j, b)
    while abs(total) > 1e3 and total < math.inf:
        total /= 2
        if total == most:
            break
    doubt = False
    doubt |= total > first
    return total if doubt else -total


def expressions(a, b, z, h):
    if 0.0 < a <= b != 1.0:
        return (a - b) ** 2 - -a
    elif a == b or not b >= z[0]:
        return a if a > z.max() else z.min() - h.eta
    else:
        return float(a > 0) + int(h.eta / 2) + math.sqrt(abs(b)) * math.pi


def series(a, b, z, h):
    near: float = max(-FAR, min(FAR, a))
    return exp(near) + softplus(b)


def changes(a, b, z, h):
    z[0] = a
    z[int(h.eta) - 6] -= b


def tables(a, b, z, h):
    """Say of rows and pieces of arrays what a loop may say."""
    table, row = np.zeros((2, z.size)), np.empty(len(z))
    row[:] = z
    table[:] = b
    first, d = table.shape[0], table.shape[1]
    for k in range(0, d, 2):
        table[1, k] += a * row[k]
    for k in range(1, d, STEP):
        row[k] = table[first - 1, k]
    z[:] = table[1]
    for k in range(d // STEP * STEP, -1, -STEP):
        z[k] -= row[d - 1]
    piece = np.empty_like(row[1:])
    piece[:] = row[1:d]
    return piece[0] - piece.size // 2 + a // 4


def constants(a, b, z, h):
    """Say that numbers are below zero, or NumPy's; twice negated they stay whole."""
    return a * NUMPY_TENTH - BELOW + b * Limits.tiny - -Limits.low + -BELOW


def beyond(a, b, z, h):
    return a + HUGE


def of_bits(number):
    return "NaN" if math.isnan(number) else struct.pack("<d", number).hex()


def test_a_number_is_written_as_javascript_reads_it_or_refused():
    text = javascript({"rule": constants})
    assert "float64" not in text
    assert "const BELOW = (-1.5);" in text
    assert "-(-3.25)" in text
    with pytest.raises(UserError, match="HUGE"):
        javascript({"rule": beyond})


@pytest.mark.parametrize(
    "rule", [statements, expressions, series, changes, tables, constants]
)
def test_a_function_gives_the_same_bits(browser, rule):
    ask = f"""(() => {{ {LANGUAGE} const {{ rule }} = {javascript({"rule": rule})};
      const bits = (x) => Number.isNaN(x) ? "NaN" : Array.from(new Uint8Array(
        new Float64Array([x]).buffer), (b) => b.toString(16).padStart(2, "0")).join("");
      const real = (text) => Number(text.replace("inf", "Infinity")), told = [];
      for (const [a, b] of {json.dumps([*product(map(repr, NUMBERS), repeat=2)])}) {{
        const z = Float64Array.from({ARRAY.tolist()});
        const given = rule(real(a), real(b), z, {json.dumps(Settings()._asdict())});
        told.push([given, ...z].map((x) => bits(Number(x ?? 0))));
      }} return told; }})()"""
    expected = []
    for a, b in product(NUMBERS, repeat=2):
        z = ARRAY.copy()
        with np.errstate(all="ignore"):
            given = rule(a, b, z, Settings()) or 0.0
        expected.append([*map(of_bits, map(float, (given, *z)))])
    assert browser.ask(ask) == expected


def power(z):
    return z**3


def whole_division(z):
    return z // 3


def last(z):
    return z[-1]


def by_numpy(z):
    return np.exp(z)


def summed(z):
    return sum(k for k in z)


def with_default(z, y=1.0):
    return z


def of_a_table(z):
    return NUMBERS[z]


def huge(z):
    return z + 0x9E3779B97F4A7C15


def named(z, new):
    return z + new


def truly(z, true):
    return z + true


def of_columns(z):
    return z[:, 1]


def shaped(z):
    return z.shape


def stepped(z):
    for k in range(9, 0, z):
        z += k
    return z


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (power, r"“z \*\* 3”"), (whole_division, "“z // 3”"), (last, r"“z\[-1\]”"),
        (by_numpy, r"“np\.exp”"), (summed, r"“\(k for k in z\)”"),
        (with_default, "“z, y=1.0”"), (of_columns, r"“z\[:, 1\]”"),
        (shaped, "“z.shape”"), (of_a_table, "“NUMBERS”"),
        (huge, "“11400714819323198485”"),
        (named, "“new”, a word of JavaScript"), (truly, "“true”, a word"),
        (stepped, "for k in range"),
        (lambda z: z, "not written as def"), (math.tanh, "not written as def"),
    ],
)  # fmt: skip
def test_what_it_does_not_know_it_refuses_in_words(rule, said):
    with pytest.raises(UserError, match=said):
        javascript({"rule": rule})


def test_a_name_is_one_thing():
    def HALF(z):
        return z

    with pytest.raises(UserError, match="two things named HALF"):
        javascript({"helper": helper, "HALF": HALF})
