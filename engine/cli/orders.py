"""`train --orders N`: how much of what is learned is the doing of the order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.cli.messages import FINE, Outcome, StatusLine
from engine.cli.options import refuse
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
from engine.evaluation.order_words import averaging_helps, conclusion
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
            raise UserError(
                f"--runs {args.runs[0]}: goes with {OPTION} only: give {OPTION} too, "
                "or leave --runs out"
            )
        return
    if not FEWEST <= args.orders <= MOST:
        raise UserError(
            f"{OPTION} {args.orders}: is out of range: give {FEWEST} to {MOST} orders"
        )
    of_one = (
        "stream", "weights", "plot", "curve", "trace", "animation", "code", "session",
        "page",
    )  # fmt: skip
    refuse(
        args,
        of_one,
        f"shows one run, but {OPTION} makes many: leave one of the two out",
    )


def compare(
    args: Namespace, data: Dataset, recipe: Recipe, outputs: list[tuple[str, Path]]
) -> Outcome:
    """Run the recipe under so many orders, by seeds from its own on."""
    first = recipe.get("seed", 0)
    seeds = range(first, first + args.orders)
    with StatusLine() as line:
        comparison = order_comparison(
            data,
            recipe,
            seeds,
            progress=lambda known: line.show(f"orders: {known.done} of {len(seeds)}"),
        )
    for _, path in outputs:
        write_orders(comparison, path)
    files = {"files": file_facts(outputs)}
    text = columns_text(data.provenance, args.weight or "")
    text += _text(comparison, str(args.data))
    lost = any(bundle.diverged.any() for bundle in comparison.bundles)
    facts = _facts(comparison, str(args.data)) | files
    return Outcome(text, facts, DIVERGED if lost else FINE)


def _text(comparison: OrderComparison, path: str) -> str:
    """Write the least, the median and the greatest of each number."""
    seeds = comparison.seeds
    lines = [
        f"data: {path}: {data_text(comparison.data)}",
        f"learner: {recipe_text(comparison.bundles[0].recipe)}",
        f"orders: {len(seeds)}, shuffled by the seeds {seeds[0]} to {seeds[-1]}",
    ]
    for bundle in comparison.bundles:
        shares = {"training error": bundle.training}
        if bundle.validation is not None:
            shares["validation error"] = bundle.validation
        phrases = [f"{name} {_spread(errors)}" for name, errors in shares.items()]
        phrases.append(f"updates {_spread(bundle.updates)}")
        if bundle.angle is not None:
            phrases.append(f"boundaries up to {bundle.angle:.3g}° apart")
        phrases.append(
            f"two disagree on {share_text(bundle.disagreement)} of the samples"
        )
        if bundle.diverged.any():
            phrases.append(f"{bundle.diverged.sum()} diverged")
        lines.append(f"{USED[bundle.combination]}: {'; '.join(phrases)}")
    lines.append(conclusion(comparison))
    return "".join(f"{line}\n" for line in lines)


def _spread(values: NDArray[np.int64] | NDArray[np.float64]) -> str:
    low, high, middle = values.min(), values.max(), float(np.median(values))
    if values.dtype.kind == "i":
        texts = [str(low), str(high), f"{middle:g}"]
    else:
        texts = [share_text(float(share)) for share in (low, high, middle)]
    return texts[0] if low == high else f"{texts[0]} to {texts[1]}, median {texts[2]}"


def _facts(comparison: OrderComparison, path: str) -> dict[str, Any]:
    return {
        "data": data_facts(comparison.data, path),
        "recipe": comparison.bundles[0].recipe.to_dict(),
        "seeds": comparison.seeds,
        "averaging_helps": averaging_helps(comparison),
        "orders": {
            bundle.combination: _bundle_facts(bundle) for bundle in comparison.bundles
        },
    }


def _bundle_facts(bundle: OrderBundle) -> dict[str, Any]:
    return {
        "updates": bundle.updates,
        "epochs": bundle.epochs,
        "converged": bundle.converged,
        "diverged": bundle.diverged,
        "training_error": bundle.training,
        "validation_error": bundle.validation,
        "angle": bundle.angle,
        "disagreement": bundle.disagreement,
    }
