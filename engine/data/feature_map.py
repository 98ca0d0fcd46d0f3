"""Feature maps x → φ(x): products of powers and sines of the features.

A *term* is written ``x1``, ``x2^2``, ``x1*x2``, ``x1^2*x2``, ``sin(x1)``; a feature
can also be called by its own name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.elementary import power, sines
from engine.errors import UserError, excerpt, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

HIGHEST_POWER = 9
POWERS = f"a power must be 1 to {HIGHEST_POWER}"
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Factor:
    """One factor of a term: a feature to a power, or its sine."""

    feature: int
    power: int = 1
    sine: bool = False

    def values(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Evaluate at samples X of shape (n, d); returns shape (n,)."""
        column = X[:, self.feature]
        return power(sines(column) if self.sine else column, self.power)


Term = tuple[Factor, ...]
"""A product of factors, sorted by feature."""


@dataclass(frozen=True)
class FeatureMap:
    """A tuple of terms, each a product of factors.

    Attributes
    ----------
    terms : tuple of Term
    names : tuple of str
        How each term is written in files, with the data set's feature names.
    feature_names : tuple of str
        The features of a sample x; none where nobody asks for them.
    """

    terms: tuple[Term, ...]
    names: tuple[str, ...]
    feature_names: tuple[str, ...] = ()

    @property
    def used_features(self) -> tuple[int, ...]:
        """Indices of the features that stand in some term, in the order of these."""
        indices = (factor.feature for term in self.terms for factor in term)
        return tuple(dict.fromkeys(indices))

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map samples (n, d) to φ(x), shape (n, number of terms)."""
        if self.is_identity(X.shape[1]):
            return X
        columns = np.empty((X.shape[0], len(self.terms)))
        for j, term in enumerate(self.terms):
            column = term[0].values(X)
            for factor in term[1:]:
                column = column * factor.values(X)
            columns[:, j] = column
        return columns

    def is_identity(self, n_features: int) -> bool:
        """Tell whether φ(x) = x."""
        return self.terms == tuple((Factor(j),) for j in range(n_features))

    @property
    def is_linear(self) -> bool:
        """Tell whether every term is a plain feature, so that boundaries are flat."""
        return all(
            len(term) == 1 and term[0].power == 1 and not term[0].sine
            for term in self.terms
        )


def feature_map(
    feature_names: Sequence[str],
    terms: Sequence[str] | None = None,
    *,
    squares: bool = False,
) -> FeatureMap:
    """Build the map of the chosen terms.

    Parameters
    ----------
    feature_names : sequence of str
        The data set's own features.
    terms : sequence of str, optional
        The chosen terms; default all features as they are.
    squares : bool
        Append the square of every plain feature among the terms.

    Raises
    ------
    UserError
        If a term is not understood, names no feature or appears twice.
    """
    names = tuple(feature_names)
    parsed: list[Term] = (
        [(Factor(j),) for j in range(len(names))]
        if terms is None
        else [parse_term(term, names) for term in terms]
    )
    if squares:
        plain = [t[0] for t in parsed if t == (Factor(t[0].feature),)]
        squared = [(Factor(f.feature, 2),) for f in plain]
        parsed += [t for t in squared if t not in parsed]
    if not parsed:
        raise UserError(
            "has no feature: choose at least one",
            of="the choice of features",
            setting="features",
        )
    if len(set(parsed)) != len(parsed):
        twice = next(term for term in parsed if parsed.count(term) > 1)
        raise _unusable(term_name(twice, names), "is chosen twice: leave one out")
    return map_of(parsed, names)


def map_of(terms: Sequence[Term], feature_names: Sequence[str]) -> FeatureMap:
    """Build the map of terms that are there already."""
    names = tuple(feature_names)
    return FeatureMap(tuple(terms), tuple(term_name(t, names) for t in terms), names)


def parse_term(term: str, feature_names: Sequence[str]) -> Term:
    """Read one term; factors come back sorted, equal ones merged into a power.

    Raises
    ------
    UserError
        If the term is not understood or names no feature.
    """
    powers: dict[tuple[int, bool], int] = {}
    for text in [term] if term in feature_names else term.split("*"):
        factor = _parse_factor(text.strip(), term, feature_names)
        key = (factor.feature, factor.sine)
        powers[key] = powers.get(key, 0) + factor.power
    if max(powers.values()) > HIGHEST_POWER:
        raise _unusable(term, f"is not possible: {POWERS}")
    return tuple(Factor(j, power, sine) for (j, sine), power in sorted(powers.items()))


def _parse_factor(text: str, term: str, names: Sequence[str]) -> Factor:
    if text in names:
        return Factor(names.index(text))
    base, power, exponent = text.partition("^")
    sine = re.fullmatch(r"sin\((.*)\)", base)
    base = sine[1] if sine else base
    numbered = re.fullmatch(r"x([1-9]\d*)", base)
    if base in names:
        feature = names.index(base)
    elif numbered and int(numbered[1]) <= len(names):
        feature = int(numbered[1]) - 1
    else:
        plain = all(re.fullmatch(r"x\d+", name) for name in names)
        called = "" if plain else f" ({listed([*map(excerpt, names)])})"
        raise _unusable(
            term,
            f"is not known: use x1 … x{len(names)}{called}, powers like x1^2, products "
            "like x1*x2, or sin(x1)",
        )
    if power and not re.fullmatch(r"[1-9]", exponent):
        raise _unusable(term, f"is not possible: {POWERS}")
    return Factor(feature, int(exponent or 1), bool(sine))


def _unusable(term: str, why: str) -> UserError:
    return UserError(f"“{excerpt(term)}” {why}", of="feature", setting="features")


def term_name(term: Term, feature_names: Sequence[str]) -> str:
    """Write a term as a file shows it: ``x1^2*x2``."""
    return "*".join(
        (f"sin({feature_names[f.feature]})" if f.sine else feature_names[f.feature])
        + (f"^{f.power}" if f.power > 1 else "")
        for f in term
    )


def pretty(name: str) -> str:
    """Write a term's name for the eye: ``x1^2*x2`` becomes ``x₁²·x₂``."""
    text = re.sub(r"\^(\d+)", lambda m: m[1].translate(_SUPERSCRIPTS), name)
    text = re.sub(r"\bx(\d+)", lambda m: "x" + m[1].translate(_SUBSCRIPTS), text)
    return text.replace("*", "·")
