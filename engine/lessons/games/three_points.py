"""Fool the perceptron with three points: as many as possible wrong at its end."""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.data.dataset import Dataset
from engine.lessons.games.game import Game, Moment, Standing, only_grown
from engine.numbers import counted
from engine.training.recipe import Recipe

POINTS, REACH = 3, 4.0
"""How many may be added, and how far from 0 in each direction."""
OTHER = "Only add points: the rest of this game stays as it is. That is taken back."
TOO_FAR = f"Farther than {REACH:g} from 0 in a direction: that is taken back."
TOO_MANY = f"No more than {counted(POINTS, 'point')}: that is taken back."


@cache
def begin() -> tuple[Dataset, Recipe]:
    """Give two classes that the perceptron separates."""
    rng = np.random.default_rng(1)
    middle = np.repeat([[-1.3, -0.8], [1.3, 0.8]], 20, axis=0)
    X = (middle + 0.55 * rng.standard_normal((40, 2))).round(1)
    y = np.repeat([0, 1], 20)
    # Else the last update would be that of the last point, and one point enough.
    return Dataset(X, y, class_names=("A", "B")), Recipe(order="shuffled")


def judge(moment: Moment) -> Standing:
    """Count what is wrong at the end of the run with the points that were added."""
    data, recipe = begin()
    if moment.recipe != recipe or not only_grown(data, moment.data):
        return Standing(None, "", said=OTHER, refused=True)
    added = moment.data.X[data.n_samples :]
    if (np.abs(added) > REACH).any():
        return Standing(None, "", said=TOO_FAR, refused=True)
    if len(added) > POINTS or moment.moves > POINTS:
        return Standing(None, "", said=TOO_MANY, refused=True)
    if moment.tape is None:
        return Standing(None, "")
    n, left = moment.data.n_samples, POINTS - moment.moves
    wrong = moment.tape.count_wrong(moment.tape.model())
    counts = f"{counted(left, 'point')} left · {wrong} of {n} wrong"
    said = f"It ends with {wrong} of {n} points wrong." if not left else ""
    return Standing(wrong, counts, over=not left, said=said)


GAME = Game(
    "three-points",
    "Fool it with three points",
    "Add three points, by the left button of class A, by the right of class B, so that "
    "the perceptron ends with as many wrong as you can.",
    "pen",
    REACH,
    False,
    begin,
    judge,
)
