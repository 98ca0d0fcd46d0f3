from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.training.compiled import compile_cache
from engine.training.compiled.compile_cache import cache_folder, is_kept

ROOT = Path(__file__).parents[4]
RUNS = """
import json
from numba.core.dispatcher import Dispatcher
from numba.core.event import install_recorder
from engine import Dataset, Recipe, Tape
from engine.training.compiled.tiered_loops import run_loop, votes_loop
names = ("adaline", "perceptron", "voted-perceptron")
for loop in (votes_loop(), *map(run_loop, names)):
    loop.compiled()
with install_recorder("numba:compile") as compiling:
    tape = Tape(Dataset([[2, 4], [-6, 1]], [-1, -1]), Recipe(offset=False))
    tape.extend()
    facts = {"weights": tape.model().weights.tolist(), "reason": tape.reason}
    data = Dataset([[1, 0], [2, 1], [0, 3]], [0, 1, 0])
    tape = Tape(data, Recipe("voted-perceptron"))
    tape.extend()
    votes = [len(tape.model(k).votes[0].counts) for k in (0, 1, tape.steps)]
facts |= {"votes": votes[-1], "compiled": bool(compiling.buffer)}
data = Dataset([[2, 4], [-6, 1]], [0, 1])
tapes = [Tape(data, Recipe(name, epochs=2)) for name in names[:2]]
for tape in tapes:
    tape.extend()
choices, choose = [], Dispatcher._compile_for_args
def counted(self, *args, **kws):
    choices.append(self.py_func.__name__)
    return choose(self, *args, **kws)
Dispatcher._compile_for_args = counted
for tape in tapes:
    for k in range(1, tape.steps + 1):
        tape.frame(k)
print(json.dumps(facts | {"choices": choices}))
"""

SMALL = """
import json
import numpy as np
from engine.training.compiled.tiered_loops import votes_loop
add = votes_loop().compiled()
total = np.zeros(1)
add(total, np.array([[7.0]]), np.array([[-1.0, 0.0]]), np.array([2.0]), 0.0)
print(json.dumps({
    "total": total.tolist(),
    "hits": sum(add.stats.cache_hits.values()),
    "misses": sum(add.stats.cache_misses.values()),
}))
"""
"""The smallest loop, kept as the others are, where it does not matter which it is."""
OF_SMALL = {"total": [-2.0]}


def start(code, cache=None):
    """Start a process of its own; its user keeps caches here, or as we do."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return subprocess.Popen(
        [sys.executable, "-B", "-W", "error", "-c", code],
        env=kept | ({"XDG_CACHE_HOME": str(cache)} if cache else {}),
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def answer(process):
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    assert not err
    return json.loads(out)


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Folder and answers of two first processes, at once, with an empty cache."""
    folder = tmp_path_factory.mktemp("caches")
    processes = [start(SMALL, folder), start(SMALL, folder)]
    return folder, [answer(process) for process in processes]


def copy(folder, tmp_path):
    for path in files(folder):
        place = tmp_path / path.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    return tmp_path


@pytest.fixture(scope="module")
def runs():
    """What a process tells of its runs, whose loops were compiled before."""
    return answer(start(RUNS))


def test_a_run_has_its_loop_compiled_beside(runs):
    assert runs["weights"] == [[4.0, -5.0, 0.0]]
    assert runs["reason"] == "converged in epoch 2"
    assert not runs["compiled"]


def kept(cache):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        return is_kept("add_votes")


def test_two_processes_can_fill_the_same_cache_at_once(filled):
    folder, results = filled
    for result in results:
        assert {key: result[key] for key in OF_SMALL} == OF_SMALL
    assert files(folder)
    assert all("perceptron-lab" in path.parts for path in files(folder))


def test_the_second_process_loads_it_and_writes_nothing(filled):
    folder, _ = filled
    before = [(path, path.stat().st_mtime_ns) for path in files(folder)]
    assert answer(start(SMALL, folder)) == OF_SMALL | {"hits": 1, "misses": 0}
    assert [(path, path.stat().st_mtime_ns) for path in files(folder)] == before


def cut(content):
    return content[: len(content) // 2]


def flipped(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    ("suffix", "damage"),
    [pytest.param(".nbi", cut, marks=pytest.mark.long), (".nbc", flipped)],
)
def test_what_is_damaged_is_compiled_anew(filled, tmp_path, suffix, damage):
    whole, _ = filled
    cache = copy(whole, tmp_path)
    (damaged,) = (path for path in files(cache) if path.suffix == suffix)
    damaged.write_bytes(damage(damaged.read_bytes()))
    # Beside, before it is loaded: so it is a hit, as at a first start.
    assert answer(start(SMALL, cache)) == OF_SMALL | {"hits": 1, "misses": 0}
    assert [path.name for path in files(cache)] == [path.name for path in files(whole)]
    assert kept(cache)


def test_nothing_with_a_flipped_bit_counts_as_kept(filled, tmp_path):
    cache = copy(filled[0], tmp_path)
    assert len(files(cache)) == 4
    for path in files(cache):
        whole = path.read_bytes()
        for place in range(0, len(whole), max(1, len(whole) // 20)):
            byte = bytes([whole[place] ^ 128])
            path.write_bytes(whole[:place] + byte + whole[place + 1 :])
            assert not kept(cache)
        path.write_bytes(whole)
        assert kept(cache)


def test_where_nothing_can_be_kept_it_goes_on(tmp_path):
    """A file in the place of the folder stops every user, root too."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    result = answer(start(SMALL, blocked / "caches"))
    assert result == OF_SMALL | {"hits": 0, "misses": 1}
    assert files(tmp_path) == [blocked]


def test_the_folder_is_the_user_s_own_and_named_after_the_sources(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache_folder()
    assert folder == cache_folder()
    if sys.platform.startswith("linux"):
        assert folder.parent == tmp_path / "perceptron-lab" / "loops"
    original = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: original(path) + b"\n# new")
    assert cache_folder() != folder


def test_the_same_sources_elsewhere_have_the_same_folder(monkeypatch, tmp_path):
    """What was compiled before delivery is found wherever the program is put."""
    folder, here = cache_folder(), Path(compile_cache.__file__)
    copy = shutil.copytree(here.parents[2], tmp_path / "engine")
    there = copy / "training" / "compiled" / here.name
    monkeypatch.setattr(compile_cache, "__file__", str(there))
    assert cache_folder() == folder


def test_nothing_is_compiled_when_it_is_ready(runs):
    """Votes of one vector and of several are arrays of different kinds."""
    assert runs["votes"] > 1
    assert not runs["compiled"]


def test_two_learners_do_not_slow_each_other(runs):
    assert runs["choices"] == []
