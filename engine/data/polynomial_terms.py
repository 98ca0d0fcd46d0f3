"""Which terms are chosen: polynomials, their order, and terms for other data."""

from __future__ import annotations

from itertools import combinations_with_replacement, groupby
from math import comb
from typing import TYPE_CHECKING

from engine.data.feature_map import (
    HIGHEST_POWER,
    Factor,
    Term,
    feature_map,
    parse_term,
    term_name,
)
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_TERMS = 500
"""Terms that a polynomial may have; the features as they are may be more."""


def polynomial_terms(feature_names: Sequence[str], degree: int) -> tuple[str, ...]:
    """Write all products of the features up to a degree, the constant left out.

    Parameters
    ----------
    feature_names : sequence of str
    degree : int
        1 gives the features as they are, 2 adds squares and products of two, …

    Returns
    -------
    tuple of str
        In the order of scikit-learn's ``PolynomialFeatures(include_bias=False)``.

    Raises
    ------
    UserError
        If the degree is not 1 to 9 or there would be more than 500 terms.

    Examples
    --------
    >>> polynomial_terms(["x1", "x2"], 2)
    ('x1', 'x2', 'x1^2', 'x1*x2', 'x2^2')
    """
    names = tuple(feature_names)
    if not 1 <= degree <= HIGHEST_POWER:
        raise UserError(
            f"{degree} is not possible: give one from 1 to {HIGHEST_POWER}",
            of="degree",
            setting="degree",
        )
    count, most = count_terms(len(names), degree), highest_degree(len(names))
    if degree > most:
        raise UserError(
            f"{degree} of {len(names)} features has {count:,} terms, at most "
            f"{MOST_TERMS} are possible: choose a degree of at most {most}",
            of="degree",
            setting="degree",
        )
    return tuple(written(term, names) for term in polynomial(range(len(names)), degree))


def polynomial(features: Iterable[int], degree: int) -> list[Term]:
    """Make all products of the features with these indices, up to a degree."""
    chosen = sorted(features)
    return [
        tuple(Factor(j, len(list(same))) for j, same in groupby(product))
        for d in range(1, degree + 1)
        for product in combinations_with_replacement(chosen, d)
    ]


def count_terms(n_features: int, degree: int) -> int:
    """Count the terms of a polynomial: (n + d)! / (n! d!) − 1."""
    return comb(n_features + degree, degree) - 1


def highest_degree(n_features: int) -> int:
    """Give the highest degree that is possible, at least 1."""
    possible = range(2, HIGHEST_POWER + 1)
    return max([1, *(d for d in possible if count_terms(n_features, d) <= MOST_TERMS)])


def offered_terms(n_features: int) -> list[Term]:
    """Give the terms that one or two features are offered with; of more none."""
    if n_features > 2:
        return []
    x, y = Factor(0), Factor(1)
    of_x: list[Term] = [(x,), (Factor(0, 2),), (Factor(0, 3),)]
    if n_features == 1:
        return [*of_x, (Factor(0, 1, sine=True),)]
    of_y: list[Term] = [(y,), (Factor(1, 2),), (Factor(1, 3),)]
    mixed: list[Term] = [(x, y), (Factor(0, 1, True),), (Factor(1, 1, True),)]
    return [term for row in zip(of_x, of_y, mixed, strict=True) for term in row]


def known_terms(
    feature_names: Sequence[str],
    terms: Sequence[str] | None,
    *,
    squares: bool = False,
) -> list[Term]:
    """Read the terms that are understood, each once; leave the others out."""
    names = tuple(feature_names)
    if terms is not None:
        terms = _understood(names, terms)
        if not terms:
            return []
    return list(feature_map(names, terms, squares=squares).terms)


def choice_of(
    terms: Iterable[Term], feature_names: Sequence[str]
) -> tuple[str, ...] | None:
    """Write chosen terms as a recipe holds them, in the order of a polynomial.

    Returns
    -------
    tuple of str or None
        None for all features as they are.
    """
    names = tuple(feature_names)
    ordered = sorted(set(terms), key=_place)
    if ordered == [(Factor(j),) for j in range(len(names))]:
        return None
    return tuple(written(term, names) for term in ordered)


def carried_over(
    terms: Sequence[str], old_names: Sequence[str], new_names: Sequence[str]
) -> tuple[str, ...] | None:
    """Choose the terms for other data than those for which they were chosen.

    Terms that name no feature any more are dropped. Where none is left, or where the
    new data have a feature that the old had not, which nobody has left out, all
    features are taken as they are.

    Returns
    -------
    tuple of str or None
        None for all features.
    """
    if not set(new_names) <= set(old_names):
        return None
    return tuple(_understood(tuple(new_names), terms)) or None


def written(term: Term, feature_names: tuple[str, ...]) -> str:
    """Write a term so that it is read back, whatever the features are called."""
    name = term_name(term, feature_names)
    try:
        if parse_term(name, feature_names) == term:
            return name
    except UserError:
        pass
    return term_name(term, [f"x{j + 1}" for j in range(len(feature_names))])


def _understood(names: tuple[str, ...], terms: Sequence[str]) -> list[str]:
    read: dict[Term, str] = {}
    for text in terms:
        try:
            read.setdefault(parse_term(text, names), text)
        except UserError:
            continue
    return list(read.values())


def _place(term: Term) -> tuple[object, ...]:
    """Order as a polynomial is written, terms with a sine after it."""
    sine = any(factor.sine for factor in term)
    indices = [f.feature for f in term for _ in range(f.power)]
    return sine, len(indices), indices, [(f.sine, f.power) for f in term]
