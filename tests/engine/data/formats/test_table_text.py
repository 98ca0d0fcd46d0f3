"""What is written as a table reads back the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.dataset import LARGEST, Dataset
from engine.data.formats.csv_table import read_csv, write_csv
from engine.data.formats.registry import write_data
from engine.errors import Cancelled, UserError


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


ODD = ["a,b", 'x"y', " lead", "trail ", "nan", "a;b", "tab\there", "two\nlines", "été"]
ODD += ["new york", "#1", "class", "class_", "y", "\r\n", "'", '"', "💡", "a|b", " "]
ODD += ["\ufeffb", "x1", "1;2"]
characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
odd_names = st.sampled_from(ODD) | st.text(characters, min_size=1)
features = odd_names.filter(lambda name: not is_number(name))


@st.composite
def datasets(draw):
    names = draw(st.lists(features, min_size=1, max_size=3, unique=True))
    # Names that are all numbers come back in their shortest form: one is not.
    classes = draw(st.lists(odd_names, max_size=3, unique=True))
    classes = list(dict.fromkeys([*classes, "some class", "b"]))
    n = draw(st.integers(len(classes), 6))
    number = st.floats(-LARGEST, LARGEST)
    row = st.lists(number, min_size=len(names), max_size=len(names))
    X = draw(st.lists(row, min_size=n, max_size=n))
    return Dataset(X, [i % len(classes) for i in range(n)], names, classes)


@given(data=datasets())
def test_a_written_table_reads_back_the_same(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("tables") / "table.csv"
    write_csv(data, path)
    again = read_csv(path)
    assert again.X.tobytes() == data.X.tobytes()
    assert again.feature_names == data.feature_names
    assert again.class_names == tuple(sorted(data.class_names))
    assert [again.class_names[code] for code in again.y] == [
        data.class_names[code] for code in data.y
    ]


def test_a_written_table_is_plain(tmp_path):
    path = tmp_path / "table.csv"
    write_csv(Dataset([[1, 2.5]], ["b"], None, ["a", "b"]), path)
    assert path.read_text() == "x1,x2,class\n1.0,2.5,b\n"


@pytest.mark.parametrize(
    ("feature", "label"),
    [("1", "a"), ("", "a"), ("p", ""), ("p", "\0"), ("\ud800", "a")],
)
def test_names_that_a_table_cannot_hold(tmp_path, feature, label):
    data = Dataset([[1.0]], [0], [feature], [label, "other"])
    with pytest.raises(UserError, match="rename it"):
        write_csv(data, tmp_path / "table.csv")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("features", "wanted", "written"),
    [
        (["a", "b"], "label", "label"),
        (["a", "b"], "outcome", "outcome"),
        (["x", "b"], "y", "y"),
        (["a", "label"], "outcome", "class"),
        (["a", "b"], "a", "class"),
        (["a", "b"], "3", "class"),
        (["class", "b"], "", "class_"),
    ],
)
def test_the_wanted_name_is_given_if_it_is_found_again(
    tmp_path, features, wanted, written
):
    data = Dataset([[1, 2], [3, 4]], ["A", "B"], feature_names=features)
    path = tmp_path / "t.csv"
    write_csv(data, path, target=wanted)
    assert path.read_text().splitlines()[0].split(",")[-1] == written
    assert list(read_csv(path).feature_names) == features


def test_writing_that_is_stopped_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("old")
    shares = []
    data = Dataset(np.zeros((50_000, 1)), np.arange(50_000) % 2)
    with pytest.raises(Cancelled):
        write_csv(
            data, path, progress=lambda share: shares.append(share) or share < 0.5
        )
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    assert shares == [0.2, 0.4, 0.6]


@pytest.mark.parametrize("suffix", [".arff", ".tab"])
def test_what_takes_any_name_is_told_to_who_cannot_rename(tmp_path, suffix):
    data = Dataset([[1.0], [2.0]], [0, 1], ['the "new"'], ["a", "b"])
    with pytest.raises(UserError, match=r"or save a \.csv"):
        write_data(data, tmp_path / f"points{suffix}")
    assert not list(tmp_path.iterdir())
    write_data(data, tmp_path / "points.csv")
    assert read_csv(tmp_path / "points.csv").feature_names == ('the "new"',)
