"""What is said of a run is true of its learner's decision, and of its rule."""

from functools import partial

import numpy as np
import pytest

from engine import Branch, Dataset, Recipe, Tape
from engine.diagnosis.remedy_trials import tried_remedy
from engine.diagnosis.verdict import verdict
from engine.learners import learners
from engine.learners.multiclass_perceptron import PERCEPTRONS
from engine.training.compiled.tiered_loops import run_loop

IN_A_ROW = Dataset(
    [[-2, 0], [-1.8, 0.5], [-2.2, -0.5], [0, 0], [0.2, 0.5], [-0.2, -0.5],
     [2, 0], [1.9, 0.5], [2.2, -0.5]],
    np.repeat([0, 1, 2], 3),
    class_names=("A", "B", "C"),
)  # fmt: skip
"""B lies between A and C: no line parts it from both, but the highest score does."""


def said(data, name, **settings):
    tape = Tape(data, Recipe(name, **settings))
    tape.extend()
    return tape, verdict(tape)


@pytest.fixture
def hardly_tried(monkeypatch):
    """Try no remedy for seconds, where it does not matter which is found."""
    briefly = partial(tried_remedy, seconds=0.0)
    monkeypatch.setattr("engine.diagnosis.verdict.tried_remedy", briefly)


ONE_AGAINST_THE_REST = [
    name
    for name, rule in learners().items()
    if rule.is_linear and not (rule.coupled or rule.by_hand)
]


@pytest.mark.usefixtures("hardly_tried")
@pytest.mark.parametrize("name", ONE_AGAINST_THE_REST)
def test_three_classes_in_a_row(name):
    _, found = said(IN_A_ROW, name, epochs=5)
    text = " ".join(found.sentences)
    facts = found.facts
    assert (facts["separable"], facts["can_be_right"]) == (False, True)
    assert "No weights separate B from the rest" in text
    assert "The highest score can be right on all samples." in text
    assert "the error cannot come to 0" not in text
    rests_never = learners()[name].pull in PERCEPTRONS
    assert ("will never converge" in text) == rests_never


def test_what_no_highest_score_gets_right_is_said_as_well():
    X = np.vstack([IN_A_ROW.X, [[2.0, 0.0]]])
    twins = Dataset(X, [*IN_A_ROW.y, 0], class_names=IN_A_ROW.class_names)
    _, found = said(twins, "logistic-regression", epochs=5)
    assert found.facts["can_be_right"] is False
    text = " ".join(found.sentences)
    assert "own class ahead of the others: the error cannot come to 0." in text
    assert "The highest score can be right" not in text


@pytest.mark.parametrize("name", ["multiclass-perceptron", "softmax-regression"])
def test_a_remedy_answers_the_question_of_the_verdict(name):
    X = [[-2.0], [-1.8], [-2.2], [0.0], [0.2], [-0.2], [2.0], [1.9], [2.2]]
    data = Dataset(X, IN_A_ROW.y, class_names=IN_A_ROW.class_names)
    _, found = said(data, name, offset=False, epochs=5)
    assert found.facts["separable"] is False
    assert found.remedy.text == "Add the offset b"
    assert found.facts["remedy"]["settings"] == {"offset": True}


@pytest.mark.usefixtures("hardly_tried")
@pytest.mark.parametrize("gap", [1e-9, 1e-10, 1e-12])
def test_a_run_that_converged_is_not_told_that_it_cannot(gap):
    run_loop("perceptron").compiled()  # else long searches for a cycle are interpreted
    data = Dataset([[0.0], [1.0], [1.0 + gap], [3.0]], [0, 0, 1, 1])
    for standardise in (False, True):
        tape, found = said(data, "perceptron", standardise=standardise, epochs=50)
        assert found.facts["separable"] is True
        text = " ".join(found.sentences)
        assert "never" not in text and "Cannot" not in text
        assert text.startswith("Converged") == tape.converged


def test_one_card_says_one_thing_of_a_sample_far_away():
    data = Dataset([[0.0], [1.0], [2.0], [1e20]], [0, 1, 1, 1])
    tape, found = said(data, "perceptron")
    assert found.sentences[:2] == ("Converged: 5 updates in 4 epochs", "Separable")
    assert tape.converged and found.facts["cycle"] is None


def test_a_bound_is_told_in_whole_updates_that_are_enough():
    tape, found = said(Dataset(np.eye(3), [1, 1, 1]), "perceptron", offset=False)
    assert tape.frame(tape.steps).updates == 3 == found.facts["bound"]
    three = Dataset(np.eye(3), [0, 1, 2], class_names=("A", "B", "C"))
    tape, found = said(three, "perceptron", offset=False, epochs=50)
    per_class = [line for line in found.sentences if "≤" in line]
    assert per_class == [f"{name}: γ = 0.5774, ≤ 3 updates" for name in "ABC"]


def test_an_epoch_before_the_branch_is_no_rest_of_its_own():
    data = Dataset([[-1.0], [1.0], [0.0]], [0, 1, 1])
    before = Recipe(epochs=5, stop_without_mistake=False, tie="positive", offset=False)
    parent = Tape(data, before)
    parent.extend()
    after = before.replace(tie="mistake", epochs=15)
    tape = Tape(data, after, branch=Branch(before, parent.steps))
    tape.extend()
    text = " ".join(verdict(tape).sentences)
    assert text.startswith("Cannot converge")
    assert "all the same" not in text and "It rests" not in text


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("perceptron", {}),
        ("kernel-perceptron", {"kernel": "polynomial"}),
        ("multi-layer-perceptron", {}),
    ],
)
def test_what_lies_at_one_place_is_separated_by_no_features(name, settings):
    _, found = said(Dataset([[0.0], [0.0], [1.0]], [0, 1, 1]), name, **settings)
    text = " ".join(found.sentences)
    assert "Samples of different classes are at the same place" in text
    assert "may separate" not in text and "may come to 0" not in text
    assert found.remedy is None


def test_samples_that_standardising_rounds_together_are_said_to_be_separable():
    data = Dataset([[0.0], [1.0], [2.0], [1e20]], [0, 1, 1, 1])
    _, found = said(data, "perceptron", standardise=True)
    assert "as they are in the data, they are separable" in " ".join(found.sentences)
    assert "cross" not in found.facts["outcome"]


def test_of_samples_too_small_for_products_no_bound_is_told():
    data = Dataset([[1e-200], [-1e-200]], [1, 0])
    tape, found = said(data, "perceptron", offset=False)
    assert tape.frame(tape.steps).updates > 1
    assert found.facts["bound"] is None
    assert "too small" in " ".join(found.sentences)


def test_the_margin_of_an_rbf_kernel_is_none_too_large():
    """1 − exp(−10⁻¹⁴) is 10⁻¹⁴: γ = √((1 − K)/2)."""
    data = Dataset([[0.0], [1e-7]], [0, 1])
    _, found = said(data, "kernel-perceptron", kernel="rbf", offset=False)
    assert found.facts["margin"] is None and found.facts["bound"] is None
