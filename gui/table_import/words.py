"""What the import says in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.features import pretty
from engine.errors import excerpt

if TYPE_CHECKING:
    from engine import Dataset
    from engine.data.formats.csv_preview import TablePreview

LISTED = 6
"""Classes that are named."""


def outcome(data: Dataset) -> str:
    """Say what was read: ``150 samples, 4 features, 3 classes: setosa, …``."""
    met = [
        excerpt(name)
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


def in_form(fault: str) -> str:
    """Say a fault in the words of the form: what the readers call target."""
    said = fault.replace("target column", "label column")
    return said.replace("as the target ", "as the label column ")


def place(fault: str, sheet: TablePreview) -> str:
    """Tell whether a fault in a cell is one of the label column."""
    label = excerpt(sheet.names[sheet.form.label])
    return "label" if f"column {label}:".lower() in fault.lower() else ""


def by_position(more: Dataset, present: Dataset) -> str:
    """Say which feature goes where: ``Added by position: x → x₁, y → x₂.``."""
    names = zip(more.feature_names, present.feature_names, strict=True)
    pairs = [
        f"{pretty(excerpt(one))} → {pretty(excerpt(other))}" for one, other in names
    ]
    more_of_them = f" and {len(pairs) - LISTED} more" if len(pairs) > LISTED else ""
    return f"Added by position: {', '.join(pairs[:LISTED])}{more_of_them}."


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s'[: n != 1]}"
