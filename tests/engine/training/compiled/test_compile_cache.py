"""The folder of compiled loops, without the compiler: who makes, writes two files."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from types import FunctionType

import numba
import platformdirs
import pytest

from engine import elementary
from engine.learners import learners
from engine.training.compiled import compile_cache
from engine.training.compiled.compile_cache import (
    MOST_VERSIONS,
    cache_folder,
    cached_if_possible,
    can_keep,
    is_kept,
)

ENTRY = "run_perceptron"


@pytest.fixture(autouse=True)
def caches(tmp_path, monkeypatch):
    for name in ("CACHE_LOCATOR_CLASSES", "CPU_NAME", "CPU_FEATURES"):
        monkeypatch.setattr(numba.config, name, getattr(numba.config, name))
    folder = tmp_path / "caches"
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(folder))
    return folder


def names_of(entry):
    python = "py{}{}".format(*sys.version_info)
    return [f"run.{entry}-5.{python}.nbi", f"run.{entry}-5.{python}.1.nbc"]


class Maker:
    """Compiles nothing, but keeps what numba would, where numba is told to."""

    def __init__(self, entry=ENTRY):
        self.entry, self.asked = entry, []

    def __call__(self, *, keep):
        self.asked.append(keep)
        self.was_kept = is_kept(self.entry)
        self.files = [cache_folder() / name for name in names_of(self.entry)]
        if keep and not self.was_kept:
            assert not any(file.exists() for file in self.files)
            assert "LoopLocator" in numba.config.CACHE_LOCATOR_CLASSES
            for file in self.files:
                file.write_bytes(b"compiled")
        return self


def test_what_is_made_is_kept_and_found_again():
    first, second = Maker(), Maker()
    assert not is_kept(ENTRY)
    assert cached_if_possible(ENTRY, first) is first
    assert (first.asked, first.was_kept) == ([True], False)
    assert is_kept(ENTRY) is True
    cached_if_possible(ENTRY, second)
    assert (second.asked, second.was_kept) == ([True], True)
    assert not is_kept("run_adaline")
    assert not is_kept("run")


@pytest.mark.parametrize("which", [0, 1])
def test_what_is_not_as_it_was_written_is_thrown_away_whole(which):
    first, again, other = Maker(), Maker(), Maker("run_adaline")
    cached_if_possible(ENTRY, first)
    cached_if_possible("run_adaline", other)
    first.files[which].write_bytes(b"Compiled")
    assert is_kept(ENTRY) is False
    cached_if_possible(ENTRY, again)
    assert (again.asked, again.was_kept) == ([True], False)
    assert is_kept(ENTRY)
    assert is_kept("run_adaline")


@pytest.fixture
def delivered(tmp_path, monkeypatch):
    """Deliver what has been kept: with the program, where nobody can write."""
    cached_if_possible(ENTRY, Maker())
    folder = tmp_path / "program" / "loops"
    folder.parent.mkdir()
    cache_folder().parent.rename(folder)
    (folder / "processor.txt").write_text("x86-64\n")
    monkeypatch.setattr(compile_cache, "DELIVERED", folder)
    return folder


def test_what_is_delivered_is_read_where_nothing_can_be_kept(delivered, caches):
    before = sorted((path, path.stat().st_mtime_ns) for path in delivered.rglob("*"))
    caches.mkdir(exist_ok=True)
    (caches / "loops").write_text("no folder")
    made = Maker()
    cached_if_possible(ENTRY, made)
    assert (made.asked, made.was_kept) == ([True], True)
    assert numba.config.CPU_NAME == "x86-64"
    assert (
        compile_cache.LoopLocator(ENTRY, 5).get_cache_path().startswith(str(delivered))
    )
    after = sorted((path, path.stat().st_mtime_ns) for path in delivered.rglob("*"))
    assert after == before


def test_of_what_is_delivered_damaged_a_user_has_another(delivered):
    (folder,) = (path for path in delivered.iterdir() if path.is_dir())
    (folder / names_of(ENTRY)[1]).write_bytes(b"Compiled")
    made = Maker()
    cached_if_possible(ENTRY, made)
    assert (made.asked, made.was_kept) == ([True], False)
    assert compile_cache.LoopLocator(ENTRY, 5).get_cache_path() == str(cache_folder())
    assert is_kept(ENTRY)


def test_without_a_digest_it_is_not_kept():
    first = Maker()
    cached_if_possible(ENTRY, first)
    digest = first.files[0].with_name(first.files[0].name + ".blake2b")
    assert digest.exists()
    digest.unlink()
    assert is_kept(ENTRY) is False


def test_where_there_can_be_no_folder_nothing_is_kept(caches):
    caches.write_text("no folder")
    made = Maker()
    assert can_keep() is False
    assert cached_if_possible(ENTRY, made) is made
    assert made.asked == [False]


def test_what_cannot_be_read_is_thrown_away_and_made_without():
    cached_if_possible(ENTRY, Maker())
    calls = []

    def make(*, keep):
        calls.append(keep)
        if keep:
            raise EOFError("of another release")
        return "made"

    assert cached_if_possible(ENTRY, make) == "made"
    assert calls == [True, False]
    assert not cache_folder().exists()


def test_all_that_is_compiled_into_a_loop_is_a_part_of_its_version():
    left = [
        *(function for rule in learners().values() for function in rule.rule.values())
    ]
    left = [function for function in left if isinstance(function, FunctionType)]
    seen = set()
    while left:
        function = left.pop()
        if function not in seen:
            seen.add(function)
            around = inspect.getclosurevars(function).globals.values()
            left += [value for value in around if isinstance(value, FunctionType)]
    files = {Path(function.__code__.co_filename) for function in seen}
    assert Path(elementary.__file__) in files
    assert files <= {*compile_cache.sources()}


def test_only_the_newest_versions_stay():
    assert can_keep() is True
    folder = cache_folder()
    for age in range(1, MOST_VERSIONS + 2):
        old = folder.with_name(f"old{age}")
        old.mkdir()
        os.utime(old, (1e9 - age, 1e9 - age))
    cached_if_possible(ENTRY, Maker())
    left = {path.name for path in folder.parent.iterdir()}
    assert left == {folder.name, *(f"old{n}" for n in range(1, MOST_VERSIONS))}
