"""Edits of the classes: names, colours, one of two, one less; each is taken back."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from engine.data.class_edits import (
    join_classes,
    recolour_class,
    remove_class,
    rename_class,
    renamed,
)
from engine.data.dataset import Dataset, with_classes
from engine.errors import UserError
from engine.export.session_file import SavedSession, read_session, write_session
from engine.training.class_weights import renamed_class_weight
from engine.training.recipe import Recipe

X = np.arange(12.0).reshape(6, 2)


@pytest.fixture
def data():
    return Dataset(
        X, [0, 1, 2, 2, 1, 0], class_names=["A", "B", "C"], class_colours=[3, 1, 2]
    )


@pytest.mark.parametrize(
    ("edit", "y", "names", "colours"),
    [
        (lambda d: rename_class(d, 1, "oak"), [0, 1, 2, 2, 1, 0], "A oak C", (3, 1, 2)),
        (lambda d: recolour_class(d, 2, 3), [0, 1, 2, 2, 1, 0], "A B C", (2, 1, 3)),
        (lambda d: recolour_class(d, 2, 7), [0, 1, 2, 2, 1, 0], "A B C", (3, 1, 7)),
        (lambda d: join_classes(d, 0, 2), [1, 0, 1, 1, 0, 1], "B C", (1, 2)),
        (lambda d: remove_class(d, 1), [0, 1, 1, 0], "A C", (3, 2)),
    ],
)
def test_an_edit_of_the_classes_and_its_inverse(data, edit, y, names, colours):
    made = edit(data).apply(data)
    assert made.y.tolist() == y
    assert made.class_names == tuple(names.split())
    assert made.class_colours == colours
    assert edit(data).inverse(data).apply(made) is data


@pytest.mark.parametrize("name", ["", "  ", "C"])
def test_a_name_that_is_none_or_taken_is_refused(data, name):
    with pytest.raises(UserError):
        rename_class(data, 0, name)


@pytest.mark.parametrize("edit", [remove_class, lambda d, c: join_classes(d, c, 1)])
def test_two_classes_stay(edit):
    with pytest.raises(UserError, match="fewest"):
        edit(Dataset(X, [0, 1, 0, 1, 0, 1], class_names=["A", "B"]), 0)


def test_a_new_class_has_a_colour_that_is_free(data):
    made = with_classes(data, ("A", "B", "C", "D", "E"))
    assert made.class_colours == (3, 1, 2, 0, 4)


def test_colours_are_saved_and_sent_to_other_processes(data, tmp_path):
    path = tmp_path / "a.plab"
    write_session(path, SavedSession(data, Recipe(), 0))
    assert read_session(path).data.class_colours == (3, 1, 2)
    path.write_text(path.read_text().replace("[3, 1, 2]", "[3, -1, 2]"))
    with pytest.raises(UserError, match="class_colours"):
        read_session(path)
    assert pickle.loads(pickle.dumps(data)).class_colours == (3, 1, 2)


def test_weights_go_with_a_class_that_is_called_otherwise(data):
    made = rename_class(data, 0, "oak").apply(data)
    recipe = Recipe(class_weight={"A": 2.0, "B": 3.0})
    recipe = renamed_class_weight(recipe, renamed(data, made))
    assert dict(recipe.get("class_weight")) == {"oak": 2.0, "B": 3.0}
    assert renamed(data, remove_class(data, 0).apply(data)) == {}
