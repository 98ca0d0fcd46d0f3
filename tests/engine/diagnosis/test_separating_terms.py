"""What would make samples separable: found only where it does, learned with it."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.data.polynomial_terms import offered_terms
from engine.diagnosis.separating_terms import remedy
from engine.errors import Cancelled

ONE_SIDE = Dataset([[1, 1], [2, 1], [4, 4], [5, 4]], [0, 0, 1, 1])


def test_samples_on_one_side_of_the_origin_need_the_offset():
    recipe = Recipe(offset=False, epochs=1_000)
    offer = remedy(ONE_SIDE, recipe, offered_terms(2))
    assert offer is not None
    assert offer.term == ""
    tape = Tape(ONE_SIDE, offer.recipe)
    tape.extend()
    assert tape.converged


def test_xor_needs_the_product_and_then_converges():
    offer = remedy(gallery.xor(), Recipe(epochs=1_000), offered_terms(2))
    assert offer is not None
    assert offer.term == "x1*x2"
    assert set(offer.recipe.features) == {"x1", "x2", "x1*x2"}
    tape = Tape(gallery.xor(), offer.recipe)
    tape.extend()
    assert tape.converged


@pytest.mark.parametrize("name", ["kernel-perceptron", "multi-layer-perceptron"])
def test_a_learner_that_is_not_of_lines_is_offered_terms_too(name):
    offer = remedy(gallery.xor(), Recipe(name), offered_terms(2))
    assert offer is not None
    assert offer.recipe == Recipe(name, features=["x1", "x2", "x1*x2"])


def test_two_classes_at_one_place_are_never_separable():
    data = Dataset([[1, 1], [1, 1]], [0, 1])
    assert remedy(data, Recipe(offset=False), offered_terms(2)) is None


def test_many_samples_are_not_tried_and_it_can_be_stopped():
    X = np.zeros((60_000, 2))
    assert remedy(Dataset(X, np.arange(60_000) % 2), Recipe(), offered_terms(2)) is None
    with pytest.raises(Cancelled):
        remedy(gallery.xor(), Recipe(), offered_terms(2), lambda: True)


def test_terms_too_large_to_learn_from_are_passed_over():
    xor = gallery.xor()
    large = Dataset(1e100 * xor.X, xor.y)
    offer = remedy(large, Recipe("perceptron"), offered_terms(2))
    assert offer is None or offer.term.startswith("sin")


def test_weights_to_start_from_do_not_stand_in_the_way_of_an_answer():
    recipe = Recipe("perceptron", start=[[1.0, 2.0, 3.0]], epochs=1_000)
    offer = remedy(gallery.xor(), recipe, offered_terms(2))
    assert offer is not None
    assert offer.term == "x1*x2"
    assert offer.recipe.start == ((1.0, 2.0, 0.0, 3.0),)
    tape = Tape(gallery.xor(), offer.recipe)
    tape.extend()
    assert tape.converged
