from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Recipe, Tape
from engine.data.classes import Classes
from engine.data.dataset import Dataset
from engine.data.formats.csv_table import write_csv
from engine.data.sample_table import SampleTable, read_data
from engine.data.tables import row_blocks as reading
from engine.errors import UserError
from engine.families.capabilities import can
from engine.learners import learners
from engine.models import scaling
from engine.training import out_of_core
from engine.training.out_of_core import run_out_of_core

NOT_STREAMED = ("voted-perceptron", "pocket-perceptron", "kernel-perceptron")
STREAMED = [n for n in learners() if n not in NOT_STREAMED]
BATCHED = [
    name
    for name in STREAMED
    if any(
        parameter.name == "batch_size"
        for parameter in learners()[name].all_hyperparameters
    )
]


def silent(doing, share, samples):
    pass


@pytest.fixture(scope="module", params=[2, 3])
def path(request, tmp_path_factory):
    """A table of 31 rows of 3 features, of two classes or three."""
    rng = np.random.default_rng(request.param)
    X = rng.normal(size=(31, 3)) * [1.0, 3.0, 0.2] + [0.5, -1.0, 2.0]
    scores = X @ rng.normal(size=(3, request.param)) + rng.normal(size=request.param)
    codes = scores.argmax(axis=1)
    codes[: request.param] = range(request.param)
    path = tmp_path_factory.mktemp("tables") / f"{request.param}.csv"
    write_csv(Dataset(X, [f"c{code}" for code in codes]), path)
    return path


def taped(path, recipe):
    tape = Tape(read_data(path), recipe)
    tape.extend()
    return tape


def assert_same(run, tape):
    model = tape.model()
    for mine, theirs in zip(run.model.parameters, model.parameters, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    scaled = "scaled_weights" if can(model, "linear") else "scaled_first"
    np.testing.assert_array_equal(getattr(run.model, scaled), getattr(model, scaled))
    assert run.reason == tape.reason
    assert run.mistakes == tuple(tape.epochs.mistakes.tolist())
    assert (run.model.updates, run.model.epochs) == (model.updates, model.epochs)
    assert run.model.training_error == model.training_error
    assert run.class_names == tape.data.class_names
    np.testing.assert_array_equal(run.counts, tape.data.counts)


def same(path, recipe, tape=None):
    run = run_out_of_core(SampleTable.open(path), recipe, silent)
    assert_same(run, tape or taped(path, recipe))
    return run


@pytest.mark.parametrize("name", STREAMED)
def test_weights_are_those_of_a_run_in_memory(path, monkeypatch, name):
    few = {} if learners()[name].by_hand else {"epochs": 3}
    batch = {"batch_size": 1} if name in BATCHED else {}
    recipe = Recipe(name, **few, **batch)
    tape = taped(path, recipe)
    for size in (1, 400, 2**22):
        monkeypatch.setattr(reading, "BLOCK_BYTES", size)
        same(path, recipe, tape)


@pytest.mark.parametrize("name", BATCHED)
@pytest.mark.parametrize("batch", [2, 10, 30, 1000])
def test_batches_go_over_the_borders_of_blocks(path, monkeypatch, name, batch):
    rate = {"learning_rate": 1e-3} if name == "adaline" else {}
    recipe = Recipe(name, epochs=3, batch_size=batch, **rate)
    tape = taped(path, recipe)
    for size in (300, 1500):
        monkeypatch.setattr(reading, "BLOCK_BYTES", size)
        same(path, recipe, tape)


@settings(max_examples=20)
@given(st.integers(1, 2_500), st.integers(1, 50), st.booleans())
def test_blocks_of_any_size_give_the_same_weights(
    path, monkeypatch, size, batch, averaged
):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    same(path, Recipe("linear-svm", epochs=2, batch_size=batch, averaged=averaged))


@pytest.mark.parametrize(
    "settings",
    [
        {"standardise": True},
        {"deviation": "sample", "standardise": True},
        {"features": ["x1", "x2*x3", "sin(x1)"]},
        {"squares": True, "offset": False},
        {"start": "random", "seed": 3},
        {"tolerance": 0.5, "schedule": "inverse", "c2": 3.0},
        {"target_error": 0.07, "epochs": 9},
        {"least_change": 4.0, "epochs": 9},
        {"learning_rate": 1e6, "features": ["x1^9", "x2^9"], "epochs": 2},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_the_recipe_is_followed(path, monkeypatch, settings):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 1000)
    for module in (scaling, out_of_core, out_of_core):
        monkeypatch.setattr(module, "BLOCK", 20)
    same(path, Recipe("perceptron", **({"epochs": 4} | settings)))


def test_a_run_ends_without_mistakes(tmp_path, monkeypatch):
    path = tmp_path / "easy.csv"
    path.write_text("a,class\n" + "1,p\n-1,q\n2,p\n-2,q\n" * 20)
    monkeypatch.setattr(reading, "BLOCK_BYTES", 50)
    run = same(path, Recipe())
    assert run.reason == "converged in epoch 2"
    assert run.mistakes[-1] == 0


@pytest.mark.parametrize("size", [40, 2**22])
def test_a_run_that_diverges_ends_before_it(path, monkeypatch, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    recipe = Recipe("adaline", learning_rate=10.0, epochs=3)
    run, tape = (
        run_out_of_core(SampleTable.open(path), recipe, silent),
        taped(path, recipe),
    )
    assert run.reason == tape.reason.partition(";")[0]
    assert run.diverged
    assert run.reason.startswith("diverged after step ")
    np.testing.assert_array_equal(run.model.weights, tape.model().weights)
    assert run.model.updates == tape.model().updates


def passes(table, recipe, classes=None):
    """Tell over what the file was read, one after another."""
    doings = []

    def listen(doing, share, samples):
        if doings[-1:] != [doing]:
            doings.append(doing)

    return run_out_of_core(table, recipe, listen, classes), doings


def test_classes_that_are_given_or_come_first_spare_a_reading(path):
    names = ("c2", "c1", "c0")[-len(read_data(path).class_names) :]
    recipe = Recipe(epochs=1)
    for classes in (Classes(names), None):
        run, doings = passes(SampleTable.open(path), recipe, classes)
        assert_same(run, taped(path, recipe))
        assert doings == ["epoch 1 of at most 1", "measuring the error"]


@pytest.mark.parametrize("labels", ["ppqqrr", "qqqppp", "212111x52"])
def test_classes_that_come_late_are_found(tmp_path, monkeypatch, labels):
    monkeypatch.setattr(reading, "HEAD_BYTES", 8)
    monkeypatch.setattr(reading, "BLOCK_BYTES", 8)
    path = tmp_path / "t.csv"
    rows = [f"{i % 5},{label}\n" for i, label in enumerate(labels)]
    path.write_text("a,class\n" + "".join(rows))
    recipe = Recipe(epochs=3)
    run, doings = passes(SampleTable.open(path), recipe)
    assert_same(run, taped(path, recipe))
    assert "reading the classes" in doings


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (Recipe("voted-perceptron"), "voted"),
        (Recipe("pocket-perceptron"), "pocket"),
        (Recipe("kernel-perceptron"), "a weight for every sample"),
        (Recipe(order="shuffled"), "order as given"),
        (Recipe(order=[1, 0]), "order as given"),
        (Recipe("adaline", batch_size=0), "--batch-size"),
        (Recipe("perceptron-criterion"), "--batch-size"),
    ],
)
def test_what_needs_all_samples_is_refused(path, recipe, why):
    with pytest.raises(UserError, match=why):
        run_out_of_core(SampleTable.open(path), recipe, silent)


@pytest.mark.parametrize(
    "text",
    ["a,class\n", "a,class\n1e200,p\n-1,q\n"],
    ids=["no rows", "too large"],
)
def test_tables_that_cannot_be_learned_from(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_text(text)
    recipe = Recipe(squares=True)
    with pytest.raises(UserError) as streamed:
        run_out_of_core(SampleTable.open(path), recipe, silent)
    with pytest.raises(UserError):
        Tape(read_data(path), recipe)
    assert "\n" not in str(streamed.value)


@pytest.mark.parametrize(("label", "sign"), [("-1", -1), ("1", 1), ("0", -1), ("p", 1)])
def test_one_class_alone_is_learned_as_from_memory(tmp_path, label, sign):
    path = tmp_path / "t.csv"
    path.write_text(f"a,b,class\n2,4,{label}\n-6,1,{label}\n")
    run = same(path, Recipe(offset=False))
    assert run.model.coef.tolist() == [[-4 * sign, 5 * sign]]
    assert run.counts.sum() == 2


def test_only_one_of_the_given_classes_may_occur(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,class\n1,p\n2,p\n")
    run = run_out_of_core(SampleTable.open(path), Recipe(), silent, Classes(["p", "q"]))
    assert run.counts.tolist() == [2, 0]
    assert run.model.coef.tolist() == [[-1]]


def test_a_column_of_numbers_is_no_target(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + "".join(f"{i},{i}.0\n{i},{i}\n" for i in range(101)))
    with pytest.raises(UserError, match="column b: has more than 100 different"):
        run_out_of_core(SampleTable.open(path), Recipe(), silent)
    path.write_text("a,b\n" + "".join(f"{i},{i}.0\n" * 2 for i in range(100)))
    assert len(same(path, Recipe(epochs=1)).class_names) == 100
