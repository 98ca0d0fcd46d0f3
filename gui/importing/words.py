"""What the import says in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.layout import shown

if TYPE_CHECKING:
    from engine import Dataset

LISTED = 6
"""Classes that are named."""


def outcome(data: Dataset) -> str:
    """Say what was read: ``150 samples, 4 features, 3 classes: setosa, …``."""
    met = [
        shown(name)
        for name, n in zip(data.class_names, data.counts.tolist(), strict=True)
        if n
    ]
    named = ", ".join(met[:LISTED])
    more = f" and {len(met) - LISTED} more" if len(met) > LISTED else ""
    said = (
        f"{_count(data.n_samples, 'sample')}, {_count(data.n_features, 'feature')}, "
        f"{len(met)} class{'es'[: 2 * (len(met) != 1)]}: {named}{more}"
    )
    return f"{said} (to learn, there must be two)" if len(met) == 1 else said


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s'[: n != 1]}"
