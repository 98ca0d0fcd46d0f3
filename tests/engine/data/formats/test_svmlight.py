"""svmlight as it is written by hand, cut, or wrong."""

import pytest

from engine.data.dataset import Dataset
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.registry import format_of, write_data
from engine.data.formats.sample_table import open_like, read_data
from engine.data.formats.svmlight import FORMAT, has_numbers_for_classes
from engine.data.provenance import Column, Provenance
from engine.errors import UserError
from tests.engine.data.formats.rows import read_rows


@pytest.fixture
def file(tmp_path):
    def write(content, name="t.svm"):
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


@pytest.mark.parametrize("line", ["-1 1:3 2 8", "-1 1:3:2 8", "-1 1 3 2:8"])
def test_indices_and_values_that_do_not_take_turns_are_refused(file, line):
    with pytest.raises(UserError, match="line 2"):
        read_data(file(f"+1 1:5 2:6\n{line}\n"))


def test_it_is_recognised_by_a_first_line_of_any_length(file):
    pairs = " ".join(f"{j}:{j / 7}" for j in range(1, 20_000))
    assert format_of(file(f"1 {pairs}\n", "t.data")).name == "svmlight"
    assert format_of(file("a b class\n1 2 x\n", "u.data")).name != "svmlight"


def test_measurements_for_labels_are_refused(file):
    lines = "".join(f"{i}.5 {i + 1}:1\n" for i in range(101))
    with pytest.raises(UserError, match="has 101 different labels, at most 100 are"):
        read_data(file(lines))


@pytest.mark.parametrize(
    ("content", "begins"),
    [
        ("1 1:2", True), ("-1.5e3\t2:.5 7:1.\n", True), ("1 qid:3 1:2\n", True),
        ("# one\n\n+1 1:2 # two\n", True), ("1\n", False), ("a 1:2\n", False),
        ("1 1:x\n", False), ("1 x:1\n", False), ("1 1:2 3\n", False), ("", False),
        ("# one\n", False), ("1,1:2\n", False),
    ],
)  # fmt: skip
def test_how_svmlight_begins(file, content, begins):
    assert FORMAT.begins(file(content)) is begins


def test_what_cannot_be_read_does_not_begin_so(tmp_path):
    assert FORMAT.begins(tmp_path / "nowhere.svm") is False


def test_the_target_is_not_to_be_told(file):
    path = file("1 1:2\n-1 1:3\n")
    with pytest.raises(UserError) as refused:
        read_data(path, options=ReadOptions(target="label"))
    assert str(refused.value) == (
        f"{path}: the label comes first in svmlight: leave the target"
    )


def test_samples_of_a_model_may_lack_their_last_features(file):
    like = Provenance("t.csv", "kind", tuple(map(Column, "pqr")))
    for text in ("2 1:5\n7 1:6 2:8\n", "2 1:5 2:0\n7 1:6 2:8\n"):
        table = open_like(file(text), like)
        rows = read_rows(table)
        assert rows.X.tolist() == [[5, 0, 0], [6, 8, 0]]
        assert (rows.labels, rows.which.tolist()) == (["2", "7"], [0, 1])
        assert (table.feature_names, table.target_name) == (("p", "q", "r"), "label")
    with pytest.raises(UserError) as refused:
        open_like(file("1 1:5 4:1\n-1 2:6\n"), like)
    assert str(refused.value).endswith(
        "has 4 features, where the model has 3: give samples of the same features"
    )


def test_what_is_told_of_the_columns(file):
    found = read_data(file("1 1:2 3:4\n-1 1:3\n")).provenance
    assert (found.file, found.target, found.width) == ("t.svm", "label", 3)
    assert found.target_reason == "first in each line"
    assert [(one.name, one.position) for one in found.columns] == [
        ("x1", 1), ("x2", 2), ("x3", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("1 1:2\n\n# a\n-1 2:5 1:3\n", "line 4: is not svmlight: give a number as the "
         "label, then index:value pairs in rising order, such as 1 1:0.5 3:2"),
        ("1 1:2\n\n# a\nnan 1:3\n", "line 4, the label: is not a finite number: "
         "correct it or delete the line"),
        ("1 1:2\n\n# a\n1 3:inf\n", "line 4, index 3: is not a finite number: "
         "correct it or delete the line"),
        ("# a\n", "is empty: give a line per sample"),
    ],
)  # fmt: skip
def test_a_fault_has_its_line_with_those_that_are_no_samples(file, content, said):
    path = file(content)
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value) in (f"{path}, {said}", f"{path}: {said}")


def test_as_many_values_as_are_possible_are_read(file, monkeypatch):
    monkeypatch.setattr("engine.data.formats.svmlight.MOST_VALUES", 6)
    for lines in ("1 1:1 2:2\n-1 1:3 2:4\n1 1:5 2:6\n", "1 1:1\n-1 2:4\n1 1:5\n"):
        path = file(lines)
        assert read_data(path).X.shape == (3, 2)
        path.write_text(lines + "1 1:7 2:8\n")
        with pytest.raises(UserError) as refused:
            read_data(path)
        assert str(refused.value) == (
            f"{path}: 4 samples of 2 features are too many to hold with their zeros, "
            "at most 6 values are possible: choose fewer samples or features"
        )


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (("no", "yes"), ["-1", "1"]), (("a", "b", "c"), ["0", "1", "2"]),
        (("-2", "7"), ["-2", "7"]), (("1", "b"), ["-1", "1"]),
    ],
)  # fmt: skip
def test_classes_without_numbers_get_some(tmp_path, names, labels):
    n = len(names)
    data = Dataset([[0, 2.5 * i, 0] for i in range(n)], range(n), class_names=names)
    assert has_numbers_for_classes(data) == (names == tuple(labels))
    write_data(data, tmp_path / "t.svm")
    assert (tmp_path / "t.svm").read_text().splitlines() == [
        f"{label} 2:{2.5 * i} 3:0.0" if i else f"{label} 3:0.0"
        for i, label in enumerate(labels)
    ]


def test_a_name_of_a_class_without_samples_does_not_count():
    data = Dataset([[1.0], [2]], [0, 1], class_names=["1", "2", "other"])
    assert has_numbers_for_classes(data)


def test_a_label_that_a_float_cannot_tell_from_others_is_refused(tmp_path):
    path = tmp_path / "t.svm"
    path.write_text(f"1 1:1 3:2\n{2**53 + 1} 2:1\n")
    with pytest.raises(UserError, match="line 2, the label: 9007199254740992 is too l"):
        read_data(path)
