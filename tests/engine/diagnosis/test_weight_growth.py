"""The two lines of Novikoff's proof: what lies between them, and why there are none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.diagnosis import weight_growth as module
from engine.diagnosis.convergence import diagnose
from engine.diagnosis.weight_growth import weight_growth, why_no_growth
from engine.errors import Cancelled, UserError
from engine.training.branch import Branch

LESSON = [[1, 2], [-1, -3], [-2, 3], [-2, 2], [2, 3], [-3, 1]]
LABELS = [0, 0, 1, 1, 0, 1]
XOR = Dataset([[-1, -1], [-1, 1], [1, -1], [1, 1]], [0, 1, 1, 0])


def run(data, name="perceptron", **more):
    tape = Tape(data, Recipe(name, **more))
    tape.extend()
    return tape, diagnose(tape)


def clouds(classes, n=60, seed=0, spread=0.8):
    rng = np.random.default_rng(seed)
    turn = 2 * np.pi * np.arange(classes) / classes
    y = np.arange(n) % classes
    middles = 5 * np.column_stack([np.cos(turn), np.sin(turn)])
    return Dataset(middles[y] + rng.normal(0, spread, (n, 2)), y)


def test_the_lesson_by_hand():
    """Of w = (4, −2, 1): u is found by trying directions; all else by the pencil."""
    tape, diagnosis = run(Dataset(LESSON, LABELS), epochs=50)
    growth = weight_growth(tape, diagnosis)
    assert growth.updates.tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    made = [k for k in range(1, tape.steps + 1) if tape.frame(k).update]
    assert growth.steps.tolist() == [0, *made]
    weights = [tape.frame(k).weights[0] for k in growth.steps]
    assert growth.length == pytest.approx(np.linalg.norm(weights, axis=1))
    rng = np.random.default_rng(0)
    tried = rng.normal(size=(200_000, 3))
    tried /= np.linalg.norm(tried, axis=1, keepdims=True)
    rows = np.where(np.array(LABELS) > 0, 1, -1)[:, None] * np.c_[LESSON, np.ones(6)]
    best = tried[(rows @ tried.T).min(axis=0).argmax()]
    assert growth.along == pytest.approx([w @ best for w in weights], rel=0.02)
    assert growth.least(growth.updates)[-1] == pytest.approx(7 * 0.8885, abs=1e-3)
    assert growth.most(growth.updates) ** 2 == pytest.approx(14 * growth.updates)
    assert growth.least(growth.bound) == pytest.approx(growth.most(growth.bound))
    assert growth.bound == pytest.approx(17.73, abs=0.01)


@settings(deadline=None, max_examples=25)
@given(
    st.integers(0, 10_000),
    st.sampled_from([0.25, 1.0, 3.0]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["perceptron", "averaged-perceptron", "pocket-perceptron"]),
)
def test_w_and_w_u_are_between_the_lines_after_every_update(
    seed, eta, offset, standardise, name
):
    rng = np.random.default_rng(seed)
    X = rng.normal(0 if not offset else 3, 1, (40, 2)) * [1, 5]
    y = (X @ rng.normal(size=2) > (X @ [1, 0]).mean() * offset).astype(int)
    tape, diagnosis = run(
        Dataset(X, y), name, epochs=300, learning_rate=eta, offset=offset,
        standardise=standardise, order="shuffled", seed=seed,
    )  # fmt: skip
    if why_no_growth(tape, diagnosis):
        assert not diagnosis.is_bounded
        return
    growth = weight_growth(tape, diagnosis)
    room = 1 + 1e-9
    assert (growth.least(growth.updates) <= growth.along * room + 1e-12).all()
    assert (growth.along <= growth.length * room).all()
    assert (growth.length <= growth.most(growth.updates) * room).all()
    assert growth.updates[-1] == tape.frame(tape.steps).updates
    assert growth.at(tape.frame(tape.steps)) == pytest.approx(
        (growth.updates[-1], growth.along[-1], growth.length[-1])
    )


def test_many_updates_are_told_of_some_and_under_the_playhead_of_each(monkeypatch):
    data = Dataset(np.c_[np.linspace(-1, 1, 50), 9 + np.zeros(50)], np.arange(50) > 30)
    tape, diagnosis = run(data, epochs=500)
    whole = weight_growth(tape, diagnosis)
    monkeypatch.setattr(module, "MOST_POINTS", 20)
    few = weight_growth(tape, diagnosis)
    assert len(few.updates) == 21 < len(whole.updates)
    assert few.updates[[0, -1]].tolist() == [0, whole.updates[-1]]
    assert few.along.tolist() == whole.along[few.updates].tolist()
    frame = tape.frame(int(whole.steps[7]))
    assert few.at(frame) == whole.at(frame)
    assert few.at(frame) == pytest.approx((7, whole.along[7], whole.length[7]))


def test_each_class_against_the_rest_has_lines_and_updates_of_its_own():
    tape, diagnosis = run(clouds(3), epochs=200)
    frames = [tape.frame(k) for k in range(tape.steps + 1)]
    for k in range(3):
        growth = weight_growth(tape, diagnosis, k)
        assert growth.bound == diagnosis.separations[k].bound
        moved = [f.step for f in frames if (f.weights[k] != f.weights_before[k]).any()]
        assert growth.steps.tolist() == [0, *moved]
        assert growth.at(frames[moved[0]])[0] == 1
        assert (growth.length <= growth.most(growth.updates) * (1 + 1e-9)).all()
        assert (growth.least(growth.updates) <= growth.along + 1e-9).all()


def test_too_many_updates_of_several_classes_are_refused(monkeypatch):
    tape, diagnosis = run(clouds(3), epochs=200)
    monkeypatch.setattr(module, "MOST_UPDATES", 2)
    with pytest.raises(UserError, match="more than 2 updates"):
        weight_growth(tape, diagnosis)


def test_it_ends_when_it_is_no_longer_wanted():
    tape, diagnosis = run(clouds(2))
    with pytest.raises(Cancelled):
        weight_growth(tape, diagnosis, stop=lambda: True)


WEIGHTED = Dataset(LESSON, LABELS, sample_weights=[2, 1, 1, 1, 1, 1])
POSITIVE = Dataset([[1, 0], [2, 0]], [1, 1], class_names=("A", "B"))


@pytest.mark.parametrize(
    ("data", "name", "more", "why"),
    [
        (XOR, "perceptron", {}, "No weights separate the samples"),
        (clouds(2), "adaline", {"learning_rate": 0.01}, "not about “Adaline”"),
        (clouds(2), "manual-neuron", {}, "not about “Manual neuron"),
        (clouds(3), "multiclass-perceptron", {}, "two classes at once"),
        (clouds(2), "kernel-perceptron", {}, "the kernel’s features"),
        (clouds(2), "perceptron", {"tolerance": 0.5}, "the tolerance is above 0"),
        (clouds(2), "perceptron", {"start": "random"}, "do not start at zero"),
        (clouds(2), "perceptron", {"schedule": "inverse"}, "η changes with the step"),
        (clouds(2), "perceptron-criterion", {}, "a step sums over a batch"),
        (WEIGHTED, "perceptron", {}, "samples or classes have weights"),
        (clouds(2), "perceptron", {"class_weight": "balanced"}, ""),
        (
            clouds(2, n=61),
            "perceptron",
            {"class_weight": "balanced"},
            "samples or classes have weights",
        ),
        (POSITIVE, "perceptron", {"tie": "positive"}, "made no update: w is 0"),
        (Dataset([[1], [2]], [0, 1]), "perceptron", {"offset": False}, "No weights"),
        (clouds(2), "perceptron", {"standardise": True}, ""),
        (XOR, "perceptron", {"features": ("x1", "x2", "x1*x2")}, ""),
        (clouds(2), "voted-perceptron", {}, ""),
    ],
)
def test_where_there_is_nothing_to_draw_one_sentence_says_why(data, name, more, why):
    tape, diagnosis = run(data, name, **more)
    said = why_no_growth(tape, diagnosis)
    assert why in said if why else not said, said
    assert said.count(".") <= 1


def test_a_class_between_two_others_has_no_lines_and_says_so_by_name():
    X = np.c_[[-4.0, -3.9, 0.0, 0.1, 4.0, 4.1], np.zeros(6)]
    names = ("left", "middle", "right")
    tape, diagnosis = run(Dataset(X, [0, 0, 1, 1, 2, 2], class_names=names), epochs=30)
    said = [why_no_growth(tape, diagnosis, k) for k in range(3)]
    assert said[0] == said[2] == ""
    assert said[1].startswith("No weights separate middle from the rest")


def test_a_branch_is_refused():
    data = clouds(2)
    before, after = Recipe("perceptron"), Recipe("perceptron", learning_rate=2)
    tape = Tape(data, after, branch=Branch(before, 2))
    tape.extend()
    said = why_no_growth(tape, diagnose(tape))
    assert said == "The proof does not hold for this run: the run branches off another."
