"""The gallery: named data sets, to begin with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypedDict

from engine.data import generators, lecture_examples, real_sets
from engine.data.lecture_examples import (
    DRAWN_CLASSES,
    empty,
    separable,
    three_on_a_line,
    two_clusters,
    two_negatives,
    xor,
)
from engine.data.polynomial_terms import polynomial_terms
from engine.data.real_sets import iris
from engine.errors import UserError, choice_among

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.data.dataset import Dataset
    from engine.hyperparameter import Hyperparameter

__all__ = [
    "DRAWN_CLASSES", "EXAMPLES", "GROUPS", "Example", "empty", "example", "iris",
    "separable", "three_on_a_line", "two_clusters", "two_negatives", "xor",
]  # fmt: skip

Group = Literal["To begin with", "Lecture", "Networks", "Generators", "Real data"]
GROUPS: tuple[Group, ...] = (
    "To begin with", "Lecture", "Networks", "Generators", "Real data",
)  # fmt: skip


class RecipeSettings(TypedDict, total=False):
    """Keywords of a `Recipe`: the learner, the terms, and other hyperparameters."""

    learner: str
    features: str
    squares: bool
    offset: bool
    standardise: bool
    epochs: int
    learning_rate: float
    batch_size: int
    order: str
    target_error: float
    hidden: int
    momentum: float


BY_LIBRARY: tuple[Callable[..., Dataset], ...] = (
    generators.blobs, generators.moons, generators.circles,
    generators.gaussian_quantiles, iris, real_sets.iris_of_two_kinds, real_sets.wine,
    real_sets.breast_cancer,
)  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A named data set and what it shows.

    Attributes
    ----------
    name, title, about : str
        Identifier; name on the screen; one line: what to see or to try.
    group : {"To begin with", "Lecture", "Networks", "Generators", "Real data"}
    source : callable
        Makes it: ``source()``, or ``source(seed, **settings)`` where it has parameters.
    parameters : tuple of Hyperparameter
        What can be set; none, where it is always the same.
    settings : RecipeSettings
        The set-up with which to see it: what is not usual of it.
    outcome : str
        What comes of it with that set-up, in a few words.
    control : str
        The hyperparameter that `about` asks to change; empty, if none.
    panel : str
        Title of the panel that shows what `about` promises, where it is not in front.
    rivals : tuple of RecipeSettings
        Set-ups that race with the first; it is opened with the race, if there are some.
    """

    name: str
    title: str
    about: str
    group: Group
    source: Callable[..., Dataset]
    parameters: tuple[Hyperparameter, ...] = ()
    settings: RecipeSettings = field(default_factory=RecipeSettings)
    outcome: str = ""
    control: str = ""
    panel: str = ""
    rivals: tuple[RecipeSettings, ...] = ()

    @property
    def by_library(self) -> bool:
        """Whether scikit-learn makes it: its first import takes seconds."""
        return self.source in BY_LIBRARY

    def make(self, seed: int = 0, **settings: object) -> Dataset:
        """Make the data set: a function of the seed and the settings.

        Raises
        ------
        UserError
            If there is no such setting, or it cannot have this value.
        """
        if not self.parameters and not settings:
            return self.source()
        unknown = sorted(
            set(settings) - {parameter.name for parameter in self.parameters}
        )
        if unknown:
            known = ", ".join(parameter.name for parameter in self.parameters)
            raise UserError(
                f"“{self.title}” has no setting “{unknown[0]}”: it has "
                f"{known or 'none'}"
            )
        values = {
            parameter.name: parameter.check(
                settings.get(parameter.name, parameter.default)
            )
            for parameter in self.parameters
        }
        return self.source(seed, **values)


CUBIC = "x1,x2,x1^2,x1*x2,x2^2,x1^3,x1^2*x2,x1*x2^2,x2^3"

NETWORK: RecipeSettings = {
    "learner": "multi-layer-perceptron", "order": "shuffled", "epochs": 100,
    "target_error": 0.0,
}  # fmt: skip
"""A network that learns until no sample is wrong; its start is of the seed."""

DEGREE_6 = ",".join(polynomial_terms(("x1", "x2"), 6))

EXAMPLES: tuple[Example, ...] = (
    Example(
        "moons", "Moons", "Two half circles: a cubic bends around them.",
        "To begin with", generators.moons, generators.MOONS,
        {"learner": "averaged-perceptron", "features": CUBIC, "epochs": 100},
    ),
    Example(
        "circles", "Circles", "One inside the other: squares separate them.",
        "To begin with", generators.circles, generators.CIRCLES, {"squares": True},
    ),
    Example(
        "xor", "XOR by a product", "No line separates it; x₁·x₂ does.",
        "To begin with", xor, settings={"features": "x1,x2,x1*x2"},
        outcome="4 updates, converged in epoch 2",
    ),
    Example(
        "two-negatives", "Two negative points",
        "(2, 4) and (−6, 1), both of one class.",
        "Lecture", two_negatives, settings={"offset": False},
        outcome="2 updates, w = (4, −5)",
    ),
    Example(
        "two-negatives-close", "The second at (1, −2)",
        "Less room for a line through the origin.",
        "Lecture", lecture_examples.two_negatives_close,
        settings={"offset": False}, outcome="3 updates",
    ),
    Example(
        "one-mistake-short", "One mistake short",
        "Five points; the last one is put right in epoch 21.",
        "Lecture", lecture_examples.one_mistake_short,
        settings={"epochs": 20}, outcome="1 of 5 stays wrong", control="epochs",
    ),
    Example(
        "xor-by-a-line", "XOR by a line",
        "x₁ and x₂ alone: why the perceptron never rests.",
        "Lecture", xor, outcome="80 updates in 20 epochs, 4 of 4 stay wrong",
        panel="Will it converge?",
    ),
    Example(
        "three-on-a-line", "Three points on a line",
        "One feature, no threshold; separable with x₁².",
        "Lecture", three_on_a_line, settings={"features": "x1,x1^2"},
        outcome="5 updates, converged in epoch 4",
    ),
    Example(
        "brunch", "Brunch", "Six foods, in the meal or not, and whether it was liked.",
        "Lecture", lecture_examples.brunch, settings={"epochs": 200},
        outcome="10 updates, converged in epoch 6",
    ),
    Example(
        "two-clusters", "Two clusters",
        "Overlapping: the perceptron never rests.",
        "Lecture", two_clusters,
        outcome="68 updates in 20 epochs, 1 of 80 stays wrong",
    ),
    Example(
        "batch-or-sample", "Batch or per sample",
        "Adaline’s cost J in a race; one η is too large.",
        "Lecture", lecture_examples.beside_the_origin,
        settings={"learner": "adaline", "learning_rate": 0.01},
        outcome="J = 3.37 in epoch 20",
        rivals=(
            {"learner": "adaline", "batch_size": 0, "learning_rate": 0.003},
            {"learner": "adaline", "batch_size": 0, "learning_rate": 0.0034},
        ),
    ),
    Example(
        "noisy-clusters", "Noisy clusters",
        "The perceptron ends askew, the linear SVM upright.",
        "Lecture", lecture_examples.noisy_clusters,
        settings={"learner": "linear-svm"},
        outcome="8 of 120 stay wrong",
    ),
    Example(
        "beside-the-origin", "Beside the origin",
        "No line through the origin parts them: tick Offset b.",
        "Lecture", lecture_examples.beside_the_origin, settings={"offset": False},
        outcome="27 of 60 stay wrong", control="offset",
    ),
    Example(
        "unlike-scales", "Unlike scales",
        "Adaline crawls along x₁, which is small: tick Standardise.",
        "Lecture", lecture_examples.unlike_scales,
        settings={
            "learner": "adaline", "learning_rate": 4e-4, "batch_size": 0, "epochs": 100,
        },
        outcome="13 of 60 stay wrong", control="standardise",
    ),
    Example(
        "over-fitting", "Over-fitting",
        "30 points, 27 terms: training falls, validation rises.",
        "Lecture", lecture_examples.overfitting,
        settings={
            "learner": "logistic-regression", "features": DEGREE_6,
            "standardise": True, "learning_rate": 1.0, "batch_size": 0, "epochs": 100,
        },
        outcome="validation error 20 % in epoch 18, 30 % in epoch 100",
    ),
    Example(
        "separable", "Separable", "A gap: the perceptron converges.",
        "Lecture", separable, outcome="1 update, converged in epoch 2",
    ),
    Example(
        "tiny-margin", "Tiny margin",
        "Separable by a hair: after thousands of updates.",
        "Lecture", lecture_examples.tiny_margin, settings={"epochs": 10_000},
        outcome="7,179 updates, converged in epoch 1,088",
    ),
    Example(
        "drift", "Rotating drift",
        "The classes go around: what was learned first grows wrong.",
        "Lecture", generators.drift, generators.DRIFT, {"epochs": 1},
    ),
    Example(
        "xor-by-a-network", "XOR by hidden units",
        "Two hidden units draw two lines; the output is between them.",
        "Networks", xor,
        settings=NETWORK | {"hidden": 2, "learning_rate": 0.3},
        outcome="0 % error in epoch 59, as for 10 of 20 seeds",
        panel="Network",
    ),
    Example(
        "rings-by-a-network", "Rings by hidden units",
        "Eight lines close around the inner ring, without squares.",
        "Networks", generators.circles, generators.CIRCLES,
        # With momentum the last bit of a sample, which depends on the processor,
        # decides within a few epochs how the run ends.
        NETWORK | {"hidden": 8, "learning_rate": 0.1},
        outcome="0 % error in epoch 40, as for 20 of 20 seeds",
        panel="Network",
    ),
    Example(
        "moons-by-a-network", "Moons by hidden units",
        "Four hidden units bend between the half circles.",
        "Networks", generators.moons, generators.MOONS_APART,
        NETWORK | {"hidden": 4, "learning_rate": 0.05, "momentum": 0.9},
        outcome="0 % error in epoch 15, as for 20 of 20 seeds",
        panel="Network",
    ),
    Example(
        "spirals", "Spirals",
        "Two arms around each other: eight hidden units part them.",
        "Networks", generators.spirals, generators.SPIRALS,
        NETWORK | {"hidden": 8, "learning_rate": 0.1, "momentum": 0.9},
        outcome="0 % error in epoch 9, as for 20 of 20 seeds",
        panel="Network",
    ),
    Example(
        "blobs", "Blobs", "Round clouds, as many classes as you like.",
        "Generators", generators.blobs, generators.BLOBS,
    ),
    Example(
        "gaussian-quantiles", "Gaussian quantiles",
        "Shells around a centre: squares tell them apart.",
        "Generators", generators.gaussian_quantiles, generators.QUANTILES,
        {"learner": "averaged-perceptron", "squares": True},
    ),
    Example(
        "iris-two-kinds", "Iris, two kinds",
        "Setosa and versicolor by two lengths, in the file's order.",
        "Real data", real_sets.iris_of_two_kinds,
        settings={"learning_rate": 0.2},
        outcome="2, 2, 3, 2, 1, 0 mistakes in the epochs",
    ),
    Example(
        "iris", "Fisher's Iris", "Three kinds of flowers, four measures in cm.",
        "Real data", iris, real_sets.ROWS, {"standardise": True},
    ),
    Example(
        "wine", "Wine", "Three cultivars, thirteen measures of unlike scales.",
        "Real data", real_sets.wine, real_sets.ROWS, {"standardise": True},
    ),
    Example(
        "breast-cancer", "Breast cancer",
        "Thirty measures of a tumour's cells: standardise them.",
        "Real data", real_sets.breast_cancer, real_sets.ROWS,
        {"standardise": True},
    ),
)  # fmt: skip


def example(name: str) -> Example:
    """Find an example by its name.

    Raises
    ------
    UserError
        If there is none.
    """
    known = {example.name: example for example in EXAMPLES}
    if name not in known:
        raise UserError(f"the gallery has no “{name}”{choice_among(name, known)}")
    return known[name]
