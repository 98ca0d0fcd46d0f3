"""What a search tries: grids of values, or values drawn at random, of any learners."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.polynomial_terms import highest_degree, polynomial_terms
from engine.errors import UserError
from engine.hyperparameter import value_text
from engine.learners import learner, unknown_hyperparameter
from engine.numbers import with_hyphen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.learners import Hyperparameter, Value
    from engine.training.recipe import Recipe

MOST_RECIPES = 100_000
USUAL_COUNT = 5
"""Values of a hyperparameter where nobody says how many."""
FEATURES = "features"
"""Can be searched like a hyperparameter: its values are lists of terms."""
LEARNER = "learner"
"""What differs first between recipes of several learners."""
UNUSED = "–"
"""The value of what plays no part in a recipe, or is not declared by its learner."""


@dataclass(frozen=True)
class ValueRange:
    """All values from `low` to `high`, log-spaced if the hyperparameter is."""

    low: float
    high: float

    def values(
        self, parameter: Hyperparameter, n: int = USUAL_COUNT
    ) -> tuple[Value, ...]:
        """Give n values spread evenly; whole ones, each once, where it wants them.

        Raises
        ------
        UserError
            If there is no such range, or it leaves that of the hyperparameter.
        """
        return self._at(parameter, np.linspace(0.0, 1.0, n) if n > 1 else np.zeros(1))

    def draw(
        self, parameter: Hyperparameter, n: int, rng: np.random.Generator
    ) -> list[Value]:
        """Draw n values."""
        shares = rng.random(n)
        return [self._at(parameter, share[None])[0] for share in shares]

    def _at(self, parameter: Hyperparameter, shares: Any) -> tuple[Value, ...]:
        _require_number(parameter)
        low, high = (float(parameter.check(end)) for end in (self.low, self.high))  # type: ignore[arg-type]
        if high < low:
            raise UserError(
                f"range {low:g} … {high:g} begins above its end: give the smaller "
                "number first",
                of=parameter.label,
            )
        if parameter.log and low > 0:
            numbers = np.exp(np.log(low) + shares * (np.log(high) - np.log(low)))
            numbers = np.clip([float(f"{x:.12g}") for x in numbers], low, high)
        else:
            numbers = low + shares * (high - low)
        whole = np.round(numbers) if parameter.kind == "int" else numbers
        return tuple(dict.fromkeys(parameter.check(x) for x in whole.tolist()))


@dataclass(frozen=True)
class ParameterGrid:
    """Every combination of the values of some hyperparameters.

    Attributes
    ----------
    values : mapping of str to sequence
        Names of hyperparameters, or ``features``, with the values to try.
    """

    values: Mapping[str, Sequence[Any]]

    def recipes(self, base: Recipe) -> tuple[Recipe, ...]:
        """Give the recipes that differ from `base` in those values, the last fastest.

        Raises
        ------
        UserError
            If there is no such hyperparameter, a value is not possible, or a
            hyperparameter would not matter.
        """
        _check(base, self.values)
        count = int(
            np.prod([len(values) for values in self.values.values()], dtype=float)
        )
        if not 0 < count <= MOST_RECIPES:
            raise UserError(
                f"the grid has {count:,} recipes, 1 to {MOST_RECIPES:,} are possible: "
                f"name {'fewer' if count else 'some'} values"
            )
        combinations = product(*self.values.values())
        return _different(base, self.values, combinations)


@dataclass(frozen=True)
class ParameterSampler:
    """Values drawn at random (Bergstra & Bengio, JMLR 13, 2012).

    Attributes
    ----------
    values : mapping of str to ValueRange or sequence
        Names of hyperparameters, or ``features``, with the range to draw from, or
        the values to choose from.
    n : int
        Recipes to draw; fewer come out if two are the same.
    seed : int
        Same seed, same recipes.
    """

    values: Mapping[str, ValueRange | Sequence[Any]]
    n: int
    seed: int = 0

    def recipes(self, base: Recipe) -> tuple[Recipe, ...]:
        """Give the recipes that differ from `base` in what is drawn.

        Raises
        ------
        UserError
            As of `ParameterGrid.recipes`.
        """
        _check(base, self.values)
        if not 0 < self.n <= MOST_RECIPES:
            raise UserError(
                f"{self.n:,} recipes are not possible: give 1 to {MOST_RECIPES:,}"
            )
        rng = np.random.default_rng(self.seed)
        columns = [self._column(base, name, rng) for name in self.values]
        return _different(base, self.values, zip(*columns, strict=True))

    def _column(self, base: Recipe, name: str, rng: np.random.Generator) -> list[Any]:
        wanted = self.values[name]
        if isinstance(wanted, ValueRange):
            return wanted.draw(searchable_hyperparameter(base, name), self.n, rng)
        return [wanted[i] for i in rng.integers(0, len(wanted), self.n)]


def searchable_hyperparameter(base: Recipe, name: str) -> Hyperparameter:
    """Find a hyperparameter of the recipe's learner that can be searched.

    Raises
    ------
    UserError
        If it has none of that name.
    """
    parameters = learner(base.learner).by_name
    if name not in parameters:
        raise unknown_hyperparameter(name, of=base.learner)
    return parameters[name]


def usual_values(parameter: Hyperparameter) -> tuple[Value, ...]:
    """Give some values worth trying, by what the hyperparameter declares."""
    if parameter.kind == "bool":
        return (False, True)
    if parameter.choices:
        off = (None,) if parameter.default is None else ()
        return (*off, *parameter.choices)
    start = parameter.default if isinstance(parameter.default, int | float) else 0.0
    steps = np.arange(USUAL_COUNT)
    if not start and (parameter.kind == "float" and not parameter.log):
        return ValueRange(parameter.low, min(parameter.high, 1.0)).values(parameter)
    if parameter.kind == "int":
        values = start * 2.0 ** (steps - 2 * parameter.log) if start else 0.0 + steps
        values = np.round(values)
    else:
        values = (start or 1e-2) * 10.0 ** (steps - USUAL_COUNT // 2)
    tidy = (float(f"{x:.12g}") for x in np.clip(values, parameter.low, parameter.high))
    return tuple(dict.fromkeys(parameter.check(x) for x in tidy))


def finer_values(parameter: Hyperparameter) -> tuple[Value, ...]:
    """Give usual values, and of a number one between each two, so that a curve shows.

    Examples
    --------
    >>> (rate,) = [
    ...     p for p in learner("adaline").hyperparameters if p.name == "learning_rate"
    ... ]
    >>> finer_values(rate)
    (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
    """
    usual = usual_values(parameter)
    if parameter.kind != "float" or parameter.choices:
        return usual
    low = np.array(usual[:-1], np.float64)
    high = np.array(usual[1:], np.float64)
    between = np.where(np.isclose(high, 10 * low), 3 * low, (low + high) / 2)
    tidy = (float(f"{x:.12g}") for x in sorted([*usual, *between.tolist()]))
    return tuple(map(parameter.check, tidy))


def _check(base: Recipe, wanted: Mapping[str, ValueRange | Sequence[Any]]) -> None:
    for name, values in wanted.items():
        if not isinstance(values, ValueRange) and not len(values):
            raise UserError(
                f"{name}: there is no value to try: put at least one into its list"
            )
        _require_part(base, name, wanted)


def _different(
    base: Recipe, names: Iterable[str], rows: Iterable[Sequence[Any]]
) -> tuple[Recipe, ...]:
    """Make the recipes, each once; what plays no part in one is as in `base`."""
    names = tuple(names)
    made: dict[Recipe, None] = {}
    for row in rows:
        recipe = base.replace(**dict(zip(names, row, strict=True)))
        idle = {
            name: base.get(name) for name in names if setting(recipe, name) == UNUSED
        }
        made[recipe.replace(**idle) if idle else recipe] = None
    return tuple(made)


def setting(recipe: Recipe, name: str) -> Any:
    """Give a setting of a recipe, or `UNUSED` where it plays no part."""
    if name in (LEARNER, FEATURES):
        return getattr(recipe, name)
    parameter = learner(recipe.learner).by_name.get(name)
    plays = parameter is not None and parameter.matters(recipe.get)
    return recipe.get(name) if plays else UNUSED


@dataclass(frozen=True)
class SearchSpace:
    """What is tried of one learner, or of several to compare them.

    Attributes
    ----------
    spaces : tuple of (Recipe, ParameterGrid or ParameterSampler)
        For each learner the recipe from which the others differ, and in what.
    names : tuple of str
        What may differ between the recipes.
    """

    spaces: tuple[tuple[Recipe, ParameterGrid | ParameterSampler], ...]
    names: tuple[str, ...]

    @classmethod
    def of(
        cls,
        bases: Sequence[Recipe],
        names: Sequence[str],
        values: Callable[[Recipe, str], Any],
        *,
        n: int | None = None,
        seed: int = 0,
    ) -> SearchSpace:
        """Try hyperparameters with each learner that has them.

        Parameters
        ----------
        bases : sequence of Recipe
            One of each learner.
        names : sequence of str
            Hyperparameters, or ``features``.
        values : callable
            ``values(base, name)``: what to try, or the range to draw from.
        n : int, optional
            Recipes to draw at random, as many of each learner that has any of the
            hyperparameters; default all combinations.
        seed : int
            Decides what is drawn.

        Raises
        ------
        UserError
            If a hyperparameter would play no part in any of the learners.
        """
        for name in names:
            if not any(_plays(base, name, names) for base in bases):
                values(bases[0], name)  # who reads them knows best what is wrong
                _require_part(bases[0], name, names)
        wanted = [
            {name: values(base, name) for name in names if _plays(base, name, names)}
            for base in bases
        ]
        spaces: list[tuple[Recipe, ParameterGrid | ParameterSampler]] = []
        drawn = [own for own in wanted if own]
        rest = 0 if n is None else n - wanted.count({})
        for base, own in zip(bases, wanted, strict=True):
            if n is None or not own:
                spaces.append((base, ParameterGrid(own)))
            else:
                share = -(-rest // len(drawn))  # of what is left, rounded up
                spaces.append((base, ParameterSampler(own, max(1, share), seed)))
                drawn, rest = drawn[1:], rest - share
        several = (LEARNER,) if len(bases) > 1 else ()
        return cls(tuple(spaces), (*several, *names))

    @property
    def drawn(self) -> bool:
        """Whether recipes are drawn at random."""
        return any(isinstance(space, ParameterSampler) for _, space in self.spaces)

    @property
    def varied(self) -> tuple[str, ...]:
        """What has more than one value; at least one name."""
        several = {LEARNER} if len(self.spaces) > 1 else set()
        for _, space in self.spaces:
            several |= {
                name
                for name, values in space.values.items()
                if isinstance(values, ValueRange) or len(values) > 1
            }
        return tuple(name for name in self.names if name in several) or self.names[:1]

    @property
    def count(self) -> int:
        """How many recipes there are, at most."""
        return sum(
            space.n
            if isinstance(space, ParameterSampler)
            else prod(map(len, space.values.values()))
            for _, space in self.spaces
        )

    def check(self) -> None:
        """Make sure, quickly, that the recipes are possible.

        Raises
        ------
        UserError
            If they are not.
        """
        if self.count > MOST_RECIPES:
            raise UserError(
                f"{self.count:,} recipes are too many: at most {MOST_RECIPES:,}; name "
                "fewer values, or draw at random"
            )
        for base, space in self.spaces:
            if isinstance(space, ParameterSampler):
                ParameterSampler(space.values, 1).recipes(base)
            else:
                first = {name: values[:1] for name, values in space.values.items()}
                ParameterGrid(first).recipes(base)

    def recipes(self) -> tuple[Recipe, ...]:
        """Give the recipes, learner by learner.

        Raises
        ------
        UserError
            If there are too many, or one is not possible.
        """
        self.check()
        return tuple(
            recipe for base, space in self.spaces for recipe in space.recipes(base)
        )


def _plays(base: Recipe, name: str, names: Iterable[str]) -> bool:
    """Tell whether a learner has a hyperparameter that matters beside others tried."""
    try:
        _require_part(base, name, names)
    except UserError:
        return False
    return True


def _require_part(base: Recipe, name: str, names: Iterable[str]) -> None:
    """Make sure that a hyperparameter plays a part where those names are tried."""
    if name == FEATURES:
        return
    parameter = searchable_hyperparameter(base, name)
    tried = any(other in names for other, _ in parameter.shown_if)
    if not tried and not parameter.matters(base.get):
        needed = (
            f"{other} to {value_text(value)}" for other, value in parameter.shown_if
        )
        raise UserError(
            f"plays a part {parameter.condition}: leave it out, or set "
            f"{' or '.join(needed)}",
            of=name,
            setting=name,
        )


HIGHEST_USUAL = 3
"""Degree up to which polynomials are tried where nobody names the terms."""
SWITCH = {"yes": True, "true": True, "no": False, "false": False}


def read_values(base: Recipe, name: str, text: str, *, drawn: bool = False) -> Any:
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
    tuple or ValueRange

    Raises
    ------
    UserError
        If there is no such hyperparameter, or a value is not possible.
    """
    if name == FEATURES:
        lists = [[term.strip() for term in part.split(",")] for part in text.split(";")]
        return tuple(tuple(terms) for terms in lists)
    parameter = searchable_hyperparameter(base, name)
    if not text:
        return usual_values(parameter)
    if ".." not in text:
        return tuple(_value(parameter, part.strip()) for part in text.split(","))
    ends, _, count = text.partition(":")
    low, _, high = ends.partition("..")
    _require_number(parameter)
    between = ValueRange(_number(low), _number(high))
    if not count:
        between.values(parameter)  # what is wrong with it is said here
        return between if drawn else between.values(parameter)
    count = count.strip()
    if not count.isdecimal() or not 1 <= int(count) <= 10_000:
        raise UserError(
            f"“{count}” does not say how many values of the range are tried: give a "
            "whole number from 1 to 10,000, as in 0..1:5"
        )
    return between.values(parameter, int(count))


def _require_number(parameter: Hyperparameter) -> None:
    if parameter.kind not in ("int", "float"):
        values = ",".join(map(value_text, usual_values(parameter)))
        raise UserError(
            "has no range, as it is not a number: give its values with commas, such "
            f"as {values}",
            of=parameter.label,
        )


def usual_features(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Give the polynomials of the first degrees, as far as they have few terms."""
    degrees = range(1, min(HIGHEST_USUAL, highest_degree(len(names))) + 1)
    return tuple(polynomial_terms(names, degree) for degree in degrees)


def _value(parameter: Hyperparameter, text: str) -> Any:
    if parameter.default is None and text == "off":
        return None
    if parameter.kind != "bool":
        return parameter.check(text)
    if text not in SWITCH:
        raise UserError(f"“{text}” is no choice: give yes or no", of=parameter.label)
    return SWITCH[text]


def _number(text: str) -> float:
    try:
        return float(with_hyphen(text))
    except ValueError:
        raise UserError(
            f"the end of the range “{text}” is not a number: give one, as in 1..10"
        ) from None
