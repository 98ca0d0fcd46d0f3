"""A run that branches: up to a step by one recipe, from there by another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import UserError
from engine.learners import learner
from engine.training.loops.structures import LAST

if TYPE_CHECKING:
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
    """

    before: Recipe
    step: int

    def fitted(self, recipe: Recipe) -> Branch:
        """Give the run before what a branch shares with it, as `recipe` has it."""
        own = dict(self.before)
        shared = {name: value for name, value in _shared(recipe) if name in own}
        return Branch(
            self.before.replace(features=recipe.features, **shared), self.step
        )


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
    """

    def __init__(self, branch: Branch, after: Problem) -> None:
        self.before = after.under(branch.before)
        self.learner = branch.before.learner
        self.step = min(max(branch.step, 0), self.before.most_steps)


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
    if branch is None or branch.before == recipe:
        return None
    made = BranchPoint(branch, after)
    before, old, new = branch.before, made.before.plan, after.plan
    names = (before.learner, recipe.learner)
    both_linear = all(learner(name).is_linear for name in names)
    conditions = [
        (before.features == recipe.features, "its features"),
        *(
            (before.get(name, value) == value, f"“{_label(recipe, name)}”")
            for name, value in _shared(recipe)
        ),
        # So that steps and epochs coincide.
        (old.batch == new.batch, f"its batch size, {old.batch}"),
        (old.combination == new.combination, "which weights it uses"),
        # Only the last weights mean the same to every rule.
        (new.combination == LAST or before.learner == recipe.learner, "its learner"),
        (both_linear or before.learner == recipe.learner, "its learner"),
        (made.before.start.shape == after.start.shape, "its hidden units"),
    ]
    for same, setting in conditions:
        if not same:
            raise UserError(f"a branch keeps {setting}: set it back or end the branch")
    return made


def _shared(recipe: Recipe) -> list[tuple[str, Any]]:
    """Give the hyperparameters that both runs have alike, so that weights compare."""
    groups = {
        parameter.name: parameter.group
        for parameter in learner(recipe.learner).all_hyperparameters
    }
    return [
        (name, value)
        for name, value in recipe
        if groups[name] == "features"
        or name == "batch_size"
        or name in learner(recipe.learner).kept_at_branch
    ]


def _label(recipe: Recipe, name: str) -> str:
    return next(
        k.label for k in learner(recipe.learner).all_hyperparameters if k.name == name
    )
