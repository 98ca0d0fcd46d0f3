"""Sources of a stream: samples that come one after another, without end.

Sample i is a function of (seed, i) and, for an adversary, of the present model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.hyperparameter import Hyperparameter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Judge = Callable[[NDArray[np.float64], NDArray[np.int64]], NDArray[np.bool_]]
    Samples = tuple[NDArray[np.float64], NDArray[np.int64]]

RADIUS = 2.0
"""Distance of the drifting centres from the origin."""
REACH = 3.0
"""Half the side of the square from which an adversary takes its points."""
CANDIDATES = 256
RULE = np.array([0.6, 0.8])
"""Unit normal of the line that tells the classes of a fair adversary apart."""
DIGITS = 3


@dataclass(frozen=True)
class Source:
    """Where the samples of a stream come from.

    Attributes
    ----------
    name, title, about : str
        Identifier; name on the screen; one sentence.
    parameters : tuple of Hyperparameter
    at_once : int
        Most samples that may be asked for together: one, where each depends on the
        model after the last; none, where it gives none by itself.
    give : callable
        ``give(first, count, seed, settings, judge) -> X, y``: samples `first`, … in
        the plane, (m, 2), and their class indices, 0 or 1; fewer than `count` when
        there are no more. ``judge(X, y)`` tells which samples the present model has
        on the wrong side or on the boundary.
    """

    name: str
    title: str
    about: str
    parameters: tuple[Hyperparameter, ...]
    at_once: int
    give: Callable[[int, int, int, Mapping[str, Any], Judge], Samples]

    @property
    def defaults(self) -> dict[str, Any]:
        """The settings to begin with."""
        return {parameter.name: parameter.default for parameter in self.parameters}


def nothing(
    first: int, count: int, seed: int, settings: Mapping[str, Any], judge: Judge
) -> Samples:
    """Give no samples: those of the person are all."""
    return np.empty((0, 2)), np.empty(0, np.int64)


def centre(i: int, period: float) -> NDArray[np.float64]:
    """Give the centre of class 1 at sample i; that of class 0 is opposite.

    It goes around the origin once in `period` samples.
    """
    angle = 2 * np.pi * i / period
    return RADIUS * np.array([np.cos(angle), np.sin(angle)])


def drift(
    first: int, count: int, seed: int, settings: Mapping[str, Any], judge: Judge
) -> Samples:
    """Give samples of two normal classes whose centres rotate.

    Settings: ``period`` in samples, ``noise``, the standard deviation of a class.
    """
    X, y = np.empty((count, 2)), np.empty(count, np.int64)
    for row in range(count):
        i = first + row
        rng = np.random.default_rng((seed, i))
        y[row] = rng.integers(2)
        middle = centre(i, settings["period"]) * (1 if y[row] else -1)
        X[row] = middle + settings["noise"] * rng.standard_normal(2)
    return X.round(DIGITS), y


def fair_adversary(
    first: int, count: int, seed: int, settings: Mapping[str, Any], judge: Judge
) -> Samples:
    """Give a sample that the model gets wrong, though one line separates its own.

    The classes lie on either side of a fixed line, each at least ``margin`` from it.
    No sample is left when a linear model has the corners of both classes right: then
    it has everything right.
    """
    rng = np.random.default_rng((seed, first))
    y = rng.integers(2, size=CANDIDATES)
    across = rng.uniform(settings["margin"], REACH, CANDIDATES)
    along = rng.uniform(-REACH, REACH, CANDIDATES)
    corners = [(a, b) for a in (settings["margin"], REACH) for b in (-REACH, REACH)]
    across = np.append(across, [a for a, _ in corners] * 2)
    along = np.append(along, [b for _, b in corners] * 2)
    y = np.append(y, np.repeat([0, 1], len(corners)))
    side = np.where(y == 1, across, -across)
    X = np.outer(side, RULE) + np.outer(along, [-RULE[1], RULE[0]])
    return _first_wrong(X.round(DIGITS), y, judge)


def unfair_adversary(
    first: int, count: int, seed: int, settings: Mapping[str, Any], judge: Judge
) -> Samples:
    """Give a random point with whatever label the model gets wrong there."""
    rng = np.random.default_rng((seed, first))
    point = rng.uniform(-REACH, REACH, 2).round(DIGITS)
    labels = rng.permutation(2)
    return _first_wrong(np.array([point, point]), labels, judge)


def _first_wrong(X: NDArray[np.float64], y: NDArray[np.int64], judge: Judge) -> Samples:
    wrong = np.flatnonzero(judge(X, y))[:1]
    return X[wrong], y[wrong]


SOURCES: tuple[Source, ...] = (
    Source(
        "drawing",
        "Your drawing",
        "Draw while it plays: each point enters at the end of the stream.",
        (),
        0,
        nothing,
    ),
    Source(
        "drift",
        "Drift",
        "Two classes that go around each other: what was learned grows old.",
        (
            Hyperparameter(
                "period", "Period", "int", default=1000, low=10, high=100_000, log=True,
                help="Samples in which the classes go around once.",
            ),
            Hyperparameter(
                "noise", "Noise", "float", default=0.6, low=0.0, high=100.0,
                slider_to=3.0,
                help="Standard deviation of each class; the centres are 4 apart.",
            ),
        ),
        200,
        drift,
    ),
    Source(
        "fair-adversary",
        "Adversary, separable",
        "Always a point that it gets wrong; one line separates all that come in.",
        (
            Hyperparameter(
                "margin", "Margin γ", "float", default=0.3, low=0.01, high=2.0,
                log=True,
                help="Distance that both classes keep from the line between them.",
            ),
        ),
        1,
        fair_adversary,
    ),
    Source(
        "unfair-adversary",
        "Adversary, any label",
        "Any point, with the label that it gets wrong: nobody can learn this.",
        (),
        1,
        unfair_adversary,
    ),
)  # fmt: skip


def source(name: str) -> Source:
    """Find a source by its name; KeyError if there is none."""
    return {kind.name: kind for kind in SOURCES}[name]
