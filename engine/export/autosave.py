"""Sessions kept beside their files, for the case that the program ends unasked."""

from __future__ import annotations

import json
import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError
from engine.export.session_file import check_entries, entries_of, session_of
from engine.files import JsonFormat, is_finite, read_arrays, unwritable, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.export.session_file import SavedSession

FORMAT = JsonFormat("autosave", "perceptron-lab/autosave", 1, most_bytes=64 * 2**20)
ENTRIES = "session.json"
ARRAYS = "samples-{}.npz"
_ARRAYS = re.compile(r"samples-\d+\.npz")
MOST_BYTES = 8 * 2**30
KINDS = {
    "X": np.float64, "y": np.int64, "parts": np.uint8, "sample_weights": np.float64,
}  # fmt: skip
"""The arrays of the samples; weights only where not all are 1."""
NOT_AS_THEY_SHOULD = "its samples are not as they should be (“{}”)"
LATEST = 2**37
"""Seconds since 1970 that still are a date: in the year 6325."""


@dataclass(frozen=True, eq=False)
class AutosavedSession:
    """A session as it was when the program last kept it.

    Attributes
    ----------
    session : SavedSession
    path : str
        The file that the data belong to; empty if there is none.
    time : float
        When it was kept, in seconds since 1970.
    """

    session: SavedSession
    path: str
    time: float


class AutosaveWriter:
    """Keeps the newest session of one window in a folder, whole at any time.

    Samples are written again only when they have changed, in binary: a small change to
    a large session is a small file.

    Parameters
    ----------
    folder : Path
        Of its own; made when there is something to be kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data: Dataset | None = None
        self._number = 0

    def write(self, saved: SavedSession, path: str) -> None:
        """Keep a session, with the file that it belongs to.

        Raises
        ------
        UserError
            If the folder or a file in it cannot be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{self._folder}: {unwritable(error)}") from None
        if saved.data is not self._data:
            number = self._number + 1
            fill = partial(_write_samples, saved.data)
            write_whole(self._folder / ARRAYS.format(number), fill)
            self._data, self._number = saved.data, number
        samples = ARRAYS.format(self._number)
        content = {
            "format": FORMAT.name,
            "version": FORMAT.version,
            "path": path,
            "time": time.time(),
            "samples": samples,
            **entries_of(saved),
        }
        write_whole(self._folder / ENTRIES, json.dumps(content).encode())
        for old in self._folder.glob(ARRAYS.format("*")):
            if old.name != samples:
                with suppress(OSError):
                    old.unlink()

    def forget(self) -> None:
        """Remove what was kept; the folder may be written to again."""
        self._data = None
        remove_autosave(self._folder)


def read_autosave(folder: Path) -> AutosavedSession:
    """Read what was kept in a folder.

    Raises
    ------
    UserError
        If nothing was, or anything in it is not as it should be.
    """
    path = folder / ENTRIES
    content = FORMAT.read(path, _check)
    try:
        arrays = read_arrays(folder / content["samples"], MOST_BYTES)
        named = arrays.pop("sample_names", None)
        _check_samples(arrays, len(content["data"]["features"]))
        samples: dict[str, Any] = dict(arrays)
        if named is not None:
            samples["sample_names"] = _names_in(named, len(arrays["y"]))
        session = session_of(content, samples)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return AutosavedSession(session, content["path"], content["time"])


def is_kept(folder: Path) -> bool:
    """Tell whether a session was kept in a folder, readable or not."""
    return (folder / ENTRIES).exists()


def remove_autosave(folder: Path) -> None:
    """Remove what was kept in a folder, its entries first."""
    with suppress(OSError):
        (folder / ENTRIES).unlink()
    shutil.rmtree(folder, ignore_errors=True)


def _write_samples(data: Dataset, path: Path) -> None:
    arrays: dict[str, Any] = {"X": data.X, "y": data.y, "parts": data.parts}
    if data.sample_weights is not None:
        arrays["sample_weights"] = data.sample_weights
    if data.sample_names is not None:
        # As the bytes of a text: an array of names would take the longest for each.
        text = json.dumps(data.sample_names.tolist()).encode()
        arrays["sample_names"] = np.frombuffer(text, np.uint8)
    np.savez(path, **arrays)


def _names_in(array: NDArray[Any], n: int) -> list[str]:
    """Give the names of samples that were written."""
    try:
        names = json.loads(array.tobytes())
    except (ValueError, RecursionError):
        names = None
    if array.dtype != np.uint8 or not isinstance(names, list) or len(names) != n:
        raise UserError(NOT_AS_THEY_SHOULD.format("sample_names"))
    if not all(isinstance(name, str) for name in names):
        raise UserError(NOT_AS_THEY_SHOULD.format("sample_names"))
    return names


def _check_samples(arrays: dict[str, NDArray[Any]], width: int) -> None:
    """Make sure that there are samples, and of each array the kind that is written."""
    if not KINDS.keys() - {"sample_weights"} <= arrays.keys() or not arrays["X"].size:
        raise UserError("has no samples in it")
    n = arrays["X"].size // width
    for name, array in arrays.items():
        kind = KINDS.get(name)
        shape = (n, width) if name == "X" else (n,)
        if kind is None or array.dtype != kind or array.shape != shape:
            raise UserError(NOT_AS_THEY_SHOULD.format(name))


def _check(content: Any) -> None:
    check_entries(content)
    named = content.get("samples")
    if not (isinstance(named, str) and _ARRAYS.fullmatch(named)):
        raise UserError("its entry “samples” is missing or damaged")
    if not isinstance(content.get("path"), str):
        raise UserError("its entry “path” is missing or damaged")
    when = content.get("time")
    if not (is_finite(when) and 0 <= when < LATEST):
        raise UserError("its entry “time” is missing or damaged")
