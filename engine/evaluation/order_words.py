"""What orders compared tell, in sentences computed from the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.learners.combination import USED
from engine.numbers import percent, percentage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.evaluation.order_comparison import OrderBundle, OrderComparison

LITTLE = 0.005
"""Share of samples decided otherwise below which the order hardly matters."""
LITTLE_TURN = 1.0
"""Degrees of a turn below which the order hardly matters."""
MUCH = 0.6
"""Of what the newest weights have, a spread below which runs are clearly more alike."""
ROUNDING = 1e-9
"""Difference that counts as none."""
PARTS = "training", "validation"
WHY = (
    "the newest w is where the last samples left it, and every order ends with other "
    "ones"
)
ALL_AT_ONCE = (
    "The order does not matter: each step looks at all samples, in whatever order"
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
    among = f"Two orders disagree about {_list(differ)} of the samples."
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
        return f"The conclusion follows after all {len(comparison.seeds)} orders."
    if _diverged(comparison):
        return "Of weights that left their range nothing follows for the order."
    first, others = comparison.bundles[0], _others(comparison)
    little = all(map(_depends_little, comparison.bundles))
    by_chance = comparison.recipe.get("start") == "random"
    if comparison.recipe.get("batch_size", 1) == 0 and (little or by_chance):
        return ALL_AT_ONCE + ("." if little else ". What differs is the random start.")
    # The seed decides a random start, too.
    what = "The order, with its random start," if by_chance else "The order"
    if little:
        return f"{what} hardly matters here."
    if averaging_helps(comparison):
        return f"Averaging helps: {WHY}. {_named(others, first)} less on it."
    if not others:
        title = learner(comparison.recipe.learner).title
        return (
            f"{what} matters. {title} has no averaged counterpart: smaller or "
            "decreasing steps lessen what the last samples do."
        )
    if _depends_little(first):
        return (
            f"{what} hardly matters to the newest w, but to what is averaged: "
            "averaging does not help here."
        )
    if alike := [other for other in others if _spreads_less(other, first)]:
        parts = [
            part
            for part in PARTS
            if any(_errs_more(other, first, part) for other in alike)
        ]
        return (
            f"{what} matters. Averaging makes the runs more alike, but does not keep "
            f"errors as low on {_list(parts)} samples: it does not help here."
        )
    if first.converged.all() and not first.training.any():
        return (
            "Every order ends at a boundary without a mistake, not always at the same: "
            "the first that separates the samples ends the run. Averaging does not "
            "clearly make the runs more alike."
        )
    return (
        f"{what} matters, and averaging does not clearly lessen that here: more epochs "
        "may let the mean forget the beginning."
    )


def averaging_helps(comparison: OrderComparison) -> bool:
    """Tell whether the order matters, and for the mean or the vote clearly less.

    All that is shown decides: boundaries that turn less or decisions that agree more,
    neither of them the other way, and no more errors on any part.
    """
    first = comparison.bundles[0]
    better = any(_helps(other, first) for other in _others(comparison))
    return better and not _depends_little(first) and not _diverged(comparison)


def _diverged(comparison: OrderComparison) -> bool:
    return any(bundle.diverged.any() for bundle in comparison.bundles)


def _others(comparison: OrderComparison) -> list[OrderBundle]:
    return [
        bundle for bundle in comparison.bundles[1:] if bundle.combination != "pocket"
    ]


def _named(others: list[OrderBundle], first: OrderBundle) -> str:
    """Name what depends less on the end of a run, with the verb."""
    mean, vote = (
        any(other.combination == name and _helps(other, first) for other in others)
        for name in ("averaged", "voted")
    )
    if mean and vote:
        return "The mean of all w on the way, and their vote, depend"
    return f"The {'mean' if mean else 'vote'} of all w on the way depends"


def _depends_little(bundle: OrderBundle) -> bool:
    angle = bundle.angle
    parts = [errors for part in PARTS if (errors := getattr(bundle, part)) is not None]
    return (
        bundle.disagreement < LITTLE
        and (angle is None or angle < LITTLE_TURN)
        and all(np.ptp(errors) < LITTLE for errors in parts)
    )


def _helps(bundle: OrderBundle, first: OrderBundle) -> bool:
    """Tell whether its runs are more alike than those of the newest, and no worse."""
    worse = any(_errs_more(bundle, first, part) for part in PARTS)
    return _spreads_less(bundle, first) and not worse


def _errs_more(bundle: OrderBundle, first: OrderBundle, part: str) -> bool:
    """Tell whether errors are higher, at their median, in the mean or at worst."""
    mine, theirs = getattr(bundle, part), getattr(first, part)
    if mine is None:
        return False
    measures = np.median, np.mean, np.max
    return any(measure(mine) > measure(theirs) + ROUNDING for measure in measures)


def _spreads_less(bundle: OrderBundle, first: OrderBundle) -> bool:
    """Tell whether runs are clearly more alike than those of the newest weights.

    By the angle or by the disagreement, and by neither less alike.
    """
    mine, theirs = bundle.angle, first.angle
    gain = first.disagreement - bundle.disagreement
    agrees = gain >= LITTLE and bundle.disagreement <= MUCH * first.disagreement
    if mine is None or theirs is None:
        return agrees
    turns_less = mine < MUCH * theirs
    return (agrees or turns_less) and gain >= -ROUNDING and mine <= theirs + ROUNDING


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
