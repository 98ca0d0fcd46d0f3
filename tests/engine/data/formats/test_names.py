"""Names of features and classes, whatever is in them, are written and read back."""

import csv

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.data.dataset import Dataset
from engine.data.formats.registry import write_data
from engine.data.sample_table import read_data

SIGNS = st.text(
    st.one_of(st.sampled_from(",\"'\\%{}?; \t#|"), st.characters(codec="utf-8")),
    max_size=6,
).filter(lambda text: not set(text) & {"\0", "\n", "\r"})
NAMES = st.builds("k{}{}z".format, SIGNS, st.sampled_from(["", "\n", "\r\n"]))
IN_ONE_LINE = st.builds("f{}z".format, SIGNS)


@pytest.mark.parametrize("suffix", [".arff", ".tab", ".csv", ".tsv", ".parquet"])
@settings(deadline=None, max_examples=15)
@given(
    names=st.lists(
        st.builds("{}{}".format, SIGNS, SIGNS).map(str.strip), min_size=4, max_size=4
    )
)
@example(names=["7", "", "7", "-1.5"])
@example(names=["=1+1", "<b>", "NA", 'a, "b"'])
@example(names=["1", "2", "3", "4"])
def test_names_of_samples_are_read_back(tmp_path, suffix, names):
    data = Dataset(np.eye(4), ["p", "q", "p", "q"], sample_names=names)
    path = tmp_path / f"t{suffix}"
    write_data(data, path)
    back = read_data(path)
    np.testing.assert_array_equal(back.sample_names, data.sample_names)
    assert back.feature_names == data.feature_names
    np.testing.assert_array_equal(back.X, data.X)
    np.testing.assert_array_equal(back.y, data.y)


def test_a_name_with_line_ends_is_written_in_one_line(tmp_path):
    path = tmp_path / "t.csv"
    names = ["a\nb", "c\0"]
    write_data(Dataset([[1.0], [2]], ["p", "q"], ["name"], sample_names=names), path)
    assert path.read_text() == 'names,name,class\na b,1.0,p\n"c?",2.0,q\n'


@pytest.mark.parametrize("suffix", [".arff", ".tab", ".csv", ".tsv"])
@settings(
    deadline=None,
    max_examples=60,
)
@given(
    classes=st.lists(NAMES, min_size=2, max_size=4, unique=True),
    features=st.lists(IN_ONE_LINE, min_size=1, max_size=3, unique=True),
)
@example(classes=['a,b "c"', "it's {50 %}"], features=['5" x', "a\\b"])
def test_names_are_read_back(tmp_path, suffix, classes, features):
    n, names = len(classes), sorted(classes)
    X = np.random.default_rng(0).normal(size=(3 * n, len(features)))
    data = Dataset(X, np.arange(3 * n) % n, features, names)
    path = tmp_path / f"t{suffix}"
    write_data(data, path)
    back = read_data(path)
    assert back.feature_names == tuple(features)
    assert back.class_names == tuple(names)
    np.testing.assert_array_equal(back.X, X)
    np.testing.assert_array_equal(back.y, data.y)


def test_a_tab_is_what_orange_reads(tmp_path):
    """Orange cuts the lines by Python's csv, as here."""
    path = tmp_path / "t.tab"
    data = Dataset([[1.5], [2]], ['a "b"\tc', "d,e"], ["left, right"])
    write_data(data, path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t", skipinitialspace=True))
    assert rows == [
        ["left, right", "class"], ["continuous", "discrete"], ["", "class"],
        ["1.5", 'a "b"\tc'], ["2.0", "d,e"],
    ]  # fmt: skip


def test_an_arff_file_is_written_as_weka_quotes(tmp_path):
    path = tmp_path / "t.arff"
    write_data(Dataset([[1.0], [2]], ["it's 5%", 'a,"b"']), path)
    text = path.read_text()
    assert "@attribute class {'a,\\\"b\\\"','it\\'s 5\\%'}" in text
    path.write_text(text.replace("'a,\\\"b\\\"'", '"a,\\"b\\""'))
    assert read_data(path).class_names == ('a,"b"', "it's 5%")
