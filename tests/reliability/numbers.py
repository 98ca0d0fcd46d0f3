"""Learn with extreme numbers; a run ends finite, or says that it diverged.

Every numeric hyperparameter of every learner at the ends of its range and beyond, and
samples as large and as small as numbers go. What cannot be learned from is refused in a
sentence; nothing else is raised, nothing is warned of, and weights that are written are
read back as they were.

    python -m tests.reliability.numbers --seed 1 --runs 2000
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.export.weights import read_model, write_weights
from engine.learners import learner, learners
from engine.learners.shared_hyperparameters import COMMON

SIZES = (5e-324, 1e-300, 1e-150, 1e-12, 1.0, 1e6, 1e12, 1e50, 1e100, 1e150)
BEYOND = (1e300, math.nextafter(math.inf, 0), math.inf, -math.inf, math.nan)
SIGNED = (0.0, *SIZES, *(-size for size in SIZES))
IN_RANGE = 0.9
"""Share of the numbers that are not to be refused."""
LONGEST = 0.05
"""Seconds of a run."""


def recipe_of(chance: random.Random) -> Recipe:
    """Choose a learner, and for two of its hyperparameters an extreme number."""
    name = chance.choice(sorted(learners()))
    numeric = [
        parameter
        for parameter in (*COMMON, *learner(name).hyperparameters)
        if parameter.kind in ("int", "float")
    ]
    given: dict[str, float] = {}
    for parameter in chance.sample(numeric, 2):
        number = chance.choice((*SIGNED, *BEYOND, parameter.low, parameter.high))
        if chance.random() < IN_RANGE:
            number = min(max(chance.choice(SIGNED), parameter.low), parameter.high)
        is_whole = parameter.kind == "int" and math.isfinite(number)
        given[parameter.name] = int(number) if is_whole else number
    return Recipe(name, **given)


def data_of(chance: random.Random) -> Dataset:
    """Draw a few samples of sizes that have nothing to do with each other."""
    n, d, classes = chance.randint(1, 8), chance.randint(1, 4), chance.randint(2, 3)
    values = SIGNED if chance.random() < IN_RANGE else (*SIGNED, *BEYOND)
    X = [[chance.choice(values) for _ in range(d)] for _ in range(n)]
    names = [str(k) for k in range(classes)]
    return Dataset(X, [chance.randrange(classes) for _ in range(n)], class_names=names)


def fault_of(seed: int, folder: Path) -> str | None:
    """Learn once; say what went wrong, or nothing, or give None if it is refused."""
    chance = random.Random(seed)
    recipe = data = None
    try:
        recipe, data = recipe_of(chance), data_of(chance)
        tape = Tape(data, recipe)
        tape.extend(LONGEST)
        model = tape.model()
        if not tape.diverged and not np.isfinite(tape.frame(tape.steps).weights).all():
            return f"seed {seed}: weights that are no numbers, and not said to diverge"
        path = folder / "weights.json"
        write_weights(model, path)
        if not np.array_equal(read_model(path).predict(data.X), model.predict(data.X)):
            return f"seed {seed}: other weights were read back"
    except UserError:
        return None
    except Exception as error:
        return f"seed {seed}: {error!r} ({recipe}, {data and data.X.tolist()})"
    return ""


def main(seed: int, runs: int) -> tuple[list[str], int]:
    """Learn so many times; give what went wrong, and how often it was refused."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        said = [
            fault_of(run_seed, Path(folder)) for run_seed in range(seed, seed + runs)
        ]
    return [fault for fault in said if fault], said.count(None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=2000)
    given = parser.parse_args()
    faults, refused = main(given.seed, given.runs)
    print(*(f"{fault}\n" for fault in faults), sep="", end="")
    well = given.runs - len(faults)
    print(f"{well} of {given.runs} ended as they should, {refused} of them refused")
    sys.exit(bool(faults))
