"""Elementary functions in plain arithmetic: the same bits on every processor.

A library's own digits differ from system to system, and from browser to browser. Here
are only additions, multiplications and divisions, each rounded as IEEE 754 says, so
that interpreted, compiled, exported and translated functions agree; none is off by a
unit in the last place. Those without branches take arrays as well; loops over them
vectorise. The ways are those of J.-M. Muller, Elementary Functions (2016); the
coefficients are fitted to each interval at the zeros of a Chebyshev polynomial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Many = TypeVar("Many", float, "NDArray[np.float64]")

FAR = 700.0
"""From here on an exponential, or its inverse, is no longer a common number."""

ROUND = 1.5 * 2.0**52
"""Added to a number, leaves its nearest whole number in the lowest bits."""
EXPONENT, BIAS = 52, 1023
"""Bits below the exponent of a float, and the exponent of 1."""

HALF = 0.55
"""Beyond it tanh is more than 1/2."""

OCTAVES_PER_UNIT = 1.4426950408889634
"""1 / ln 2."""
OCTAVE_HIGH, OCTAVE_LOW = 0.6931471805598903, 5.497923018708371e-14
"""ln 2 as a sum; whole numbers up to 2¹¹ times the high part are exact."""

QUARTERS_PER_UNIT = 0.6366197723675814
"""2/π: quarters of a turn."""
QUARTER_1, QUARTER_2 = 1.5707963267341256, 6.077100506303966e-11
QUARTER_3, QUARTER_4 = 2.0222662487111665e-21, 8.4784276603689e-32
"""π/2 as a sum; whole numbers up to `MOST_QUARTERS` times the first three are exact."""
MOST_QUARTERS = 2.0**20
FAR_TURN = MOST_QUARTERS / QUARTERS_PER_UNIT
"""The largest angle from which quarters are taken away as that sum."""

QUARTER, QUARTER_REST = 1.5707963267948966, 6.123233995736766e-17
"""π/2, and what rounding has left out of it."""
DIGIT_BITS = 24
DIGIT = 2.0**DIGIT_BITS
"""Base of digits whose products are exact."""
QUARTERS = (
    10680707, 7228996, 1387004, 2578385, 16069853, 12639074, 9804092, 4427841,
    16666979, 11263675, 12935607, 2387514, 4345298, 14681673, 3074569, 13734428,
    16653803, 1880361, 10960616, 8533493, 3062596, 8710556, 7349940, 6258241, 3772886,
    3769171, 3798172, 8675211, 12450088, 3874808, 9961438, 366607, 15675153, 9132554,
    7151469, 3571407, 2607881, 12013382, 4155038, 6285869, 7677882, 13102053, 15825725,
    473591, 9065106, 15363067, 6271263, 9264392, 5636912, 4652155, 7056368, 13614112,
    10155062,
)  # fmt: skip
"""Digits of 2/π after the point, to the base 2²⁴."""
PLACES = 7
"""Digits that are computed of a part of a quarter."""


def power_of_two(rounded: float) -> float:
    """Give 2^k of a whole number k to which `ROUND` is added."""
    bits = np.float64(rounded).view(np.int64)
    power: float = np.int64((bits << EXPONENT) + (BIAS << EXPONENT)).view(np.float64)
    return power


def exponent_of(x: float) -> float:
    """Give the whole number k with 2^k ≤ |x| < 2^(k + 1)."""
    bits = np.float64(x).view(np.int64)
    k: float = np.float64(((bits >> EXPONENT) & (2 * BIAS + 1)) - BIAS)
    return k


def exp(x: float) -> float:
    """Give eˣ for |x| ≤ `FAR`.

    With k whole and |r| ≤ ln 2 / 2, eˣ = 2ᵏ·eʳ. Of r's two parts the low one is tiny:
    eʳ = 1 + high + (1 − low)·high²·(1/2 + q) − low·(1 + high). Only q, a polynomial,
    takes its time; all else is multiplied meanwhile.
    """
    rounded = x * OCTAVES_PER_UNIT + ROUND
    k = rounded - ROUND
    high, low = x - k * OCTAVE_HIGH, k * OCTAVE_LOW
    power = power_of_two(rounded)
    factor = (power * (high * high)) * (1.0 - low)
    more = 0.5 * factor - (power * low) * (1.0 + high)
    value: float = power + (power * high + (factor * cubic_of_exp(high) + more))
    return value


def cubic_of_exp(r: float) -> float:
    """Give (eʳ − 1 − r)/r² − 1/2 for |r| ≤ ln 2 / 2."""
    rr = r * r
    r4 = rr * rr
    q0 = r * 0.1666666666666667
    q2 = 0.04166666666666667 + r * 0.008333333333326136
    q4 = 0.0013888888888883748 + r * 0.00019841269874820627
    q6 = 2.4801587325547743e-05 + r * 2.7557255400206422e-06
    q8 = (2.75572736431103e-07 + r * 2.5105217004720745e-08) + (
        rr * 2.0914686968086876e-09
    )
    return ((q0 + rr * q2) + (r4 * r4) * q8) + r4 * (q4 + rr * q6)


def tanh(x: float) -> float:
    """Give (e²ˣ − 1)/(e²ˣ + 1) for any x.

    For small |x| it is x + x³·P(x²)/Q(x²), else ±(1 − 2/(e²ˣ + 1)), the denominator
    with what its rounding leaves out. Either way one division is made.
    """
    size = abs(x)
    double = min(40.0, size + size)  # from there on it is ±1
    rounded = double * OCTAVES_PER_UNIT + ROUND
    k = rounded - ROUND
    high, low = double - k * OCTAVE_HIGH, k * OCTAVE_LOW
    r = high - low
    power = power_of_two(rounded)
    first, second = power * high, power * (r * r * (0.5 + cubic_of_exp(r)) - low)
    whole = power + 1.0
    most = whole + first
    below = most + second
    rest = ((whole - most) + first) + ((most - below) + second)
    z = size * size
    p = -0.3333333333333333 + z * (-0.020501964963793903 + z * -0.0001993183245513845)
    q = 0.4615058948913807 + z * (0.02329555102548231 + z * 0.0002066839880815247)
    is_small = size < HALF
    near = size if is_small else 1.0
    quotient = (size * z * p if is_small else -2.0) / (
        1.0 + z * q if is_small else below
    )
    more = 0.0 if is_small else 0.5 * quotient * quotient * rest
    value = near + quotient
    value += ((near - value) + quotient) + more
    return -value if x < 0.0 else value


def leading(x: float) -> float:
    """Give the leading half of a number's digits (Dekker, 1971)."""
    scaled = 134217729.0 * x
    return scaled - (scaled - x)


def left_out(a: float, b: float, whole: float) -> float:
    """Give what rounding has left out of a + b, which is rounded to whole (Knuth)."""
    shared = whole - a
    return (a - (whole - shared)) + (b - shared)


def log_of(f: float, k: float) -> float:
    """Give ln(2ᵏ·(1 + f)) for −1/3 ≤ f ≤ 1/2.

    With s = f/(2 + f), ln(1 + f) = 2·artanh(s) = f − (f²/2 − s·(f²/2 + R)), in which
    f is exact and R, a polynomial of s², is small.
    """
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * f * f
    r0 = 0.6666666666666666 + z * 0.40000000000007857
    r2 = 0.2857142856731398 + z * 0.2222222304201285
    r4 = 0.18181738124060123 + z * 0.15388847910642214
    r6 = 0.132100997526584 + z * 0.13606021764231466
    rest = z * ((r0 + (z * z) * r2) + ((z * z) * (z * z)) * (r4 + (z * z) * r6))
    value: float = k * OCTAVE_HIGH - ((half - (s * (half + rest) + k * OCTAVE_LOW)) - f)
    return value


def log(x: float) -> float:
    """Give ln x for a common number x above 0."""
    k = exponent_of(x)
    m = 0.5 * (x * power_of_two(ROUND + 1.0 - k))  # 2⁻¹⁰²³ is no common number
    upper = (m > 1.5) * 1.0
    return log_of((m - 0.5 * upper * m) - 1.0, k + upper)


def log1p(x: float) -> float:
    """Give ln(1 + x) for 0 ≤ x ≤ 1."""
    upper = (x > 0.5) * 1.0
    return log_of((1.0 - upper) * x + upper * (0.5 * (x - 1.0)), upper)


def softplus(x: float) -> float:
    """Give ln(1 + eˣ) for any x."""
    return max(x, 0.0) + log1p(exp(-min(abs(x), FAR)))


def sin(x: float) -> float:
    """Give the sine of any number x."""
    return near_sin(x) if abs(x) <= FAR_TURN else far_sin(x)


def near_sin(x: float) -> float:
    """Give sin x for |x| ≤ `FAR_TURN`.

    x is a whole number of quarters of a turn, and r: which quarter says whether it is
    ± sin r or ± cos r. Quarters are taken away in parts (Cody & Waite, 1980).
    """
    k = (x * QUARTERS_PER_UNIT + ROUND) - ROUND
    first, second, third = x - k * QUARTER_1, -k * QUARTER_2, -k * QUARTER_3
    most = first + second
    more = most + third
    tail = left_out(first, second, most) + left_out(most, third, more)
    tail -= k * QUARTER_4
    r = more + tail
    return sine_from(k, r, left_out(more, tail, r))


def far_sin(x: float) -> float:
    """Give sin x for |x| > 1.

    Only those digits of x·2/π are computed that tell the quarter and what is beyond it
    (Payne & Hanek, Radian reduction for trigonometric functions, SIGNUM 18, 1983).
    """
    size = abs(x)
    place = whole_part(exponent_of(size) / DIGIT_BITS)
    left = size * power_of_two(ROUND - DIGIT_BITS * place)
    total = np.zeros(PLACES + 1)
    for i in range(4):
        digit = whole_part(left)
        left = (left - digit) * DIGIT
        for j in range(PLACES + 1):
            at = int(place) + j - i - 1
            if at >= 0:
                total[j] += digit * QUARTERS[at]
    for j in range(PLACES, 0, -1):
        carried = whole_part(total[j] / DIGIT)
        total[j] -= carried * DIGIT
        total[j - 1] += carried
    k = total[0]
    if total[1] >= 0.5 * DIGIT:
        total[1] -= DIGIT
        k += 1.0
    share = 1.0 / DIGIT
    turned, rest = total[1] * share, 0.0
    for j in range(2, PLACES + 1):
        share = share / DIGIT
        more = turned + total[j] * share
        rest += left_out(turned, total[j] * share, more)
        turned = more
    r = turned * QUARTER
    first, second = leading(turned), leading(QUARTER)
    rest = (
        rest * QUARTER
        + turned * QUARTER_REST
        + (
            ((first * second - r) + first * (QUARTER - second))
            + ((turned - first) * second + (turned - first) * (QUARTER - second))
        )
    )
    value = sine_from(k, r + rest, left_out(r, rest, r + rest))
    return value if x > 0.0 else -value


def whole_part(x: float) -> float:
    """Give the largest whole number that is not above x, for 0 ≤ x < 2⁵¹."""
    near = (x + ROUND) - ROUND
    return near - (near > x) * 1.0


def sine_from(k: float, r: float, rest: float) -> float:
    """Give sin(k·π/2 + r + rest) of a whole number k, |r| ≤ π/4 and a tiny rest."""
    quarter = k - 4.0 * ((0.25 * k + ROUND) - ROUND)
    odd = (quarter * quarter == 1.0) * 1.0
    z = r * r
    zz = z * z
    s = (-0.16666666666666666 + z * 0.008333333333330946) + zz * (
        (-0.0001984126983675497 + z * 2.755731610068303e-06)
        + zz * (-2.5051131455427946e-08 + z * 1.591810123027412e-10)
    )
    c = (0.041666666666666664 + z * -0.0013888888888887395) + zz * (
        (2.4801587298763433e-05 + z * -2.7557317270560326e-07)
        + zz * (2.0876146024689747e-09 + z * -1.1382614868556325e-11)
    )
    half = 0.5 * z
    sine = r + (r * z * s + (rest - half * rest))
    near = 1.0 - half
    cosine = near + (((1.0 - near) - half) + (zz * c - r * rest))
    value: float = (1.0 - odd) * (1.0 - 0.5 * quarter * quarter) * sine + (
        odd * quarter * cosine
    )
    return value


def sines(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the sine of each of many numbers."""
    far = np.abs(X) > FAR_TURN
    near = np.where(far, 0.0, X)
    values: NDArray[np.float64] = np.asarray(near_sin(near))  # type: ignore[arg-type]
    values[far] = [far_sin(float(x)) for x in X[far]]
    return values


def power(x: Many, n: int) -> Many:
    """Give xⁿ for n ≥ 1, as n − 1 multiplications from the left."""
    product = x
    for _ in range(n - 1):
        product = product * x
    return product
