"""Every learner, with every kind of features, used again from every kind of file.

What a file says of samples that were not trained on is what the engine says; a
table may have its columns in another order.
"""

import csv
from functools import cache

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.cli.main import run
from engine.export.weights import write_weights
from engine.learners import learners

CLASSES = ("no, thanks", "ünsure", "yes")
NAMES = ("width", "height", "depth")
MEANS = np.array([[-1, 0, 1], [1, 1, 0], [0, -2, -1]])
SETTINGS = {
    "all": {},
    "no offset": {"offset": False},
    "standardised": {"standardise": True},
    "squares": {"squares": True},
    "some": {"features": "depth,width", "standardise": True},
    "products": {"features": "width,height,width*height,depth^2,sin(depth)"},
}
EXPORTS = [
    (learner, setting, n_classes)
    for learner in sorted(n for n, rule in learners().items() if not rule.by_hand)
    for setting in SETTINGS
    for n_classes in (2, 3)
]
ALL = len(SETTINGS) * 2
USUAL = {
    export
    for i, export in enumerate(EXPORTS)
    if (i + i // 2 + i // ALL) % 2 == 0  # two classes, then three, in turns
}
"""Every pair of learner, setting and number of classes."""


def samples(n, n_classes, seed):
    """Draw classes that overlap, in numbers that 32 bits hold exactly."""
    rng = np.random.default_rng(seed)
    y = rng.integers(n_classes, size=n)
    X = rng.normal(MEANS[y], 1.2)
    return np.round(X * 64) / 64, y


@cache
def trained(learner, setting, n_classes):
    X, y = samples(80, n_classes, seed=7)
    data = Dataset(X, y, NAMES, CLASSES[:n_classes])
    tape = Tape(data, Recipe(learner, epochs=12, **SETTINGS[setting]))
    tape.extend()
    return tape.model()


@pytest.fixture
def model(learner, setting, n_classes):
    return trained(learner, setting, n_classes)


@pytest.fixture
def held_out(n_classes):
    X, _ = samples(100, n_classes, seed=8)
    return X


def said_by_the_engine(model, X):
    wanted = [model.class_names[code] for code in model.predict(X)]
    assert len(set(wanted)) == len(model.class_names)
    return wanted


def marks(is_usual):
    return () if is_usual else pytest.mark.long


each_export = pytest.mark.parametrize(
    ("learner", "setting", "n_classes"),
    [pytest.param(*export, marks=marks(export in USUAL)) for export in EXPORTS],
)


def test_they_are_of_all_learners():
    assert len(EXPORTS) == 13 * 6 * 2


@each_export
def test_python(tmp_path, model, held_out):
    write_weights(model, tmp_path / "w.py")
    module = {}
    exec((tmp_path / "w.py").read_text(encoding="utf-8"), module)
    said = [module["predict"](x) for x in held_out.tolist()]
    assert said == said_by_the_engine(model, held_out)


@each_export
def test_onnx(tmp_path, model, held_out):
    runtime = pytest.importorskip("onnxruntime")
    write_weights(model, tmp_path / "w.onnx")
    session = runtime.InferenceSession(tmp_path / "w.onnx")
    said, *_ = session.run(None, {"samples": held_out.astype(np.float32)})
    assert said.tolist() == said_by_the_engine(model, held_out)


@pytest.mark.parametrize(
    ("learner", "setting", "n_classes", "suffix"),
    [
        pytest.param(
            *export, suffix, marks=marks(export in USUAL and export[-1] == usual)
        )
        for export in EXPORTS
        for suffix, usual in ((".json", 3), (".npz", 2))
    ],
)
def test_predict(tmp_path, model, held_out, suffix):
    weights, table, out = (tmp_path / name for name in ("w" + suffix, "x.csv", "y.csv"))
    write_weights(model, weights)
    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([NAMES[::-1], *held_out[:, ::-1].tolist()])
    assert run(["predict", str(weights), str(table), "--out", str(out)]) == 0
    with out.open(newline="", encoding="utf-8") as file:
        said = [row["class"] for row in csv.DictReader(file)]
    assert said == said_by_the_engine(model, held_out)
