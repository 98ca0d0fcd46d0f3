"""The folder in which compiled loops are kept, one per version of the sources.

numba runs what it finds there: a changed byte could do anything. Beside each file its
digest is kept, and what is not as it was written is thrown away and compiled anew. That
is a guard against damage, by a disk or a crash; whoever may write to the folder could
as well change the program.

What is delivered as a program has its loops compiled before, for any processor of its
kind; those are only read.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Callable

DELIVERED = Path(__file__).parents[3] / "loops"
"""Loops compiled before delivery; a checkout or a wheel has none."""
PROCESSOR = "processor.txt"
"""Beside them, LLVM's name of the processors that they are compiled for."""
MOST_VERSIONS = 3
USUAL_LOCATORS = (
    "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,"
    "IPythonCacheLocator,ZipCacheLocator"
)
"""Where numba looks, by itself, for what others compile."""
DIGEST = ".blake2b"
"""Added to the name of a file, names that of its digest."""


def cached_if_possible(
    entry: str, make: Callable[..., Callable[..., Any]]
) -> Callable[..., Any]:
    """Give what ``make(keep=…)`` compiles, kept on disk as an entry where it can be."""
    try:
        _configure_numba()
        keep = _is_delivered(entry) or (_may_be_kept() and _without_damage(entry))
        made = make(keep=keep)
    except Exception:
        # Another release of a library may not read what was kept; a fault of our own
        # comes back, uncached, and is reported from there.
        shutil.rmtree(cache_folder(), ignore_errors=True)
        return make(keep=False)
    if keep and not _is_delivered(entry):
        with suppress(OSError):  # without a digest it is compiled anew, next time
            for file in _files(cache_folder(), entry):
                if not _is_whole(file):
                    _digest_file(file).write_bytes(_digest(file))
    return made


def cache_folder() -> Path:
    """Name the folder of compiled loops: one per version of the engine's sources."""
    base = Path(platformdirs.user_cache_dir("perceptron-lab", appauthor=False))
    return base / "loops" / _version()


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
    """Tell whether a loop is there, delivered or in the cache folder, whole."""
    return _is_delivered(entry) or _is_whole_in(cache_folder(), entry)


class LoopLocator:
    """Tells numba where a loop is kept: by its name, wherever the sources are.

    What numba asks of a locator is told in its “Notes on Caching”.
    """

    def __init__(self, entry: str, line: int) -> None:
        self._line = line
        self._folder = _delivered() if _is_delivered(entry) else cache_folder()

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Self | None:
        """Locate a loop of ours; others are left to numba."""
        if not function.__module__.startswith("engine."):
            return None
        return cls(function.__name__, function.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        """Give its folder."""
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        """Make that folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Name the version of all sources that are compiled into it."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Tell it from another of the same name and module."""
        return str(self._line)


def sources() -> list[Path]:
    """List the sources that loops are compiled from."""
    engine = Path(__file__).parents[2]
    folders = (engine / name for name in ("families", "learners", "training"))
    inside = (sorted(folder.rglob("*.py")) for folder in folders)
    return [engine / "elementary.py", *chain.from_iterable(inside)]


def _version() -> str:
    """Digest the sources that loops are compiled from."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _delivered() -> Path:
    return DELIVERED / _version()


def _is_delivered(entry: str) -> bool:
    return DELIVERED.is_dir() and _is_whole_in(_delivered(), entry)


def _is_whole_in(folder: Path, entry: str) -> bool:
    files = _files(folder, entry)
    return bool(files) and all(map(_is_whole, files))


def _files(folder: Path, entry: str) -> list[Path]:
    python = "py{}{}".format(*sys.version_info)
    return [*folder.glob(f"*.{entry}-[0-9]*.{python}*.nb[ci]")]


def _without_damage(entry: str) -> bool:
    """Throw an entry away that is not whole; tell whether none is left."""
    files = _files(cache_folder(), entry)
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


def _configure_numba() -> None:
    """Let numba ask `LoopLocator` first, and compile for what is delivered."""
    import numba

    config: Any = numba.config
    own = f"{__name__}.{LoopLocator.__name__}"
    if own not in config.CACHE_LOCATOR_CLASSES:
        usual = config.CACHE_LOCATOR_CLASSES or USUAL_LOCATORS
        config.CACHE_LOCATOR_CLASSES = f"{own},{usual}"
    if DELIVERED.is_dir():
        config.CPU_NAME = (DELIVERED / PROCESSOR).read_text().strip()
        config.CPU_FEATURES = ""


def _may_be_kept() -> bool:
    if not can_keep():
        return False
    _forget_old(cache_folder().parent)
    return True


def _forget_old(base: Path) -> None:
    """Remove the loops of former versions, but for the newest few."""
    by_age = sorted(base.iterdir(), key=lambda folder: folder.stat().st_mtime)
    for folder in by_age[:-MOST_VERSIONS]:
        shutil.rmtree(folder, ignore_errors=True)
