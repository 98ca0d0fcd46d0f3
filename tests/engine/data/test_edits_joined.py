"""Samples join others of the same features; their classes come along."""

import pytest

from engine.data.dataset import Dataset
from engine.data.edits import Add, joined
from engine.errors import UserError

AB = Dataset([[1, 2], [3, 4]], ["b", "a"], ["p", "q"], ["a", "b"], [0, 2])


def test_known_classes_are_added():
    more = Dataset([[5, 6]], ["b"], ["p", "q"])
    edit = joined(AB, more)
    assert isinstance(edit, Add)
    data = edit.apply(AB)
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert data.y.tolist() == [1, 0, 1]
    assert data.parts.tolist() == [0, 2, 0]
    assert edit.inverse(AB).apply(data).X.tolist() == AB.X.tolist()


def test_new_classes_find_their_place_among_the_sorted():
    data = joined(AB, Dataset([[5, 6], [7, 8]], ["aa", "c"], ["p", "q"])).apply(AB)
    assert data.class_names == ("a", "aa", "b", "c")
    assert [data.class_names[code] for code in data.y] == ["b", "a", "aa", "c"]
    assert data.parts.tolist() == [0, 2, 0, 0]


def test_names_that_are_numbers_are_sorted_as_numbers():
    data = Dataset([[1], [2]], [2, 9])
    both = joined(data, Dataset([[3], [4]], [10, 2])).apply(data)
    assert both.class_names == ("2", "9", "10")
    assert both.y.tolist() == [0, 1, 2, 0]


def test_features_go_by_name_or_by_place():
    more = Dataset([[5, 6]], ["a"], ["q", "p"])
    assert joined(AB, more).apply(AB).X[-1].tolist() == [6, 5]
    assert joined(AB, more, named=False).apply(AB).X[-1].tolist() == [5, 6]


def test_what_does_not_fit_is_refused():
    with pytest.raises(UserError, match="have 2 features, these have 1"):
        joined(AB, Dataset([[5]], ["a"]))
    with pytest.raises(UserError, match="features p, q, these have p, r"):
        joined(AB, Dataset([[5, 6]], ["a"], ["p", "r"]))
    many = Dataset([[i, i] for i in range(99)], range(99), ["p", "q"])
    with pytest.raises(UserError, match="together they have 101 classes"):
        joined(AB, many)
