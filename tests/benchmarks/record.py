"""All figures of this project in one run: the benchmarks' goals, and others beside us.

``python -m tests.benchmarks.record`` writes ``record.md``, ``record.json`` and
``growth.png`` beside itself, and the table in the handbook; with ``--out`` only those
three, into that folder. The benchmarks take an hour; ``--goals`` alone leaves them out.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import SGDClassifier

from engine import Dataset, __version__
from engine.training.compiled.tiered_loops import run_loop
from tests.benchmarks.test_learners import OURS, THEIRS, InC, fitting, recording

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
BEGIN = "## For each sample\n\n"
"""After what the table stands in the handbook's page, to its end."""
LIBRARIES = ("numpy", "numba", "scikit-learn", "mlxtend", "river", "PySide6_Essentials")
LONGEST = 10.0
"""Seconds after which what grows is not measured any further."""
WARM_UP = 200
"""Samples of a run before, which does not count."""
ENOUGH = 2.0
"""Seconds after which one library's runs of a case are enough."""
EPOCHS = 3


class Case(NamedTuple):
    """Samples, features, classes and epochs of a run."""

    n: int = 100_000
    d: int = 2
    k: int = 2
    epochs: int = EPOCHS

    @property
    def visits(self):
        return self.n * self.epochs


GROWTH = {
    "N": [Case(n=10**power) for power in range(3, 8)],
    "d": [Case(n=20_000, d=d) for d in (2, 10, 100, 500)],
    "K": [Case(k=k) for k in (2, 3, 5, 10, 30)],
    "epochs": [Case(n=10_000, epochs=epochs) for epochs in (1, 10, 100, 1000)],
}
AXES = {"N": "n", "d": "d", "K": "k", "epochs": "epochs"}


def samples(case):
    """Overlapping classes, of two on both sides of a plane, of more in a ring."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(case.n, case.d))
    if case.k == 2:
        side = X @ np.linspace(1.0, 0.5, case.d) + 0.3 * rng.normal(size=case.n)
        return Dataset(X, np.where(side > 0, 1, -1))
    y = np.arange(case.n) % case.k
    X[:, 0] += case.k * np.cos(2 * np.pi * y / case.k)
    X[:, 1] += case.k * np.sin(2 * np.pi * y / case.k)
    return Dataset(X, y)


# Each gives a call that learns as many epochs in the order given, or None where the
# library has no such learner.


def ours(name, data, case):
    run_loop(name).compiled()
    return recording(data, name, case.epochs, **OURS.get(name, {}))


def scikit_learn(name, data, case):
    if name != "perceptron":
        return None
    return fitting(data, clone(THEIRS[name]), case.epochs)


def sgd_classifier(name, data, case):
    if name == "perceptron":
        machine = SGDClassifier(
            loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0
        )
    else:
        machine = clone(THEIRS[name])
    return fitting(data, machine, case.epochs)


def mlxtend(name, data, case):
    from mlxtend import classifier

    each = {"eta": 0.01, "minibatches": case.n, "epochs": case.epochs}
    makers = {
        "perceptron": lambda: classifier.Perceptron(eta=1.0, epochs=case.epochs),
        "adaline": lambda: classifier.Adaline(**each),
        "logistic-regression": lambda: classifier.LogisticRegression(**each),
    }
    if name not in makers or case.k > 2:
        return None
    machine, labels = makers[name](), data.y.astype(int)
    return lambda: machine.fit(data.X, labels)


def river(name, data, case):
    from river import linear_model, multiclass, optim

    makers = {
        "perceptron": linear_model.Perceptron,
        "passive-aggressive": lambda: linear_model.PAClassifier(C=1.0, mode=1),
        "logistic-regression": lambda: linear_model.LogisticRegression(
            optim.SGD(0.01), l2=1e-4
        ),
    }
    if name not in makers:
        return None
    rows = [dict(enumerate(row)) for row in data.X.tolist()]
    labels = data.y.tolist() if case.k > 2 else [code == 1 for code in data.y.tolist()]

    def learn():
        machine = makers[name]()
        if case.k > 2:
            machine = multiclass.OneVsRestClassifier(machine)
        for _ in range(case.epochs):
            for row, label in zip(rows, labels, strict=True):
                machine.learn_one(row, label)

    return learn


def in_c(name, data, case):
    if not shutil.which("gcc"):
        raise ImportError
    if case.k > 2:
        return None
    rate = OURS.get(name, {}).get("learning_rate", 1.0)
    return loop_in_c(name).fitting(data, case.epochs, shuffled=False, rate=rate)[0]


@cache
def loop_in_c(name):
    with tempfile.TemporaryDirectory() as folder:
        return InC(Path(folder), name)


OTHERS = {
    "Perceptron Lab": ours,
    "scikit-learn": scikit_learn,
    "SGDClassifier": sgd_classifier,
    "mlxtend": mlxtend,
    "river": river,
    "C": in_c,
}
MISSING, NONE, LONG = "not installed", "–", f"> {LONGEST:g} s"


def compare(name, case, rounds, expected):
    """Measure all that have a learner, in turns: nanoseconds per sample visited.

    What is expected to take too long, as `expected` (of nanoseconds by column) says, is
    left out; the answer has its reason in the place of numbers.
    """
    data, little = samples(case), samples(case._replace(n=WARM_UP))
    calls, figures = {}, {}
    for column, make in OTHERS.items():
        if expected.get(column, 0.0) * case.visits > 1e9 * LONGEST:
            figures[column] = LONG
            continue
        try:
            call = make(name, data, case)
        except ImportError:
            figures[column] = MISSING
            continue
        if call is None:
            figures[column] = NONE
        else:
            calls[column] = call
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                make(name, little, case._replace(n=WARM_UP))()
    taken = {column: [] for column in calls}
    for _ in range(rounds):
        for column, call in calls.items():
            values = taken[column]
            if 1e-9 * case.visits * sum(values) > ENOUGH:
                continue
            began = time.perf_counter()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                call()
            values.append(1e9 * (time.perf_counter() - began) / case.visits)
    for column, values in taken.items():
        figures[column] = summary(values)
    return figures


def summary(values):
    return {
        "median": statistics.median(values),
        "range": [min(values), max(values)],
        "values": values,
    }


def growth(rounds, say):
    """Measure the perceptron along each axis."""
    curves = {}
    for axis, cases in GROWTH.items():
        expected, curves[axis] = {}, []
        for case in cases:
            say(f"perceptron, {axis} = {getattr(case, AXES[axis]):,}")
            times = compare("perceptron", case, rounds, expected)
            expected |= {
                c: t["median"] for c, t in times.items() if isinstance(t, dict)
            }
            curves[axis].append({"case": case._asdict(), "times": times})
    return curves


def learners(rounds, say):
    figures = {}
    for name in InC.RULES:
        say(name)
        figures[name] = compare(name, Case(), rounds, {})
    return figures


def goals(files, rounds, say):
    """Run the benchmarks; give medians and ranges of their figures."""
    values = {}
    for turn in range(rounds):
        for file in files:
            say(f"{file}, {turn + 1} of {rounds}")
            with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as lines:
                subprocess.run(
                    [sys.executable, "-m", "pytest", "-q", FOLDER / file],
                    cwd=ROOT, capture_output=True,
                    env=os.environ | {"BENCHMARK_FIGURES": lines.name},
                )  # fmt: skip
                for figure in map(json.loads, lines):
                    key = (file, figure["what"], tuple(figure["goal"]), figure["unit"])
                    values.setdefault(key, []).append(figure["value"])
    names = ("file", "what", "goal", "unit")
    return [
        dict(zip(names, key, strict=True)) | summary(v) for key, v in values.items()
    ]


def machine():
    """Say on what it was measured."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        text = info.read_text()
        cpu = (
            text.partition("model name")[2].partition(":")[2].partition("\n")[0].strip()
        )
    return {"system": platform.platform(), "processor": cpu, "cores": os.cpu_count()}


def versions():
    versions = {"perceptron-lab": __version__, "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = MISSING
    if shutil.which("gcc"):
        text = subprocess.run(
            ["gcc", "--version"], capture_output=True, text=True
        ).stdout
        versions["gcc"] = text.partition("\n")[0]
    return versions


def markdown(record):
    """Write the record as a page."""
    made, where = record["made"], record["machine"]
    used = ", ".join(
        f"{name} {version}" for name, version in record["versions"].items()
    )
    lines = [
        "# The figures on record", "",
        f"Made {made} by `python -m tests.benchmarks.record` on {where['processor']}, "
        f"{where['cores']} cores, {where['system']}.", "",
        f"{used}.", "",
        "Nanoseconds for each sample visited, median (least – most) of some runs in "
        "turns; smaller is faster. Every library learns the epochs in the order given. "
        f"“{NONE}”: it has no such learner; “{LONG}”: it would take longer.", "",
        f"## Learners, {Case().n:,} samples, {Case().d} features, {EPOCHS} epochs", "",
        *table("", list(record["learners"]), list(record["learners"].values())),
    ]  # fmt: skip
    for axis, rows in record["growth"].items():
        fixed = {k: v for k, v in rows[0]["case"].items() if k != AXES[axis]}
        lines += ["", f"## Perceptron, as {axis} grows", ""]
        lines += [", ".join(f"{k} = {v:,}" for k, v in fixed.items()) + ".", ""]
        heads = [f"{row['case'][AXES[axis]]:,}" for row in rows]
        lines += table(axis, heads, [row["times"] for row in rows])
    lines += ["", "![Cost as N, d, K and the epochs grow](growth.png)"]
    if record["goals"]:
        lines += ["", "## Goals", "", "| | median | least – most | goal |"]
        lines += ["| --- | --- | --- | --- |"]
        for goal in record["goals"]:
            (sign, bound), (low, high) = goal["goal"], goal["range"]
            met = goal["median"] >= bound if sign == "≥" else goal["median"] <= bound
            lines.append(
                f"| {goal['what']} | {goal['median']:.2f}{goal['unit']} "
                f"| {low:.2f} – {high:.2f} | {'✓' if met else '✗'} {sign} {bound} |"
            )
    return "\n".join(lines) + "\n"


def in_handbook(record, text):
    """Put the medians of the learners in the place of those in the page's text."""
    before, heading, _ = text.partition(BEGIN)
    rows = [
        {column: figures[column] if isinstance(figures[column], str)
         else figures[column]["median"] for column in OTHERS}
        for figures in record["learners"].values()
    ]  # fmt: skip
    case = Case()
    lines = [
        "Nanoseconds for each sample visited (medians; smaller is faster), in the\n"
        f"order given, {case.epochs} epochs over {case.n:,} samples of {case.d} "
        "features:",
        "",
        *table("", list(record["learners"]), rows, write=figure), "",
        "How the cost grows with samples, features, classes and epochs, what a frame\n"
        "of the window costs, ranges, versions and the machine stand in\n"
        "`tests/benchmarks/record.md` of the repository.",
    ]  # fmt: skip
    return before + heading + "\n".join(lines) + "\n"


def table(corner, heads, rows, write=None):
    write = write or cell
    yield f"| {corner} | " + " | ".join(OTHERS) + " |"
    yield "| --- |" + " ---: |" * len(OTHERS)
    for head, times in zip(heads, rows, strict=True):
        yield (
            f"| {head} | "
            + " | ".join(write(times[column]) for column in OTHERS)
            + " |"
        )


def cell(entry):
    if isinstance(entry, str):
        return entry
    median, (low, high) = entry["median"], entry["range"]
    return f"{figure(median)} ({figure(low)} – {figure(high)})"


def figure(value):
    if isinstance(value, str):
        return value
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def plot(record, path):
    """Draw seconds over N, d, K and epochs, both logarithmic."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import pyqtgraph as pg

    from gui.app import make_app
    from gui.style.theme import LIGHT

    app = make_app(["record"])
    pg.setConfigOptions(antialias=True, background="w", foreground=LIGHT.ink)
    page = pg.GraphicsLayoutWidget(size=(1200, 900))
    for i, (axis, rows) in enumerate(record["growth"].items()):
        sheet = page.addPlot(row=i // 2, col=i % 2)
        sheet.setLogMode(x=True, y=True)
        sheet.setLabel("bottom", axis)
        sheet.setLabel("left", "seconds")
        sheet.showGrid(x=True, y=True, alpha=0.2)
        places = [row["case"][AXES[axis]] for row in rows]
        ticks = [
            (float(np.log10(n)), f"{n:,}" if n < 10**6 else f"{n // 10**6}M")
            for n in places
        ]
        sheet.getAxis("bottom").setTicks([ticks])
        if not i:
            sheet.addLegend(offset=(-10, -10))
        for column, colour in zip(OTHERS, LIGHT.classes, strict=False):
            places = [
                (row["case"][AXES[axis]], seconds(row["times"][column], row["case"]))
                for row in rows
                if isinstance(row["times"][column], dict)
            ]
            if places:
                pen = pg.mkPen(colour, width=3 if column == "Perceptron Lab" else 1.5)
                sheet.plot(
                    *zip(*places, strict=True), pen=pen, name=column, symbol="o",
                    symbolSize=6, symbolBrush=colour, symbolPen=None,
                )  # fmt: skip
    page.show()
    app.processEvents()
    page.grab().save(str(path))
    page.close()


def seconds(entry, case):
    return entry["median"] * Case(**case).visits / 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=FOLDER, help="the folder written to"
    )
    parser.add_argument("--rounds", type=int, default=5, help="runs of each comparison")
    parser.add_argument(
        "--goals", nargs="*", metavar="FILE",
        default=sorted(path.name for path in FOLDER.glob("test_*.py")),
        help="benchmarks to run thrice (all; none by --goals alone)",
    )  # fmt: skip
    options = parser.parse_args()

    def say(message):
        print(message, file=sys.stderr, flush=True)

    record = {
        "made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": machine(),
        "versions": versions(),
        "learners": learners(options.rounds, say),
        "growth": growth(options.rounds, say),
        "goals": goals(options.goals, 3, say),
    }
    options.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(record, indent=1) + "\n"
    (options.out / "record.json").write_text(text, "utf-8")
    (options.out / "record.md").write_text(markdown(record), "utf-8")
    plot(record, options.out / "growth.png")
    if options.out == FOLDER:
        page = ROOT / "resources" / "handbook" / "speed.md"
        page.write_text(in_handbook(record, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
