"""The base edits, their inverses, and points joined to others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.dataset import Dataset, with_classes
from engine.data.edits import (
    Add,
    Assign,
    Move,
    Relabel,
    Remove,
    Rename,
    Reorder,
    Replace,
    Weigh,
    joined,
)
from engine.data.sample_names import SampleNames
from engine.errors import UserError

NAMES = ("p", "q")
CLASSES = ("A", "B", "C")
numbers = st.floats(-1e6, 1e6, allow_subnormal=False)


def dataset(X, y):
    return Dataset(np.reshape(X, (-1, 2)), np.array(y, int), NAMES, CLASSES)


def assert_same(one, other):
    np.testing.assert_array_equal(one.X, other.X)
    np.testing.assert_array_equal(one.y, other.y)
    np.testing.assert_array_equal(one.parts, other.parts)
    np.testing.assert_array_equal(one.sample_weights, other.sample_weights)
    np.testing.assert_array_equal(one.sample_names, other.sample_names)
    assert one.feature_names == other.feature_names
    assert one.class_names == other.class_names


def samples(n):
    X = st.lists(st.tuples(numbers, numbers), min_size=n, max_size=n)
    y = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    return st.tuples(
        X.map(lambda rows: np.array(rows, float).reshape(-1, 2)),
        y.map(lambda codes: np.array(codes, int)),
    )


datasets = st.integers(0, 7).flatmap(samples).map(lambda pair: dataset(*pair))


def rows_of(n):
    chosen = st.sets(st.integers(0, n - 1)) if n else st.just(set())
    return chosen.map(lambda rows: np.array(sorted(rows), int))


@st.composite
def edits(draw, data):
    """Any edit that fits the data set."""
    kinds = [Add, Assign, Remove, Move, Relabel, Reorder, Replace]
    kind = draw(st.sampled_from(kinds))
    if kind is Replace:
        return Replace(draw(datasets))
    if kind is Reorder:
        return Reorder(np.array(draw(st.permutations(range(data.n_samples))), int))
    if kind is Add:
        X, y = draw(st.integers(0, 4).flatmap(samples))
        n = data.n_samples + len(y)
        places = st.permutations(range(n)).map(lambda p: np.sort(p[: len(y)]))
        rows = draw(st.none() | places.map(lambda p: p.astype(int)))
        return Add(X, y, rows)
    rows = draw(rows_of(data.n_samples))
    X, y = draw(samples(len(rows)))
    fitting = {
        Remove: Remove(rows),
        Move: Move(rows, X),
        Relabel: Relabel(rows, y),
        Assign: Assign(rows, y.astype(np.uint8)),
    }
    return fitting[kind]


def known_of(data):
    """All that a data set finds out about itself, once."""
    parts = range(3)
    return [
        data.counts, data.centre, data.rows_to_learn, data.largest,
        *(data.span(j) for j in range(data.n_features) if data.n_samples),
        *(data.rows_of(part) for part in parts),
        *(data.counted_rows_of(part) for part in parts),
    ]  # fmt: skip


@given(st.data())
def test_what_is_known_of_the_data_before_is_not_said_of_others(draw):
    data = draw.draw(datasets)
    data = Weigh(np.arange(data.n_samples), np.arange(data.n_samples) % 2).apply(data)
    known_of(data)
    after = draw.draw(edits(data)).apply(data)
    anew = Dataset(
        after.X, after.y, NAMES, CLASSES, after.parts,
        sample_weights=after.sample_weights,
    )  # fmt: skip
    for one, other in zip(known_of(after), known_of(anew), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_cannot_be_is_refused_by_its_place_among_all():
    data = dataset([[1, 2], [3, 4]], [0, 1])
    bad = np.array([[5.0, np.nan]])
    with pytest.raises(UserError, match="sample 3, feature 2 is nan"):
        Add(bad, np.array([1])).apply(data)
    with pytest.raises(UserError, match="sample 2, feature 2 is nan"):
        Move(np.array([1]), bad).apply(data)


def test_the_last_few_samples_are_taken_out_without_a_copy_of_the_others():
    data = dataset([[1, 2], [3, 4], [5, 6]], [0, 1, 0])
    assert np.shares_memory(Remove(np.array([2])).apply(data).X, data.X)
    assert Remove(np.array([0, 1])).apply(data).X.tolist() == [[5, 6]]


def test_a_move_shares_all_but_the_places():
    data = dataset([[1, 2], [3, 4]], [0, 1])
    counts = data.counts
    moved = Move(np.array([0]), np.array([[5.0, 6.0]])).apply(data)
    assert moved.y is data.y
    assert moved.parts is data.parts
    assert moved.counts is counts
    assert not moved.X.flags.writeable


@given(st.data())
@settings(deadline=None)
def test_the_inverse_restores_the_data_exactly(draw):
    data = draw.draw(datasets)
    edit = draw.draw(edits(data))
    changed = edit.apply(data)
    assert_same(edit.inverse(data).apply(changed), data)


@given(st.data())
@settings(deadline=None)
def test_the_inverse_of_the_inverse_does_the_edit_again(draw):
    data = draw.draw(datasets)
    edit = draw.draw(edits(data))
    changed = edit.apply(data)
    undo = edit.inverse(data)
    assert_same(undo.inverse(changed).apply(undo.apply(changed)), changed)


@given(st.data(), st.integers(1, 6))
@settings(deadline=None)
def test_a_chain_of_edits_is_taken_back_from_its_end(draw, length):
    data = first = draw.draw(datasets)
    undo = []
    for _ in range(length):
        edit = draw.draw(edits(data))
        undo.append((data, edit.inverse(data)))
        data = edit.apply(data)
    for before, inverse in reversed(undo):
        data = inverse.apply(data)
        assert_same(data, before)
    assert_same(data, first)


@given(st.data())
@settings(deadline=None)
def test_two_edits_made_one_do_and_take_back_the_same(draw):
    first = draw.draw(datasets)
    one = draw.draw(edits(first))
    second = one.apply(first)
    other = draw.draw(edits(second))
    last = other.apply(second)
    both = one.then(other)
    if both is not None:
        assert_same(both.apply(first), last)
    back = other.inverse(second).then(one.inverse(first))
    if back is not None:
        assert_same(back.apply(last), first)


def test_what_a_stroke_repeats_becomes_one_edit():
    one, other = (Move(np.array([0, 2]), np.full((2, 2), v)) for v in (7.0, 8.0))
    assert one.then(other) is other
    many = one.then(Move(np.array([1, 2]), np.full((2, 2), 9.0)))
    assert many.apply(THREE).X.tolist() == [[7, 7], [9, 9], [9, 9]]
    assert Remove(np.array([3, 4])).then(Remove(np.array([1]))).rows.tolist() == [
        1,
        3,
        4,
    ]
    assert Remove(np.array([1])).then(Remove(np.array([1]))) is None


def test_reorder_takes_labels_and_parts_along():
    data = Dataset(THREE.X, THREE.y, NAMES, CLASSES, [0, 1, 2])
    changed = Reorder(np.array([2, 0, 1])).apply(data)
    assert changed.X.tolist() == [[5, 6], [1, 2], [3, 4]]
    assert changed.y.tolist() == [2, 0, 1]
    assert changed.parts.tolist() == [2, 0, 1]


THREE = dataset([[1, 2], [3, 4], [5, 6]], [0, 1, 2])


def test_add_appends():
    changed = Add(np.array([[7.0, 8.0]]), np.array([1])).apply(THREE)
    assert changed.X.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert changed.y.tolist() == [0, 1, 2, 1]


def test_add_inserts_where_the_rows_stand_afterwards():
    new = Add(np.array([[7.0, 8.0], [9.0, 9.0]]), np.array([2, 0]), np.array([0, 3]))
    changed = new.apply(THREE)
    assert changed.X.tolist() == [[7, 8], [1, 2], [3, 4], [9, 9], [5, 6]]
    assert changed.y.tolist() == [2, 0, 1, 0, 2]


def test_add_to_nothing():
    changed = Add(np.array([[1.0, 2.0]]), np.array([2])).apply(dataset([], []))
    assert_same(changed, dataset([[1, 2]], [2]))


def test_remove():
    assert_same(
        Remove(np.array([0, 2])).apply(THREE),
        dataset([[3, 4]], [1]),
    )
    assert Remove(np.arange(3)).apply(THREE).n_samples == 0


def test_move_changes_places_only():
    changed = Move(np.array([2, 0]), np.array([[0.0, 1.0], [-1.0, -2.0]])).apply(THREE)
    assert changed.X.tolist() == [[-1, -2], [3, 4], [0, 1]]
    assert changed.y.tolist() == [0, 1, 2]


def test_relabel_changes_labels_only():
    changed = Relabel(np.array([1, 2]), np.array([0, 0])).apply(THREE)
    np.testing.assert_array_equal(changed.X, THREE.X)
    assert changed.y.tolist() == [0, 0, 0]
    assert changed.class_names == CLASSES


def test_assign_changes_parts_only():
    changed = Assign(np.array([2, 0]), np.array([1, 2], np.uint8)).apply(THREE)
    assert changed.parts.tolist() == [2, 0, 1]
    np.testing.assert_array_equal(changed.X, THREE.X)
    np.testing.assert_array_equal(changed.y, THREE.y)


def test_the_edited_data_set_is_left_as_it_was():
    copy = dataset(THREE.X.copy(), THREE.y.copy())
    Move(np.array([0]), np.array([[9.0, 9.0]])).apply(THREE)
    Relabel(np.array([0]), np.array([2])).apply(THREE)
    assert_same(THREE, copy)


def test_edits_check_what_they_make():
    with pytest.raises(UserError, match="finite"):
        Move(np.array([0]), np.array([[np.nan, 0.0]])).apply(THREE)
    with pytest.raises(UserError, match="label"):
        Relabel(np.array([0]), np.array([3])).apply(THREE)


def test_replace_and_other_classes():
    more = with_classes(THREE, (*CLASSES, "D"))
    assert more.class_names == ("A", "B", "C", "D")
    edit = Replace(more)
    assert edit.apply(THREE) is more
    assert edit.inverse(THREE).apply(more) is THREE
    with pytest.raises(UserError, match="label"):
        with_classes(THREE, ("A", "B"))


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
def test_edits_of_one_class_of_two_keep_the_codes(labels):
    data = Dataset([[0, 0], [1, 1]], labels, class_names=("no", "yes"))
    changed = Remove(np.array([1])).apply(data)
    assert changed.y.tolist() == labels[:1]
    assert changed.class_names == ("no", "yes")


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
    with pytest.raises(UserError, match="have 2 features, those to add have 1"):
        joined(AB, Dataset([[5]], ["a"]))
    with pytest.raises(UserError, match="features p, q, those to add have p, r"):
        joined(AB, Dataset([[5, 6]], ["a"], ["p", "r"]))
    many = Dataset([[i, i] for i in range(99)], range(99), ["p", "q"])
    with pytest.raises(UserError, match="together they have 101 classes"):
        joined(AB, many)


@given(
    weights=st.lists(st.floats(0, 9), min_size=4, max_size=4),
    new=st.floats(0, 9),
    rows=st.sets(st.integers(0, 3), min_size=1).map(sorted),
)
def test_weights_stay_with_their_samples_and_come_back(weights, new, rows):
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    data = Dataset(X, y, NAMES, CLASSES, sample_weights=weights)
    rows, turned = np.array(rows), np.array([2, 0, 3, 1])
    known = np.array(weights)
    more = Dataset(X[:1], [2], NAMES, CLASSES, sample_weights=[new])
    edits = {
        Add(X[:1], np.array([1])): np.append(known, 1),
        Add(X[:1], np.array([1]), sample_weights=np.array([new])): [*weights, new],
        joined(data, more): [*weights, new],
        Remove(rows): np.delete(known, rows),
        Move(rows, X[rows] + 1): known,
        Relabel(rows, np.full(len(rows), 2)): known,
        Reorder(turned): known[turned],
        Assign(rows, np.ones(len(rows), np.uint8)): known,
        Weigh(rows, np.full(len(rows), new)): np.where(
            np.isin(np.arange(4), rows), new, known
        ),
    }
    for edit, wanted in edits.items():
        found = edit.apply(data)
        expected = Dataset(found.X, found.y, NAMES, CLASSES, sample_weights=wanted)
        np.testing.assert_array_equal(found.sample_weights, expected.sample_weights)
        assert_same(edit.inverse(data).apply(found), data)


@given(
    names=st.lists(st.text(max_size=3), min_size=4, max_size=4),
    new=st.text(max_size=3),
    rows=st.sets(st.integers(0, 3), min_size=1).map(sorted),
)
def test_names_stay_with_their_samples_and_come_back(names, new, rows):
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    data = Dataset(X, y, NAMES, CLASSES, sample_names=names)
    rows, turned = np.array(rows), np.array([2, 0, 3, 1])
    known = np.array(names, object)
    more = Dataset(X[:1], [2], NAMES, CLASSES, sample_names=[new])
    other = Dataset(X[:1], ["D"], NAMES, sample_names=[new])
    called = SampleNames.of([new] * len(rows))
    edits = {
        Add(X[:1], np.array([1])): [*names, ""],
        Add(X[:1], np.array([1]), sample_names=called.taken([0])): [*names, new],
        Add(X[:1], np.array([1]), np.array([0]), sample_names=called.taken([0])): [
            new, *names,
        ],
        joined(data, more): [*names, new],
        joined(data, other): [*names, new],
        Remove(rows): np.delete(known, rows),
        Move(rows, X[rows] + 1): known,
        Relabel(rows, np.full(len(rows), 2)): known,
        Reorder(turned): known[turned],
        Assign(rows, np.ones(len(rows), np.uint8)): known,
        Weigh(rows, np.full(len(rows), 2.0)): known,
        Rename(rows, called): np.where(np.isin(np.arange(4), rows), new, known),
    }  # fmt: skip
    for edit, wanted in edits.items():
        found = edit.apply(data)
        expected = Dataset(found.X, found.y, sample_names=wanted)
        np.testing.assert_array_equal(found.sample_names, expected.sample_names)
        assert_same(edit.inverse(data).apply(found), data)


def test_what_is_dragged_shares_the_names():
    data = Dataset([[1, 2], [3, 4]], [0, 1], sample_names=["a", "b"])
    moved = Move(np.array([0]), np.array([[5.0, 6.0]])).apply(data)
    assert moved.sample_names is data.sample_names
