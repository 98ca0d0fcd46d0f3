"""What a search tries, as it is written: lists of values, and ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.data.polynomial import highest_degree, polynomial_terms
from engine.errors import UserError
from engine.evaluation.search_space import FEATURES, Range, hyperparameter_of, sensible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.learners import Hyperparameter
    from engine.training.recipe import Recipe

HIGHEST_USUAL = 3
"""Degree up to which polynomials are tried where nobody names the terms."""
SWITCH = {"yes": True, "true": True, "no": False, "false": False}


def read_values(base: Recipe, name: str, text: str, drawn: bool = False) -> Any:
    """Read the values of a hyperparameter, or lists of terms under ``features``.

    Parameters
    ----------
    base : Recipe
        Whose learner declares the hyperparameter.
    name : str
    text : str
        Values ``0.01,0.1,1``; a range with their number, ``1e-3..1:5``, or without;
        nothing for some usual values; lists of terms are ``x1,x2;x1,x2,x1*x2``.
    drawn : bool
        Values will be drawn at random, so that a range stays one.

    Returns
    -------
    tuple or Range

    Raises
    ------
    UserError
        If there is no such hyperparameter, or a value is not possible.
    """
    if name == FEATURES:
        lists = [[term.strip() for term in one.split(",")] for one in text.split(";")]
        return tuple(tuple(terms) for terms in lists)
    parameter = hyperparameter_of(base, name)
    if not text:
        return sensible(parameter)
    if ".." not in text:
        return tuple(_value(parameter, one.strip()) for one in text.split(","))
    ends, _, count = text.partition(":")
    low, _, high = ends.partition("..")
    between = Range(_number(low), _number(high))
    if not count:
        between.values(parameter)  # what is wrong with it is said here
        return between if drawn else between.values(parameter)
    count = count.strip()
    if not count.isdecimal() or not 1 <= int(count) <= 10_000:
        raise UserError(f"“{count}” is not a number of values")
    return between.values(parameter, int(count))


def usual_features(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Give the polynomials of the first degrees, as far as they have few terms."""
    degrees = range(1, min(HIGHEST_USUAL, highest_degree(len(names))) + 1)
    return tuple(polynomial_terms(names, degree) for degree in degrees)


def _value(parameter: Hyperparameter, text: str) -> Any:
    if parameter.default is None and text == "off":
        return None
    return parameter.check(SWITCH.get(text, text) if parameter.kind == "bool" else text)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UserError(f"“{text}” is not a number") from None
