"""`train --orders N`: how much of what is learned is the doing of the order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.cli.messages import FINE, Outcome, StatusLine
from engine.cli.outputs import DIVERGED, file_facts
from engine.cli.summary import (
    columns_text,
    data_facts,
    data_text,
    recipe_text,
    share_text,
)
from engine.errors import UserError
from engine.evaluation.order_comparison import FEWEST, MOST, order_comparison
from engine.export.csv_tables import write_orders
from engine.learners.combination import USED

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.evaluation.order_comparison import OrderBundle, OrderComparison
    from engine.training.recipe import Recipe

OPTION = "--orders"


def check_orders(args: Namespace) -> None:
    """Refuse what does not go with many orders, or only with them.

    Raises
    ------
    UserError
        If there is any such option, or too few or too many orders.
    """
    if args.orders is None:
        if args.runs:
            raise UserError(f"--runs {args.runs[0]}: goes with {OPTION} only")
        return
    if not FEWEST <= args.orders <= MOST:
        raise UserError(f"{OPTION} {args.orders}: give {FEWEST} to {MOST} orders")
    for name in ("stream", "weights", "plot", "curve", "trace", "animation"):
        if getattr(args, name):
            raise UserError(
                f"--{name}: is of one run, and {OPTION} makes many: leave one out"
            )


def compare(
    args: Namespace, data: Dataset, recipe: Recipe, outputs: list[tuple[str, Path]]
) -> Outcome:
    """Run the recipe under so many orders, by seeds from its own on."""
    first = recipe.get("seed", 0)
    seeds = range(first, first + args.orders)
    with StatusLine() as line:
        found = order_comparison(
            data,
            recipe,
            seeds,
            progress=lambda known: line.show(f"orders: {known.done} of {len(seeds)}"),
        )
    for _, path in outputs:
        write_orders(found, path)
    files = {"files": file_facts(outputs)}
    text = columns_text(data.provenance, args.weight or "")
    text += _text(found, str(args.data))
    lost = any(one.diverged.any() for one in found.bundles)
    facts = _facts(found, str(args.data)) | files
    return Outcome(text, facts, DIVERGED if lost else FINE)


def _text(found: OrderComparison, path: str) -> str:
    """Write the least, the median and the greatest of each number."""
    seeds = found.seeds
    lines = [
        f"data: {path}: {data_text(found.data)}",
        f"learner: {recipe_text(found.bundles[0].recipe)}",
        f"orders: {len(seeds)}, shuffled by the seeds {seeds[0]} to {seeds[-1]}",
    ]
    for one in found.bundles:
        shares = {"training error": one.training}
        if one.validation is not None:
            shares["validation error"] = one.validation
        told = [f"{name} {_spread(errors)}" for name, errors in shares.items()]
        told.append(f"updates {_spread(one.updates)}")
        if one.angle is not None:
            told.append(f"boundaries up to {one.angle:.3g}° apart")
        told.append(f"two disagree on {share_text(one.disagreement)} of the samples")
        if one.diverged.any():
            told.append(f"{one.diverged.sum()} diverged")
        lines.append(f"{USED[one.combination]}: {'; '.join(told)}")
    return "".join(f"{line}\n" for line in lines)


def _spread(values: NDArray[np.int64] | NDArray[np.float64]) -> str:
    low, high, middle = values.min(), values.max(), float(np.median(values))
    if values.dtype.kind == "i":
        told = [str(low), str(high), f"{middle:g}"]
    else:
        told = [share_text(float(share)) for share in (low, high, middle)]
    return told[0] if low == high else f"{told[0]} to {told[1]}, median {told[2]}"


def _facts(found: OrderComparison, path: str) -> dict[str, Any]:
    return {
        "data": data_facts(found.data, path),
        "recipe": found.bundles[0].recipe.to_dict(),
        "seeds": found.seeds,
        "orders": {one.combination: _bundle_facts(one) for one in found.bundles},
    }


def _bundle_facts(one: OrderBundle) -> dict[str, Any]:
    return {
        "updates": one.updates,
        "epochs": one.epochs,
        "converged": one.converged,
        "diverged": one.diverged,
        "training_error": one.training,
        "validation_error": one.validation,
        "angle": one.angle,
        "disagreement": one.disagreement,
    }
