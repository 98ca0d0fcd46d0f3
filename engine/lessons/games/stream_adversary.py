"""Be the adversary of a stream: make mistakes happen until the bound forbids more."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engine.data.lecture_examples import empty
from engine.diagnosis.convergence import in_its_space
from engine.learners import learner
from engine.lessons.games.game import Game, Moment, Standing, only_grown
from engine.numbers import counted
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from engine.data.dataset import Dataset

REACH, MARGIN, MISSES = 3.0, 0.5, 3
"""How far points may be from 0, at which distance from all of them there must be a line
between the classes, and after how many points that were no mistake it is over."""
ROUNDING = 1e-9
"""Share of the margin that is left to rounding."""
BOUND = round((REACH**2 + 1) * (1 + (REACH - MARGIN) ** 2) / MARGIN**2)
"""(R′/γ′)² of samples (x, 1): more mistakes there cannot be.

Of them R′² ≤ 3² + 1. The line w·x + b = 0, ‖w‖ = 1, has points on both sides, so |b| is
at most 3 − 0.5, and γ′ is its distance from the nearest over √(1 + b²).
"""
OTHER = "Only add points: the rest of this game stays as it is. That is taken back."
TOO_FAR = f"Farther than {REACH:g} from 0: that is taken back."
NO_ROOM = (
    f"No line would be left that is {MARGIN:g} from the points of both classes: that "
    "is taken back."
)


@cache
def begin() -> tuple[Dataset, Recipe]:
    """Give no points, and a perceptron that looks at each of them once."""
    return empty(), Recipe(epochs=1)


def judge(moment: Moment) -> Standing:
    """Count the mistakes, each point being looked at once, in the order they came."""
    data, recipe = begin()
    X, tape = moment.data.X, moment.tape
    if moment.recipe != recipe or not only_grown(data, moment.data):
        return Standing(None, "", said=OTHER, refused=True)
    if (np.hypot(X[:, 0], X[:, 1]) > REACH).any():
        return Standing(None, "", said=TOO_FAR, refused=True)
    mistakes = 0
    if tape is not None:
        _, (between,) = in_its_space(learner(recipe.learner), tape.problem)
        line = between.line  # none where nothing limits the margin
        too_near = line is not None and line.margin < MARGIN * (1 - ROUNDING)
        if not between.separable or too_near:
            return Standing(None, "", said=NO_ROOM, refused=True)
        mistakes = tape.frame(tape.steps).mistakes
    misses = moment.moves - mistakes
    counts = f"{counted(mistakes, 'mistake')} of at most {BOUND} · {misses} missed"
    over = misses >= MISSES
    said = (
        f"You made it err {mistakes} times; it cannot err more than (R′/γ′)² = {BOUND}."
    )
    return Standing(mistakes, counts, over=over, said=said if over else "")


GAME = Game(
    "adversary",
    "Be the adversary",
    "Add points that it gets wrong, one by one: left button class A, right class B. A "
    f"line that is {MARGIN:g} from all points must stay possible. {MISSES} points that "
    "were no mistake end it.",
    "pen",
    REACH,
    False,
    begin,
    judge,
)
