"""A program that has no other Python than itself compiles its loops by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.training.compiled import compile_cache, compiling_process
from engine.training.compiled.compiler import Loop

ROOT = Path(__file__).parents[4]
LOOP = Loop("add_votes")


def test_main_takes_the_words_that_python_takes(tmp_path, monkeypatch):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    words = ["-m", compiling_process.MODULE, *LOOP.as_words()]
    assert not compile_cache.is_kept(LOOP.entry)
    with subprocess.Popen(
        [sys.executable, ROOT / "main.py", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=tmp_path, env=dict(os.environ),
    ) as process:  # fmt: skip
        assert process.wait(timeout=100) == 0
        assert process.stdout.read() == b""
    assert compile_cache.is_kept(LOOP.entry)


def test_what_is_kept_needs_no_process(monkeypatch):
    def never_started(*_, **__):
        raise AssertionError("a process was started")

    monkeypatch.setattr(compile_cache, "is_kept", lambda entry: True)
    monkeypatch.setattr(compile_cache, "can_keep", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", never_started)
    assert compiling_process.compiled_beside(LOOP) is True
