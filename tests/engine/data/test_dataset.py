from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset
from engine.data.dataset import MOST_CLASSES, with_samples
from engine.errors import UserError

PLANE = [[0.0, 1.0], [2.0, 3.0]]


def line(n):
    return np.arange(float(n)).reshape(-1, 1)


def test_plain_lists_become_arrays_of_one_type():
    data = Dataset([[1, 2], [3, 4], [5, 6]], [0, 1, 0])
    assert data.X.dtype == np.float64
    assert data.y.dtype == np.int64
    np.testing.assert_array_equal(data.X, [[1, 2], [3, 4], [5, 6]])
    np.testing.assert_array_equal(data.y, [0, 1, 0])
    assert (data.n_samples, data.n_features) == (3, 2)
    assert data.feature_names == ("x1", "x2")
    np.testing.assert_array_equal(data.counts, [2, 1])


@pytest.mark.parametrize(
    ("labels", "codes", "names"),
    [
        ([-1, 1, -1], [0, 1, 0], ("-1", "1")),
        ([-1.0, 1.0, -1.0], [0, 1, 0], ("-1", "1")),
        ([0, 1, 0], [0, 1, 0], ("0", "1")),
        ([0.0, 1.0, 0.0], [0, 1, 0], ("0", "1")),
        (np.array([1, 0, 1], dtype=np.uint8), [1, 0, 1], ("0", "1")),
        ([False, True, False], [0, 1, 0], ("False", "True")),
        ([2, 10, 2], [0, 1, 0], ("2", "10")),
        (["yes", "no", "yes"], [1, 0, 1], ("no", "yes")),
        (["10", "2", "10"], [0, 1, 0], ("10", "2")),
        (["b", "a", "c"], [1, 0, 2], ("a", "b", "c")),
        ([2, 0, 1], [2, 0, 1], ("0", "1", "2")),
        ([-1, 0, 1], [0, 1, 2], ("-1", "0", "1")),
        ([0.5, 1.5, 0.5], [0, 1, 0], ("0.5", "1.5")),
    ],
)
def test_labels_of_any_kind_become_classes_in_sorted_order(labels, codes, names):
    data = Dataset(line(3), labels)
    np.testing.assert_array_equal(data.y, codes)
    assert data.class_names == names


@pytest.mark.parametrize(
    ("labels", "codes"), [([-1, -1], [0, 0]), ([1, 1], [1, 1]), ([1.0], [1])]
)
def test_signs_mean_the_two_sides_even_when_only_one_occurs(labels, codes):
    data = Dataset(line(len(labels)), labels)
    assert data.class_names == ("-1", "1")
    np.testing.assert_array_equal(data.y, codes)


@pytest.mark.parametrize(
    ("label", "names", "code"),
    [
        (-1, ("-1", "1"), 0),
        (1, ("-1", "1"), 1),
        (0, ("0", "1"), 0),
        ("0", ("0", "1"), 0),
        (False, ("False", "True"), 0),
        (True, ("False", "True"), 1),
        ("A", ("A", "B"), 0),
        ("B", ("A", "B"), 1),
        ("a", ("not a", "a"), 1),
        ("yes", ("not yes", "yes"), 1),
        ("no", ("not no", "no"), 1),
        ("class 2", ("not class 2", "class 2"), 1),
        (7, ("not 7", "7"), 1),
        (2.5, ("not 2.5", "2.5"), 1),
    ],
)
def test_a_single_class_is_the_second_unless_its_name_says_the_first(
    label, names, code
):
    data = Dataset(PLANE, [label, label])
    assert data.class_names == names
    np.testing.assert_array_equal(data.y, [code, code])
    assert data.counts.tolist() == [2 * (code == 0), 2 * code]
    assert data.n_outputs == 1


def test_no_samples_are_a_data_set_too():
    data = Dataset(np.empty((0, 2)), [])
    assert (data.n_samples, data.n_features, data.n_outputs) == (0, 2, 1)
    assert len(data.class_names) == 2
    np.testing.assert_array_equal(data.counts, [0, 0])


@pytest.mark.parametrize(
    ("labels", "codes"),
    [
        ([1, 0], [1, 0]),
        ([1.0, 0.0], [1, 0]),
        ([1, -1], [1, 0]),
        ([-1, -1], [0, 0]),
        (["B", "A"], [1, 0]),
        ([True, False], [1, 0]),
    ],
)
def test_with_two_names_a_label_is_a_name_an_index_or_a_sign(labels, codes):
    data = Dataset(PLANE, labels, class_names=("A", "B"))
    np.testing.assert_array_equal(data.y, codes)
    assert data.class_names == ("A", "B")


def test_named_classes_keep_their_order_and_may_be_empty():
    data = Dataset(PLANE, ["m", "z"], class_names=["z", "a", "m"])
    np.testing.assert_array_equal(data.y, [2, 0])
    np.testing.assert_array_equal(data.counts, [1, 0, 1])
    assert data.n_outputs == 3


def test_with_three_names_a_one_is_an_index_and_no_sign():
    data = Dataset(PLANE, [1, 1], class_names=("a", "b", "c"))
    np.testing.assert_array_equal(data.y, [1, 1])
    with pytest.raises(UserError, match="0 … 2"):
        Dataset(PLANE, [-1, 1], class_names=("a", "b", "c"))


@pytest.mark.parametrize(("classes", "outputs"), [(2, 1), (3, 3), (9, 9)])
def test_two_classes_need_one_row_of_weights_more_need_one_each(classes, outputs):
    data = Dataset(line(classes), np.arange(classes))
    assert data.n_outputs == outputs


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        ([[1.0, np.nan], [0, 0]], [0, 1], r"sample 1, feature 2 is nan"),
        ([[1.0, 2.0], [-np.inf, 0]], [0, 1], r"sample 2, feature 1 is -inf"),
        ([["a", "b"]], [0], r"not a table of numbers"),
        ([[1, 2], [3]], [0, 1], r"not a table of numbers"),
        ([1, 2, 3], [0, 1, 0], r"a row of numbers for each"),
        ([[[1.0]]], [0], r"a row of numbers for each"),
        (np.empty((3, 0)), [0, 1, 0], r"a row of numbers for each"),
        (PLANE, [0, 1, 0], r"3 labels for 2 samples"),
        (PLANE, [0], r"1 labels for 2 samples"),
    ],
)
def test_samples_that_cannot_be_used_are_refused_in_words(X, y, words):
    with pytest.raises(UserError, match=words) as refusal:
        Dataset(X, y)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"feature_names": ["a"]}, "1 feature names for 2 features"),
        ({"feature_names": ["a", "b", "c"]}, "3 feature names for 2 features"),
        ({"feature_names": ["a", "a"]}, "two features are called “.*”: rename"),
        ({"class_names": ["a"]}, "give 2 to 100 class names"),
        ({"class_names": ["a", "a"]}, "give 2 to 100 class names"),
        (
            {"class_names": map(str, range(MOST_CLASSES + 1))},
            "give 2 to 100 class names, all different",
        ),
    ],
)
def test_names_that_cannot_be_used_are_refused(names, words):
    with pytest.raises(UserError, match=words):
        Dataset(PLANE, [0, 1], **names)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["a", "q"], "“q” is not one of a, b"),
        ([0, 2], "0 … 1"),
        ([0.5, 1], "0 … 1"),
        ([0.0, np.nan], "0 … 1"),
    ],
)
def test_a_label_that_no_class_has_is_refused(labels, words):
    with pytest.raises(UserError, match=words):
        Dataset(PLANE, labels, class_names=("a", "b"))


def test_it_is_frozen_and_its_arrays_are_read_only():
    data = Dataset(PLANE, [0, 1])
    with pytest.raises(dataclasses.FrozenInstanceError):
        data.X = np.zeros((2, 2))
    for array in (data.X, data.y):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5


def test_the_arrays_given_are_copied_and_stay_writable():
    X, y = np.array(PLANE), np.array([0, 1])
    for names in (None, ("a", "b")):
        data = Dataset(X, y, class_names=names)
        X[0, 0], y[0] = 99.0, 1
        assert data.X[0, 0] == 0.0
        assert data.y[0] == 0
        X[0, 0], y[0] = 0.0, 0


def test_arrays_in_any_memory_order_become_contiguous():
    X = np.asfortranarray(np.arange(12.0).reshape(4, 3))
    for view in (X, X[::2], X[:, ::2]):
        data = Dataset(view, np.zeros(len(view)))
        assert data.X.flags.c_contiguous
        np.testing.assert_array_equal(data.X, view)


def test_its_text_says_size_and_classes():
    text = repr(Dataset(PLANE, ["no", "yes"], feature_names=("a", "b")))
    for part in ("2 samples", "'a', 'b'", "'no', 'yes'"):
        assert part in text


@given(labels=st.lists(st.text("abcxyz", min_size=1, max_size=3), min_size=1))
@settings(deadline=None)
def test_a_code_always_points_at_the_label_s_own_name(labels):
    data = Dataset(line(len(labels)), labels)
    assert [data.class_names[code] for code in data.y] == labels
    only_spare = set(data.class_names) - set(labels)
    assert len(only_spare) == (len(set(labels)) == 1)
    assert [n for n in data.class_names if n not in only_spare] == sorted(set(labels))
    assert data.counts.sum() == len(labels)


@given(codes=st.lists(st.integers(0, 4), min_size=1, max_size=20))
@settings(deadline=None)
def test_indices_and_names_say_the_same(codes):
    names = ("v", "w", "x", "y", "z")
    by_index = Dataset(line(len(codes)), codes, class_names=names)
    by_name = Dataset(line(len(codes)), [names[c] for c in codes], class_names=names)
    np.testing.assert_array_equal(by_index.y, codes)
    np.testing.assert_array_equal(by_name.y, codes)


def test_names_can_be_an_array():
    data = Dataset(PLANE, [0, 1], np.array(["a", "b"]), np.array(["no", "yes"]))
    assert data.feature_names == ("a", "b")


def test_a_missing_label_is_refused():
    with pytest.raises(UserError):
        Dataset(PLANE, [0.0, np.nan])


@pytest.mark.parametrize("labels", [["a", None], [1, "a"]])
def test_labels_of_mixed_types_are_refused_in_words(labels):
    with pytest.raises(UserError):
        Dataset(PLANE, np.array(labels, dtype=object))


def test_too_many_classes_are_refused_without_names_too():
    with pytest.raises(UserError):
        Dataset(line(MOST_CLASSES + 1), np.arange(MOST_CLASSES + 1))


def test_the_span_of_a_feature_is_its_least_and_greatest_value():
    data = Dataset([[3.0, -1.0], [-2.0, 5.0], [0.0, 4.0]], [0, 1, 0])
    assert data.span(0) == (-2.0, 3.0)
    assert data.span(1) == (-1.0, 5.0)
    assert data.span(0) == (-2.0, 3.0)


@pytest.mark.parametrize(
    "changes",
    [
        {"X": np.ones((2, 3))},
        {"X": np.ones((2, 1))},
        {"X": np.ones(2)},
        {"X": np.array([[1.0, np.nan], [0.0, 0.0]])},
        {"X": np.ones((3, 2))},
        {"y": np.array([0, 1, 1])},
        {"y": np.array([0, 2])},
        {"y": np.array([0.0, 0.5])},
        {"parts": np.array([0, 3])},
        {"parts": np.array([0])},
        {"sample_weights": np.array([1.0, -1.0])},
        {"sample_weights": np.array([1.0])},
    ],
)
def test_changed_samples_are_refused_as_new_ones_are(changes):
    data = Dataset(PLANE, [0, 1])
    own = {"X": data.X, "y": data.y, "parts": data.parts, "sample_weights": None}
    with pytest.raises(UserError) as of_new:
        Dataset(class_names=data.class_names, feature_names=data.feature_names,
                **own | changes)  # fmt: skip
    with pytest.raises(UserError) as of_changed:
        with_samples(data, **own | changes)
    assert str(of_changed.value) == str(of_new.value)


def test_a_frame_brings_its_names():
    frame = pandas.DataFrame({"width": [1, 2, 3], "height": [3.0, 1, 2]})
    data = Dataset(frame, pandas.Series(["near", "far", "near"], name="kind"))
    assert data.feature_names == ("width", "height")
    assert data.class_names == ("far", "near")
    assert Dataset(frame, [0, 1, 1], ["p", "q"]).feature_names == ("p", "q")
    without = pandas.DataFrame(frame.to_numpy())
    assert Dataset(without, [0, 1, 1]).feature_names == ("x1", "x2")


@pytest.mark.parametrize("make", [pandas.Series, lambda labels: labels])
def test_categories_are_the_classes(make):
    kinds = pandas.Categorical(["u", "v", "u"], categories=["v", "u", "t"])
    data = Dataset([[1], [2], [3]], make(kinds))
    assert (data.class_names, data.y.tolist()) == (("v", "u", "t"), [1, 0, 1])
    numbers = pandas.Categorical([5, 7, 5], categories=[5, 7])
    data = Dataset([[1], [2], [3]], make(numbers))
    assert (data.class_names, data.y.tolist()) == (("5", "7"), [0, 1, 0])
    told = Dataset([[1], [2], [3]], make(kinds), class_names=["t", "u", "v"])
    assert told.y.tolist() == [1, 2, 1]
    with pytest.raises(UserError, match="the label of sample 2 is missing"):
        Dataset(
            [[1], [2]], make(pandas.Categorical(["u", None], categories=["u", "v"]))
        )


def test_samples_can_have_names():
    data = Dataset([[1.0], [2], [3]], [0, 1, 1], sample_names=["a", "", "<b>\ud800"])
    assert data.sample_names.tolist() == ["a", "", "<b>?"]
    assert data.name_of(0) == "a"
    assert data.names_of(np.array([2, 0])).tolist() == ["<b>?", "a"]
    with pytest.raises(ValueError, match="read-only"):
        data.sample_names.texts[0] = "b"
    again = pickle.loads(pickle.dumps(data))
    assert again.sample_names.tolist() == data.sample_names.tolist()
    assert Dataset([[1.0], [2]], [0, 1], sample_names=[7, 1.5]).name_of(1) == "1.5"


def test_where_no_sample_has_a_name_there_are_none():
    data = Dataset([[1.0], [2]], [0, 1], sample_names=["", ""])
    assert data.sample_names is None
    assert data.name_of(1) == ""
    assert data.names_of(np.array([0])) is None


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"], [["a", "b"], ["c", "d"]]])
def test_each_sample_has_one_name(names):
    with pytest.raises(UserError, match=r"names for 2 samples|are no list"):
        Dataset([[1.0], [2]], [0, 1], sample_names=names)


def test_the_mean_is_by_the_weights_of_the_samples():
    X, y = [[1.0, 8.0], [4.0, 2.0], [100.0, 0.0]], [0, 1, 1]
    assert Dataset(X, y).centre.tolist() == [35, pytest.approx(10 / 3)]
    weighted = Dataset(X, y, sample_weights=[1, 2, 0])
    assert weighted.centre.tolist() == pytest.approx([3, 4])
    assert Dataset(X, y, sample_weights=[0, 0, 0]).centre[0] == 35
