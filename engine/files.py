"""Writing files whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable


def write_whole(
    path: str | os.PathLike[str], content: bytes | Callable[[Path], None]
) -> None:
    """Write a file so that at any time it is the old one or the new one, whole.

    The content goes to a temporary file beside it, which then takes its place. An
    existing file keeps its permissions, a link stays a link.

    Parameters
    ----------
    path : path-like
    content : bytes or callable
        The bytes, or a function that writes them to the path it is given; that path
        has the suffix of `path`.

    Raises
    ------
    UserError
        If the file cannot be written; the message says why and what to do.
    """
    check_place(path)
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{secrets.token_hex(8)}{target.suffix}")
    try:
        _fill(temporary, content)
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {reason(error)}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_place(path: str | os.PathLike[str]) -> None:
    """Make sure that a file can be written at a path, without writing it.

    Raises
    ------
    UserError
        If the folder is missing or closed to writing, or something else is there.
    """
    try:
        objection = _objection(Path(os.path.realpath(path)))
    except OSError as error:
        objection = f"cannot be written: {reason(error)}"
    if objection:
        raise UserError(f"{path}: {objection}")


def _objection(target: Path) -> str:
    if target.is_dir():
        return "is a folder: give the name of a file in it"
    if not target.parent.is_dir():
        return f"there is no folder {target.parent}: create it first"
    if target.exists() and not target.is_file():
        return "is not a regular file: give another name"
    written = [target, target.parent] if target.exists() else [target.parent]
    if not all(os.access(place, os.W_OK) for place in written):
        return "no permission to write here: choose another folder or name"
    return ""


def reason(error: OSError) -> str:
    """Say what the system objected to, in one line."""
    return (error.strerror or str(error)).lower()


def _fill(temporary: Path, content: bytes | Callable[[Path], None]) -> None:
    # O_EXCL and 0o666: a new file of our own, with the modes that the umask allows.
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:
        if isinstance(content, bytes):
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    if not isinstance(content, bytes):
        content(temporary)
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
