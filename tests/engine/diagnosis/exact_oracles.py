"""What is true of few samples, by enumeration in fractions: slow, and beyond doubt."""

from fractions import Fraction
from itertools import combinations


def fractions_of(rows):
    return [[Fraction(value) for value in row] for row in rows]


def signed(X, y, *, offset):
    """Give y·x, with an offset y·(x, 1), as fractions."""
    ones = [Fraction(1)] if offset else []
    rows = fractions_of(X.tolist())
    return [
        [int(side) * value for value in row + ones]
        for row, side in zip(rows, y.tolist(), strict=True)
    ]


def product(a, b):
    return sum((u * v for u, v in zip(a, b, strict=True)), Fraction(0))


def solved(matrix, right):
    """Solve by elimination; None of a singular matrix."""
    n = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [
                    a - factor * b for a, b in zip(rows[i], rows[k], strict=True)
                ]
    return [row[-1] for row in rows]


def least_square(rows):
    """Give the square of the distance from the origin to the rows' hull.

    The nearest point is that of the flat of some of the rows, with shares above 0: all
    sets of rows are tried. It is 0 where no weights score every row above 0.
    """
    rows = [list(row) for row in {tuple(row) for row in rows}]
    best = min(product(row, row) for row in rows)
    for size in range(2, min(len(rows), len(rows[0]) + 1) + 1):
        for some in combinations(rows, size):
            matrix = [[*(product(a, b) for b in some), Fraction(1)] for a in some]
            matrix.append([*([Fraction(1)] * size), Fraction(0)])
            shares = solved(matrix, [Fraction(0)] * size + [Fraction(1)])
            if shares is None or min(shares[:size]) < 0:
                continue
            point = [
                product(shares[:size], column) for column in zip(*some, strict=True)
            ]
            best = min(best, product(point, point))
    return best


def is_separable(X, y, *, offset):
    return least_square(signed(X, y, offset=offset)) > 0


def bound(X, y, *, offset):
    """Give (R/γ)² of Novikoff's theorem, as a fraction."""
    rows = signed(X, y, offset=offset)
    return max(product(row, row) for row in rows) / least_square(rows)


def line_margin_square(X, y):
    """Give γ² of the line of largest margin: half the distance of two hulls."""
    above, below = (fractions_of(X[y == side].tolist()) for side in (1, -1))
    differences = [
        [a - b for a, b in zip(one, other, strict=True)]
        for one in above
        for other in below
    ]
    return least_square(differences) / 4


def kesler_rows(X, codes, n_classes, *, offset):
    """Give each sample once for each class but its own: x there, less x here."""
    rows = []
    for x, own in zip(fractions_of(X.tolist()), codes.tolist(), strict=True):
        sample = [*x, Fraction(1)] if offset else x
        for rival in range(n_classes):
            if rival == own:
                continue
            row = [Fraction(0)] * (n_classes * len(sample))
            for j, value in enumerate(sample):
                row[own * len(sample) + j] = value
                row[rival * len(sample) + j] = -value
            rows.append(row)
    return rows
