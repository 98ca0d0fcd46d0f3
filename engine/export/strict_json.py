"""JSON from anywhere, with nothing taken on trust."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.errors import UserError
from engine.files import reason

if TYPE_CHECKING:
    import os
    from collections.abc import Callable


def read_json(
    path: str | os.PathLike[str],
    what: str,
    most_bytes: int,
    check: Callable[[Any], None],
) -> dict[str, Any]:
    """Read a file of one of our formats.

    Parameters
    ----------
    path : path-like
    what : str
        What it should be, for messages: “weights file”.
    most_bytes : int
        Larger files are refused unread.
    check : callable
        Raises `UserError` where the content is not of the format.

    Raises
    ------
    UserError
        If the file cannot be read, is no JSON, holds an entry twice or a number that
        is not finite, or does not pass the check; names the file.
    """
    try:
        content = json.loads(
            _text(path, what, most_bytes),
            parse_constant=_no_constant,
            object_pairs_hook=_no_duplicates,
        )
        check(content)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    except RecursionError:
        raise UserError(f"{path}: is nested too deeply: not a {what}") from None
    except ValueError as error:
        raise UserError(f"{path}: is not JSON: {error}") from None
    checked: dict[str, Any] = content
    return checked


def check_format(content: Any, what: str, name: str, version: int) -> None:
    """Make sure that it is a file of this format and version.

    Raises
    ------
    UserError
        If it is not.
    """
    if not isinstance(content, dict) or content.get("format") != name:
        raise UserError(f"is not a {what}: “format” must be “{name}”")
    if content.get("version") != version or content["version"] is True:
        raise UserError(f"has another version than {version}: update Perceptron Lab")


def is_finite(number: object) -> bool:
    """Tell whether it is a number within range, not a truth value."""
    try:
        return type(number) in (int, float) and math.isfinite(number)  # type: ignore[arg-type]
    except OverflowError:
        return False


def _text(path: str | os.PathLike[str], what: str, most_bytes: int) -> bytes:
    try:
        if Path(path).stat().st_size > most_bytes:
            raise UserError(f"is larger than {most_bytes >> 20} MB: not a {what}")
        return Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"cannot be read: {reason(error)}") from None


def _no_constant(name: str) -> NoReturn:
    raise UserError(f"holds {name}: every number must be finite")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"has “{twice}” twice: delete one")
    return content
