"""What would make samples separable that are not: the offset, or one more term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.data.feature_map import pretty, term_name
from engine.data.polynomial_terms import choice_of, known_terms, offered_terms
from engine.diagnosis.convergence import is_separable
from engine.errors import UserError, never
from engine.learners import learner
from engine.training.manual_weights import carried
from engine.training.problem import problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.data.dataset import Dataset
    from engine.data.feature_map import Term
    from engine.diagnosis.convergence import Diagnosis
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

MOST_NUMBERS = 100_000
"""Numbers in the samples up to which it is tried: a tenth of a second each."""


@dataclass(frozen=True)
class Remedy:
    """A change of the recipe with which the samples are separable.

    Attributes
    ----------
    term : str
        The term that is added, as a file shows it; empty for the offset.
    recipe : Recipe
    """

    term: str
    recipe: Recipe

    @property
    def text(self) -> str:
        """What is on the button that takes it."""
        return f"Add {pretty(self.term)}" if self.term else "Add the offset b"


def remedy_of(
    tape: Tape, diagnosis: Diagnosis, stop: Callable[[], bool] = never
) -> Remedy | None:
    """Find what would let lines separate, for a run in which none do.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    if diagnosis.separable is not False or not diagnosis.is_linear:
        return None
    if diagnosis.obstacle or not tape.problem.class_weights.all():
        return None  # or a class pulls at no weights
    return remedy(tape.data, tape.recipe, offered_terms(tape.data.n_features), stop)


def remedy(
    data: Dataset,
    recipe: Recipe,
    offered: Iterable[Term],
    stop: Callable[[], bool] = never,
) -> Remedy | None:
    """Find the first change that makes the samples separable.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
        One with which they are not.
    offered : iterable of Term
        Tried one by one, after the offset.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Returns
    -------
    Remedy or None
        None also where the samples are too many to try.

    Raises
    ------
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe
    >>> from engine.data.feature_map import Factor
    >>> xor = Dataset([[-1, -1], [-1, 1], [1, -1], [1, 1]], [0, 1, 1, 0])
    >>> remedy(xor, Recipe("perceptron"), [(Factor(0), Factor(1))]).term
    'x1*x2'
    """
    if data.X.size > MOST_NUMBERS:
        return None
    if not recipe.offset:
        with_offset = recipe.replace(offset=True)
        if _separable(data, with_offset, stop):
            return Remedy("", with_offset)
    names = data.feature_names
    chosen = known_terms(names, recipe.features, squares=recipe.squares)
    for term in offered:
        if term in chosen:
            continue
        features = choice_of([*chosen, term], names)
        with_term = recipe.replace(features=features, squares=False)
        if recipe.get("start") not in ("zero", "random"):
            with_term = carried(with_term, data, (recipe, data))
        if _separable(data, with_term, stop):
            return Remedy(term_name(term, names), with_term)
    return None


def _separable(data: Dataset, recipe: Recipe, stop: Callable[[], bool]) -> bool:
    try:
        posed = problem(data, recipe)
        return is_separable(learner(recipe.learner), posed, stop) is True
    except UserError:  # too large to learn from, or to tell
        return False
