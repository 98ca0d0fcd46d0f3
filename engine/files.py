"""Files of ours: written whole or not at all; JSON read with nothing on trust."""

from __future__ import annotations

import errno
import json
import math
import os
import re
import secrets
import shutil
import stat
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


_TEMPORARY = ".perceptron-lab-unfinished-"
_NO_CHARACTER = re.compile(r"\\u([dD][89a-fA-F]|0000)")
"""Escapes in JSON that may stand for what no file holds."""
_LEFT_OVER = re.compile(rf"{re.escape(_TEMPORARY)}[0-9a-f]{{16}}(\..*)?")
NO_NAME = "has a sign in it that no file name can have: type the name anew"
LEFT_OVER_SECONDS = 3600
"""A temporary file that nobody has written to for so long is nobody's."""


def write_whole(
    path: str | os.PathLike[str], content: bytes | Callable[[Path], None]
) -> None:
    """Write a file so that at any time it is the old one or the new one, whole.

    The content goes to a temporary file beside it, which then takes its place. An
    existing file keeps its permissions, a link stays a link. What a writer that was
    killed left in the folder is removed: see `remove_left_over`.

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
    temporary = target.with_name(f"{_TEMPORARY}{secrets.token_hex(8)}{target.suffix}")
    try:
        remove_left_over(target.parent)
        if not (isinstance(content, bytes) and _written_unnamed(temporary, content)):
            _fill(temporary, content)
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)
    except OSError as error:
        raise UserError(f"{path}: {unwritable(error)}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def remove_left_over(folder: Path) -> None:
    """Remove temporary files and folders of ours that no writer can be at any more.

    Parameters
    ----------
    folder : Path
        What cannot be listed or removed in it is left alone.
    """
    oldest = time.time() - LEFT_OVER_SECONDS
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _LEFT_OVER.fullmatch(entry.name):
                with suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_mtime >= oldest:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        shutil.rmtree(entry.path)
                    else:
                        os.unlink(entry.path)


def write_folder_whole(
    path: str | os.PathLike[str], fill: Callable[[Path], None]
) -> None:
    """Write a new folder of files so that it is there with all of them, or not at all.

    They go to a temporary folder beside it, which then gets its name.

    Parameters
    ----------
    path : path-like
    fill : callable
        Writes the files into the folder that it is given.

    Raises
    ------
    UserError
        If there is something of this name, or a file cannot be written.
    """
    check_new_folder(path)
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f"{_TEMPORARY}{secrets.token_hex(8)}")
    try:
        remove_left_over(target.parent)
        temporary.mkdir()
        fill(temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise UserError(f"{path}: {unwritable(error)}") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def check_new_folder(path: str | os.PathLike[str]) -> None:
    """Make sure that a folder can be made at a path, without making it.

    Raises
    ------
    UserError
        If something is there, or its own folder is missing or closed to writing.
    """
    if os.path.lexists(path):
        raise UserError(f"{path}: is there already: give another name, or remove it")
    check_place(path)


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
        objection = unwritable(error)
    except ValueError:  # with a NUL, or what cannot be encoded
        raise UserError(f"{os.fspath(path)!a}: {NO_NAME}") from None
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


def require_file(path: str | os.PathLike[str], *, or_pipe: bool = False) -> None:
    """Make sure that reading comes to an end: a file, not a pipe or a device.

    What is not there, or is a folder, is left to what opens it.

    Parameters
    ----------
    path : path-like
    or_pipe : bool, optional
        A pipe will do as well.

    Raises
    ------
    UserError
        If it is a pipe or a device, or no file can have such a name.
    """
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return
    except ValueError:  # with a NUL, or what cannot be encoded
        raise UserError(f"{os.fspath(path)!a}: {NO_NAME}") from None
    if stat.S_ISFIFO(mode) and not or_pipe:
        raise UserError(
            f"{path}: is a pipe, but must be a file: save the output of its program as "
            "a file, and give that"
        )
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise UserError(f"{path}: is a device, not a file: give the name of a file")


def unwritable(error: OSError) -> str:
    """Say that a file cannot be written, why, and what to do."""
    return f"cannot be written ({reason(error)}): {_remedy(error)}"


def unreadable(error: OSError) -> str:
    """Say that a file cannot be read, why, and what to do."""
    if error.errno == errno.ENOENT:
        return "there is no such file: check the name"
    denied = error.errno in (errno.EACCES, errno.EPERM)
    what = "give yourself the right to read it" if denied else "check the file"
    return f"cannot be read ({reason(error)}): {what}"


def _remedy(error: OSError) -> str:
    if error.errno == errno.EFBIG:
        return "choose a folder on a disk that takes larger files, or write less"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "free some space, or choose a folder on another disk"
    if error.errno == errno.ENAMETOOLONG:
        return "choose a shorter name"
    return "choose another folder or name"


def reason(error: OSError) -> str:
    """Say what the system objected to, in one line."""
    return (error.strerror or str(error)).lower()


def _written_unnamed(temporary: Path, content: bytes) -> bool:
    """Write a file that has no name until it is whole; False where that cannot be."""
    flags = getattr(os, "O_TMPFILE", 0) | os.O_WRONLY
    try:
        number = os.open(temporary.parent, flags, 0o666)
    except OSError:  # not Linux, or a file system that has no such files
        return False
    with os.fdopen(number, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(number)
        try:
            # Given a folder, even one not used, Python follows the link to the file.
            os.link(f"/proc/self/fd/{number}", temporary, src_dir_fd=number)
        except OSError:
            return False
    return True


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


@dataclass(frozen=True)
class JsonFormat:
    """One of our file formats in JSON.

    Attributes
    ----------
    title : str
        What a file is called in messages: “weights file”.
    name : str
        Its entry ``format``.
    version : int
        Its entry ``version``.
    most_bytes : int
        Larger files are refused unread.
    """

    title: str
    name: str
    version: int
    most_bytes: int

    def read(
        self, path: str | os.PathLike[str], check: Callable[[Any], None]
    ) -> dict[str, Any]:
        """Read a file of this format.

        Parameters
        ----------
        path : path-like
        check : callable
            Raises `UserError` where an entry is not as it should be.

        Raises
        ------
        UserError
            If the file cannot be read, is no JSON, of another format or version,
            holds an entry twice or a number that is not finite, or does not pass the
            check; names the file.
        """
        require_file(path)
        try:
            content = self.parse(self._bytes(path))
            self.check(content, check)
        except UserError as error:
            raise UserError(f"{path}: {error}") from None
        checked: dict[str, Any] = content
        return checked

    def parse(self, text: str | bytes) -> Any:
        """Read JSON: finite numbers, and no entry twice.

        Raises
        ------
        UserError
            If it is anything else.
        """
        try:
            text = text if isinstance(text, str) else text.decode("utf-8-sig")
            content = json.loads(
                text, parse_constant=_no_constant, object_pairs_hook=_no_duplicates
            )
            return _with_texts(content) if _NO_CHARACTER.search(text) else content
        except _Constant as constant:
            entry = _entry_with_constant(str(text))
            raise UserError(
                f"{entry}holds {constant}, which is no finite number: correct it, or "
                "give another file"
            ) from None
        except UserError:
            raise
        except RecursionError:
            raise UserError(
                f"is nested too deeply for a {self.title}: give another file"
            ) from None
        except ValueError as error:
            place = ""
            if isinstance(error, json.JSONDecodeError):
                place = f" at line {error.lineno}, column {error.colno}"
            raise UserError(
                f"is not JSON{place}, so not a {self.title}, or a damaged one: give "
                "another file"
            ) from None

    def check(self, content: Any, check: Callable[[Any], None]) -> None:
        """Make sure that entries say that they are of this format, and pass a check.

        Raises
        ------
        UserError
            If they do not.
        """
        if not isinstance(content, dict) or content.get("format") != self.name:
            raise UserError(
                f"is not a {self.title} (its “format” is not “{self.name}”): give "
                "another file"
            )
        if content.get("version") != self.version or content["version"] is True:
            raise UserError(
                f"has a format of another version, only {self.version} is read here: "
                "update Perceptron Lab"
            )
        check(content)

    def _bytes(self, path: str | os.PathLike[str]) -> bytes:
        try:
            if Path(path).stat().st_size > self.most_bytes:
                most = self.most_bytes >> 20
                raise UserError(
                    f"is larger than {most} MB, too much for a {self.title}: give "
                    "another file"
                )
            return Path(path).read_bytes()
        except FileNotFoundError:
            raise UserError("there is no such file: check the name") from None
        except OSError as error:
            raise UserError(unreadable(error)) from None


def read_arrays(
    path: str | os.PathLike[str], most_bytes: int
) -> dict[str, NDArray[Any]]:
    """Read the arrays of a NumPy archive (.npz); nothing in it is executed.

    Parameters
    ----------
    path : path-like
    most_bytes : int
        Files that hold more, unpacked, are refused unread.

    Raises
    ------
    UserError
        If it cannot be read, or is anything but plain arrays.
    """
    import zipfile

    import numpy as np
    from numpy.lib.format import read_array

    require_file(path)
    arrays = {}
    try:
        with zipfile.ZipFile(path) as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about headers that are written oddly
            members = archive.infolist()
            if sum(member.file_size for member in members) > most_bytes:
                raise UserError(
                    f"{path}: holds more than {most_bytes >> 20} MB once unpacked, too "
                    "much for such a file: check that it is the right one"
                )
            for member in members:
                with archive.open(member) as file:
                    array = read_array(file, allow_pickle=False)
                if array.dtype.kind == "U":
                    array = np.strings.encode(array, "utf-8", "replace")
                    array = np.strings.decode(array, "utf-8")
                arrays[text_of(member.filename.removesuffix(".npy"))] = array
    except UserError:
        raise
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file: check the name") from None
    except OSError as error:
        raise UserError(f"{path}: {unreadable(error)}") from None
    except Exception:  # whatever the two raise at bytes that are no such archive
        raise UserError(
            f"{path}: is not a NumPy archive of plain arrays, or is damaged: give "
            "another file"
        ) from None
    return arrays


def is_finite(number: object) -> bool:
    """Tell whether it is a number within range, not a truth value."""
    try:
        return type(number) in (int, float) and math.isfinite(number)  # type: ignore[arg-type]
    except OverflowError:
        return False


def text_of(name: object) -> str:
    """Write a name so that every file can hold it: no NUL, no half of a pair."""
    return str(name).replace("\0", "?").encode(errors="replace").decode()


def _with_texts(content: Any) -> Any:
    """Write all texts in JSON so that every file can hold them."""
    if isinstance(content, dict):
        return {text_of(name): _with_texts(value) for name, value in content.items()}
    if isinstance(content, list):
        return [*map(_with_texts, content)]
    return text_of(content) if isinstance(content, str) else content


class _Constant(Exception):
    """Stands in JSON for a number that is not finite, which JSON does not have."""


def _no_constant(name: str) -> NoReturn:
    raise _Constant(name)


def _entry_with_constant(text: str) -> str:
    """Name the innermost entry that holds no finite number, to begin a message."""
    names: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names.extend(name for name, value in pairs if _holds_constant(value))

    json.loads(text, parse_constant=_Constant, object_pairs_hook=look)
    return f"its entry “{names[0]}” " if names else ""


def _holds_constant(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_holds_constant, value))
    return isinstance(value, _Constant)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(
            f"its entry “{twice}” is there twice: delete one of the two, or give "
            "another file"
        )
    return content
