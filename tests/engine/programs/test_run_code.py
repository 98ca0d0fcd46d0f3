"""A run as a program: it comes to the weights of the run, to the last digit."""

import json
import re
import subprocess
import sys
from html import unescape

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.families.capabilities import can
from engine.learners import learner, learners
from engine.programs.run_code import data_place, write_run_code

N = 18
WAYS = {
    "plain": {},
    "shuffled": {"order": "shuffled", "seed": 2**31 - 1},
    "by hand": {"order": [*range(N)][::-1]},
    "no offset": {"offset": False, "start": "random", "seed": 5},
    "random": {"start": "random", "seed": 7, "order": "shuffled"},
    "tie": {"tie": "positive", "target_error": 0.2},
    "tolerance": {"tolerance": 0.5, "target_error": 0.1, "tie": "positive"},
    "inverse": {"schedule": "inverse", "c1": 3.0, "c2": 7.0},
    "pegasos": {"schedule": "pegasos", "strength": 0.3},
    "constant": {"schedule": "constant", "strength": 0.2},
    "batch": {"batch_size": 7, "order": "shuffled"},
    "batch, averaged": {"batch_size": 5, "averaged": True, "strength": 0.1},
    "full batch": {"batch_size": 0},
    "averaged": {"averaged": True, "target_error": 0.15},
    "weights": {"class_weight": {"0": 0.3, "1": 1.7}, "order": "shuffled"},
    "weights, batch": {"class_weight": "balanced", "batch_size": 5},
    "scaled": {"standardise": True, "features": "x1,x2,x1^2,sin(x2)"},
    "sample": {"standardise": True, "deviation": "sample", "squares": True},
    "stops": {"least_change": 0.05, "target_error": 0.3},
    "relu": {"activation": "relu", "second": 3, "momentum": 0.8, "strength": 0.01},
    "sigmoid": {"activation": "sigmoid", "offset": False, "momentum": 0.5},
    "network, batch": {"second": 2, "batch_size": 7, "offset": False},
    "polynomial": {"kernel": "polynomial", "kernel_degree": 3, "budget": 4},
    "linear": {"kernel": "linear", "offset": False, "target_error": 0.2},
}  # fmt: skip


def data_of(d, classes, weighted):
    numbers = np.random.default_rng(10 * d + classes)
    X = numbers.integers(-3_000, 3_000, (N, d)) / 3_000.0
    y = numbers.permutation(np.arange(N) % classes)
    X[:, 0] += y / 3.0
    own = numbers.integers(0, 9, N) / 3.0 if weighted else None
    parts = None if not weighted else np.arange(N) % 5 == 4
    return Dataset(X, y, parts=parts, sample_weights=own)


def cases(*, every):
    """Give tapes of all learners in all ways, each of two or three classes, or both."""
    for number, name in enumerate(learners()):
        slow = {"learning_rate": 0.03} if learner(name).has_rate else {}
        for place, (way, settings) in enumerate(WAYS.items()):
            for classes in (2, 3):
                if not every and (number + place) % 2 == classes % 2:
                    continue
                wide = place % 4 == 3 and way not in ("scaled",)
                weighted = way.startswith("weights") and classes == 3
                data = data_of(10 if wide else 2, classes, weighted)
                wanted = {"epochs": 4, **slow, **settings}
                try:
                    recipe = Recipe(name, **wanted)
                    if learner(name).by_hand:
                        recipe = recipe.replace(start=start_of(name, data, recipe))
                except UserError:
                    continue  # it has no such setting
                tape = Tape(data, recipe)
                tape.extend()
                yield f"{name}, {way}, {classes} classes", tape


def start_of(name, data, recipe):
    rule, d = learner(name), data.n_features * (2 if recipe.squares else 1)
    rows = rule.rows(d, data.n_outputs, recipe.rule_settings)
    return [[0.1 * (i + k) for i in range(m)] for k, m in enumerate(rows)]


def printed_of(tape):
    """Give what the program of a run is to print."""
    model, names = tape.model(), tape.data.class_names
    outputs = [f"{name}: " for name in names] if tape.problem.n_outputs > 1 else [""]
    if can(model, "votes"):
        return [
            f"{name}{int(count)} votes: w = {w[:-1].tolist()} b = {float(w[-1])}"
            for name, own in zip(outputs, model.votes, strict=True)
            for count, w in zip(own.counts, own.weights, strict=True)
        ]
    if can(model, "network"):
        rows = [row for layer in model.layers for row in layer]
        return [f"w = {w[:-1].tolist()} b = {float(w[-1])}" for w in rows]
    if not can(model, "linear"):
        rows = tape.frame(tape.steps).used
        return [
            f"{name}y·α = {w[:-1].tolist()} b = {float(w[-1])}"
            for name, w in zip(outputs, rows, strict=True)
        ]
    return [
        f"{name}w = {w.tolist()} b = {float(b)}"
        for name, w, b in zip(outputs, model.coef, model.intercept, strict=True)
    ]


def test_angles_of_any_size_have_their_sine_in_a_program(tmp_path):
    X = 1e9 * np.random.default_rng(0).normal(size=(20, 2))
    recipe = Recipe("perceptron", features="sin(x1),x1*sin(x2)^3", epochs=2)
    tape = Tape(Dataset(X, np.arange(20) % 2), recipe)
    tape.extend()
    write_run_code(tape, tmp_path / "a.py")
    _, printed = run_all([tmp_path / "a.py"], tmp_path)
    (w,), (b,) = tape.model().coef.tolist(), tape.model().intercept.tolist()
    assert [*printed.values()] == [[f"w = {w} b = {b}"]]


RUN_ALL = """
import contextlib, io, json, runpy, sys, traceback
allowed = {*sys.stdlib_module_names, "numpy", "cython_runtime"}
printed = {}
for path in sys.argv[1:]:
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            if path.endswith(".py"):
                runpy.run_path(path, run_name="__main__")
            else:
                names = {"__name__": "__main__"}
                for cell in json.load(open(path, encoding="utf-8"))["cells"]:
                    text = "".join(cell["source"])
                    if cell["cell_type"] == "code" and "matplotlib" not in text:
                        exec(text, names)
    except Exception:
        out.write(traceback.format_exc())
    printed[path] = out.getvalue().splitlines()
others = {name.partition(".")[0] for name in sys.modules} - allowed
json.dump([sorted(name for name in others if name[0] != "_"), printed], sys.stdout)
"""


def run_all(paths, folder):
    """Run programs, one after the other, in one process that sees nothing of ours."""
    words = [sys.executable, "-I", "-W", "error", "-c", RUN_ALL, *map(str, paths)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.no_cover
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_all_learners_come_to_the_same_weights_to_the_last_digit(every, tmp_path):
    expected = {}
    for i, (name, tape) in enumerate(cases(every=every)):
        path = tmp_path / f"run{i}{'.ipynb' if i % 9 == 8 else '.py'}"
        write_run_code(tape, path)
        expected[str(path)] = name, printed_of(tape)
    others, printed = run_all(expected, tmp_path)
    assert others == [], "nothing but NumPy is needed"
    wrong = {
        name: (path, printed[path], lines)
        for path, (name, lines) in expected.items()
        if printed[path] != lines
    }
    assert not wrong, f"{len(wrong)} of {len(expected)}: {next(iter(wrong.items()))}"


def tape_of(name, data=None, **settings):
    tape = Tape(data or data_of(2, 2, weighted=False), Recipe(name, **settings))
    tape.extend()
    return tape


def test_a_name_of_any_kind_comes_through(tmp_path):
    names = ('a "b", c', "{x}\n=1+1", "ä\\n")
    data = data_of(2, 3, weighted=False)
    data = Dataset(data.X, data.y, ('x,"y', "{z}"), names)
    tape = tape_of("perceptron", data)
    for suffix in (".py", ".ipynb"):
        write_run_code(tape, tmp_path / f"{{it's}}{suffix}")
    paths = [str(path) for path in tmp_path.glob("*.*") if path.suffix != ".csv"]
    _, printed = run_all(paths, tmp_path)
    expected = "\n".join(printed_of(tape)).splitlines()
    assert [*printed.values()] == [expected] * 2


def test_only_what_is_set_is_in_it(tmp_path):
    path = tmp_path / "again.py"
    write_run_code(tape_of("perceptron"), path)
    plain = path.read_text(encoding="utf-8")
    assert len(plain.splitlines()) < 80
    for word in ("shuffled", "late", "decay", "deviation", "math", "counts", "TIE"):
        assert word not in plain
    assert data_place(path).name in plain


def test_a_run_that_one_recipe_does_not_tell_is_refused(tmp_path):
    far = Dataset([[1e3, -1e3], [-1e3, 1e3]], [0, 1], class_names="AB")
    tape = tape_of("adaline", far, learning_rate=1.0, epochs=100)
    assert tape.diverged
    with pytest.raises(UserError, match="grew beyond all numbers"):
        write_run_code(tape, tmp_path / "again.py")
    assert not [*tmp_path.iterdir()]


def test_a_notebook_is_valid(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    write_run_code(tape_of("perceptron"), tmp_path / "again.ipynb")
    book = nbformat.read(tmp_path / "again.ipynb", 4)
    nbformat.validate(book)
    plot = "".join(cell.source for cell in book.cells)
    assert plot.count("parse_math=False") == 3, "axes and classes are no formulas"


@pytest.mark.long
def test_a_notebook_runs_as_a_whole(tmp_path):
    nbformat, nbclient = map(pytest.importorskip, ("nbformat", "nbclient"))
    pytest.importorskip("matplotlib")
    data = data_of(2, 2, weighted=False)
    features, classes = ["$a_1^2$", "Länge (µm)"], ["$50-$100", "_low"]
    named = Dataset(data.X, data.y, features, classes)
    tape = tape_of("averaged-perceptron", named)
    write_run_code(tape, tmp_path / "again.ipynb")
    book = nbformat.read(tmp_path / "again.ipynb", 4)
    as_text = (
        "import matplotlib\n"
        "%config InlineBackend.figure_formats = ['svg']\n"
        "%config InlineBackend.rc = {'svg.fonttype': 'none'}\n"
        "matplotlib.rcParams['svg.fonttype'] = 'none'"
    )
    book.cells.insert(0, nbformat.v4.new_code_cell(as_text))
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(book, resources=resources).execute()
    outputs = [out for cell in book.cells for out in cell.get("outputs", ())]
    texts = [out["text"] for out in outputs if out["output_type"] == "stream"]
    assert "".join(texts).splitlines() == printed_of(tape)
    pictures = [out.get("data", {}).get("image/svg+xml") for out in outputs]
    plane, curve = filter(None, pictures)
    shown = [unescape(text) for text in re.findall("<text[^>]*>([^<]*)<", plane)]
    assert {*features, *classes} < {*shown}, "the very names"
    assert "mistakes" in curve
