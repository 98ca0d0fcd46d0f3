"""Interpreted until they are compiled, and to the bit the same."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numba
import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.learners import learner, learners, perceptron
from engine.training.compiled import compile_cache, compiler, tiered_loops
from engine.training.compiled.compiler import Loop
from engine.training.compiled.tiered_loops import (
    CALL_WORK,
    INTERPRETED_WORK,
    TieredLoop,
    batched_loop,
    run_loop,
    votes_loop,
)

ROOT = Path(__file__).parents[4]
RULES = [name for name in learners() if not learner(name).by_hand]
EACH_PART = {"adaline", "passive-aggressive", "pocket-perceptron", "voted-perceptron"}
"""Learners that come to every part of the loops between them (`compiler.needs`)."""
COMPARED = {
    ("adaline", False), ("adaline", True), ("passive-aggressive", False),
    ("pocket-perceptron", True), ("voted-perceptron", False),
}  # fmt: skip
"""Those of their loops that are always compared: without weights of samples, and with:
with batches and averages, and where weights are counted, not only multiplied."""
BATCHED = "perceptron", "averaged-perceptron"
WEIGHTINGS = {
    "plain": {},
    "batch": {"batch_size": 7},
    "full batch": {"batch_size": 0},
    "averaged": {"averaged": True},
    "least change": {"least_change": 1e-3},
}


def cases(name):
    """All runs of a learner that are to be the same, by what they are."""
    rule = learner(name)
    for order in ("given", "shuffled"):
        for d in (2, 12):
            for n_classes in (2, 3):
                rng = np.random.default_rng(10 * d + n_classes)
                X = rng.normal(size=(40, d))
                y = np.r_[:n_classes, rng.integers(0, n_classes, 40 - n_classes)]
                X[:, 0] += y
                for kind, settings in WEIGHTINGS.items():
                    if all(rule.declares(key) for key in settings):
                        recipe = Recipe(name, epochs=4, order=order, seed=3, **settings)
                        for own in (None, rng.uniform(0.5, 2.0, 40)):
                            key = f"{order} {d} {n_classes} {kind} {own is not None}"
                            yield key, Dataset(X, y, sample_weights=own), recipe


def recorded(name, *, weighted):
    """What the runs come to: weights and mistakes; and measures, which are summed."""
    for key, data, recipe in cases(name):
        if (data.sample_weights is not None) != weighted:
            continue
        tape = Tape(data, recipe)
        tape.extend()
        model, epochs = tape.model(), tape.epochs
        exact = (
            *model.parameters, *tape.weights([0, 1, min(5, tape.steps), tape.steps]),
            epochs.mistakes,
        )  # fmt: skip
        measures = [epochs.training_error.tolist(), epochs.loss.tolist()]
        yield key, [part.tolist() for part in exact], measures


def python(code, *arguments, **environment):
    """Run code in a process of its own, which sees these tests."""
    run = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", code, *arguments],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert not run.stderr
    return run.stdout


INTERPRETED = """
import json, sys
from tests.engine.training.compiled.test_tiered_loops import (
    BATCHED, recorded, side_by_side,
)
said = [list(recorded(name, weighted=weighted))
        for name, weighted in json.loads(sys.argv[1])]
print(json.dumps([said, {name: side_by_side(name) for name in BATCHED}]))
"""


@pytest.fixture(scope="module")
def interpreted(request):
    """What runs come to in a process without the compiler: alone, and side by side."""
    asked = [
        item.callspec.params
        for item in request.session.items
        if item.path == request.path and "weighted" in getattr(item, "fixturenames", ())
    ]
    cases = [(params["name"], params["weighted"]) for params in asked]
    said = python(INTERPRETED, json.dumps(cases), NUMBA_DISABLE_JIT="1")
    alone, side_by_side = json.loads(said)
    return dict(zip(cases, alone, strict=True)), side_by_side


def test_few_learners_come_to_every_part_of_the_loops():
    parts = {name: compiler.needs(learner(name)) for name in RULES}
    for part in parts["perceptron"]:
        assert any(parts[name][part] for name in EACH_PART)


@pytest.mark.parametrize(
    ("name", "weighted"),
    [
        pytest.param(*loop, marks=[] if loop in COMPARED else [pytest.mark.long])
        for loop in product(RULES, (False, True))
    ],
)
def test_weights_are_the_same_bit_by_bit(name, weighted, interpreted):
    run_loop(name, plain=not weighted).compiled()
    votes_loop().compiled()
    compiled = list(recorded(name, weighted=weighted))
    assert len(compiled) >= 8
    for (key, exact, measures), (same, others, near) in zip(
        compiled, interpreted[0][name, weighted], strict=True
    ):
        assert key == same
        assert exact == others, key
        np.testing.assert_allclose(measures, near, rtol=1e-12)


def side_by_side(name):
    from engine.training.batched_runs import fit_all
    from engine.training.problem import problem

    fitted = []
    for _, data, recipe in cases(name):
        problems = [problem(data, recipe.replace(epochs=n)) for n in (2, 3)]
        for weights in fit_all(problems, name):
            fitted.append(None if weights is None else weights.tolist())
    return fitted


def test_so_are_those_of_runs_side_by_side(interpreted):
    for name in BATCHED:
        batched_loop(name).compiled()
        assert side_by_side(name) == interpreted[1][name]


def test_a_small_run_asks_for_no_compiler():
    code = """
import sys
from engine.cli.main import run
run(["train", "resources/data/iris.csv"])
print("numba" in sys.modules)
"""
    *_, last, compiler_came = python(code).split("\n")[:-1]
    assert last.startswith("training error: 0.3333")
    assert compiler_came == "False"


LONG = """
import json
from tests.engine.training.compiled.test_tiered_loops import long_tape
tape = long_tape("adaline")
begun = tape.is_compiled
tape.extend()
frames = [tape.frame(k).weights.tolist() for k in (1, 7, 999, 300_001, tape.steps)]
looked_at = long_tape("perceptron")
looked_at.extend(0.0)
looked_at.extend()
print(json.dumps([begun, tape.is_compiled, tape.steps, frames, looked_at.is_compiled]))
"""


def long_tape(name):
    data = Dataset([[1, 0], [0, 1], [2, 1], [1, 2]], [0, 1, 1, 0])
    endless = {"epochs": 150_000, "stop_without_mistake": False}
    return Tape(data, Recipe(name, learning_rate=0.01, **endless))


def test_a_long_run_goes_over_to_what_is_compiled():
    run_loop("adaline").compiled()  # kept, so that there is only to be loaded
    run_loop("perceptron").compiled()
    before, after, steps, frames, other = json.loads(python(LONG))
    assert (before, after, steps) == (False, True, 600_000)
    assert other
    tape = long_tape("adaline")
    assert tape.is_compiled
    tape.extend()
    places = (1, 7, 999, 300_001, tape.steps)
    assert frames == [tape.frame(k).weights.tolist() for k in places]


def test_a_debugger_steps_through_a_rule():
    lines, first = inspect.getsourcelines(perceptron.LEARNER.pull)
    last = first + len(lines) - 1
    debugged = subprocess.run(
        [sys.executable, "-m", "pdb", "main.py", "train", "resources/data/iris.csv"],
        input=f"b engine/learners/perceptron.py:{last}\nc\np ('label', y)\nq\n",
        cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert "('label', 1.0)" in debugged.stdout, debugged.stdout + debugged.stderr


@pytest.fixture
def gate(monkeypatch):
    """Let a loop be compiled, in no time, only once this is set."""
    gate = threading.Event()

    def late(loop):
        assert gate.wait(150)
        return lambda *arguments: None

    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(compiler, "compiled", late)
    monkeypatch.setattr(compile_cache, "is_kept", lambda entry: True)
    yield gate
    gate.set()


def compiles():
    return any(
        thread.name.startswith("compiler of") for thread in threading.enumerate()
    )


def test_little_work_is_interpreted_and_much_begins_to_compile(gate):
    loop = TieredLoop(Loop("run", "perceptron"))
    interpreted = loop.for_work(CALL_WORK)
    assert loop.for_work(INTERPRETED_WORK - CALL_WORK) is interpreted
    assert not compiles()
    assert loop.for_work(1) is interpreted
    assert compiles()
    assert not loop.is_compiled
    gate.set()
    compiled = loop.compiled()
    assert loop.is_compiled
    assert loop.for_work(1) is compiled is not interpreted


def test_little_work_now_and_then_stays_interpreted(gate, monkeypatch):
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr(tiered_loops, "time", clock)
    monkeypatch.setattr(compiler, "interpreted", lambda loop: lambda: None)
    loop = TieredLoop(Loop("run", "perceptron"))
    for _ in range(4):
        loop.for_work(CALL_WORK)()
        now += CALL_WORK / INTERPRETED_WORK
    assert not compiles()
    for _ in range(3):
        loop.for_work(CALL_WORK)()
    assert compiles()


def test_it_is_compiled_beside_and_not_loaded():
    code = """
import sys, threading
from engine.training.compiled import compile_cache
from engine.training.compiled.tiered_loops import votes_loop
before = compile_cache.is_kept("add_votes")
for _ in range(2):
    votes_loop().keep()
for thread in threading.enumerate():
    if thread is not threading.main_thread():
        thread.join()
print(before, compile_cache.is_kept("add_votes"), votes_loop().is_compiled,
      "numba" in sys.modules, sep=", ")
"""
    with tempfile.TemporaryDirectory() as empty:
        printed = python(code, XDG_CACHE_HOME=empty)
    assert printed == "False, True, False, False\n"


def test_much_work_at_once_waits(gate):
    loop = TieredLoop(Loop("run", "perceptron"))
    threading.Timer(0.2, gate.set).start()
    assert loop.for_work(CALL_WORK + 1) is loop.compiled()


def test_who_goes_on_waits_for_what_is_only_to_be_loaded(gate):
    loop = TieredLoop(Loop("run", "perceptron"))
    interpreted = loop.for_work(CALL_WORK)
    loop.for_work(CALL_WORK)
    threading.Timer(0.2, gate.set).start()
    while loop.for_work(1, go_on=True) is interpreted:
        time.sleep(0.001)
    assert loop.is_compiled


def test_what_cannot_be_compiled_says_so_to_all(monkeypatch):
    def refuse(loop):
        raise RuntimeError("no compiler here")

    monkeypatch.setattr(compiler, "compiled", refuse)
    monkeypatch.setattr(compile_cache, "can_keep", lambda: False)
    loop = TieredLoop(Loop("run", "perceptron"))
    assert loop.for_work(1)
    for ask in (loop.compiled, loop.compiled, lambda: loop.for_work(1)):
        with pytest.raises(RuntimeError, match="no compiler here"):
            ask()


@pytest.mark.parametrize("name", learners())
def test_there_is_one_loop_for_a_learner(name):
    assert run_loop(name) is run_loop(name)
    assert run_loop(name) is not run_loop(name, plain=False)


def test_an_unknown_learner_is_reported():
    with pytest.raises(UserError, match="“nobody” is not known"):
        run_loop("nobody")
