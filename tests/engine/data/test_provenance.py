"""Where samples came from goes with them."""

import pickle

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.data.dataset import with_classes, with_parts, with_provenance, with_samples
from engine.data.provenance import Column, Provenance

TABLE = Provenance(
    "people.csv",
    "answer",
    (Column("age", mean=30.5), Column("town", "one-hot", ("Rome", "Ulm"))),
    (("header", "yes"),),
)


def people() -> Dataset:
    X, names = [[20, 1, 0], [41, 0, 1]], TABLE.feature_names
    return Dataset(X, ["no", "yes"], names, provenance=TABLE)


def test_each_level_of_text_is_a_feature() -> None:
    assert TABLE.feature_names == ("age", "town=Rome", "town=Ulm")
    assert Column("smoker", "binary", ("no", "yes")).feature_names == ("smoker",)


def test_other_samples_classes_and_parts_come_from_the_same_table() -> None:
    data = people()
    assert with_samples(data, data.X + 1, data.y).provenance == TABLE
    assert with_classes(data, ("A", "B")).provenance == TABLE
    assert with_parts(data, np.array([0, 1], np.uint8)).provenance == TABLE
    assert with_provenance(data, None).provenance is None


def test_it_survives_the_way_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(people())).provenance == TABLE


def test_a_model_knows_the_table_that_it_learned_from() -> None:
    tape = Tape(people(), Recipe("perceptron"))
    tape.extend()
    assert tape.model().provenance == TABLE
