"""What orders compared tell, in sentences computed from the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.learners.combination import USED
from engine.numbers import percent, percentage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Recipe
    from engine.evaluation.order_comparison import OrderBundle, OrderComparison

LITTLE = 0.005
"""Share of samples decided otherwise below which the order hardly matters."""
LITTLE_TURN = 1.0
"""Degrees of a turn below which the order hardly matters."""
MUCH = 0.6
"""Of what the newest weights have, a spread below which averaging helps."""
WHY = (
    "the newest w is where the last samples left it, and every order ends with other "
    "ones. The mean of all w on the way, and their vote, hardly depend on the end"
)


def spread_words(comparison: OrderComparison) -> str:
    """Say how much the boundary depends on the order, by each use of the weights."""
    turns = [
        f"{_degrees(angle)} with the {USED[bundle.combination]}"
        for bundle in comparison.bundles
        if (angle := bundle.angle) is not None
    ]
    orders = f"Over {comparison.done} orders"
    differ = [
        f"{percent(bundle.disagreement)} ({USED[bundle.combination]})"
        for bundle in comparison.bundles
    ]
    among = f"Two orders decide otherwise for {_list(differ)} of the samples."
    if not turns:
        return f"Of {comparison.done} orders any two{among.removeprefix('Two orders')}"
    return f"{orders} the boundary turns by up to {_list(turns)}. {among}"


def numbers_words(comparison: OrderComparison) -> str:
    """Say how many updates there were, and which errors."""
    first = comparison.bundles[0]
    sentences = [f"Updates: {whole_range(first.updates)}."]
    sentences.append(f"Training error: {_errors(comparison.bundles, 'training')}.")
    if first.validation is not None:
        sentences.append(
            f"Validation error: {_errors(comparison.bundles, 'validation')}."
        )
    if first.converged.any():
        n, every = int(first.converged.sum()), bool(first.converged.all())
        subject = f"All {comparison.done}" if every else f"{n} of {comparison.done}"
        sentences.append(f"{subject} runs ended without a mistake.")
    lost = max(int(bundle.diverged.sum()) for bundle in comparison.bundles)
    if lost:
        sentences.append(f"In {lost} the weights left their range: η is too large.")
    return " ".join(sentences)


def conclusion(comparison: OrderComparison) -> str:
    """Say what follows: whether the order matters, and whether averaging helps.

    Of the first few orders nothing follows: the next may turn the boundary farther.
    """
    if not comparison.finished:
        return (
            f"What follows is told when all {len(comparison.seeds)} orders are through."
        )
    first = comparison.bundles[0]
    if _depends_little(first):
        return _little(comparison.recipe)
    others = _others(comparison)
    if averaging_helps(comparison):
        return f"Averaging helps: {WHY}."
    if others and first.converged.all():
        return (
            "Every order ends at a boundary without a mistake, each at another one: "
            "the first that separates the samples ends the run. With so few updates "
            "there is little to average."
        )
    if others:
        return (
            "The order matters, and averaging changes little of it here: more epochs "
            "would let the mean forget the beginning."
        )
    title = learner(comparison.recipe.learner).title
    return (
        f"The order matters. {title} has no averaged counterpart: smaller or "
        "decreasing steps lessen what the last samples do."
    )


def averaging_helps(comparison: OrderComparison) -> bool:
    """Tell whether the order matters, and for the mean or the vote clearly less."""
    first = comparison.bundles[0]
    better = any(_spreads_less(other, first) for other in _others(comparison))
    return better and not _depends_little(first)


def _others(comparison: OrderComparison) -> list[OrderBundle]:
    return [
        bundle for bundle in comparison.bundles[1:] if bundle.combination != "pocket"
    ]


def _little(recipe: Recipe) -> str:
    if recipe.get("batch_size", 1) == 0:
        return (
            "The order does not matter: each step looks at all samples, in whatever "
            "order."
        )
    return "The order hardly matters here."


def _depends_little(bundle: OrderBundle) -> bool:
    angle = bundle.angle
    return bundle.disagreement < LITTLE and (angle is None or angle < LITTLE_TURN)


def _spreads_less(bundle: OrderBundle, first: OrderBundle) -> bool:
    """Tell whether runs are clearly more alike than those of the newest weights."""
    mine, theirs = bundle.angle, first.angle
    if mine is not None and theirs is not None:
        return mine < MUCH * theirs
    gain = first.disagreement - bundle.disagreement
    return gain >= LITTLE and bundle.disagreement <= MUCH * first.disagreement


def _errors(bundles: tuple[OrderBundle, ...], part: str) -> str:
    phrases = []
    for bundle in bundles:
        errors: NDArray[np.float64] = getattr(bundle, part)
        phrases.append(f"{USED[bundle.combination]} {percent_range(errors)}")
    return ", ".join(phrases)


def percent_range(errors: NDArray[np.float64]) -> str:
    """Write the least and the greatest of some errors.

    Examples
    --------
    >>> percent_range(np.array([0.25, 0.1, 0.3]))
    '10.0 to 30.0 %'
    """
    low, high = percentage(float(errors.min())), percentage(float(errors.max()))
    return f"{low} %" if low == high else f"{low} to {high} %"


def whole_range(counts: NDArray[np.int64]) -> str:
    """Write the least and the greatest of some counts, and their median.

    Examples
    --------
    >>> whole_range(np.array([43, 7, 18]))
    '7 to 43, median 18'
    """
    low, high = int(counts.min()), int(counts.max())
    if low == high:
        return f"{low:,}"
    return f"{low:,} to {high:,}, median {np.median(counts):,.10g}"


def _degrees(angle: float) -> str:
    places = 0 if angle >= 10 else 1
    return f"{angle:.{places}f}°"


def _list(parts: list[str]) -> str:
    """Join with commas, and `and` before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
