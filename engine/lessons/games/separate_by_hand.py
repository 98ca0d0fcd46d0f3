"""Separate the classes by hand, in fewer moves than the perceptron made updates."""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.data.dataset import Dataset
from engine.lessons.games.game import Game, Moment, Standing, only_grown
from engine.numbers import counted
from engine.training.recipe import Recipe
from engine.training.tape import Tape

SAMPLES, GAP = 60, 0.15
"""How many there are, and how far they are from the line between their classes."""
LINE = (0.55, -0.835, -0.25)
OTHER = "This game is about its own points and a line by hand: that is taken back."


@cache
def begin() -> tuple[Dataset, Recipe]:
    """Give two classes with a narrow gap, and a line that stands upright."""
    rng = np.random.default_rng(3)
    X = rng.uniform(-3, 3, (400, 2)).round(2)
    scores = X @ np.array(LINE[:2]) + LINE[2]
    rows = np.flatnonzero(np.abs(scores) > GAP)[:SAMPLES]
    data = Dataset(X[rows], (scores[rows] > 0).astype(int), class_names=("A", "B"))
    return data, Recipe("manual-neuron", start=((1.0, 0.0, 0.0),))


@cache
def updates_needed() -> int:
    """Count the updates that the perceptron makes until it has them all right."""
    tape = Tape(begin()[0], Recipe(epochs=1000))
    tape.extend()
    return tape.frame(tape.steps).updates


def judge(moment: Moment) -> Standing:
    """Count the moves, and what is still wrong."""
    data, recipe = begin()
    if moment.data.n_samples != data.n_samples or not only_grown(data, moment.data):
        return Standing(None, "", said=OTHER, refused=True)
    own = moment.recipe
    if own.learner != recipe.learner or own.replace(start=recipe.start) != recipe:
        return Standing(None, "", said=OTHER, refused=True)
    if moment.tape is None:
        return Standing(None, "")
    needed, moves = updates_needed(), moment.moves
    wrong = moment.tape.count_wrong(moment.tape.model(0))
    counts = f"{counted(moves, 'move')} of {needed - 1} · {wrong} wrong"
    if wrong:
        lost = moves >= needed - 1
        said = f"The perceptron had them right after {needed} updates." if lost else ""
        return Standing(None, counts, over=lost, said=said)
    said = (
        f"Separated in {counted(moves, 'move')}: the perceptron made {needed} updates."
    )
    return Standing(moves, counts, over=True, said=said)


GAME = Game(
    "separate",
    "Separate by hand",
    "Drag the line until nothing is wrong, in fewer moves than the perceptron made "
    "updates.",
    "boundary",
    3.0,
    True,
    begin,
    judge,
)
