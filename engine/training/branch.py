"""A run that branches: up to a step by one recipe, from there by another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError
from engine.learners import learner
from engine.training.loops.structures import LAST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.keyframes import State
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe


@dataclass(frozen=True)
class Branch:
    """Where a run leaves another.

    Attributes
    ----------
    before : Recipe
        Of the run that it leaves.
    step : int
        The last step of that run; if it ends sooner, its end is.
    weights : tuple of float
        Set by hand at that step: all of them, as trained, from which the run goes on.
        Empty: it goes on from those of the run that it leaves.
    """

    before: Recipe
    step: int
    weights: tuple[float, ...] = ()

    def changes(self, recipe: Recipe) -> bool:
        """Tell whether a run by this recipe then goes another way."""
        return bool(self.weights) or self.before != recipe

    def fitted(self, recipe: Recipe) -> Branch:
        """Give the run before what a branch shares with it, as `recipe` has it."""
        own = dict(self.before)
        shared = {name: value for name, value in _shared(recipe) if name in own}
        before = self.before.replace(features=recipe.features, **shared)
        return replace(self, before=before)


class BranchPoint:
    """The place in a tape at which the recipe becomes another.

    Attributes
    ----------
    before : Problem
        Of the run that is left.
    learner : str
        Its learner.
    step : int
        Its last step. The recording sets it back, before it goes on, if the run that
        is left ends sooner.
    weights : ndarray or None
        Set by hand at that step.
    """

    def __init__(self, branch: Branch, after: Problem) -> None:
        self.before = after.under(branch.before)
        self.learner = branch.before.learner
        self.step = min(max(branch.step, 0), self.before.most_steps)
        self.weights = np.array(branch.weights) if branch.weights else None

    @property
    def start(self) -> NDArray[np.float64]:
        """The weights at step 0."""
        start = self.before.start
        if self.step or self.weights is None:
            return start
        return self.weights.reshape(start.shape)

    def set_by_hand(self, state: State) -> bool:
        """Put what was set by hand into the state at the branch; tell whether it was.

        The step itself is one of the run that is left: what it made was there before.
        """
        if self.weights is None or state.step != self.step:
            return False
        state.parameters[:] = self.weights
        return True


def find_branch_point(
    branch: Branch | None, recipe: Recipe, after: Problem
) -> BranchPoint | None:
    """Prepare to branch; None where nothing changes.

    Parameters
    ----------
    branch : Branch or None
    recipe : Recipe
        From the branch on.
    after : Problem
        Made of it.

    Raises
    ------
    UserError
        If the recipe cannot go on from the other's weights and steps.
    """
    if branch is None or not branch.changes(recipe):
        return None
    made = BranchPoint(branch, after)
    before, old, new = branch.before, made.before.plan, after.plan
    names = (before.learner, recipe.learner)
    labelled = learner(recipe.learner).by_name
    both_linear = all(learner(name).is_linear for name in names)
    conditions = [
        (before.features == recipe.features, "its features"),
        *(
            (before.get(name, value) == value, f"“{labelled[name].label}”")
            for name, value in _shared(recipe)
        ),
        # So that steps and epochs coincide.
        (old.batch == new.batch, f"its batch size, {old.batch}"),
        (old.combination == new.combination, "which weights it uses"),
        # Only the last weights mean the same to every rule.
        (new.combination == LAST or before.learner == recipe.learner, "its learner"),
        (both_linear or before.learner == recipe.learner, "its learner"),
        (made.before.start.shape == after.start.shape, "its hidden units"),
        (
            made.weights is None or made.weights.size == after.start.size,
            "as many weights as were set",
        ),
    ]
    for same, setting in conditions:
        if not same:
            raise UserError(f"a branch keeps {setting}: set it back or end the branch")
    return made


def _shared(recipe: Recipe) -> list[tuple[str, Any]]:
    """Give the hyperparameters that both runs have alike, so that weights compare."""
    rule = learner(recipe.learner)
    return [
        (name, value)
        for name, value in recipe
        if rule.by_name[name].group == "features"
        or name == "batch_size"
        or name in rule.kept_at_branch
    ]
