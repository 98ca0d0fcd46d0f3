"""Every format by hand-made files: what is read, and what faults are said to be."""

import subprocess
import sys

import numpy as np
import pytest

from engine.cli.main import run
from engine.data.dataset import Dataset
from engine.data.formats.registry import format_of, formats, write_data
from engine.data.sample_table import read_data
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError

TAB = "a\tnote\tb\tkind\nc\tstring\tc\td\n\tmeta\t\tclass\n"
ARFF = """% by hand
@relation points
@attribute a numeric
@attribute 'b c' real
@attribute kind {red,'dark blue'}
@data
"""
FILES = {
    "a.tab": TAB + "1\thello\t2\tred\n3\t\t-4.5\tdark blue\n",
    "a.arff": ARFF + "1,2,red\n% a comment\n\n3,-4.5,'dark blue'\n",
    "a.tsv": "a\tb\tkind\n1\t2\tred\n3\t-4.5\tdark blue\n",
}


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", FILES)
def test_two_points_by_hand(file, name):
    data = read_data(file(name, FILES[name]))
    assert data.X.tolist() == [[1, 2], [3, -4.5]]
    assert [data.class_names[code] for code in data.y] == ["red", "dark blue"]
    assert data.feature_names == ("a", "b c" if name == "a.arff" else "b")


def test_svmlight_by_hand(file):
    data = read_data(file("a.svm", "# two points\n+1 1:2 3:-4.5 # one\n-1 2:1e3\n"))
    assert data.X.tolist() == [[2, 0, -4.5], [0, 1000, 0]]
    assert data.class_names == ("-1", "1")
    assert data.y.tolist() == [1, 0]


@pytest.mark.parametrize("name", ["a.txt", "a", "a.dat"])
def test_svmlight_is_known_by_its_first_line(file, name):
    path = file(name, "\n# points\n+1 1:2.5 3:-4 # one\n-1 2:1e3\n")
    assert not format_of(path).is_table
    assert read_data(path).X.tolist() == [[2.5, 0, -4], [0, 1000, 0]]


@pytest.mark.parametrize("text", ["1 2 a\n3 4 b\n", "1\n2\n", "t:1 2\n", "", "1:2 3\n"])
def test_other_tables_are_not_taken_for_svmlight(file, text):
    assert format_of(file("a.txt", text)).is_table


@pytest.mark.parametrize(
    ("name", "target", "features"),
    [("a.tab", "a", ["b"]), ("a.arff", "2", ["a"]), ("a.arff", "b c", ["a"])],
)
def test_another_target(file, name, target, features):
    content = FILES[name].replace("red", "7").replace("{7,", "{7,")
    if name == "a.tab":
        content = content.replace("\td\n", "\tstring\n")
    else:
        content = content.replace("{7,'dark blue'}", "numeric")
        content = content.replace("'dark blue'", "8")
    data = read_data(file(name, content), options=ReadOptions(target=target))
    assert set(features) <= set(data.feature_names)
    assert data.class_names == (("1", "3") if target == "a" else ("-4.5", "2"))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.svm", "1 1:2\n-1 x:3\n", "line 2: is not svmlight"),
        ("x.svm", "1 1:2\nred 1:3\n", "line 2: is not svmlight"),
        ("x.svm", "1 1:2\n\n-1 1:nan\n", "line 3, index 1: is not a finite"),
        ("x.svm", "1 1:2\n\n-1 2:4e307\n", "line 3, index 2: 4e+307 is too large"),
        ("x.svm", "1 1:2\n-1 1:-2e150\n", "line 2, index 1: -2e+150 is too large"),
        ("x.svm", "", "is empty"),
        ("x.svm", "1 9999:1\n" * 5001, "5,001 samples of 9,999 features are 50,"),
        ("x.tab", TAB + "1\t\toops\tred\n1\t\t2\tred\n", "line 4, column b: “oops”"),
        ("x.tab", TAB + "1\t\t4e307\tred\n", "line 4, column b: “4e307” is too l"),
        ("x.tab", TAB + "1\t\t2\t\n", "line 4, column kind: the cell is empty"),
        ("x.tab", TAB + "1\t2\t3\t4\n1\t2\t3\t4\t5\n", "line 5: has 5 cells"),
        ("x.tab", TAB.replace("class", ""), "no rows"),
        ("x.tab", TAB.replace("class", "") + "1\t\t2\tr\n", "marks no column"),
        ("x.arff", ARFF + "1,2,red\n1,oops,red\n", "line 8, column b c: “oops”"),
        ("x.arff", ARFF + "1,2,red\n1,2,green\n", "line 8, column kind: “gr"),
        ("x.arff", ARFF + "1,2,red\n\n1,?,red\n", "line 9, column b c: the cell"),
        ("x.arff", ARFF + "1,2,red\n4e307,2,red\n", "line 8, column a: “4e307” is"),
        ("x.arff", ARFF + "1,2,?\n1,2,red\n", "line 7, column kind: the cell is empty"),
        (
            "x.arff",
            ARFF.replace("real", "relational"),
            "line 4, column b c: is of the type",
        ),
        ("x.arff", "a,b\n1,2\n", "has no line @data"),
    ],
)
def test_a_fault_is_said_with_its_place(file, name, content, said):
    path = file(name, content)
    with pytest.raises(UserError) as fault:
        read_data(path)
    assert str(fault.value).startswith(str(path))
    assert said in str(fault.value)


@pytest.mark.parametrize(
    "suffix",
    [".csv", ".tsv", ".tab", ".arff", ".parquet"],
)
def test_written_and_read_back(tmp_path, suffix):
    X = np.random.default_rng(0).normal(size=(40, 3)) * 10.0 ** np.arange(-200, 1, 100)
    names = ("länge", "two words", "x3")
    data = Dataset(X, np.arange(40) % 3, names, ("a b", "mäßig", "z"))
    write_data(data, tmp_path / f"data{suffix}")
    back = read_data(tmp_path / f"data{suffix}")
    np.testing.assert_array_equal(back.X, data.X)
    np.testing.assert_array_equal(back.y, data.y)
    assert back.feature_names == names
    assert back.class_names == data.class_names


def test_svmlight_keeps_numbers_and_two_classes(tmp_path):
    data = Dataset([[0.1, 0, 0], [0, 1e-300, 0], [0.1 + 0.2, 0, 0]], [0, 1, 0])
    write_data(data, tmp_path / "data.svmlight")
    assert (tmp_path / "data.svmlight").read_text().count(":") == 6
    back = read_data(tmp_path / "data.svmlight")
    np.testing.assert_array_equal(back.X, data.X)
    assert back.y.tolist() == [0, 1, 0]
    assert back.class_names == ("0", "1")
    write_data(Dataset([[1.0], [2]], ["no", "yes"]), tmp_path / "data.svm")
    assert read_data(tmp_path / "data.svm").class_names == ("-1", "1")


def test_scikit_learn_reads_the_svmlight_that_is_written(tmp_path):
    from sklearn.datasets import load_svmlight_file

    X = np.random.default_rng(0).normal(size=(40, 3)) * 10.0 ** np.arange(-200, 1, 100)
    X[::3, 1] = 0
    data = Dataset(X, np.arange(40) % 3, class_names=["-2.5", "0", "7"])
    write_data(data, tmp_path / "data.svm")
    read, labels = load_svmlight_file(str(tmp_path / "data.svm"))
    np.testing.assert_array_equal(read.toarray(), X)
    np.testing.assert_array_equal(labels, np.array([-2.5, 0, 7])[data.y])


def test_a_damaged_parquet_file_is_refused(file):
    with pytest.raises(UserError, match="is not a Parquet file"):
        read_data(file("x.parquet", "hello"))


@pytest.mark.parametrize(
    ("value", "said"),
    [(4e307, r"“4e\+307” is too large to"), (np.inf, "“inf” is not"), (None, "empty")],
)
def test_a_value_of_a_parquet_file_is_refused_with_its_row(tmp_path, value, said):
    import pandas

    path = tmp_path / "x.parquet"
    pandas.DataFrame({"p": [1.0, value], "kind": ["a", "b"]}).to_parquet(path)
    with pytest.raises(UserError, match=f"x.parquet, row 2, column p: .*{said}"):
        read_data(path)


@pytest.mark.parametrize("name", ["missing.svm", "missing.tab", "missing.arff"])
def test_missing_files(tmp_path, name):
    with pytest.raises(UserError, match="there is no such file"):
        read_data(tmp_path / name)


@pytest.mark.parametrize("name", FILES)
def test_the_command_line_reads_them_all(file, name, capsys):
    assert run(["train", str(file(name, FILES[name]))]) == 0
    assert "training error: 0" in capsys.readouterr().out


def test_a_format_is_found_by_its_file(tmp_path, monkeypatch):
    (tmp_path / "made_up.py").write_text(
        "from engine.data.formats.csv_table import write_csv\n"
        "from engine.data.tables.text_table import text_table\n"
        "from engine.data.formats.file_format import FileFormat\n"
        "def write(data, path, *, progress):\n"
        "    write_csv(data, path, progress=progress)\n"
        "NAMES = ('.made',), {'.made': 'Made'}\n"
        "FORMAT = FileFormat('Made up', NAMES[0], text_table, write, NAMES[1])\n"
    )
    folder = sys.modules["engine.data.formats"]
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    formats.cache_clear()
    try:
        assert format_of("points.MADE").name == "Made up"
        data = Dataset([[1.0], [2]], ["a", "b"])
        write_data(data, tmp_path / "points.made")
        assert read_data(tmp_path / "points.made").X.tolist() == [[1], [2]]
    finally:
        formats.cache_clear()
        sys.modules.pop("engine.data.formats.made_up", None)


def test_tables_come_first_and_no_suffix_stands_for_two_formats():
    table, *others = [one.name for one in formats()]
    assert table == "Table"
    assert others[:4] == ["Orange", "ARFF", "Parquet", "svmlight"]
    assert others[4:] == sorted(others[4:])
    suffixes = [suffix for one in formats() for suffix in one.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    for one in formats():
        assert {*one.saved_as, *one.rewritten} <= {*one.suffixes}


def test_formats_are_not_loaded_before_they_are_needed():
    code = "import sys, engine; print([m for m in sys.modules if 'data.formats' in m])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_formats_stand_in_their_order_where_data_are_saved():
    saved = [suffix for one in formats() for suffix in one.saved_as]
    assert saved == [".csv", ".tsv", ".tab", ".arff", ".parquet", ".svm"]


@pytest.mark.parametrize("suffix", [".csv", ".tab", ".arff", ".parquet"])
def test_where_the_target_stands_and_what_was_told_is_kept(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    names = {"feature_names": ["p", "q"], "class_names": ["a", "b"]}
    write_data(Dataset([[1, 2], [3, 5], [4, 1]], [0, 1, 0], **names), path)
    found = read_data(path).provenance
    assert (found.target, found.target_position, found.width) == ("class", 3, 3)
    assert dict(found.options).get("one-hot", "no") == "no"
