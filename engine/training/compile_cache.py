"""The folder in which compiled loops are kept, one per version of the sources.

numba runs what it finds there: a changed byte could do anything. Beside each file its
digest is kept, and what is not as it was written is thrown away and compiled anew. That
is a guard against damage, by a disk or a crash; whoever may write to the folder could
as well change the program.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_VERSIONS = 3
DIGEST = ".blake2b"
"""Added to the name of a file, names that of its digest."""
_Compiled = TypeVar("_Compiled", bound="Callable[..., Any]", covariant=True)


class _Maker(Protocol[_Compiled]):
    def __call__(self, *, keep: bool) -> _Compiled: ...


def cached_if_possible(entry: str, make: _Maker[_Compiled]) -> _Compiled:
    """Give what `make` compiles, told whether to keep it on disk as an entry."""
    try:
        keep = _use_cache_folder() and _without_damage(entry)
        made = make(keep=keep)
    except Exception:
        # Another release of a library may not read what was kept; a fault of our own
        # comes back, uncached, and is reported from there.
        shutil.rmtree(cache_folder(), ignore_errors=True)
        return make(keep=False)
    if keep:
        with suppress(OSError):  # without a digest it is compiled anew, next time
            for file in _files(entry):
                if not _is_whole(file):
                    _digest_file(file).write_bytes(_digest(file))
    return made


def cache_folder() -> Path:
    """Name the folder of compiled loops: one per version of the engine's sources.

    And per place of theirs, by which numba looks for them.
    """
    base = Path(platformdirs.user_cache_dir("perceptron-lab", appauthor=False))
    engine = Path(__file__).parent.parent
    sources = hashlib.sha256(bytes(engine))
    for folder in ("learners", "training"):
        for file in sorted((engine / folder).rglob("*.py")):
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
    """Tell whether a loop is in the cache folder, whole, for this version of Python."""
    files = _files(entry)
    return bool(files) and all(map(_is_whole, files))


def _files(entry: str) -> list[Path]:
    python = "py{}{}".format(*sys.version_info)
    return [*cache_folder().rglob(f"*.{entry}-[0-9]*.{python}*.nb[ci]")]


def _without_damage(entry: str) -> bool:
    """Throw an entry away that is not whole; tell whether none is left."""
    files = _files(entry)
    if not all(map(_is_whole, files)):
        try:
            for file in files:
                file.unlink(missing_ok=True)
        except OSError:
            return False
    return True


def _is_whole(file: Path) -> bool:
    try:
        return _digest_file(file).read_bytes() == _digest(file)
    except OSError:
        return False


def _digest_file(file: Path) -> Path:
    return file.with_name(file.name + DIGEST)


def _digest(file: Path) -> bytes:
    return hashlib.blake2b(file.read_bytes()).hexdigest().encode()


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
