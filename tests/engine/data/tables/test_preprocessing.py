"""Missing values, words as 0 and 1, levels of text, ids: as pandas has them."""

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.dataset import Dataset
from engine.data.provenance import Column
from engine.data.sample_table import (
    SampleTable,
    open_like,
    read_data,
)
from engine.data.tables import row_blocks as reading
from engine.data.tables.missing_values import MISSING, is_missing
from engine.data.tables.preprocessing import Preprocessing
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.typed_columns import Rows
from engine.errors import UserError
from tests.engine.data.rows import read_rows

PEOPLE = pandas.DataFrame(
    {
        "age": [22, 38, None, 35, 54, 2, 27, 14],
        "fare": [7.25, 71.5, 8, None, 52, 21, 11, 30],
        "town": ["Rome", "Ulm", "Ulm", "Bonn", None, "Rome", "Ulm", "Bonn"],
        "smokes": ["yes", "No", "no", "YES", "no", "no", "yes", "no"],
        "class": ["a", "b", "a", "b", "a", "b", None, "a"],
    }
)
FORMATS = ["csv", "tsv", "parquet", "arff", "tab", "feather", "xlsx"]


def write(frame, path, missing=""):
    """Write a frame in a format, by another program where there is one."""
    kind = path.suffix[1:]
    if kind in ("csv", "tsv"):
        sep = "," if kind == "csv" else "\t"
        frame.to_csv(path, index=False, sep=sep, na_rep=missing)
    elif kind == "tab":
        types = ["c" if dtype.kind == "f" else "d" for dtype in frame.dtypes]
        roles = [*[""] * (frame.shape[1] - 1), "class"]
        head = "\n".join("\t".join(row) for row in (frame.columns, types, roles))
        rows = frame.to_csv(index=False, header=False, sep="\t", na_rep="?")
        path.write_text(f"{head}\n{rows}")
    elif kind == "arff":
        lines = ["@relation r"]
        for name, column in frame.items():
            words = ",".join(sorted(column.dropna().astype(str).unique()))
            numeric = column.dtype.kind == "f"
            lines.append(
                f"@attribute {name} {'numeric' if numeric else f'{{{words}}}'}"
            )
        rows = frame.to_csv(index=False, header=False, na_rep="?")
        path.write_text("\n".join([*lines, "@data", rows]))
    elif kind == "xlsx":
        pytest.importorskip("openpyxl")
        frame.to_excel(path, index=False)
    else:
        getattr(frame, f"to_{kind}")(path)
    return path


def by_pandas(missing):
    """The samples as pandas makes them."""
    frame = PEOPLE.dropna(subset="class")
    if missing == "drop":
        frame = frame.dropna()
    else:
        frame = frame.fillna(frame.mean(numeric_only=True))
    smokes = frame.pop("smokes").str.lower() == "yes"
    y = frame.pop("class")
    frame = pandas.get_dummies(frame, prefix_sep="=").assign(smokes=smokes)
    return frame.astype(float), y.tolist()


def assert_same(data, frame, y):
    assert set(data.feature_names) == set(frame.columns)
    np.testing.assert_allclose(data.X, frame[[*data.feature_names]], rtol=1e-15)
    assert [data.class_names[code] for code in data.y] == y


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("missing", ["drop", "mean"])
def test_every_format_as_pandas_has_it(tmp_path, suffix, missing):
    path = write(PEOPLE, tmp_path / f"people.{suffix}")
    options = ReadOptions(missing=missing, one_hot=True)
    data = read_data(path, options=options)
    frame, y = by_pandas(missing)
    assert_same(data, frame, y)
    table = data.provenance
    assert table.feature_names == data.feature_names
    assert table.missing == missing
    assert (
        dict(table.left_out)
        == {
            "drop": {"rows with missing values": 3, "rows without a label": 1},
            "mean": {"rows without a label": 1},
        }[missing]
    )
    towns = next(column for column in table.columns if column.name == "town")
    assert towns.levels == ("Bonn", "Rome", "Ulm")
    notes = " ".join(table.notes)
    assert "Left out: 1 row without a label." in notes
    if missing == "mean":
        assert "1 missing value of “age”: filled in with its mean, 27.5." in notes
        assert "1 missing value of “town”: 0 in all its features." in notes


@pytest.mark.parametrize("suffix", FORMATS)
def test_without_a_flag_it_is_refused_with_the_place_the_number_and_the_flag(
    tmp_path, suffix
):
    path = write(PEOPLE, tmp_path / f"people.{suffix}")
    with pytest.raises(UserError) as fault:
        read_data(path)
    said = str(fault.value)
    assert said.startswith(str(path))
    assert "column age" in said
    assert (
        "in all, 2 values of “age”, “fare” and 1 label are missing in the 8 rows"
        in said
    )
    assert "(--missing drop, --missing mean)" in said
    whole = write(PEOPLE.drop(columns=["age", "fare"]), tmp_path / f"w.{suffix}")
    data = read_data(whole, options=ReadOptions(missing="drop"))
    assert data.feature_names == ("smokes",)
    assert data.n_samples == 7, "a gap in a column that is no feature is none"


@pytest.mark.parametrize("size", [20, 2**22])
@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("token", sorted(MISSING))
def test_every_way_to_write_it(tmp_path, monkeypatch, token, size, quoted):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    cell = f'"{token}"' if quoted else token
    path = tmp_path / "t.csv"
    path.write_text(f"p,q,class\n1,2,a\n{cell},4,b\n5,6,{cell}\n7,8,b\n")
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.X.tolist() == [[1, 2], [7, 8]]
    data = read_data(path, options=ReadOptions(missing="mean"))
    assert data.X.tolist() == [[1, 2], [4, 4], [7, 8]]
    assert data.class_names == ("a", "b")
    with pytest.raises(UserError, match=r"line 3, column p: .* missing"):
        read_data(path)


def test_plus_and_minus_are_two_classes(tmp_path):
    path = tmp_path / "signs.csv"
    path.write_text("p,class\n1,+\n2,-\n3,-\n")
    assert read_data(path).class_names == ("+", "-")


cells = st.none() | st.integers(-9, 9).map(float)
towns = st.none() | st.sampled_from(["Rome", "Ulm", "New York", "d'Or"])


@given(
    rows=st.lists(
        st.tuples(cells, towns, st.sampled_from(["a", "b", None])),
        min_size=4,
        max_size=25,
    ),
    missing=st.sampled_from(["drop", "mean"]),
    size=st.sampled_from([9, 60, 2**22]),
)
def test_any_gaps_as_pandas_has_them_in_blocks_too(
    tmp_path_factory, rows, missing, size
):
    """Two whole rows come first, so that the kinds of the columns are known."""
    rows = [(1.0, "Rome", "a"), (2.0, "Ulm", "b"), *rows]
    rows += [(3.0, "Rome", "b")] * len(rows)
    frame = pandas.DataFrame(rows, columns=["p", "town", "class"])
    path = tmp_path_factory.getbasetemp() / "gaps.csv"
    frame.to_csv(path, index=False, na_rep="NA")
    frame = frame.dropna(subset="class")
    frame = frame.dropna() if missing == "drop" else frame.fillna({"p": frame.p.mean()})
    y = frame.pop("class").tolist()
    frame = pandas.get_dummies(frame, prefix_sep="=").astype(float)
    options = ReadOptions(missing=missing, one_hot=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "BLOCK_BYTES", size)
        table = SampleTable.open(path, options)
        data = table.read_all()
    np.testing.assert_allclose(data.X, frame, atol=1e-14)
    assert data.feature_names == tuple(frame.columns)
    assert [data.class_names[code] for code in data.y] == y


@pytest.mark.parametrize("pair", ["yes no", "TRUE False", "y N", "t f"])
def test_two_words_are_one_and_zero_without_a_flag(tmp_path, pair):
    yes, no = pair.split()
    path = tmp_path / "pair.csv"
    path.write_text(f"p,q,class\n{yes},1,a\n{no.upper()},2,b\n{no.lower()},3,a\n")
    data = read_data(path)
    assert data.X.tolist() == [[1, 1], [0, 2], [0, 3]]
    assert data.feature_names == ("p", "q")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("maybe;3;a", r"p: “maybe” is neither no nor yes.*--drop p\)"),
        ("yes;high;a", r"q: “high” is not a number: .*--drop q\), .*-words high\)"),
        ("yes;1,5;a", r"q: “1,5” has a comma where .*\(--decimal comma\)"),
        ("yes;;a", r"q: the cell is empty or missing; in all, .*--missing drop"),
    ],
)
@pytest.mark.parametrize("streamed", [False, True])
def test_what_contradicts_the_first_rows_far_down_is_a_fault_with_its_flag(
    tmp_path, row, said, streamed
):
    path = tmp_path / "t.csv"
    path.write_text("p;q;class\n" + "yes;1;a\nno;2;b\n" * 6000 + f"{row}\n")
    with pytest.raises(UserError, match=f"line 12002, column {said}"):
        if streamed:
            [*SampleTable.open(path).blocks(lambda block: None)]
        else:
            read_data(path)


def test_too_many_levels_are_left_out_and_said(tmp_path):
    path = tmp_path / "names.csv"
    rows = [f"{i},word {i},{'ab'[i % 2]}\n" for i in range(150)]
    path.write_text("p,word,class\n" + "".join(rows))
    data = read_data(path, options=ReadOptions(one_hot=True))
    assert data.feature_names == ("p",)
    assert any("“word”, 150 different words" in note for note in data.provenance.notes)


def test_a_table_of_categories_alone_trains_only_with_the_flag(tmp_path):
    path = tmp_path / "titanic.csv"
    path.write_text(
        "sex,embarked,survived\nmale,S,no\nfemale,C,yes\nfemale,S,yes\nmale,Q,no\n"
    )
    with pytest.raises(UserError, match="“sex”, “embarked” hold text: make features"):
        read_data(path)
    data = read_data(path, options=ReadOptions(one_hot=True))
    assert data.feature_names == (
        "sex=female", "sex=male", "embarked=C", "embarked=Q", "embarked=S",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("content", "features", "why"),
    [
        ("id,p,class\n7,1,a\n9,2,b\n", ("p",), "“id”, which tells rows apart"),
        ("PassengerId,p,class\n1,1,a\n2,2,b\n", ("p",), "“PassengerId”, which tells"),
        ("user_id,p,class\n7,1,a\n9,2,b\n", ("p",), "“user_id”, which tells"),
        ("User ID,p,class\n7,1,a\n9,2,b\n", ("p",), "“User ID”, which tells"),
        ("grid,acid,class\n7,1,a\n9,2,b\n", ("grid", "acid"), ""),
        ("ShopId,p,class\n7,1,a\n7,2,b\n", ("ShopId", "p"), ""),
        ("Unnamed: 0,p,class\n0,1,a\n1,2,b\n", ("p",), "“Unnamed: 0”, which tells"),
        (",p,class\nann,1,a\nbob,2,b\n", ("p",), "column 1, which names the samples"),
        (",p,class\n7,1,a\n9,2,b\n8,2,b\n", ("p",), "column 1, without a name"),
        ("id,p,class\n7,1,a\n7,2,b\n", ("id", "p"), ""),
        ("index,p,class\n0.5,1,a\n0.7,2,b\n", ("index", "p"), ""),
        ("p,q,class\n1,,a\n2,,b\n", ("p",), "“q”, empty"),
    ],
)
def test_what_only_tells_rows_apart_is_left_out_and_said(
    tmp_path, content, features, why
):
    path = tmp_path / "ids.csv"
    path.write_text(content)
    data = read_data(path)
    assert data.feature_names == features
    assert why in " ".join(data.provenance.notes)
    assert bool(why) == bool(data.provenance.notes)


def test_columns_are_dropped_as_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,r,class\n1,2,3,a\n4,5,6,b\n")
    data = read_data(path, options=ReadOptions(drop=("q", "3")))
    assert data.feature_names == ("p",)
    assert data.provenance.unused == ("q", "r")
    with pytest.raises(UserError, match="has no column “s”"):
        read_data(path, options=ReadOptions(drop=("s",)))
    with pytest.raises(UserError, match="is the target, and dropped too"):
        read_data(path, options=ReadOptions(target="p", drop=("p",)))


@pytest.mark.parametrize(
    ("content", "target", "why"),
    [
        ("p,q,Species\n1,2,a\n3,4,b\n", "Species", "called so"),
        ("p,q,kind\n1,2,a\n3,4,b\n", "kind", "the last column"),
        ("size,p,q\nM,1.5,2.5\nB,3.5,4.5\n", "size", "the only column of text"),
        (
            "diagnosis,p\n" + "".join(f"{i % 2},{i / 7}\n" for i in range(60)),
            "diagnosis",
            "the last column with few values",
        ),
        (
            "town,sex,p\n"
            + "".join(f"t{i % 9},{'mf'[i % 2]},{i / 7}\n" for i in range(60)),
            "sex",
            "of the columns of text the one with the fewest values",
        ),
    ],
)  # fmt: skip
def test_the_target_has_a_reason(tmp_path, content, target, why):
    path = tmp_path / "t.csv"
    path.write_text(content)
    table = read_data(path).provenance
    assert (table.target, table.target_reason) == (target, why)
    table = read_data(path, options=ReadOptions(target="1")).provenance
    assert table.target_reason == "told"


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arff", "tab"])
def test_another_table_has_the_same_levels_and_means(tmp_path, suffix):
    first = write(PEOPLE, tmp_path / "people.csv")
    options = ReadOptions(missing="mean", one_hot=True)
    data = read_data(first, options=options)
    new = pandas.DataFrame(
        {
            "town": ["Ulm", "Paris", "Ulm"],
            "fare": [1.0, 2.0, 3.0],
            "smokes": ["no", "YES", "no"],
            "age": [None, 40.0, 41.0],
            "class": ["a", "b", "a"],
        }
    )
    table = open_like(write(new, tmp_path / f"new.{suffix}"), data.provenance)
    rows = read_rows(table)
    assert table.feature_names == data.feature_names
    assert rows.X.tolist() == [
        [27.5, 1, 0, 0, 1, 0],
        [40, 2, 0, 0, 0, 1],
        [41, 3, 0, 0, 1, 0],
    ]
    notes = " ".join(table.notes)
    assert "1 value of “town” not known from the data before: 0 in all" in notes
    assert "1 missing value of “age”: filled in with its mean, 27.5." in notes


def test_a_mean_that_is_not_known_is_said(tmp_path):
    first, new = tmp_path / "first.csv", tmp_path / "new.csv"
    first.write_text("p,q,class\n1,2,a\n3,4,b\n")
    new.write_text("p,q,class\n1,,a\n3,4,b\n")
    known = read_data(first).provenance
    missing = r"line 2, column q: .* 1 value of “q” is missing"
    with pytest.raises(UserError, match=missing):
        read_rows(open_like(new, known))
    with pytest.raises(UserError, match="“q” has missing values, but had none"):
        read_rows(open_like(new, known, ReadOptions(missing="mean")))
    rows = read_rows(open_like(new, known, ReadOptions(missing="drop")))
    assert rows.X.tolist() == [[3, 4]]


def test_a_plain_table_is_not_looked_at_twice(tmp_path):
    path = tmp_path / "plain.csv"
    path.write_text("p,q,class\n" + "1,2,a\n3,4,b\n" * 9)
    table = SampleTable.open(path)
    shares = []
    data = table.read_all(lambda share: shares.append(share) or True)
    assert shares == [1.0]
    assert isinstance(data, Dataset)


def test_what_is_prepared_is_left_as_it_was():
    rows = Rows(np.array([[1.0], [np.nan], [3.0]]), ["a", "b"], np.array([0, 1, 0]))
    column = Column("x", mean=2.0)
    made, _ = Preprocessing("t.csv", (column,), "mean", is_missing).apply(rows)
    assert made.X.tolist() == [[1], [2], [3]]
    assert np.isnan(rows.X[1, 0])


def test_what_became_of_rows_and_values_is_a_sentence_each(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("town,x,class\nUlm,1,a\nRome,,b\nBonn,5,a\nUlm,3,\n")
    data = read_data(path, options=ReadOptions(missing="mean", one_hot=True))
    assert [
        note for note in data.provenance.notes if "Left" in note or "mean" in note
    ] == [
        "Left out: 1 row without a label.",
        "1 missing value of “x”: filled in with its mean, 3.",
    ]
    told = dict(data.provenance.options)
    assert (told["missing"], told["one-hot"]) == ("mean", "yes")
