"""The hyperparameters that learners share; each declares what it has of them."""

from __future__ import annotations

from typing import Literal

from engine.hyperparameter import Hyperparameter


def learning_rate(
    default: float,
    schedule: Literal["constant", "inverse", "pegasos"] = "constant",
    *,
    more: str = "",
) -> tuple[Hyperparameter, ...]:
    """Declare the learning rate η with a learner's own default, and its schedules.

    The schedule ``pegasos``, η = 1/(λn), is offered where it is the default, by
    learners that have a λ. `more` is said of η besides.
    """
    choices: tuple[str, ...] = ("constant", "inverse")
    help = "How η evolves with the step n: constant; inverse, c₁/(n + c₂)"
    if schedule not in choices:
        choices, help = (schedule, *choices), f"{help}; pegasos, 1/(λn)"
    return (
        Hyperparameter(
            "schedule",
            "Schedule",
            "choice",
            default=schedule,
            choices=choices,
            help=f"{help}.",
            group="training",
        ),
        Hyperparameter(
            "learning_rate",
            "Learning rate η",
            "float",
            default=default,
            low=1e-9,
            high=1e6,
            log=True,
            help=f"How far one update moves the weights.{more}",
            shown_if=(("schedule", "constant"),),
        ),
        Hyperparameter(
            "c1", "c₁", "float", default=1.0, low=1e-9, high=1e9, log=True,
            help="In the schedule c₁/(n + c₂).",
            shown_if=(("schedule", "inverse"),),
        ),
        Hyperparameter(
            "c2", "c₂", "float", default=1.0, low=-1.0, high=1e9, above_low=True,
            log=True,
            help="In the schedule c₁/(n + c₂): n begins with 1, and 1 + c₂ is above 0.",
            shown_if=(("schedule", "inverse"),),
        ),
    )  # fmt: skip


def strength(
    default: float, low: float = 1e-9, *, beside: str = "the mean loss"
) -> Hyperparameter:
    """Declare the strength λ of the regularisation λ/2·‖w‖².

    Where there is always one it belongs to the learner.
    """
    return Hyperparameter(
        "strength", "Regularisation λ", "float", default=default, low=low, high=1e6,
        log=True,
        help=f"Weight of λ/2·‖w‖² beside {beside}; the offset is not penalised.",
        group="learner" if low else "training",
    )  # fmt: skip


AVERAGED = Hyperparameter(
    "averaged",
    "Averaged",
    "bool",
    default=False,
    help="Use the mean of the weights after every step.",
    group="training",
)


def batch_size(default: int = 1) -> Hyperparameter:
    """Declare the batch size; 0 means all training samples."""
    return Hyperparameter(
        "batch_size",
        "Batch size",
        "int",
        default=default,
        low=0,
        high=1_000_000,
        help="Samples in one step: 1 is per sample, 0 is the full batch.",
        zero_text="full batch",
        group="training",
    )


def stop_without_mistake(*, default: bool) -> Hyperparameter:
    """Declare the early stop at an epoch in which no sample was a mistake."""
    return Hyperparameter(
        "stop_without_mistake",
        "Stop without mistakes",
        "bool",
        default=default,
        help="End the run at the first epoch without a mistake.",
        group="stops",
    )


TOLERANCE = Hyperparameter(
    "tolerance",
    "Tolerance",
    "float",
    default=0.0,
    low=0.0,
    high=1e6,
    help="A sample is a mistake where y·z is not above it.",
    group="mistakes",
)

DOUBLED = (
    " From a zero start, doubling η only doubles the weights: the mistakes and the"
    " boundary stay."
    " Texts that write η·(y − ŷ)·x mean half of it."
)
"""Of η, where an update is η·y·x: on a mistake y − ŷ = 2y."""

TIE = Hyperparameter(
    "tie",
    "Tie, z = 0",
    "choice",
    default="mistake",
    choices=("mistake", "positive"),
    help="What a score of 0 is: a mistake for either class; or positive, φ(z) = 1 at "
    "z ≥ 0, so that it is right for the second of two classes.",
    group="mistakes",
)

MAP: tuple[Hyperparameter, ...] = (
    Hyperparameter(
        "offset",
        "Offset b",
        "bool",
        default=True,
        help="Learn an offset; without it the boundary goes through the origin.",
        group="features",
    ),
    Hyperparameter(
        "squares",
        "Squared features",
        "bool",
        default=False,
        help="Add the square of every feature: boundaries become conics.",
        group="features",
    ),
    Hyperparameter(
        "standardise",
        "Standardise",
        "bool",
        default=False,
        help="Train on features of mean 0 and deviation 1.",
        group="features",
    ),
    Hyperparameter(
        "deviation",
        "Deviation",
        "choice",
        default="population",
        choices=("population", "sample"),
        help="Of what is standardised: the squares are divided by n, or by n − 1.",
        group="features",
        shown_if=(("standardise", True),),
    ),
)
"""Hyperparameters of the feature map."""

COMMON: tuple[Hyperparameter, ...] = (
    Hyperparameter(
        "epochs",
        "Epochs",
        "int",
        default=20,
        low=1,
        high=1_000_000,
        log=True,
        help="Passes over the training samples, at most.",
    ),
    Hyperparameter(
        "order",
        "Order",
        "order",
        default="given",
        choices=("given", "shuffled"),
        help="The order in which an epoch visits the samples.",
        group="training",
    ),
    Hyperparameter(
        "seed",
        "Seed",
        "int",
        default=0,
        low=0,
        high=2**31 - 1,
        help="Decides shuffled orders and random starts: same seed, same run.",
        shown_if=(("order", "shuffled"), ("start", "random")),
        group="training",
    ),
    Hyperparameter(
        "start",
        "Start",
        "start",
        default="zero",
        choices=("zero", "random"),
        help="Weights before the first step: zero, or small random ones.",
        group="start",
    ),
    Hyperparameter(
        "target_error",
        "Target error",
        "float",
        default=None,
        low=0.0,
        high=1.0,
        help="End the run when the training error is not above this share.",
        group="stops",
    ),
    Hyperparameter(
        "least_change",
        "Least ‖Δw‖",
        "float",
        default=None,
        low=0.0,
        high=1e6,
        log=True,
        help="End the run when an epoch moves w and b by less: ‖Δw‖ is the length of "
        "their change from one epoch's end to the next. Where a text stops at "
        "‖Δw‖² < ε after an update, its bound is on the square, and of a single step.",
        group="stops",
    ),
    Hyperparameter(
        "class_weight",
        "Class weight",
        "class_weight",
        default=None,
        choices=("balanced",),
        help="How much the samples of each class count; balanced: all classes alike, "
        "however many samples they have.",
        group="training",
    ),
    *MAP,
)
"""Hyperparameters of every learner that learns."""
