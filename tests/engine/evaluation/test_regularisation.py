"""Larger λ, smaller ‖w‖, wider margin: told of runs that are as they are chosen."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from engine import Branch, Dataset, Recipe, Tape
from engine.data import gallery
from engine.errors import Cancelled, never
from engine.evaluation.regularisation import WeightLengths, weight_lengths


def recorded(data, recipe, **more):
    tape = Tape(data, recipe, **more)
    tape.extend()
    return tape


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["linear-svm", "logistic-regression", "adaline"]),
    st.floats(1e-3, 10),
    st.booleans(),
    st.integers(1, 30),
)
def test_they_are_those_of_the_runs_with_these_values(name, strength, scaled, epochs):
    data = gallery.two_clusters()
    recipe = Recipe(name, strength=strength, standardise=scaled, epochs=epochs)
    tape = recorded(data, recipe)
    effect = weight_lengths(tape, never)
    if tape.diverged:
        assert effect is None
        return
    assert effect.strengths[effect.present] == strength
    for value, length in zip(effect.strengths, effect.lengths, strict=True):
        weights = recorded(data, recipe.replace(strength=value)).model().scaled_weights
        assert length == pytest.approx(np.linalg.norm(weights[:, :-1]))
    ordered = list(effect.lengths) == sorted(set(effect.lengths), reverse=True)
    assert effect.shrink == ordered


def test_with_many_epochs_they_are_those_of_a_machine_solved_exactly():
    data = gallery.example("noisy-clusters").make()
    recipe = Recipe("linear-svm", strength=0.1, epochs=3_000, averaged=True)
    effect = weight_lengths(recorded(data, recipe), never)
    assert effect.strengths == (0.01, 0.1, 1.0)
    assert effect.shrink
    for strength, margin in zip(effect.strengths, *effect.margins, strict=True):
        machine = SVC(kernel="linear", C=1 / (strength * data.n_samples))
        exact = 1 / np.linalg.norm(machine.fit(data.X, data.y).coef_)
        assert margin == pytest.approx(exact, rel=0.05)


def test_three_classes_have_one_length_of_all_their_weights():
    tape = recorded(gallery.iris(), Recipe("linear-svm"))
    effect = weight_lengths(tape, never)
    coef = tape.model().coef
    assert effect.lengths[1] == pytest.approx(np.linalg.norm(coef))
    assert effect.class_names == tape.data.class_names
    margins = [row[1] for row in effect.margins]
    assert margins == pytest.approx(1 / np.linalg.norm(coef, axis=1))


def test_without_a_strength_nothing_is_told():
    for recipe in (Recipe("perceptron"), Recipe("adaline")):
        assert weight_lengths(recorded(gallery.xor(), recipe), never) is None


def test_a_long_run_and_one_that_left_another_stand_alone():
    recipe = Recipe("linear-svm", epochs=3)
    left = recipe.replace(strength=1.0)
    tape = recorded(gallery.xor(), left, branch=Branch(recipe, 4))
    assert weight_lengths(tape, never).strengths == (1.0,)
    wide = Dataset(np.ones((200, 1_000)), np.arange(200) % 2)
    long = recorded(wide, recipe.replace(epochs=600))
    assert weight_lengths(long, never).strengths == (0.1,)


def test_values_beyond_the_range_are_left_out_and_it_can_be_stopped():
    tape = recorded(gallery.xor(), Recipe("linear-svm", strength=1e6))
    assert weight_lengths(tape, never).strengths == (1e5, 1e6)
    with pytest.raises(Cancelled):
        weight_lengths(tape, lambda: True)


def test_weights_of_zero_have_no_margin_that_ends():
    assert WeightLengths((1.0,), ((0.0,),), 0).margins == ((np.inf,),)
