"""`search --learning-curve`: what more samples would do for one recipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cli.messages import Outcome, StatusLine
from engine.cli.options import refuse
from engine.cli.outputs import file_facts
from engine.cli.summary import (
    columns_text,
    data_facts,
    data_text,
    in_columns,
    interval_text,
    recipe_text,
)
from engine.errors import UserError
from engine.evaluation.cross_validation import standard_error
from engine.evaluation.folds import Folds
from engine.evaluation.learning_curve import learning_curve
from engine.evaluation.report import ERRORS
from engine.export.csv_tables import write_learning_curve

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from pathlib import Path

    from engine.data.dataset import Dataset
    from engine.evaluation.folds import Resampling
    from engine.evaluation.learning_curve import LearningCurve
    from engine.training.recipe import Recipe

OPTION = "--learning-curve"
OF_A_SEARCH = ("grid", "random", "weights", "test", "jobs", "dask")
"""Options by which recipes are compared, and the best of them trained."""


def check_curve(args: Namespace, bases: Sequence[Recipe]) -> None:
    """Refuse what does not go with the curve of one recipe.

    Raises
    ------
    UserError
        If there is any such option, or several learners.
    """
    why = f"tries many settings, and {OPTION} shows one: leave one of the options out"
    refuse(args, OF_A_SEARCH, why)
    if len(bases) > 1:
        raise UserError(
            f"{OPTION}: is drawn for one learner: name only one (--learner)"
        )


def trace_curve(
    args: Namespace,
    data: Dataset,
    recipe: Recipe,
    judge: Resampling,
    outputs: list[tuple[str, Path]],
) -> Outcome:
    """Train one recipe on ever more of the samples, in each fold."""
    folds = judge.split(data) if isinstance(judge, Folds) else (data,)
    with StatusLine() as line:
        curve = learning_curve(
            folds,
            recipe,
            score=args.score,
            seed=int(args.split_seed or 0),
            progress=lambda known: line.show(
                f"learning curve: up to {known.sizes[-1]:,} samples"
            ),
        )
    for _, path in outputs:
        write_learning_curve(curve, path)
    text = columns_text(data.provenance, args.weight or "")
    text += _text(curve, recipe, data, args)
    facts = _facts(curve, recipe, data, args) | {"files": file_facts(outputs)}
    return Outcome(text, facts)


def _text(curve: LearningCurve, recipe: Recipe, data: Dataset, args: Namespace) -> str:
    k, name = len(curve.training), ERRORS[args.score]
    heads = ["samples", f"training {name}", f"validation {name}"]
    heads += ["standard error", "95 % interval"] if k > 1 else ["95 % interval"]
    table = [heads]
    for j, (size, *numbers) in enumerate(
        zip(curve.sizes.tolist(), *_means(curve), strict=True)
    ):
        shown = [f"{number:.4f}" for number in numbers[: 3 if k > 1 else 2]]
        table.append([str(size), *shown, interval_text(curve.validation_interval(j))])
    judged = f"the mean of {k} folds" if k > 1 else "by the validation part"
    lines = [
        f"data: {args.data}: {data_text(data)}",
        f"learner: {recipe_text(recipe)}",
        f"learning curve: {judged}, of samples to learn from that are drawn",
        *in_columns(table),
    ]
    return "".join(f"{line}\n" for line in lines)


def _means(curve: LearningCurve) -> list[list[float]]:
    """Give the mean errors, and the standard error of those held out."""
    deviations = [standard_error(column) for column in curve.validation.T]
    means = (curve.training.mean(axis=0), curve.validation.mean(axis=0))
    return [*(mean.tolist() for mean in means), deviations]


def _facts(
    curve: LearningCurve, recipe: Recipe, data: Dataset, args: Namespace
) -> dict[str, Any]:
    """Give the errors in each fold, a list for each size, and their means."""
    training, validation, deviations = _means(curve)
    k = len(curve.training)
    return {
        "data": data_facts(data, str(args.data)),
        "recipe": recipe.to_dict(),
        "on": args.on,
        "folds": k if k > 1 else None,
        "score": args.score,
        "learning_curve": [
            {
                "samples": size,
                "training": curve.training[:, j],
                "training_mean": training[j],
                "validation": curve.validation[:, j],
                "validation_mean": validation[j],
                "standard_error": deviations[j],
                "interval": curve.validation_interval(j),
            }
            for j, size in enumerate(curve.sizes.tolist())
        ],
    }
