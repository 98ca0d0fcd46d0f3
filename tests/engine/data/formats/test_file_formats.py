"""Every format tells how far it is, can be stopped, and is the same in blocks."""

import numpy as np
import pandas
import pytest

from engine.data.dataset import Dataset
from engine.data.formats import parquet, svmlight
from engine.data.formats.registry import write_data
from engine.data.sample_table import read_data
from engine.data.tables import row_blocks, row_writer
from engine.data.tables.read_options import ReadOptions
from engine.errors import Cancelled, UserError

N = 5_000
NAMES = [
    "p.svm", "p.arff", "p.tab", "p.parquet",
]  # fmt: skip


@pytest.fixture(params=NAMES)
def path(request, tmp_path, monkeypatch):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 10_000)
    monkeypatch.setattr(parquet, "ROWS", 700)
    path = tmp_path / request.param
    write_data(three_classes(), path)
    return path


def three_classes():
    X, y = np.arange(3 * N).reshape(N, 3) / 8, np.arange(N) % 3
    return Dataset(X, y, class_names=["rot", "grün", "3"])


def test_progress_rises_and_all_is_read(path):
    shares = []
    data = read_data(path, progress=lambda share: shares.append(share) or True)
    np.testing.assert_array_equal(data.X, np.arange(3 * N).reshape(N, 3) / 8)
    assert sorted(data.counts.tolist()) == [N // 3, N // 3 + 1, N // 3 + 1]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1


def test_it_can_be_stopped(path):
    with pytest.raises(Cancelled):
        read_data(path, progress=lambda share: share < 0.5)


@pytest.mark.parametrize("name", [*NAMES, "p.csv", "p.tsv"])
def test_writing_tells_how_far_it_is_and_can_be_stopped(tmp_path, monkeypatch, name):
    monkeypatch.setattr(row_writer, "CELLS", 700)
    monkeypatch.setattr(svmlight, "CELLS", 700)
    monkeypatch.setattr(parquet, "CELLS", 700)
    path, shares = tmp_path / name, []
    path.write_text("precious")
    with pytest.raises(Cancelled):
        write_data(three_classes(), path, progress=lambda share: share < 0.5)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]
    write_data(
        three_classes(), path, progress=lambda share: shares.append(share) or True
    )
    assert len(shares) > 20
    assert shares == sorted(shares)
    assert shares[-1] == 1
    np.testing.assert_array_equal(read_data(path).X, three_classes().X)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_indices_begin_with_one_unless_there_is_a_zero(tmp_path, monkeypatch, first):
    from sklearn.datasets import load_svmlight_file

    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 9)
    path = tmp_path / "p.svm"
    path.write_text(f"1 2:1 3:2\n# none\n-1 3:4\n1 {first}:5 9:2\n\n-1\n")
    X, y = load_svmlight_file(str(path))
    data = read_data(path)
    np.testing.assert_array_equal(data.X, X.toarray())
    np.testing.assert_array_equal(data.y, y > 0)


def test_a_fault_in_a_later_block_has_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 9)
    path = tmp_path / "p.svm"
    path.write_text("1 1:2\n# one\n-1 1:3\n\n1 x:3\n")
    with pytest.raises(UserError, match="line 5: is not svmlight"):
        read_data(path)


def test_parquet_with_categories_and_an_index(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "ROWS", 2)
    path = tmp_path / "p.parquet"
    kinds = pandas.Categorical(["b", "a", "c", "c", "a"])
    frame = pandas.DataFrame({"p": [1, 2, 3, 4, 5], "kind": kinds}, index=list("vwxyz"))
    frame.to_parquet(path, row_group_size=2)
    data = read_data(path)
    assert data.X.tolist() == [[1], [2], [3], [4], [5]]
    assert [data.class_names[code] for code in data.y] == ["b", "a", "c", "c", "a"]


@pytest.mark.parametrize("size", [1, 20, 2**22])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("roles", ["", "\tclass\t"])
def test_an_orange_table_in_blocks(tmp_path, monkeypatch, size, end, roles):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = tmp_path / "p.tab"
    lines = ["", "a\tkind\tb", "c\td\tc", roles, "1\tx\t2", "", '3\t"y\nz"\t4']
    path.write_text(end.join(lines), newline="")
    data = read_data(path, options=ReadOptions(target="kind"))
    assert data.X.tolist() == [[1, 2], [3, 4]]
    assert data.class_names == ("x", "y\nz")
    path.write_text(end.join([*lines, "5\tx\toops"]), newline="")
    with pytest.raises(UserError, match="line 9, column b: “oops” is not a number"):
        read_data(path, options=ReadOptions(target="kind"))


def test_an_orange_table_with_a_very_long_header(tmp_path):
    path = tmp_path / "p.tab"
    names = "\t".join(f"expression of gene {j}" for j in range(4_000))
    types, roles = "\t".join(["c"] * 4_000), "\t" * 4_000 + "class"
    rows = "\n".join("\t".join([str(i)] * 4_000) + f"\t{'ab'[i]}" for i in range(2))
    path.write_text(f"{names}\tkind\n{types}\td\n{roles}\n{rows}\n")
    data = read_data(path)
    assert data.X.shape == (2, 4_000)
    assert data.X[:, -1].tolist() == [0, 1]
    assert data.feature_names[-1] == "expression of gene 3999"


ATTRIBUTES = "@relation r\n@attribute a real\n@attribute b {x,y}\n@attribute c real\n"
ROWS = "@data\n1,x,2\n\n3.5,y,-4e1\n5,x,6\n"


@pytest.mark.parametrize("size", [80, 2**22])
@pytest.mark.parametrize("rows", [ROWS, ROWS.replace(",", ", "), ROWS + "7,'y',8\n"])
def test_plain_rows_of_arff_are_those_that_are_read_with_care(
    tmp_path, monkeypatch, size, rows
):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = tmp_path / "p.arff"
    shares = []
    path.write_text(ATTRIBUTES.replace("b {", "kind {") + rows)
    data = read_data(
        path,
        options=ReadOptions(target="kind"),
        progress=lambda share: shares.append(share) or True,
    )
    assert data.X.tolist()[:3] == [[1, 2], [3.5, -40], [5, 6]]
    assert [data.class_names[code] for code in data.y[:3]] == ["x", "y", "x"]
    assert data.feature_names == ("a", "c")
    assert shares or "'" in rows
    path.write_text(ATTRIBUTES + rows.replace(" ", "") + "9,z,1\n")
    line = 9 + ("'" in rows) + 1
    with pytest.raises(UserError, match=f"line {line}, column b: “z” is none of"):
        read_data(path, options=ReadOptions(target="b"))


def test_numbers_can_be_the_classes_of_arff(tmp_path):
    path = tmp_path / "p.arff"
    path.write_text(
        ATTRIBUTES.replace("{x,y}", "real") + "@data\n1,1,2\n3,1.0,4\n5,0,6\n"
    )
    data = read_data(path, options=ReadOptions(target="b"))
    assert data.class_names == ("0", "1")
    assert data.y.tolist() == [1, 1, 0]


@pytest.mark.parametrize("size", [10, 2**22])
@pytest.mark.parametrize("first", [0, 1])
def test_full_lines_of_svmlight_are_those_that_scikit_learn_reads(
    tmp_path, monkeypatch, size, first
):
    from sklearn.datasets import load_svmlight_file

    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = tmp_path / "p.svm"
    lines = [f"{y} {first}:{x / 3} {first + 1}:-{x}e-1" for x, y in enumerate("1021")]
    path.write_text("\n".join(lines) + "\n")
    X, y = load_svmlight_file(str(path), zero_based=first == 0)
    data = read_data(path)
    assert data.X.tolist() == X.toarray().tolist()
    assert data.y.tolist() == y.tolist()
    assert data.class_names == ("0", "1", "2")


@pytest.mark.parametrize(
    ("last", "X"),
    [
        ("1 1:5 2:6 3:7", [[1, 2, 0], [3, 4, 0], [5, 6, 7]]),
        ("1 1:5", [[1, 2], [3, 4], [5, 0]]),
        ("1 2:5 3:6", [[1, 2, 0], [3, 4, 0], [0, 5, 6]]),
        ("1 1:5 2:6 # one", [[1, 2], [3, 4], [5, 6]]),
        ("1\t1:5  2:6 ", [[1, 2], [3, 4], [5, 6]]),
    ],
)
@pytest.mark.parametrize("size", [10, 2**22])
def test_other_lines_of_svmlight_after_full_ones(tmp_path, monkeypatch, size, last, X):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = tmp_path / "p.svm"
    path.write_text(f"1 1:1 2:2\n-1 1:3 2:4\n{last}\n")
    data = read_data(path)
    assert data.X.tolist() == X
    assert data.class_names == ("-1", "1")
    assert data.y.tolist() == [1, 0, 1]
    path.write_text("1 1:1 2:2\n-1 1 3:2 4\n")
    with pytest.raises(UserError, match="line 2: is not svmlight"):
        read_data(path)


def test_a_target_that_an_arff_file_lacks_is_said_before_its_rows_are_read(tmp_path):
    path, shares = tmp_path / "t.arff", []
    head = "@relation r\n@attribute p numeric\n@attribute k {a,b}\n@data\n"
    path.write_text(head + "1,a\n2,b\n" * 50)
    with pytest.raises(UserError, match="no column “kind”: choose one of p, k"):
        read_data(
            path,
            options=ReadOptions(target="kind"),
            progress=lambda share: shares.append(share) or True,
        )
    assert not shares
