"""Values of hyperparameters as text: typed by a person, shown to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import UserError

if TYPE_CHECKING:
    from engine.learners.hyperparameter import Hyperparameter, Value

ROWS = {
    "order": "the numbers of the rows from 1, such as 3,1,2",
    "start": "rows of weights with the offset last, such as --start=1,2,-0.5",
}
"""What can be written by hand instead of a choice."""


def read_value(knob: Hyperparameter, value: Any) -> Any:
    """Read rows written by hand: `3,1,2` as an order, `1,2;3,4` as a start."""
    if knob.kind not in ROWS or value in knob.choices:
        return value
    rows = [row.split(",") for row in value.rstrip(";").split(";")]
    if knob.kind == "start":
        return rows
    if len(rows) > 1 or not all(number.strip().isdecimal() for number in rows[0]):
        raise UserError(
            f"“{value}” is not {', '.join(knob.choices)} or {ROWS['order']}"
        )
    return [int(number) - 1 for number in rows[0]]


def written(value: Value) -> str:
    """Write a setting for the eye, and as the option takes it where it is no switch."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return ";".join(",".join(map(written, row)) for row in value)
    if isinstance(value, tuple):
        return ",".join(str(row + 1) for row in value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)
