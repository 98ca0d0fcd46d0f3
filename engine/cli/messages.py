"""What the headless commands print."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from engine.data.dataset import PART_NAMES
from engine.evaluation.error_rates import error_on
from engine.hyperparameter import value_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.data.dataset import Dataset
    from engine.models.model import Model
    from engine.training.out_of_core import OutOfCoreRun
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

MOST_WRITTEN = 40
"""Terms of a score that are printed."""


def summary(tape: Tape, path: str) -> str:
    """Say what was trained on what, how the run ended and which weights came out."""
    model, lines = tape.model(), []
    for part, name in enumerate(PART_NAMES[1:], 1):
        error = error_on(part, tape, model)
        if error is not None:
            count = len(tape.data.rows_of(part))
            lines.append(f"{name} error: {_share(error)} of {count} samples")
    return _summary(path, tape.data, tape.recipe, tape.reason, model, held_out=lines)


def summary_of_stream(run: OutOfCoreRun, path: str) -> str:
    """Say the same of a run over a file that is larger than memory."""
    return _summary(path, run, run.recipe, run.reason, run.model, held_out=[])


def _summary(
    path: str,
    data: Dataset | OutOfCoreRun,
    recipe: Recipe,
    reason: str,
    model: Model,
    *,
    held_out: list[str],
) -> str:
    lines = [
        f"data: {path}: {_data(data)}",
        f"learner: {_recipe(recipe)}",
        f"run: {reason}",
        *_formulas(model),
        *held_out,
        f"training error: {_share(model.training_error)}  updates: {model.updates}  "
        f"epochs: {model.epochs}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _data(data: Dataset | OutOfCoreRun) -> str:
    classes = [
        f"{name} {count}"
        for name, count in zip(data.class_names, data.counts, strict=True)
    ]
    return (
        f"{data.n_samples} samples; features {', '.join(data.feature_names)}; "
        f"classes {', '.join(classes)}"
    )


def _recipe(recipe: Recipe) -> str:
    settings = [f"{name} {value_text(value)}" for name, value in recipe]
    return f"{recipe.learner}; " + ", ".join(settings)


def _formulas(model: Model) -> list[str]:
    names = model.class_names
    formulas = [
        _formula(weights, model.features.names) for weights in model.weights.tolist()
    ]
    if len(formulas) == 1:
        return [f"score: {formulas[0]}", f"above 0: {names[1]}, otherwise: {names[0]}"]
    scores = zip(names, formulas, strict=True)
    return [f"score of {name}: {formula}" for name, formula in scores] + [
        "the highest score wins"
    ]


def _formula(weights: list[float], terms: Iterable[str]) -> str:
    """Write weights, the offset last, as a sum: ``2·x1 − 0.5·x2 + 1``."""
    named = [f"·{term}" for term in terms]
    more = len(named) - MOST_WRITTEN
    weights = [*weights[:-1][:MOST_WRITTEN], weights[-1]]
    first, *others = [*named[:MOST_WRITTEN], ""]
    text = f"{weights[0]:.6g}{first}".replace("-", "−", 1)
    for weight, term in zip(weights[1:], others, strict=True):
        text += f" {'−' if weight < 0 else '+'} {abs(weight):.6g}{term}"
    return text + (f" + … {more} more terms (--weights: all)" if more > 0 else "")


def _share(share: float) -> str:
    """Write a share 0 … 1 so that none but zero looks like zero."""
    return f"{share:.4f}" if share >= 1e-3 or share == 0 else f"{share:.2g}"


def note(message: str) -> None:
    """Print one line on stderr, whatever the message holds."""
    line = "".join(c if c.isprintable() else " " for c in message)
    with suppress(OSError):
        print(f"perceptron-lab: {line}", file=sys.stderr, flush=True)


class StatusLine:
    """A line on the terminal that is written over and over; nothing elsewhere."""

    def __init__(self) -> None:
        self._on_terminal = sys.stderr is not None and sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Replace what stands there."""
        if self._on_terminal:
            print(f"\r{text[:100]}\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        """Begin with an empty line."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave an empty line to what is printed next."""
        self.show("")
