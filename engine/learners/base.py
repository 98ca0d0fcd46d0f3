"""What a learner is: its rule, its loss and the hyperparameters it declares."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

Value = bool | int | float | str | None | tuple[Any, ...]
Combination = Literal["last", "averaged", "pocket", "voted"]
LARGEST = 1e99
"""Beyond it, what is written by hand is no weight."""

Kind = Literal["int", "float", "bool", "choice", "order", "start"]


@dataclass(frozen=True)
class Hyperparameter:
    """A knob of a learner, as declared: controls and options are built from it.

    Attributes
    ----------
    name : str
        Keyword in a recipe; with dashes, the option on the command line.
    label : str
        What stands beside the control.
    kind : {"int", "float", "bool", "choice", "order", "start"}
        An order is a choice or a tuple of rows, numbered from 0, that visits every
        sample once; a start is a choice or a tuple of rows of weights.
    default : bool, int, float, str or None
        None, for a number, means that it is off unless given.
    low, high : float
        Inclusive range of a number.
    choices : tuple of str
        The values as they stand in files.
    log : bool
        The control steps by factors rather than by sums.
    help : str
        One sentence for a tooltip and ``--help``.
    group : {"learner", "features"}
        The card of the set-up panel in which it stands.
    zero_text : str
        What a control shows for the lowest whole number, where that means more.
    shown_if : tuple of (str, str), optional
        Another hyperparameter and the value with which this one matters.
    """

    name: str
    label: str
    kind: Kind
    default: Value
    low: float = 0.0
    high: float = 0.0
    choices: tuple[str, ...] = ()
    log: bool = False
    help: str = ""
    group: Literal["learner", "features"] = "learner"
    zero_text: str = ""
    shown_if: tuple[str, str] | None = None

    def check(self, value: object) -> Value:
        """Return the value in its right type.

        Raises
        ------
        UserError
            If it is not of this kind or out of range.
        """
        if value is None and self.default is None:
            return None
        if self.kind == "order" and not isinstance(value, str):
            return self._numbers(value, int)
        if self.kind == "start" and not isinstance(value, str):
            rows = value if isinstance(value, Iterable) else ()
            return tuple(self._numbers(row, float) for row in rows)
        if self.choices:
            if value not in self.choices:
                raise UserError(
                    f"{self.label} “{value}” is not one of {', '.join(self.choices)}"
                )
            return str(value)
        if self.kind == "bool":
            if value not in (True, False):
                raise UserError(f"{self.label} must be true or false")
            return bool(value)
        return self._number(value)

    def _numbers(
        self, values: object, kind: Callable[[Any], float]
    ) -> tuple[float, ...]:
        try:
            row = tuple(kind(value) for value in values)  # type: ignore[attr-defined]
        except (TypeError, ValueError, OverflowError):
            row = (math.nan,)
        if not all(abs(number) <= LARGEST for number in row):
            raise UserError(f"{self.label}: “{values}” is not a row of numbers")
        return row

    def _number(self, value: object) -> Value:
        try:
            number = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            raise UserError(f"{self.label} “{value}” is not a number") from None
        if self.kind == "int" and number != number // 1:
            raise UserError(f"{self.label} {value} must be a whole number")
        if not self.low <= number <= self.high:
            raise UserError(
                f"{self.label} {value} is out of range: {self.low:g} to {self.high:g}"
            )
        return int(number) if self.kind == "int" else number


def learning_rate(
    default: float, schedule: Literal["constant", "inverse", "pegasos"] = "constant"
) -> tuple[Hyperparameter, ...]:
    """Declare the learning rate η with a learner's own default, and its schedules.

    The schedule ``pegasos``, η = 1/(λn), is offered where it is the default, by
    learners that have a λ.
    """
    choices = ("constant", "inverse")
    return (
        Hyperparameter(
            "schedule",
            "Schedule",
            "choice",
            schedule,
            choices=choices if schedule in choices else (schedule, *choices),
            help="How η evolves with the step n: constant; inverse, c₁/(n + c₂); "
            "pegasos, 1/(λn).",
        ),
        Hyperparameter(
            "learning_rate",
            "Learning rate η",
            "float",
            default,
            1e-9,
            1e6,
            log=True,
            help="How far one update moves the weights.",
            shown_if=("schedule", "constant"),
        ),
        Hyperparameter(
            "c1", "c₁", "float", 1.0, 1e-9, 1e9, log=True,
            help="In the schedule c₁/(n + c₂).",
            shown_if=("schedule", "inverse"),
        ),
        Hyperparameter(
            "c2", "c₂", "float", 1.0, 0.0, 1e9, log=True,
            help="In the schedule c₁/(n + c₂).",
            shown_if=("schedule", "inverse"),
        ),
    )  # fmt: skip


def strength(default: float, low: float = 1e-9) -> Hyperparameter:
    """Declare the strength λ of the regularisation λ/2·‖w‖²."""
    return Hyperparameter(
        "strength", "Regularisation λ", "float", default, low, 1e6, log=True,
        help="Weight of λ/2·‖w‖² beside the mean loss; the offset is not penalised.",
    )  # fmt: skip


def batch_size(default: int = 1) -> Hyperparameter:
    """Declare the batch size; 0 means all training samples."""
    return Hyperparameter(
        "batch_size",
        "Batch size",
        "int",
        default,
        0,
        1_000_000,
        help="Samples in one step: 1 is per sample, 0 is the full batch.",
        zero_text="full batch",
    )


def stop_without_mistake(default: bool) -> Hyperparameter:
    """Declare the early stop at an epoch in which no sample was a mistake."""
    return Hyperparameter(
        "stop_without_mistake",
        "Stop without mistakes",
        "bool",
        default,
        help="End the run at the first epoch without a mistake.",
    )


TOLERANCE = Hyperparameter(
    "tolerance",
    "Tolerance",
    "float",
    0.0,
    0.0,
    1e6,
    help="A sample is a mistake where y·z is not above it.",
)

MAP: tuple[Hyperparameter, ...] = (
    Hyperparameter(
        "offset",
        "Offset b",
        "bool",
        True,
        help="Learn an offset; without it the boundary goes through the origin.",
        group="features",
    ),
    Hyperparameter(
        "squares",
        "Squared features",
        "bool",
        False,
        help="Add the square of every feature: boundaries become conics.",
        group="features",
    ),
    Hyperparameter(
        "standardise",
        "Standardise",
        "bool",
        False,
        help="Train on features of mean 0 and deviation 1.",
        group="features",
    ),
)
"""Hyperparameters of the feature map."""

COMMON: tuple[Hyperparameter, ...] = (
    Hyperparameter(
        "epochs",
        "Epochs",
        "int",
        20,
        1,
        1_000_000,
        log=True,
        help="Passes over the training samples, at most.",
    ),
    Hyperparameter(
        "order",
        "Order",
        "order",
        "given",
        choices=("given", "shuffled"),
        help="The order in which an epoch visits the samples.",
    ),
    Hyperparameter(
        "seed",
        "Seed",
        "int",
        0,
        0,
        2**31 - 1,
        help="Decides shuffled orders and random starts: same seed, same run.",
    ),
    Hyperparameter(
        "start",
        "Start",
        "start",
        "zero",
        choices=("zero", "random"),
        help="Weights before the first step: zero, or small random ones.",
    ),
    Hyperparameter(
        "target_error",
        "Target error",
        "float",
        None,
        0.0,
        1.0,
        help="End the run when the training error is not above this share.",
    ),
    Hyperparameter(
        "least_change",
        "Least ‖Δw‖",
        "float",
        None,
        0.0,
        1e6,
        log=True,
        help="End the run when an epoch moves the weights by less.",
    ),
    *MAP,
)
"""Hyperparameters of every learner that learns."""


def no_decay(eta: float, h: Any) -> float:
    """Keep the weights as they are: a learner without regularisation."""
    return 1.0


@dataclass(frozen=True)
class Learner:
    """A linear learner: what it adds to the weights for one sample, and its loss.

    All functions are plain Python in the subset that numba compiles. A step on a
    batch B is ``w ← decay·w + η·Σ_B pull(z, y)·x`` with the scores z = w·x + b of the
    weights before the step; with `mean`, η is divided by the batch's size.

    Attributes
    ----------
    name : str
        Identifier in recipes and on the command line.
    title : str
        Name on the screen.
    line : str
        One line of description.
    rule : str
        The update as a formula.
    source : str
        Reference: author, paper, year.
    hyperparameters : tuple of Hyperparameter
        Beyond those of every run (`COMMON`).
    settings : type
        NamedTuple of the hyperparameters that `pull`, `loss` and `decay` read; one
        that the learner does not declare is 0. It always has ``tolerance``: a mistake
        is y·z ≤ tolerance.
    pull : callable
        ``pull(z, y, xx, h) -> float``: what the sample adds to the weights, in units
        of η·x; z its score, y = ±1 its label, xx = x·x, h the settings.
    loss : callable
        ``loss(z, y, h) -> float``: the sample's loss.
    decay : callable
        ``decay(eta, h) -> float``: factor on the weights, not on the offset.
    mean : bool
        A batch's pulls, and the samples' losses, are averaged rather than summed.
    combination : {"last", "averaged", "pocket", "voted"}
        Which model is used, of those that the rule goes through.
    common : tuple of Hyperparameter
        Those of every run that it has.
    safe_rate : callable, optional
        ``safe_rate(curvature, h) -> (formula, value)``: η below which its steps
        cannot grow without bound, where a larger one can; `curvature` is the largest
        eigenvalue of Σ x·xᵀ over a batch.
    """

    name: str
    title: str
    line: str
    rule: str
    source: str
    hyperparameters: tuple[Hyperparameter, ...]
    settings: Any
    pull: Callable[..., float]
    loss: Callable[..., float]
    decay: Callable[..., float] = no_decay
    mean: bool = False
    combination: Combination = "last"
    common: tuple[Hyperparameter, ...] = COMMON
    safe_rate: Callable[..., tuple[str, float]] | None = None

    @property
    def knobs(self) -> tuple[Hyperparameter, ...]:
        """All hyperparameters: the learner's own, then those of every run."""
        return self.hyperparameters + self.common
