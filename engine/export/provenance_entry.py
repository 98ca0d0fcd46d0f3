"""Where samples came from as an entry of a file, and back: nothing on trust."""

from __future__ import annotations

from dataclasses import asdict, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from engine.data.provenance import Provenance
from engine.errors import UserError
from engine.files import is_finite

if TYPE_CHECKING:
    from collections.abc import Sequence


class _NoSuchValue(Exception):
    """A value is not of the type that it should be."""


def provenance_entry(
    provenance: Provenance | None, feature_names: Sequence[str]
) -> dict[str, Any] | None:
    """Give a provenance as plain values, if it is one of these features."""
    if provenance is None or provenance.feature_names != tuple(feature_names):
        return None
    return asdict(provenance)


def provenance_of(entry: Any, feature_names: Sequence[str]) -> Provenance | None:
    """Make the provenance of an entry, if there is one.

    Raises
    ------
    UserError
        If it does not say how these features were read.
    """
    if entry is None:
        return None
    try:
        made: Provenance = _value(Provenance, entry)
    except _NoSuchValue:
        raise _invalid() from None
    sound = all(
        len(set(column.levels)) == len(column.levels)
        and {"number": not column.levels, "binary": len(column.levels) == 2}.get(
            column.kind, bool(column.levels)
        )
        for column in made.columns
    )
    places = [made.target_position, *(column.position for column in made.columns)]
    sound &= all(0 <= place <= made.width for place in places)
    if not sound or made.feature_names != tuple(feature_names):
        raise _invalid()
    return made


def _invalid() -> UserError:
    return UserError(
        "its entry “provenance” is missing or damaged: save the file again"
    )


def _value(kind: Any, entry: Any) -> Any:
    """Make a value of a type, of those that JSON has and a dataclass is made of."""
    origin, parts = get_origin(kind), get_args(kind)
    if is_dataclass(kind) and isinstance(entry, dict):
        make: Any = kind
        hints = get_type_hints(kind)
        names = [field.name for field in fields(kind) if field.name in entry]
        if len(names) < len(entry):
            raise _NoSuchValue
        try:
            return make(**{name: _value(hints[name], entry[name]) for name in names})
        except TypeError:  # one is missing
            raise _NoSuchValue from None
    if origin is Literal and isinstance(entry, str) and entry in parts:
        return entry
    if type(None) in parts:
        wanted, _ = parts
        return None if entry is None else _value(wanted, entry)
    if origin is tuple and isinstance(entry, list):
        if parts[-1] is ...:
            parts = parts[:1] * len(entry)
        if len(parts) == len(entry):
            return tuple(map(_value, parts, entry))
    if kind is float and is_finite(entry):
        return float(entry)
    if kind in (str, int) and type(entry) is kind:
        return entry
    raise _NoSuchValue
