"""The point of a convex hull that is nearest to the origin, in exact arithmetic.

A float is a whole number divided by a power of two. So whether samples are separable is
a question of whole numbers: it has an answer however near to each other they lie.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.errors import Cancelled, never

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Vector = tuple[int, ...]

ROUNDING = 2.0**-53
"""Of a sum or a product of floats, relative to it."""
UNDERFLOW = 2.0**-1000
"""More than is lost where products are too small for a float."""
ROOT_BITS = 128
"""Bits of a square before its root is taken: twice those of a float, and more."""


class ExactRows:
    """Rows that are looked through as floats, and compared as whole numbers.

    Parameters
    ----------
    floats : ndarray, shape (n, d)
        The rows, or what they are to the last digit but one, of any common scale.
    row : callable
        Gives row i as whole numbers, of another common scale.
    """

    def __init__(
        self, floats: NDArray[np.float64], row: Callable[[int], Vector]
    ) -> None:
        largest = float(np.abs(floats).max(initial=0.0))
        self._floats = np.ldexp(floats, -int(np.frexp(largest)[1]))
        self._sizes = np.abs(self._floats)
        self.row = row

    @classmethod
    def of_floats(cls, rows: NDArray[np.float64], bits: int) -> ExactRows:
        """Take the rows times 2^bits as whole numbers; see `bits_of`."""
        return cls(rows, lambda i: _whole(rows[i].tolist(), bits))

    @classmethod
    def of_numbers(cls, rows: Sequence[Vector]) -> ExactRows:
        """Take rows of whole numbers of any size."""
        largest = max((abs(number) for row in rows for number in row), default=0) or 1
        floats = np.array([[number / largest for number in row] for row in rows])
        return cls(floats, rows.__getitem__)

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._floats)

    def longest(self, metric: Vector | None = None) -> int:
        """Give the square of the longest row; `metric` as of `nearest_point`."""
        counts = metric or (1,) * self._floats.shape[1]
        largest = max(counts)
        weights = np.array([count / largest for count in counts])
        squares = self._floats**2 @ weights
        error = (len(weights) + 8) * ROUNDING
        may_be_longest = squares * (1 + error) + UNDERFLOW >= squares.max() * (
            1 - error
        )
        rows = map(self.row, np.flatnonzero(may_be_longest).tolist())
        return max(_square(row, counts) for row in rows)

    def least(self, direction: Vector) -> Vector:
        """Give the row whose product with a direction is least."""
        largest = max(map(abs, direction)) or 1
        w = np.array([component / largest for component in direction])
        scores = self._floats @ w
        error = (len(w) + 4) * ROUNDING * (self._sizes @ np.abs(w)) + UNDERFLOW
        may_be_least = scores - error <= (scores + error).min()
        rows = map(self.row, np.flatnonzero(may_be_least).tolist())
        return min(rows, key=lambda row: product(row, direction))


def bits_of(*arrays: NDArray[np.float64]) -> int:
    """Give the least k with which all floats times 2^k are whole numbers."""
    most = 0
    for values in arrays:
        mantissas, exponents = np.frexp(values[values != 0])
        whole = np.ldexp(mantissas, 53).astype(np.int64)
        lowest = np.log2((whole & -whole).astype(np.float64)).astype(np.int64)
        most = max(most, int((53 - exponents - lowest).max(initial=0)))
    return most


def whole_rows(rows: NDArray[np.float64], bits: int) -> list[Vector]:
    """Give the rows times 2^bits as whole numbers; see `bits_of`."""
    return [_whole(row, bits) for row in rows.tolist()]


def _whole(values: list[float], bits: int) -> Vector:
    ratios = map(float.as_integer_ratio, values)
    return tuple((above << bits) // below for above, below in ratios)


class NearestPoint(NamedTuple):
    """The nearest point, as whole numbers above one line.

    Attributes
    ----------
    vector : tuple of int
        All zeros where the hull has the origin in it.
    denominator : int
    square : Fraction
        The square of its length.
    vertices : tuple of vectors
        Those of the hull, few, of which it is a mixture with shares above 0.
    """

    vector: Vector
    denominator: int
    square: Fraction
    vertices: tuple[Vector, ...]

    @property
    def is_origin(self) -> bool:
        """Whether the hull has the origin in it."""
        return not any(self.vector)


def nearest_point(
    least: Callable[[Vector], Vector],
    first: Vector,
    metric: Vector | None = None,
    *,
    stop: Callable[[], bool] = never,
) -> NearestPoint:
    """Find the point of a hull nearest to the origin.

    P. Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11
    (1976): of few vertices the nearest point of their flat; as long as another vertex
    lies below it, that one is added, and those are left behind which it makes needless.

    Parameters
    ----------
    least : callable
        Gives the vertex whose product with a direction is least.
    first : tuple of int
        A vertex.
    metric : tuple of int, optional
        How much each component counts in a product of vertices; else 1.
    stop : callable
        Asked before each whether the answer is no longer wanted.

    Returns
    -------
    NearestPoint

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    metric = metric or (1,) * len(first)
    vertices, shares = [first], [Fraction(1)]
    point, denominator = first, 1
    while any(point):
        if stop():
            raise Cancelled
        direction = tuple(c * p for c, p in zip(metric, point, strict=True))
        vertex = least(direction)
        if product(vertex, direction) * denominator >= product(point, direction):
            break
        vertices, shares = [*vertices, vertex], [*shares, Fraction(0)]
        vertices, shares = _nearest_within(vertices, shares, metric)
        denominator = lcm(*(share.denominator for share in shares))
        weights = tuple(int(share * denominator) for share in shares)
        point = tuple(
            product(weights, column) for column in zip(*vertices, strict=True)
        )
    square = Fraction(_square(point, metric), denominator**2)
    return NearestPoint(point, denominator, square, tuple(vertices))


def _nearest_within(
    vertices: list[Vector], shares: list[Fraction], metric: Vector
) -> tuple[list[Vector], list[Fraction]]:
    """Walk to the nearest point of the vertices' flat, and stop at the hull's edges."""
    while True:
        aims = _nearest_of_flat(vertices, metric)
        if all(aim > 0 for aim in aims):
            return vertices, aims
        ways = zip(shares, aims, strict=True)
        part = min(share / (share - aim) for share, aim in ways if aim <= 0)
        reached = [
            share + part * (aim - share)
            for share, aim in zip(shares, aims, strict=True)
        ]
        kept = [i for i, share in enumerate(reached) if share > 0]
        vertices, shares = [vertices[i] for i in kept], [reached[i] for i in kept]


def _nearest_of_flat(vertices: list[Vector], metric: Vector) -> list[Fraction]:
    """Give the shares, which sum to 1, of the flat's point nearest to the origin."""
    base, *others = vertices
    steps = [tuple(a - b for a, b in zip(other, base, strict=True)) for other in others]
    weighed = [
        tuple(c * s for c, s in zip(metric, step, strict=True)) for step in steps
    ]
    system = [
        [*(product(row, step) for step in steps), -product(row, base)]
        for row in weighed
    ]
    solution = _solved(system)
    return [1 - sum(solution, Fraction(0)), *solution]


def _solved(system: list[list[int]]) -> list[Fraction]:
    """Solve linear equations with a positive definite matrix, the right side last.

    E. Bareiss, Sylvester's identity and multistep integer-preserving Gaussian
    elimination, Mathematics of Computation 22 (1968): every division is exact.
    """
    former = 1
    for k, pivot_row in enumerate(system):
        pivot, right_of_it = pivot_row[k], pivot_row[k + 1 :]
        for row in system[k + 1 :]:
            factor = row[k]
            row[k + 1 :] = [
                (pivot * entry - factor * above) // former
                for entry, above in zip(row[k + 1 :], right_of_it, strict=True)
            ]
        former = pivot
    numerators: list[int] = []  # of the last unknowns first, over the determinant
    for k, row in reversed([*enumerate(system)]):
        known = product(tuple(row[-2:k:-1]), tuple(numerators))
        numerators.append((former * row[-1] - known) // row[k])
    return [Fraction(numerator, former) for numerator in reversed(numerators)]


def product(a: Vector, b: Vector) -> int:
    """Give a·b."""
    return sum(map(int.__mul__, a, b))


def _square(a: Vector, metric: Vector) -> int:
    return sum(count * component**2 for count, component in zip(metric, a, strict=True))


def float_of(value: Fraction) -> float:
    """Give the float next to a fraction; infinite if it is beyond all."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def root(square: Fraction) -> float:
    """Give the root of a fraction, to the last digit of a float or the next to it."""
    if not square:
        return 0.0
    bits = square.denominator.bit_length() - square.numerator.bit_length() + ROOT_BITS
    half = max(0, bits + 1) // 2
    whole = isqrt((square.numerator << 2 * half) // square.denominator)
    return float_of(Fraction(whole, 1 << half))
