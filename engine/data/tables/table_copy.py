"""A copy of a table's samples in binary: what was parsed once is read much faster.

It lies in the person's cache folder while the table is in use, and goes with it.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import weakref
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.data.tables.typed_columns import Rows

LEAST_BYTES = 16 * 2**20
"""Of a table of which a copy is kept: a smaller one is parsed in no time."""
MOST_BYTES = 4 * 2**30
"""Of a copy, and at most half of the room that is left on the disk."""


def folder() -> Path:
    """Name the folder of all copies."""
    base = platformdirs.user_cache_dir("perceptron-lab", appauthor=False)
    return Path(base, "tables")


class TableCopy:
    """A copy of samples, block by block; given up where there is no room.

    Attributes
    ----------
    size : int
        Its bytes; 0 once it is given up.
    counts : Counter
        What happened in the table how often: see `Preprocessing.apply`.
    """

    def __init__(self) -> None:
        self.size = 0
        self.counts: Counter[tuple[str, int]] = Counter()
        self._blocks: list[tuple[Rows, tuple[int, ...], float]] = []
        self._most = 0
        self._file: Any = io.BytesIO()
        with suppress(OSError):
            folder().mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = tempfile.TemporaryFile(dir=folder())  # noqa: SIM115
            self._most = min(MOST_BYTES, shutil.disk_usage(folder()).free // 2)
        weakref.finalize(self, self._file.close)

    def add(self, block: Rows, share: float) -> None:
        """Write the next samples, and keep how much of the table is read then."""
        which, places = block.which.astype(np.int32), block.places.astype(np.int32)
        size = self.size + block.X.nbytes + which.nbytes + places.nbytes
        try:
            if size > self._most:
                raise OSError("no room")
            for part in (block.X, which, places):
                self._file.write(np.ascontiguousarray(part))
        except OSError:  # nor for what follows
            self.size = self._most = 0
            return
        self.size = size
        nothing = np.empty(0, np.int64)
        bare = block._replace(X=np.empty((0, 0)), which=nothing, places=nothing)
        self._blocks.append((bare, block.X.shape, share))

    def __iter__(self) -> Iterator[tuple[Rows, float]]:
        """Give the blocks of samples, and how much of the table is read then."""
        begun = 0
        for bare, shape, share in self._blocks:
            X = np.empty(shape)
            which, places = np.empty((2, len(X)), np.int32)
            self._file.seek(begun)
            for part in (X, which, places):
                self._file.readinto(part)
                begun += part.nbytes
            yield (
                bare._replace(
                    X=X, which=which.astype(np.int64), places=places.astype(np.int64)
                ),
                share,
            )
