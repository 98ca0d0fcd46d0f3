"""Compile all loops of all learners, for any processor of this machine's kind.

Usage: python .ci/compile_loops.py FOLDER
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.learners import learners
from engine.training.compiled import compile_cache
from engine.training.compiled.compiler import Loop, compiled

OF_KIND = {"x86_64": "x86-64", "amd64": "x86-64"}
"""LLVM's name of the first processor of a kind, where it is not the usual one."""


def all_loops() -> list[Loop]:
    """List the loops that the program may ask for."""
    rules = [rule for rule in learners().values() if not rule.by_hand]
    loops = [Loop("add_votes")]
    for plain in (True, False):
        loops += [Loop("run", rule.name, plain) for rule in rules]
        own = [rule for rule in rules if rule.is_linear and not rule.coupled]
        loops += [
            Loop("run_batched", rule.name, plain)
            for rule in own
            if rule.combination in ("last", "averaged")
        ]
    return loops


def compile_one(loop: Loop) -> str:
    """Compile a loop into the cache folder."""
    import numba

    numba.config.CPU_NAME = processor()
    numba.config.CPU_FEATURES = ""
    compiled(loop)
    return loop.entry


def processor() -> str:
    """Name the first processor of this machine's kind."""
    return OF_KIND.get(platform.machine().lower(), "generic")


def main(folder: Path) -> None:
    """Compile them beside each other; put them where the program will look."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = os.environ["LOCALAPPDATA"] = cache
        loops = all_loops()
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            done = list(pool.map(compile_one, loops))
        missing = [entry for entry in done if not compile_cache.is_kept(entry)]
        if missing:
            sys.exit(f"not kept: {', '.join(missing)}")
        kept = compile_cache.cache_folder()
        shutil.copytree(kept, folder / kept.name)
    (folder / compile_cache.PROCESSOR).write_text(f"{processor()}\n")
    print(f"{len(done)} loops for {processor()}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
