"""What a learner is: its rule, its loss and the hyperparameters it declares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

Value = bool | int | float | str
Kind = Literal["int", "float", "bool", "choice"]


@dataclass(frozen=True)
class Hyperparameter:
    """A knob of a learner, as declared: controls and options are built from it.

    Attributes
    ----------
    name : str
        Keyword in a recipe; with dashes, the option on the command line.
    label : str
        What stands beside the control.
    kind : {"int", "float", "bool", "choice"}
    default : bool, int, float or str
    low, high : float
        Inclusive range of a number.
    choices : tuple of str
        For ``choice``; the values as they stand in files.
    log : bool
        The control steps by factors rather than by sums.
    help : str
        One sentence for a tooltip and ``--help``.
    group : {"learner", "features"}
        The card of the set-up panel in which it stands.
    zero_text : str
        What a control shows for the lowest whole number, where that means more.
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

    def check(self, value: object) -> Value:
        """Return the value in its right type.

        Raises
        ------
        UserError
            If it is not of this kind or out of range.
        """
        if self.kind == "choice":
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


def learning_rate(default: float) -> Hyperparameter:
    """Declare the learning rate η with a learner's own default."""
    return Hyperparameter(
        "learning_rate",
        "Learning rate η",
        "float",
        default,
        1e-9,
        1e6,
        log=True,
        help="How far one update moves the weights.",
    )


def batch_size(default: int = 1) -> Hyperparameter:
    """Declare the batch size; 0 means all training samples."""
    return Hyperparameter(
        "batch_size",
        "Batch size",
        "int",
        default,
        0,
        1_000_000,
        help="Samples summed in one step: 1 is per sample, 0 is the full batch.",
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
        "choice",
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
        help="Decides the shuffled orders: same seed, same run.",
    ),
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
"""Hyperparameters of every run, whatever its learner."""


def no_decay(eta: float, h: Any) -> float:
    """Keep the weights as they are: a learner without regularisation."""
    return 1.0


@dataclass(frozen=True)
class Learner:
    """A linear learner: what it adds to the weights for one sample, and its loss.

    All functions are plain Python in the subset that numba compiles. A step on a
    batch B is ``w ← decay·w + η·Σ_B pull(z, y)·x`` with the scores z = w·x + b of the
    weights before the step.

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
        NamedTuple of the hyperparameters that `pull`, `loss` and `decay` read. It
        always has ``tolerance``: a mistake is y·z ≤ tolerance.
    pull : callable
        ``pull(z, y, xx, h) -> float``: what the sample adds to the weights, in units
        of η·x; z its score, y = ±1 its label, xx = x·x, h the settings.
    loss : callable
        ``loss(z, y, h) -> float``: the sample's loss.
    decay : callable
        ``decay(eta, h) -> float``: factor on the weights, not on the offset.
    mean_loss : bool
        The objective is the mean of the samples' losses rather than their sum.
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
    mean_loss: bool = False

    @property
    def knobs(self) -> tuple[Hyperparameter, ...]:
        """All hyperparameters: the learner's own, then those of every run."""
        return self.hyperparameters + COMMON
