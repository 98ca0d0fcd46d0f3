"""The spaces in which the samples of a perceptron that is not of lines are vectors."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.diagnosis.largest_margin import margin_through_origin
from engine.diagnosis.mistake_bound import mistake_bound
from engine.diagnosis.nearest_point import (
    ExactRows,
    bits_of,
    nearest_point,
    whole_rows,
)
from engine.diagnosis.separability import (
    EXACT_TERMS,
    Separation,
    of_nearest,
    separation,
)
from engine.errors import UserError, never

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.families.kernel.kernels import Kernel

MOST_TERMS = 500
"""Features of a polynomial kernel up to which they are written out."""
MOST_NUMBERS = 4_000_000
"""In the vectors of all samples and classes together: 32 MB."""
ACCURACY = 1e6
"""How much more than its rounding the square of a margin has to be."""
MOST_SAMPLES = 300
"""Up to which the margin of an RBF kernel is looked for: a second or two."""


def of_kernel(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    kernel: Kernel,
    *,
    offset: bool,
    stop: Callable[[], bool] = never,
) -> Separation:
    """Tell how samples lie in a kernel's features.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels, −1 or +1.
    kernel : Kernel
    offset : bool
        Whether each sample has 1 as one more feature.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    Cancelled
        If `stop` said so.
    UserError
        If a polynomial kernel has more than 500 features, or too large ones.
    """
    if kernel.name == "rbf":
        if shares_a_place(X, y):
            return Separation(False)
        return _of_margin(rbf_margin(X, y, kernel, offset=offset, stop=stop), offset)
    if _count(X, kernel) + offset > EXACT_TERMS:
        phi = polynomial_features(X, kernel)
        return separation(phi, y, offset=offset, drawn=False, stop=stop)
    return _of_polynomial(X, y, kernel, offset, stop)


def _of_margin(margin: float, offset: bool) -> Separation:
    radius = sqrt(1.0 + offset)
    return Separation(True, None, margin, radius, mistake_bound(radius, margin))


def _of_polynomial(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    kernel: Kernel,
    offset: bool,
    stop: Callable[[], bool],
) -> Separation:
    """Tell it in whole numbers, of which a feature is a product.

    The features' roots are left to the metric, in which two rows are multiplied.
    """
    degree, constant = _power(kernel)
    d, bits = X.shape[1], bits_of(X)
    terms = [*combinations_with_replacement(range(d + bool(constant)), degree)]
    below = constant.denominator**degree
    counts = [_orders(term) * constant ** term.count(d) * below for term in terms]
    metric = tuple(map(int, [*counts, below] if offset else counts))
    unity = 1 << bits  # the factor 1, beside features times 2^bits
    rows = []
    for x, side in zip(whole_rows(X, bits), y.astype(int).tolist(), strict=True):
        factors = (*x, unity)
        phi = [side * prod(factors[i] for i in term) for term in terms]
        rows.append((*phi, side * unity**degree) if offset else tuple(phi))
    exact = ExactRows.of_numbers(rows)
    nearest = nearest_point(exact.least, rows[0], metric, stop=stop)
    unit = Fraction(1, below * 4 ** (bits * degree))
    return of_nearest(nearest, exact.longest(metric), unit)


def _power(kernel: Kernel) -> tuple[int, Fraction]:
    """Give degree and constant of a kernel that is no RBF."""
    if kernel.name == "linear":
        return 1, Fraction(0)
    return kernel.degree, Fraction(kernel.constant)


def _count(X: NDArray[np.float64], kernel: Kernel) -> int:
    """Count the features of a kernel that is no RBF."""
    degree, constant = _power(kernel)
    return comb(X.shape[1] + bool(constant) + degree - 1, degree)


def polynomial_features(X: NDArray[np.float64], kernel: Kernel) -> NDArray[np.float64]:
    """Write out the features whose products are the kernel (u·v + c)^degree.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    kernel : Kernel
        Polynomial or linear.

    Returns
    -------
    ndarray, shape (n, n_features)

    Raises
    ------
    UserError
        If they are more than 500, or too large.
    """
    if kernel.name == "linear":
        return X
    if kernel.constant:
        X = np.column_stack([X, np.full(len(X), sqrt(kernel.constant))])
    d, degree = X.shape[1], kernel.degree
    count = comb(d + degree - 1, degree)
    if count > MOST_TERMS:
        raise UserError(
            f"the kernel has {count:,} features, and whether they separate the classes "
            f"is found out for at most {MOST_TERMS}: lower its degree"
        )
    terms = combinations_with_replacement(range(d), degree)
    with np.errstate(over="ignore"):
        phi = np.column_stack(
            [sqrt(_orders(term)) * X[:, list(term)].prod(axis=1) for term in terms]
        )
    if not np.isfinite(phi).all():
        raise UserError("the kernel's features are too large: standardise the data")
    return phi


def _orders(term: tuple[int, ...]) -> int:
    """Give how many orders the factors of a term have."""
    return factorial(len(term)) // prod(map(factorial, Counter(term).values()))


def shares_a_place(X: NDArray[np.float64], y: NDArray[np.float64]) -> bool:
    """Tell whether two samples of X (n, d) that are alike have other labels y (n,).

    Only those are not separable for an RBF kernel: C. Micchelli, Interpolation of
    scattered data, Constructive Approximation 2 (1986).
    """
    places = np.unique(X + 0.0, axis=0)  # 0 and −0 are one place
    return len(np.unique(np.column_stack([X + 0.0, y]), axis=0)) > len(places)


def rbf_margin(
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    kernel: Kernel,
    *,
    offset: bool,
    stop: Callable[[], bool] = never,
) -> float:
    """Give the largest margin in the features of an RBF kernel.

    Samples with these products have coordinates: the roots of their matrix.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        −1 or +1.
    kernel : Kernel
    offset : bool
        Whether each sample has 1 as one more feature.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Returns
    -------
    float
        0 where it is too small to be computed, and of more than 300 samples.
    """
    if len(X) > MOST_SAMPLES:
        return 0.0
    products = kernel.of_pairs(X, X) + float(offset)
    values, vectors = np.linalg.eigh(products)
    rounding = len(X) * np.finfo(float).eps * values[-1]
    kept = values > rounding
    rows = vectors[:, kept] * np.sqrt(values[kept]) * y[:, None]
    first = np.linalg.lstsq(rows, np.ones(len(X)))[0]
    _, margin = margin_through_origin(rows, first, stop)
    return margin if margin**2 > ACCURACY * rounding else 0.0


def rows_of_all_classes(
    X: NDArray[np.float64], codes: NDArray[np.integer[Any]], n_classes: int
) -> NDArray[np.float64]:
    """Write each sample once for each class but its own: x in its own, less x there.

    Weights of all classes, one after the other, have the own class ahead if they score
    all these rows above 0: C. Kesler's construction (N. Nilsson, Learning Machines,
    1965).

    Parameters
    ----------
    X : ndarray, shape (n, d)
    codes : ndarray of int, shape (n,)
    n_classes : int

    Returns
    -------
    ndarray, shape (n·(n_classes − 1), n_classes·d)

    Raises
    ------
    UserError
        If these are too many numbers.
    """
    n, d = X.shape
    if n * (n_classes - 1) * n_classes * d > MOST_NUMBERS:
        raise UserError(
            "whether weights separate all classes together is not told of so many "
            "samples and classes"
        )
    rows = np.zeros((n, n_classes - 1, n_classes, d))
    for code in range(n_classes):
        own = np.flatnonzero(codes == code)
        rivals = [other for other in range(n_classes) if other != code]
        rows[own, :, code] = X[own, None]
        for place, rival in enumerate(rivals):
            rows[own, place, rival] = -X[own]
    return rows.reshape(n * (n_classes - 1), n_classes * d)
