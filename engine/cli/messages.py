"""What the headless commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cli.recipe_options import option
from engine.data.dataset import PART_NAMES
from engine.hyperparameter import ROWS, value_text
from engine.learners import COMMON, Hyperparameter, Learner, learners
from engine.learners.formulas import lines
from engine.learners.latex import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.data.dataset import Dataset
    from engine.models.model import Model
    from engine.training.out_of_core import Streamed
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

MOST_WRITTEN = 40
"""Terms of a score that are printed."""


def summary(tape: Tape, path: str) -> str:
    """Say what was trained on what, how the run ended and which weights came out."""
    model = tape.model()
    held_out = _held_out(model, tape.data)
    return _summary(path, tape.data, tape.recipe, tape.reason, model, held_out)


def summary_of_stream(run: Streamed, path: str) -> str:
    """Say the same of a run over a file that is larger than memory."""
    return _summary(path, run, run.recipe, run.reason, run.model, [])


def _summary(
    path: str,
    data: Dataset | Streamed,
    recipe: Recipe,
    reason: str,
    model: Model,
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


def _held_out(model: Model, data: Dataset) -> list[str]:
    """Say the errors on the parts that were not learned from."""
    lines = []
    for part, name in enumerate(PART_NAMES[1:], 1):
        rows = data.rows_of(part)
        if len(rows):
            error = float(model.mistaken(data.X[rows], data.y[rows]).mean())
            lines.append(f"{name} error: {_share(error)} of {len(rows)} samples")
    return lines


def describe_learners() -> str:
    """List the learners: rule, source and hyperparameters with default and range."""
    blocks = [_learner(one) for one in learners().values()]
    all_parameters = [one.all_hyperparameters for one in learners().values()]
    every = [
        parameter
        for parameter in COMMON
        if all(parameter in parameters for parameters in all_parameters)
    ]
    runs = [parameter for parameter in COMMON if parameter not in every]
    blocks.append(["every learner that learns", *_hyperparameters(runs)])
    blocks.append(["every learner", *_hyperparameters(every)])
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def _data(data: Dataset | Streamed) -> str:
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


def _learner(one: Learner) -> list[str]:
    return [
        f"{one.name}: {one.title}",
        f"  {one.line}",
        f"  rule: {',  '.join(map(plain, lines(one)))}",
        f"  source: {one.source}",
        *_hyperparameters(one.hyperparameters),
    ]


def _hyperparameters(parameters: Iterable[Hyperparameter]) -> list[str]:
    return [
        f"  {option(parameter.name)} (default {value_text(parameter.default)}; "
        f"{_range(parameter)}): "
        f"{parameter.help}"
        for parameter in parameters
    ]


def _range(parameter: Hyperparameter) -> str:
    if parameter.kind == "bool":
        return "yes or no"
    if parameter.kind in ROWS:
        return f"{', '.join(parameter.choices)} or {ROWS[parameter.kind]}"
    if parameter.kind == "choice":
        return " or ".join(parameter.choices)
    return f"{value_text(parameter.low)} to {value_text(parameter.high)}"
