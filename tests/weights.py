"""The weights that small runs come to, which no change of the code is to change.

``python -m tests.weights`` says which are others than those in ``tests/weights.json``,
and records them; ``tests/test_weights.py`` compares.

A digest of the weights is kept: a learner only adds, multiplies, divides and compares,
in an order of our own, so that they are the same to the bit on any machine.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.learners import learner, learners

RECORDED = Path(__file__).with_name("weights.json")
RULES = [name for name in learners() if not learner(name).by_hand]
N = 40
WAYS = {
    "plain": {},
    "no offset": {"offset": False},
    "tie": {"tie": "positive"},
    "tolerance": {"tolerance": 0.5},
    "inverse": {"schedule": "inverse", "c1": 3.0, "c2": 7.0},
    "pegasos": {"schedule": "pegasos"},
    "batch": {"batch_size": 7},
    "full batch": {"batch_size": 0},
    "averaged": {"averaged": True},
    "class weights": {"class_weight": {"0": 0.3, "1": 1.7}},
    "sample weights": {},
}


def cases(name):
    """Give data and recipe of each run of a learner, by what it is."""
    rule = learner(name)
    for d in (2, 12):
        for n_classes in (2, 3):
            numbers = np.random.default_rng(10 * d + n_classes)
            # Thirds are rounded, by division, as everything after them is.
            X = numbers.integers(-3_000, 3_000, (N, d)) / 3_000.0
            y = numbers.permutation(np.arange(N) % n_classes)
            X[:, 0] += y / 3.0
            own = numbers.integers(1, 9, N) / 3.0
            for order in ("given", "shuffled"):
                for way, settings in WAYS.items():
                    slow = {"learning_rate": 0.03} if rule.has_rate else {}
                    wanted = {"order": order, **slow, **settings}
                    try:
                        recipe = Recipe(name, epochs=4, seed=3, **wanted)
                    except UserError:
                        continue  # it has no such setting
                    weighted = own if way == "sample weights" else None
                    data = Dataset(X, y, sample_weights=weighted)
                    yield f"{order}, d = {d}, {n_classes} classes, {way}", data, recipe


def weights_of(data, recipe):
    """Run; give the weights after some steps and, last, those that are used."""
    tape = Tape(data, recipe)
    tape.extend()
    middle = min(5, tape.steps)
    return np.array([
        *tape.weights([1, middle, tape.steps]), tape.frame(tape.steps).used
    ])  # fmt: skip


def record(name):
    """Give what is to be kept of each run of a learner."""
    entries = {}
    for key, data, recipe in cases(name):
        weights = weights_of(data, recipe)
        digest = hashlib.sha256(weights.astype("<f8").tobytes())
        entries[key] = digest.hexdigest()[:16]
    return entries


def changed(recorded, now):
    """List the runs of a learner that come to other weights, or are not recorded."""
    return [key for key in recorded | now if recorded.get(key) != now.get(key)]


def renew():
    """Record what the runs come to now; say which come to something else."""
    before = json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}
    now = {name: record(name) for name in RULES}
    for name, entries in now.items():
        for key in changed(before.get(name, {}), entries):
            print(f"{name}: {key}")
    RECORDED.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    renew()
