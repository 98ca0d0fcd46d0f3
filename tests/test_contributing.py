"""What CONTRIBUTING.md adds to the engine works as it is written."""

import importlib
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import engine.families
import engine.learners
from engine import Dataset
from engine.cli.main import run
from engine.data.formats import registry
from engine.data.formats.registry import formats, write_data
from engine.data.sample_table import read_data
from engine.errors import Cancelled, UserError
from engine.export.page import write_page
from engine.export.session_file import SavedSession
from engine.export.weights import read_model, write_weights
from engine.learners import learners
from engine.learners.family import families
from engine.lessons import predictions as judging
from engine.lessons.predictions.prediction import predictions
from engine.programs.run_code import write_run_code
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_text
from engine.training.recipe import Recipe
from engine.training.tape import Tape

FAMILY = "engine.families.prototypes"
PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w/]+\.py)`:\n\n```python\n(.*?)^```", PAGE, re.M | re.S))
FAMILY_FILES = [path for path in FILES if path.startswith(FAMILY.replace(".", "/"))]
LEARNER, FORMAT, PREDICTION, ASKED = (
    "engine/learners/robust_adaline.py",
    "engine/data/formats/ltsv.py",
    "engine/lessons/predictions/nearest_sample.py",
    "gui/features/lessons/predictions/nearest_sample.py",
)


def put_beside(package, path, folder, monkeypatch):
    """Put a file of the page into a package, for the time of the test."""
    name = f"{package.__name__}.{Path(path).stem}"
    (folder / Path(path).name).write_text(FILES[path], encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    yield
    sys.modules.pop(name, None)
    if hasattr(package, Path(path).stem):
        delattr(package, Path(path).stem)


@pytest.fixture
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    learners.cache_clear()
    yield from put_beside(engine.learners, LEARNER, tmp_path, monkeypatch)
    learners.cache_clear()


@pytest.fixture
def new_format(tmp_path, monkeypatch):
    formats.cache_clear()
    yield from put_beside(registry.folder, FORMAT, tmp_path, monkeypatch)
    formats.cache_clear()


@pytest.fixture
def new_family(tmp_path, monkeypatch):
    """Put the folder of the page beside the families, for the time of the test."""
    known = (learners, families)
    for cached in known:
        cached.cache_clear()
    for path in FAMILY_FILES:
        place = tmp_path / path.removeprefix("engine/families/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(FILES[path], encoding="utf-8")
    folders = [*engine.families.__path__, str(tmp_path)]
    monkeypatch.setattr(engine.families, "__path__", folders)
    yield
    for name in [name for name in sys.modules if name.startswith(FAMILY)]:
        del sys.modules[name]
    vars(engine.families).pop("prototypes", None)
    for cached in known:
        cached.cache_clear()


def test_every_file_of_the_page_is_one_that_can_be_added():
    assert {LEARNER, FORMAT, PREDICTION, ASKED, *FAMILY_FILES} < set(FILES)
    assert len(FAMILY_FILES) == 6
    for path, text in FILES.items():
        compile(text, path, "exec")
        assert not (Path(__file__).parents[1] / path).exists()


@pytest.fixture
def new_prediction(tmp_path, monkeypatch):
    predictions.cache_clear()
    yield from put_beside(judging, PREDICTION, tmp_path, monkeypatch)
    predictions.cache_clear()


@pytest.mark.usefixtures("new_learner")
def test_the_learner_is_listed_with_its_rule_and_trains(tmp_path, capsys):
    assert run(["learners"]) == 0
    listed = capsys.readouterr().out
    assert "robust-adaline: Robust Adaline" in listed
    assert "r = min(δ, max(−δ, y − z))" in listed
    (tmp_path / "p.csv").write_text("p,q,class\n2,1,b\n-1,-2,a\n")
    words = ["--learner", "robust-adaline", "--threshold", "0.5"]
    assert run(["train", str(tmp_path / "p.csv"), *words]) == 0
    assert "training error: 0.0000" in capsys.readouterr().out


@pytest.mark.usefixtures("new_learner")
def test_the_learner_s_own_test_passes_and_its_steps_are_spelt_out():
    test = {}
    exec(FILES["tests/engine/learners/test_robust_adaline.py"], test)
    test["test_two_steps_by_hand"]()
    recipe = Recipe("robust-adaline", learning_rate=0.1, threshold=0.5, epochs=1)
    tape = Tape(Dataset([[2], [-1]], [1, -1]), recipe)
    tape.extend()
    # z = −0.05 and y = −1: the error −0.95 counts as −0.5, with its sign.
    text = as_text(explain(tape, tape.frame(2)))
    assert "max(−0.5, (−1) − (−0.05))) = −0.5" in text
    assert "w ← (0.1) + 0.1·(−0.5)·(−1) = (0.15)" in text


@pytest.fixture
def new_hyperparameter(tmp_path):
    """Give a copy of the program with the edits of the page."""
    root, copy = Path(__file__).parents[1], tmp_path / "copy"
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "engine", copy / "engine", ignore=skipped)
    shutil.copy(root / "main.py", copy)
    edits = re.findall(r"^```diff\n  ([\w/.]+)\n(.*?)^```", PAGE, re.M | re.S)
    assert len(edits) == 2
    for name, edit in edits:
        lines = edit.splitlines(keepends=True)
        before, after = (
            "".join(line[1:] for line in lines if line[0] != sign) for sign in "+-"
        )
        text = (copy / name).read_text(encoding="utf-8")
        assert text.count(before) == 1
        (copy / name).write_text(text.replace(before, after), encoding="utf-8")
    return copy


def test_the_hyperparameter_is_an_option_of_every_learner(new_hyperparameter):
    """From the random start w no point is a mistake: it stays, ten times as long."""
    (new_hyperparameter / "p.csv").write_text("p,class\n0.1,a\n0.2,a\n")
    weights = []
    for scale in ("1", "10"):
        words = (
            "main.py train p.csv --learner adaline -q --epochs 1 --learning-rate 1e-9"
        )
        start = f"--start random --start-scale {scale} --weights w.json"
        command = [sys.executable, *words.split(), *start.split()]
        subprocess.run(command, cwd=new_hyperparameter, check=True)
        weights.append(read_model(new_hyperparameter / "w.json").coef[0, 0])
    assert weights[1] == pytest.approx(10 * weights[0], rel=1e-5)


@pytest.fixture
def new_estimators():
    """Import the estimators anew, for the time of the test."""
    name = "engine.estimators"
    before = sys.modules.pop(name, None)
    yield importlib.import_module(name)
    del sys.modules[name], engine.estimators
    if before is not None:
        sys.modules[name] = engine.estimators = before


@pytest.mark.usefixtures("new_learner")
def test_the_learner_is_an_estimator_too(new_estimators):
    estimator = new_estimators.RobustAdaline(threshold=0.5)
    estimator.fit([[2, 4], [-6, 1]], ["n", "f"])
    assert estimator.predict([[3, 3]]).tolist() == ["n"]
    assert "Robust Adaline" in estimator.__doc__


@pytest.fixture
def robust_tape():
    """Record a run in which some errors count in full, and some do not."""
    X = np.random.default_rng(4).normal(size=(12, 3))
    data = Dataset(X, X[:, 0] > 0.2, class_names=["n", "f"])
    tape = Tape(data, Recipe("robust-adaline", learning_rate=0.1, threshold=0.7))
    tape.extend()
    frames = [tape.frame(k) for k in range(1, tape.steps + 1)]
    errors = [2 * data.y[frame.rows[0]] - 1 - frame.scores[0] for frame in frames]
    assert {bool(abs(error) > 0.7) for error in errors} == {True, False}
    return tape


@pytest.mark.usefixtures("new_learner")
def test_the_learner_s_programs_come_to_its_weights(robust_tape, tmp_path):
    model, path = robust_tape.model(), tmp_path / "run.py"
    write_run_code(robust_tape, path)
    assert "def pull(z, y):" in path.read_text(encoding="utf-8")
    words = [sys.executable, "-I", path]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    (coef,), (offset,) = model.coef.tolist(), model.intercept.tolist()
    assert printed == f"w = {coef} b = {offset}\n"
    write_run_code(robust_tape, path, "sklearn")
    near = runpy.run_path(str(path))["estimator"]
    assert near.epsilon == 0.7
    np.testing.assert_allclose(near.coef_, model.coef, rtol=1e-9)


@pytest.mark.usefixtures("new_learner")
def test_the_learner_s_weights_are_used_again(robust_tape, tmp_path):
    model = robust_tape.model()
    for name in ("weights.json", "weights.npz"):
        write_weights(model, tmp_path / name)
        again = read_model(tmp_path / name)
        assert again.learner == "robust-adaline"
        assert (again.coef == model.coef).all()


@pytest.mark.usefixtures("new_learner")
def test_the_learner_s_page_plays_its_run_to_the_bit(robust_tape, browser, tmp_path):
    saved = SavedSession(robust_tape.data, robust_tape.recipe, 0)
    write_page(tmp_path / "run.html", saved)
    browser.open(tmp_path / "run.html")
    ask = "(() => { const { run } = player; run.extend(); return [...run.now.w]; })()"
    assert browser.ask(ask) == robust_tape.weights([robust_tape.steps]).ravel().tolist()
    assert browser.complaints == []


@pytest.fixture
def data():
    X = np.random.default_rng(0).normal(size=(40, 3)) * 10.0 ** np.arange(-200, 1, 100)
    names, classes = ("länge", "two words", "x3"), ("a b", "mäßig", "z")
    return Dataset(X, np.arange(40) % 3, names, classes)


@pytest.mark.usefixtures("new_format")
def test_the_format_reads_what_it_writes(data, tmp_path):
    path = tmp_path / "p.ltsv"
    write_data(data, path)
    back = read_data(path)
    np.testing.assert_array_equal(back.X, data.X)
    np.testing.assert_array_equal(back.y, data.y)
    assert back.feature_names == data.feature_names
    assert back.class_names == data.class_names
    assert run(["train", str(path)]) == 0


@pytest.mark.usefixtures("new_format")
def test_the_format_is_offered_by_the_window():
    from gui.files.file_dialogs import data_and_sessions, saved_kinds

    assert " *.ltsv" in data_and_sessions()
    assert "Labelled cells (*.ltsv)" in saved_kinds().split(";;")


@pytest.mark.usefixtures("new_format")
def test_the_format_names_faults_and_can_be_stopped(data, tmp_path):
    path = tmp_path / "p.ltsv"
    for second, said in (
        ("1\tclass:a", "line 2: has a cell without a key"),
        ("x:\tclass:b", "row 2, column x: the cell is empty"),
    ):
        path.write_text(f"x:1\tclass:a\n{second}\n")
        with pytest.raises(UserError, match=said):
            read_data(path)
    path.write_text("x:1\tclass:a\nx:2\tclass:b\n")
    with pytest.raises(Cancelled):
        read_data(path, progress=lambda share: False)
    before = path.read_text()
    with pytest.raises(Cancelled):
        write_data(data, path, progress=lambda share: False)
    assert path.read_text() == before


@pytest.mark.usefixtures("new_family")
def test_a_family_is_one_folder(tmp_path, capsys):
    """Recorded, explained, exported and read back, for two classes and for three."""
    test = {}
    exec(FILES["tests/engine/families/prototypes/test_nearest_mean.py"], test)
    test["test_each_mean_goes_half_the_way_to_its_samples"]()
    assert run(["learners"]) == 0
    assert "nearest-mean: Nearest mean" in capsys.readouterr().out
    X = np.random.default_rng(7).normal(size=(12, 2)).round(2)
    for labels in (X[:, 0] > 0, np.arange(12) % 3):
        data = Dataset(X, labels.astype(int))
        tape = Tape(data, Recipe("nearest-mean", epochs=3, order="shuffled"))
        tape.extend()
        model, scores = tape.model(), tape.model().scores(data.X)
        for suffix in (".json", ".npz", ".csv", ".py", ".onnx"):
            write_weights(model, tmp_path / f"weights{suffix}")
        for suffix in (".json", ".npz"):
            again = read_model(tmp_path / f"weights{suffix}")
            assert np.array_equal(again.scores(data.X), scores)
        said = runpy.run_path(str(tmp_path / "weights.py"))["predict"](X.tolist())
        assert said == [data.class_names[code] for code in model.predict(X)]
        with pytest.raises(UserError, match="no program of the learner Nearest mean"):
            write_run_code(tape, tmp_path / "run.py")
