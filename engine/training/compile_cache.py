"""The folder in which compiled loops are kept, one per version of the sources."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_VERSIONS = 3
_Compiled = TypeVar("_Compiled", bound="Callable[..., Any]", covariant=True)


class _Maker(Protocol[_Compiled]):
    def __call__(self, *, keep: bool) -> _Compiled: ...


def cached_if_possible(make: _Maker[_Compiled]) -> _Compiled:
    """Give what `make` compiles, told whether to keep it on disk."""
    try:
        return make(keep=_use_cache_folder())
    except Exception:
        # A damaged cache file raises whatever unpickling it happens to raise; a
        # fault of our own comes back, uncached, and is reported from there.
        shutil.rmtree(cache_folder(), ignore_errors=True)
        return make(keep=False)


def cache_folder() -> Path:
    """Name the folder of compiled loops: one per version of the engine's sources."""
    base = Path(platformdirs.user_cache_dir("perceptron-lab", appauthor=False))
    sources = hashlib.sha256()
    for folder in ("learners", "training"):
        for file in sorted((Path(__file__).parent.parent / folder).rglob("*.py")):
            sources.update(file.read_bytes())
    return base / "loops" / sources.hexdigest()[:16]


def can_keep() -> bool:
    """Make the cache folder, and tell whether it can be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return False
    return True


def is_kept(entry: str) -> bool:
    """Tell whether a loop is in the cache folder, for this version of Python."""
    python = "py{}{}".format(*sys.version_info)
    return any(cache_folder().rglob(f"*.{entry}-[0-9]*.{python}*.nbi"))


def _use_cache_folder() -> bool:
    """Point numba at the cache folder; tell whether it can be written."""
    import numba

    if not can_keep():
        return False
    folder = cache_folder()
    _forget_old(folder.parent)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return True


def _forget_old(base: Path) -> None:
    """Remove the loops of former versions, but for the newest few."""
    by_age = sorted(base.iterdir(), key=lambda folder: folder.stat().st_mtime)
    for folder in by_age[:-MOST_VERSIONS]:
        shutil.rmtree(folder, ignore_errors=True)
